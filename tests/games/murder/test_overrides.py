"""The host's word at any moment: kill, revive, free, jail, correct a vote, skip, give time, end. All can be undone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.murder.moves import SATURDAY, look_at, play_round
from majordome.core.cues import Cue, Hourglass, HourglassEmpty, Outcome, Refused
from majordome.core.events import Event, GameEnded, PhaseSkipped, TimeAdded
from majordome.games.murder.events import (
    BallotCast,
    Freed,
    Imprisoned,
    Killed,
    Revived,
    Tapped,
    VoteCorrected,
    Winner,
    YoungestNamed,
)
from majordome.games.murder.facts import AliveAgain, Death, Jail, Release, Sacrifice, Scream, Tally, Vote, Youngest
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, button_only, guest_list

DARK = ("murder", "dying")
BEFORE_RELEASE = ("walking", *DARK, "naming", "mourning")
AFTER_RELEASE = ("discussion", "circle", "counting", "jailing")


def saturday_night(beat: str) -> MurderParty:
    """Lia is dead. Jo and Kim sit, until they are released after the murder."""
    party = a_weekend()
    play_round(party, "Lia", jail=("Jo", "Kim"))
    play_round(party, jail=("Jo", "Kim"))
    return look_at(party, beat)


def undone(party: MurderParty, event: Event) -> list[Cue]:
    """What the host's word does at once; then take it back, and all is as it was."""
    table, beat = party.table, party.beat
    party.say(event)
    cues, after = party.cues(), party.table
    party.back()
    assert (party.table, party.beat) == (table, beat)
    party.say(event)
    assert party.table == after
    party.cues()
    return cues


# Kill, revive, free, jail.


@pytest.mark.parametrize("beat", [*BEFORE_RELEASE, *AFTER_RELEASE])
def test_a_guest_can_be_taken_out_of_the_game_at_any_beat(beat: str) -> None:
    party = saturday_night(beat)
    assert undone(party, Killed("Hal")) == [Death("Hal")]
    assert party.table.dead == {"Lia", "Hal"}
    assert party.beat == beat


@pytest.mark.parametrize("beat", [*BEFORE_RELEASE, *AFTER_RELEASE])
def test_a_guest_can_be_brought_back_at_any_beat(beat: str) -> None:
    party = saturday_night(beat)
    assert undone(party, Revived("Lia")) == [AliveAgain("Lia")]
    assert party.table.dead == frozenset()
    assert party.beat == beat


@pytest.mark.parametrize("beat", BEFORE_RELEASE)
def test_a_prisoner_can_be_freed_at_any_beat(beat: str) -> None:
    party = saturday_night(beat)
    assert undone(party, Freed("Jo")) == [Release(("Jo",))]
    assert party.table.jail == ("Kim",)
    assert party.beat == beat


@pytest.mark.parametrize("beat", ["welcome", "walking", *DARK, "naming", "mourning", *AFTER_RELEASE])
def test_a_guest_can_be_jailed_at_any_beat(beat: str) -> None:
    party = look_at(a_weekend(), beat)
    assert undone(party, Imprisoned("Hal")) == [Jail(("Hal",))]
    assert party.table.jail == ("Hal",)
    assert party.beat == beat


def test_a_killed_prisoner_leaves_the_jail() -> None:
    party = saturday_night("walking")
    party.say(Killed("Jo"))
    assert party.table.jail == ("Kim",)


def test_a_freed_prisoner_can_be_killed_and_a_jailed_guest_cannot() -> None:
    party = saturday_night("murder")
    party.say(Freed("Jo"))
    party.say(Imprisoned("Hal"))
    assert party.refusal_of(Tapped("Hal")) == Refused("victim", "prisoner_is_safe", ("Hal",))
    party.say(Tapped("Jo"))
    party.wait(10)
    assert party.table.dead == {"Lia", "Jo"}


def test_a_prisoner_of_the_hosts_before_the_release_is_released_with_the_others() -> None:
    party = saturday_night("walking")
    party.say(Freed("Jo"))
    party.say(Imprisoned("Hal"))
    look_at(party, "mourning")
    party.press()
    assert party.deeds()[0] == Release(("Kim", "Hal"))


def test_a_prisoner_of_the_hosts_after_the_release_keeps_the_seat() -> None:
    party = saturday_night("discussion")
    party.say(Imprisoned("Hal"))
    party.vote(Ida=4)
    look_at(party, "jailing")
    party.press()
    assert party.deeds()[0] == Jail(("Hal", "Ida"))


def test_a_suspect_who_is_killed_on_the_way_does_not_sit() -> None:
    party = saturday_night("counting")
    party.vote(Hal=4, Ida=3)
    party.say(Killed("Hal"))
    party.press()
    assert party.all(Jail)[-1] == Jail(("Ida",))


@pytest.mark.parametrize("beat", ["walking", *DARK, "discussion", "counting"])
def test_the_guests_win_at_once_if_the_host_jails_the_second_murderer(beat: str) -> None:
    party = look_at(a_weekend(), beat)
    party.say(Imprisoned("Ana"))
    party.cues()
    party.say(Imprisoned("Bob"))
    assert party.deeds() == [Jail(("Ana", "Bob")), Outcome("guests")]
    party.back()
    assert (party.beat, party.table.jail) == (beat, ("Ana",))


def test_the_guests_win_if_the_only_murderer_left_sits() -> None:
    party = look_at(a_weekend(), "walking")
    party.say(Imprisoned("Ana"))
    party.say(Killed("Bob"))
    assert party.deeds()[1:] == [Death("Bob"), Outcome("guests")]


def test_at_the_table_a_correction_can_end_the_game() -> None:
    party = look_at(a_table(5), "nightfall")
    for guest in ("Cid", "Dora", "Eve"):
        party.say(Killed(guest))
    assert party.deeds() == [Death("Cid"), Death("Dora"), Death("Eve"), Outcome("murderers")]
    party = look_at(a_table(5), "discussion")
    party.say(Killed("Ana"))
    party.say(Killed("Bob"))
    assert party.deeds() == [Death("Ana"), Death("Bob"), Outcome("guests")]


# A wrong count.


def test_a_wrong_count_is_corrected_on_the_way_to_jail() -> None:
    party = saturday_night("counting")
    party.vote(Hal=4, Ida=3)
    party.cues()
    corrected = VoteCorrected((("Gus", 5), ("Ida", 4), ("Hal", 0)))
    assert [c for c in undone(party, corrected) if isinstance(c, Tally)] == [Tally((("Gus", 5), ("Ida", 4)))]
    party.press()
    assert party.deeds()[0] == Jail(("Gus", "Ida"))


@pytest.mark.parametrize("beat", ["circle", "counting"])
def test_a_tie_that_was_none_is_corrected_during_the_re_vote(beat: str) -> None:
    party = saturday_night("counting")
    party.vote(Hal=4, Ida=3, Gus=3)
    look_at(party, beat)
    undone(party, VoteCorrected((("Hal", 4), ("Ida", 3), ("Gus", 2))))
    assert party.beat == "jailing"
    party.press()
    assert party.deeds()[0] == Jail(("Hal", "Ida"))


def test_a_correction_among_the_ballots_of_a_re_vote_is_of_the_first_vote() -> None:
    party = saturday_night("counting")
    party.vote(Hal=4, Ida=3, Gus=3)
    look_at(party, "counting")
    party.say(BallotCast("Ana", ("Ida",)))
    party.say(VoteCorrected((("Hal", 2), ("Ida", 3), ("Gus", 3))))
    assert party.deeds() == [Tally((("Hal", 2), ("Ida", 3), ("Gus", 3)))]
    assert party.beat == "jailing"


def test_a_correction_can_make_a_tie() -> None:
    party = saturday_night("counting")
    party.vote(Hal=4, Ida=3)
    party.cues()
    party.say(VoteCorrected((("Hal", 4), ("Ida", 3), ("Gus", 3))))
    assert party.deeds() == [Tally((("Hal", 4), ("Ida", 3), ("Gus", 3))), Vote(("Gus", "Ida"), 1)]


def test_a_corrected_re_vote_is_still_a_re_vote_for_one_hand() -> None:
    party = saturday_night("counting")
    party.vote(Hal=4, Ida=3, Gus=3)
    party.vote(Ida=6, Gus=5)
    too_many = VoteCorrected((("Ida", 11), ("Gus", 1)))
    assert party.refusal_of(too_many) == Refused("tally", "too_many_hands", ("11", "11", "12"))
    party.cues()
    party.say(VoteCorrected((("Ida", 5), ("Gus", 5))))
    assert party.deeds() == [Tally((("Ida", 5), ("Gus", 5))), Youngest("Ida")]
    party.press()
    assert party.deeds()[0] == Jail(("Hal", "Ida"))


def asked_for_the_youngest() -> MurderParty:
    """Hal, Ida and Gus are tied again for two seats, and nobody's age is known."""
    guests = tuple(replace(guest, age=None) for guest in guest_list(12))
    party = MurderParty(an_evening(guests=guests))
    party.murder("Lia")
    party.vote(Hal=3, Ida=3, Gus=3)
    party.vote(Hal=3, Ida=3, Gus=3)
    return look_at(party, "youngest")


def test_a_correction_while_the_host_is_asked_for_the_youngest() -> None:
    party = asked_for_the_youngest()
    undone(party, VoteCorrected((("Hal", 2), ("Ida", 3), ("Gus", 3))))
    assert party.beat == "jailing"
    party.press()
    assert party.deeds()[0] == Jail(("Gus", "Ida"))


def test_a_correction_at_the_verdict_lets_the_wrong_ones_go() -> None:
    party = a_weekend(known=False)
    party.murder("Lia")
    party.vote(Hal=4, Ida=3)
    party.press()
    assert party.beat == "verdict"
    undone(party, VoteCorrected((("Gus", 4), ("Ida", 3))))
    assert (party.beat, party.table.jail) == ("jailing", ())
    party.press()
    assert party.deeds() == [Jail(("Gus", "Ida"))]


def test_at_the_table_a_correction_saves_the_condemned() -> None:
    party = a_table()
    party.murder("Gus")
    party.vote(Cid=3)
    party.cues()
    undone(party, VoteCorrected((("Dora", 3), ("Cid", 2))))
    party.press()
    assert party.deeds()[0] == Sacrifice("Dora", "guest")


def test_a_count_that_cannot_be_is_no_correction_either() -> None:
    party = saturday_night("counting")
    party.vote(Hal=4, Ida=3)
    assert party.refusal_of(VoteCorrected((("Lia", 4),))) == Refused("tally", "not_a_candidate", ("Lia",))
    assert party.refusal_of(VoteCorrected((("Hal", 12),))).why == "impossible_count"


@pytest.mark.parametrize("beat", ["walking", *DARK, "discussion", "circle", "counting"])
def test_there_is_nothing_to_correct_before_the_first_count(beat: str) -> None:
    party = saturday_night(beat)
    assert party.refusal_of(VoteCorrected((("Hal", 4),))) == Refused("correction", "no_vote_open")


def test_there_is_nothing_to_correct_when_the_next_round_has_begun() -> None:
    party = saturday_night("counting")
    party.jail("Hal", "Ida")
    assert party.refusal_of(VoteCorrected((("Hal", 4),))) == Refused("correction", "no_vote_open")


# Skip, more time, the end.


@pytest.mark.parametrize(
    ("beat", "then"),
    [
        ("welcome", "walking"),
        ("walking", "mourning"),
        ("murder", "mourning"),
        ("dying", "mourning"),
        ("naming", "mourning"),
        ("mourning", "opening"),
        ("discussion", "circle"),
        ("circle", "walking"),
        ("counting", "walking"),
        ("jailing", "walking"),
        ("verdict", "walking"),
    ],
)
def test_each_phase_of_the_weekend_can_be_skipped(beat: str, then: str) -> None:
    party = look_at(a_weekend(), beat)
    undone(party, PhaseSkipped())
    assert party.beat == then
    assert party.table.dead == frozenset()


@pytest.mark.parametrize("beat", ["walking", "standing", "turning"])
def test_each_phase_of_a_day_can_be_skipped(beat: str) -> None:
    party = a_weekend()
    play_round(party, "Lia", jail=("Jo", "Kim"))
    look_at(party, beat)
    undone(party, PhaseSkipped())
    assert party.beat == "mourning_day"


@pytest.mark.parametrize(
    ("beat", "then"),
    [
        ("welcome", "nightfall"),
        ("nightfall", "mourning_at_table"),
        ("asleep", "mourning_at_table"),
        ("murder_at_table", "mourning_at_table"),
        ("dying_at_table", "mourning_at_table"),
        ("mourning_at_table", "opening"),
        ("discussion", "circle"),
        ("circle", "nightfall"),
        ("counting", "nightfall"),
        ("sacrifice", "nightfall"),
        ("one_side_left", "nightfall"),
    ],
)
def test_each_phase_of_the_table_game_can_be_skipped(beat: str, then: str) -> None:
    party = look_at(a_table(), beat)
    undone(party, PhaseSkipped())
    assert party.beat == then
    assert party.table.dead == frozenset()


def test_a_skipped_murder_has_no_scream_and_its_killer_did_not_kill() -> None:
    party = look_at(a_weekend(), "murder")
    party.say(Tapped("Lia", "Ana"))
    party.say(PhaseSkipped())
    party.wait(60)
    assert party.all(Scream) == []
    assert party.table.night_killer is None


def test_a_skipped_talk_puts_the_hourglass_away() -> None:
    party = look_at(a_weekend(), "discussion")
    party.say(PhaseSkipped())
    party.wait(600)
    assert party.all(HourglassEmpty) == []
    assert party.sand is None


def test_a_skipped_vote_jails_nobody_and_the_next_round_begins() -> None:
    party = look_at(a_weekend(), "counting")
    party.vote(Hal=4, Ida=3)
    party.cues()
    party.say(PhaseSkipped())
    assert party.deeds() == [SATURDAY]
    assert party.table.jail == ()


@pytest.mark.parametrize(("seconds", "left"), [(60, 140.0), (-60, 20.0)])
def test_the_hourglass_gets_more_sand_or_less(seconds: int, left: float) -> None:
    party = look_at(a_weekend(), "discussion")
    party.wait(100)
    assert undone(party, TimeAdded(seconds)) == [Hourglass(180 + seconds, left=left)]
    assert party.sand == left
    party.wait(left)
    assert party.deeds()[0] == HourglassEmpty()


def test_if_more_sand_is_taken_than_is_left_the_talk_is_over() -> None:
    party = look_at(a_weekend(), "discussion")
    party.wait(100)
    party.say(TimeAdded(-1000))
    assert party.sand == 0
    party.wait(0)
    assert party.deeds() == [Hourglass(0, left=None), HourglassEmpty(), Vote(party.table.living, 2)]


@pytest.mark.parametrize("beat", ["welcome", "walking", *DARK, "mourning", "circle"])
def test_without_an_hourglass_there_is_no_time_to_add(beat: str) -> None:
    party = look_at(a_weekend(), beat)
    assert party.refusal_of(TimeAdded(30)) == Refused("time", "no_hourglass")


@pytest.mark.parametrize("beat", ["asleep", "murder_at_table", "dying_at_table"])
def test_the_clock_of_the_table_night_is_no_hourglass(beat: str) -> None:
    party = look_at(a_table(), beat)
    assert party.refusal_of(TimeAdded(30)) == Refused("time", "no_hourglass")


@pytest.mark.parametrize("winner", ["guests", "murderers", "nobody"])
@pytest.mark.parametrize("beat", ["welcome", "walking", *DARK, "naming", "mourning", *AFTER_RELEASE, "verdict"])
def test_the_host_can_end_the_game_at_any_beat(beat: str, winner: Winner) -> None:
    party = look_at(a_weekend(), beat)
    party.say(GameEnded(winner))
    assert party.deeds() == [Outcome(winner)]
    assert party.beat == "finished"
    party.back()
    assert party.beat == beat


@pytest.mark.parametrize("beat", ["nightfall", "asleep", "murder_at_table", "dying_at_table", "sacrifice"])
def test_the_host_can_end_the_table_game_too(beat: str) -> None:
    party = look_at(a_table(), beat)
    party.say(GameEnded("nobody"))
    assert party.deeds() == [Outcome("nobody")]


def test_an_override_does_not_give_the_beat_its_time_again() -> None:
    party = look_at(a_weekend(), "discussion")
    party.wait(100)
    party.say(Killed("Hal"))
    assert party.sand == 80


# What the host cannot do.


@pytest.mark.parametrize(
    ("event", "refused"),
    [
        (Killed("Zoe"), Refused("name", "unknown_name", ("Zoe",))),
        (Revived("Zoe"), Refused("name", "unknown_name", ("Zoe",))),
        (Freed("Zoe"), Refused("name", "unknown_name", ("Zoe",))),
        (Imprisoned("Zoe"), Refused("name", "unknown_name", ("Zoe",))),
        (Killed("Lia"), Refused("kill", "already_dead", ("Lia",))),
        (Revived("Hal"), Refused("revive", "not_dead", ("Hal",))),
        (Freed("Hal"), Refused("free", "not_in_jail", ("Hal",))),
        (Imprisoned("Lia"), Refused("jail", "already_dead", ("Lia",))),
        (Imprisoned("Jo"), Refused("jail", "already_in_jail", ("Jo",))),
        (Imprisoned("Hal"), Refused("jail", "jail_is_full", ("Jo", "Kim"))),
    ],
    ids=repr,
)
def test_what_cannot_be_corrected_is_refused(event: Event, refused: Refused) -> None:
    for beat in ("walking", *DARK):
        party = saturday_night(beat)
        before = party.table
        assert party.refusal_of(event) == refused
        assert (party.table, party.beat) == (before, beat)


@pytest.mark.parametrize("event", [Killed("Ana"), Revived("Ana"), Freed("Ana"), Imprisoned("Ana")], ids=repr)
def test_without_a_guest_list_there_is_nobody_to_correct(event: Event) -> None:
    party = look_at(button_only(), "walking")
    assert party.refusal_of(event) == Refused("name", "no_guest_list", ("Ana",))


def test_there_is_no_jail_at_the_table() -> None:
    party = look_at(a_table(), "discussion")
    assert party.refusal_of(Imprisoned("Gus")) == Refused("jail", "no_jail_at_the_table")
    assert party.refusal_of(Freed("Gus")) == Refused("free", "not_in_jail", ("Gus",))


def test_somebody_who_has_just_died_is_not_the_youngest() -> None:
    party = asked_for_the_youngest()
    party.say(Killed("Hal"))
    assert party.refusal_of(YoungestNamed(("Hal", "Ida"))) == Refused("youngest", "not_tied", ("Gus", "Ida"))
    party.say(YoungestNamed(("Ida", "Gus")))
    party.press()
    assert party.all(Jail) == [Jail(("Ida", "Gus"))]
