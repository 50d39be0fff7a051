"""`majordome pico`: the board on the workbench - listed, flashed, watched, tared and tested."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Event

from majordome.box.board import board_of
from majordome.box.doctor import Finding, Respondent
from majordome.core.cues import Notice
from majordome.errors import FileError, FlashFailed, NoBoard
from majordome.pico import wire
from majordome.pico.find import Device, devices
from majordome.pico.firmware import SETTINGS, files, version
from majordome.pico.link import Identity, Told
from majordome.pico.port import Absence
from majordome.pico.probe import ask, too_old
from majordome.pico.selftest import ANSWERS_WITHIN, selftest, told
from majordome.pico.selftest import board as how_it_is
from majordome.settings.wiring import AUTO, Pico
from majordome.terminal.doctor_screen import Nobody, PersonAtTerminal, as_json, row
from majordome.words.narrator import Narrator

Write = Callable[[str], None]
STARTS_WITHIN = 15.0  # seconds until a freshly flashed board must have said hello
LOOKS_EVERY = 0.5
BAR = 30  # characters


# Which there are.


def listing(wanted: str, narrator: Narrator) -> Iterator[str]:
    """Each serial device, and what it is."""
    found = devices(wanted)
    for device in found:
        yield f"{device.path:<16} {_described(device, ask(device), narrator)}"
    if not found:
        yield narrator.word("doctor", "remedy_pico_missing")


def _described(device: Device, answer: Identity | Absence, narrator: Narrator) -> str:
    if isinstance(answer, Identity):
        old = too_old(answer)
        ours = version()
        remedy = {True: "remedy_pico_old", False: "remedy_pico_new", None: ""}[old]
        if old is None and ours is not None and answer.version != ours:
            remedy = "remedy_pico_other"
        note = f" - {narrator.word('doctor', remedy)}" if remedy else ""
        return f"Majordome '{answer.name}', {told(answer)}{note}"
    if answer.why == "silent" and not (device.is_pico or device.named):
        return f"{device.what}: {narrator.word('doctor', 'not_ours')}"
    return f"{'Pico' if device.is_pico else device.what or '?'}: {narrator.word('doctor', f'remedy_pico_{answer.why}')}"


def the_board(wanted: str) -> str:
    """The one board to work on."""
    found = devices(wanted)
    likely = [device for device in found if device.is_pico or device.named] or found
    if not likely:
        raise NoBoard(
            "no Pico was found: plug it in with a cable that carries data, or name it with --port /dev/ttyACM0"
        )
    if len(likely) > 1 and wanted == AUTO:
        paths = ", ".join(device.path for device in likely)
        raise NoBoard(f"there are several boards ({paths}): say which one with --port")
    return likely[0].path


# New firmware.


def flashed(wanted: str, own_settings: Path | None, write: Write, *, bar: bool) -> Identity:
    """Copy, check, start, and hear the new firmware say hello."""
    path = the_board(wanted)
    data = {file.name: file.read_bytes() for file in files()}
    keep: tuple[str, ...] = (SETTINGS,)
    if own_settings is not None:
        data[SETTINGS], keep = _settings(own_settings), ()
    shown = ProgressBar(write if bar else lambda text: None)
    try:
        from majordome.pico.flash import flash  # it wants mpremote, and most boxes have no board
    except ImportError as missing:
        raise FlashFailed(
            f"{missing.name or 'mpremote'} is missing, which copies the firmware: pip install 'majordome[pico]', "
            "or on an installed box 'sudo ./systemd/install --build full' once more"
        ) from None
    done = flash(path, data, keep=keep, progress=shown.show)
    shown.end()
    write(f"{path}: {len(done.copied)} files copied and read back, {len(done.kept)} left as they were\n")
    until, answer = time.monotonic() + STARTS_WITHIN, ask(Device(path, named=True))
    while not (isinstance(answer, Identity) and answer.version == version()):
        if time.monotonic() > until:
            raise FlashFailed(
                "the files are on the board, but it does not start: unplug it and plug it in again. If it stays "
                f"silent, its {SETTINGS} may be of another version: flash with --settings {_shipped_settings()}"
            )
        time.sleep(LOOKS_EVERY)
        answer = ask(Device(path, named=True))
    return answer


def _shipped_settings() -> Path:
    return next(file for file in files() if file.name == SETTINGS)


def _settings(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        compile(data, str(path), "exec")
    except OSError as trouble:
        raise FileError(f"{path}: cannot be read ({trouble.strerror}): see its name and its rights") from None
    except (SyntaxError, ValueError) as trouble:
        line = getattr(trouble, "lineno", None)
        raise FileError(f"{path}: {f'line {line}: ' if line else ''}is not Python: mend that place") from None
    return data


class ProgressBar:
    """How far a copy has come, on one line of a terminal."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._shown = False

    def show(self, name: str, done: int, total: int) -> None:
        """So many of all bytes."""
        full = BAR * done // max(1, total)
        self._write(f"\r[{'#' * full}{'.' * (BAR - full)}] {100 * done // max(1, total):3d} %  {name:<20}")
        self._shown = True

    def end(self) -> None:
        """Go on below it."""
        if self._shown:
            self._write("\n")


# The wire, live.


class Dump:
    """The frames of one direction as lines; what is no frame is shown as it is."""

    def __init__(self) -> None:
        self._reader = wire.Reader()
        self._seen = bytearray()

    def lines(self, data: bytes) -> Iterator[str]:
        """What has become whole with these bytes."""
        for byte in data:
            bad = self._reader.bad
            self._seen.append(byte)
            if self._reader.take(byte):
                yield wire.describe(self._reader.kind, self._reader.number, self._reader.values())
                self._seen.clear()
            elif self._reader.bad > bad or len(self._seen) > wire.LONGEST + 2:
                yield f"no frame: {bytes(self._seen)!r}"
                self._seen.clear()


def monitor(wanted: str, write: Write, over: Event | None = None, *, raw: bool = False) -> None:
    """Every frame, both ways, until Ctrl-C. `raw`: the values of the chairs too."""
    began, over = time.monotonic(), over or Event()
    dumps = {">": Dump(), "<": Dump()}

    def trace(direction: str, data: bytes) -> None:
        for line in dumps[direction].lines(data):
            write(f"{time.monotonic() - began:9.3f} {direction} {line}\n")

    def tell(notice: Notice) -> None:
        write(f"{time.monotonic() - began:9.3f} - {notice.what.removeprefix('pico_')} {' '.join(notice.names)}\n")

    board = board_of(Pico(wanted), tell, serves=(), trace=trace)
    assert board is not None
    board.start()
    try:
        while not over.wait(LOOKS_EVERY):
            if raw and board.here.is_set():
                board.say("monitor", 1)
                raw = False
    finally:
        board.close()


# The chairs.


def tared(wanted: str, narrator: Narrator, write: Write) -> bool:
    """The chairs as they are now are empty; True if the board has said so for each of them."""
    answers: Queue[Told] = Queue()
    board = board_of(Pico(wanted), lambda notice: None, serves=())
    assert board is not None
    board.listen("tared", answers.put)
    board.start()
    try:
        found = how_it_is(board)
        if board.identity is None:
            write(row(found, narrator) + "\n")
            return False
        chairs = board.identity.chairs
        board.say("tare", wire.ALL)
        for _ in range(chairs):
            answer = answers.get(timeout=ANSWERS_WITHIN)
            names = ("left_chair", "right_chair")
            number = answer.number("chair")
            part = narrator.part(names[number] if number < len(names) else f"chair {number + 1}")
            write(f"{part}: {answer.number('empty')}\n")
    except Empty:
        return False
    finally:
        board.close()
    return chairs > 0


# The self-test.


def tested(wanted: str, narrator: Narrator, write: Write, *, as_data: bool) -> bool:
    """Each prop of the board in turn; True if nothing is unwell."""
    asks = not as_data and sys.stdin.isatty()
    respondent: Respondent = PersonAtTerminal(narrator, lambda text: write(text + "\n"), input) if asks else Nobody()
    board = board_of(Pico(wanted), lambda notice: None, serves=())
    assert board is not None
    findings: list[Finding] = []
    board.start()
    try:
        for finding in selftest(board, respondent):
            findings.append(finding)
            if not as_data:
                write(row(finding, narrator) + "\n")
    finally:
        board.close()
    if as_data:
        write(as_json(findings) + "\n")
    return all(finding.status != "fail" for finding in findings)
