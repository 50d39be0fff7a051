"""Who has laid a card, whose card it is, how many stand in the centre, and the lights of failure."""

from __future__ import annotations

from majordome.core.table_drawing import Piece, Room, RoundTable, Seat, Word, pointed_at

FIRST, LAID, LIT, UNLIT, STANDS = "★", "✓", "●", "○", "▢"


def drawing(room: Room, word: Word) -> RoundTable | None:
    """None before anybody sits down."""
    if not room["seats"]:
        return None
    pointed = pointed_at(room)
    failures = LIT * room["failures"] + UNLIT * (room["failures_to_lose"] - room["failures"])
    poll, aim = room["declaration"], room["aim"]
    middle = [failures]
    if poll:
        middle.append(f"{poll['agree']}/{poll['needed']}")
    elif aim:
        middle.append(f"{aim['by']} → {aim['at'] or STANDS}")
    return RoundTable(
        tuple(
            Seat(
                name,
                (FIRST if "first" in marks else "") + (LAID if "laid" in marks else ""),
                ", ".join(word("mark", mark) for mark in marks if mark not in ("first", "laid")),
                bright=name == pointed or "turn" in marks,
            )
            for name, marks in room["seats"]
        ),
        tuple(Piece(STANDS, "evening") for _ in range(room["centre"])),
        (*middle, f"+ {room['left']}"),
    )
