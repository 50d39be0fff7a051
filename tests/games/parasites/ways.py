"""The same game by the one button, by everybody's own buzzer, or by phones alone.

Each way says what the file says, with what it has: a gesture that means it, a buzzer that means it, or a question on
somebody's phone that may be answered so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.parasites.company import Company
from majordome.core.events import Buzz, Event, Gesture, Pointed, Pressed
from majordome.games.parasites.events import (
    Agreed,
    AgreementCounted,
    AimChanged,
    AimTaken,
    AllLaid,
    CardDone,
    CentreTurned,
    Declared,
    Fired,
    FirstNamed,
    Laid,
    PenaltyTaken,
    PlayersTurned,
    ShooterNamed,
    SideTold,
    SomebodyDeclared,
    TargetNamed,
)
from majordome.games.parasites.refusals import refuse_shot

PATIENCE = 12  # presses until a choice must have come round


class Way:
    """Says an event with what it has."""

    own_hands = True  # every player speaks for themselves

    def __init__(self, company: Company) -> None:
        self.company = company

    def gestures(self) -> Iterator[tuple[Gesture | Buzz, Event]]:
        """All that can be done here, and what it means."""
        raise NotImplementedError

    def do(self, event: Event) -> None:
        """Point until it is there, and take it."""
        for _ in range(PATIENCE):
            meant = list(self.gestures())
            if gesture := next((said for said, means in meant if means == event), None):
                return self.company.well(gesture)
            pointing = next((said for said, means in meant if isinstance(means, Pointed)), None)
            assert pointing is not None, f"no way to say {event} at {self.company.name}: {meant}"
            self.company.well(pointing)
        raise AssertionError(f"{event} never came round at {self.company.name}")


class ByButton(Way):
    """The one button alone."""

    own_hands = False

    def gestures(self) -> Iterator[tuple[Gesture | Buzz, Event]]:
        beat = self.company.beat
        for gesture, means in (
            (Gesture.PRESS, beat.press),
            (Gesture.DOUBLE, beat.double),
            (Gesture.HOLD, beat.hold),
        ):
            if means is not None:
                yield gesture, means


class ByBuzzers(Way):
    """Everybody's own buzzer alone."""

    def gestures(self) -> Iterator[tuple[Gesture | Buzz, Event]]:
        beat = self.company.beat
        yield from ((Buzz(player), means) for player, means in beat.buzz)
        yield from ((Buzz(player, Gesture.DOUBLE), means) for player, means in beat.double_buzz)


class ByPhones(Way):
    """Everybody's own phone alone."""

    def do(self, event: Event) -> None:
        company = self.company
        asks = [ask for ask in company.beat.asks if any(ask.allows(event, name) for name in company.table.seats)]
        assert asks, f"no phone may say {event} at {company.name}: {company.beat.asks}"
        company.well(event)


def play(file: dict[str, Any], company: Company, way: Way) -> None:
    """The whole file, but for what the rules would refuse: no button means that."""
    rounds = [dict(entry) for entry in file.get("rounds", [])]
    dinner = list(file.get("dinner", []))
    entry: dict[str, Any] = {}
    spared = False
    side: Any = None
    names = company.prompter.evening.names
    while company.name != "finished":
        table, turn = company.table, company.table.turn
        at: str = company.name
        match at:
            case "welcome" | "setup":
                way.do(Pressed())
            case "first":
                way.do(FirstNamed(file.get("starts", names[0])))
            case "laying" if table.round > len(rounds):
                return
            case "laying":
                entry = rounds[table.round - 1]
                entry["shots"] = list(entry.get("shots", []))
                for name in names if way.own_hands else ():
                    way.do(Laid(name))
                if not way.own_hands:
                    way.do(AllLaid())
            case "roll":
                company.wait()
            case "turn":
                shot = _next_shot(entry, turn, company)
                declared = entry.get("declared")
                if shot is not None:
                    spared, side = shot.get("free", False), shot.get("side")
                    way.do(AimTaken())
                    _aim_and_fire(shot, company, way)
                elif declared and turn == table.clockwise(table.first)[-1]:
                    _declare(entry.pop("declared"), company, way)
                else:
                    way.do(CardDone())
            case "penalty":
                way.do(PenaltyTaken(spared))
            case "side" if side is None:
                return
            case "side":
                way.do(SideTold(side))
            case "revealing":
                way.do(CentreTurned(file.get("clean", False)))
            case "dinner":
                while dinner and (dinner[0]["by"] in table.shot or _refused(dinner[0], turn, company)):
                    dinner.pop(0)
                if not dinner or dinner[0]["by"] != turn:
                    way.do(CardDone())
                    continue
                shot = dinner.pop(0)
                side = shot.get("side")
                way.do(AimTaken())
                if company.name == "target":
                    way.do(TargetNamed(shot["at"]))
                way.do(Fired(shot["by"], shot["real"], shot["at"]))
            case "last_cards":
                way.do(PlayersTurned(file.get("parasite_left", False)))
            case other:
                raise AssertionError(f"nobody thought of {other}")


def _next_shot(entry: dict[str, Any], turn: str | None, company: Company) -> dict[str, Any] | None:
    for shot in [shot for shot in entry["shots"] if shot.get("turn", shot["by"]) == turn]:
        entry["shots"].remove(shot)
        if refuse_shot(company.table, shot["by"], shot.get("at")) is None:
            return dict(shot)
    return None


def _refused(shot: dict[str, Any], turn: str | None, company: Company) -> bool:
    return shot["by"] == turn and refuse_shot(company.table, shot["by"], shot["at"]) is not None


def _aim_and_fire(shot: dict[str, Any], company: Company, way: Way) -> None:
    by, at = shot["by"], shot.get("at")
    aim = company.table.aim
    assert aim is not None
    if (aim.by, aim.at) != (by, at):
        if not way.own_hands:
            way.do(AimChanged())
            way.do(ShooterNamed(by))
            if company.name == "target":
                way.do(TargetNamed(at))
        else:
            if aim.by != by:
                way.do(ShooterNamed(by))
            aim = company.table.aim
            assert aim is not None
            if aim.at != at:
                way.do(TargetNamed(at))
    way.do(Fired(by, shot["real"], at))


def _declare(declared: dict[str, Any], company: Company, way: Way) -> None:
    by, names = declared["by"], company.table.seats
    agree = {by, *declared.get("agree", [])}
    if way.own_hands and not (isinstance(way, ByBuzzers) and by == company.table.turn):
        way.do(Declared(by))
    else:  # the player whose card it is has both presses taken: the big button helps
        company.well(SomebodyDeclared() if way.own_hands else Gesture.HOLD)
        way.do(Declared(by))
    if way.own_hands:
        for name in names:
            if name != by:
                way.do(Agreed(name, name in agree))
    else:
        way.do(AgreementCounted(len(agree)))
