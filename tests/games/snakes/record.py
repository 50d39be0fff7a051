"""Records the journals of masks and snakes. Run it only when the rules change, for a game of the new version:

    PYTHONPATH=tests .venv/bin/python tests/games/snakes/record.py

A journal that is there is never written again: later versions must replay it, or refuse it with its own error.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.snakes.company import Company
from majordome import __version__
from majordome.core.evening import Evening
from majordome.core.events import Buzz, Gesture, TimeAdded, Wish
from majordome.core.journal import Header, Story, read
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.plain_values import to_plain
from majordome.core.prompter import Prompter
from majordome.core.records import Record
from majordome.core.rehearsal import Rehearsal
from majordome.games.snakes.events import CardCorrected, DoorChosen, DoorCorrected, OfferTaken, Touched, TurnCorrected
from majordome.settings.evening_file import read_evening
from majordome.words.narrator import Narrator

EVENINGS = Path(__file__).parent / "evenings"
JOURNALS = manifest("snakes").folder / "journals"
SATURDAY_EVENING = 1795285800.0
Game = tuple[Evening, list[Record]]


def rehearsed(name: str) -> Game:
    """A whole evening from its file."""
    plan = read_evening(EVENINGS / f"{name}.toml")
    rehearsal = Rehearsal(plan.evening, plan.lang, plan.host, lambda line: None)
    rehearsal.play()
    return plan.evening, rehearsal.writer.records


def button_alone() -> Game:
    """Three without names, press and double press; the rules are heard, and nobody shows a snake."""
    company = Company(named=False)
    company.say(Gesture.DOUBLE, Gesture.DOUBLE, Gesture.PRESS, Gesture.DOUBLE, Gesture.PRESS)
    press, take = Gesture.PRESS, Gesture.DOUBLE
    for number in range(1, 6):
        company.say(*([press] if company.beat == "last_door" else [press, take]))  # the next open door
        company.say(*[press] * (number % 3), take)  # refused as often as that
        company.say(press, *[press] * number, take)
    company.say(Gesture.HOLD)
    return company.evening, company.records


def second_thoughts() -> Game:
    """Buzzers, a time for offers, steps back and put back, a pause, and every correction; then the plug is pulled."""
    company = Company(5, offer_seconds=30).begin("Cid")
    company.say(Buzz("Eve", Gesture.DOUBLE), Buzz("Eve"), TimeAdded(15), Wish.PAUSE)
    company.now += 600
    company.say(Wish.GO_ON)
    company.wait(45)
    company.say(Buzz("Eve"), Buzz("Eve"), Buzz("Eve", Gesture.DOUBLE))
    company.say(Wish.TAKE_BACK, Touched(7), Wish.TAKE_BACK, Wish.PUT_BACK)
    company.say(CardCorrected(7, "night"), CardCorrected(8, "day"), DoorCorrected("Bob", "closed"))
    company.say(DoorCorrected("Bob", "open"), TurnCorrected("Dora"), DoorChosen("Ana"), OfferTaken(), Touched(8))
    company.say(DoorChosen("Bob"))
    return company.evening, company.records


GAMES: dict[str, Callable[[], Game]] = {
    "snakes-1": lambda: rehearsed("snakes-1"),
    "snakes-3": lambda: rehearsed("snakes-3"),
    "button-alone": button_alone,
    "second-thoughts": second_thoughts,
}


def recalled(story: Story) -> Prompter:
    """A box that was switched on again."""
    prompter = Prompter(story.header.evening, Narrator(story.header.lang, story.header.seed))
    prompter.recall(story.records, 0.0)
    return prompter


def where_it_stands(prompter: Prompter) -> dict[str, Any]:
    """The facts that every later version must come to."""
    table: dict[str, Any] = {key: value for key, value in to_plain(prompter.table).items() if key != "evening"}
    outcome = prompter.snapshot.outcome
    return {
        "beat": prompter.beat.name if prompter.beat else "finished",
        "played": round(prompter.played(0.0), 3),
        "lasting": [type(cue).__name__ for cue in prompter.lasting(0.0)],
        "outcome": to_plain(outcome),
        **table,
    }


def main() -> None:
    """Write what is not there yet."""
    version = manifest("snakes").version
    for name, game in GAMES.items():
        path = JOURNALS / f"{name}-v{version}.journal"
        if path.exists():
            continue
        evening, records = game()
        journal = Journal.begin(JOURNALS, Header(evening, "en", 0, version, SATURDAY_EVENING, __version__), path.stem)
        for record in records:
            journal.write((record,), SATURDAY_EVENING + record.t)
        journal.close()
        path.chmod(0o644)
        stands = where_it_stands(recalled(read(path)))
        path.with_suffix(".json").write_text(json.dumps(stands, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
