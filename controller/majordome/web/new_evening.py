"""A new evening, as a page asks for it: checked by the rules of the game, and dealt by the box if it shall.

What may be played is written in the game's manifest and its `check`, and nowhere here.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from random import SystemRandom
from typing import Any

from msgspec.structs import replace

from majordome.core.cues import Refused
from majordome.core.evening import Evening, GameSettings, Guest
from majordome.core.guest_list import clean, refuse_evening, speakable
from majordome.core.library import load, manifests
from majordome.core.manifest import Manifest
from majordome.core.plain_values import to_plain
from majordome.errors import GameError
from majordome.lab.odds import even, odds
from majordome.web.http_words import HttpError
from majordome.web.messages import Invited, NewEvening, OddsTold, OddsWanted
from majordome.web.static_files import pages_of

log = logging.getLogger(__name__)


def wrong(where: str, why: str, *names: str) -> HttpError:
    """The error for a value that cannot be."""
    return HttpError(422, why, names, where=where)


def _wrong(refused: Refused) -> HttpError:
    return HttpError(422, refused.why, refused.names, where=refused.what)


def evening_of(asked: NewEvening, before: Evening) -> Evening:
    """The evening that was asked for, or a refusal that says where and why."""
    game = manifests().get(asked.game)
    if game is None:
        raise wrong("game", "no_such_game", asked.game)
    guests = tuple(_guest(invited, game) for invited in asked.guests)
    evening = Evening(game.id, guests, GameSettings({**game.usual(), **asked.settings}))
    try:
        load(game.id)
    except GameError as trouble:
        log.warning("%s", trouble)
        raise wrong("game", "game_fails", game.id) from None
    if refused := refuse_evening(_without_cards(evening)):
        raise _wrong(refused)
    evening = replace(evening, guests=_with_cards(asked, evening, before)) if guests else evening
    if refused := refuse_evening(evening):
        raise _wrong(refused)
    return evening


def _guest(invited: Invited, game: Manifest) -> Guest:
    # A name that no screen could show is left as it was typed: the rules refuse it.
    name = clean(invited.name) if speakable(invited.name) else invited.name
    return Guest(name, invited.age if game.ages else None, invited.role)


def _without_cards(evening: Evening) -> Evening:
    return replace(evening, guests=tuple(replace(guest, role=None) for guest in evening.guests))


def _with_cards(asked: NewEvening, evening: Evening, before: Evening) -> tuple[Guest, ...]:
    cards: tuple[str | None, ...] = (None,) * len(evening.guests)
    match asked.roles:
        case "by_hand":
            cards = tuple(guest.role for guest in evening.guests)
        case "kept":
            held = {guest.name: guest.role for guest in before.guests}
            cards = tuple(held.get(guest.name) for guest in evening.guests)
            if None in cards:
                raise wrong("roles", "roles_not_known", evening.guests[cards.index(None)].name)
        case "deal":
            cards = _dealt(_without_cards(evening), asked.special)
    return tuple(replace(guest, role=card) for guest, card in zip(evening.guests, cards, strict=True))


def _dealt(evening: Evening, wishes: Mapping[str, int]) -> tuple[str, ...]:
    """Shuffled by the machine's own chance; nobody is told."""
    dealt = load(evening.game).cards(evening, wishes)
    if isinstance(dealt, Refused):
        raise _wrong(dealt)
    if len(dealt) != len(evening.guests):
        raise wrong("roles", "no_cards")
    cards = list(dealt)
    SystemRandom().shuffle(cards)
    return tuple(cards)


def odds_of(asked: OddsWanted) -> OddsTold | None:
    """What the lab has seen of such an evening; None where it has not played it, or it cannot be played."""
    game = manifests().get(asked.game)
    if game is None or not game.fewest <= asked.players <= game.most:
        return None
    guests = tuple(Guest(str(number)) for number in range(1, asked.players + 1))
    evening = Evening(game.id, guests, GameSettings({**game.usual(), **asked.settings}))
    if refuse_evening(evening) or isinstance(load(game.id).cards(evening, asked.special), Refused):
        return None
    told, cards = odds(evening, asked.special), even(evening)
    if told is None:
        return None
    evened = odds(evening, cards) if cards is not None else None
    return OddsTold(
        told.side, told.chance, told.minutes, told.shortest, told.longest, cards, evened.chance if evened else None
    )


# As the host's form begins.


def shown(evening: Evening, *, begun: bool) -> dict[str, Any]:
    """The evening as it is set, without a card, and every game that could be played."""
    known = bool(evening.guests) and evening.guests[0].role is not None
    return {
        "game": evening.game,
        "settings": dict(evening.settings),
        "guests": [{"name": guest.name, "age": guest.age} for guest in evening.guests],
        "roles": "known" if known else "none",
        "begun": begun,
        "games": [told for game in manifests().values() if (told := _shown(game)) is not None],
    }


def _shown(game: Manifest) -> dict[str, Any] | None:
    try:
        form = load(game.id).form()
    except GameError as trouble:  # a game of the host's own that does not work: the others do
        log.warning("%s", trouble)
        return None
    return {
        "id": game.id,
        "title": game.title,
        "players": [game.fewest, game.most],
        "minutes": game.minutes,
        "ages": game.ages,
        "secrets": game.secrets,
        "host_plays": game.host_plays,
        "roles": game.roles,
        "settings": [to_plain(setting) for setting in game.settings.values()],
        "pages": pages_of(game),
        "form": form,
    }
