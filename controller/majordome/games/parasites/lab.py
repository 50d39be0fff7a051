"""Parasites in the lab: the identities are dealt, and a shot shows what really lies there.

`random`: a player shoots now and then, at anything, and never declares. `readers`: a shot finds a parasite `skill`
times as readily as a real one (that is what looking at cards is worth), and a clean centre is declared at times. The
action cards themselves are not played: so many of them shoot, and that is all the lab knows of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from majordome.core.evening import Evening
from majordome.core.events import Event
from majordome.core.script import Beat
from majordome.games.parasites.corrections import Table
from majordome.games.parasites.events import (
    AgreementCounted,
    AimTaken,
    AllLaid,
    CardDone,
    CentreTurned,
    Declared,
    Fired,
    FirstNamed,
    PenaltyTaken,
    PlayersTurned,
    SideTold,
    TargetNamed,
)
from majordome.lab.players import Dice, Played, Players, Ways

REALS, PARASITES = 6, 18  # the identity deck
OWN_REALS, OWN_PARASITES = 4, 2  # advanced: from which each player has one
SHOOTS = 0.4  # of all cards that are carried out
AT_PLAYERS = 0.25  # of these, advanced
AT_DINNER = 0.1
SPARED = 0.1  # a card without penalties
DECLARES = 0.3  # by a reader, each time that the centre is clean

REAL, PARASITE = True, False


class ParasitesPlayers:
    """Everybody at the table, and the identities under their characters."""

    def __init__(self, evening: Evening, dice: Dice, ways: Ways) -> None:
        self._dice = dice
        self._readers = ways.side("team") == "readers"
        self._skill = ways.skill if self._readers else 1.0
        self._deck = [REAL] * REALS + [PARASITE] * PARASITES
        dice.shuffle(self._deck)
        self._centre: list[bool] = []
        self._own: dict[str, bool] = {}  # under the character of each player who has one
        self.first = dice.choice(evening.names)
        self._aims_at: str | None = None
        if evening.word("mode") == "advanced":
            own = [REAL] * OWN_REALS + [PARASITE] * OWN_PARASITES
            self._own = dict(zip(evening.names, dice.sample(own, len(evening.names)), strict=True))

    def answer(self, beat: Beat) -> Event:
        """Cards, shots, and what is turned over."""
        table: Table = beat.table
        self._look(table)
        match beat.name:
            case "first":
                return FirstNamed(self.first)
            case "laying":
                if self._readers and self._clean and self._dice.random() < DECLARES:
                    return Declared(self._dice.choice(table.seats))
                return AllLaid()
            case "turn":
                return self._turn(table)
            case "shot":
                return self._shot(table)
            case "penalty":
                return PenaltyTaken(spared=self._dice.random() < SPARED)
            case "agreeing":
                return AgreementCounted(len(table.seats))
            case "revealing":
                return CentreTurned(clean=self._clean)
            case "dinner":
                return self._at_dinner(table)
            case "target":
                return TargetNamed(self._aims_at)
            case "dinner_shot":
                assert table.aim is not None
                at = table.aim.at or ""
                return Fired(table.aim.by, self._own.pop(at), at)
            case "side":
                return SideTold("real" if self._is_real(table.turn or "") else "parasite")
            case "last_cards":
                return PlayersTurned(parasite_left=any(real is PARASITE for real in self._own.values()))
        if beat.press is None:
            raise AssertionError(f"the lab has no answer at '{beat.name}'")
        return beat.press

    @property
    def _clean(self) -> bool:
        return PARASITE not in self._centre

    def _look(self, table: Table) -> None:
        """Whoever has come in since: an identity for each."""
        while len(self._centre) < table.centre:
            self._centre.append(self._deck.pop())
        for name in table.cards:
            if name not in self._own:
                self._own[name] = self._deck.pop()

    def _is_real(self, name: str) -> bool:
        return self._own.get(name, REAL)

    def _turn(self, table: Table) -> Event:
        targets = table.targets(table.turn or table.first)
        if self._dice.random() >= SHOOTS or not (table.centre or targets):
            return CardDone()
        at_player = bool(targets) and (not table.centre or self._dice.random() < AT_PLAYERS)
        self._aims_at = self._found(targets) if at_player else None
        return AimTaken()

    def _found(self, targets: tuple[str, ...]) -> str:
        return self._dice.choices(targets, [1.0 if self._own[name] else self._skill for name in targets])[0]

    def _shot(self, table: Table) -> Event:
        assert table.aim is not None
        if self._aims_at is not None:
            return Fired(table.aim.by, self._own.pop(self._aims_at), self._aims_at)
        weights = [1.0 if real else self._skill for real in self._centre]
        (at,) = self._dice.choices(range(len(self._centre)), weights)
        return Fired(table.aim.by, self._centre.pop(at))

    def _at_dinner(self, table: Table) -> Event:
        targets = table.targets(table.turn or "")
        if not targets or self._dice.random() >= AT_DINNER:
            return CardDone()
        self._aims_at = self._found(targets)
        return AimTaken()


class ParasitesBench:
    """Classic and advanced."""

    ways: Mapping[str, tuple[str, ...]] = {"team": ("random", "readers")}
    measures: tuple[str, ...] = ("rounds", "failures", "left_in_deck")
    usual: Ways = Ways((("team", "readers"),), 3.0)
    each_round: str = ""

    def side(self, evening: Evening) -> str:
        """Those who hunt."""
        return "reals" if evening.word("mode") == "advanced" else "team"

    def cards(self, evening: Evening) -> tuple[str, ...]:
        """The decks are what they are."""
        return ()

    def seat(self, evening: Evening, dice: Dice, ways: Ways) -> Players:
        """With identities dealt."""
        return ParasitesPlayers(evening, dice, ways)

    def measure(self, played: Played, players: Players) -> tuple[float, ...]:
        """Rounds; real ones shot; characters that never came."""
        table: Table = played.table
        return float(table.round), float(table.failures), float(table.deck)


BENCH = ParasitesBench()
