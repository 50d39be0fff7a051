"""One evening in the lab: the bare script, the players' answers, and a clock that counts as a rehearsal does."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from majordome.core.cues import Fact, Outcome, Refused, Say
from majordome.core.evening import Evening, Guest
from majordome.core.events import TimeUp
from majordome.core.game import Game
from majordome.core.library import load, manifest
from majordome.core.script import Beat
from majordome.errors import FileError
from majordome.lab.players import Dice, Played, Players
from majordome.words.narrator import BREATH, LANGS, LETTERS_A_SECOND, lines, seconds_of

LONGEST = 20_000  # answers: nobody sits at a table for so long


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


def company(game: Game, evening: Evening, cards: dict[str, int], dice: Dice) -> Evening:
    """The same evening with cards dealt and ages given by dice. The same dice seat the murderers alike."""
    dealt = game.cards(evening, cards)
    if isinstance(dealt, Refused):
        raise FileError(f"{evening.game}: these cards cannot be dealt to {len(evening.guests)} ({dealt.why})")
    names = list(evening.names)
    dice.shuffle(names)
    ages = dice.sample(range(12, 90), len(names)) if manifest(evening.game).ages else [None] * len(names)
    held = dict(zip(names, dealt or [None] * len(names), strict=True))
    guests = tuple(Guest(name, age, held[name]) for name, age in zip(evening.names, ages, strict=True))
    return Evening(evening.game, guests, evening.settings)


def play(evening: Evening, players: Players, *, strict: bool = True) -> Played:
    """To the end. `strict`: whatever the players say is first put to the beat, as the box would."""
    script = load(evening.game).script(evening)
    voice, answer = voice_of(evening.game), players.answer
    facts: list[tuple[float, Fact]] = []
    now = spoken = 0.0
    answers = 0
    outcome = Outcome("nobody")
    try:
        item = next(script)
        while True:
            if type(item) is Beat:
                event = answer(item)
                if strict and (refused := item.refuses(event)) is not None:
                    raise AssertionError(f"at '{item.name}' {event} is refused: {refused}")
                answers += 1
                if answers > LONGEST:
                    raise AssertionError(f"after {LONGEST} answers the game waits at '{item.name}': has it an end?")
                if type(event) is TimeUp and item.within is not None:
                    now += spoken + item.within if item.after_voice else max(spoken, item.within)
                else:
                    now += spoken + item.usually
                spoken = 0.0
                item = script.send(event)
                continue
            if type(item) is Say:
                spoken += voice[item.line]
            elif isinstance(item, Fact):
                facts.append((now, item))
                if isinstance(item, Outcome):
                    outcome = item
            item = next(script)
    except StopIteration as end:
        return Played(evening, outcome.winner, outcome.names, now + spoken, tuple(facts), end.value)
