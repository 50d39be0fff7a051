"""A readable account of an evening, from its journal: when, who, how many votes. Cards only when the game is over."""

from __future__ import annotations

import time
from collections.abc import Iterator

from majordome.core.cues import (
    AliveAgain,
    Charmed,
    Cue,
    Death,
    Jail,
    Outcome,
    Release,
    Round,
    Sacrifice,
    Spared,
    Swap,
    Tally,
    Vote,
    Youngest,
)
from majordome.core.events import (
    Event,
    Freed,
    GameEnded,
    Imprisoned,
    Killed,
    Named,
    Override,
    PhaseSkipped,
    Revived,
    Tapped,
    TimeAdded,
    VoteCorrected,
    Winked,
)
from majordome.core.game import RULEBOOKS
from majordome.core.journal import Story
from majordome.core.reading import Reading
from majordome.core.records import Happened, WentBack
from majordome.games.murder.murder import the_killer
from majordome.words.narrator import Lang, Narrator, join

COMMAND_OF: dict[type[Override], str] = {
    Killed: "kill",
    Revived: "revive",
    Freed: "free",
    Imprisoned: "jail",
    VoteCorrected: "correct",
    PhaseSkipped: "skip",
    TimeAdded: "add",
    GameEnded: "end",
}


def account(story: Story, *, secrets: bool | None = None, lang: Lang | None = None) -> Iterator[str]:
    """The evening, line by line. `secrets`: killers, kisses and cards; by itself only when the game is over."""
    header = story.header
    narrator = Narrator(lang or header.lang, header.seed)

    def word(key: str, *words: str) -> str:
        return narrator.word("account", key).format(*words)

    reading = Reading(RULEBOOKS[header.evening.game].script(header.evening), narrator)
    told: list[tuple[float, Event, list[Cue], str | None]] = []
    reading.open(0.0)
    for happened, wall in _kept(story):
        before = reading.table
        killer = None
        if isinstance(happened.event, Tapped | Winked | Named) and reading.beat is not None:
            killer = the_killer(before, "day" if isinstance(happened.event, Winked) else "night", happened.event.killer)
        told.append((wall, happened.event, reading.feed(happened.event, happened.t), killer))
    finished = reading.beat is None
    open_book = finished if secrets is None else secrets

    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(header.wall))
    yield word("title", began, header.evening.game, header.evening.edition, str(len(header.evening.guests) or "-"))
    for wall, event, cues, killer in told:
        clock = time.strftime("%H:%M", time.localtime(wall))
        if isinstance(event, Override):
            did = word("override", narrator.word("command", COMMAND_OF[type(event)]), _named(event))
            yield f"  {clock}  {' '.join(did.split())}"
        if killer and open_book:
            yield f"  {clock}  {word('killer', killer)}"
        for cue in cues:
            if isinstance(cue, Round):
                yield ""
                yield word("round", str(cue.number), narrator.when(cue.day, cue.time))
            elif line := _line(cue, narrator, open_book=open_book):
                yield f"  {clock}  {line}"
    yield ""
    yield word("finished") if finished else word("unfinished", narrator.beat(_beat(reading), "title"))
    if open_book and reading.table.knows_roles:
        for guest in reading.table.guests:
            role = narrator.word("role", guest.role) if guest.role else "?"
            yield f"  {'†' if guest.name in reading.table.dead else ' '} {guest.name}: {role}"


def _beat(reading: Reading) -> str:
    return reading.beat.name if reading.beat else "finished"


def _named(event: Override) -> str:
    match event:
        case Killed(name) | Revived(name) | Freed(name) | Imprisoned(name):
            return name
        case TimeAdded(seconds):
            return f"{seconds:+d} s"
        case VoteCorrected(votes):
            return ", ".join(f"{name} {n}" for name, n in votes)
        case _:
            return ""


def _kept(story: Story) -> list[tuple[Happened, float]]:
    """The events that still count, each with the time of day."""
    kept: list[tuple[Happened, float]] = []
    for entry in story.entries:
        if isinstance(entry.record, Happened):
            kept.append((entry.record, entry.wall))
        elif isinstance(entry.record, WentBack):
            del kept[entry.record.keep :]
    return kept


def _line(cue: Cue, narrator: Narrator, *, open_book: bool) -> str | None:
    def word(key: str, *words: str) -> str:
        return narrator.word("account", key).format(*words)

    match cue:
        case Death(name):
            return word("death", name or narrator.word("ui", "somebody"))
        case AliveAgain(name):
            return word("alive_again", name)
        case Swap(vampire, murderer) if open_book:
            return word("swap", vampire, murderer)
        case Spared(name) if open_book:
            return word("spared", name)
        case Charmed(name) if open_book:
            return word("charmed", name)
        case Release(names) if names:
            return word("release", join(names, narrator.lang))
        case Vote(_, seats):
            return word("vote", str(seats))
        case Tally(votes) if votes:
            return word("tally", ", ".join(f"{name} {n}" for name, n in sorted(votes, key=lambda vote: -vote[1])))
        case Youngest(name):
            return word("youngest", name)
        case Jail(names):
            return word("jail", join(names, narrator.lang) or narrator.word("ui", "somebody"))
        case Sacrifice(name, role):
            shown = narrator.word("role", role) if role else "?"
            return word("sacrifice", name or narrator.word("ui", "somebody"), shown)
        case Outcome(winner):
            return word("outcome", narrator.word("winner", winner))
        case _:
            return None
