"""Evenings by seeded dice, and a fingerprint of what the rules made of them: no rule changes without being noticed.

The dice say what may be said, and quite often something with any other name in it, so that refusals count too. Words,
lights and sounds are left out: a new sentence of the butler is no new rule. `make golden` writes them for a new one.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from majordome.core.cues import Countdown, Fact, Hourglass, HourglassEmpty, Outcome, Refused, Scores, Top
from majordome.core.evening import Evening, Guest
from majordome.core.events import Event, TimeUp
from majordome.core.game import Game
from majordome.core.library import load, manifest, manifests
from majordome.core.manifest import Manifest
from majordome.core.plain_values import to_plain
from majordome.core.prompter import Prompter
from majordome.testing.game_test import company
from majordome.words.narrator import Narrator

HERE = Path(__file__).parent
EVENINGS, TOGETHER = 240, 20  # of each game; so many under one fingerprint
LONGEST = 600  # events
RULES = (Fact, Outcome, Scores, Top, Countdown, Hourglass, HourglassEmpty)


def digests(game: str, evenings: int = EVENINGS) -> list[str]:
    """One fingerprint for every few evenings."""
    found = []
    for first in range(0, evenings, TOGETHER):
        seen = hashlib.sha256()
        for number in range(first, min(first + TOGETHER, evenings)):
            for line in evening(game, number):
                seen.update(json.dumps(line, sort_keys=True, ensure_ascii=False, default=str).encode())
        found.append(seen.hexdigest()[:16])
    return found


def evening(game: str, number: int) -> Iterator[Any]:
    """What was said, and what the rules made of it."""
    found, rules, dice = manifest(game), load(game), Random(f"golden {game} {number}")
    people = dice.randint(found.fewest, found.most)
    party = special(found, rules, company(found, rules, people, dice), dice)
    prompter, now = Prompter(party, Narrator("en", 0)), 0.0
    prompter.begin(now)
    held = Counter(guest.role for guest in party.guests)
    rare = [guest.name for guest in party.guests if held[guest.role] == 1] or list(party.names)
    favourite = dice.choice(rare)  # in every other evening most things happen to one guest with a card of their own
    for _ in range(LONGEST):
        beat = prompter.beat
        if beat is None:
            return
        answers = sorted(rules.answers(beat), key=repr)
        about = [answer for answer in answers if favourite in map(str, _fields(answer))]
        event = dice.choice(about if about and number % 2 and dice.random() < 0.7 else answers)
        if dice.random() < 0.3:
            event = otherwise(event, party.names, dice)
        left = prompter.time_left(now)
        now += max(left, 0.0) if left is not None and isinstance(event, TimeUp) else 1.0
        answer = prompter.offer(event, now)
        ruled = [[type(cue).__name__, to_plain(cue)] for cue in answer.cues if isinstance(cue, RULES)]
        why = answer.refused.why if answer.refused else None
        yield [beat.name, type(event).__name__, to_plain(event), why, ruled]


def special(found: Manifest, rules: Game, party: Evening, dice: Random) -> Evening:
    """With as many special cards as the deck and the company bear."""
    wishes: dict[str, int] = {}
    for role in dice.sample(found.roles, len(found.roles)):
        if not isinstance(rules.cards(party, {**wishes, role: 1}), Refused):
            wishes[role] = 1
    cards = rules.cards(party, wishes)
    if isinstance(cards, Refused) or len(cards) != len(party.guests):
        return party
    dealt = zip(party.guests, dice.sample(cards, len(cards)), strict=True)
    return Evening(party.game, tuple(Guest(one.name, one.age, role) for one, role in dealt), party.settings)


def _fields(event: Event) -> list[Any]:
    return [getattr(event, field) for field in event.__struct_fields__]


def otherwise(event: Event, names: tuple[str, ...], dice: Random) -> Event:
    """The same with other names, living or dead."""
    changed: dict[str, Any] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if isinstance(value, str) and value in names:
            changed[field] = dice.choice(names)
        elif isinstance(value, tuple) and value and all(isinstance(name, str) and name in names for name in value):
            changed[field] = tuple(dice.choice(names) for _ in value)
    return replace(event, **changed)


def file_of(game: str) -> Path:
    """Where the fingerprints of the rules of now are."""
    return HERE / f"{game}-v{manifest(game).version}.json"


def write() -> None:
    """For every game whose version has none yet; what is there is never overwritten."""
    for game in manifests():
        if not file_of(game).exists():
            file_of(game).write_text(json.dumps(digests(game), indent=0) + "\n")
            sys.stdout.write(f"{file_of(game).name}: written\n")


if __name__ == "__main__":
    write()
