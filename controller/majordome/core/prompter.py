"""The prompter holds the book: it feeds events to the script, refuses what is not due, takes steps back, pauses.

It does no input or output. Whoever calls it tells the time, keeps the records it hands out, and plays the cues.
After each step it publishes one frozen snapshot, and that is all that anybody else ever sees of the evening.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.asks import unasked
from majordome.core.cues import Cue, GoOn, Hourglass, HourglassAway, Notice, Pause, Refused, Say
from majordome.core.error_log import log_exception
from majordome.core.evening import Evening
from majordome.core.events import CHAIRS, Buzz, ChairLeft, ChairTaken, Event, Gesture, Slammed, Wish
from majordome.core.journal_summary import JournalSummary, Undone, chairs_after, summary_of
from majordome.core.prompt_book import PromptBook
from majordome.core.records import Happened, Paused, Pulse, Record, Spoke, StaysTakenBack, WentBack, WentOn
from majordome.core.snapshot import Playtime
from majordome.errors import Diverged, GameError
from majordome.words import Lang, Voice

BY_HAND = frozenset({Gesture, Buzz, Wish})  # isinstance takes three times as long
PRESS, HOLD, BACK = Gesture.PRESS, Gesture.HOLD, Gesture.BACK  # a member of an enum takes long to find


class Answer(Struct, frozen=True, gc=False):  # no circle can run through it
    """What comes of something said to the prompter: cues to play, records to keep, or a refusal to show."""

    cues: tuple[Cue, ...] = ()
    records: tuple[Record, ...] = ()
    refused: Refused | None = None


class Prompter(PromptBook):
    """One evening, from the first press to the outcome."""

    __slots__ = ()

    def last_word(self) -> Say:
        """What the butler says when he is sent to bed: beside the script, and not a part of any evening."""
        return self._narrator.choose(Say("good_night"), len(self.history))

    # What may happen.

    def begin(self, now: float) -> Answer:
        """Open the book."""
        self._time = Playtime(0.0, now)
        try:
            cues = tuple(self._reading.open(0.0))
        except Exception as fault:
            raise GameError(
                f"{self.evening.game}: the game fails before its first beat ({type(fault).__name__}: {fault}): "
                f"'majordome games check {self.evening.game}' says where"
            ) from fault
        self._publish()
        return Answer(cues)

    def begin_another(self, evening: Evening, now: float) -> Answer:
        """Close this book and open another. The chairs are as they are in the room, and so is the butler's voice."""
        fresh = self._script_of(evening)  # a game that cannot be loaded leaves this evening as it is
        try:
            self._narrator.play(evening.game)
            opened = fresh.open(0.0)
        except Exception:  # noqa: BLE001  # log_exception() writes it down, and this evening goes on
            log_exception(__name__, "%s fails before its first beat", evening.game)
            self._narrator.play(self.evening.game)
            return _refusal("evening", "game_fails", (evening.game,))
        spoke = (replace(self._memory.spoke, t=0.0),) if self._memory.spoke else ()
        self._memory = JournalSummary(chairs=self._memory.chairs, spoke=self._memory.spoke)
        self.evening, self._reading = evening, fresh
        self._another_moment()
        self._time = Playtime(0.0, now)
        told = self._tell_chairs(now)
        self._publish()  # once, when all of it is so
        return Answer((HourglassAway(), *opened, *told.cues), (*spoke, *told.records))

    def offer(self, said: Event | Gesture | Buzz | Wish, now: float, meant_for: int | None = None) -> Answer:
        """Take what the room says, or say why not. `meant_for`: the moment at which it was said."""
        if meant_for is not None and meant_for != self._moment and _too_late(said):
            return _refusal("press", "too_late")
        if type(said) in BY_HAND:
            return self._understand(said, now)  # type: ignore[arg-type]  # its type says so
        event: Event = said  # type: ignore[assignment]  # no hand has said it
        if event.level:
            # A level is known also when the game is over.
            self._memory = replace(self._memory, chairs=chairs_after(event, self._memory.chairs))
            if self.finished:
                self._publish()
        return self._take(event, now)

    def _understand(self, said: Gesture | Buzz | Wish, now: float) -> Answer:
        """A wish is for the prompter; a hand on a button says what the beat lets it mean."""
        if type(said) is Wish or said is BACK:
            return self._grant(said, now)
        if self._time.since is None and (said is PRESS or said is HOLD):
            return self.go_on(now)
        beat = self._reading.beat
        if beat is None:
            return _refusal("press", "finished")
        meant = beat.meant_by(said)  # type: ignore[arg-type]  # all wishes are granted by now
        if meant is not None:
            return self._take(meant, now)
        if isinstance(said, Buzz):
            return _refusal("buzz", "nothing_to_buzz", (said.player,))
        return self.pause(now) if said is HOLD else _refusal(said.value, "nothing_to_press")

    def _grant(self, wish: Gesture | Wish, now: float) -> Answer:
        match wish:
            case Gesture.BACK | Wish.TAKE_BACK:
                return self.step_back(now)
            case Wish.PUT_BACK:
                return self.put_back(now)
            case Wish.PAUSE:
                return self.pause(now)
            case Wish.GO_ON:
                return self.go_on(now)
            case _:
                return self.repeat()

    def _take(self, event: Event, now: float, *, publish: bool = True) -> Answer:
        """The script hears it, unless it is over or stands still."""
        reading, memory, time = self._reading, self._memory, self._time
        beat, since, t = reading.beat, time.since, time.played
        if beat is None:
            return _refusal("press", "finished")
        if since is not None:
            t += now - since
        elif publish and not event.beside:
            return _refusal("press", "paused")
        try:
            if type(event) in beat.takes and not event.beside:  # as beat.refuses() says, without a call for each event
                refused = beat.refuse(beat.table, event) if beat.refuse is not None else None
            else:
                refused = beat.refuses(event)
            # A game that refuses for itself has the say; an old journal may hold more than is asked for today.
            if refused is None and beat.refuse is None and publish and beat.asks:
                refused = unasked(beat.asks, event)
            if refused is not None:
                return Answer(refused=refused)
            cues = reading.feed(event, t)
        except Exception:  # noqa: BLE001  # log_exception() writes it down, and the evening goes on
            log_exception(__name__, "the rules stumbled over a %s at %s", type(event).__name__, beat.name)
            self._reread(reading.clock_starts)
            return _refusal(type(event).__name__.lower(), "stumbled")
        happened = Happened(t, beat.name, event)
        memory.history.append(happened)
        records: tuple[Record, ...] = (happened,)
        if memory.undone and event.by_host:
            *others, undone = memory.undone
            if publish and others and undone.same_as(happened):  # a journal would take it for put back
                records = (StaysTakenBack(t), happened)
            self._memory = replace(memory, undone=())
        following, unseen = reading.beat, event.unseen
        # A chair, or one more ballot, leaves a press its meaning.
        if following is None or not (following.again or (event.aside and following.name == beat.name)):
            self._moment += 1
            if unseen:
                self._unseen += 1
        if not publish:  # one step of several, of which nobody shall see the middle
            return Answer(tuple(cues), records)
        self._publish()
        if unseen:
            cues.append(Notice("noted"))  # to the host alone, who would else wonder
        if not cues:
            return Answer((), records)
        if since is None and any(isinstance(cue, Hourglass) for cue in cues):
            cues.append(Pause())  # the sand that was just set up stands still, too
        told = tuple(cues)
        return Answer(self.snapshot.with_sand(told, now) if Hourglass in reading.shown else told, records)

    def step_back(self, now: float) -> Answer:
        """Take back the host's last step, and all that the clock and the chairs did since."""
        last = next((n for n in reversed(range(len(self.history))) if self.history[n].event.by_host), None)
        if last is None:
            return _refusal("back", "nothing_to_take_back")
        if self.history[last].event.unseen:
            return self._forget(last, now)
        record = WentBack(self._time.at(now), last)
        undone = Undone(tuple(self.history[last:]), record.t)
        before = self._memory
        self._memory = replace(before, history=before.history[:last], undone=(*before.undone, undone))
        try:
            self._reread()
        except Diverged as fault:  # a game that plays otherwise each time: its evening goes on, without a step back
            self._memory = before
            log_exception(__name__, "no step back: %s", fault)
            return _refusal("back", "stumbled")
        self._another_moment()
        self._turn_clock(undone.steps[0].t, now)
        told = self._tell_chairs(now)
        self._publish()
        # The room hears again where it is.
        cues = (Notice("taken_back", (undone.steps[0].beat,)), *self.lasting(now), *self._said_again(), *told.cues)
        return Answer(cues, (record, *told.records))

    def _forget(self, last: int, now: float) -> Answer:
        """Take back what nobody saw. For the room it never was: time goes on, and nothing is said or shown."""
        forgotten, *since = self.history[last:]
        played, before = self._time.at(now), self._memory
        undone = (*before.undone, Undone((forgotten,), played))
        self._memory = replace(before, history=before.history[:last], undone=undone)
        self._reread()
        self._another_moment(unseen=True)
        records: list[Record] = [WentBack(played, last)]
        for step in since:  # what the clock and the chairs did stays done
            if (beat := self._reading.beat) is not None and beat.name == step.beat:
                self._time = self._time.turned(step.t, now)
                records += self._take(step.event, now, publish=False).records
        self._time = self._time.turned(played, now)
        self._publish()
        return Answer((Notice("forgotten"),), (*records, self.pulse(now)))

    def put_back(self, now: float) -> Answer:
        """Do again what was last taken back, as if it had never been."""
        if not self._memory.undone:
            return _refusal("redo", "nothing_to_put_back")
        *others, undone = self._memory.undone
        played, records = self._time.at(now), list[Record]()
        for step in undone.steps:
            if step.event.level:
                continue  # the chairs are told as they are now
            beat = self._reading.beat
            if beat is None or beat.name != step.beat:
                break
            self._time = self._time.turned(step.t, now)
            records += self._take(step.event, now, publish=False).records
        if not records:
            # The clock or a chair went on meanwhile, and it fits no more.
            self._memory = replace(self._memory, undone=())
            self._time = self._time.turned(played, now)
            self._publish()
            return Answer((), (StaysTakenBack(played),), Refused("redo", "nothing_to_put_back"))
        self._memory = replace(self._memory, undone=tuple(others))
        if undone.steps[0].event.unseen:
            self._time = self._time.turned(played, now)
            self._publish()
            return Answer((Notice("noted"),), (*records, self.pulse(now)))
        self._turn_clock(undone.t, now)
        told = self._tell_chairs(now)
        self._publish()
        cues = (Notice("put_back", (undone.steps[0].beat,)), *self.lasting(now), *told.cues)
        return Answer(cues, (*records, self.pulse(now), *told.records))

    def repeat(self) -> Answer:
        """What the butler said last, once more; never while somebody counts in the dark."""
        said = self._said_again()
        return Answer(said) if said else _refusal("repeat", "nothing_to_repeat")

    def _said_again(self) -> tuple[Say, ...]:
        beat = self._reading.beat
        counting = beat is not None and beat.dark and beat.within is not None
        return () if counting or self.paused else self._reading.spoken

    def pause(self, now: float) -> Answer:
        """Everything stands still."""
        if self.paused or self.finished:
            return _refusal("pause", "paused" if self.paused else "finished")
        self._time = Playtime(self._time.at(now))
        self._publish()
        return Answer((Pause(), Notice("paused")), (Paused(self._time.at(now)),))

    def go_on(self, now: float) -> Answer:
        """The pause is over."""
        if not self.paused:
            return _refusal("pause", "not_now")
        cut_short = self._time.at(now) < self._reading.voice_ends  # then the voice itself goes on
        self._time = Playtime(self._time.at(now), now)
        self._publish()
        again = () if cut_short else self._said_again()  # hold and press: where were we?
        return Answer((GoOn(), *self.lasting(now), Notice("went_on"), *again), (WentOn(self._time.at(now)),))

    def spoken_in(self, lang: Lang, voice: Voice, now: float) -> Answer:
        """The narrator speaks another language by now: so he shall after a power cut."""
        spoke = Spoke(self._time.at(now), lang, voice)
        self._memory = replace(self._memory, spoke=spoke)
        return Answer((Notice("speaks"),), (spoke,))

    # After a power cut.

    def recall(self, records: Iterable[Record], now: float) -> Answer:
        """Play the journal to a fresh script. Only the lasting cues are shown, nothing is said again."""
        self._memory = memory = summary_of(records)
        self._reread()
        self._another_moment()
        self._time = Playtime(memory.t, now)
        self._turn_clock(memory.t, now)
        if memory.paused:
            self._time = Playtime(self._time.at(now))
        self._publish()
        return Answer(self.lasting(now))

    def _tell_chairs(self, now: float) -> Answer:
        """Chairs are levels: after a step back, tell the script how they are."""
        cues: list[Cue] = []
        records: list[Record] = []
        for chair in CHAIRS:
            event = ChairTaken(chair) if chair in self._memory.chairs else ChairLeft(chair)
            answer = self._take(event, now, publish=False)
            cues += answer.cues
            records += answer.records
        return Answer(tuple(cues), tuple(records))

    def pulse(self, now: float) -> Record:
        """A sign of life for the journal."""
        return Pulse(self._time.at(now))


def _too_late(said: Event | Gesture | Buzz | Wish) -> bool:
    """Meant for a moment that has passed; but a chair is as it is, and a slam behind the first is meant for what the
    first one began: the game says whether it waits its turn.
    """
    return not (isinstance(said, Event) and (said.level or (isinstance(said, Slammed) and said.behind > 0)))


def _refusal(what: str, why: str, names: tuple[str, ...] = ()) -> Answer:
    return Answer(refused=Refused(what, why, names))
