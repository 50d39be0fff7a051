"""Before the first card: the rules, the company, the token, the cards on the table."""

from __future__ import annotations

import pytest

from games.parasites.company import Company, an_evening
from majordome.core.cues import Say
from majordome.core.events import PhaseSkipped
from majordome.core.guest_list import refuse_evening
from majordome.core.library import manifest
from majordome.games.parasites.events import FirstNamed, PlayersCounted
from majordome.games.parasites.facts import Round
from majordome.games.parasites.opening import RULES, RULES_ADVANCED
from majordome.words.narrator import LANGS, Lang, Narrator


def test_a_press_begins_without_the_rules() -> None:
    company = Company(an_evening(3))
    assert company.said == ["welcome_classic"]
    company.press()
    assert company.name == "first"


@pytest.mark.parametrize(("mode", "parts"), [("classic", RULES), ("advanced", RULES_ADVANCED)])
def test_the_rules_are_told_by_themselves_sentence_by_sentence(mode: str, parts: tuple[str, ...]) -> None:
    company = Company(an_evening(3, mode))
    company.double()
    while company.name == "rules":
        company.wait()
    assert [line for line in company.said if line.startswith("rules_")] == [f"rules_{part}" for part in parts]
    assert company.name == "first"


def test_a_press_goes_on_to_the_next_sentence_and_a_double_press_leaves_out_the_rest() -> None:
    company = Company(an_evening(3))
    company.double()
    company.press()
    assert company.said[-1] == "rules_round"
    company.double()
    assert company.name == "first"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("parts", [RULES, RULES_ADVANCED])
def test_the_rules_take_between_a_minute_and_a_minute_and_a_half(lang: Lang, parts: tuple[str, ...]) -> None:
    narrator = Narrator(lang, game=manifest("parasites"))
    assert 60 <= sum(narrator.choose(Say(f"rules_{part}"), 0).seconds for part in parts) <= 90


@pytest.mark.parametrize("mode", ["classic", "advanced"])
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_the_cards_for_each_number_of_players(mode: str, number: int) -> None:
    if mode == "advanced" and number == 2:
        refused = refuse_evening(an_evening(2, mode))
        assert refused is not None
        assert refused.why == "three_for_advanced"
        return
    company = Company(an_evening(number, mode))
    company.press("first")
    company.well(FirstNamed("Bob"))
    assert company.said[-3:] == ["deals", f"setup_{mode}", f"setup_for_{number}"]
    table = company.table
    assert table.centre == 2 * number
    assert table.deck == 24 - (3 if mode == "advanced" else 2) * number
    assert len(table.cards) == (number if mode == "advanced" else 0)


@pytest.mark.parametrize(("mode", "presses", "seats"), [("classic", 2, 4), ("classic", 4, 2), ("advanced", 1, 4)])
def test_without_names_the_button_counts_the_players_and_the_seats_are_numbers(
    mode: str, presses: int, seats: int
) -> None:
    company = Company(an_evening(0, mode))
    company.press()
    assert company.name == "company"
    for _ in range(presses):
        company.press()
    company.double()
    assert company.table.seats == tuple("12345"[:seats])
    company.press()
    company.press()
    company.double()
    company.press("laying")
    assert company.facts == [Round(1, "2", False)]


def test_an_evening_without_names_may_be_played() -> None:
    assert refuse_evening(an_evening(0)) is None
    assert refuse_evening(an_evening(0, "advanced")) is None


def test_too_many_and_too_few_are_refused() -> None:
    company = Company(an_evening(0, "advanced"))
    company.press()
    assert company.refuses(PlayersCounted(2)) == "number_out_of_range"
    assert company.refuses(PlayersCounted(6)) == "number_out_of_range"


def test_whoever_buzzes_holds_the_token() -> None:
    company = Company(an_evening(3))
    company.buzz("Cid")
    company.buzz("Bob")
    assert company.table.first == "Bob"


def test_a_stranger_cannot_begin() -> None:
    company = Company(an_evening(3))
    company.press()
    assert company.refuses(FirstNamed("Zoe")) == "unknown_name"


def test_the_host_may_skip_the_welcome_and_the_laying_out_but_not_who_begins() -> None:
    company = Company(an_evening(3))
    company.well(PhaseSkipped())
    assert company.refuses(PhaseSkipped()) == "game_hangs_on_it"
    company.well(FirstNamed("Ana"))
    company.well(PhaseSkipped())
    assert company.name == "laying"
