"""One evening being played: what the room says goes to the prompter, the cues to the stage, the records to the writer.

One thread owns it. Buttons, keys, pages and chairs only put what they hear into its queue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from majordome.core.clock import Clock, RealClock
from majordome.core.cues import Notice, Refused
from majordome.core.disk_watch import DiskWatch
from majordome.core.error_log import log_exception
from majordome.core.evening import Evening, played_again
from majordome.core.evening_queue import (
    LEAVE,
    AnotherEvening,
    Ear,
    GoodNight,
    Heard,
    Inputs,
    Joined,
    Language,
    Moment,
    Said,
    Sensed,
)
from majordome.core.events import Event, Gesture, Slammed, TimeUp, Wish
from majordome.core.library import load
from majordome.core.prompter import Answer, Prompter
from majordome.core.record_writer import RecordWriter
from majordome.core.records import Record
from majordome.core.stage import Stage

PULSE_EVERY = 5.0  # seconds of play: what a power cut can give back to the hourglass
MOST_FAILURES = 20  # of one ear
ROUNDING = 1e-9  # seconds: sums of floats, not time
LAST_WORD = 1.5  # seconds: a voice that begins late is heard to its end


class Performance:
    """Inputs -> prompter -> cues -> stage, with the journal at its side."""

    def __init__(
        self,
        prompter: Prompter,
        stage: Stage,
        clock: Clock,
        writer: RecordWriter,
        another: Callable[[Evening], RecordWriter] | None = None,
    ) -> None:
        self.prompter = prompter
        self.stage = stage
        self.clock = clock
        self.watchers: list[Callable[[], None]] = []  # called when a step has been played: pages look again
        self.ears: list[Ear] = []
        self.disk = DiskWatch(writer, clock, lambda notice: stage.perform([notice]))
        self._another = another  # opens the journal of another evening
        self._failures: dict[int, int] = {}
        self.stays = False  # nobody leaves a box on a shelf: after the end, a press begins the next evening
        self.switched_off = False  # the host has said good night
        self._left = False
        self._leaves_at: float | None = None  # when the last word is said
        self._stuck: Callable[[], bool] = lambda: False
        self._now = float("-inf")  # the time of the latest thing said

    def begin(self) -> None:
        """The first press is possible from here on."""
        self._carry_out(self.prompter.begin(self.clock.now()))
        self._advise(self.prompter.evening)

    def recall(self, records: Iterable[Record]) -> None:
        """Go on where a journal stops."""
        self._carry_out(self.prompter.recall(records, self.clock.now()))

    def hear(
        self,
        said: Said | AnotherEvening | GoodNight | Language,
        meant_for: int | None = None,
        at: float | None = None,
        *,
        answered: bool = False,
    ) -> Answer:
        """Take one thing said. The one before it is on the disk by then, or the host knows that it is not.

        `answered`: whoever said it is told what came of it, so that the room need not hear of a refusal.
        """
        self.disk.settle()
        if isinstance(said, Language):
            self._carry_out(self.prompter.spoken_in(said.lang, said.voice, self.clock.now()))
            return Answer()
        if isinstance(said, GoodNight):
            return self._say_good_night(said)
        if self._leaves_at is not None:
            return Answer(refused=Refused("press", "not_now"))  # the last word is being said
        if said is Gesture.PRESS and self.prompter.finished and not answered:  # at the box, not on a phone
            return self._press_after_the_end(meant_for)
        if isinstance(said, AnotherEvening):
            return self._begin_another(said.evening, meant_for)
        self._now = self.clock.now() if at is None else max(at, self._now)  # a release is told after what it began
        answer = self.prompter.offer(said, self._now, meant_for)
        # A fact that changes nothing - the chair is taken already, a slam came second - is no refusal to show.
        refused = answer.refused
        behind = isinstance(said, Slammed) and said.behind > 0
        nobodys = isinstance(said, Event) and (behind or not said.by_host)
        no_news = refused is not None and nobodys and refused.why != "stumbled"
        self._carry_out(Answer() if no_news or (refused and answered) else answer)
        return answer

    def _begin_another(self, evening: Evening, meant_for: int | None) -> Answer:
        if meant_for not in (None, self.prompter.moment):
            return Answer(refused=Refused("evening", "too_late"))
        if self._another is None:
            return Answer(refused=Refused("evening", "not_now"))
        answer = self.prompter.begin_another(evening, self.clock.now())
        if answer.refused is not None:
            return answer
        self.disk.another(self._another(evening))
        self._carry_out(answer)
        self._advise(evening)
        return answer

    def _advise(self, evening: Evening) -> None:
        if (advice := load(evening.game).advice(evening)) is not None:
            self.stage.perform([advice])

    def _press_after_the_end(self, meant_for: int | None) -> Answer:
        if not self.stays:
            self._left = True  # the last press of the evening
            return Answer()
        if self.prompter.voice_left(self.clock.now()) > 0:  # who presses while the winner is named means no new game
            answer = Answer(refused=Refused("press", "finished"))
        else:
            answer = self._begin_another(played_again(self.prompter.evening), meant_for)
        if answer.refused:
            self._carry_out(answer)
        return answer

    def _say_good_night(self, good_night: GoodNight) -> Answer:
        """An evening under way is paused: it goes on when the box is switched on again, and not by itself."""
        if self._leaves_at is None:
            self._stuck = good_night.held
            if self.prompter.snapshot.under_way:
                self._carry_out(self.prompter.pause(self.clock.now()))
            say = self.prompter.last_word()
            self.stage.perform([say])
            self._leaves_at = self.clock.now() + say.seconds + LAST_WORD
        return Answer()

    def close(self) -> None:
        """The last line is written, if the disk answers at all."""
        self.disk.close()

    def time_up(self) -> bool:
        """Let the time of the beat run out if it has; True if it had."""
        left = self.prompter.time_left(self.clock.now())
        if left is None or left > ROUNDING:
            return False
        if self.hear(TimeUp(), self.prompter.moment).refused:
            self.hear(Wish.PAUSE)  # the rulebook stumbled: stand still until the host helps, or it would go on for ever
        return True

    @property
    def left(self) -> bool:
        """The host has left, or the box was switched off."""
        return self._left

    def moment(self, number: int | None = None) -> Moment:
        """What a hand on the button means now; a press for a moment that is over is heard only to be refused."""
        beat, prompter = self.prompter.beat, self.prompter
        number = prompter.moment if number is None else number
        double = beat is not None and beat.double is not None and not prompter.paused
        held = beat is not None and (beat.hold is not None or beat.timed) and not prompter.paused
        held = held or (prompter.finished and self.stays)  # a long hold after the end begins no evening first
        if number != prompter.moment:
            double = held = False
        return Moment(number, not (double or held), double, prompter.paused)

    def take(self, heard: Heard | Sensed | Notice | Joined) -> None:
        """Take what came through the queue."""
        if isinstance(heard, Notice):
            self.stage.perform([heard])
        elif isinstance(heard, Joined):
            self.stage.attempt(heard.join, partial(heard.join, self))
        elif isinstance(heard, Heard):
            self._answer(heard)
        else:
            self._guarded(heard.ear, lambda: heard.ear.sense(heard, self.moment(heard.moment)))

    def _guarded(self, ear: Ear, listen: Callable[[], Sequence[Heard]]) -> None:
        """An ear that fails is told once, and the evening goes on without what it would have heard."""
        try:
            self._listen_to(ear, listen())
        except Exception as fault:  # noqa: BLE001  # a fault of an ear must not end the evening
            self._fails(ear, fault)

    def _fails(self, ear: Ear, fault: Exception) -> None:
        """One that fails again and again is deaf from then on: it would ask for ever."""
        self._failures[id(ear)] = failures = self._failures.get(id(ear), 0) + 1
        if failures == 1:
            log_exception(__name__, "the %s failed", type(ear).__name__)
            self.stage.perform([Notice("prop_failed", (type(ear).__name__, str(fault)))])
        if failures >= MOST_FAILURES and ear in self.ears:
            self.ears.remove(ear)

    def _answer(self, heard: Heard) -> Answer:
        answer = self.hear(heard.said, heard.meant_for, heard.at, answered=heard.reply is not None)
        if heard.reply is not None:
            self.disk.when_safe(partial(heard.reply, answer))
        return answer

    def _listen_to(self, ear: Ear, all_heard: Sequence[Heard]) -> None:
        for heard in all_heard:
            ear.took(heard, self._answer(heard))

    def tick(self) -> None:
        """Do all that is due by now."""
        now = self.clock.now()
        for ear in list(self.ears):
            due = self._due(ear)
            if due is not None and due <= now:
                self._guarded(ear, lambda ear=ear: ear.tick(now, self.moment()))  # type: ignore[misc]  # each its own
        self.disk.look(now)
        while self._leaves_at is None and self.time_up():
            pass
        if self._leaves_at is not None and now >= self._leaves_at and not self._left:
            if self._stuck():
                self._leaves_at = None
                self.stage.perform([Notice("button_stuck")])
            else:
                self._left = self.switched_off = True

    def _due(self, ear: Ear) -> float | None:
        """When it must look again."""
        try:
            return ear.due()
        except Exception as fault:  # noqa: BLE001  # likewise
            self._fails(ear, fault)
            return None

    def next_due(self) -> float | None:
        """When something is due next: the time of the beat, or an ear that must look again."""
        now = self.clock.now()
        left = self.prompter.time_left(now)
        dues = [self._due(ear) for ear in list(self.ears)] + [None if left is None else now + left]
        dues.append(self.disk.due(now))
        dues.append(None if self._left else self._leaves_at)
        return min((due for due in dues if due is not None), default=None)

    def run(self, inputs: Inputs, clock: RealClock) -> None:
        """Play in real time until the host leaves."""
        from queue import Empty  # a rehearsal does not need it

        pulsed = clock.now()
        while True:
            self.tick()
            if self._left:
                return self.disk.leave()
            if self._sand_runs() and clock.now() >= pulsed + PULSE_EVERY:
                pulsed = clock.now()
                self.disk.keep((self.prompter.pulse(pulsed),))
            due = self.next_due()
            if due is not None and self._sand_runs():
                due = min(due, pulsed + PULSE_EVERY)
            try:
                heard = inputs.get(timeout=None if due is None else clock.wait_for(due))
            except Empty:
                clock.spin_until(due)
                continue
            try:
                if heard is not LEAVE:
                    self.take(heard)
                if heard is LEAVE or self._left:
                    return self.disk.leave()
            finally:
                inputs.task_done()

    def _sand_runs(self) -> bool:
        """Long enough to be worth a sign of life; never in the dark, when nothing may be late."""
        beat = self.prompter.beat
        return beat is not None and beat.sand and not self.prompter.paused

    def _carry_out(self, answer: Answer) -> None:
        self.disk.keep(answer.records)  # the disk begins to turn while the cues are played
        self.stage.perform([answer.refused] if answer.refused else answer.cues)
        for look in self.watchers:
            self.stage.attempt(look, look)
