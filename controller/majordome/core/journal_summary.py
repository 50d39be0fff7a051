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
        """Whether a journal tells no difference between this step, done anew, and what was taken back here."""
        first = self.steps[0]
        return (round(first.t, 6), first.beat, first.event) == (round(step.t, 6), step.beat, step.event)


class JournalSummary(Struct, frozen=True):
    """How an evening stood at the last line of its journal. A snapshot may hold it: only its history grows."""

    history: list[Happened] = field(default_factory=list)
    undone: tuple[Undone, ...] = ()
    chairs: frozenset[Chair] = frozenset()  # as they are in the room, whatever was taken back
    paused: bool = False
    t: float = 0.0
    spoke: Spoke | None = None  # the language and the voice, where somebody has chosen them


def chairs_after(event: Event, chairs: frozenset[Chair]) -> frozenset[Chair]:
    """The chairs that are taken after this event. Chairs are levels: never taken back."""
    match event:
        case ChairTaken(chair):
            return chairs | {chair}
        case ChairLeft(chair):
            return chairs - {chair}
    return chairs


def summary_of(records: Iterable[Record]) -> JournalSummary:
    """How the evening stands after these records of a journal."""
    history: list[Happened] = []
    undone: tuple[Undone, ...] = ()
    chairs: frozenset[Chair] = frozenset()
    paused, t, spoke = False, 0.0, None
    for record in records:
        t = record.t
        match record:
            case Happened(event=event):
                history.append(record)
                chairs = chairs_after(event, chairs)
                if event.by_host:  # done anew, or only put back
                    undone = undone[:-1] if undone and undone[-1].same_as(record) else ()
            case WentBack(keep=keep) if keep < len(history):
                first = history[keep]
                steps = (first,) if first.event.unseen else tuple(history[keep:])
                t = record.t if first.event.unseen else first.t
                undone = (*undone, Undone(steps, record.t))
                history = history[:keep]
            case StaysTakenBack():
                undone = ()
            case Spoke():
                spoke = record
            case Paused() | WentOn():
                paused = isinstance(record, Paused)
    return JournalSummary(history, undone, chairs, paused, t, spoke)
