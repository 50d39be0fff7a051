"""What an appliance looks after by itself, each an ear or a watcher of the evening: it rests when nobody comes, says
once that the supply is weak or the box too hot, and locks an evening under way, so that nothing disturbs it."""

from __future__ import annotations

import logging
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from majordome.box.machine_health import HOT, ROOT, degrees, in_memory, under_voltage
from majordome.core.clock import Clock
from majordome.core.cues import Notice
from majordome.core.evening_queue import GoodNight, Heard, Moment, Sensed
from majordome.core.prompter import Answer, Prompter

log = logging.getLogger(__name__)

LOOK_EVERY = 60.0  # seconds between two looks at the warmth
GLANCE_EVERY = 1.0  # at the supply: the Pi's alarm for a weak one covers two seconds
FORGOTTEN = 6 * 3600.0  # of an evening that nobody has touched
PARTITION_EVERY = 10.0  # at the partition of the evenings
NOT_NOW = 5.0  # in the dark it can wait so long


class _Watch:
    """An ear without a switch: only time passes."""

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """It has none."""
        return []

    def took(self, heard: Heard, answer: Answer) -> None:
        """It does not mind."""


class IdleWatch(_Watch):
    """When nobody has pressed for long, and no evening is under way or paused: dim, and later good night.

    `dim_after` and `off_after` in seconds of the clock; 0: never. `stir` is a watcher of the evening.
    """

    def __init__(
        self, prompter: Prompter, clock: Clock, dim: Callable[[bool], None], *, dim_after: float, off_after: float
    ) -> None:
        self._prompter = prompter
        self._clock = clock
        self._dim = dim
        self._dim_after, self._off_after = dim_after, off_after
        self._since = clock.now()
        self._dimmed = self._said = False

    def stir(self) -> None:
        """Something was said: somebody is there."""
        self._since = self._clock.now()
        if self._dimmed:
            self._dimmed = False
            self._dim(False)

    def due(self) -> float | None:
        """When it is time to rest, or to go to bed."""
        if self._prompter.snapshot.under_way or self._said:
            return None
        dues = [
            after for after, done in ((self._dim_after, self._dimmed), (self._off_after, False)) if after and not done
        ]
        return self._since + min(dues) if dues else None

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Nobody came."""
        if self._dim_after and not self._dimmed and now >= self._since + self._dim_after:
            self._dimmed = True
            self._dim(True)
        if self._off_after and now >= self._since + self._off_after:
            self._said = True
            return [Heard(GoodNight())]
        return []


class HealthWatch(_Watch):
    """Says once that the supply is too weak, that the box is too hot, or that the partition of the evenings is lost: to
    the host, and never in the dark. `evenings`: the folder that must outlive the power switch, if one must."""

    def __init__(
        self,
        prompter: Prompter,
        clock: Clock,
        tell: Callable[[Notice], None],
        root: Path = ROOT,
        evenings: Path | None = None,
    ) -> None:
        self._evenings = evenings
        self._prompter = prompter
        self._tell = tell
        self._root = root
        self._told: set[str] = set()
        self._due = self._warmth_due = clock.now()
        self._partition_due = clock.now() + PARTITION_EVERY  # when the host's page is open to hear of it

    def due(self) -> float | None:
        """When to look next."""
        return self._due

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Look, unless somebody counts."""
        beat = self._prompter.beat
        if beat is not None and beat.dark:
            self._due = now + NOT_NOW
            return []
        weak = under_voltage(self._root)
        if weak:
            self._say(Notice("weak_supply"))
        if now >= self._warmth_due:
            self._warmth_due = now + LOOK_EVERY
            warmth = degrees(self._root)
            if warmth is not None and warmth >= HOT:
                self._say(Notice("too_hot", (f"{warmth:.0f}",)))
        if self._evenings is not None and now >= self._partition_due:
            self._partition_due = now + PARTITION_EVERY
            self._look_for_the_partition(self._evenings)
        # A machine that tells nothing of its supply, or has told already, need not be asked every second.
        glances = weak is not None and "weak_supply" not in self._told
        self._due = min(self._warmth_due, now + GLANCE_EVERY) if glances else self._warmth_due
        if self._evenings is not None:
            self._due = min(self._due, self._partition_due)
        return []

    def _look_for_the_partition(self, evenings: Path) -> None:
        if in_memory(evenings, self._root):
            self._say(Notice("evenings_in_memory", (str(evenings),)))
        elif "evenings_in_memory" in self._told:
            self._told.remove("evenings_in_memory")
            self._tell(Notice("evenings_on_disk"))

    def _say(self, notice: Notice) -> None:
        if notice.what not in self._told:
            self._told.add(notice.what)
            log.warning("the machine: %s %s", notice.what, " ".join(notice.names))
            self._tell(notice)


class PartyLock(_Watch):
    """A file that is there while an evening is under way: whatever updates or restarts machines can look for it.

    An evening that nobody has touched for hours was forgotten, and no update waits for it any longer; the next press
    hangs the sign out again. `look` is a watcher of the evening.
    """

    def __init__(self, prompter: Prompter, path: Path | None, clock: Clock | None = None) -> None:
        self._prompter = prompter
        self._path = path
        self._clock = clock
        self._since = clock.now() if clock is not None else 0.0
        self._there: bool | None = None  # a crash may have left it

    def look(self) -> None:
        """Something was said."""
        if self._clock is not None:
            self._since = self._clock.now()
        if self._prompter.snapshot.under_way is not self._there:
            self._hang_out(self._prompter.snapshot.under_way)

    def due(self) -> float | None:
        """When an evening counts as forgotten."""
        return self._since + FORGOTTEN if self._there and self._clock is not None else None

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Nobody came back to it."""
        if self._there and now >= self._since + FORGOTTEN:
            log.info("nobody has played for %.0f hours: the party lock is let go", FORGOTTEN / 3600)
            self._hang_out(False)
        return []

    def _hang_out(self, there: bool) -> None:
        self._there = there
        if self._path is None:
            return
        try:
            if there:
                self._path.touch()
            else:
                self._take_in(self._path)
        except OSError as trouble:  # no reason not to play
            log.warning("the party lock %s: %s", self._path, trouble)

    def close(self) -> None:
        """Nobody plays any more; twice does no harm."""
        if self._there and self._path is not None:
            self._there = False
            with suppress(OSError):
                self._take_in(self._path)

    def _take_in(self, path: Path) -> None:
        """Only the sign itself, which is an empty file: whatever else the settings name is somebody's."""
        with suppress(FileNotFoundError):
            there = path.lstat()
            if stat.S_ISREG(there.st_mode) and there.st_size == 0:
                path.unlink()
