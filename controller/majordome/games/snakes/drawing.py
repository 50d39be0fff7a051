"""The circle of night and day with a door for each player, on a screen of letters."""

from __future__ import annotations

from majordome.core.table_drawing import Piece, Room, RoundTable, Seat, Word, pointed_at

SIGNS = {"night": "☾", "day": "☼"}
OPEN, CLOSED, CARD = "▯", "▮", "▤"


def drawing(room: Room, word: Word) -> RoundTable | None:
    """None before anybody sits down."""
    if not room["seats"]:
        return None
    pointed, offer = pointed_at(room), room["offer"]
    return RoundTable(
        tuple(
            Seat(
                door["name"],
                OPEN if door["open"] else CLOSED,
                note(room, door["name"], word),
                bright=door["name"] in (pointed, offer["to"] if offer else room["active"]),
            )
            for door in room["doors"]
        ),
        tuple(
            Piece(
                f"{SIGNS[card['side']]}{card['number']}" if card["side"] in SIGNS else "·",
                f"{card['side']}_card",
                bright=card["last"] or str(card["number"]) == pointed,
            )
            for card in room["cards"]
        ),
        (offer["from"], f"{'■ ' * offer['number']}{'□ ' * (offer['of'] - offer['number'])}".strip(), f"↓ {offer['to']}")
        if offer
        else (room["active"], word("mark", "three_cards"))
        if room["active"]
        else (),
    )


def note(room: Room, name: str, word: Word) -> str:
    """What is not seen from the door."""
    if name in room["holders"]:
        return word("mark", "snake")
    offers = room["offer"] is not None and not room["offer"]["taken"]
    return CARD * (2 if offers else 3) if name == room["active"] else ""
