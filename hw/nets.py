"""The props board of the full build, net by net: which legs are one piece of metal, and nothing else touches them.

The one table for guide and tests: the terminals (T1 to T30) are those of the harnesses, the Pico's feet those of its
settings, and each circuit is the one that is drawn. A leg is `part.leg`: R and C have 1 and 2, D has K (its ring) and
A, Q has C, B, E; of U1 (74AHCT125), F1, the Pico (PICO) and the terminals it is the number.
"""

from __future__ import annotations

from collections import defaultdict

import electrics as e

# GP number -> foot of the Pico, as far as it is used
FEET = {2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 16: 21, 18: 24, 19: 25, 20: 26, 26: 31, 27: 32}
GUESTS, LAMP, CHAIRS, SAND = (2, 3, 4, 5, 6, 7), (18, 19, 20), (26, 27), 16
GROUND_FEET = (3, 8, 13, 18, 23, 28, 33, 38)
GATE = {"enable": 13, "in": 12, "out": 11}  # of U1: the gate whose feet lie on the Pico's side
UNUSED_GATES = (1, 2, 4, 5, 9, 10)  # inputs and enables of the three spare gates: to ground

VALUES: dict[str, float | str] = {
    "R1": e.LED_R, "R2": e.BASE_R, "R3": e.DATA_R, "C1": e.GLASS_C, "C2": e.SPIKE_C,
    "Q1": "BC547B", "D1": "1N4148", "U1": "74AHCT125", "F1": f"T{e.GLASS_FUSE * 1000:.0f}mA",
}  # fmt: skip


def terminal(number: int) -> str:
    return f"T{number}.{number}"


def foot(gp: int) -> str:
    return f"PICO.{FEET[gp]}"


def nets() -> dict[str, tuple[str, ...]]:
    """Net -> its legs."""
    joined: dict[str, list[str]] = defaultdict(list)

    def join(net: str, *legs: str) -> None:
        joined[net] += legs

    def part(name: str, value: float | str, *between: str) -> None:
        VALUES[name] = value
        for leg, net in zip("CBE" if name[0] == "Q" else "12", between, strict=True):
            join(net, f"{name}.{leg}")

    join(
        "ground",
        terminal(7),
        terminal(10),
        *(f"PICO.{n}" for n in GROUND_FEET),
        *(f"U1.{n}" for n in (7, GATE["enable"])),
        "Q1.E",
        "C1.2",
        "C2.2",
    )
    join("ground", *(f"U1.{n}" for n in UNUSED_GATES), *(terminal(n) for n in range(20, 31, 2)))
    join("5V", terminal(6), terminal(4), terminal(11), "U1.14", "D1.K", "F1.1", "C2.1")
    join("3V3", "PICO.36")
    # the light in the button, and the buzzer
    join("button lamp", terminal(1), "R1.1")
    join("light +", terminal(2), "R1.2")
    join("buzzer", terminal(3), "R2.1")
    join("base of the buzzer", "R2.2", "Q1.B")
    join("buzzer -", terminal(5), "Q1.C", "D1.A")
    # the glass
    join("glass 5V", "F1.2", "C1.1", terminal(8))
    join("sand at 3.3 V", foot(SAND), f"U1.{GATE['in']}")
    join("sand at 5 V", f"U1.{GATE['out']}", "R3.1")
    join("sand", "R3.2", terminal(9))
    # the lamp: three colours alike
    for n, (gp, ohms) in enumerate(zip(LAMP, (e.RED_R, e.GREEN_BLUE_R, e.GREEN_BLUE_R), strict=True), 1):
        join(f"GP{gp}", foot(gp))
        part(f"R{3 + n}", e.BASE_R, f"GP{gp}", f"base of lamp {n}")
        part(f"Q{1 + n}", "BC547B", f"collector of lamp {n}", f"base of lamp {n}", "ground")
        part(f"R{6 + n}", ohms, f"collector of lamp {n}", f"lamp {n}")
        join(f"lamp {n}", terminal(11 + n))
    # the chairs
    for n, (gp, side) in enumerate(zip(CHAIRS, ("left", "right"), strict=True)):
        line, feed = f"{side} chair", f"{side} 3V3"
        join(line, terminal(15 + 2 * n))
        join(feed, terminal(16 + 2 * n))
        join(f"GP{gp}", foot(gp))
        part(f"R{10 + n}", e.FSR_R, line, "ground")
        part(f"R{12 + n}", e.FEED_R, "3V3", feed)
        part(f"R{14 + n}", e.SERIES_R, line, f"GP{gp}")
        part(f"C{3 + n}", e.SPIKE_C, line, "ground")
    # the guests' buzzers: six alike
    for n, gp in enumerate(GUESTS):
        line = f"guest buzzer {n + 1}"
        join(line, terminal(19 + 2 * n))
        join(f"GP{gp}", foot(gp))
        part(f"R{16 + n}", e.PULL_UP, "3V3", line)
        part(f"R{22 + n}", e.SERIES_R, line, f"GP{gp}")
        part(f"C{5 + n}", e.SPIKE_C, line, "ground")
    return {net: tuple(legs) for net, legs in joined.items()}


NETS = nets()


def written(leg: str) -> str:
    """As the guide names it: `T12`, `R4 leg 2`, `Pico foot 24`."""
    part, _, number = leg.partition(".")
    if part[0] == "T":
        return part
    words = {"PICO": "Pico foot", "U1": "U1 foot"}
    return f"{words[part]} {number}" if part in words else f"{part} {number}"
