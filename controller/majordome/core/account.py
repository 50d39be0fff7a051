"""A readable account of an evening, from its journal: when, who, how many votes. Cards only when the game is over."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from html import escape

from majordome.core.cues import Cue, Fact
from majordome.core.events import Event, Override
from majordome.core.game import ROOM, SECRETS
from majordome.core.journal import Story
from majordome.core.library import load, manifest
from majordome.core.records import Happened, WentBack
from majordome.core.script_reading import Reading
from majordome.words.narrator import Lang, Narrator, join


def account(story: Story, *, secrets: bool | None = None, lang: Lang | None = None) -> Iterator[str]:
    """The evening, line by line. `secrets`: what was hidden; by itself only when the game is over."""
    header = story.header
    game = load(header.evening.game)
    narrator = Narrator(lang or header.lang, header.seed, game=manifest(header.evening.game))

    def word(key: str, *words: str) -> str:
        return narrator.word("account", key).format(*words)

    reading = Reading(game.script(header.evening), narrator)
    reading.open(0.0)
    told: list[tuple[float, Event, list[Cue]]] = []
    for happened, wall in kept(story):
        told.append((wall, happened.event, reading.feed(happened.event, happened.t)))
    finished = reading.beat is None
    open_book = finished if secrets is None else secrets

    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(header.wall))
    title = manifest(header.evening.game).title.get(narrator.lang, header.evening.game)
    yield word("title", began, title, str(len(header.evening.guests) or "-"))
    for wall, event, cues in told:
        clock = time.strftime("%H:%M", time.localtime(wall))
        if isinstance(event, Override):
            yield f"  {clock}  {word('override', narrator.event(event))}"
        for cue in cues:
            line = narrator.fact(cue) if isinstance(cue, Fact) and (open_book or not cue.secret) else ""
            if line and isinstance(cue, Fact) and cue.heading:
                yield ""
                yield line
            elif line:
                yield f"  {clock}  {line}"
    yield ""
    yield word("finished") if reading.beat is None else word("unfinished", narrator.beat(reading.beat.name, "title"))
    if open_book:
        for guest in game.view(reading.table, reading.beat, SECRETS).get("guests", ()):
            if guest.get("role"):
                holds = narrator.word("ui", "does").format(guest["name"], narrator.word("role", guest["role"]))
                yield f"  {guest.get('mark', ' ')} {holds}"
    for key, names in game.view(reading.table, reading.beat, ROOM).get("tale", ()) if finished and open_book else ():
        yield narrator.word("screen", key).format(*names, names=join(names, narrator.lang))


def in_markdown(lines: Iterable[str]) -> Iterator[str]:
    """The same account to keep: a title, a chapter a round, and what happened as a list."""
    chapter = False  # the line after an empty one
    for number, line in enumerate(lines):
        if not number:
            yield f"# {line}"
        elif line.startswith("  "):
            yield f"- {line.strip()}"
        elif line:
            yield f"## {line}" if chapter else f"\n{line}"
            yield ""
        chapter = not line


def in_html(lines: Iterable[str], lang: Lang) -> Iterator[str]:
    """The same account as a page to print."""
    title, *rest = lines
    yield f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{escape(title)}</title>'
    yield "<style>body{font:12pt/1.5 Georgia,serif;max-width:36em;margin:2em auto}h2{break-after:avoid}</style>"
    yield f"<h1>{escape(title)}</h1>"
    chapter = False
    for line in rest:
        if line:
            yield (
                f"<h2>{escape(line)}</h2>"
                if chapter and not line.startswith("  ")
                else f"<p>{escape(line.strip())}</p>"
            )
        chapter = not line
    yield "</html>"


def kept(story: Story) -> list[tuple[Happened, float]]:
    """The events that still count, each with the time of day."""
    kept: list[tuple[Happened, float]] = []
    for entry in story.entries:
        if isinstance(entry.record, Happened):
            kept.append((entry.record, entry.wall))
        elif isinstance(entry.record, WentBack):
            del kept[entry.record.keep :]
    return kept
