"""A table of this game for tests, and what its players do in one breath."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from majordome.core.asks import Ask
from majordome.core.cues import Hourglass
from majordome.core.evening import Evening, Guest
from majordome.core.events import Answered, Event, Slammed
from majordome.core.library import manifest
from majordome.core.rehearsal import Rehearsal
from majordome.games.exchange.events import (
    Announced,
    CrimeCounted,
    MaddestNamed,
    PileEmptied,
    SurvivalCounted,
    TargetNamed,
)
from majordome.games.exchange.facts import Actions
from majordome.settings.evening_file import read_evening
from majordome.testing import Party

HERE = Path(__file__).parent
EVENINGS = HERE / "evenings"
COMPANY = ("Ana", "Bob", "Cid", "Dora", "Eve")


def an_evening(players: int = 3, **settings: int) -> Evening:
    """So many of the company, in the order of the alphabet; nobody: no guest list."""
    guests = tuple(Guest(name) for name in COMPANY[:players])
    return Evening("exchange", guests, manifest("exchange").usual(**settings))


class Table(Party):
    """The game at one's fingertips."""

    quiet = (Actions,)

    def begin(self, starts: str = "Ana") -> Table:
        """Through the welcome and the first deal, to the first exchange; then look away."""
        self.press()
        self.say(MaddestNamed(starts))
        self.press()
        self.cues()
        return self

    def deeds(self) -> list[Any]:
        """What the rule sheet speaks of: no sand either, which runs in every window."""
        return [cue for cue in super().deeds() if not isinstance(cue, Hourglass)]

    def to_the_actions(self) -> Table:
        """Through the exchange; then look away."""
        self.go_to("actions")
        self.cues()
        return self

    def next_exchange(self) -> None:
        """Nobody acts (any more)."""
        self.go_to("actions")
        self.press()

    def slam(self, player: str, deed: str = "") -> None:
        """Slam, and perhaps say what for."""
        self.go_to("actions")
        self.say(Slammed(player))
        if deed in ("murder", "police", "joker"):
            self.say(Announced(deed))  # type: ignore[arg-type]  # just checked

    def murder(self, by: str, victim: str, crime: int, survival: int) -> None:
        """A whole murder, from the slam to the verdict."""
        self.slam(by, "murder")
        self.say(TargetNamed(victim))
        self.say(CrimeCounted(crime))
        self.say(SurvivalCounted(survival))
        self.press()

    def police(self, by: str, accused: str, *, assassin: bool, passed: bool = False) -> None:
        """A whole accusation."""
        self.slam(by, "police")
        self.say(TargetNamed(accused))
        if self.beat == "passed":
            self.say(Answered(passed))
        if self.beat == "assassin":
            self.say(Answered(assassin))

    def pile_runs_out(self) -> None:
        """Somebody cannot draw."""
        self.go_to("drawing", "exchanging")
        self.say(PileEmptied())

    @property
    def points(self) -> dict[str, int]:
        """How everybody stands."""
        return dict(self.table.points)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What is asked now."""
        assert self.prompter.beat is not None
        return self.prompter.beat.asks


def a_table(players: int = 3, starts: str = "Ana", **settings: int) -> Table:
    """A table at its first exchange."""
    return Table(an_evening(players, **settings)).begin(starts)


def by_phone(party: Party, player: str, event: Event) -> None:
    """This player's own phone says so: only what it is asked may be answered."""
    beat = party.prompter.beat
    assert beat is not None
    assert any(ask.allows(event, player) for ask in beat.asks), f"{player}'s phone cannot say {event} at {beat.name}"
    party.say(event)


def rehearse(path: Path) -> tuple[list[dict[str, Any]], bool]:
    """The lines of a rehearsal, and whether the game came to its end."""
    plan = read_evening(path)
    lines: list[str] = []
    finished = Rehearsal(plan.evening, plan.lang, plan.host, lines.append).play()
    return [json.loads(line) for line in lines], finished


FIELDS = {
    "hand": ("number", "direction", "starts"),
    "exchange": ("from", "to"),
    "actions": (),
    "slam": ("name",),
    "joker": ("name",),
    "police": ("by", "accused", "right"),
    "out": ("name",),
    "murder": ("by", "victim", "crime", "survival", "success"),
    "hand_over": ("why",),
    "score": ("points",),
    "refused": (),
    "outcome": ("winner",),
    "unfinished": (),
}


def contract(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Only what the rehearsal contract speaks of."""
    return [
        {"cue": line["cue"], **{field: line[field] for field in FIELDS[line["cue"]]}}
        for line in lines
        if line["cue"] in FIELDS
    ]
