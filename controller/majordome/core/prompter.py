"""The prompter holds the book: it feeds events to the script, refuses what is not due, takes steps back, pauses.

It does no input or output. Whoever calls it tells the time, keeps the records it hands out, and plays the cues.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from majordome.core.cues import Cue, GoOn, Hourglass, HourglassAway, Notice, Pause, Refused, Say
from majordome.core.events import (
    CHAIRS,
    BallotCast,
    Chair,
    ChairLeft,
    ChairTaken,
    Event,
    Gesture,
    Override,
    Wish,
)
from majordome.core.game import RULEBOOKS
from majordome.core.memory import Memory, Undone, remember
from majordome.core.playtime import Playtime
from majordome.core.reading import Chooser, Reading
from majordome.core.records import Happened, Paused, Pulse, Record, WentBack, WentOn
from majordome.core.script import Beat
from majordome.games.murder.guests import Evening, Table

SAME_MOMENT = 1e-6  # seconds

log = logging.getLogger(__name__)


class Diverged(Exception):
    """A journal does not fit the rules of this version."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of something said to the prompter: cues to play, records to keep, or a refusal to show."""

    cues: tuple[Cue, ...] = ()
    records: tuple[Record, ...] = ()
    refused: Refused | None = None


class Prompter:
    """One evening, from the first press to the outcome."""

    def __init__(self, evening: Evening, narrator: Chooser) -> None:
        self.evening = evening
        self.moment = 0  # changes with each beat: an input says for which moment it was meant
        self._memory = Memory()
        self._narrator = narrator
        self._time = Playtime()
        self._reading = self._fresh()

    # What a viewer may look at.

    @property
    def history(self) -> list[Happened]:
        """The events that count."""
        return self._memory.history

    @property
    def beat(self) -> Beat | None:
        """Where the script waits; None when the game is over."""
        return self._reading.beat

    @property
    def table(self) -> Table:
        """The facts, at this moment."""
        return self._reading.table

    @property
    def paused(self) -> bool:
        """Play stands still."""
        return self._time.stopped

    @property
    def finished(self) -> bool:
        """The game has an outcome."""
        return self._reading.beat is None

    @property
    def said(self) -> Say | None:
        """The butler's latest sentence."""
        return self._reading.said

    @property
    def under_way(self) -> bool:
        """The host has begun this evening, and it is not over."""
        return not self.finished and self.takes_back is not None

    @property
    def takes_back(self) -> str | None:
        """The beat whose step a step back would take back."""
        return next((step.beat for step in reversed(self.history) if step.event.by_host), None)

    @property
    def puts_back(self) -> str | None:
        """The beat whose step was last taken back."""
        return self._memory.undone[-1].steps[0].beat if self._memory.undone else None

    @property
    def chairs(self) -> frozenset[Chair]:
        """The chairs that are taken in the room, whatever was taken back."""
        return frozenset(self._memory.chairs)

    def played(self, now: float) -> float:
        """Seconds of play so far."""
        return self._time.at(now)

    def last_word(self) -> Say:
        """What the butler says when he is sent to bed: beside the script, and not a part of any evening."""
        return self._narrator.choose(Say("good_night"), len(self.history))

    def time_left(self, now: float) -> float | None:
        """Seconds until the time of this beat is up; None where nothing runs."""
        deadline = self._reading.deadline
        return None if deadline is None or self.paused else deadline - self._time.at(now)

    def voice_left(self, now: float) -> float:
        """Seconds that the butler still needs for the sentences of this beat."""
        return max(0.0, self._reading.voice_ends - self._time.at(now))

    def sand(self, now: float) -> tuple[float, float] | None:
        """The hourglass: seconds left, and seconds in all; None when it is put away."""
        hourglass, deadline = self._reading.lasting.get(Hourglass), self._reading.deadline
        if not isinstance(hourglass, Hourglass) or deadline is None:
            return None
        return max(0.0, deadline - self._time.at(now)), hourglass.seconds

    def lasting(self, now: float) -> tuple[Cue, ...]:
        """How the room should look at this moment: shown after a power cut, a step back or a pause."""
        cues = list(self._reading.lasting.values())
        if Hourglass not in self._reading.lasting:
            cues.insert(0, HourglassAway())
        return self._with_sand((*cues, Pause()) if self.paused else tuple(cues), now)

    def _with_sand(self, cues: tuple[Cue, ...], now: float) -> tuple[Cue, ...]:
        """Tell the hourglass how much is left, where it is not full."""
        sand = self.sand(now)
        left = sand[0] if sand and sand[1] - sand[0] > SAME_MOMENT else None
        return tuple(replace(cue, left=left) if isinstance(cue, Hourglass) else cue for cue in cues)

    # What may happen.

    def begin(self, now: float) -> Answer:
        """Open the book."""
        self._time.start(0.0, now)
        return Answer(tuple(self._reading.open(0.0)))

    def begin_another(self, evening: Evening, now: float) -> Answer:
        """Close this book and open another. The chairs are as they are in the room."""
        self.evening, self._memory = evening, Memory(chairs=self._memory.chairs)
        self._time, self._reading = Playtime(), self._fresh()
        self.moment += 1
        opened, told = self.begin(now), self._tell_chairs(now)
        return Answer((HourglassAway(), *opened.cues, *told.cues), told.records)

    def offer(self, said: Event | Gesture | Wish, now: float, meant_for: int | None = None) -> Answer:
        """Take what the room says, or say why not. `meant_for`: the moment at which it was said."""
        if isinstance(said, ChairTaken | ChairLeft):
            self._memory.note_chair(said)  # a level is never too late, and is known also when the game is over
        elif meant_for is not None and meant_for != self.moment:
            return _refusal("press", "too_late")
        match said:
            case Gesture.BACK | Wish.TAKE_BACK:
                return self.step_back(now)
            case Wish.PUT_BACK:
                return self.put_back(now)
            case Wish.PAUSE:
                return self.pause(now)
            case Wish.GO_ON:
                return self.go_on(now)
            case Gesture.PRESS | Gesture.HOLD if self.paused:
                return self.go_on(now)
            case _:
                return self._offer(said, now)

    def _offer(self, said: Event | Gesture, now: float) -> Answer:
        beat = self.beat
        if beat is None:
            return _refusal("press", "finished")
        if isinstance(said, Gesture):
            event = {Gesture.PRESS: beat.press, Gesture.DOUBLE: beat.double, Gesture.HOLD: beat.hold}[said]
            if event is None:
                return self.pause(now) if said is Gesture.HOLD else _refusal(said.value, "nothing_to_press")
        else:
            event = said
        if self.paused and not isinstance(event, Override | ChairTaken | ChairLeft):
            return _refusal("press", "paused")
        return self._take(event, beat, now)

    def _take(self, event: Event, beat: Beat, now: float) -> Answer:
        happened = Happened(self._time.at(now), beat.name, event)
        try:
            if (refused := beat.refuses(event)) is not None:
                return Answer(refused=refused)
            cues = self._reading.feed(event, happened.t)
        except Exception:
            log.exception("the rulebook stumbled over a %s at %s", type(event).__name__, beat.name)
            self._reread(self._reading.clock_starts)
            return _refusal(type(event).__name__.lower(), "stumbled")
        self.history.append(happened)
        if event.by_host:
            self._memory.undone.clear()
        if not self._same_beat(beat, event):
            self.moment += 1
        if self.paused and any(isinstance(cue, Hourglass) for cue in cues):
            cues.append(Pause())  # the sand that was just set up stands still, too
        return Answer(self._with_sand(tuple(cues), now), (happened,))

    def _same_beat(self, before: Beat, event: Event) -> bool:
        """A press that was meant for the beat before this event is still meant for it."""
        # A chair, or one more ballot, leaves a press its meaning.
        aside = isinstance(event, ChairTaken | ChairLeft | BallotCast)
        return self.beat is not None and (self.beat.again or (aside and self.beat.name == before.name))

    def step_back(self, now: float) -> Answer:
        """Take back the host's last step, and all that the clock and the chairs did since."""
        last = next((n for n in reversed(range(len(self.history))) if self.history[n].event.by_host), None)
        if last is None:
            return _refusal("back", "nothing_to_take_back")
        record = WentBack(self._time.at(now), last)
        undone = Undone(tuple(self.history[last:]), record.t)
        self._memory.undone.append(undone)
        del self.history[last:]
        self._reread()
        self.moment += 1
        self._turn_clock(undone.steps[0].t, now)
        told = self._tell_chairs(now)
        cues = (Notice("taken_back", (undone.steps[0].beat,)), *self.lasting(now), *told.cues)
        return Answer(cues, (record, *told.records))

    def put_back(self, now: float) -> Answer:
        """Do again what was last taken back, as if it had never been."""
        if not self._memory.undone:
            return _refusal("redo", "nothing_to_put_back")
        *others, undone = self._memory.undone
        played, records = self._time.at(now), list[Record]()
        for step in undone.steps:
            if isinstance(step.event, ChairTaken | ChairLeft):
                continue  # the chairs are told as they are now
            if self.beat is None or self.beat.name != step.beat:
                break
            self._time.set(step.t, now)
            records += self._take(step.event, self.beat, now).records
        if not records:
            self._memory.undone.clear()  # the clock or a chair went on meanwhile, and it fits no more
            self._time.set(played, now)
            return _refusal("redo", "nothing_to_put_back")
        self._memory.undone = others
        self._turn_clock(undone.t, now)
        told = self._tell_chairs(now)
        cues = (Notice("put_back", (undone.steps[0].beat,)), *self.lasting(now), *told.cues)
        return Answer(cues, (*records, self.pulse(now), *told.records))

    def pause(self, now: float) -> Answer:
        """Everything stands still."""
        if self.paused or self.finished:
            return _refusal("pause", "paused" if self.paused else "finished")
        self._time.stop(now)
        return Answer((Pause(), Notice("paused")), (Paused(self._time.at(now)),))

    def go_on(self, now: float) -> Answer:
        """The pause is over."""
        if not self.paused:
            return _refusal("pause", "not_now")
        self._time.start(self._time.at(now), now)
        return Answer((GoOn(), *self.lasting(now), Notice("went_on")), (WentOn(self._time.at(now)),))

    # After a power cut.

    def recall(self, records: Iterable[Record], now: float) -> Answer:
        """Play the journal to a fresh script. Only the lasting cues are shown, nothing is said again."""
        self._memory = memory = remember(records)
        self._reread()
        self.moment += 1
        self._time.start(memory.t, now)
        self._turn_clock(memory.t, now)
        if memory.paused:
            self._time.stop(now)
        return Answer(self.lasting(now))

    def _fresh(self) -> Reading:
        return Reading(RULEBOOKS[self.evening.game].script(self.evening), self._narrator)

    def _reread(self, clock_starts: float | None = None) -> None:
        """Read the book again, as far as the history goes."""
        self._reading = self._fresh()
        read = self._reading.follow(self.history)
        if read < len(self.history):
            step, beat = self.history[read], self.beat
            raise Diverged(
                f"event {read + 1} of the journal ({type(step.event).__name__} at '{step.beat}') does not fit "
                f"these rules, which wait at '{beat.name if beat else 'the end'}': "
                "play it with the version that wrote it, or start a new evening with --new"
            )
        if clock_starts is not None:
            self._reading.clock_starts = clock_starts

    def _turn_clock(self, t: float, now: float) -> None:
        """Play goes on from here: the hourglass with what was left, a short countdown in the dark anew and whole."""
        self._time.set(t, now)
        if self.beat is not None and self.beat.dark and self.beat.within is not None:
            self._reading.clock_starts = t

    def _tell_chairs(self, now: float) -> Answer:
        """Chairs are levels: after a step back, tell the script how they are."""
        cues: list[Cue] = []
        records: list[Record] = []
        for chair in CHAIRS:
            event = ChairTaken(chair) if chair in self._memory.chairs else ChairLeft(chair)
            if self.beat is not None:
                answer = self._take(event, self.beat, now)
                cues += answer.cues
                records += answer.records
        return Answer(tuple(cues), tuple(records))

    def pulse(self, now: float) -> Record:
        """A sign of life for the journal."""
        return Pulse(self._time.at(now))


def _refusal(what: str, why: str) -> Answer:
    return Answer(refused=Refused(what, why))
