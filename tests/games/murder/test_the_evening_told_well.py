"""Each finding of the review of the evening, by its number: no wrong turn, and a butler who teaches."""

from __future__ import annotations

import re

import pytest

from majordome.core.cues import Countdown, Hourglass, Outcome, Say
from majordome.core.events import Gesture, Wish
from majordome.core.game import ROOM
from majordome.core.library import load, manifest
from majordome.games.murder.events import (
    Came,
    CardTaken,
    CountedAloud,
    Exchanged,
    Freed,
    GuestCame,
    GuestLeft,
    Kissed,
    Named,
    Screamed,
    Tapped,
)
from majordome.games.murder.facts import AliveAgain, Charmed, Death, Release, Scream, Swap
from majordome.games.murder.roles import Role
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only
from majordome.words.narrator import LANGS, lines

MURDER = manifest("weekend").folder


def said(party: MurderParty) -> list[str]:
    return [cue.line for cue in party.cues() if isinstance(cue, Say)]


# F1: no refusal, pause or prompt hangs on a hidden card.


def test_f1_a_murderer_who_is_dead_at_the_table_while_a_vampire_lives_is_the_swap() -> None:
    party = a_table(Dora="vampire")
    party.murder("Ana")
    assert party.all(Swap) == [Swap("Dora", "Ana")]
    assert party.table.living_with(Role.MURDERER) == ("Bob", "Dora")
    party.vote(Bob=3, Cid=1)
    party.go_to("sacrifice")
    party.press()
    assert party.all(Outcome) == []  # the vampire holds the card: nobody has won


def test_f1_nothing_that_is_said_of_a_victim_is_refused_because_of_a_card() -> None:
    for name in a_weekend(Dora="vampire", Eve="shortsighted", Fay="alchemist", Gus="heart").table.living:
        for event in (Tapped(name), Tapped(name, weak_heart=True)):
            party = a_weekend(Dora="vampire", Eve="shortsighted", Fay="alchemist", Gus="heart")
            party.go_to("murder")
            party.say(event)


def test_f1_of_two_vampires_the_box_asks_without_naming_them_and_takes_silence_for_an_answer() -> None:
    party = a_table(Dora="vampire", Eve="vampire")
    party.murder("Ana")
    assert party.beat == "whose_card"
    beat = party.prompter.beat
    assert beat is not None
    asked = {option.name for option in beat.asks[0].options if option.name}  # type: ignore[attr-defined]
    assert asked == set(party.table.living)
    party.press()
    assert not party.table.knows_roles
    party.back()
    party.say(Exchanged("Eve"))
    assert party.table.living_with(Role.MURDERER) == ("Bob", "Eve")


def test_f1_the_murderer_who_came_to_the_vampire_is_asked_for_in_the_dark() -> None:
    party = a_weekend(Dora="vampire")
    party.go_to("murder")
    party.say(Tapped("Dora"))
    assert party.beat == "who_came"
    party.say(Came("Bob"))
    party.cues()
    party.wait(9)
    assert party.all(Scream) == []
    party.wait(1)
    assert party.all(Death) == [Death("Bob")]


def test_ten_dark_seconds_between_the_swap_and_its_scream() -> None:
    party = a_weekend(Dora="vampire")
    party.murder("Dora", by="Ana")
    assert party.times(Scream)[0] - party.times(Swap)[0] == pytest.approx(10)
    assert party.all(Countdown) == []


def test_a_kiss_for_the_short_sighted_is_noted_without_effect_and_used_up() -> None:
    party = a_weekend(Dora="charmer", Eve="shortsighted")
    party.murder(None)
    party.jail("Jo", "Kim")
    party.go_to("turning")
    party.say(Kissed("Eve"))
    assert party.all(Charmed) == []
    assert party.refusal_of(Kissed("Fay")).why == "one_kiss_a_day"


# F2, F7: a name told late, or put right.


def test_f2_a_death_without_a_name_is_named_during_the_talk() -> None:
    party = a_weekend()
    party.go_to("murder")
    party.press()
    party.wait(10)
    party.press()  # go on without a name
    assert party.table.unnamed == 1
    party.go_to("discussion")
    party.wait(30)
    party.say(Named("Lia"))
    assert party.table.dead == {"Lia"}
    assert party.table.unnamed == 0
    assert party.sand == pytest.approx(150)


def test_f2_once_the_next_night_has_begun_the_refusal_names_the_way() -> None:
    party = a_weekend()
    assert party.refusal_of(Named("Lia")).why == "name_with_kill"


def test_f7_a_wrong_name_is_put_right_without_a_second_night() -> None:
    party = a_weekend(Dora="vampire")
    party.murder("Dora", by="Ana")
    party.cues()
    party.say(Named("Lia"))
    told = party.cues()
    assert [cue for cue in told if isinstance(cue, Scream | Countdown)] == []
    assert [cue for cue in told if isinstance(cue, AliveAgain | Death)] == [AliveAgain("Ana"), Death("Lia")]
    assert party.table.living_with(Role.MURDERER) == ("Ana", "Bob")
    assert party.beat == "mourning"


# F3, F4: a real scream that the box did not expect.


def test_f3_at_the_table_a_press_says_that_the_victim_has_screamed() -> None:
    party = a_table()
    party.go_to("murder_at_table")
    party.cues()
    party.press()
    assert [cue for cue in party.cues() if isinstance(cue, Scream | Countdown)] == []
    assert party.beat == "naming"


def test_f4_a_heart_patient_unknown_to_the_host_screams_before_the_box_does() -> None:
    party = button_only()
    party.go_to("murder")
    party.press()
    party.wait(5)
    party.cues()
    party.say(Screamed())
    assert party.all(Scream) == []
    assert party.beat == "mourning"
    party.wait(20)
    assert party.all(Scream) == []


# F5, F6, F8, F10.


def test_f5_after_the_last_jail_comes_monday_morning_and_no_other_round() -> None:
    party = a_weekend(known=False)
    for _ in range(5):
        party.murder(None)
        party.jail("Jo", "Kim")
        last = party.beat
        party.press()
    assert last == "last_verdict"
    heard = said(party)
    assert "jailed_last" in heard
    assert heard.count("monday_morning") == 1
    days = ["friday_night", "saturday_day", "saturday_night", "sunday_day", "sunday_night"]
    assert [line for line in heard if line in days] == days


def test_f6_nobody_speaks_to_an_empty_jail() -> None:
    party = a_weekend()
    party.murder(None)
    party.jail("Jo", "Kim")
    party.say(Freed("Jo"))
    party.say(Freed("Kim"))
    party.cues()
    party.go_to("discussion")
    cues = party.cues()
    assert [cue for cue in cues if isinstance(cue, Release)] == []
    assert "turn_free" in {cue.line for cue in cues if isinstance(cue, Say)}


def test_f8_by_day_nobody_is_told_to_be_awake() -> None:
    party = a_weekend()
    party.murder(None)
    party.jail("Jo", "Kim")
    party.murder("Lia")
    assert party.beat == "mourning_day"


@pytest.mark.parametrize("lang", LANGS)
def test_f10_no_sentence_of_one_line_is_said_twice_in_one_game(lang: str) -> None:
    for line, variants in lines(lang, MURDER)["say"].items():
        sentences = [s.strip() for text in variants for s in re.findall(r"[^.?!]+[.?!]", text)]
        again = {s for s in sentences if sentences.count(s) > 1}
        if line not in ("murderers_win", "welcome_weekend", "welcome_table"):  # said once a game
            assert not again, (line, again)


@pytest.mark.parametrize("lang", LANGS)
def test_five_rounds_have_five_variants(lang: str) -> None:
    say = lines(lang, MURDER)["say"]
    for line in (
        "discussion",
        "talk_is_over",
        "circle",
        "two_hands",
        "to_jail",
        "vote_again",
        "table_night",
        "condemned",
    ):
        assert len(say[line]) >= 5


# The vote, the sand.


def test_the_sand_starts_when_the_butler_has_finished() -> None:
    party = a_weekend()
    party.murder(None)
    party.press()
    assert party.beat == "opening"
    assert party.all(Hourglass) == []
    left = party.prompter.voice_left(party.clock.now())
    assert left > 0
    party.wait(left)
    assert party.all(Hourglass) == [Hourglass(180)]


def test_two_hands_two_people_is_said_before_each_vote_and_one_hand_at_the_table() -> None:
    party = a_weekend()
    party.murder(None)
    party.go_to("circle")
    assert said(party)[-1] == "two_hands"
    table = a_table()
    table.murder(None)
    table.go_to("circle")
    assert said(table)[-2:] == ["circle_table", "one_hand_table"]


def test_a_tie_counted_aloud_is_voted_again_with_a_guest_list_too() -> None:
    party = a_weekend()
    party.murder(None)
    party.go_to("counting")
    party.double()
    assert party.beat == "circle"
    party.press()
    party.cues()
    party.say(CountedAloud(tied=True))
    assert said(party)[0] == "youngest_two_unnamed"


# The butler teaches.


@pytest.mark.parametrize("game", ["weekend", "table"])
@pytest.mark.parametrize("edition", ["A", "B"])
def test_the_rules_take_about_a_minute_and_a_press_ends_them(game: str, edition: str) -> None:
    party = button_only(game, edition=edition)
    party.cues()
    party.double()
    heard = [cue for cue in party.cues() if isinstance(cue, Say)]
    assert party.beat == "rules"
    assert (35 if game == "table" else 55) <= sum(say.seconds for say in heard) <= 95
    party.press()
    assert party.beat == "welcome"


def test_only_the_cards_in_play_are_explained() -> None:
    party = a_weekend(Dora="vampire", Eve="alchemist")
    party.cues()
    party.double()
    heard = said(party)
    assert {"rules_vampire", "rules_alchemist"} <= set(heard)
    assert not {"rules_heart", "rules_charmer", "rules_shortsighted", "rules_insomniac"} & set(heard)


def test_a_round_for_nothing_kills_nobody_and_leads_back_to_the_welcome() -> None:
    party = a_weekend()
    party.hold()
    assert party.beat == "demo_walking"
    party.press()
    party.wait_until("demo_circle")
    party.press()
    assert party.beat == "welcome"
    assert party.table.dead == frozenset()
    assert party.table.round == 0
    assert party.all(Death) == []


def test_repeat_that_says_it_again_and_so_does_a_step_back() -> None:
    party = a_weekend()
    party.go_to("walking")
    spoken = said(party)[-3:]
    party.say(Wish.REPEAT)
    assert said(party) == spoken
    party.press()
    party.cues()
    party.back()
    assert said(party) == spoken
    party.wait(60)
    party.say(Wish.PAUSE)
    party.cues()
    party.say(Gesture.PRESS)
    assert said(party) == spoken


def test_nothing_is_repeated_while_a_victim_counts() -> None:
    party = a_weekend()
    party.go_to("murder")
    party.press()
    assert party.refusal_of(Wish.REPEAT).why == "nothing_to_repeat"


# The end, and people who come and go.


def test_the_end_names_the_murderers_and_tells_the_evening() -> None:
    party = a_weekend()
    party.murder("Lia", by="Ana")
    party.jail("Ana", "Jo")
    party.murder("Kim", by="Bob")
    party.cues()
    party.jail("Ana", "Bob")
    told = [(cue.line, cue.names) for cue in party.cues() if isinstance(cue, Say) and cue.line.startswith("tale_")]
    assert ("tale_murderers", ("Ana", "Bob")) in told
    assert ("tale_first", ("Lia",)) in told
    assert ("tale_near", ("Ana", "Jo")) in told
    assert ("tale_decided_guests", ("Ana", "Bob")) in told
    room = load("weekend").view(party.table, None, ROOM)
    assert ("tale_killed", ("Lia", "Ana")) in room["tale"]


def test_nothing_is_told_before_the_end() -> None:
    party = a_weekend()
    party.murder("Lia", by="Ana")
    assert load("weekend").view(party.table, party.prompter.beat, ROOM)["tale"] == ()


def test_a_latecomer_takes_a_seat_another_takes_over_a_card_and_one_goes_home_alive() -> None:
    party = a_weekend(Lia="heart")
    party.murder(None)
    party.say(GuestCame("Zoe"))
    party.say(CardTaken("Lia", "Max"))
    party.say(GuestLeft("Kim"))
    table = party.table
    assert "Zoe" in table.living
    assert table.role("Max") is Role.HEART
    assert "Kim" not in table.living
    assert "Kim" not in table.dead
    assert party.prompter.snapshot.names[-1] == "Zoe"
    party.vote(Zoe=3, Max=2)
    assert party.table.going == ("Zoe", "Max")


def test_who_is_dead_is_asked_aloud_where_names_were_skipped() -> None:
    party = a_weekend()
    party.go_to("murder")
    party.press()
    party.wait(10)
    party.press()
    party.cues()
    party.press()
    assert said(party)[0] == "dead_check_nobody"


def test_nine_guests_are_enough() -> None:
    assert manifest("weekend").fewest == 9
