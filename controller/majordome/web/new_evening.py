"""A new evening, as a page asks for it: checked like a guest list on file, and dealt by the box if it shall."""

from __future__ import annotations

from collections import Counter
from random import SystemRandom
from typing import Any

from majordome.core.evening import Evening, Guest
from majordome.core.game import RULEBOOKS
from majordome.core.plain import to_plain
from majordome.games.murder.roles import MURDERERS, SPECIAL_CARDS, Role, too_many
from majordome.settings.evening_file import (
    JOINERS,
    LONGEST_CHOICE,
    LONGEST_NAME,
    LONGEST_TALK,
    OLDEST,
    SHORTEST_CHOICE,
    SHORTEST_TALK,
    YOUNGEST,
    clean,
    speakable,
)
from majordome.web.http_words import Unheard
from majordome.web.messages import Invited, NewEvening


def wrong(where: str, why: str, *names: object) -> Unheard:
    """A value that cannot be."""
    return Unheard(422, why, tuple(str(name) for name in names), where=where)


def evening_of(asked: NewEvening, before: Evening) -> Evening:
    """The evening that was asked for, or a refusal that says where and why."""
    for name, value, least, most in (
        ("discussion", asked.discussion, SHORTEST_TALK, LONGEST_TALK),
        ("choosing", asked.choosing, SHORTEST_CHOICE, LONGEST_CHOICE),
    ):
        if not least <= value <= most:
            raise wrong(name, "number_out_of_range", value, least, most)
    guests = _guests(asked)
    book = RULEBOOKS[asked.game]
    if guests and not book.fewest <= len(guests) <= book.most:
        raise wrong("guests", "how_many_guests", len(guests), book.fewest, book.most)
    return Evening(
        game=asked.game,
        edition=asked.edition,
        discussion=asked.discussion,
        choosing=asked.choosing,
        chairs_fitted=asked.chairs,
        guests=_with_cards(asked, guests, before) if guests else (),
    )


def _guests(asked: NewEvening) -> tuple[Guest, ...]:
    seen: set[str] = set()
    guests = []
    for number, invited in enumerate(asked.guests):
        guests.append(_guest(invited, f"guests[{number}]", seen))
    return tuple(guests)


def _guest(invited: Invited, where: str, seen: set[str]) -> Guest:
    name = clean(invited.name)
    if not speakable(invited.name) or not name.strip(JOINERS):
        raise wrong(f"{where}.name", "name_needed")
    if len(name) > LONGEST_NAME:
        raise wrong(f"{where}.name", "name_too_long", name[:LONGEST_NAME], LONGEST_NAME)
    if name.casefold() in seen:
        raise wrong(f"{where}.name", "same_name", name)
    seen.add(name.casefold())
    if invited.age is not None and not YOUNGEST <= invited.age <= OLDEST:
        raise wrong(f"{where}.age", "number_out_of_range", invited.age, YOUNGEST, OLDEST)
    return Guest(name, invited.age, invited.role)


def _with_cards(asked: NewEvening, guests: tuple[Guest, ...], before: Evening) -> tuple[Guest, ...]:
    match asked.roles:
        case "none":
            cards: list[Role | None] = [None] * len(guests)
        case "by_hand":
            cards = [guest.role for guest in guests]
        case "kept":
            held = {guest.name: guest.role for guest in before.guests}
            cards = [held.get(guest.name) for guest in guests]
            if None in cards:
                raise wrong("roles", "roles_not_known", guests[cards.index(None)].name)
        case "deal":
            cards = _dealt(asked, len(guests))
    if None in cards and any(cards):
        raise wrong(f"guests[{cards.index(None)}].role", "role_for_all", guests[cards.index(None)].name)
    roles = [card for card in cards if card is not None]
    if roles and Counter(roles)[Role.MURDERER] != MURDERERS:
        raise wrong("guests", "two_murderers", Counter(roles)[Role.MURDERER])
    for role, wanted, there in too_many(roles, asked.edition):
        raise wrong("guests", "too_many_cards", wanted, role, there)
    return tuple(Guest(guest.name, guest.age, card) for guest, card in zip(guests, cards, strict=True))


def _dealt(asked: NewEvening, number: int) -> list[Role | None]:
    """Shuffled by the machine's own chance; nobody is told."""
    special = {Role(name): count for name, count in to_plain(asked.special).items()}
    for role, count in special.items():
        there = SPECIAL_CARDS[asked.edition].get(role, 0)
        if not 0 <= count <= there:
            raise wrong(f"special.{role}", "too_many_cards", count, role, there)
    cards: list[Role | None] = [Role.MURDERER] * MURDERERS
    cards += [role for role, count in special.items() for _ in range(count)]
    if len(cards) > number:
        raise wrong("special", "more_cards_than_guests", len(cards), number)
    cards += [Role.GUEST] * (number - len(cards))
    SystemRandom().shuffle(cards)
    return cards


def shown(evening: Evening, *, begun: bool) -> dict[str, Any]:
    """The evening as the host's form begins with it: no card."""
    known = bool(evening.guests) and evening.guests[0].role is not None
    return {
        "game": evening.game,
        "edition": evening.edition,
        "discussion": evening.discussion,
        "choosing": evening.choosing,
        "chairs": evening.chairs_fitted,
        "guests": [{"name": guest.name, "age": guest.age} for guest in evening.guests],
        "roles": "known" if known else "none",
        "begun": begun,
        "decks": {edition: {str(r): n for r, n in deck.items()} for edition, deck in SPECIAL_CARDS.items()},
        "players": {game: [book.fewest, book.most] for game, book in RULEBOOKS.items()},
        "murderers": MURDERERS,
    }
