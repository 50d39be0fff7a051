"""What `game_test` finds in a game that asks every kind of question, and has one fault."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from majordome.core.library import forget
from majordome.testing.game_test import game_test
from majordome.words.narrator import lines
from web.parlour import FOLDER

ANYTHING = "refuse=lambda table, event: None"
NEVER = "refuse=lambda table, event: None if event.beside else NOT_NOW"
ASKS = "from majordome.core.asks import Choose,"
NOT_NOW = ASKS.replace(
    "from majordome.core.asks",
    'from majordome.core.cues import Refused\n\nNOT_NOW = Refused("x", "not_now")\nfrom majordome.core.asks',
)
BID = 'dial(table, "bid", "bid", Bid, 1, evening.number("highest"), players=(first,))'
RANK = 'choose_some(table, "rank", "rank", names, Ranked, 2, 2, ordered=True)'
CLAPS = 'count_each(table, "claps", "claps", names, Clapped, most_each=5, most=10)'
RIVAL = 'choose(table, "rival", "rival", (*others, nobody), players=(quickest,))'
BOX = '{"box": [list(map(list, ask.box)) for ask in beat.asks if hasattr(ask, "box")] if beat else []}'
OWN = '{"name": viewer.name, "hand": ["ace", "king"], "open": {"points": dict(table.points)[viewer.name]}}'
Change = tuple[str, str, str]  # in which file, what, into what


def code(old: str, new: str) -> Change:
    return "game.py", old, new


PLANTED: list[tuple[str, tuple[Change, ...]]] = [
    ("the host's page tells what stands on the ballot", (code("        return {}\n", f"        return {BOX}\n"),)),
    ("the card of .* tells what stands on the ballot", (code(OWN, f"{OWN[:-1]}, **{BOX}}}"),)),
    (
        "'race' takes Slammed",
        (code('asks=(Race("race", players=names),)', f'asks=(Race("race", players=names),), {ANYTHING}'),),
    ),
    (
        r"'bid' takes Bid\(number=0\)",
        (
            code(ASKS, f"{ASKS} Number,"),
            code(BID, f'expect(table, "bid", Bid, asks=(Number("bid", Bid, 1, 9, players=(first,)),), {ANYTHING})'),
        ),
    ),
    (
        r"'rank' takes Ranked\(names=\('Ana', 'Nobody We Know'\)\)",
        (
            code(ASKS, f"{ASKS} ChooseSome,"),
            code(RANK, f'expect(table, "rank", Ranked, asks=(ChooseSome("rank", names, Ranked, 2, 2),), {ANYTHING})'),
        ),
    ),
    (
        r"'rank' takes Ranked\(names=\('Ana', 'Bob', 'Cid'\)\)",
        (
            code(ASKS, f"{ASKS} ChooseSome,"),
            code(
                RANK,
                'expect(table, "rank", Ranked, asks=(ChooseSome("rank", names, Ranked, 2, 2),), '
                "refuse=lambda table, event: None if set(event.names) <= set(names) else NOT_NOW)",
            ),
            code(ASKS, NOT_NOW),
        ),
    ),
    (
        "'claps' takes Clapped",
        (
            code(ASKS, f"{ASKS} Counts,"),
            code(CLAPS, f'expect(table, "claps", Clapped, asks=(Counts("claps", names, Clapped, 5, 10),), {ANYTHING})'),
        ),
    ),
    (
        r"'rival' takes Chosen\(name='Nobody We Know'\)",
        (
            code(
                RIVAL,
                'expect(table, "rival", Chosen, asks=(Choose("rival", (*others, nobody), players=(quickest,)),), '
                f"{ANYTHING})",
            ),
        ),
    ),
    (
        "could be said, and is not among the answers",
        (
            code(
                "    def view(self",
                "    def answers(self, beat: Beat) -> list[Event]:\n"
                "        return list(super().answers(beat))[:1]\n\n"
                "    def view(self",
            ),
        ),
    ),
    (
        "nobody can answer 'brave'",
        (
            code("asks=(YesNo(", f"{NEVER}, asks=(YesNo("),
            code(ASKS, NOT_NOW),
        ),
    ),
    (
        "nobody can answer 'race'",
        (
            code("Slammed, Pressed, press=Pressed(), ", "Slammed, "),
            code('Race("race", players=names)', 'Race("race", players=())'),
        ),
    ),
    (
        r"\[heading\] has no turn",
        (
            ("lines/en.toml", "[heading]\nturn", "[heading]\nturning"),
            ("lines/fr.toml", "[heading]\nturn", "[heading]\nturning"),
        ),
    ),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("MAJORDOME_GAMES", str(tmp_path))
    yield tmp_path / "parlour"
    forget()
    lines.cache_clear()


@pytest.mark.parametrize(("told", "changes"), PLANTED, ids=[told for told, _ in PLANTED])
def test_a_fault_is_found_and_told_with_its_beat(folder: Path, told: str, changes: tuple[Change, ...]) -> None:
    for file, old, new in changes:
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    forget()
    lines.cache_clear()
    with pytest.raises(AssertionError, match=told):
        game_test("parlour", games=3)
