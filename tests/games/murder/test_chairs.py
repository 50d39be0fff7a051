"""The two chairs of the jail, where they are fitted: they know who sits, and who stands up too early."""

from __future__ import annotations

import pytest

from games.murder.moves import SATURDAY, look_at
from majordome.core.cues import Light, Say
from majordome.games.murder.events import Freed, Imprisoned, Killed, Tapped, VoteCorrected
from majordome.games.murder.facts import Alarm, Death, Jail, Release, Scream
from majordome.games.murder.testing import MurderParty, a_weekend, button_only


def jailing(party: MurderParty | None = None) -> MurderParty:
    """Friday: Jo and Kim are led to the chairs."""
    party = party or a_weekend(chairs=True)
    if party.table.listed:
        party.murder("Lia")
        party.vote(Jo=3, Kim=3)
    return look_at(party, "jailing")


def seated(party: MurderParty | None = None) -> MurderParty:
    """Saturday: all walk but Jo and Kim."""
    party = jailing(party)
    party.sit("left")
    party.sit("right")
    if party.beat == "verdict":
        party.press()
    return look_at(party, "walking")


def saturday_night(party: MurderParty) -> MurderParty:
    """On to the sleep of Saturday night, with two on the chairs again."""
    party.murder(None)
    party.go_to("discussion")
    party.stand("left")
    party.stand("right")
    party.vote(Jo=3, Kim=3)
    party.sit("left")
    party.sit("right")
    return look_at(party, "murder")


def test_they_are_in_jail_when_both_chairs_are_taken() -> None:
    party = jailing()
    party.sit("left")
    assert (party.deeds(), party.beat) == ([], "jailing")
    party.sit("right")
    assert (party.deeds(), party.beat) == ([Jail(("Jo", "Kim")), SATURDAY], "walking")


def test_one_who_sits_down_and_gets_up_again_does_not_sit() -> None:
    party = jailing()
    party.sit("left")
    party.stand("left")
    party.sit("right")
    assert (party.deeds(), party.beat) == ([], "jailing")


def test_whoever_sat_down_before_the_box_asked_sits() -> None:
    party = a_weekend(chairs=True)
    party.murder("Lia")
    look_at(party, "counting")
    party.sit("left")
    party.sit("right")
    party.cues()
    party.vote(Jo=3, Kim=3)
    assert party.deeds()[1:] == [Jail(("Jo", "Kim")), SATURDAY]


@pytest.mark.parametrize("one_sits", [True, False])
def test_a_press_says_that_they_sit_whatever_the_chairs_say(one_sits: bool) -> None:
    party = jailing()
    if one_sits:
        party.sit("left")
    party.press()
    assert party.deeds() == [Jail(("Jo", "Kim")), SATURDAY]


def test_an_empty_chair_that_the_host_overrode_raises_no_alarm() -> None:
    party = jailing()
    party.press()
    party.go_to("discussion")
    assert party.all(Alarm) == []


def test_a_prisoner_who_sits_down_late_is_watched_from_then_on() -> None:
    party = jailing()
    party.press()
    party.sit("right")
    party.cues()
    party.stand("right")
    assert party.deeds() == [Alarm("right")]


@pytest.mark.parametrize("listed", [True, False], ids=["listed", "button only"])
def test_a_prisoner_who_stands_up_raises_the_alarm(listed: bool) -> None:
    party = seated(a_weekend(chairs=True) if listed else button_only(chairs=True))
    party.stand("left")
    alarm, word = party.cues()
    assert alarm == Alarm("left")
    assert isinstance(word, Say)
    assert word.line == "sit_down"


def test_the_alarm_is_raised_once() -> None:
    party = seated()
    party.stand("left")
    party.go_to("standing")
    party.go_to("turning")
    assert party.all(Alarm) == [Alarm("left")]


def test_whoever_sits_down_again_and_stands_up_again_raises_it_again() -> None:
    party = seated()
    party.stand("left")
    party.sit("left")
    party.stand("left")
    assert party.deeds() == [Alarm("left"), Alarm("left")]


def test_each_chair_has_its_own_alarm() -> None:
    party = seated()
    party.stand("right")
    party.stand("left")
    assert party.deeds() == [Alarm("right"), Alarm("left")]


def test_between_top_and_scream_a_chair_is_silent_and_after_the_scream_it_is_not() -> None:
    party = saturday_night(seated())
    party.stand("left")
    party.say(Tapped("Hal"))
    party.stand("right")
    party.wait(9.9)
    assert [cue for cue in party.cues() if isinstance(cue, Alarm | Say | Light)] == []
    party.wait(0.1)
    assert party.deeds() == [Scream(), Death("Hal"), Alarm("left"), Alarm("right")]


def test_whoever_sits_again_before_the_scream_was_never_noticed() -> None:
    party = saturday_night(seated())
    party.stand("left")
    party.say(Tapped("Hal"))
    party.sit("left")
    party.cues()
    party.wait(10)
    assert party.deeds() == [Scream(), Death("Hal")]


def test_after_the_release_they_may_stand_up() -> None:
    party = seated()
    party.murder("Hal")
    party.go_to("discussion")
    party.cues()
    party.stand("left")
    party.stand("right")
    assert party.deeds() == []


def test_whoever_stands_up_while_the_box_asks_for_the_verdict_is_noticed() -> None:
    party = jailing(a_weekend(chairs=True, known=False))
    party.sit("left")
    party.sit("right")
    assert party.beat == "verdict"
    party.cues()
    party.stand("left")
    assert party.deeds() == [Alarm("left")]


def test_a_corrected_vote_lets_the_wrong_suspects_stand_up() -> None:
    party = jailing(a_weekend(chairs=True, known=False))
    party.press()
    party.sit("left")
    party.say(VoteCorrected((("Hal", 5), ("Ida", 4), ("Gus", 4))))
    party.cues()
    party.stand("left")
    assert party.deeds() == []


@pytest.mark.parametrize("let_out", [Freed("Jo"), Killed("Jo")], ids=["freed", "killed"])
def test_whomever_the_host_lets_out_stands_up_without_alarm_and_the_other_does_not(let_out: Freed | Killed) -> None:
    party = seated()
    party.say(let_out)
    party.cues()
    party.stand("left")
    assert party.deeds() == []
    party.stand("right")
    assert party.deeds() == [Alarm("right")]


def test_when_the_host_has_let_both_out_the_chairs_are_quiet() -> None:
    party = seated()
    party.say(Freed("Jo"))
    party.say(Freed("Kim"))
    assert party.deeds() == [Release(("Jo",)), Release(("Kim",))]
    party.stand("left")
    party.stand("right")
    assert party.deeds() == []


def test_whomever_the_host_jails_is_watched_too() -> None:
    party = look_at(a_weekend(chairs=True), "walking")
    party.say(Imprisoned("Hal"))
    party.sit("left")
    party.stand("left")
    assert party.deeds() == [Jail(("Hal",)), Alarm("left")]


def test_chairs_that_are_not_fitted_do_not_matter() -> None:
    party = jailing(a_weekend())
    party.sit("left")
    party.sit("right")
    assert party.beat == "jailing"
    party.press()
    party.stand("left")
    party.stand("right")
    assert party.deeds() == [Jail(("Jo", "Kim")), SATURDAY]
