"""A vote that is skipped, ended, corrected or taken back leaves nothing behind, and asks as things are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from games.murder.moves import look_at, play_round
from majordome.core.asks import Ask, Ballots, Choose, ChooseSome, Counts
from majordome.core.cues import Refused
from majordome.core.events import Event, GameEnded, PhaseSkipped, Wish
from majordome.core.view import host, room
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    Freed,
    HandsCounted,
    Imprisoned,
    Killed,
    Kissed,
    Named,
    Revived,
    Tapped,
    VoteCorrected,
    Winked,
    YoungestNamed,
)
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, guest_list

TIED = HandsCounted((("Dora", 5), ("Eve", 3), ("Fay", 3)))
TIED_AGAIN = HandsCounted((("Eve", 3), ("Fay", 3)))


def ageless() -> MurderParty:
    """Twelve at a weekend whose ages nobody told."""
    return MurderParty(an_evening(guests=tuple(replace(guest, age=None) for guest in guest_list(12))))


def at_the_table() -> MurderParty:
    return MurderParty(an_evening("table", guests=tuple(replace(guest, age=None) for guest in guest_list(9))))


WEEKEND: dict[str, tuple[Event | None, ...]] = {  # None: press on to the next beat
    "circle": (),
    "counting": (None,),
    "counting_ballots": (None, BallotCast("Ana", ("Dora", "Eve"))),
    "circle again": (None, TIED),
    "counting again": (None, TIED, None),
    "counting_ballots again": (None, TIED, None, BallotCast("Ana", ("Eve",))),
    "youngest": (None, TIED, None, TIED_AGAIN),
    "jailing": (None, HandsCounted((("Dora", 5), ("Eve", 3)))),
}
ONE_TIED = HandsCounted((("Dora", 3), ("Eve", 3)))
TABLE: dict[str, tuple[Event | None, ...]] = {
    "circle": (),
    "counting": (None,),
    "counting_ballots": (None, BallotCast("Ana", ("Dora",))),
    "circle again": (None, ONE_TIED),
    "youngest": (None, ONE_TIED, None, ONE_TIED),
    "sacrifice": (None, HandsCounted((("Dora", 3),))),
}
PLACES = [
    *(pytest.param(ageless, said, place.split()[0], id=f"weekend, {place}") for place, said in WEEKEND.items()),
    *(pytest.param(at_the_table, said, place.split()[0], id=f"table, {place}") for place, said in TABLE.items()),
]


def stand(party: MurderParty, said: tuple[Event | None, ...], beat: str) -> MurderParty:
    """Go into the vote so far."""
    party.murder("Cid", by="Ana")
    look_at(party, "circle")
    for event in said:
        party.say(event) if event is not None else party.press()
    assert party.beat == beat
    assert seen(party) is not None
    return party


def seen(party: MurderParty) -> object:
    """The vote as the room sees it."""
    return room(party.prompter.snapshot, party.clock.now()).table["vote"]


def left_over(party: MurderParty) -> tuple[object, ...]:
    table = party.table
    return table.pointing, table.going, table.tally, table.poll


CLEAN = (None, (), (), None)


@pytest.mark.parametrize(("party", "said", "beat"), PLACES)
def test_a_vote_that_is_skipped_leaves_nothing_behind(
    party: Callable[[], MurderParty], said: tuple[Event | None, ...], beat: str
) -> None:
    skipped = stand(party(), said, beat)
    skipped.say(PhaseSkipped())
    assert skipped.beat in ("walking", "nightfall")
    assert (left_over(skipped), seen(skipped)) == (CLEAN, None)
    assert not host(skipped.prompter.snapshot).table["can_correct"]


@pytest.mark.parametrize(("party", "said", "beat"), PLACES)
def test_a_game_that_is_ended_in_the_middle_of_a_vote_shows_none(
    party: Callable[[], MurderParty], said: tuple[Event | None, ...], beat: str
) -> None:
    ended = stand(party(), said, beat)
    ended.say(GameEnded("nobody"))
    assert ended.beat == "finished"
    assert (left_over(ended), seen(ended)) == (CLEAN, None)


@pytest.mark.parametrize(("party", "said", "beat"), PLACES)
def test_a_game_that_is_won_by_a_correction_in_the_middle_of_a_vote_shows_none(
    party: Callable[[], MurderParty], said: tuple[Event | None, ...], beat: str
) -> None:
    won = stand(party(), said, beat)
    won.say(Killed("Ana"))
    won.say(Killed("Bob"))
    assert won.beat == "finished"
    assert (left_over(won), seen(won)) == (CLEAN, None)


@pytest.mark.parametrize(("party", "said", "beat"), PLACES)
def test_a_vote_that_is_taken_back_is_as_if_it_had_never_been_and_put_back_as_it_was(
    party: Callable[[], MurderParty], said: tuple[Event | None, ...], beat: str
) -> None:
    back = stand(party(), said, beat)
    stood = back.table
    for _ in said:
        back.back()
    assert back.beat == "circle"
    assert (back.table.tally, back.table.going, back.table.poll) == ((), (), None)
    assert back.table.pointing is not None
    back.back()
    assert back.beat in ("mourning", "mourning_at_table")
    assert (left_over(back), seen(back)) == (CLEAN, None)
    for _ in (None, *said):
        back.say(Wish.PUT_BACK)
    assert (back.beat, back.table) == (beat, stood)


def test_a_finished_weekend_shows_no_vote_any_more() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    party.jail("Ana", "Bob")
    assert party.beat == "finished"
    assert (left_over(party), seen(party)) == (CLEAN, None)


def test_a_corrected_count_leaves_nothing_of_the_first() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    party.vote(Dora=5, Eve=3)
    party.say(VoteCorrected((("Fay", 5), ("Gus", 3), ("Hal", 3))))
    assert party.beat == "circle"
    assert party.table.going == ()
    assert party.table.tally == (("Fay", 5), ("Gus", 3), ("Hal", 3))
    assert party.table.pointing is not None
    assert party.table.pointing.candidates == ("Gus", "Hal")


# What is asked follows what the host corrects.


def asked(party: MurderParty, kind: type[Ask]) -> Ask:
    """The question of this kind."""
    assert party.prompter.beat is not None
    return next(ask for ask in party.prompter.beat.asks if isinstance(ask, kind))


def options(party: MurderParty) -> list[str]:
    ask = asked(party, Choose)
    assert isinstance(ask, Choose)
    return [option.name for option in ask.options if option.name]


@pytest.mark.parametrize("cast", [(), (BallotCast("Ana", ("Dora", "Eve")),)])
def test_whoever_dies_while_hands_are_counted_is_asked_no_more(cast: tuple[Event, ...]) -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    look_at(party, "counting")
    for ballot in cast:
        party.say(ballot)
    party.say(Killed("Hal"))
    ballots, counts = asked(party, Ballots), asked(party, Counts)
    assert isinstance(ballots, Ballots)
    assert isinstance(counts, Counts)
    assert "Hal" not in ballots.players
    assert "Hal" not in ballots.among
    assert counts.among == ballots.among
    assert (counts.most_each, counts.most) == (10, 20)


def test_whoever_is_revived_while_hands_are_counted_has_a_ballot() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    look_at(party, "counting")
    party.say(Revived("Cid"))
    ballots = asked(party, Ballots)
    assert isinstance(ballots, Ballots)
    assert "Cid" in ballots.players
    assert ballots.allows(BallotCast("Cid", ("Ana", "Bob")), "Cid")


def test_nobody_votes_against_a_prisoner_whom_the_host_led_away_meanwhile() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    look_at(party, "counting")
    party.say(BallotCast("Ana", ("Dora", "Eve")))
    party.say(Imprisoned("Hal"))
    hal = BallotCast("Bob", ("Hal", "Ida"))
    assert party.refusal_of(hal) == Refused("ballot of Bob", "not_a_candidate", ("Hal",))
    party.say(BallotCast("Eve", ("Dora", "Fay")))
    assert party.refusal_of(hal) == Refused("ballot of Bob", "not_a_candidate", ("Hal",))
    assert party.refusal_of(HandsCounted((("Hal", 3),))) == Refused("tally", "not_a_candidate", ("Hal",))
    party.say(BallotsClosed(others=True))
    assert party.table.tally == (("Dora", 2), ("Eve", 1), ("Fay", 1))
    assert party.table.going == ("Hal", "Dora")


@pytest.mark.parametrize("chosen", ["murder", "turning"])
def test_a_prisoner_who_is_freed_meanwhile_can_be_named_as_the_victim(chosen: str) -> None:
    party = a_weekend()
    play_round(party, "Lia", by="Ana", jail=("Jo", "Kim"))
    if chosen == "murder":
        play_round(party, jail=("Jo", "Kim"))
    look_at(party, chosen)
    assert "Jo" not in options(party)
    party.say(Freed("Jo"))
    assert "Jo" in options(party)
    party.say(Killed("Hal"))
    assert "Hal" not in options(party)
    party.say(Tapped("Jo") if chosen == "murder" else Winked("Jo"))


def test_whoever_is_revived_while_all_ask_who_died_can_be_named() -> None:
    party = a_table()
    party.murder("Gus")
    party.vote(Fay=2)
    party.press()
    look_at(party, "naming")
    assert "Fay" not in options(party)
    party.say(Revived("Fay"))
    assert "Fay" in options(party)
    party.say(Named("Fay"))
    assert party.table.dead == {"Gus", "Fay"}


def test_a_kiss_is_asked_of_the_living_as_they_are() -> None:
    party = a_weekend(Cid="charmer")
    play_round(party, "Lia", by="Ana", jail=("Jo", "Kim"))
    look_at(party, "turning")
    party.say(Killed("Hal"))
    assert party.prompter.beat is not None
    kiss = next(ask for ask in party.prompter.beat.asks if isinstance(ask, Choose) and ask.question == "kiss")
    assert Kissed("Hal") not in list(kiss.answers())


def test_the_tied_who_dies_is_not_asked_for_as_the_youngest() -> None:
    party = stand(ageless(), WEEKEND["youngest"], "youngest")
    assert asked(party, ChooseSome) == ChooseSome("youngest", ("Eve", "Fay"), YoungestNamed, least=1, most=1)
    party.say(Killed("Eve"))
    assert asked(party, ChooseSome) == ChooseSome("youngest", ("Fay",), YoungestNamed, least=1, most=1)
    assert party.refusal_of(YoungestNamed(("Eve",))) == Refused("youngest", "not_tied", ("Fay",))
    party.say(YoungestNamed(("Fay",)))
    assert party.table.going == ("Dora", "Fay")


def test_where_all_the_tied_have_died_nobody_is_asked_for() -> None:
    party = stand(ageless(), WEEKEND["youngest"], "youngest")
    party.say(Killed("Eve"))
    party.say(Killed("Fay"))
    assert asked(party, ChooseSome) == ChooseSome("youngest", (), YoungestNamed, least=0, most=0)
    party.say(YoungestNamed(()))
    assert party.table.going == ("Dora",)
