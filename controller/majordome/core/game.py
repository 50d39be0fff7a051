"""The contract between a game and the house, and what most games answer alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from majordome.core.asks import OneAnswer
from majordome.core.cues import Notice, Refused
from majordome.core.evening import Evening
from majordome.core.events import SHARED, Event, Gesture, TimeUp
from majordome.core.plain_values import Misfit, event_from_plain, kinds_of
from majordome.core.script import Beat, Script
from majordome.core.toml_reader import Section

if TYPE_CHECKING:
    from majordome.core.typed_commands import Command  # only who reads typed words needs it

Say: TypeAlias = Callable[[Event | Gesture | Refused], Refused | None]


class Viewer(Struct, frozen=True):
    """Who looks: everyone in the room, the host, the host with a finger on the cards, or one player."""

    kind: Literal["room", "host", "secrets", "player"]
    name: str = ""


ROOM, HOST, SECRETS = Viewer("room"), Viewer("host"), Viewer("secrets")


class PlannedHost(Protocol):
    """Plays the host in a rehearsal, out of the evening file."""

    def answer(self, beat: Beat, say: Say) -> bool:
        """Do what the host does at this beat; False where the file has no more to say."""
        ...

    def waits(self, beat: Beat) -> bool:
        """Whether the host lets the time of this beat run out."""
        ...


class Game(Protocol):
    """What a game's folder holds, beside its words and its pictures."""

    events: tuple[type[Event], ...]  # its own: the journal, the API and the rehearsal read them by these

    @property
    def commands(self) -> tuple[Command, ...]:
        """Words of its own that the host may type."""
        ...

    def check(self, evening: Evening) -> Refused | None:
        """Why this cannot be played: `what` is the place (`guests`, `guests[3].role`, a setting)."""
        ...

    def cards(self, evening: Evening, wishes: Mapping[str, int]) -> tuple[str, ...] | Refused:
        """A role for each guest, for whoever deals to shuffle; `wishes`: how many of which."""
        ...

    def advice(self, evening: Evening) -> Notice | None:
        """A word for the host before this evening is played; it names no holder of a card."""
        ...

    def form(self) -> Mapping[str, Any]:
        """What the game's own part of the form for a new evening must know, as plain values."""
        ...

    def script(self, evening: Evening) -> Script[Any]:
        """The whole game, pure."""
        ...

    def view(self, table: Any, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
        """What that viewer may know of the table, as plain values."""
        ...

    def answers(self, beat: Beat) -> Iterable[Event]:
        """Everything that could be said now: random players, the demo and the lab draw from it."""
        ...

    def read(self, file: Section, evening: Evening) -> PlannedHost:
        """The game's own part of a rehearsal file."""
        ...


class Rules:
    """What most games answer alike. A game takes what fits and says the rest itself."""

    events: tuple[type[Event], ...] = ()

    @property
    def commands(self) -> tuple[Command, ...]:
        """What the host may type beside the words of the house and the answers to what is asked."""
        return ()

    def check(self, evening: Evening) -> Refused | None:
        """Any company of the right number will do."""
        return None

    def cards(self, evening: Evening, wishes: Mapping[str, int]) -> tuple[str, ...] | Refused:
        """Nothing to deal."""
        return ()

    def advice(self, evening: Evening) -> Notice | None:
        """None is needed."""
        return None

    def form(self) -> Mapping[str, Any]:
        """The manifest tells all."""
        return {}

    def view(self, table: Any, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
        """Nothing beside what every game shows."""
        return {}

    def answers(self, beat: Beat) -> Iterator[Event]:
        """What the beat asks, what the button means, and the clock."""
        seen: list[Event] = []
        for event in _possible(beat):
            if event not in seen and beat.refuses(event) is None:
                seen.append(event)
                yield event

    def read(self, file: Section, evening: Evening) -> PlannedHost:
        """`[[answers]]`, in order: `is = "pressed"`, or an event with its fields."""
        kinds = kinds_of((*SHARED, *self.events))
        said: list[Event] = []
        for section in file.tables("answers"):
            try:
                said.append(event_from_plain(section.everything(), kinds))
            except Misfit as misfit:
                raise section.wrong("is", f"{misfit}: known are {', '.join(sorted(kinds))}") from None
        return Answers(said)


def _possible(beat: Beat) -> Iterator[Event]:
    for ask in beat.asks:
        yield from ask.answers()
    yield from (event for event in (beat.press, beat.double, beat.hold) if event is not None)
    if beat.within is not None and TimeUp in beat.takes:
        yield TimeUp()


class Answers:
    """Says what the file lists, one after the other; presses where only a press is waited for."""

    def __init__(self, said: Iterable[Event]) -> None:
        self._said = list(said)

    def waits(self, beat: Beat) -> bool:
        """Where the next answer is the clock's, or nobody is asked."""
        if self._said:
            return isinstance(self._said[0], TimeUp) or (beat.timed and not self._due(beat))
        return beat.timed and not beat.asks

    def _due(self, beat: Beat) -> bool:
        return isinstance(self._said[0], beat.takes)

    def answer(self, beat: Beat, say: Say) -> bool:
        """The next answer that is due; what is refused is left out, and the next is said."""
        while self._said and self._due(beat):
            if say(self._said.pop(0)) is None:
                return True
        if beat.press is None or not all(isinstance(ask, OneAnswer) for ask in beat.asks):
            return False
        return say(Gesture.PRESS) is None
