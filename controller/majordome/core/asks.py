"""What a beat asks, not how it is asked: a few kinds of question.

Button, terminal, phone, television, voice, rehearsal and API render each kind once, whatever the game. A question
says what each answer *means*: the event it becomes. Its words stand in the game's lines: `[ask]` by the question's
name, `[label]` for the options that are not names or numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import ClassVar

from msgspec import Struct

from majordome.core.cues import Refused
from majordome.core.events import Answered, Event, Pressed, Slammed

MOST_TRIED = 40  # answers of one question that a random player tries


class Option(Struct, frozen=True):
    """One possible answer: what it means, and a player's name, a number, or a key of the game's `[label]` words."""

    means: Event
    name: str = ""
    label: str = ""


class Ask(Struct, frozen=True, kw_only=True):
    """A question of the beat."""

    players: tuple[str, ...] = ()  # whose phones may answer, beside the host
    kind: ClassVar[str] = ""

    def answers(self) -> Iterator[Event]:
        """Everything that could be answered: for random players, the demo and the tests."""
        return iter(())  # each kind knows its own

    def allows(self, event: Event, player: str) -> bool:
        """Whether this player's own phone may say so."""
        return player in self.players and any(event == answer for answer in self.answers())

    def refuses(self, event: Event) -> Refused | None:
        """Why this answer cannot be, whoever gives it: a refusal must not tell what the rules know of a player."""
        return None


class OneAnswer(Ask, frozen=True):
    """Only one thing can be said: go on, or what the label says."""

    means: Event = Pressed()
    label: str = ""
    kind: ClassVar[str] = "go_on"

    def answers(self) -> Iterator[Event]:
        """Only that."""
        yield self.means


class YesNo(Ask, frozen=True):
    """Yes or no."""

    question: str
    yes: Event = Answered(True)
    no: Event = Answered(False)
    kind: ClassVar[str] = "yes_no"

    def answers(self) -> Iterator[Event]:
        """One or the other."""
        yield self.yes
        yield self.no


class Choose(Ask, frozen=True):
    """One of these. `at`: the one that the button points at."""

    question: str
    options: tuple[Option, ...]
    at: int | None = None
    kind: ClassVar[str] = "choose"

    def answers(self) -> Iterator[Event]:
        """Each of them."""
        yield from (option.means for option in self.options)


class ChooseSome(Ask, frozen=True):
    """Several of these names, in an order or not. The answer is `means(names)`."""

    question: str
    among: tuple[str, ...]
    means: type[Event]
    least: int = 0
    most: int = 99
    ordered: bool = False
    at: int | None = None  # the one that the button points at
    picked: tuple[str, ...] = ()  # those that the button has taken already
    kind: ClassVar[str] = "choose_some"

    def answers(self) -> Iterator[Event]:
        """Some of them: the smallest first, and not too many."""
        chosen = permutations if self.ordered else combinations
        tried = 0
        for number in range(self.least, min(self.most, len(self.among)) + 1):
            for names in chosen(self.among, number):
                if (tried := tried + 1) > MOST_TRIED:
                    return
                yield self.means(names)

    def allows(self, event: Event, player: str) -> bool:
        """Whether it is a good choice."""
        names = getattr(event, event.__struct_fields__[0], None) if type(event) is self.means else None
        return (
            player in self.players
            and isinstance(names, tuple)
            and self.least <= len(names) <= self.most
            and len(set(names)) == len(names)
            and set(names) <= set(self.among)
        )

    def refuses(self, event: Event) -> Refused | None:
        """So many different names, all of them among these."""
        names: tuple[str, ...] = getattr(event, event.__struct_fields__[0])
        if not set(names) <= set(self.among):
            return Refused(self.question, "not_a_choice")
        if len(set(names)) < len(names):
            return Refused(self.question, "same_name_twice")
        if self.least <= len(names) <= self.most:
            return None
        asked = self.least if len(names) < self.least else self.most
        return Refused(self.question, "how_many_names", (str(asked), str(len(names))))


class Number(Ask, frozen=True):
    """A whole number. The answer is `means(number)`."""

    question: str
    means: type[Event]
    least: int
    most: int
    at: int | None = None  # as far as the button has counted
    kind: ClassVar[str] = "number"

    def answers(self) -> Iterator[Event]:
        """The ends, and some between."""
        step = max(1, (self.most - self.least) // 6)
        yield from (self.means(number) for number in {*range(self.least, self.most + 1, step), self.most})

    def allows(self, event: Event, player: str) -> bool:
        """Whether it is a number within the limits."""
        number = getattr(event, event.__struct_fields__[0], None) if type(event) is self.means else None
        return player in self.players and type(number) is int and self.least <= number <= self.most

    def refuses(self, event: Event) -> Refused | None:
        """Within the limits."""
        return _out_of(self.question, getattr(event, event.__struct_fields__[0]), self.least, self.most)


class Counts(Ask, frozen=True):
    """A number for each name, as the host counts them. The answer is `means(((name, number), ...))`."""

    question: str
    among: tuple[str, ...]
    means: type[Event]
    most_each: int
    most: int
    at: int | None = None  # the one that the button points at
    counted: tuple[tuple[str, int], ...] = ()  # as far as the button has counted
    kind: ClassVar[str] = "counts"

    def answers(self) -> Iterator[Event]:
        """Everything on one name, and an even count."""
        each = min(self.most_each, self.most // max(1, len(self.among)))
        yield self.means(tuple((name, each) for name in self.among))
        for name in self.among:
            yield self.means(((name, min(self.most_each, self.most)),))

    def allows(self, event: Event, player: str) -> bool:
        """Whether it is a count that can be."""
        counted = getattr(event, event.__struct_fields__[0], ()) if type(event) is self.means else None
        if player not in self.players or counted is None:
            return False
        names, numbers = [name for name, _ in counted], [number for _, number in counted]
        return (
            len(set(names)) == len(names)
            and set(names) <= set(self.among)
            and all(0 <= number <= self.most_each for number in numbers)
            and sum(numbers) <= self.most
        )

    def refuses(self, event: Event) -> Refused | None:
        """Each of these once, and no more than can be."""
        counted: tuple[tuple[str, int], ...] = getattr(event, event.__struct_fields__[0])
        names = [name for name, _ in counted]
        if not set(names) <= set(self.among):
            return Refused(self.question, "not_a_choice")
        if len(set(names)) < len(names):
            return Refused(self.question, "same_name_twice")
        for _, number in counted:
            if refused := _out_of(self.question, number, 0, self.most_each):
                return refused
        return _out_of(self.question, sum(number for _, number in counted), 0, self.most)


class Ballots(Ask, frozen=True):
    """A ballot of each player, with so many different names on it. The answer is `means(voter, names)`."""

    question: str
    among: tuple[str, ...]
    hands: int
    means: type[Event]
    box: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the ballots that are in: nobody is shown another's
    again: bool = False  # only against the tied
    at: int | None = None  # the one that the button points at
    kind: ClassVar[str] = "ballots"

    @property
    def heard(self) -> tuple[str, ...]:
        """Whose ballots are in."""
        return tuple(voter for voter, _ in self.box)

    def answers(self) -> Iterator[Event]:
        """A good ballot of everyone whose ballot is not in."""
        for number, voter in enumerate(name for name in self.players if name not in self.heard):
            turned = (*self.among[number % max(1, len(self.among)) :], *self.among)[: max(self.hands, 1)]
            yield self.means(voter, turned)

    def allows(self, event: Event, player: str) -> bool:
        """One's own ballot only; whether it is good, `refuses` and the rules say."""
        return (
            type(event) is self.means
            and getattr(event, event.__struct_fields__[0]) == player
            and player in self.players
        )

    def refuses(self, event: Event) -> Refused | None:
        """So many different names, all of them among those who can be named."""
        voter, names = (getattr(event, field) for field in event.__struct_fields__[:2])
        for name in names:
            if name not in self.among:
                return Refused(self.question, "not_a_candidate", (name,))
        if len(set(names)) < len(names):
            return Refused(self.question, "same_name_twice", (voter,))
        if len(names) != self.hands:
            return Refused(self.question, "how_many_names", (str(self.hands), str(len(names))))
        return None


class Race(Ask, frozen=True):
    """The first of these to slam: armed in the thread of the pin, and everyone else is locked out."""

    question: str
    at: int | None = None  # the one of the players that the button points at
    kind: ClassVar[str] = "race"
    means: ClassVar[type[Event]] = Slammed

    def answers(self) -> Iterator[Event]:
        """Any of them."""
        yield from (Slammed(player) for player in self.players)

    def allows(self, event: Event, player: str) -> bool:
        """Whether it is a slam of one's own. Who came behind whom is the race's to say: no phone slips by its lock."""
        return event == Slammed(player) and player in self.players

    def refuses(self, event: Event) -> Refused | None:
        """Only one of these."""
        player: str = getattr(event, event.__struct_fields__[0])
        return None if player in self.players else Refused(self.question, "not_a_choice")


KINDS: Sequence[type[Ask]] = (OneAnswer, YesNo, Choose, ChooseSome, Number, Counts, Ballots, Race)


def _out_of(question: str, number: int, least: int, most: int) -> Refused | None:
    return (
        None
        if least <= number <= most
        else Refused(question, "number_out_of_range", (str(number), str(least), str(most)))
    )


def unasked(asks: tuple[Ask, ...], event: Event) -> Refused | None:
    """Why this fills none of the questions that it could answer; None where it does, or answers something else."""
    refused = None
    for ask in asks:
        if getattr(ask, "means", None) is type(event) and (refused := ask.refuses(event)) is None:
            return None
    return refused
