"""Records the games under the game's own `journals/`. Run it only when the rules change, for a new version:

    PYTHONPATH=tests .venv/bin/python -m games.parasites.record

A journal that is there is never written again: later versions must replay it, or refuse it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import majordome.games.parasites as package
from games.parasites.company import EVENINGS, Company, an_evening
from majordome import __version__
from majordome.core.evening import Evening
from majordome.core.events import Gesture, Wish
from majordome.core.journal import Header, Story, read
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.records import Record
from majordome.core.rehearsal import Rehearsal
from majordome.games.parasites.events import CardTaken, DeckCorrected, Fired, TokenMoved
from majordome.settings.evening_file import read_evening
from majordome.words.narrator import Narrator

HERE = Path(package.__file__).parent / "journals"
FRIDAY_EVENING = 1794600000.0
Game = tuple[Evening, list[Record]]


def rehearsed(name: str) -> Game:
    """A whole evening from its file."""
    plan = read_evening(EVENINGS / f"{name}.toml")
    rehearsal = Rehearsal(plan.evening, plan.lang, plan.host, lambda line: None)
    rehearsal.play()
    return plan.evening, rehearsal.writer.records


def button_only() -> Game:
    """Four players without names: the rules, a shot of each kind, a declaration, and a clean centre."""
    company = Company(an_evening(0))
    company.double()
    company.wait()
    company.double()
    company.press()
    company.press()
    company.double()
    company.press()
    company.press()
    company.double()
    company.press("laying")
    company.top()
    company.double()
    company.press()
    company.double()
    company.double()
    company.press()
    company.press("laying")
    company.hold()
    company.press()
    company.double()
    company.press()
    company.double()
    company.press()
    return company.prompter.evening, company.writer.records


def second_thoughts() -> Game:
    """Advanced, by buzzers: steps back and put back, a pause, corrections, and a dinner that is not over."""
    company = Company(an_evening(3, "advanced")).begin("Bob")
    company.buzz("Ana")
    company.well(Wish.TAKE_BACK)
    company.well(Wish.PUT_BACK)
    company.buzz("Cid")
    company.buzz("Bob")
    company.wait()
    company.buzz("Bob", Gesture.DOUBLE)
    company.buzz("Ana")
    company.buzz("Bob", Gesture.DOUBLE)
    company.well(Wish.TAKE_BACK)
    company.buzz("Bob")
    company.well(Wish.PAUSE)
    company.well(Gesture.PRESS)
    company.well(DeckCorrected(2))
    company.well(TokenMoved("Cid"))
    company.well(Fired("Cid", True, "Bob", free=False))
    company.well(CardTaken("Bob"))
    company.buzz("Ana", Gesture.DOUBLE)
    company.buzz("Cid")
    company.buzz("Bob")
    company.press()
    company.buzz("Cid")
    company.buzz("Ana", Gesture.DOUBLE)  # freed, and may shoot: at Cid, the only one with a card
    company.buzz("Ana")
    return company.prompter.evening, company.writer.records


GAMES: dict[str, Callable[[], Game]] = {
    "parasites-1": lambda: rehearsed("parasites-1"),
    "parasites-3": lambda: rehearsed("parasites-3"),
    "button-only": button_only,
    "second-thoughts": second_thoughts,
}


def recalled(story: Story) -> Prompter:
    """The evening of a journal, as it stood at its last line."""
    prompter = Prompter(story.header.evening, Narrator(story.header.lang, story.header.seed))
    prompter.recall(story.records, 0.0)
    return prompter


def where_it_stands(prompter: Prompter) -> dict[str, Any]:
    """The facts that every later version must come to."""
    table, outcome = prompter.table, prompter.snapshot.outcome
    return {
        "beat": prompter.beat.name if prompter.beat else "finished",
        "played": round(prompter.played(0.0), 3),
        "winner": outcome.winner if outcome else None,
        "seats": list(table.seats),
        "first": table.first,
        "round": table.round,
        "deck": table.deck,
        "centre": table.centre,
        "failures": table.failures,
        "cards": list(table.cards),
        "shot": list(table.shot),
        "turn": table.turn,
        "lasting": [type(cue).__name__ for cue in prompter.lasting(0.0)],
    }


def main() -> None:
    """Write what is not there yet."""
    version = manifest("parasites").version
    for name, game in GAMES.items():
        path = HERE / f"{name}-v{version}.journal"
        if path.exists():
            continue
        evening, records = game()
        journal = Journal.begin(HERE, Header(evening, "en", 0, version, FRIDAY_EVENING, __version__), path.stem)
        for record in records:
            journal.write((record,), FRIDAY_EVENING + record.t)
        journal.close()
        stands = where_it_stands(recalled(read(path)))
        path.with_suffix(".json").write_text(json.dumps(stands, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
