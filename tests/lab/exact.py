"""What a game by dice must come to, worked out on paper: fractions, and a chain of every hand that can be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple


@lru_cache
def table_murderers(guests: int, murderers: int = 2) -> Fraction:
    """Around a table, with random votes: a guest dies by night, then anybody is sacrificed."""
    if not murderers:
        return Fraction(0)
    if guests <= 1:
        return Fraction(1)
    left = guests - 1
    alive = left + murderers
    return Fraction(left, alive) * table_murderers(left - 1, murderers) + Fraction(murderers, alive) * table_murderers(
        left, murderers - 1
    )


def weekend_guests(players: int, rounds: int = 5) -> Fraction:
    """Two of the living at random in jail, each round after a death: once it is the two murderers."""
    free = Fraction(1)
    for alive in range(players - 1, players - 1 - rounds, -1):
        free *= 1 - Fraction(2, alive * (alive - 1))
    return 1 - free


@lru_cache
def circle_day(nights: int, days: int = 0) -> Fraction:
    """Snakes without hands, for three: each card that is taken touches any number, or nothing, alike."""
    if not nights:
        return Fraction(1)
    if nights == 1 and not days:
        return Fraction(0)
    turned = nights * circle_day(nights - 1, days + 1)
    gone = days * circle_day(nights, days - 1) if days else Fraction(0)
    return Fraction(turned + gone, nights + days)


# Snakes with hands, for three. A card is a night, a day, or touches nothing: a 0, a snake, and every number that has
# left. Each number is in somebody's hand, so the hands tell the circle.
Hand = tuple[str, ...]


class Seat(NamedTuple):
    hand: Hand
    open: bool


class State(NamedTuple):
    """Who holds three cards, and the two others, in no order: they are alike."""

    active: Seat
    others: tuple[Seat, ...]


def _state(active: Seat, *others: Seat) -> State:
    if not any(other.open for other in others):  # all doors that could be chosen are closed: they open again
        active, others = Seat(active.hand, True), tuple(Seat(other.hand, True) for other in others)
    return State(active, tuple(sorted(others)))


def _end(state: State) -> float | None:
    cards = [card for seat in (state.active, *state.others) for card in seat.hand]
    if "night" not in cards:
        return 1.0
    return 0.0 if cards.count("night") == 1 and "day" not in cards else None


TURNED = {"night": "day", "day": "nothing", "nothing": "nothing"}


def _following(state: State) -> Iterator[State]:
    """Each alike: any open door, any of three cards."""
    for place, chosen in enumerate(state.others):
        if not chosen.open:
            continue
        (other,) = state.others[:place] + state.others[place + 1 :]
        for at, card in enumerate(state.active.hand):
            kept = state.active.hand[:at] + state.active.hand[at + 1 :]
            taken = tuple(sorted((*chosen.hand, TURNED[card])))
            yield _state(Seat(taken, False), Seat(kept, state.active.open), other)


def hands_day() -> float:
    """The day's chance among three players who choose by dice, over every deal of five numbers, a 0 and a snake."""
    deals = [
        _state(*(Seat(tuple(sorted(cards[at : at + size])), True) for at, size in ((0, 3), (3, 2), (5, 2))))
        for cards in permutations(["night"] * 5 + ["nothing"] * 2)
    ]
    ways: dict[State, list[State]] = {}
    fresh = set(deals)
    while fresh:
        state = fresh.pop()
        ways[state] = [] if _end(state) is not None else list(_following(state))
        fresh |= {each for each in ways[state] if each not in ways}
    chance = {state: _end(state) or 0.0 for state in ways}
    moved = 1.0
    while moved > 1e-12:
        moved = 0.0
        for state, following in ways.items():
            if following:
                now = sum(chance[each] for each in following) / len(following)
                moved, chance[state] = max(moved, abs(now - chance[state])), now
    return sum(chance[deal] for deal in deals) / len(deals)
