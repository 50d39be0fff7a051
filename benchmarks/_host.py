"""A host who plays by dice: names, votes and answers at random, and always the same for the same dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from majordome.core.cues import Cue
from majordome.core.evening import Evening, Guest
from majordome.core.evening_queue import Said
from majordome.core.events import Event, Gesture, TimeUp
from majordome.core.prompter import Answer
from majordome.core.script import Beat
from majordome.games.murder.events import BallotCast, Kissed, Named, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import Vote
from majordome.games.murder.roles import SPECIAL_CARDS, Role
from majordome.games.murder.testing import an_evening
from majordome.testing import NAMES

GUESTS = (*NAMES, "Quim", "Rose-Marie", "Sam d'Arc", "Zoé")
PATIENCE = 1000  # refusals in a row, before the host gives up


def invite(game: str, number: int, dice: Random, discussion: int = 180) -> Evening:
    """An evening for so many guests, with cards dealt from the deck of edition B; for none, the button alone."""
    if not number:
        return an_evening(game, discussion=discussion)
    deck = [role for role, there in SPECIAL_CARDS["B"].items() for _ in range(there)]
    special = dice.sample(deck, dice.randint(0, min(len(deck), number - 2)))
    cards = [Role.MURDERER, Role.MURDERER, *special, *[Role.GUEST] * (number - 2 - len(special))]
    dice.shuffle(cards)
    guests = zip(GUESTS[:number], dice.sample(range(15, 90), number), cards, strict=True)
    return an_evening(game, discussion=discussion, guests=tuple(Guest(*guest) for guest in guests))


class Host:
    """Looks at the beat, as a host looks at the screen, and says something that fits; some of it is refused."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._poll = Vote((), 0)
        self._unheard: list[str] = []  # who has not voted yet

    def answer(self, beat: Beat, offer: Callable[[Said], Answer]) -> Said:
        """Say one thing after the other until one is accepted; that one."""
        for _ in range(PATIENCE):
            said = self._say(beat)
            answer = offer(said)
            if answer.refused is None:
                self.look(answer.cues)
                return said
        raise AssertionError(f"nothing that the host says is accepted at '{beat.name}'")

    def look(self, cues: Iterable[Cue]) -> None:
        """See who can be voted for."""
        for cue in cues:
            if isinstance(cue, Vote):
                self._poll, self._unheard = cue, []

    def _say(self, beat: Beat) -> Said:
        if beat.table.listed:
            match beat.name:
                case "murder" | "murder_at_table" | "turning" | "naming":
                    return self._murder(beat)
                case "counting" | "counting_ballots":
                    return self._ballot(beat)
        if TimeUp in beat.takes and (beat.press is None or self._dice.random() < 0.8):
            return TimeUp()
        meant = {Gesture.PRESS: beat.press, Gesture.DOUBLE: beat.double, Gesture.HOLD: beat.hold}
        return self._dice.choice([*[Gesture.PRESS] * 4, *(gesture for gesture, event in meant.items() if event)])

    def _murder(self, beat: Beat) -> Event:
        victim, killer = self._dice.choice(beat.table.living), self._dice.choice(beat.table.living_with(Role.MURDERER))
        murders = (Tapped(victim, killer), Winked(victim, killer), Named(victim, killer))
        told = [event for event in (*murders * 3, Kissed(victim), NobodyDied()) if isinstance(event, beat.takes)]
        return self._dice.choice(told)

    def _ballot(self, beat: Beat) -> Said:
        if not self._unheard and beat.name == "counting_ballots":
            return Gesture.HOLD  # that is all: whoever has not voted abstains
        self._unheard = self._unheard or list(beat.table.living)
        return BallotCast(self._unheard.pop(), tuple(self._dice.sample(self._poll.candidates, self._poll.seats)))
