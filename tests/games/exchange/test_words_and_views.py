"""The words in both languages, the typed commands, and what everyone may see."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest

from games.exchange.parties import Table, a_table, an_evening
from majordome.core.cues import Cue, Fact, Say
from majordome.core.events import GameEnded, Slammed
from majordome.core.game import HOST, ROOM, SECRETS, Viewer
from majordome.core.library import manifest
from majordome.core.plain_values import snake, to_plain
from majordome.core.typed_commands import understand
from majordome.core.view import card, host, room
from majordome.games.exchange import facts
from majordome.games.exchange.events import (
    EVENTS,
    LetIn,
    PileEmptied,
    PointsCorrected,
    RulesWanted,
    SentOut,
    TargetNamed,
)
from majordome.games.exchange.game import GAME
from majordome.words.narrator import Narrator, lines

FOLDER = manifest("exchange").folder
FRENCH: dict[str, Any] = dict(lines("fr", FOLDER))
ENGLISH: dict[str, Any] = dict(lines("en", FOLDER))
SOURCE = "\n".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))


def flat(table: dict[str, Any], place: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        found |= flat(value, f"{place}{key}.") if isinstance(value, dict) else {f"{place}{key}": value}
    return found


def placeholders(text: str) -> set[str]:
    return {f"{name}:{spec}" for _, name, spec, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_lines_variants_and_placeholders() -> None:
    french, english = flat(FRENCH), flat(ENGLISH)
    assert french.keys() == english.keys()
    for key, told in french.items():
        if isinstance(told, list):
            assert len(told) == len(english[key]), key
            assert all(placeholders(text) == placeholders(told[0]) for text in (*told, *english[key])), key
        else:
            assert placeholders(told) == placeholders(english[key]), key


def test_what_is_often_heard_has_three_variants() -> None:
    often = ("offers", "takes", "actions", "anyone_else", "has_the_floor", "lay_three", "take_one", "draw", "discard")
    assert all(len(FRENCH["say"][line]) >= 3 for line in often)


def test_every_line_of_this_game_is_said_somewhere() -> None:
    own = Narrator("en", game=manifest("exchange")).table("say").keys() - {"good_night"}
    made = {"deal_2", "deal_3", "deal_4", "deal_5", "clockwise", "anticlockwise"}
    unsaid = {line for line in own - made if f'"{line}"' not in SOURCE and f'label="{line[7:]}"' not in SOURCE}
    assert not unsaid


def test_every_refusal_and_every_fact_has_its_words() -> None:
    for why in re.findall(r'Refused\(\s*"\w+",\s*"(\w+)"', SOURCE):
        assert why in FRENCH["refusal"], why
    for name in dir(facts):
        kind = getattr(facts, name)
        if isinstance(kind, type) and issubclass(kind, Fact) and kind is not Fact:
            assert snake(name) in FRENCH["fact"], name


def test_french_spaces_do_not_break_before_a_mark() -> None:
    text = (FOLDER / "lines" / "fr.toml").read_text("utf-8")
    spoken = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    assert not re.findall(r"\w [?!;:»]", spoken)
    assert "'" not in spoken


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_fact_of_a_game_can_be_told(lang: str) -> None:
    narrator = Narrator("fr" if lang == "fr" else "en", game=manifest("exchange"))
    told: list[Cue] = [
        facts.Hand(2, "anticlockwise", "Ana"),
        facts.Police("Ana", "Bob", True),
        facts.Police("Ana", "Bob", False),
        facts.Murder("Ana", "Bob", 3, 2, True),
        facts.Murder("Ana", "Bob", 2, 2, False),
        facts.HandOver("alone"),
        facts.Exchange("Ana", "Bob"),
        facts.Score((("Ana", 1), ("Bob", 3))),
    ]
    for fact in told:
        assert isinstance(fact, Fact)
        text = narrator.fact(fact)
        assert text
        assert "True" not in text
        assert "{" not in text


def test_every_sound_that_the_script_asks_for_is_in_the_manifest() -> None:
    asked = set(re.findall(r'"(\w+)"', " ".join(re.findall(r"Effect\((.*)\)", SOURCE))))
    assert asked == set(manifest("exchange").effects)


def test_every_light_has_its_colour() -> None:
    found = manifest("exchange")
    lit = set(re.findall(r'"(\w+)"', " ".join(re.findall(r"Light\((.*)\)", SOURCE))))
    assert lit | {look.flash for look in found.facts.values() if look.flash} <= found.moods.keys()
    assert {f"points_{points}" for points in range(6)} <= found.moods.keys()
    assert {"giver", "taker", "acting", "target", "waiting", "out"} <= found.moods.keys()


def test_every_correction_has_its_words() -> None:
    narrator = Narrator("fr", game=manifest("exchange"))
    assert narrator.event(PointsCorrected("Ana", 3)) == "Ana a 3 points"
    assert {snake(kind.__name__) for kind in EVENTS[-3:]} <= FRENCH["event"].keys()


# Typed words.


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("slam bo", Slammed("Bob")),
        ("abat Cid", Slammed("Cid")),
        ("pioche", PileEmptied()),
        ("points ana 3", PointsCorrected("Ana", 3)),
        ("out Bob", SentOut("Bob")),
        ("rentrer Bob", LetIn("Bob")),
        ("règles", RulesWanted()),
        ("end ana", GameEnded("Ana")),
    ],
)
def test_the_host_may_type_it(line: str, said: object) -> None:
    table = a_table(3)
    assert understand(line, table.prompter.beat, table.prompter.evening.names, GAME.commands) == said


def test_a_typed_name_answers_what_is_asked() -> None:
    table = a_table(3)
    table.slam("Ana", "murder")
    assert understand("cid", table.prompter.beat, table.prompter.evening.names, GAME.commands) == TargetNamed("Cid")


def test_every_typed_word_is_explained() -> None:
    assert {command.words[0] for command in GAME.commands} <= FRENCH["command"].keys()


def test_points_of_two_at_once_are_not_understood() -> None:
    table = a_table(3)
    refused = understand("points ana 3 bob 2", table.prompter.beat, table.prompter.evening.names, GAME.commands)
    assert getattr(refused, "why", "") == "command_needs"


# What is seen.


def test_the_room_sees_the_whole_table() -> None:
    table = a_table(4)
    table.police("Dora", "Ana", assassin=False)
    table.slam("Cid", "murder")
    table.say(TargetNamed("Ana"))
    table.buzz("Bob")
    seen = room(table.prompter.snapshot, table.clock.now())
    assert seen.seats == (
        ("Ana", ("target", "giver")),
        ("Bob", ("taker", "waiting")),
        ("Cid", ("acting",)),
        ("Dora", ("out",)),
    )
    assert seen.table["action"] == {"by": "Cid", "deed": "murder", "target": "Ana", "crime": None, "survival": None}
    assert seen.table["direction"] == "clockwise"
    assert seen.table["queue"] == ("Bob",)
    assert seen.scores == (("Ana", 0), ("Bob", 0), ("Cid", 0), ("Dora", 0))
    assert {mark for _, marks in seen.seats for mark in marks} <= FRENCH["mark"].keys()


def test_a_player_sees_their_own_part() -> None:
    table = a_table(3)
    table.go_to("actions")
    assert card(table.prompter.snapshot, "Cid") == {
        "name": "Cid",
        "points": 0,
        "out": False,
        "marks": (),
        "may_slam": True,
        "place_in_line": None,
    }
    table.buzz("Ana")
    table.buzz("Cid")
    seen = card(table.prompter.snapshot, "Cid")
    assert seen is not None
    assert seen["place_in_line"] == 1
    assert seen["may_slam"] is False


def test_the_host_sees_what_can_be_corrected() -> None:
    table = a_table(3)
    table.police("Cid", "Bob", assassin=False)
    seen = host(table.prompter.snapshot).table
    assert seen["can_send_out"] == ("Ana", "Bob")
    assert seen["can_let_in"] == ("Cid",)
    assert seen["winners"] == ("Ana", "Bob", "Cid", "nobody")


def test_no_view_tells_more_than_what_lies_on_the_table() -> None:
    """The box knows no hidden card; while one is asked who was passed the assassin, nobody sees the answer either."""
    table = a_table(3)
    table.slam("Ana", "police")
    table.say(TargetNamed("Bob"))
    assert table.beat == "passed"
    views = [GAME.view(table.table, table.prompter.beat, viewer) for viewer in (ROOM, HOST, SECRETS)]
    views += [GAME.view(table.table, table.prompter.beat, Viewer("player", name)) for name in table.table.seats]
    text = str([to_plain(view) for view in views])
    assert "assassin" not in text
    assert "passed" not in text
    assert views[2] == {}


def test_a_view_of_a_table_without_a_guest_list() -> None:
    table = Table(an_evening(0))
    assert room(table.prompter.snapshot, 0.0).seats == ()
    table.press()
    table.double()
    assert [name for name, _ in room(table.prompter.snapshot, 0.0).seats] == ["1", "2"]


def test_the_butler_calls_the_players_by_their_names() -> None:
    table = a_table(3)
    said = [table.narrator.words(say) for say in table.all(Say)]
    assert any("Ana" in sentence for sentence in said[-2:])
