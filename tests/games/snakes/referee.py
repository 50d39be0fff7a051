"""A second referee who never saw the script: strips of paper for the cards, a list of who may still be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

Line = dict[str, Any]
CARDS = {3: 5, 4: 6, 5: 8, 6: 9}


def referee(
    seats: Sequence[str], starts: str, turns: Sequence[tuple[str, int, int]], snakes: Sequence[str] = ()
) -> Iterator[Line]:
    """What the contract prints for these turns."""
    touches = dict.fromkeys(range(1, CARDS[len(seats)] + 1), 0)  # 0: night, 1: day, 2: gone
    player, number, waiting = starts, 1, set(seats)
    yield {"cue": "round", "number": 1}
    for to, refused, took in turns:
        if to == player or to not in waiting or touches.get(took) == 2:
            yield {"cue": "refused"}
            continue
        waiting -= {to}
        yield {"cue": "door", "name": to}
        for offer in (1, 2, 3)[: refused + 1]:
            yield {"cue": "offer", "number": offer, "from": player, "to": to}
            if offer <= refused:
                yield {"cue": "declined", "number": offer}
        yield {"cue": "taken", "name": to}
        player = to
        if took:
            touches[took] += 1
            yield [{"cue": "flip", "card": took}, {"cue": "gone", "card": took, "why": "touched"}][touches[took] - 1]
        else:
            yield {"cue": "nothing"}
        if over := outcome(touches, seats, snakes):
            yield over
            return
        if not waiting:
            yield {"cue": "doors_open"}
            days = [card for card, touched in touches.items() if touched == 1]
            if len(seats) > 4 and days:
                touches[min(days)] = 2
                yield {"cue": "gone", "card": min(days), "why": "round"}
                if over := outcome(touches, seats, snakes):
                    yield over
                    return
            number, waiting = number + 1, set(seats)
            yield {"cue": "round", "number": number}
    yield {"cue": "unfinished"}


def outcome(touches: dict[int, int], seats: Sequence[str], snakes: Sequence[str]) -> Line | None:
    """The last line, where the circle has decided."""
    left = [touched for touched in touches.values() if touched < 2]
    if left != [0] and 0 in left:
        return None
    winner = "snakes" if left == [0] else "day"
    names = [name for name in seats if (winner == "snakes") == (name in snakes)]
    return {"cue": "outcome", "winner": winner, **({"names": names} if snakes else {})}
