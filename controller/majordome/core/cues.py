"""What the box shall do: the words that go out to the room.

A cue is an order in the imperative. It is *lasting* when it describes how the room looks from now on (shown
again after a power cut or a step back) or *passing* when it happens once (never repeated by a replay).
A game has no cues of its own but its facts: their text, sound and light stand in the game's own tables.
"""

from __future__ import annotations

from typing import ClassVar, final

from msgspec import Struct

DARK = "dark"  # the mood in which closed eyes learn nothing


class Cue(Struct, frozen=True, gc=False):  # no circle can run through it
    """Something the box shall do."""

    lasting: ClassVar[bool] = False
    noted: ClassVar[bool] = False  # changes how the room looks, or how long the butler waits
    is_fact: ClassVar[bool] = False  # to look takes a quarter of the time that isinstance takes
    heading: ClassVar[bool] = False  # begins a part of the game
    heard: ClassVar[int] = 0  # so many seconds: the butler's voice waits


# How the room looks from now on.


class Light(Cue, frozen=True):
    """The mood of the lamp. `dark` is total: closed eyes must learn nothing."""

    mood: str
    lasting: ClassVar[bool] = True
    noted: ClassVar[bool] = True


class Hourglass(Cue, frozen=True):
    """The sand runs for so many seconds; `left` where some of it has fallen already."""

    seconds: float
    left: float | None = None
    lasting: ClassVar[bool] = True
    noted: ClassVar[bool] = True


class HourglassEmpty(Cue, frozen=True):
    """The last grain has fallen."""

    noted: ClassVar[bool] = True


class HourglassAway(Cue, frozen=True):
    """The talk ended before the sand did."""

    noted: ClassVar[bool] = True


class Arc(Struct, frozen=True):
    """One part of the ring: its colour is a mood of the game's table, and it may stand out from the others."""

    mood: str
    label: str = ""
    bright: bool = False


class Ring(Cue, frozen=True):
    """The ring of light, an arc a seat or a number, clockwise. No arcs: it is dark.

    `runs`: once, a light runs all round from that arc and home again, in the colour of the mood.
    """

    arcs: tuple[Arc, ...] = ()
    runs: tuple[int, str] | None = None
    lasting: ClassVar[bool] = True
    noted: ClassVar[bool] = True


class Scores(Cue, frozen=True):
    """How everybody stands."""

    points: tuple[tuple[str, int], ...]
    lasting: ClassVar[bool] = True
    noted: ClassVar[bool] = True


class Pause(Cue, frozen=True):
    """Everything stands still until the host goes on."""


class GoOn(Cue, frozen=True):
    """The pause is over."""


# What happens once.


class Say(Cue, frozen=True):
    """The butler speaks. The narrator fills in which variant, and how long it takes to say."""

    line: str
    names: tuple[str, ...] = ()
    role: str | None = None
    variant: int = 0
    seconds: float = 0.0


class ReadOut(Cue, frozen=True):
    """Names and numbers, spoken behind what is being said."""

    text: str


class Top(Cue, frozen=True):
    """TOP, on the buzzer."""

    call: str
    noted: ClassVar[bool] = True


class Countdown(Cue, frozen=True):
    """Somebody counts, in the dark and in silence."""

    seconds: int


class Effect(Cue, frozen=True):
    """A sound of the room."""

    name: str


# What the box knows from now on.


class Fact(Cue, frozen=True):
    """Something that is so from now on, in the game's own words."""

    is_fact: ClassVar[bool] = True
    secret: ClassVar[bool] = False  # told to nobody before the end
    seconds: ClassVar[int] = 0  # so long it is heard

    def __init_subclass__(cls) -> None:
        cls.heard = cls.seconds
        cls.noted = cls.noted or cls.lasting or cls.heard > 0


@final
class Outcome(Fact, frozen=True):
    """The game is over."""

    winner: str
    names: tuple[str, ...] = ()  # who won, where the box knows
    noted: ClassVar[bool] = True


class Refused(Cue, frozen=True):
    """Something cannot be: `what` was said, and `why` it cannot be (a key of the lines, filled with names)."""

    what: str
    why: str
    names: tuple[str, ...] = ()


class Notice(Cue, frozen=True):
    """A word for the host alone: the disk is full, a step was taken back."""

    what: str
    names: tuple[str, ...] = ()
