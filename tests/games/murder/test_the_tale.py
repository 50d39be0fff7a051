"""The evening told at the end is true: whoever was jailed, whatever the box was told, and heard again on a wish."""

from __future__ import annotations

from majordome.core.cues import Say
from majordome.core.events import GameEnded, Wish
from majordome.core.game import ROOM
from majordome.core.library import load
from majordome.games.murder.events import Exchanged
from majordome.games.murder.facts import KilledBy
from majordome.games.murder.tale import MOST_VOTES
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only

Told = list[tuple[str, tuple[str, ...]]]


def aloud(party: MurderParty) -> Told:
    return [(cue.line, cue.names) for cue in party.all(Say) if cue.line.startswith("tale_")]


def written(party: MurderParty) -> Told:
    return list(load(party.prompter.evening.game).view(party.table, None, ROOM)["tale"])


def sacrificed(party: MurderParty, *names: str) -> None:
    for name in names:
        party.murder(None)
        party.vote({name: 3})
        party.press()
        if party.beat == "one_side_left":
            party.press()


# The vote that decided.


def test_a_vote_against_two_innocents_was_not_right_even_if_the_host_gives_the_guests_the_game() -> None:
    party = a_weekend()
    party.murder("Lia")
    party.jail("Jo", "Kim")
    party.say(GameEnded("guests"))
    for told in (aloud(party), written(party)):
        assert ("tale_decided_murderers", ("Jo", "Kim")) in told
        assert "tale_decided_guests" not in dict(told)


def test_half_a_truth_that_won_is_neither_right_nor_not_enough() -> None:
    party = a_weekend()
    party.murder("Lia")
    party.jail("Ana", "Kim")
    party.say(GameEnded("guests"))
    assert not {"tale_decided_guests", "tale_decided_half", "tale_decided_murderers"} & set(dict(aloud(party)))


def test_around_a_table_the_vote_that_decided_is_told_last_however_many_there_were() -> None:
    party = a_table(9)
    sacrificed(party, "Cid", "Dora", "Ana", "Bob")
    votes = [("tale_sacrificed", (name,)) for name in ("Cid", "Dora", "Ana")]
    assert len(votes) == MOST_VOTES
    assert aloud(party)[1:] == [*votes, ("tale_decided_guests", ("Bob",)), ("tale_ends", ())]
    assert written(party)[1:] == [*votes, ("tale_decided_guests", ("Bob",))]


def test_around_a_table_a_sacrificed_guest_decided_nothing() -> None:
    party = a_table()
    sacrificed(party, "Cid")
    party.say(GameEnded("guests"))
    assert aloud(party)[1:] == [("tale_sacrificed", ("Cid",)), ("tale_ends", ())]


# Names without cards.


def test_with_names_but_no_cards_the_dead_and_the_sacrificed_are_told_and_who_held_what_is_not() -> None:
    party = a_table(known=False)
    party.murder("Gus", by="Ana")
    party.vote(Fay=3)
    party.press()
    party.press()  # both sides are left
    party.say(GameEnded("guests"))
    assert aloud(party) == [("tale_first", ("Gus",)), ("tale_sacrificed", ("Fay",)), ("tale_no_cards", ())]
    assert written(party)[-1] == ("tale_no_cards", ())


def test_a_weekend_without_cards_judges_nobody() -> None:
    party = a_weekend(known=False)
    party.murder("Lia")
    party.jail("Ana", "Kim")
    party.say(GameEnded("murderers"))
    assert aloud(party) == [("tale_first", ("Lia",)), ("tale_no_cards", ())]


def test_without_one_name_there_is_nothing_to_tell() -> None:
    party = button_only()
    party.go_to("verdict")
    party.hold()
    assert aloud(party) == written(party) == [("tale_unknown", ())]


# The vampire.


def test_both_who_exchanged_their_cards_are_named() -> None:
    party = a_weekend(Dora="vampire")
    party.murder("Dora", by="Ana")
    party.say(GameEnded("murderers"))
    assert ("tale_swap", ("Dora", "Ana")) in aloud(party)


def test_a_murderer_who_died_of_an_unknown_vampire_is_nobodys_killer() -> None:
    party = a_table(Dora="vampire", Eve="vampire")
    party.murder("Ana")
    party.say(Exchanged())
    party.say(GameEnded("murderers"))
    assert party.all(KilledBy) == []
    assert written(party)[0] == ("tale_died", ("Ana",))


# Once more.


def test_the_ending_can_be_heard_again() -> None:
    party = a_weekend()
    party.murder("Lia")
    party.vote(Ana=3, Bob=3)
    party.cues()
    party.press()
    ending = [cue for cue in party.cues() if isinstance(cue, Say)]
    assert ending[0].line == "guests_win"
    party.say(Wish.REPEAT)
    assert party.cues() == ending
