"""What the journal keeps: each thing that was accepted, in order. Nothing is ever taken out, only added."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from majordome.core.events import Event
from majordome.words import Lang, Voice


class Happened(Struct, frozen=True, gc=False):  # no circle can run through it
    """An event that the script took, at the beat of that name, after so many seconds of play."""

    t: float
    beat: str
    event: Event


class WentBack(Struct, frozen=True):
    """The host took steps back: only the first `keep` events still count."""

    t: float
    keep: int


class StaysTakenBack(Struct, frozen=True):
    """What was taken back is done anew by hand, or fits no more: nothing can be put back from here on."""

    t: float


class Paused(Struct, frozen=True):
    """Play stood still."""

    t: float


class WentOn(Struct, frozen=True):
    """Play went on."""

    t: float


class Spoke(Struct, frozen=True):
    """From here on the butler speaks this language, in this voice."""

    t: float
    lang: Lang
    voice: Voice


class Pulse(Struct, frozen=True):
    """The box was alive: after a power cut the hourglass goes on from here."""

    t: float


Record: TypeAlias = Happened | WentBack | StaysTakenBack | Paused | WentOn | Spoke | Pulse
