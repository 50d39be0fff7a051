"""Every word that the game needs is there, in French and in English."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

from games.snakes.company import Company
from majordome.core.asks import Choose, OneAnswer
from majordome.core.cues import Fact, Refused, Say
from majordome.core.events import Answered
from majordome.core.library import load, manifest
from majordome.core.plain_values import snake
from majordome.core.script import Beat
from majordome.core.telling_rules import BREATH
from majordome.games.snakes import facts
from majordome.games.snakes.events import EVENTS
from majordome.games.snakes.opening import RULES
from majordome.words.narrator import LANGS, Lang, Narrator, lines

FOLDER = manifest("snakes").folder
SOURCE = "\n".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
OFTEN = (
    *(
        "your_turn",
        "last_door",
        "close_your_door",
        "offer_again",
        "last_offer",
        "look_at_it",
        "flip",
        "gone",
        "nothing",
    ),
    *("option_nothing", "doors_open", "next_round", "smallest_leaves", "time_is_up", "one_night_left"),
)


def own(lang: Lang) -> dict[str, Any]:
    return tomllib.loads((FOLDER / "lines" / f"{lang}.toml").read_text("utf-8"))


def flat(table: dict[str, Any], before: str = "") -> dict[str, list[str]]:
    """Every key with its variants."""
    told: dict[str, list[str]] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            told |= flat(value, f"{before}{key}.")
        else:
            told[before + key] = value if isinstance(value, list) else [value]
    return told


def filled(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys_variants_and_names_to_fill_in() -> None:
    french, english = flat(own("fr")), flat(own("en"))
    assert french.keys() == english.keys()
    for key, texts in french.items():
        assert len(texts) == len(english[key]), key
        assert [filled(text) for text in texts] == [filled(text) for text in english[key]], key


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_often_heard_has_three_variants(lang: Lang) -> None:
    assert all(len(own(lang)["say"][line]) >= 3 for line in OFTEN)


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_refusal_and_label_of_the_script_exists(lang: Lang) -> None:
    words = lines(lang, FOLDER)
    said = set(re.findall(r'Say\("(\w+)"', SOURCE)) | {
        *(f"rule_{rule}" for rule in RULES),
        *(f"setup_{players}" for players in (3, 4, 5, 6)),
        *(
            "first_round",
            "next_round",
            "your_turn",
            "last_door",
            "flip",
            "gone",
            "day_breaks",
            "night_for_ever",
            "called_off",
        ),
        *("option_nothing", "option_without_names", "option_no_more_snakes"),
    }
    assert said <= set(words["say"])
    assert set(re.findall(r'Refused\(\s*"\w+",\s*"(\w+)"', SOURCE)) <= set(words["refusal"])
    assert set(re.findall(r'label="(\w+)"', SOURCE)) <= set(words["label"])
    assert set(own(lang)["say"]) == said  # and none is left over


@pytest.mark.parametrize("lang", LANGS)
def test_every_fact_event_and_setting_has_its_words(lang: Lang) -> None:
    words = own(lang)
    kinds = [kind for kind in vars(facts).values() if isinstance(kind, type) and issubclass(kind, Fact)]
    assert {snake(kind.__name__) for kind in kinds if kind is not Fact} | {"outcome"} == set(words["fact"])
    assert {snake(kind.__name__) for kind in EVENTS} == set(words["command"])
    assert set(manifest("snakes").settings) == set(words["setting"])
    assert set(manifest("snakes").winners) == set(words["winner"])
    assert set(manifest("snakes").facts) <= set(words["fact"])


@pytest.mark.parametrize("lang", LANGS)
def test_every_beat_has_a_title_and_a_word_for_each_gesture(lang: Lang) -> None:
    words, narrator = lines(lang, FOLDER), Narrator(lang, game=manifest("snakes"))
    seen = set()
    for seed in range(6):
        dice, company = Random(seed), Company(3, named=seed % 2 == 0, offer_seconds=30)
        for _ in range(300):
            beat: Beat | None = company.prompter.beat
            if beat is None:
                break
            seen.add(beat.name)
            for what, meant in (("title", beat), ("press", beat.press), ("double", beat.double), ("hold", beat.hold)):
                assert meant is None or narrator.beat(beat.name, what), (beat.name, what)
            for ask in beat.asks:
                if isinstance(ask, OneAnswer):
                    assert ask.label in words["label"]
                else:
                    assert getattr(ask, "question") in words["ask"]  # noqa: B009  # of several kinds
                if isinstance(ask, Choose):
                    assert all(option.name or option.label in words["label"] for option in ask.options)
            rules = beat.name == "rules_offered"
            company.say(Answered(yes=True) if rules else dice.choice(list(load("snakes").answers(beat))))
        for cue in company.cues:
            if isinstance(cue, Fact):
                assert narrator.fact(cue), cue
            elif isinstance(cue, Say):
                assert "{" not in narrator.words(cue)
    assert seen == set(own(lang)["beat"])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("players", [3, 6])
def test_the_rules_take_a_minute_to_a_minute_and_a_half(lang: Lang, players: int) -> None:
    told = [rule for rule in RULES if rule != "smallest" or players > 4]
    seconds = sum(Narrator(lang, game=manifest("snakes")).choose(Say(f"rule_{rule}"), 0).seconds for rule in told)
    assert 60 <= seconds + BREATH * len(told) <= 90


def test_french_keeps_its_spaces_and_its_apostrophes() -> None:
    for key, texts in flat(own("fr")).items():
        for text in texts:
            assert not re.search(r"(?<![\s\u00a0{])[?!;»]|[^\u00a0\w}] [?!:;»]|\w [?!:;»]", text), (key, text)
            assert "'" not in text, (key, text)


@pytest.mark.parametrize("lang", LANGS)
def test_no_line_agrees_with_a_name_or_elides_before_it(lang: Lang) -> None:
    for texts in flat(own(lang)["say"]).values():
        assert not any("de {names}" in text or "d’{names}" in text for text in texts)


def test_a_refusal_can_be_read() -> None:
    narrator = Narrator("en", game=manifest("snakes"))
    assert narrator.refusal(Refused("took", "card_is_gone", ("4",))).startswith("Number 4 is not on the table")


def test_the_folder_describes_itself() -> None:
    game = manifest("snakes")
    assert (game.fewest, game.most, game.minutes, game.secrets) == (3, 6, 15, False)
    assert game.settings["offer_seconds"].default == 0
    assert Path(game.folder).name == "snakes"
    for mood in ("night_card", "day_card", "gone_card", "masks", "daybreak", "endless_night"):
        assert mood in game.moods
