"""Random evenings a second with the prompter, beside the bare script that it prompts.

A host plays by dice, once, and all that was said is kept. Then the prompter hears the very same words again, and a
fresh script without a prompter is sent the very same events, by turns. The difference is all that makes an event
safe: gestures become events, what is not due is refused, the clock and the room are kept, the narrator chooses words.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from _host import Host, invite
from _measure import round_by_round

from majordome.core.evening import Evening
from majordome.core.evening_queue import Said
from majordome.core.events import Event, TimeUp
from majordome.core.library import load
from majordome.core.prompter import Answer, Prompter
from majordome.core.script import Beat
from majordome.games.murder.corrections import Table
from majordome.words.narrator import Narrator

EVENINGS = 60
ROUNDS = 25


@dataclass(frozen=True, slots=True)
class Played:
    """One evening: what was said and when, and what the script made of it."""

    evening: Evening
    said: tuple[tuple[float, Said], ...]
    events: tuple[Event, ...]
    table: Table


def play(number: int) -> Played:
    """By turns a weekend, a table, and a button without any names."""
    dice = Random(number)
    game: str = ("weekend", "table", dice.choice(("weekend", "table")))[number % 3]
    guests = (dice.randint(10, 20), dice.randint(5, 9), 0)[number % 3]
    evening, host = invite(game, guests, dice), Host(dice)
    prompter = Prompter(evening, Narrator("en"))
    now, said = 0.0, []

    def offer(something: Said) -> Answer:
        nonlocal now
        left = prompter.time_left(now) if isinstance(something, TimeUp) else None
        now += left or 1.0
        return prompter.offer(something, now)

    host.look(prompter.begin(now).cues)
    while (beat := prompter.beat) is not None:
        accepted = host.answer(beat, offer)
        said.append((now, accepted))
    return Played(evening, tuple(said), tuple(step.event for step in prompter.history), prompter.table)


def with_prompter(played: Played) -> Table:
    """As in a real evening."""
    prompter = Prompter(played.evening, Narrator("en"))
    prompter.begin(0.0)
    for now, said in played.said:
        prompter.offer(said, now)
    table: Table = prompter.table
    return table


def bare(played: Played) -> Table:
    """The generator alone: read to the next beat, send the event."""
    script = load(played.evening.game).script(played.evening)
    events = iter(played.events)
    try:
        item = next(script)
        while True:
            item = script.send(next(events)) if isinstance(item, Beat) else next(script)
    except StopIteration as end:
        table: Table = end.value
        return table


def main() -> None:
    """Play, check that both end the same way, measure."""
    evenings = [play(number) for number in range(EVENINGS)]
    for played in evenings:
        assert with_prompter(played) == bare(played) == played.table
    times = round_by_round(
        lambda: [with_prompter(played) for played in evenings],
        lambda: [bare(played) for played in evenings],
        ROUNDS,
        process_time,
    )
    ours, reference = (min(seconds) for seconds in zip(*times, strict=True))
    ratio = median(mine / theirs for mine, theirs in times)
    events = sum(len(played.events) for played in evenings)
    print(
        f"evenings: {EVENINGS / ours:.0f} a second with the prompter, {EVENINGS / reference:.0f} by the bare script, "
        f"ratio {ratio:.2f}"
    )
    print(
        f"  {EVENINGS} random evenings, {events / EVENINGS:.0f} events each: {ours / events * 1e6:.1f} us an event "
        f"beside {reference / events * 1e6:.1f} us (one core, processor time: the best of {ROUNDS} rounds, and the "
        "median of their ratios)"
    )


if __name__ == "__main__":
    main()
