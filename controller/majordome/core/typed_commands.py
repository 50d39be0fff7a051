"""The host's words, typed in English or French: `press`, `back`, `add 30`, `oui`, a name, a number.

One language for the terminal, a pipe and every other page. A line becomes an event, a gesture or a wish, or a refusal.
A game brings commands of its own; what is no command answers the question that is asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from enum import Enum
from typing import TypeAlias, TypeVar

from msgspec import Struct

from majordome.core.asks import Ballots, Choose, ChooseSome, Counts, Number, OneAnswer, Option, Race, YesNo
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
    Slammed,
    TimeAdded,
    Wish,
)
from majordome.core.script import NOBODY, Beat

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


CHAIR_WORDS: dict[str, Chair] = {"left": "left", "gauche": "left", "right": "right", "droite": "right"}
NONE = ("none", "nobody", "aucun", "personne")
FILLERS = ("and", "et", "against", "contre", "=", ":", ",")


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
        """Whether there is more to read."""
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

    def whole(self, among: tuple[str, ...]) -> str | None:
        """The one of these that the whole rest of the line names; None where it names none."""
        if not self.left:
            return None
        name = self.name()
        return name if name in among and not self.left else None

    def names(self) -> tuple[str, ...]:
        """All names that are left."""
        names = []
        while self.left:
            names.append(self.name())
        return tuple(names)

    def rest(self) -> str:
        """All that is left, as it was typed: a name that nobody has yet."""
        if not self.left:
            raise self.wrong()
        typed, self._words = " ".join(self._words), []
        return typed

    def numbers(self) -> tuple[tuple[str, int], ...]:
        """Names with a number each, as in `NAME 7 NAME 5`."""
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
        """Seconds, as in `30`, `-30`, `+2m`, `1:30`."""
        match = re.fullmatch(
            r"([+-]?)(?:(\d{1,2}):(\d\d)|(\d{1,3})(?:m|min)|(\d{1,4})s?)", self._words[0] if self.left else ""
        )
        if match is None:
            raise self.wrong()
        self._words.pop(0)
        sign, minutes, rest, whole, plain = match.groups()
        total = int(minutes) * 60 + int(rest) if minutes else int(whole) * 60 if whole else int(plain)
        return -total if sign == "-" else total


class Command(Struct, frozen=True):
    """One word the host can say, in English and French, and what it needs behind it."""

    words: tuple[str, ...]
    needs: str
    read: Callable[[Words, Beat | None], Spoken]

    @property
    def usage(self) -> str:
        """As it is written: the word, and what it needs."""
        return f"{self.words[0]} {self.needs}".strip()

    @property
    def french(self) -> str:
        """The word itself, in French: the second, where that is more than a letter."""
        return next((word for word in self.words[1:2] if len(word) > 1), self.words[0])


def always(spoken: Spoken) -> Callable[[Words, Beat | None], Spoken]:
    """A word that needs nothing behind it."""
    return lambda words, beat: spoken


def one_name(kind: Callable[[str], Event]) -> Callable[[Words, Beat | None], Spoken]:
    """A word that needs a name behind it."""
    return lambda words, beat: kind(words.name())


def _answer(yes: bool) -> Callable[[Words, Beat | None], Spoken]:
    def read(words: Words, beat: Beat | None) -> Spoken:
        asked = next((ask for ask in (beat.asks if beat else ()) if isinstance(ask, YesNo)), None)
        return Answered(yes) if asked is None else asked.yes if yes else asked.no

    return read


def _ended(words: Words, beat: Beat | None) -> Spoken:
    winners = {fold(winner): winner for winner in (beat.table.winners if beat else (NOBODY,))}
    winner = {**winners, "personne": NOBODY}.get(fold(words.name()))  # a player's name may be of several words
    if winner is None:
        raise words.wrong()
    return GameEnded(winner)


HOUSE: tuple[Command, ...] = (
    Command(("press", "presser", "p"), "", always(Gesture.PRESS)),
    Command(("double", "d"), "", always(Gesture.DOUBLE)),
    Command(("hold", "tenir", "h"), "", always(Gesture.HOLD)),
    Command(("back", "annuler", "retour", "undo", "b"), "", always(Gesture.BACK)),
    Command(("redo", "rétablir", "refaire"), "", always(Wish.PUT_BACK)),
    Command(("repeat", "redire"), "", always(Wish.REPEAT)),
    Command(("pause",), "", always(Wish.PAUSE)),
    Command(("go", "reprendre"), "", always(Wish.GO_ON)),
    Command(("yes", "oui"), "", _answer(yes=True)),
    Command(("no", "non"), "", _answer(yes=False)),
    Command(("skip", "passer"), "", always(PhaseSkipped())),
    Command(("add", "ajouter"), "30 | -30 | 2m | 1:30", lambda words, beat: TimeAdded(words.seconds())),
    Command(("end", "fin"), "WINNER | nobody", _ended),
    Command(("sit", "asseoir"), "left | right", lambda words, beat: ChairTaken(words.one_of(CHAIR_WORDS))),
    Command(("stand", "lever"), "left | right", lambda words, beat: ChairLeft(words.one_of(CHAIR_WORDS))),
    Command(("guests", "invités"), "", always(Local.GUESTS)),
    Command(("page", "qr"), "", always(Local.PAGE)),
    Command(("help", "aide", "?"), "", always(Local.HELP)),
    Command(("quit", "quitter", "q"), "", always(Local.QUIT)),
)


def with_own(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """The house's commands, and the game's own: it may have other words for one of the house's."""
    own = {word for command in commands for word in command.words}
    return (*(command for command in HOUSE if command.words[0] not in own), *commands)


def understand(
    line: str,
    beat: Beat | None,
    names: tuple[str, ...],
    commands: tuple[Command, ...] = (),
    labels: Mapping[str, str] | None = None,
) -> Spoken:
    """What a typed line says: a command of the house or of the game, or an answer. An empty line is a press.

    `labels`: what the game's answers are called in the host's language.
    """
    head, rest = (*line.split(maxsplit=1), "", "")[:2]
    if not head:
        return Gesture.PRESS
    by_word = {fold(word): command for command in with_own(commands) for word in command.words}
    command = by_word.get(fold(head))
    try:
        if command is None:
            answer = answered(line, beat, names, labels or {})
            return Refused("command", "unknown_command", (head[:40],)) if answer is None else answer
        words = Words(command.usage, rest, names)
        spoken = command.read(words, beat)
    except NotUnderstood as unclear:
        return unclear.refused
    return words.wrong().refused if words.left else spoken


def answered(line: str, beat: Beat | None, names: tuple[str, ...], labels: Mapping[str, str]) -> Event | None:
    """The answer to a question of the beat: a name, a number, what an option is called; None for something else."""
    for ask in beat.asks if beat is not None else ():
        if isinstance(ask, Choose | OneAnswer):
            options = ask.options if isinstance(ask, Choose) else (Option(ask.means, label=ask.label),)
            shown = {option.name or labels.get(option.label, option.label): option.means for option in options}
            keys = {option.label: option.means for option in options}
            for called in (shown, keys):  # one after the other: an option is not mistaken for itself
                called.pop("", None)
                if (chosen := Words("", line, tuple(called)).whole(tuple(called))) is not None:
                    return called[chosen]
        elif isinstance(ask, Number) and re.fullmatch(r"\d{1,6}", number := line.strip()):
            return ask.means(int(number))
        elif isinstance(ask, Race):
            slammed = Words("", line, ask.players).whole(ask.players)
            if slammed is not None:
                return Slammed(slammed)
        elif isinstance(ask, Ballots):
            voter, *named = Words("", line, tuple(dict.fromkeys((*ask.players, *ask.among)))).names() or ("",)
            if named and voter in ask.players and set(named) <= set(ask.among):
                return ask.means(voter, tuple(named))
        elif isinstance(ask, ChooseSome) and ask.least == 0 and fold(line.strip()) in NONE:
            return ask.means(())
        elif isinstance(ask, ChooseSome | Counts):
            words = Words("", line, ask.among)
            try:
                told = words.names() if isinstance(ask, ChooseSome) else words.numbers()
            except NotUnderstood:
                continue
            if told and all((name if isinstance(name, str) else name[0]) in ask.among for name in told):
                return ask.means(told)
    return None
