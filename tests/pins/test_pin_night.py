"""Between TOP and the scream closed eyes learn nothing: no pin of the box changes, whatever the host does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from majordome.core.events import Gesture, Wish
from majordome.games.murder.facts import Scream
from majordome.settings.pin_map import Pins
from majordome.testing.pins import TOUCH, PinParty
from pins.moves import SECOND, an_evening, go_to, sounds

TOP = TOUCH + 0.9  # seconds from the finger on the button to its end: it begins as the finger leaves
Deed = Callable[[PinParty], None]


def changes_in_the_dark(party: PinParty, top: float, until: float | None = None) -> list[tuple[float, int, float]]:
    """Every change of an output between the end of TOP and the scream."""
    if until is None:
        (until,) = [t for t, cue in party.seen if isinstance(cue, Scream)]
    return [change for change in party.trace if top + TOP + 1e-6 < change[0] < until]


def all_dark(party: PinParty) -> bool:
    pins = (party.pins.buzzer, party.pins.button_lamp, *party.pins.hourglass, *party.pins.lamp)
    return all(party.level(pin) == 0 for pin in pins)


def nothing(party: PinParty) -> None:
    party.wait(1)


def second_button(party: PinParty) -> None:
    party.down(SECOND.second_button)
    party.wait(0.1)
    party.up(SECOND.second_button)
    party.wait(1)


def pauses_and_goes_on(party: PinParty) -> None:
    party.press(2.5)
    party.wait(5)
    party.press()


def chairs_move(party: PinParty) -> None:
    party.sit("left")
    party.stand("left", 1.2)
    party.sit("right")


def pulls_a_cable(party: PinParty) -> None:
    party.up(party.pins.left_chair)
    party.up(party.pins.left_chair_check)
    party.wait(2)


def types(party: PinParty) -> None:
    party.say(Gesture.DOUBLE)
    party.say(Wish.PAUSE)
    party.say(Wish.GO_ON)


DEEDS: list[Deed] = [nothing, second_button, pauses_and_goes_on, chairs_move, pulls_a_cable, types]
WIRED = Pins(second_button=7, left_chair_check=8, free=("spi",))


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_nothing_shines_or_sounds_while_the_victim_counts(deed: Deed) -> None:
    party = go_to(PinParty(an_evening(chairs=True), WIRED), "walking")
    top = party.clock.now()
    party.press()
    party.wait(3)
    assert all_dark(party)
    party.press()
    assert party.beat == "dying"
    deed(party)
    assert all_dark(party)
    party.wait(30)
    assert changes_in_the_dark(party, top) == []


@pytest.mark.parametrize("deed", [nothing, chairs_move, pulls_a_cable, pauses_and_goes_on], ids=lambda d: d.__name__)
def test_nothing_shines_or_sounds_while_the_murderer_walks(deed: Deed) -> None:
    party = go_to(PinParty(an_evening(chairs=True), WIRED), "walking")
    top = party.clock.now()
    party.press()
    party.wait(2)
    deed(party)
    assert party.beat == "murder"
    party.press()
    party.wait(30)
    assert changes_in_the_dark(party, top) == []


@pytest.mark.parametrize("deed", [nothing, chairs_move, pauses_and_goes_on], ids=lambda d: d.__name__)
def test_nothing_shines_or_sounds_in_a_night_around_the_table(deed: Deed) -> None:
    party = go_to(PinParty(an_evening("table"), WIRED), "nightfall")
    top = party.clock.now()
    party.press()
    party.wait(3)
    deed(party)
    party.wait_for("last_guest")
    assert changes_in_the_dark(party, top) == []


def test_a_prisoner_who_stands_up_in_the_dark_is_heard_only_when_all_are_awake() -> None:
    party = PinParty(an_evening(chairs=True))
    for _ in range(2):
        go_to(party, "verdict")
        party.press()
    assert (party.beat, party.prompter.table.round) == ("walking", 3)
    top = party.clock.now()
    party.press()
    party.press()
    party.stand("left", 15)
    scream = max(t for t, cue in party.seen if isinstance(cue, Scream))
    assert [change for change in party.trace if top + TOP + 1e-6 < change[0] < scream] == []
    assert [name for t, name in sounds(party) if t > top + TOP] == ["alarm"]
    assert sounds(party)[-1][0] == pytest.approx(scream, abs=1e-3)


def test_a_button_held_through_the_night_shows_no_light() -> None:
    party = go_to(PinParty(an_evening()), "walking")
    top = party.clock.now()
    party.press()
    party.press()
    party.wait(2)
    party.down()
    party.wait(1.5)
    assert party.beat == "dying"
    assert changes_in_the_dark(party, top, until=party.clock.now()) == []


def test_the_lamp_goes_out_with_the_press_itself() -> None:
    party = go_to(PinParty(an_evening()), "walking")
    party.down()
    assert party.level(22) == 0
    party.wait(0.1)
    party.up()
    assert [party.level(pin) for pin in (12, 27, 22)] == [0, 0, 1]
