"""The folder of evenings: the newest one, whether it is over, and that only one box plays in the house at a time."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from majordome import __version__
from majordome.core.journal import SUFFIX, Header, Story, read
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.plain_values import to_plain
from majordome.core.private_file import write_private
from majordome.core.prompter import Prompter
from majordome.errors import Diverged, JournalDamaged, JournalError, SomebodyPlays
from majordome.settings.config import Settings
from majordome.words.narrator import Narrator

SALVAGED = "-salvaged"
NUMBERED = re.compile(r"evening-(\d{4,7})-\d{8}-\d{6}")  # a date alone has eight digits


@contextmanager
def the_only_box(folder: Path) -> Iterator[None]:
    """Hold the house for one box. A folder that cannot be written is no reason not to play."""
    handle = None
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ".playing", os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if handle is not None:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise SomebodyPlays(
                    f"another Majordome is playing an evening of {folder}: "
                    "leave that one first, or name another [journal] folder in the config"
                ) from None
            except OSError:
                pass  # a file system that cannot lock is no reason not to play, either
        yield
    finally:
        if handle is not None:
            os.close(handle)


def open_tonight(folder: Path) -> str:
    """The journal that a box is playing now, by its stem; "" where none plays: its end may yet be taken back."""
    try:
        handle = os.open(folder / ".playing", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        latest = newest(folder)
        return latest.stem if latest else ""
    except OSError:
        return ""
    finally:
        os.close(handle)
    return ""


def newest(folder: Path) -> Path | None:
    """The journal of the latest evening: the highest number, whatever the clock says.

    A Pi has no clock of its own. Without a network each start of a read-only one begins at the same frozen time, and
    last week's evening may look younger than tonight's.
    """
    return next(iter(evenings(folder)), None)


def evenings(folder: Path) -> list[Path]:
    """The journal of each evening, the latest first; of one that was saved from a damage, what was saved last."""
    found: list[Path] = []
    with suppress(OSError):
        found = sorted(folder.glob(f"*{SUFFIX}"), key=_order)
    latest: dict[str, Path] = {}
    for path in reversed(found):
        latest.setdefault(the_evening_of(path.stem), path)
    return list(latest.values())


def the_evening_of(stem: str) -> str:
    """The journal that this one was saved from; itself, if it was not."""
    return stem.partition(SALVAGED)[0]


def _order(path: Path) -> tuple[int, int, int, str]:
    """What was saved from a damaged journal has its number and a longer name. Without a number: by time."""
    number = serial(path)
    return (number, 0, len(path.stem), path.name) if number else (0, path.stat().st_mtime_ns, 0, path.name)


def serial(path: Path) -> int:
    """The number of an evening; 0 for one that has none."""
    numbered = NUMBERED.match(path.stem)
    return int(numbered[1]) if numbered else 0


def next_name(folder: Path, after: int = 0) -> str:
    """`evening-0007-20261117-203000`: the number decides which is the latest, the time is for people.

    `after`: the number of the evening before, which need not be on the disk yet.
    """
    numbers = [after]
    with suppress(OSError):
        numbers += map(serial, folder.glob(f"*{SUFFIX}"))
    return f"evening-{max(numbers) + 1:04}-{time.strftime('%Y%m%d-%H%M%S')}"


def recalled(story: Story, now: float = 0.0) -> Prompter:
    """The evening of a journal, as it stood at its last line."""
    game = manifest(story.header.evening.game)
    if story.header.rules not in game.replays:
        raise Diverged(
            f"this evening was played by version {story.header.rules} of the rules of "
            f"{game.id}, this box has version {game.version}: "
            "play it with the version that wrote it, or start a new evening with --new"
        )
    prompter = Prompter(story.header.evening, Narrator(story.header.lang, story.header.seed))
    prompter.recall(story.records, now)
    return prompter


def new_journal(settings: Settings, seed: int, after: int = 0) -> Journal:
    """The journal of a new evening; its first line is left to its writer. `after`: the number of the evening before."""
    header = Header(
        evening=settings.evening,
        lang=settings.lang,
        seed=seed,
        rules=manifest(settings.evening.game).version,
        wall=round(time.time(), 1),
        majordome=__version__,
        settings=settings.fingerprint,
    )
    return Journal.begin(settings.evenings, header, next_name(settings.evenings, after), later=True)


def salvage(path: Path) -> tuple[Path, int]:
    """A new journal of the whole lines before a damage, and how many they are. What is there is kept as it is."""
    try:
        read(path)
    except JournalDamaged as damage:
        good = path.read_bytes().split(b"\n")[: damage.line - 1]
    else:
        raise JournalError(f"{path}: is not damaged: 'majordome play' goes on with it as it is")
    if not good:
        raise JournalError(f"{path}: its very first line is damaged, so nothing can be saved: start with --new")
    saved, number = path.with_name(f"{path.stem}{SALVAGED}{SUFFIX}"), 1
    while saved.exists():  # an evening may have gone on from there
        number += 1
        saved = path.with_name(f"{path.stem}{SALVAGED}-{number}{SUFFIX}")
    try:
        write_private(saved, b"".join(line + b"\n" for line in good))  # whole: half of it would be the newest evening
    except OSError as trouble:
        raise JournalError(f"{saved}: cannot be written ({trouble.strerror}): see the rights of its folder") from None
    return saved, len(good)


def digest(prompter: Prompter) -> str:
    """A fingerprint of all that is so: equal for equal evenings, and it tells nobody's card."""
    state = (prompter.beat and prompter.beat.name, to_plain(_sorted(prompter)), prompter.lasting(0.0), prompter.paused)
    return hashlib.sha256(repr(state).encode()).hexdigest()[:16]


def _sorted(prompter: Prompter) -> list[tuple[str, object]]:
    table = prompter.table
    values = [(name, getattr(table, name)) for name in table.__struct_fields__]
    return [(name, sorted(value) if isinstance(value, frozenset) else value) for name, value in values]
