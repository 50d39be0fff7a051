"""The cards, and how many of each a deck holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

from majordome.core.cues import Refused

Edition = str  # A or B


class Role(StrEnum):
    """What a card says. The values are those of the evening file."""

    GUEST = "guest"
    MURDERER = "murderer"
    HEART = "heart"
    INSOMNIAC = "insomniac"
    VAMPIRE = "vampire"
    CHARMER = "charmer"
    SHORTSIGHTED = "shortsighted"
    ALCHEMIST = "alchemist"


# As the rules name them; a member of an enum takes long to find.
GUEST, MURDERER, HEART, INSOMNIAC, VAMPIRE, CHARMER, SHORTSIGHTED, ALCHEMIST = Role
MURDERERS = 2

# Special cards only: a special card takes the place of a guest card, and of those there are always enough.
SPECIAL_CARDS: dict[Edition, dict[Role, int]] = {
    "A": {HEART: 1, INSOMNIAC: 1, VAMPIRE: 1, CHARMER: 1, SHORTSIGHTED: 1},
    "B": {
        HEART: 2,
        INSOMNIAC: 1,
        VAMPIRE: 2,
        CHARMER: 1,
        SHORTSIGHTED: 1,
        ALCHEMIST: 2,
    },
}


def too_many(roles: Iterable[Role], edition: Edition) -> list[tuple[Role, int, int]]:
    """Special cards of which more are wanted than this edition's deck has: (role, wanted, in the deck)."""
    deck = SPECIAL_CARDS[edition]
    wanted = Counter(role for role in roles if role not in (GUEST, MURDERER))
    return [(role, n, deck.get(role, 0)) for role, n in wanted.items() if n > deck.get(role, 0)]


def cards(number: int, edition: Edition, special: Mapping[str, int]) -> tuple[str, ...] | Refused:
    """The cards for so many players: a special card takes the place of a guest card."""
    deck = SPECIAL_CARDS[edition]
    for name, wanted in special.items():
        there = deck.get(Role(name), 0) if name in list(Role) else 0
        if not 0 <= wanted <= there:
            return Refused(f"special.{name}", "too_many_cards", (str(wanted), name, str(there)))
    dealt = [MURDERER] * MURDERERS + [Role(name) for name, wanted in special.items() for _ in range(wanted)]
    if len(dealt) > number:
        return Refused("special", "more_cards_than_guests", (str(len(dealt)), str(number)))
    return tuple(str(role) for role in dealt + [GUEST] * (number - len(dealt)))
