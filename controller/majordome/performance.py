"""One evening being played: what the room says goes to the prompter, the cues to the stage, the records to the scribe.

One thread owns it. Buttons, keys, pages and chairs only put what they hear into its queue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, Queue
from typing import TypeAlias

from majordome.clock import Clock, RealClock
from majordome.cues import Notice
from majordome.events import Event, Gesture, TimeUp, Wish
from majordome.prompter import Answer, Prompter
from majordome.records import Record
from majordome.scribe import Scribe
from majordome.stage import Stage

PULSE_EVERY = 5.0  # seconds of play: what a power cut can give back to the hourglass

Said: TypeAlias = Event | Gesture | Wish


@dataclass(frozen=True, slots=True)
class Heard:
    """Something said, and the moment of the evening for which it was meant."""

    said: Said
    meant_for: int | None = None


LEAVE = None  # in the queue: the host leaves the room
Inputs: TypeAlias = "Queue[Heard | None]"


class Performance:
    """Inputs -> prompter -> cues -> stage, with the journal at its side."""

    def __init__(self, prompter: Prompter, stage: Stage, clock: Clock, scribe: Scribe) -> None:
        self.prompter = prompter
        self.stage = stage
        self.clock = clock
        self.settled: Callable[[], None] = lambda: None  # called when a step has been played: pages look again
        self._scribe = scribe
        self._saved: Future[str | None] | None = None
        self._disk_is_well = True

    def begin(self) -> None:
        """The first press is possible from here on."""
        self._carry_out(self.prompter.begin(self.clock.now()))

    def recall(self, records: Iterable[Record]) -> None:
        """Go on where a journal stops."""
        self._carry_out(self.prompter.recall(records, self.clock.now()))

    def hear(self, said: Said, meant_for: int | None = None) -> Answer:
        """Take one thing said. The one before it is on the disk by then, or the host knows that it is not."""
        self.settle()
        answer = self.prompter.offer(said, self.clock.now(), meant_for)
        self._carry_out(answer)
        return answer

    def settle(self) -> None:
        """Wait until the last step is safe."""
        if self._saved is None:
            return
        trouble, self._saved = self._saved.result(), None
        if trouble and self._disk_is_well:
            self.stage.perform([Notice("disk_trouble", (trouble,))])
        elif not trouble and not self._disk_is_well:
            self.stage.perform([Notice("disk_well")])
        self._disk_is_well = not trouble

    def check_disk(self) -> None:
        """Tell the host at once if nothing can be written."""
        self.settle()
        self._saved = self._scribe.write(())
        self.settle()

    def time_up(self) -> bool:
        """Let the time of the beat run out if it has; True if it had."""
        left = self.prompter.time_left(self.clock.now())
        if left is None or left > 0:
            return False
        if self.hear(TimeUp(), self.prompter.moment).refused:
            self.hear(Wish.PAUSE)  # the rulebook stumbled: stand still until the host helps, or it would go on for ever
        return True

    def run(self, inputs: Inputs, clock: RealClock) -> None:
        """Play in real time until the host leaves."""
        while True:
            if self.time_up():
                continue
            left = self.prompter.time_left(clock.now())
            wait = None if left is None else min(left, PULSE_EVERY) / clock.speed
            try:
                heard = inputs.get(timeout=wait)
            except Empty:
                if left is not None and left > PULSE_EVERY:
                    self._keep((self.prompter.pulse(clock.now()),))
                continue
            try:
                if heard is LEAVE or (self.prompter.finished and heard.said is Gesture.PRESS):
                    self.settle()
                    return
                self.hear(heard.said, heard.meant_for)
            finally:
                inputs.task_done()

    def _carry_out(self, answer: Answer) -> None:
        self._keep(answer.records)  # the disk begins to turn while the cues are played
        self.stage.perform([answer.refused] if answer.refused else answer.cues)
        self.settled()

    def _keep(self, records: tuple[Record, ...]) -> None:
        if records:
            self.settle()
            self._saved = self._scribe.write(records)
