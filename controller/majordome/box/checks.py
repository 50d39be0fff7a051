"""How the doctor looks at each kind of prop: shown, sounded, pressed or sat upon, and somebody says what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from majordome.core.cues import DARK, Arc
from majordome.core.manifest import HOUSE_MOODS, Mood

Status = Literal["pass", "fail", "skipped"]
PATIENCE = 15.0  # seconds to press a button or sit down
SHOWN = 0.4  # seconds an LED is lit on its own
COLOUR_SHOWN = 1.5  # a colour of the lamp: it comes gently
SHOWN_IN_ALL = 6.0  # and all of a long row together
LETTING_GO = 10  # times as long as that before a button counts as stuck
BRIGHT = Mood("bright", (1.0, 0.9, 0.7), 1.0)
THREE_ARCS = tuple(
    (Arc(name, bright=True), Mood(name, colour))
    for name, colour in (("red", (1.0, 0.0, 0.0)), ("green", (0.0, 1.0, 0.0)), ("blue", (0.0, 0.0, 1.0)))
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What the doctor found: the part, how it is, a detail, a key of the lines for what to do, and what serves it."""

    what: str
    status: Status
    detail: str = ""
    remedy: str = ""
    where: str = field(default="", compare=False)  # 'GPIO 22', 'Pico'


class Respondent(Protocol):
    """Whoever answers the doctor: a person at a terminal, or a person at the box."""

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        """A question of the lines: yes, no, or None where nobody can answer."""
        ...

    def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
        """Ask for something and wait until it happened; None where nobody can do it."""
        ...

    def rest(self, seconds: float) -> None:
        """Let a light be seen."""
        ...


def seen(what: str, answer: bool | None) -> Finding:
    """The finding, as somebody says of it."""
    if answer is None:
        return Finding(what, "skipped", remedy="nobody_looked")
    return Finding(what, "pass") if answer else Finding(what, "fail", remedy="check_wiring")


def lamp(lamp: Any, name: str, respondent: Respondent) -> Finding:
    """Whether it shines; a coloured one in red, green and blue, in this order."""
    if lamp.coloured:
        for _, mood in THREE_ARCS:
            lamp.shine(mood)
            respondent.rest(COLOUR_SHOWN)
    else:
        lamp.shine(BRIGHT)
    finding = seen(name, respondent.sees("lamp_red_green_blue" if lamp.coloured else "lamp_shines"))
    lamp.shine(HOUSE_MOODS[DARK])
    return finding


def button_lamp(lamp: Any, name: str, respondent: Respondent) -> Finding:
    """Whether it shines."""
    lamp.show("waits")
    finding = seen(name, respondent.sees("button_shines"))
    lamp.show("off")
    return finding


def hourglass(hourglass: Any, name: str, respondent: Respondent) -> Finding:
    """Whether each of its lights shines, one after the other."""
    each = min(SHOWN, SHOWN_IN_ALL / max(1, hourglass.lights))
    for light in range(hourglass.lights):
        hourglass.only(light)
        respondent.rest(each)
    hourglass.clear(empty=False)
    return seen(name, respondent.sees("leds_shone", hourglass.lights))


def ring(ring: Any, name: str, respondent: Respondent) -> Finding:
    """Whether it shows three arcs of three colours."""
    ring.show(THREE_ARCS)
    finding = seen(name, respondent.sees("ring_shines"))
    ring.show(())
    return finding


def guest_lights(lights: Any, name: str, respondent: Respondent) -> Finding:
    """Whether each of them shines, one after the other."""
    for seat in range(lights.lights):
        lights.show(frozenset((seat,)))
        respondent.rest(SHOWN)
    lights.show(frozenset())
    return seen(name, respondent.sees("guest_lights_shone", lights.lights))


def buzzer(buzzer: Any, name: str, respondent: Respondent) -> Finding:
    """Whether it sounds."""
    buzzer.sound("stop")
    return seen(name, respondent.sees("buzzer_sounded"))


def pressed(switch: Any, name: str, respondent: Respondent) -> Finding:
    """Whether it is heard when somebody presses it."""
    for _ in range(LETTING_GO):
        if switch.level:  # whoever started the doctor with it may hold it still
            respondent.rest(SHOWN)
    if switch.level:
        return Finding(name, "fail", remedy="button_stuck")
    return seen(name, respondent.does(f"press_{name}", lambda: bool(switch.level), PATIENCE))


def slammed(buzzers: Any, name: str, respondent: Respondent) -> Finding:
    """Every guest presses theirs; those that were not heard are named."""
    missing = set(range(buzzers.many))

    def heard() -> bool:
        missing.difference_update(buzzers.down)
        return not missing

    done = respondent.does("press_guests", heard, 2 * PATIENCE)
    if done is None or done:
        return seen(name, done)
    return Finding(name, "fail", ", ".join(str(seat + 1) for seat in sorted(missing)), "guests_unheard")


def sat_upon(chair: Any, name: str, respondent: Respondent) -> Finding:
    """Somebody sits down, and stands up again."""
    if chair.unplugged:
        return Finding(name, "fail", remedy="cable_broken")
    sat = respondent.does(f"sit_{chair.chair}", lambda: bool(chair.sits), PATIENCE)
    if not sat:
        return seen(name, sat)
    return seen(name, respondent.does(f"stand_{chair.chair}", lambda: not chair.sits, PATIENCE))
