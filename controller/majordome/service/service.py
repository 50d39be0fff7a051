"""The box as an appliance: puts the supervisor, the watches and the switching off together around an evening."""

from __future__ import annotations

import os
import shlex
import stat
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from majordome.core.clock import RealClock
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Inputs
from majordome.core.prompter import Prompter
from majordome.errors import NotSwitchedOff
from majordome.service.systemd import Heartbeat, Supervisor
from majordome.service.watches import HealthWatch, IdleWatch, PartyLock
from majordome.settings.config import BoxSettings, Settings
from majordome.terminal.cue_text import heading
from majordome.words.narrator import Narrator

if TYPE_CHECKING:
    from majordome.box.parts import Hardware

POWER_OFF = "systemctl poweroff"
MINUTE = 60.0
GOING_DOWN = 30.0  # seconds that the command may take


class Appliance:
    """Around one `majordome play`."""

    def __init__(
        self,
        settings: Settings,
        prompter: Prompter,
        narrator: Narrator,
        clock: RealClock,
        inputs: Inputs,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.supervisor = Supervisor(environ)
        self._box = settings.box
        self._evenings = settings.evenings
        self._prompter = prompter
        self._narrator = narrator
        self._clock = clock
        self._inputs = inputs
        self._lock = PartyLock(prompter, lock_path(settings.box, environ), clock)
        runtime = runtime_folder(environ) if self.supervisor.there else None
        self._note = runtime / "poweroff" if runtime else None
        self._performance: Performance | None = None
        self._closed = False

    @property
    def serves(self) -> bool:
        """Nobody sits at a keyboard: a service, or started without anything to read."""
        return self.supervisor.there or nobody_types()

    def attach(
        self, performance: Performance, hardware: Hardware | None, *, pages: bool, jingle: Callable[[], None]
    ) -> None:
        """Take part in the evening. `jingle` is heard when the button works, and not before."""
        has_button = hardware is None or hardware.button is not None
        beat = Heartbeat(
            self.supervisor,
            self._clock,
            works=lambda: pages or has_button,
            ready=jingle if has_button else lambda: None,
            speed=self._clock.speed,
        )
        idle = IdleWatch(
            self._prompter,
            self._clock,
            hardware.dim if hardware is not None else lambda on: None,
            dim_after=self._box.idle_dim * MINUTE,
            off_after=self._box.idle_off * MINUTE,
        )
        health = HealthWatch(
            self._prompter, self._clock, self._inputs.put, evenings=self._evenings if self.supervisor.there else None
        )
        performance.stays = self.serves
        performance.ears += [beat, idle, self._lock, health]
        performance.watchers += [self._lock.look, idle.stir]
        if self.supervisor.there:
            performance.watchers.append(self._tell_status)
            self._tell_status()
        self._lock.look()
        self._performance = performance

    def _tell_status(self) -> None:
        """Where the evening is, as the room knows it: no name, no card, and nothing new while eyes are closed."""
        view = self._prompter.snapshot
        if view.dark:
            return
        self.supervisor.status(self._narrator.word("ui", "paused") if view.paused else heading(view, self._narrator))

    def close(self) -> None:
        """The evening is left; twice does no harm.

        After good night it is not told: systemd would take the box for stopping, and send it no SIGTERM any more.
        """
        self._lock.close()
        if not self._closed and (self._performance is None or not self._performance.switched_off):
            self.supervisor.tell("STOPPING=1")
        self._closed = True

    def switch_off(self, rest: Callable[[float], None] = time.sleep) -> None:
        """Where the host has said good night: everything is dark and on disk by now."""
        if self._performance is None or not self._performance.switched_off:
            return
        command = self._box.power_off
        if command is not None or self._note is None:
            command = (POWER_OFF if self.supervisor.there else "") if command is None else command
            if not command:
                return
            self._run(command)
        else:
            self._leave_a_note(self._note)
        if self.supervisor.there:
            self._wait_for_the_end(rest)

    def _run(self, command: str) -> None:
        try:
            subprocess.run(shlex.split(command), stdin=subprocess.DEVNULL, check=True, timeout=GOING_DOWN)
        except (OSError, subprocess.SubprocessError) as trouble:
            raise _still_on(f"'{command}' failed: {trouble}") from None

    def _leave_a_note(self, note: Path) -> None:
        """A hardened service may switch nothing off: systemd watches for this file, and does."""
        try:
            note.touch()
        except OSError as trouble:
            raise _still_on(f"{note}: {trouble.strerror}") from None

    def _wait_for_the_end(self, rest: Callable[[float], None]) -> None:
        """A supervisor would start anew what ends by itself, and the box would light up again: wait for its SIGTERM."""
        for _ in range(int(GOING_DOWN)):
            self.supervisor.tell("WATCHDOG=1")
            rest(1.0)
        if self._note is not None:
            with suppress(OSError):
                self._note.unlink()
        raise _still_on("nothing came of it")

    def __enter__(self) -> Appliance:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _still_on(why: str) -> NotSwitchedOff:
    return NotSwitchedOff(
        f"the box cannot switch itself off ({why}): everything is saved and dark, so pull the plug; "
        "for the next time see 'power_off' in [box], and docs/appliance.md"
    )


def lock_path(box: BoxSettings, environ: Mapping[str, str]) -> Path | None:
    """Where the party lock hangs; nowhere on a machine that is no box."""
    if box.party_lock is not None:
        return box.party_lock
    runtime = runtime_folder(environ)
    return runtime / "party" if runtime else None


def runtime_folder(environ: Mapping[str, str]) -> Path | None:
    """The folder that systemd has made for this service, gone with it."""
    folder = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(folder) if folder else None


def nobody_types() -> bool:
    """Standard input is /dev/null, or closed."""
    try:
        there = os.fstat(0)
    except OSError:
        return True
    return stat.S_ISCHR(there.st_mode) and there.st_rdev == os.stat(os.devnull).st_rdev
