"""One evening in the lab: the bare script, the players' answers, and a clock that counts as a rehearsal does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil

from majordome.core.cues import Fact, Outcome, Refused, Say
from majordome.core.evening import Evening, Guest
from majordome.core.events import Event, GameEnded, TimeUp
from majordome.core.game import Game
from majordome.core.library import manifest
from majordome.core.script import NOBODY, Beat
from majordome.errors import FileError
from majordome.lab.players import Dice, Played, Players
from majordome.words.narrator import BREATH, LANGS, LETTERS_A_SECOND, lines, seconds_of

LONGEST = 3000  # answers: then the host has had enough, and nobody has won


@lru_cache
def voice_of(game: str) -> dict[str, float]:
    """Seconds of each line of the butler: the mean of its variants and of the languages."""
    folder = manifest(game).folder
    spoken: dict[str, list[float]] = {}
    for lang in LANGS:
        known = seconds_of(lang, folder)
        for line, variants in lines(lang, folder)["say"].items():
            guessed = [float(ceil(BREATH + len(text) / LETTERS_A_SECOND)) for text in variants]
            spoken.setdefault(line, []).extend(known.get(line) or guessed)
    return {line: sum(seconds) / len(seconds) for line, seconds in spoken.items()}


def dealt_to(game: Game, evening: Evening, cards: dict[str, int]) -> tuple[str, ...]:
    """The cards of this evening, in the order of the game's own list; none where the box deals none."""
    dealt = game.cards(evening, cards)
    if isinstance(dealt, Refused):
        raise FileError(f"{evening.game}: these cards cannot be dealt to {len(evening.guests)} ({dealt.why})")
    return dealt


def company(evening: Evening, cards: tuple[str, ...], dice: Dice, *, ages: bool) -> Evening:
    """The same evening with cards and ages by dice. The same dice seat the first cards alike."""
    names = evening.names
    drawn = list(names)
    dice.shuffle(drawn)
    years = dice.sample(range(12, 90), len(names)) if ages else [None] * len(names)
    held = dict(zip(drawn, cards, strict=True)) if cards else {}
    guests = tuple([Guest(name, age, held.get(name)) for name, age in zip(names, years, strict=True)])
    return Evening(evening.game, guests, evening.settings)


def play(game: Game, evening: Evening, players: Players, voice: Mapping[str, float], *, strict: bool = True) -> Played:
    """To the end. `strict`: whatever the players say is first put to the beat, as the box would."""
    script = game.script(evening)
    answer, send = players.answer, script.send  # this is the loop in which a lab spends its days
    facts: list[tuple[float, Fact]] = []
    now = spoken = 0.0
    answers = 0
    outcome = Outcome(NOBODY)
    try:
        item = next(script)
        while True:
            kind = type(item)
            if kind is Say:
                spoken += voice[item.line]  # type: ignore[union-attr]  # its kind says so
            elif kind is Beat:
                beat: Beat = item  # type: ignore[assignment]  # likewise
                event: Event = answer(beat) if answers < LONGEST else GameEnded(NOBODY)
                if strict and (refused := beat.refuses(event)) is not None:
                    raise AssertionError(f"at '{beat.name}' {event} is refused: {refused}")
                answers += 1
                if beat.within is not None and type(event) is TimeUp:
                    now += spoken + beat.within if beat.after_voice else max(spoken, beat.within)
                else:
                    now += spoken + beat.usually
                spoken = 0.0
                item = send(event)
                continue
            elif item.is_fact:  # type: ignore[union-attr]  # a beat it is not
                facts.append((now, item))  # type: ignore[arg-type]  # likewise
                if kind is Outcome:
                    outcome = item  # type: ignore[assignment]  # likewise
            item = next(script)
    except StopIteration as end:
        return Played(evening, outcome.winner, outcome.names, now + spoken, tuple(facts), end.value)
