"""Every trouble that is told to people in one line, and the exit code that goes with it.

    Trouble                  2
    ├── FileError            2   a file or a word that somebody wrote is wrong
    │   ├── GameError        2   a game's folder cannot be used
    │   ├── BadBackup        2   a backup cannot be made or unpacked
    │   └── BadSettings      4   a service cannot start with these settings: trying again is no use
    ├── JournalError         2   a journal cannot be used
    │   ├── JournalDamaged   3   a line in the middle is not what was written
    │   └── JournalOfAnotherTime   2   another format, or other rules
    ├── Diverged             2   a journal does not fit the rules of this version
    ├── SomebodyPlays        2   another box plays in this house
    ├── NoPins               2   the pins cannot be used
    ├── CannotPrint          2   a deck of cards cannot be made or printed
    ├── NoHotspot            2   the box cannot make a Wi-Fi of its own
    │   └── HotspotRefused   2   NetworkManager was asked, and the radio would not
    ├── NoBoard              1   no Pico answers
    ├── FlashFailed          1   the firmware could not be put on the Pico
    └── NotSwitchedOff       1   the machine would not switch off

The message says where, why and what to do. Anything else that is raised is a fault of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from pathlib import Path

DONE, UNFINISHED, WRONG, DAMAGED, NOT_AGAIN = 0, 1, 2, 3, 4


class Trouble(Exception):
    """Something that people can mend."""

    exit_code: ClassVar[int] = WRONG


class FileError(Trouble):
    """A file that cannot be used, in one line: whatever stands in the file breaks neither the line nor the terminal."""

    def __init__(self, message: str) -> None:
        super().__init__("".join(c if c.isprintable() else "?" for c in message))


class GameError(FileError):
    """A game's folder that cannot be used."""


class BadBackup(FileError):
    """A backup that cannot be made or unpacked."""


class BadSettings(FileError):
    """A service cannot start with these settings. By its code systemd knows that trying again is no use."""

    exit_code: ClassVar[int] = NOT_AGAIN


class JournalError(Trouble):
    """A journal that cannot be used."""


class JournalDamaged(JournalError):
    """A line in the middle is not what was written."""

    exit_code: ClassVar[int] = DAMAGED

    def __init__(self, path: Path, line: int, why: str) -> None:
        super().__init__(
            f"{path}: line {line} is damaged ({why}); nothing after it can be trusted. "
            f"'majordome journal salvage {path}' makes a new journal of the lines before it"
        )
        self.line = line


class JournalOfAnotherTime(JournalError):
    """A journal of another schema, or of other rules."""


class Diverged(Trouble):
    """A journal does not fit the rules of this version."""


class SomebodyPlays(Trouble):
    """Another process plays in this house."""


class NoPins(Trouble):
    """The pins cannot be used."""


class NotSwitchedOff(Trouble):
    """The machine would not switch off."""

    exit_code: ClassVar[int] = UNFINISHED


class CannotPrint(Trouble):
    """A deck of cards that cannot be made or printed."""


class NoHotspot(Trouble):
    """The box cannot make a Wi-Fi of its own."""


class HotspotRefused(NoHotspot):
    """NetworkManager was asked, and the radio would not."""


class NoBoard(Trouble):
    """No Pico answers."""

    exit_code: ClassVar[int] = UNFINISHED


class FlashFailed(Trouble):
    """The firmware could not be put on the Pico."""

    exit_code: ClassVar[int] = UNFINISHED
