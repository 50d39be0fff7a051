"""What each kind of prop does with each cue: one row a prop, whoever drives it - pins, Pico, twin or a recording.

A row is a table of cues; what a fact sounds and looks like stands in the game's own game.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from majordome.core.cues import (
    Arc,
    Countdown,
    Cue,
    Effect,
    Fact,
    Hourglass,
    HourglassAway,
    HourglassEmpty,
    Light,
    Pause,
    ReadOut,
    Ring,
    Say,
    Top,
)
from majordome.core.manifest import Manifest, Mood
from majordome.core.plain_values import snake

Play: TypeAlias = Callable[[Any, Any, Manifest], None]
Plays: TypeAlias = Mapping[type[Cue], Play]
HOUSE_CALLS = ("stop", "turn", "vote", "empty", "alarm")  # what a buzzer can sound


class Buzzer(Protocol):
    """TOP and alarm, heard by a crowd."""

    def sound(self, pattern: str) -> None:
        """One of: stop, turn, vote, empty, alarm."""


class Sand(Protocol):
    """The hourglass. How the sand falls is its own business."""

    def run(self, left: float, total: float) -> None:
        """Let it run."""

    def freeze(self) -> None:
        """Stand still, visibly paused."""

    def clear(self, *, empty: bool) -> None:
        """Put it away; `empty`: after the last grain."""


class Lamp(Protocol):
    """The mood of the room."""

    def shine(self, mood: Mood) -> None:
        """From now on."""

    def flash(self, mood: Mood) -> None:
        """For a moment."""


class Speaker(Protocol):
    """The voice, the calls and the sounds of the room."""

    def say(self, say: Say | str) -> None:
        """Speak a line, or names and numbers, behind what is being said."""

    def interrupt(self) -> None:
        """A new step begins: leave unsaid what was still to be said of the last one."""

    def hush(self) -> None:
        """Fall silent for the countdown."""

    def call(self, pattern: str) -> None:
        """One of: stop, turn, vote, empty, alarm."""

    def effect(self, name: str) -> None:
        """A sound of the room; one of several where there are `name_1`, `name_2`."""

    def bed(self, mood: Mood) -> None:
        """The bed of sound that goes with the light."""


class SeatRing(Protocol):
    """A ring of light: an arc a seat or a number."""

    def show(self, arcs: tuple[tuple[Arc, Mood], ...], runs: tuple[int, Mood] | None = None) -> None:
        """From now on; none: dark. `runs`: once, a light runs all round from that arc."""


class Page(Protocol):
    """Sees every cue: a screen, an account, a recording."""

    def show(self, cue: Cue) -> None:
        """Show it, or not."""


def _call_of_fact(prop: Buzzer, fact: Fact, game: Manifest) -> None:
    if call := game.look(snake(type(fact).__name__)).call:
        prop.sound(call)


def _flash_of_fact(prop: Lamp, fact: Fact, game: Manifest) -> None:
    if flash := game.look(snake(type(fact).__name__)).flash:
        prop.flash(game.mood(flash))


def _sound_of_fact(prop: Speaker, fact: Fact, game: Manifest) -> None:
    look = game.look(snake(type(fact).__name__))
    if look.sound:
        prop.effect(look.sound)
    if look.call:
        prop.call(look.call)


def _turn_sand(prop: Sand, cue: Hourglass, game: Manifest) -> None:
    prop.run(cue.seconds if cue.left is None else cue.left, cue.seconds)


def _gong(prop: Speaker, cue: Hourglass, game: Manifest) -> None:
    if cue.left is None:
        prop.effect("gong")


def _arcs(prop: SeatRing, cue: Ring, game: Manifest) -> None:
    runs = (cue.runs[0], game.mood(cue.runs[1])) if cue.runs else None
    prop.show(tuple((arc, game.mood(arc.mood)) for arc in cue.arcs), runs)


PROPS: dict[str, Plays] = {
    "buzzer": {
        Top: lambda buzzer, cue, game: buzzer.sound(game.call(cue.call)),
        HourglassEmpty: lambda buzzer, cue, game: buzzer.sound("empty"),
        Fact: _call_of_fact,
    },
    "hourglass": {
        Hourglass: _turn_sand,
        Pause: lambda sand, cue, game: sand.freeze(),
        HourglassEmpty: lambda sand, cue, game: sand.clear(empty=True),
        HourglassAway: lambda sand, cue, game: sand.clear(empty=False),
    },
    "lamp": {
        Light: lambda lamp, cue, game: lamp.shine(game.mood(cue.mood)),
        Fact: _flash_of_fact,
    },
    "speaker": {
        Say: lambda speaker, cue, game: speaker.say(cue),
        ReadOut: lambda speaker, cue, game: speaker.say(cue.text),
        Top: lambda speaker, cue, game: speaker.call(game.call(cue.call)),
        Effect: lambda speaker, cue, game: speaker.effect(cue.name),
        Countdown: lambda speaker, cue, game: speaker.hush(),
        Light: lambda speaker, cue, game: speaker.bed(game.mood(cue.mood)),
        Hourglass: _gong,
        HourglassEmpty: lambda speaker, cue, game: speaker.call("empty"),
        Fact: _sound_of_fact,
    },
    "ring": {Ring: _arcs},
    "page": {Cue: lambda page, cue, game: page.show(cue)},  # every cue, whatever it is
}
