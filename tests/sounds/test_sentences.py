"""Timed beats wait for the sentence: for its known length, the same with a speaker and without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

import pytest

from majordome.core.cues import Light, Say
from majordome.core.evening import Evening
from majordome.core.events import Pressed, TimeUp
from majordome.core.library import manifest
from majordome.core.script import Script, expect
from majordome.core.script_reading import CALL_SECONDS, Reading
from majordome.games.murder.corrections import Table
from majordome.games.murder.testing import a_table
from majordome.words import narrator as narrator_module
from majordome.words.narrator import LANGS, Lang, Narrator, lines, seconds_of

TABLE = manifest("table")


def known(monkeypatch: pytest.MonkeyPatch, seconds: Mapping[str, Sequence[int]]) -> None:
    monkeypatch.setattr(narrator_module, "seconds_of", lambda lang, game=None: seconds)
    monkeypatch.setattr(narrator_module, "_chosen", lambda lang, game, seed: {})  # by other seconds


def in_two_sentences(table: Table) -> Script[Table]:
    yield Say("circle")
    yield Say("turn")
    table, _ = yield from expect(table, "asleep", TimeUp, Pressed, within=10, after_voice=True)
    yield Light("dark")
    table, _ = yield from expect(table, "asleep", TimeUp, Pressed, within=10, after_voice=True)
    yield Say("circle")
    table, _ = yield from expect(table, "asleep", TimeUp, Pressed, within=10, after_voice=True)
    return table


@pytest.mark.parametrize("lang", LANGS)
def test_the_length_is_the_recorded_one_where_it_is_known_and_else_it_is_estimated(
    lang: Lang, monkeypatch: pytest.MonkeyPatch
) -> None:
    known(monkeypatch, {"circle": [11, 12], "turn": []})
    for telling in range(8):
        circle, turn = (Narrator(lang, game=TABLE).choose(Say(line), telling) for line in ("circle", "turn"))
        words = lines(lang, TABLE.folder)["say"]
        guess = {
            line: ceil(0.6 + len(words[line][said.variant]) / 15) for line, said in (("circle", circle), ("turn", turn))
        }
        assert circle.seconds == {0: 11, 1: 12}.get(circle.variant, guess["circle"])
        assert turn.seconds == guess["turn"]


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_known_fits_the_lines(lang: Lang) -> None:
    for line, seconds in seconds_of(lang, TABLE.folder).items():
        assert len(seconds) == len(lines(lang, TABLE.folder)["say"][line])
        assert all(isinstance(length, int) and 0 < length < 60 for length in seconds)


def test_the_length_of_a_name_changes_no_time() -> None:
    narrator, both = Narrator("fr", game=TABLE), (("Al",), ("Maximilienne", "Bo"))
    short, long = (narrator.choose(Say("to_jail", names), 0) for names in both)
    assert short.seconds == long.seconds


def test_two_sentences_of_a_step_add_up_and_a_step_that_says_nothing_lets_them_be_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known(monkeypatch, {"circle": [4] * 9, "turn": [5] * 9})
    table = Table.laid(Evening("table", settings=TABLE.usual()))
    reading = Reading(in_two_sentences(table), Narrator("en", game=TABLE))
    reading.open(100.0)
    assert (reading.voice_ends, reading.deadline) == (109.0, 119.0)
    reading.feed(Pressed(), 102.0)  # says nothing: the sentence goes on
    assert (reading.voice_ends, reading.deadline) == (109.0, 119.0)
    reading.feed(Pressed(), 103.0)  # says something: the rest of the last sentence is not waited for
    assert (reading.voice_ends, reading.deadline) == (107.0, 117.0)


def test_at_the_table_all_sleep_ten_seconds_after_the_sentence_also_when_the_one_before_was_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known(monkeypatch, {"table_night": [20] * 9, "table_sleep": [7] * 9, "eyes_open_table": [6] * 9})
    party = a_table()
    party.go_to("nightfall")
    party.wait(3)  # seventeen seconds of the sentence are left unsaid
    party.press()
    pressed = party.clock.now()
    assert party.prompter.time_left(pressed) == CALL_SECONDS + 7 + 10
    party.wait_until("murder_at_table")
    assert party.clock.now() == pressed + CALL_SECONDS + 17
    assert party.prompter.time_left(party.clock.now()) == 6 + party.table.evening.number("choosing")
