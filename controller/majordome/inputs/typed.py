"""The host's words, typed in English or French: `victim Zoe by Ana`, `voix Bob 7 Cid 5`, `kill Zoe`.

One language for the terminal, a pipe and every other page. A line becomes an event, a gesture or a wish, or a refusal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, TypeVar

from majordome.core.cues import Refused
from majordome.core.events import (
    Answered,
    Chair,
    ChairLeft,
    ChairTaken,
    Event,
    GameEnded,
    Gesture,
    PhaseSkipped,
    TimeAdded,
    Wish,
)
from majordome.core.script import Beat
from majordome.games.murder.events import (
    BallotCast,
    BallotsClosed,
    Freed,
    HandsCounted,
    Imprisoned,
    Killed,
    Kissed,
    Named,
    NobodyDied,
    Revived,
    Tapped,
    VoteCorrected,
    Votes,
    Winked,
    Winner,
    WinnerNamed,
    YoungestNamed,
)

V = TypeVar("V")


class Local(Enum):
    """What the page itself answers."""

    HELP = "help"
    GUESTS = "guests"
    PAGE = "page"
    QUIT = "quit"


Spoken: TypeAlias = Event | Gesture | Wish | Local | Refused


class NotUnderstood(Exception):
    """A line that says nothing; carries the refusal to show."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.why)
        self.refused = refused


def fold(text: str) -> str:
    """Without case and accents: hosts type in the dark."""
    split = unicodedata.normalize("NFKD", text.replace("’", "'").replace("œ", "oe"))
    return "".join(c for c in split if not unicodedata.combining(c)).casefold()


SIDES: dict[str, Winner] = {
    "guests": "guests",
    "invites": "guests",
    "murderers": "murderers",
    "assassins": "murderers",
    "nobody": "nobody",
    "personne": "nobody",
}
CHAIR_WORDS: dict[str, Chair] = {"left": "left", "gauche": "left", "right": "right", "droite": "right"}
BY = ("by", "par")
FILLERS = ("and", "et", "against", "contre", "=", ":", ",")
OTHERS = ("anyway", "others", "quand-meme", "autres")


def _split(text: str) -> list[str]:
    return re.findall(r"(?:[^\s,:=]|(?<=\d):(?=\d))+", text)  # a colon stays within 1:30


def _exact(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(_split(name)).replace("’", "'")).casefold()


class Words:
    """The rest of a line, read from left to right."""

    def __init__(self, usage: str, text: str, names: tuple[str, ...]) -> None:
        self._usage = usage
        self._names = [(fold(" ".join(_split(name))), name) for name in names]
        self._words = _split(text)

    def wrong(self) -> NotUnderstood:
        """The line does not read as the command should."""
        return NotUnderstood(Refused("command", "command_needs", (self._usage,)))

    @property
    def left(self) -> bool:
        """There is more to read."""
        while self._words and fold(self._words[0]) in FILLERS and not self._called(fold(self._words[0])):
            self._words.pop(0)
        return bool(self._words)

    def _called(self, folded: str) -> list[str]:
        return [name for key, name in self._names if key == folded]

    def _begun(self, folded: str) -> list[str]:
        return [name for key, name in self._names if folded and key.startswith(folded)]

    def name(self) -> str:
        """A guest's name: whole, or the beginning of only one. An unknown word is taken as it is, to be refused."""
        if not self.left:
            raise self.wrong()
        for meant in (self._called, self._begun):
            for length in range(len(self._words), 0, -1):
                typed = " ".join(self._words[:length])
                if found := meant(fold(typed)):
                    del self._words[:length]
                    return self._the_one(typed, found)
        return self._words.pop(0)

    def _the_one(self, typed: str, found: list[str]) -> str:
        """Zoe and Zoé may both be here: then accents count, if nothing else."""
        exact = [name for name in found if _exact(name) == _exact(typed)]
        if len(found) > 1 and len(exact) != 1:
            raise NotUnderstood(Refused("name", "ambiguous_name", (typed, *found)))
        return exact[0] if exact else found[0]

    def names(self) -> tuple[str, ...]:
        """All names that are left."""
        names = []
        while self.left:
            names.append(self.name())
        return tuple(names)

    def killer(self) -> str | None:
        """`by NAME`, if it is there."""
        if not self.left:
            return None
        if fold(self._words.pop(0)) not in BY:
            raise self.wrong()
        return self.name()

    def victim(self) -> tuple[str, str | None]:
        """`NAME` or `NAME by NAME`."""
        return self.name(), self.killer()

    def votes(self) -> Votes:
        """`NAME 7 NAME 5`."""
        votes = []
        while self.left:
            name = self.name()
            if not self.left or not re.fullmatch(r"\d{1,4}", self._words[0]):
                raise self.wrong()
            votes.append((name, int(self._words.pop(0))))
        if not votes:
            raise self.wrong()
        return tuple(votes)

    def word(self, *known: str) -> str | None:
        """One of these words, if it comes next."""
        return self._words.pop(0) if self.left and fold(self._words[0]) in known else None

    def one_of(self, table: dict[str, V]) -> V:
        """A word of this table."""
        found = table.get(fold(self._words.pop(0))) if self.left else None
        if found is None:
            raise self.wrong()
        return found

    def seconds(self) -> int:
        """`30`, `-30`, `+2m`, `1:30`."""
        match = re.fullmatch(
            r"([+-]?)(?:(\d{1,2}):(\d\d)|(\d{1,3})(?:m|min)|(\d{1,4})s?)", self._words[0] if self.left else ""
        )
        if match is None:
            raise self.wrong()
        self._words.pop(0)
        sign, minutes, rest, whole, plain = match.groups()
        total = int(minutes) * 60 + int(rest) if minutes else int(whole) * 60 if whole else int(plain)
        return -total if sign == "-" else total


def _victim(words: Words, beat: Beat | None) -> Event:
    victim, killer = words.victim()
    takes = beat.takes if beat else ()
    if Winked in takes:
        return Winked(victim, killer)
    return Named(victim, killer) if Named in takes else Tapped(victim, killer)


def _nobody(words: Words, _: Beat | None) -> Event:
    return NobodyDied(words.killer())


def _ballot(words: Words, _: Beat | None) -> Event:
    return BallotCast(words.name(), words.names())


def _count(words: Words, _: Beat | None) -> Event:
    others = words.word(*OTHERS) is not None
    return BallotsClosed(words.names(), others)


@dataclass(frozen=True, slots=True)
class Command:
    """One word the host can say, in English and French, and what it needs behind it."""

    words: tuple[str, ...]
    needs: str
    read: Callable[[Words, Beat | None], Spoken]

    @property
    def usage(self) -> str:
        """As it is written: the word, and what it needs."""
        return f"{self.words[0]} {self.needs}".strip()


def _always(spoken: Spoken) -> Callable[[Words, Beat | None], Spoken]:
    return lambda words, beat: spoken


def _one_name(kind: Callable[[str], Event]) -> Callable[[Words, Beat | None], Spoken]:
    return lambda words, beat: kind(words.name())


COMMANDS: tuple[Command, ...] = (
    Command(("press", "presser", "p"), "", _always(Gesture.PRESS)),
    Command(("double", "d"), "", _always(Gesture.DOUBLE)),
    Command(("hold", "tenir", "h"), "", _always(Gesture.HOLD)),
    Command(("back", "retour", "b"), "", _always(Gesture.BACK)),
    Command(("redo", "refaire"), "", _always(Wish.PUT_BACK)),
    Command(("pause",), "", _always(Wish.PAUSE)),
    Command(("go", "reprendre"), "", _always(Wish.GO_ON)),
    Command(("victim", "victime", "tap", "wink"), "NAME [by NAME]", _victim),
    Command(("nobody", "personne"), "[by NAME]", _nobody),
    Command(("kiss", "baiser"), "NAME", _one_name(Kissed)),
    Command(("votes", "voix"), "NAME 7 NAME 5 ...", lambda words, beat: HandsCounted(words.votes())),
    Command(("ballot", "bulletin"), "VOTER NAME NAME", _ballot),
    Command(("count", "compter"), "[anyway | NAME ...]", _count),
    Command(("youngest", "jeune"), "NAME ...", lambda words, beat: YoungestNamed(words.names())),
    Command(("yes", "oui"), "", _always(Answered(yes=True))),
    Command(("no", "non"), "", _always(Answered(yes=False))),
    Command(("winner", "gagnant"), "guests | murderers", lambda words, beat: WinnerNamed(words.one_of(SIDES))),
    Command(("kill", "tuer"), "NAME", _one_name(Killed)),
    Command(("revive", "ranimer"), "NAME", _one_name(Revived)),
    Command(("free", "liberer"), "NAME", _one_name(Freed)),
    Command(("jail", "prison"), "NAME", _one_name(Imprisoned)),
    Command(("correct", "corriger"), "NAME 7 NAME 5 ...", lambda words, beat: VoteCorrected(words.votes())),
    Command(("skip", "passer"), "", _always(PhaseSkipped())),
    Command(("add", "ajouter"), "30 | -30 | 2m | 1:30", lambda words, beat: TimeAdded(words.seconds())),
    Command(("end", "fin"), "guests | murderers | nobody", lambda words, beat: GameEnded(words.one_of(SIDES))),
    Command(("sit", "asseoir"), "left | right", lambda words, beat: ChairTaken(words.one_of(CHAIR_WORDS))),
    Command(("stand", "lever"), "left | right", lambda words, beat: ChairLeft(words.one_of(CHAIR_WORDS))),
    Command(("guests", "invites"), "", _always(Local.GUESTS)),
    Command(("page", "qr"), "", _always(Local.PAGE)),
    Command(("help", "aide", "?"), "", _always(Local.HELP)),
    Command(("quit", "quitter", "q"), "", _always(Local.QUIT)),
)
BY_WORD = {word: command for command in COMMANDS for word in command.words}


def understand(line: str, beat: Beat | None, names: tuple[str, ...]) -> Spoken:
    """What a typed line says. An empty line is a press."""
    head, rest = (*line.split(maxsplit=1), "", "")[:2]
    if not head:
        return Gesture.PRESS
    command = BY_WORD.get(fold(head))
    if command is None:
        return Refused("command", "unknown_command", (head[:40],))
    words = Words(command.usage, rest, names)
    try:
        spoken = command.read(words, beat)
    except NotUnderstood as unclear:
        return unclear.refused
    return words.wrong().refused if words.left else spoken
