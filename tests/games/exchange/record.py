"""Records the games in the game's `journals`. Run it only when the rules change, for a new game of the new version:

    PYTHONPATH=tests .venv/bin/python -m games.exchange.record

A journal that is there is never written again: later versions replay it, or refuse it with the journal's own error.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from games.exchange.parties import EVENINGS, Table, a_table, an_evening
from majordome import __version__
from majordome.core.evening import Evening
from majordome.core.events import Slammed, Wish
from majordome.core.journal import Header, read
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.records import Record
from majordome.core.rehearsal import Rehearsal
from majordome.games.exchange.events import Announced, LetIn, PointsCorrected, SentOut, TargetNamed
from majordome.service.evenings_folder import recalled
from majordome.settings.evening_file import read_evening

SATURDAY_EVENING = 1794690000.0
Game = tuple[Evening, list[Record]]


def whole_game() -> Game:
    """A sample evening, from the welcome to the winner."""
    plan = read_evening(EVENINGS / "exchange-1.toml")
    rehearsal = Rehearsal(plan.evening, plan.lang, plan.host, lambda line: None)
    rehearsal.play()
    return plan.evening, rehearsal.writer.records


def second_thoughts() -> Game:
    """A line of slams, corrections, a pause, steps back, and a plug pulled in the middle of a murder."""
    table = a_table(4)
    table.slam("Cid", "police")
    table.buzz("Dora")
    table.say(Slammed("Ana", behind=1))
    table.say(TargetNamed("Bob"))
    table.press()
    table.say(Announced("joker"))
    table.wait(30)
    table.say(Wish.PAUSE)
    table.wait(600)
    table.press()
    table.press()
    table.back()
    table.say(Wish.PUT_BACK)
    table.say(PointsCorrected("Bob", 3))
    table.say(LetIn("Cid"))
    table.say(SentOut("Dora"))
    table.say(Announced("murder"))
    table.say(TargetNamed("Cid"))
    for _ in range(5):
        table.press()
    return table.prompter.evening, table.writer.records


def by_the_button() -> Game:
    """No names: three seats, a window that runs out, somebody slams, and the hand ends with a murder."""
    table = Table(an_evening(0))
    table.double()  # the rules, some of them
    table.wait(15)
    table.press()
    table.press()
    table.double()
    for step in "pd pppp".replace(" ", ""):
        table.press() if step == "p" else table.double()
    table.wait(10)
    for step in "pppdpdpdpdpppdppd":
        table.press() if step == "p" else table.double()
    table.wait(4)
    return table.prompter.evening, table.writer.records


GAMES: dict[str, Callable[[], Game]] = {
    "whole-game": whole_game,
    "second-thoughts": second_thoughts,
    "by-the-button": by_the_button,
}


def where_it_stands(prompter: Prompter) -> dict[str, Any]:
    """The facts that every later version must come to."""
    table = prompter.table
    return {
        "beat": prompter.beat.name if prompter.beat else "finished",
        "played": round(prompter.played(0.0), 3),
        "points": dict(table.points),
        "hand": table.hand,
        "giver": table.giver,
        "taker": table.taker,
        "floor": table.floor,
        "queue": list(table.queue),
        "out": sorted(table.out),
        "lasting": [type(cue).__name__ for cue in prompter.lasting(0.0)],
    }


def main() -> None:
    """Write what is not there yet."""
    game = manifest("exchange")
    folder = game.folder / "journals"
    folder.mkdir(exist_ok=True)
    for name, play in GAMES.items():
        path = folder / f"{name}-v{game.version}.journal"
        if path.exists():
            continue
        evening, records = play()
        header = Header(evening, "en", 0, game.version, SATURDAY_EVENING, __version__)
        journal = Journal.begin(folder, header, path.stem)
        for record in records:
            journal.write((record,), SATURDAY_EVENING + record.t)
        journal.close()
        stands = where_it_stands(recalled(read(path)))
        path.with_suffix(".json").write_text(json.dumps(stands, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
