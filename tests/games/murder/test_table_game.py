"""`table`: the box is the butler nobody has, and the night runs on its own clock."""

from __future__ import annotations

import pytest

from games.murder.moves import killed_by_night, look_at, talked, voted
from majordome.core.cues import Light, Outcome, Say, Top
from majordome.core.events import Answered
from majordome.core.script_reading import CALL_SECONDS
from majordome.games.murder.events import CountedAloud, Killed, Named, NobodyDied, Tapped, WinnerNamed
from majordome.games.murder.facts import Death, Round, Sacrifice, Scream, Vote
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import MurderParty, a_table


def sacrifice(party: MurderParty, name: str) -> None:
    """From here until that player's card is turned."""
    party.vote({name: 2})
    party.go_to("sacrifice")
    party.press()


def unknown(number: int = 7) -> MurderParty:
    return a_table(number, known=False)


# The night.


def test_one_press_and_no_other_is_needed_while_eyes_are_closed() -> None:
    party = look_at(a_table(), "nightfall")
    party.press()
    party.wait(120)
    assert party.beat == "naming"
    assert party.deeds() == killed_by_night(None)[:-1]


def test_all_sleep_ten_seconds_before_the_murderers_open_their_eyes() -> None:
    party = look_at(a_table(), "nightfall")
    party.wait(60)  # the butler has finished his sentence
    party.press()
    sleep = party.all(Say)[-1]
    assert sleep.line == "table_sleep"
    told = CALL_SECONDS + sleep.seconds  # the butler speaks when TOP has been heard
    asleep = party.clock.now() + told
    party.wait(told + 9.5)
    assert party.beat == "asleep"
    party.wait(0.5)
    assert (party.beat, party.clock.now() - asleep) == ("murder_at_table", 10)
    assert party.all(Say)[-1].line == "eyes_open_table"


def test_the_murderers_have_time_to_choose_and_then_the_victim_counts_ten() -> None:
    party = look_at(a_table(), "murder_at_table")
    words = party.all(Say)[-1].seconds
    begun = party.clock.now()
    party.wait(120)
    assert party.times(Scream) == [begun + words + party.table.evening.number("choosing") + 10]


@pytest.mark.parametrize("edition", ["A", "B"])
def test_the_room_goes_dark_at_top_and_wakes_with_the_scream(edition: Edition) -> None:
    party = look_at(a_table(edition=edition), "nightfall")
    party.press()
    party.wait_until("naming")
    shown = [cue for cue in party.cues() if isinstance(cue, Light | Top | Scream)]
    assert shown == [Top("stop"), Light("dark"), Scream(), Light("awake")]


def test_a_tap_told_by_phone_is_a_death_with_a_name() -> None:
    party = look_at(a_table(), "murder_at_table")
    party.say(Tapped("Gus", "Ana"))
    party.wait(10)
    assert party.deeds() == killed_by_night("Gus")[1:]


def test_a_night_may_pass_without_a_murder() -> None:
    party = look_at(a_table(), "murder_at_table")
    party.say(NobodyDied())
    assert (party.deeds(), party.beat) == ([], "mourning_at_table")


def test_after_a_night_of_its_own_the_box_asks_who_died() -> None:
    party = look_at(a_table(), "naming")
    party.say(Named("Gus"))
    assert party.deeds() == [Death("Gus")]
    assert party.table.dead == {"Gus"}


# The sacrifice.


def test_whoever_has_most_votes_is_sacrificed_and_turns_the_card() -> None:
    party = a_table(Fay="heart")
    party.murder("Gus")
    party.cues()
    sacrifice(party, "Fay")
    candidates = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay")
    turned = party.all(Say)[-2]
    assert party.deeds() == [
        *talked(),
        *voted(candidates, 1, Fay=2),
        Sacrifice("Fay", "heart"),
        Round(2, "saturday", "night"),
    ]
    assert (turned.line, turned.names, turned.role) == ("card_turned", ("Fay",), "heart")
    assert party.table.dead == {"Gus", "Fay"}


def test_nobody_sits_out_and_nobody_is_jailed() -> None:
    party = a_table()
    party.murder("Gus")
    sacrifice(party, "Fay")
    assert party.table.jail == ()


def test_the_nights_count_up_and_the_days_go_on() -> None:
    party = a_table(9)
    for victim, sacrificed in (("Cid", "Dora"), ("Eve", "Fay"), ("Gus", "Ana")):
        party.murder(victim)
        sacrifice(party, sacrificed)
    assert party.all(Round) == [
        Round(1, "friday", "night"),
        Round(2, "saturday", "night"),
        Round(3, "sunday", "night"),
        Round(4, "monday", "night"),
    ]


def test_the_week_begins_again_after_thursday() -> None:
    party = a_table()
    for _ in range(7):
        party.murder(None)
        party.go_to("sacrifice")
        party.press()
        party.press()  # nobody was named: no, both sides are left
    assert party.all(Round)[-1] == Round(8, "friday", "night")


# Who has won.


def test_the_murderers_win_with_the_murder_of_the_last_guest() -> None:
    party = a_table(5)
    party.murder("Cid")
    sacrifice(party, "Dora")
    look_at(party, "nightfall")
    party.murder("Eve")
    assert party.deeds() == [*killed_by_night("Eve"), Outcome("murderers")]


def test_the_murderers_win_with_the_sacrifice_of_the_last_guest() -> None:
    party = a_table(6)
    party.murder("Cid")
    sacrifice(party, "Dora")
    party.murder("Eve")
    party.cues()
    sacrifice(party, "Fay")
    assert party.deeds()[-2:] == [Sacrifice("Fay", "guest"), Outcome("murderers")]


def test_the_guests_win_with_the_sacrifice_of_the_second_murderer() -> None:
    party = a_table()
    party.murder("Cid")
    sacrifice(party, "Ana")
    assert party.all(Outcome) == []
    party.murder("Dora")
    sacrifice(party, "Bob")
    assert party.deeds()[-2:] == [Sacrifice("Bob", "murderer"), Outcome("guests")]


def test_one_murderer_alone_goes_on_killing_and_can_still_win() -> None:
    party = a_table(5)
    party.murder("Cid")
    sacrifice(party, "Ana")
    party.murder("Dora")
    sacrifice(party, "Eve")
    assert party.deeds()[-1] == Outcome("murderers")


def test_as_many_murderers_as_guests_is_not_yet_the_end() -> None:
    party = a_table(5)
    party.murder("Cid")
    sacrifice(party, "Dora")
    assert party.table.living == ("Ana", "Bob", "Eve")
    assert party.beat == "nightfall"


# Where the box does not know the cards.


def test_while_more_than_two_live_one_of_them_must_be_a_guest_and_nothing_is_asked() -> None:
    party = unknown()
    party.murder("Gus")
    assert party.beat == "mourning_at_table"


def three_left() -> MurderParty:
    party = unknown()
    for name in ("Cid", "Dora", "Eve", "Fay"):
        party.say(Killed(name))
    return party


def test_when_two_are_left_the_box_asks_for_the_last_guest() -> None:
    party = three_left()
    party.murder("Gus")
    assert party.beat == "last_guest"
    party.say(Answered(yes=False))
    assert party.beat == "opening"


def test_if_the_last_guest_is_dead_the_murderers_have_won() -> None:
    party = three_left()
    party.murder("Gus")
    party.cues()
    party.say(Answered(yes=True))
    assert party.deeds() == [Outcome("murderers")]


@pytest.mark.parametrize("winner", ["guests", "murderers"])
def test_after_each_sacrifice_the_box_asks_whether_one_side_is_left_and_which(winner: str) -> None:
    party = unknown()
    party.murder("Gus")
    sacrifice(party, "Fay")
    assert party.beat == "one_side_left"
    party.say(Answered(yes=True))
    party.cues()
    party.say(WinnerNamed("guests" if winner == "guests" else "murderers"))
    assert [cue.winner for cue in party.all(Outcome)] == [winner]


def test_a_card_that_the_box_does_not_know_is_not_read_aloud() -> None:
    party = unknown()
    party.murder("Gus")
    party.cues()
    sacrifice(party, "Fay")
    assert party.all(Sacrifice) == [Sacrifice("Fay", None)]
    assert "card_turned" not in [say.line for say in party.all(Say)]


def test_if_both_sides_are_left_the_next_night_falls() -> None:
    party = unknown()
    party.murder("Gus")
    sacrifice(party, "Fay")
    party.cues()
    party.say(Answered(yes=False))
    assert party.deeds() == [Round(2, "saturday", "night")]


def test_hands_counted_aloud_sacrifice_somebody_without_a_name() -> None:
    party = a_table()
    party.murder("Gus")
    look_at(party, "counting")
    party.say(CountedAloud())
    party.press()
    assert (party.deeds(), party.beat) == ([Sacrifice(None, None)], "one_side_left")


def test_a_sacrifice_without_a_name_is_missed_by_the_butler_until_it_has_one() -> None:
    party = a_table()
    party.murder("Gus")
    look_at(party, "counting")
    party.say(CountedAloud())
    party.press()
    assert party.table.unnamed == 1
    party.press()  # both sides are left
    party.murder("Fay")
    look_at(party, "mourning_at_table")
    party.press()
    asked = next(cue for cue in party.cues() if isinstance(cue, Say))
    assert (asked.line, asked.names) == ("dead_check", ("Fay", "Gus"))
    party.say(Killed("Eve"))
    assert party.table.unnamed == 0


def test_the_vote_is_for_one_seat_only() -> None:
    party = a_table()
    party.murder("Gus")
    party.go_to("circle")
    assert party.all(Vote)[-1].seats == 1
