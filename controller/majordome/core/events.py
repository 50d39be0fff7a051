"""What happened: the words that come in from the room.

An event is a fact in the past tense. It knows nothing of buttons, pins or pages: a press of the button becomes the
event that the present beat gives it (see `Beat.press` in script.py). These are the events that every game shares;
a game's own stand in its folder.
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, Literal

from msgspec import Struct

Chair = Literal["left", "right"]
CHAIRS: tuple[Chair, Chair] = ("left", "right")


# Seconds that a finger stays on the one button before letting go means another thing.
HOLD, LONG_HOLD, GOOD_NIGHT = 2.0, 5.0, 10.0


class Gesture(Enum):
    """What a hand did with the one button. The beat says what it means."""

    PRESS = "press"  # go on
    DOUBLE = "double"  # the other choice
    HOLD = "hold"  # 2 s: yes; where nothing is asked: pause, or go on after a pause
    BACK = "back"  # 5 s: take the last step back


class Buzz(Struct, frozen=True):
    """What a player did with the buzzer, or the phone, that is theirs. The beat says what it means."""

    player: str
    gesture: Gesture = Gesture.PRESS


class Wish(Enum):
    """What the host wishes of the evening itself, beside the script."""

    TAKE_BACK = "back"
    PUT_BACK = "redo"
    PAUSE = "pause"
    GO_ON = "go on"
    REPEAT = "repeat"  # what the butler said last


class Event(Struct, frozen=True):
    """Something that happened."""

    by_host: ClassVar[bool] = True  # a step that somebody took on purpose, and may take back
    aside: ClassVar[bool] = False  # leaves a press the meaning that it had
    sayable: ClassVar[bool] = True  # the host may say so on a page
    unseen: ClassVar[bool] = False  # nobody in the room may notice that it was said
    beside: ClassVar[bool] = False  # may be said at any beat, beside what it asks
    level: ClassVar[bool] = False  # how things are, whoever listens: never too late, never taken back
    told: ClassVar[tuple[str, ...]] = ()  # fields that hide nothing: a step back may be called by them


class Pressed(Event, frozen=True):
    """Go on."""


class Answered(Event, frozen=True):
    """Yes or no to the question of the beat."""

    yes: bool


class Pointed(Event, frozen=True):
    """The one button went on to the next choice; nothing is chosen yet."""

    at: int
    by_host: ClassVar[bool] = False


class Picked(Event, frozen=True):
    """The one button took this name, and more may follow: one of several, or one more for it."""

    name: str
    sayable: ClassVar[bool] = False


class Slammed(Event, frozen=True):
    """A player slammed a buzzer, or a phone: the first of all, or behind so many others."""

    player: str
    behind: int = 0


# Nobody's decision: the clock and the chairs.


class TimeUp(Event, frozen=True):
    """The time of the beat has run out."""

    by_host: ClassVar[bool] = False
    sayable: ClassVar[bool] = False


class ChairTaken(Event, frozen=True):
    """Someone sits down on a chair of the box."""

    chair: Chair
    by_host: ClassVar[bool] = False
    aside: ClassVar[bool] = True
    beside: ClassVar[bool] = True
    level: ClassVar[bool] = True


class ChairLeft(Event, frozen=True):
    """Someone stands up from a chair of the box."""

    chair: Chair
    by_host: ClassVar[bool] = False
    aside: ClassVar[bool] = True
    beside: ClassVar[bool] = True
    level: ClassVar[bool] = True


# The host's overrides: accepted at any beat.


class Override(Event, frozen=True):
    """The host corrects a fact; the evening goes on from there."""

    beside: ClassVar[bool] = True
    any_time: ClassVar[bool] = False  # holds whatever beat it is by now: never too late


class PhaseSkipped(Override, frozen=True):
    """The rest of this phase is not played."""


class TimeAdded(Override, frozen=True):
    """The hourglass gets more sand, or less."""

    seconds: int
    told: ClassVar[tuple[str, ...]] = ("seconds",)


class GameEnded(Override, frozen=True):
    """The host ends the game and says who won."""

    winner: str
    any_time: ClassVar[bool] = True


SHARED: tuple[type[Event], ...] = (
    *(Pressed, Answered, Pointed, Picked, Slammed, TimeUp, ChairTaken, ChairLeft),
    *(PhaseSkipped, TimeAdded, GameEnded),
)
