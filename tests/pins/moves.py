"""Moves that the pin tests share: what hands do to a box on pins, and how its sounds are read off the buzzer's pin."""

from __future__ import annotations

from majordome.core.evening import Evening, Guest, Value
from majordome.core.library import manifest
from majordome.settings.pin_map import Pins
from majordome.testing.pins import PinParty

PINS = Pins()
SECOND = Pins(second_button=7, free=("spi",))

# Seconds that the buzzer's pin is high, beep by beep.
BEEPS = {
    (0.9,): "stop",
    (0.35, 0.35): "turn",
    (0.18, 0.18, 0.5): "vote",
    (0.5, 0.8): "empty",
    (0.12,) * 6: "alarm",
}
LONGEST_GAP = 0.25  # seconds of silence within one pattern


def a_box(pins: Pins = PINS, *, chairs: bool = False, discussion: int = 180) -> PinParty:
    """A button-only weekend on pins, at the first press."""
    return PinParty(an_evening(chairs=chairs, discussion=discussion), pins)


def an_evening(game: str = "weekend", guests: tuple[Guest, ...] = (), **chosen: Value) -> Evening:
    """Everything as the game has it, but for these."""
    return Evening(game, guests, manifest(game).usual(**chosen))


def heard(party: PinParty) -> list[str]:
    """What a crowd hears from the buzzer, by the levels of its pin alone."""
    return [name for _, name in sounds(party)]


def sounds(party: PinParty) -> list[tuple[float, str]]:
    """The same with the time at which each began."""
    bursts: list[list[tuple[float, float]]] = []
    for began, length in party.pulses(party.pins.buzzer):
        last = bursts[-1][-1] if bursts else None
        if last is not None and began - sum(last) < LONGEST_GAP:
            bursts[-1].append((began, length))
        else:
            bursts.append([(began, length)])
    return [(burst[0][0], BEEPS[tuple(length for _, length in burst)]) for burst in bursts]


def go_to(party: PinParty, *beats: str) -> PinParty:
    """Press, sit or wait, as a host does, until the box is at one of these beats."""
    while party.beat not in beats:
        step(party)
    return party


def step(party: PinParty) -> None:
    """The simplest thing that goes on from here."""
    before = party.beat
    match before:
        case "discussion" | "dying" | "asleep" | "murder_at_table" | "dying_at_table":
            while party.beat == before:
                party.wait(1.0)
        case "jailing" if party.prompter.evening.flag("chairs"):
            party.sit("left")
            party.sit("right")
        case _:
            party.press()
    assert party.beat != before, f"the box stays at '{before}'"
    party.wait(2.0)  # until sounds and lights have come to rest
