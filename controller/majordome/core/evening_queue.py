"""The evening's queue: what comes to its own thread - things said, edges of switches, parts that join - and from whom.

Buttons, keys, pages and chairs put these into one queue, and do nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from majordome.core.cues import Notice
from majordome.core.evening import Evening
from majordome.core.events import Buzz, Event, Gesture, Wish
from majordome.core.prompter import Answer
from majordome.words import Lang, Voice

if TYPE_CHECKING:
    from queue import Queue  # only an evening in real time has one

    from majordome.core.evening_loop import Performance


class AnotherEvening(Struct, frozen=True):
    """The host has changed the guest list, or wants to play again: this evening is closed, that one begins."""

    evening: Evening


def _let_go() -> bool:
    return False


class GoodNight(Struct, frozen=True):
    """The button was held for ten seconds, or nobody came for hours: the box shall be switched off.

    A button that is still down when the last word is said is stuck, and switches nothing off.
    """

    held: Callable[[], bool] = _let_go


class Language(Struct, frozen=True):
    """Somebody has chosen on a page what the butler speaks from now on, and in whose voice."""

    lang: Lang
    voice: Voice


Said: TypeAlias = Event | Gesture | Buzz | Wish


class Heard(Struct, frozen=True):
    """Something said, the moment of the evening for which it was meant, and when it was said."""

    said: Said | AnotherEvening | GoodNight | Language
    meant_for: int | None = None
    at: float | None = None  # None: now
    reply: Callable[[Answer, bool], None] | None = None  # told what came of it, once it is written (True) or cannot be


class Moment(Struct, frozen=True):
    """What a hand on the button can mean at this moment."""

    number: int
    acts_at_once: bool  # a press has one meaning: it need not wait for a second press or a release
    double: bool
    paused: bool


class Ear(Protocol):
    """An input that hears over time: only the clock tells a press from a hold, or sitting from fidgeting."""

    def due(self) -> float | None:
        """When to look again."""
        ...

    def sense(self, sensed: Sensed, moment: Moment) -> Sequence[Heard]:
        """An edge has come from its thread."""
        ...

    def tick(self, now: float, moment: Moment) -> Sequence[Heard]:
        """Time has passed."""
        ...

    def took(self, heard: Heard, answer: Answer) -> None:
        """What came of something it heard."""
        ...


class Sensed(Struct, frozen=True):
    """An edge, noted in the thread of a pin: whose, which, when, and in which moment of the evening."""

    ear: Ear
    pressed: bool
    at: float
    moment: int
    ticks: float = 0.0  # the kernel's own time, where there is one
    switch: object = None


class Joined(Struct, frozen=True):
    """A part that took longer to get ready joins the evening: called in the evening's own thread."""

    join: Callable[[Performance], None]


LEAVE = None  # in the queue: the host leaves the room
Inputs: TypeAlias = "Queue[Heard | Sensed | Notice | Joined | None]"  # a notice: a part has something to tell the host
