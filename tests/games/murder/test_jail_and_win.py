"""The jail, the release, and who has won."""

from __future__ import annotations

import pytest

from games.murder.moves import MONDAY, SATURDAY, judged, look_at, play_round, released
from majordome.core.cues import Effect, Light, Outcome, Say
from majordome.core.events import Answered
from majordome.games.murder.facts import Jail, Release, Round
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import MurderParty, a_weekend


def jailing(party: MurderParty, *suspects: str) -> MurderParty:
    """Friday: Lia is dead, these two are led to the chairs."""
    party.murder("Lia")
    party.vote(dict.fromkeys(suspects, 3))
    return look_at(party, "jailing")


def test_two_suspects_sit_for_one_round() -> None:
    party = jailing(a_weekend(), "Jo", "Kim")
    party.press()
    assert party.deeds() == [Jail(("Jo", "Kim")), SATURDAY]
    assert party.table.jail == ("Jo", "Kim")


def test_on_friday_there_is_nobody_to_release() -> None:
    party = a_weekend()
    party.murder("Lia")
    party.go_to("discussion")
    assert party.all(Release) == []


def test_the_prisoners_are_free_after_the_next_murder_and_before_the_talk() -> None:
    party = a_weekend()
    play_round(party, "Lia", jail=("Jo", "Kim"))
    party.murder("Hal")
    party.cues()
    party.jail("Ida", "Kim")
    assert party.deeds()[:-1] == [*released("Jo", "Kim"), *judged(party.table.living, "Ida", "Kim")]


def test_a_released_prisoner_votes_and_may_be_jailed_again() -> None:
    party = a_weekend()
    play_round(party, "Lia", jail=("Jo", "Kim"))
    party.murder("Hal")
    party.ballots({"Jo": ("Jo", "Kim")})
    party.press()
    assert party.table.jail == ("Jo", "Kim")


@pytest.mark.parametrize("edition", ["A", "B"])
def test_the_guests_win_at_once_when_both_murderers_sit(edition: Edition) -> None:
    party = jailing(a_weekend(edition=edition), "Ana", "Bob")
    party.press()
    assert party.deeds() == [Jail(("Ana", "Bob")), Outcome("guests")]
    assert party.beat == "finished"


def test_one_murderer_in_jail_is_never_announced() -> None:
    innocent, guilty = jailing(a_weekend(), "Jo", "Kim"), jailing(a_weekend(), "Ana", "Kim")
    innocent.press()
    guilty.press()
    assert [cue for cue in guilty.cues() if cue != Jail(("Ana", "Kim"))] == [
        cue for cue in innocent.cues() if cue != Jail(("Jo", "Kim"))
    ]
    assert guilty.beat == "walking"


def test_one_murderer_after_the_other_is_not_enough() -> None:
    party = a_weekend()
    play_round(party, jail=("Ana", "Kim"))
    play_round(party, jail=("Bob", "Kim"))
    assert party.all(Outcome) == []


@pytest.mark.parametrize("edition", ["A", "B"])
def test_on_monday_morning_the_murderers_win(edition: Edition) -> None:
    party = a_weekend(edition=edition)
    for _ in range(4):
        play_round(party, jail=("Jo", "Kim"))
    party.murder(None)
    party.vote(Ana=3, Kim=3)
    look_at(party, "jailing")
    party.press()
    assert party.deeds() == [Jail(("Ana", "Kim")), *MONDAY]
    assert len(party.all(Round)) == 5


def test_the_fifth_vote_can_still_find_them() -> None:
    party = a_weekend()
    for _ in range(4):
        play_round(party, jail=("Jo", "Kim"))
    party.murder(None)
    party.jail("Ana", "Bob")
    assert party.deeds()[-2:] == [Jail(("Ana", "Bob")), Outcome("guests")]


def test_where_the_box_knows_no_cards_it_asks_whether_these_are_the_two() -> None:
    party = jailing(a_weekend(known=False), "Ana", "Bob")
    party.press()
    assert (party.deeds(), party.beat) == ([Jail(("Ana", "Bob"))], "verdict")
    party.say(Answered(yes=True))
    assert party.deeds() == [Outcome("guests")]


def test_a_no_leads_to_the_next_round() -> None:
    party = jailing(a_weekend(known=False), "Ana", "Bob")
    party.press()
    party.say(Answered(yes=False))
    assert party.deeds() == [Jail(("Ana", "Bob")), SATURDAY]


def test_where_the_hands_were_counted_aloud_the_box_asks_though_it_knows_the_cards() -> None:
    party = a_weekend()
    party.murder("Lia")
    look_at(party, "jailing")  # go_to presses at the count: counted aloud
    party.press()
    assert (party.deeds(), party.beat) == ([Jail(())], "verdict")
    party.hold()
    assert party.deeds() == [Outcome("guests")]


def test_the_outcome_is_the_last_word_of_the_evening() -> None:
    party = a_weekend()
    party.murder("Lia")
    party.jail("Ana", "Bob")
    cues = party.cues()
    last = cues[cues.index(Light("monday")) :]
    told = [cue.line for cue in last if isinstance(cue, Say)]
    assert told[:2] == ["guests_win", "tale_murderers"]
    assert told[-1] == "tale_ends"
    assert last[2] == Effect("victory_guests")
    assert last[-1] == Outcome("guests")
