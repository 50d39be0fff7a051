"""A second, naive referee, written from the rules alone: it reads a plan of turns and lists what must be printed.

It shares nothing with the game: no seats, no script, no events. Who plays is a list, and who is out is struck from it.
"""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]


def referee(names: list[str], starts: str, turns: list[dict[str, Any]]) -> list[Line]:
    """All lines of the contract, in order."""
    told: list[Line] = []
    points = dict.fromkeys(names, 0)
    first = names.index(starts)
    todo = list(turns)
    number = 0
    while True:
        number += 1
        way = +1 if number % 2 == 1 else -1
        told.append(
            {
                "cue": "hand",
                "number": number,
                "direction": "clockwise" if way == 1 else "anticlockwise",
                "starts": names[first],
            }
        )
        circle = [names[(first + way * step) % len(names)] for step in range(len(names))]  # in order of play
        if not one_hand(circle, points, todo, told):
            return [*told, {"cue": "unfinished"}]
        told.append({"cue": "score", "points": dict(points)})
        ranking = sorted(points.values(), reverse=True)
        if ranking[0] >= 5 and ranking[0] != ranking[1]:
            winner = max(points, key=lambda name: points[name])
            return [*told, {"cue": "outcome", "winner": winner}]
        first = (first + 1) % len(names)


def one_hand(circle: list[str], points: dict[str, int], todo: list[dict[str, Any]], told: list[Line]) -> bool:
    """False where the plan ends first. `circle` always begins with who offers; who is out is struck from it."""
    while True:
        giver, taker = circle[0], circle[1]
        told.append({"cue": "exchange", "from": giver, "to": taker})
        if not todo:
            return False
        turn = todo.pop(0)
        if turn.get("pile_empty"):
            for name in circle:
                if name not in turn.get("assassins", []):
                    points[name] += 1
            told.append({"cue": "hand_over", "why": "pile"})
            return True
        told.append({"cue": "actions"})
        left = list(circle)
        for action in turn.get("actions", []):
            why = one_action(action, left, giver, taker, points, told)
            if why:
                told.append({"cue": "hand_over", "why": why})
                return True
        # Turn the circle until who took is in front; then strike who went out: the next seat after them moves up.
        turned = [*circle[1:], circle[0]]
        circle = [name for name in turned if name in left]


def one_action(
    action: dict[str, Any], left: list[str], giver: str, taker: str, points: dict[str, int], told: list[Line]
) -> str:
    """Why the hand is over, or nothing."""
    by = action["by"]
    told.append({"cue": "slam", "name": by})
    aim = action.get("murder") or action.get("police")
    forbidden = by not in left or (aim is not None and (aim == by or aim not in left))
    if "police" in action and action.get("passed") and (by, aim) == (giver, taker):
        forbidden = True
    if forbidden:
        told.append({"cue": "refused"})
        return ""
    if "joker" in action:
        told.append({"cue": "joker", "name": by})
        return ""
    if "murder" in action:
        crime, survival = action["crime"], action["survival"]
        told.append(
            {
                "cue": "murder",
                "by": by,
                "victim": aim,
                "crime": crime,
                "survival": survival,
                "success": crime > survival,
            }
        )
        if crime > survival:
            points[by] += 2
        else:
            points[str(aim)] += 1
        return "murder"
    told.append({"cue": "police", "by": by, "accused": aim, "right": action["assassin"]})
    if action["assassin"]:
        points[by] += 1
        return "police"
    told.append({"cue": "out", "name": by})
    left.remove(by)
    return "alone" if len(left) == 1 else ""
