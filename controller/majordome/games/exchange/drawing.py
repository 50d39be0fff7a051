"""Who sits where and has how many points, which way it goes round, and what is being settled."""

from __future__ import annotations

from majordome.core.table_drawing import Room, RoundTable, Seat, Word, pointed_at

CLOCKWISE, ANTICLOCKWISE, WAITS = "↻", "↺", "▲"


def drawing(room: Room, word: Word) -> RoundTable | None:
    """None before anybody sits down."""
    if not room["seats"]:
        return None
    pointed, points = pointed_at(room), room["points"]
    return RoundTable(
        tuple(
            Seat(
                name,
                str(points.get(name, 0)),
                ", ".join(word("mark", mark) for mark in marks),
                bright=name == pointed or "acting" in marks or (not room["action"] and "giver" in marks),
            )
            for name, marks in room["seats"]
        ),
        middle=middle(room),
    )


def middle(room: Room) -> tuple[str, ...]:
    """The exchange, or the deed on the table."""
    deed = room["action"]
    if deed:
        sums = (deed["crime"], deed["survival"])
        against = "  :  ".join("?" if told is None else str(told) for told in sums) if deed["target"] else ""
        return tuple(filter(None, (deed["by"], f"↓ {deed['target']}" if deed["target"] else "", against)))
    turn = "" if room["direction"] is None else CLOCKWISE if room["direction"] == "clockwise" else ANTICLOCKWISE
    if room["giver"] and room["taker"]:
        return room["giver"], f"{turn} ↓ {room['taker']}", WAITS if room["slams_count"] else ""
    return (turn,) if turn else ()
