"""Tied again, and nobody's age is known: the host names the youngest with the one button, too."""

from __future__ import annotations

from msgspec.structs import replace

from games.murder.moves import look_at
from majordome.core.asks import ChooseSome
from majordome.core.cues import ReadOut, Refused
from majordome.core.events import Gesture
from majordome.games.murder.events import HandsCounted, Killed
from majordome.games.murder.testing import MurderParty, an_evening, guest_list

ONE_SEAT = (HandsCounted((("Dora", 5), ("Eve", 3), ("Fay", 3))), HandsCounted((("Eve", 3), ("Fay", 3))))
TWO_SEATS = (HandsCounted((("Dora", 3), ("Eve", 3), ("Fay", 3))),) * 2


def tied(*counts: HandsCounted) -> MurderParty:
    """Twelve at a weekend whose ages nobody told, and each of these counts is a tie."""
    party = MurderParty(an_evening(guests=tuple(replace(guest, age=None) for guest in guest_list(12))))
    party.murder("Cid", by="Ana")
    look_at(party, "circle")
    for count in counts:
        party.press()
        party.say(count)
    assert party.beat == "youngest"
    return party


def asked(party: MurderParty) -> ChooseSome:
    assert party.prompter.beat is not None
    (ask,) = party.prompter.beat.asks
    assert isinstance(ask, ChooseSome)
    return ask


def pointed_at(party: MurderParty) -> str:
    """A press: whose name the butler reads out."""
    party.press()
    return party.all(ReadOut)[-1].text


def test_a_press_points_at_the_next_and_a_double_press_sends_them_to_jail() -> None:
    party = tied(*ONE_SEAT)
    assert [pointed_at(party) for _ in range(3)] == ["Eve", "Fay", "Eve"]
    party.press()
    party.double()
    assert party.table.going == ("Dora", "Fay")


def test_for_two_seats_two_are_taken_one_after_the_other() -> None:
    party = tied(*TWO_SEATS)
    party.press()
    party.double()
    assert asked(party).picked == ("Dora",)
    assert [pointed_at(party) for _ in range(3)] == ["Eve", "Fay", "Eve"]  # whoever is taken is passed over
    party.double()
    assert party.table.going == ("Dora", "Eve")


def test_what_was_taken_can_be_taken_back() -> None:
    party = tied(*TWO_SEATS)
    party.press()
    party.double()
    party.back()
    assert asked(party).picked == ()
    assert party.beat == "youngest"


def test_the_button_passes_over_who_has_died_meanwhile() -> None:
    party = tied(*ONE_SEAT)
    party.press()
    party.say(Killed("Eve"))
    assert party.refusal_of(Gesture.DOUBLE) == Refused("youngest", "not_tied", ("Fay",))
    assert pointed_at(party) == "Fay"
    party.double()
    assert party.table.going == ("Dora", "Fay")


def test_who_is_pointed_at_stays_so_when_another_of_the_tied_dies() -> None:
    party = tied(*TWO_SEATS)
    party.press()
    party.press()
    party.say(Killed("Dora"))
    assert asked(party).among[asked(party).at or 0] == "Eve"
    party.double()
    party.press()
    party.double()
    assert party.table.going == ("Eve", "Fay")


def test_where_one_was_taken_and_only_one_is_wanted_by_now_a_press_goes_on() -> None:
    party = tied(*TWO_SEATS)
    party.press()
    party.double()
    party.say(Killed("Eve"))
    party.say(Killed("Fay"))
    party.press()
    party.press()
    assert party.table.going == ("Dora",)


def test_where_all_the_tied_have_died_a_press_goes_on() -> None:
    party = tied(*ONE_SEAT)
    party.say(Killed("Eve"))
    party.say(Killed("Fay"))
    party.press()  # nobody is left to point at
    party.press()
    assert party.table.going == ("Dora",)
