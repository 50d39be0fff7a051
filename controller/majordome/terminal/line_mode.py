"""The butler in a pipe: plain lines out, a command a line in. An empty line presses, `wait` waits for the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from threading import Condition, Thread
from threading import Event as SomethingTold
from typing import TypeAlias

from majordome.core.clock import RealClock
from majordome.core.cues import Cue, Refused
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import LEAVE, Heard, Inputs, Said
from majordome.core.events import Gesture, Slammed
from majordome.core.prompter import Answer
from majordome.core.snapshot import Snapshot
from majordome.core.view import gestures
from majordome.terminal.asked_text import asked
from majordome.terminal.cue_text import Headings, heading, hints, tell
from majordome.terminal.pipe import SecondScreen
from majordome.words.narrator import Narrator

Understand: TypeAlias = Callable[[str], Said | Refused | str | None]  # a text: show it; None: leave
WAIT = ("wait", "attendre")
A_GLANCE = 0.1  # seconds between two looks at a disk that is waited for
A_RACE = 1.0  # seconds in which every slam is settled
HANGS = 1.0  # seconds: an evening that takes longer for one line keeps nobody from typing


class PlainPage:
    """Prints what happens, and at each new beat what a press will do and what is asked."""

    def __init__(self, narrator: Narrator, write: Callable[[str], None], curtain: SecondScreen | None = None) -> None:
        """`curtain`: falls before what is asked, typed and refused in the dark."""
        self._narrator = narrator
        self._write = write
        self._curtain = curtain or SecondScreen(terminal=False)
        self._meanwhile: list[str] = []  # what the room may read, and was told behind the curtain
        self._dark: Callable[[], bool] = lambda: False
        self._told: tuple[int, frozenset[Gesture]] = -1, frozenset()
        self._asked: list[str] = []  # as it was printed last
        self._headings = Headings()
        self._news = Condition()

    def show(self, cue: Cue) -> None:
        """A line for the room."""
        if self._headings.repeats(cue):
            return
        if line := tell(cue, self._narrator):
            if not isinstance(cue, Refused):
                if not self._dark():
                    self.lift_curtain()
                elif self._curtain.drawn:
                    self._meanwhile.append(line[1])
            self._write(line[1])

    def lift_curtain(self) -> None:
        """The dark is over: what only the host was told in it is gone."""
        if self._curtain.drawn:
            self._curtain.draw(False)
            meanwhile, self._meanwhile = self._meanwhile, []
            for line in meanwhile:
                self._write(line)

    def tell_beat(self, performance: Performance) -> None:
        """Where we are, and what each gesture does: once a beat, and when another gesture has a meaning."""
        view = performance.prompter.snapshot
        self._dark = lambda: performance.prompter.snapshot.dark
        if view.dark:
            self._curtain.draw(True)
        else:
            self.lift_curtain()
        can = frozenset(gestures(view))  # once the button points at somebody, a double press has a meaning
        (seen, could), self._told = self._told, (view.seen, can)
        if (seen, could) != (view.seen, can):
            does = hints(view, self._narrator, stays=performance.stays)
            told = " | ".join(self._narrator.word("ui", "does").format(*each) for each in does)
            self._write(f"[{heading(view, self._narrator)}] {told}")
        self._tell_asked(view, all_of_it=seen != view.seen)
        with self._news:
            self._news.notify_all()

    def _tell_asked(self, view: Snapshot, *, all_of_it: bool) -> None:
        """What is asked; at the same beat only what is new, as with one more ballot. Whom one points at is said."""
        lines = asked(view, self._narrator)
        before, self._asked = self._asked, asked(view, self._narrator, pointer=False)
        for line, unpointed in zip(lines, self._asked, strict=True):
            if all_of_it or unpointed not in before:
                self._write(f"  {self._narrator.word('ui', 'does').format(self._narrator.word('ui', 'asked'), line)}")

    def listen(
        self,
        lines: Iterable[str],
        understand: Understand,
        performance: Performance,
        inputs: Inputs,
        stays: bool,
        hear: Callable[[Heard], None] | None = None,
        leave: Callable[[float], None] | None = None,
    ) -> None:
        """Read commands, each when the one before is done; after the last, wait for the clock and leave - or stay."""
        hung = 0.0
        for line in lines:
            if line.strip().casefold() in WAIT:
                self._wait_for_the_clock(performance)
                continue
            spoken = understand(line)
            if spoken is None:
                break
            if isinstance(spoken, str):
                self._write(spoken)
            elif isinstance(spoken, Refused):
                self.show(spoken)
            elif isinstance(spoken, Slammed):
                self._slam(spoken, hear or inputs.put)
            else:
                inputs.put(Heard(spoken))
                hung = 0.0 if _is_done(inputs, performance) else HANGS
        else:
            if stays:  # nobody types any more, but there is a button
                return
            self._wait_for_the_clock(performance)
        if leave is None:
            inputs.put(LEAVE)
        else:
            leave(hung)

    def _slam(self, slammed: Slammed, hear: Callable[[Heard], None]) -> None:
        """Into the race with all other hands: it is told a blink later, when nobody can overtake it any more."""
        settled = SomethingTold()

        def told(answer: Answer, safe: bool) -> None:
            if answer.refused is not None:
                self.show(answer.refused)
            settled.set()

        hear(Heard(slammed, reply=told))
        settled.wait(A_RACE)

    def _wait_for_the_clock(self, performance: Performance) -> None:
        with self._news:
            self._news.wait_for(lambda: not _time_runs(performance))


def _is_done(inputs: Inputs, performance: Performance) -> bool:
    """Waits until the evening has taken it; who leaves need not wait for a disk, or for anything else that hangs."""
    with inputs.all_tasks_done:
        for _ in range(round(HANGS / A_GLANCE)):
            if not inputs.unfinished_tasks or performance.disk.is_waited_for:
                return True
            inputs.all_tasks_done.wait(A_GLANCE)
    return False


def _time_runs(performance: Performance) -> bool:
    beat = performance.prompter.beat
    return beat is not None and beat.timed and not performance.prompter.paused


def play_in_a_pipe(
    page: PlainPage,
    performance: Performance,
    inputs: Inputs,
    clock: RealClock,
    understand: Understand,
    lines: Iterable[str],
    *,
    stays: bool = False,
    hear: Callable[[Heard], None] | None = None,
    leave: Callable[[float], None] | None = None,
) -> None:
    """Play until the host leaves, or the lines end and nothing else can be heard.

    `hear`: where slams race; `leave`: how one leaves, if not by the queue.
    """
    args = (lines, understand, performance, inputs, stays, hear, leave)
    page.tell_beat(performance)  # before the first line is answered
    performance.watchers.append(partial(page.tell_beat, performance))
    Thread(target=page.listen, args=args, name="plain input", daemon=True).start()
    try:
        performance.run(inputs, clock)
    finally:
        page.lift_curtain()
