"""What a viewer may know. Pages and screens read this, never the script: what is not in here cannot be shown."""

from __future__ import annotations

from dataclasses import dataclass

from majordome.cues import Round
from majordome.events import CHAIRS, Chair, Gesture
from majordome.prompter import Prompter


@dataclass(frozen=True, slots=True)
class GuestView:
    """A guest as everyone in the room sees them."""

    name: str
    alive: bool
    in_jail: bool


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone in the room may see. No card, no killer, no kiss, and no countdown: closed eyes may peep."""

    beat: str
    moment: int
    round: int
    day: str | None
    time: str | None
    dark: bool
    paused: bool
    finished: bool
    gestures: tuple[Gesture, ...]  # those that mean something at this beat
    takes_back: str | None  # the beat whose step a step back would take back
    sand: tuple[float, float] | None  # seconds left, seconds in all
    guests: tuple[GuestView, ...]
    chairs: tuple[tuple[Chair, bool], ...]  # taken or not; none where chairs are not fitted


def public(prompter: Prompter, now: float) -> PublicView:
    """The view of the room."""
    beat, table = prompter.beat, prompter.table
    now_round = next((cue for cue in prompter.lasting(now) if isinstance(cue, Round)), None)
    meant = {} if beat is None else {Gesture.PRESS: beat.press, Gesture.DOUBLE: beat.double, Gesture.HOLD: beat.hold}
    return PublicView(
        beat=beat.name if beat else "finished",
        moment=prompter.moment,
        round=table.round,
        day=now_round.day if now_round else None,
        time=now_round.time if now_round else None,
        dark=beat is not None and beat.dark,
        paused=prompter.paused,
        finished=prompter.finished,
        gestures=tuple(gesture for gesture, event in meant.items() if event is not None),
        takes_back=next((step.beat for step in reversed(prompter.history) if step.event.by_host), None),
        sand=prompter.sand(now),
        guests=tuple(GuestView(g.name, g.name not in table.dead, g.name in table.jail) for g in table.guests),
        chairs=tuple((c, c in table.chairs) for c in CHAIRS) if table.evening.chairs_fitted else (),
    )
