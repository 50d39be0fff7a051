"""Between TOP and the scream the box is silent and dark, and its time tells nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.murder.moves import look_at, play_round
from majordome.core.cues import Countdown, Cue, Light, Refused, Say, Top
from majordome.core.events import ChairLeft, ChairTaken, Event, Gesture, Pressed, TimeAdded
from majordome.games.murder.events import Freed, Imprisoned, Killed, NobodyDied, Revived, Tapped
from majordome.games.murder.facts import Alarm, Scream, Swap
from majordome.games.murder.roles import Edition, Role
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only

COUNTING = [role for role in Role if role not in (Role.MURDERER, Role.VAMPIRE)]
SECONDS = [(role, 5 if role is Role.HEART else 10) for role in COUNTING]
EACH_ROLE = pytest.mark.parametrize(("role", "seconds"), SECONDS)


def from_top_to_scream(party: MurderParty) -> list[Cue]:
    """What the room could see and hear in the latest night."""
    cues = [cue for _, cue in party.seen]
    last = len(cues) - 1 - cues[::-1].index(Scream())
    first = max(n for n, cue in enumerate(cues[:last]) if cue == Top("stop"))
    return [cue for cue in cues[first + 1 : last] if not isinstance(cue, Swap)]


def words(cues: list[Cue]) -> list[Cue | str]:
    return [cue.line if isinstance(cue, Say) else cue for cue in cues]


def seconds_to_the_scream(party: MurderParty, tapped: Tapped) -> float:
    """From the tap that is told at the night's beat to the scream."""
    party.say(tapped)
    told = party.clock.now()
    party.wait(60)
    return party.times(Scream)[-1] - told


@pytest.mark.parametrize("edition", ["A", "B"])
@EACH_ROLE
def test_between_top_and_scream_one_sentence_the_dark_and_the_countdown(
    role: Role, seconds: int, edition: Edition
) -> None:
    party = a_weekend(edition=edition, Lia=role)
    party.murder("Lia")
    assert words(from_top_to_scream(party)) == [Light("dark"), "eyes_open", Countdown(seconds)]


def test_the_same_by_the_button_alone() -> None:
    party = look_at(button_only(), "murder")
    party.press()
    party.wait(10)
    assert words(from_top_to_scream(party)) == [Light("dark"), "eyes_open", Countdown(10)]


def test_the_vampire_has_no_countdown_and_no_other_sign() -> None:
    party = a_weekend(Lia="vampire")
    party.murder("Lia", by="Ana")
    assert words(from_top_to_scream(party)) == [Light("dark"), "eyes_open"]


@EACH_ROLE
def test_at_the_table_two_sentences_the_dark_and_the_countdown(role: Role, seconds: int) -> None:
    party = a_table(Gus=role)
    party.murder("Gus")
    cues = words(from_top_to_scream(party))
    assert cues == [Light("dark"), "table_sleep", "eyes_open_table", Countdown(seconds)]


@EACH_ROLE
def test_from_the_tap_to_the_scream_it_is_ten_seconds_or_five(role: Role, seconds: int) -> None:
    assert seconds_to_the_scream(look_at(a_weekend(Lia=role), "murder"), Tapped("Lia")) == seconds
    assert seconds_to_the_scream(look_at(a_table(Gus=role), "murder_at_table"), Tapped("Gus")) == seconds


@EACH_ROLE
@pytest.mark.parametrize("number", [10, 16])
@pytest.mark.parametrize("waited", [0.0, 3.75, 300.0])
def test_the_time_depends_on_nothing_else(role: Role, seconds: int, number: int, waited: float) -> None:
    """Not on how long the murderers took, who came, how many play, what the round is or who sits."""
    for killer in (None, "Ana", "Bob"):
        party = look_at(a_weekend(number, Ida=role), "murder")
        party.wait(waited)
        assert seconds_to_the_scream(party, Tapped("Ida", killer)) == seconds
    party = a_weekend(number, Ida=role)
    play_round(party, "Cid", jail=("Ana", "Dora"))
    play_round(party, "Eve", jail=("Bob", "Dora"))
    look_at(party, "murder")
    party.wait(waited)
    assert seconds_to_the_scream(party, Tapped("Ida")) == seconds


def test_the_countdown_is_silent_and_dark() -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Tapped("Lia"))
    assert party.cues() == [Countdown(10)]
    party.wait(9.999)
    assert party.cues() == []


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        (Gesture.DOUBLE, Refused("double", "nothing_to_press")),
        (Pressed(), Refused("pressed", "not_now")),
        (Tapped("Hal"), Refused("tapped", "not_now")),
        (NobodyDied(), Refused("nobodydied", "not_now")),
        (TimeAdded(30), Refused("time", "no_hourglass")),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_press_during_the_countdown_is_refused_and_changes_nothing(said: Gesture | Event, refused: Refused) -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Tapped("Lia"))
    party.wait(4)
    before = party.table
    party.cues()
    assert party.refusal_of(said) == refused
    assert (party.table, party.beat, party.cues()) == (before, "dying", [refused])
    party.wait(6)
    assert party.times(Scream) == [party.clock.now()]


@pytest.mark.parametrize("beat", ["asleep"])
def test_at_the_table_no_press_disturbs_those_who_sleep(beat: str) -> None:
    party = look_at(a_table(), beat)
    refused = Refused("press", "nothing_to_press")
    assert party.refusal_of(Gesture.PRESS) == refused
    assert (party.beat, party.cues()) == (beat, [refused])


def test_a_refusal_is_for_the_hosts_screen_and_no_sound() -> None:
    party = look_at(a_weekend(), "murder")
    party.refusal_of(Tapped("Zoe"))
    assert [type(cue) for cue in party.cues()] == [Refused]


@pytest.mark.parametrize("game", [a_weekend, a_table])
def test_nothing_that_the_host_corrects_in_the_dark_can_be_heard_or_seen(game: Callable[[], MurderParty]) -> None:
    party = look_at(game(), "murder", "asleep")
    corrections: list[Event] = [Killed("Eve"), Revived("Eve")]
    if party.table.evening.game == "weekend":
        corrections += [Imprisoned("Eve"), Freed("Eve")]
    for event in (*corrections, ChairTaken("left"), ChairLeft("left")):
        party.say(event)
    assert [cue for cue in party.cues() if isinstance(cue, Say | Light | Top | Scream | Alarm)] == []


def test_a_correction_does_not_lengthen_the_countdown() -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Tapped("Lia"))
    told = party.clock.now()
    party.wait(6)
    party.say(Killed("Hal"))
    party.say(ChairTaken("left"))
    party.wait(4)
    assert party.times(Scream) == [told + 10]
