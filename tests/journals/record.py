"""Records the games of this folder. Run it only when the rules change, for a new game of the new version:

    .venv/bin/python tests/journals/record.py

A journal that is here is never written again: later versions must replay it, or refuse it with the journal's own error.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from majordome import __version__
from majordome.core.evening import Evening
from majordome.core.events import ChairLeft, ChairTaken, Gesture, TimeAdded, Wish
from majordome.core.journal import SCHEMA, Header, read
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.records import Record
from majordome.core.rehearsal import Rehearsal
from majordome.games.murder.events import (
    CardTaken,
    Freed,
    GuestLeft,
    Imprisoned,
    Killed,
    Kissed,
    Named,
    Revived,
    VoteCorrected,
)
from majordome.games.murder.roles import Role
from majordome.games.murder.testing import MurderParty, a_weekend, button_only
from majordome.service.evenings_folder import recalled
from majordome.settings.evening_file import read_evening

HERE = Path(__file__).parent
EVENINGS = HERE.parent / "evenings"
FRIDAY_EVENING = 1794600000.0

Game = tuple[Evening, list[Record]]


def rehearsed(name: str) -> Game:
    """A whole evening from its file."""
    plan = read_evening(EVENINGS / f"{name}.toml")
    rehearsal = Rehearsal(plan.evening, plan.lang, plan.host, lambda line: None)
    rehearsal.play()
    return plan.evening, rehearsal.writer.records


def played(party: MurderParty) -> Game:
    """An evening that was played by hand."""
    return party.prompter.evening, party.writer.records


def button_weekend() -> Game:
    """Gestures and chairs alone: a heart patient, a tie, a prisoner who stands up, and yes at last."""
    party = button_only(chairs=True)
    party.go_to("murder")
    party.double()
    party.wait(5)
    party.go_to("counting_aloud")
    party.double()
    party.go_to("jailing")
    party.sit("left")
    party.sit("right")
    party.press()
    party.stand("right")
    party.sit("right")
    party.go_to("turning")
    party.double()
    party.go_to("discussion")
    party.stand("left")
    party.stand("right")
    party.go_to("jailing")
    party.press()
    party.hold()
    return played(party)


def second_thoughts() -> Game:
    """Pauses, steps back, put back again, and a pulled plug in the middle of a discussion."""
    party = a_weekend(Cid="vampire", Dora="charmer", Eve="alchemist", Fay="heart", Gus="shortsighted", edition="B")
    party.murder("Fay", by="Ana")
    party.back()
    party.murder("Eve", by="Bob")
    party.go_to("discussion")
    party.wait(30)
    party.say(Wish.PAUSE)
    party.wait(600)
    party.say(Gesture.PRESS)
    party.say(TimeAdded(60))
    party.wait(20)
    for _ in range(2):
        party.back()
    party.say(Wish.PUT_BACK)
    party.wait(5)
    return played(party)


def overridden() -> Game:
    """Every override, a kiss, and a corrected vote."""
    party = a_weekend(Cid="vampire", Dora="charmer")
    party.murder("Cid", by="Ana")
    party.say(Killed("Lia"))
    party.say(Revived("Lia"))
    party.vote(Gus=5, Hal=4)
    party.say(VoteCorrected((("Gus", 5), ("Ida", 4))))
    party.press()
    party.say(Freed("Gus"))
    party.say(Imprisoned("Jo"))
    party.go_to("turning")
    party.say(Kissed("Kim"))
    party.say(ChairTaken("left"))
    party.say(ChairLeft("left"))
    party.murder("Eve")
    return played(party)


def come_and_go() -> Game:
    """A card is taken over and a guest goes home while hands are counted; an alchemist is named while the sand runs."""
    party = a_weekend(Cid="vampire", Eve="alchemist")
    party.go_to("murder")
    party.press()
    party.wait(10)
    party.go_to("discussion")
    party.say(Named("Eve"))
    party.go_to("counting")
    party.say(CardTaken("Gus", "Max"))
    party.say(GuestLeft("Kim"))
    party.vote(Max=5, Eve=4)
    party.say(CardTaken("Eve", "Zoe"))
    party.press()
    party.murder("Ida", by="Bob")
    party.say(Named("Jo"))
    party.go_to("circle")
    return played(party)


GAMES: dict[str, Callable[[], Game]] = {
    "weekend-1": lambda: rehearsed("weekend-1"),
    "weekend-2": lambda: rehearsed("weekend-2"),
    "weekend-4": lambda: rehearsed("weekend-4"),
    "table-7": lambda: rehearsed("table-7"),
    "button-weekend": button_weekend,
    "second-thoughts": second_thoughts,
    "overridden": overridden,
    "come-and-go": come_and_go,
}


def where_it_stands(prompter: Prompter) -> dict[str, Any]:
    """The facts that every later version must come to."""
    table, sand = prompter.table, prompter.sand(0.0)
    return {
        "beat": prompter.beat.name if prompter.beat else "finished",
        "played": round(prompter.played(0.0), 3),
        "sand": None if sand is None else [round(seconds, 3) for seconds in sand],
        "round": table.round,
        "living": list(table.living),
        "jail": list(table.jail),
        "charmed": list(table.charmed),
        "murderers": list(table.living_with(Role.MURDERER)),
        "lasting": [type(cue).__name__ for cue in prompter.lasting(0.0)],
    }


def main() -> None:
    """Write what is not here yet."""
    for name, game in GAMES.items():
        evening, records = game()
        version = manifest(evening.game).version
        path = HERE / f"{name}-v{version}-s{SCHEMA}.journal"  # those of the first format have no -s
        if path.exists():
            continue
        header = Header(evening, "en", 0, version, FRIDAY_EVENING, __version__)
        journal = Journal.begin(HERE, header, path.stem)
        for record in records:
            journal.write((record,), FRIDAY_EVENING + record.t)
        journal.close()
        stands = where_it_stands(recalled(read(path)))
        path.with_suffix(".json").write_text(json.dumps(stands, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
