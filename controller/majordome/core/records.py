"""What the journal keeps: each thing that was accepted, in order. Nothing is ever taken out, only added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from majordome.core.events import Event


@dataclass(frozen=True, slots=True)
class Happened:
    """An event that the script took, at the beat of that name, after so many seconds of play."""

    t: float
    beat: str
    event: Event


@dataclass(frozen=True, slots=True)
class WentBack:
    """The host took steps back: only the first `keep` events still count."""

    t: float
    keep: int


@dataclass(frozen=True, slots=True)
class Paused:
    """Play stood still."""

    t: float


@dataclass(frozen=True, slots=True)
class WentOn:
    """Play went on."""

    t: float


@dataclass(frozen=True, slots=True)
class Pulse:
    """The box was alive: after a power cut the hourglass goes on from here."""

    t: float


Record: TypeAlias = Happened | WentBack | Paused | WentOn | Pulse
