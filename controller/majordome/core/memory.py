"""What a journal amounts to: the events that still count, what was taken back, the chairs, and how late it is."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from majordome.core.events import Chair, ChairLeft, ChairTaken, Event
from majordome.core.records import Happened, Paused, Record, Spoke, StaysTakenBack, WentBack, WentOn


class Undone(Struct, frozen=True):
    """A step that was taken back, with all that followed from it, and the seconds of play by then."""

    steps: tuple[Happened, ...]
    t: float

    def same_as(self, step: Happened) -> bool:
        """A journal tells no difference between this step, done anew, and what was taken back here."""
        first = self.steps[0]
        return (round(first.t, 6), first.beat, first.event) == (round(step.t, 6), step.beat, step.event)


class Memory(Struct):
    """How an evening stood at the last line of its journal."""

    history: list[Happened] = field(default_factory=list)
    undone: list[Undone] = field(default_factory=list)
    chairs: frozenset[Chair] = frozenset()  # as they are in the room, whatever was taken back
    paused: bool = False
    t: float = 0.0
    spoke: Spoke | None = None  # the language and the voice, where somebody has chosen them

    def note_chair(self, event: Event) -> None:
        """Chairs are levels: never taken back."""
        match event:
            case ChairTaken(chair):
                self.chairs |= {chair}
            case ChairLeft(chair):
                self.chairs -= {chair}


def remember(records: Iterable[Record]) -> Memory:
    """Go through the records of a journal."""
    memory = Memory()
    for record in records:
        memory.t = record.t
        match record:
            case Happened(event=event):
                memory.history.append(record)
                memory.note_chair(event)
                if event.by_host:  # done anew, or only put back
                    same = memory.undone and memory.undone[-1].same_as(record)
                    memory.undone = memory.undone[:-1] if same else []
            case WentBack(keep=keep) if keep < len(memory.history):
                first = memory.history[keep]
                steps = (first,) if first.event.unseen else tuple(memory.history[keep:])
                memory.t = record.t if first.event.unseen else first.t
                memory.undone.append(Undone(steps, record.t))
                memory.history = memory.history[:keep]
            case StaysTakenBack():
                memory.undone = []
            case Spoke():
                memory.spoke = record
            case Paused() | WentOn():
                memory.paused = isinstance(record, Paused)
    return memory
