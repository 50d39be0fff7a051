"""What pages may ask, and how the answers look: one frozen struct each. The OpenAPI is drawn from these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from majordome.core.evening import GameSettings
from majordome.core.events import SHARED, Event, Gesture, Wish
from majordome.core.library import load
from majordome.core.plain_values import Misfit, event_from_plain, kinds_of
from majordome.words import Lang, Voice

Roles = Literal["none", "by_hand", "kept", "deal"]
SoundBy = Literal["box", "page", "none"]
Counted = tuple[tuple[str, int], ...]
LONGEST_ID = 64  # letters

WISHES = {wish.name.lower(): wish for wish in Wish}
GESTURES = {gesture.value: gesture for gesture in Gesture}


def sayable(game: str) -> Mapping[str, type[Event]]:
    """What can be said in this game. What only the clock can say is nobody's to say."""
    return kinds_of(kind for kind in (*SHARED, *load(game).events) if kind.sayable)


class Saying(Struct, frozen=True):
    """Something said, as `{"is": "press"}` or `{"is": "slammed", "player": "Zoe"}`: what it means, the game knows."""

    plain: dict[str, Any]

    @classmethod
    def fitted(cls, value: Any) -> Saying:
        """Read it strictly, as far as any game would."""
        if type(value) is not dict or type(value.get("is")) is not str:
            raise Misfit("something said has an 'is'")
        return cls(value)

    def meant(self, game: str) -> Event | Gesture | Wish:
        """What it means in this game."""
        name = self.plain["is"]
        if name in GESTURES or name in WISHES:
            if len(self.plain) > 1:
                raise Misfit(f"'{name}' stands alone")
            return GESTURES.get(name) or WISHES[name]
        return event_from_plain(self.plain, sayable(game))


class Wishes(dict[str, int]):
    """How many of which card shall be dealt."""

    @classmethod
    def fitted(cls, value: Any) -> Wishes:
        """Read it strictly; what a deck has, the game knows."""
        if type(value) is not dict or any(type(number) is not int for number in value.values()):
            raise Misfit("wishes are numbers of cards")
        return cls(value)


class HostSays(Struct, frozen=True):
    """The host says something, for one moment of the evening; the same id never acts twice."""

    id: str
    moment: str
    said: Saying


class GuestAnswers(Struct, frozen=True):
    """A guest's phone answers what is asked of that guest."""

    id: str
    moment: str
    said: Saying


class Buzzed(Struct, frozen=True):
    """A guest's phone is slammed like a buzzer; without a moment, it is meant for now."""

    id: str
    moment: str | None = None


class TwinBuzzed(Struct, frozen=True):
    """A player's buzzer on the twin is slammed."""

    player: str


class Said(Struct, frozen=True):
    """It was taken; `safe`: it is on the disk."""

    safe: bool


class Pair(Struct, frozen=True):
    """A phone wants to be a host's: the code that the box shows, and the host's name."""

    code: str
    name: str = ""


class Me(Struct, frozen=True):
    """Who asks."""

    kind: Literal["nobody", "waiting", "host", "card", "twin"]
    name: str = ""


class HostLetIn(Struct, frozen=True):
    """A host lets another in, or sends one away."""

    id: str
    let_in: bool


class Invite(Struct, frozen=True):
    """A link for this guest."""

    guest: str


class LinkShown(Struct, frozen=True):
    """A link, and its QR code as rows of 0 and 1."""

    url: str
    qr: tuple[str, ...]


class Join(Struct, frozen=True):
    """Where the host's page is, by number and by name; and where guests join, for all of them."""

    url: str
    name_url: str | None
    qr: tuple[str, ...]
    guest_url: str
    guest_qr: tuple[str, ...]


class OwnWifi(Struct, frozen=True):
    """The box's own Wi-Fi, where there is no other, and its QR code."""

    name: str
    password: str
    qr: tuple[str, ...]


class Knock(Struct, frozen=True):
    """A phone that scanned the code of the room asks to be this guest's."""

    name: str


class AtTheDoor(Struct, frozen=True):
    """How it stands with that phone: `names` are those that no phone has yet, `new`: others may be asked for."""

    stands: Literal["nobody", "waiting", "refused", "in"]
    open: bool
    new: bool
    names: tuple[str, ...]
    name: str = ""
    number: int | None = None


class DoorAnswer(Struct, frozen=True):
    """A host lets one in, or sends one away; without an id, all of whom there is no doubt."""

    let_in: bool
    id: str | None = None


class DoorLeft(Struct, frozen=True):
    """How many still wait: two for one name, or a name that looks like another."""

    waiting: int


class DoorWish(Struct, frozen=True):
    """Whether anybody may ask."""

    open: bool


class LinkClaim(Struct, frozen=True):
    """What stood behind the # of a link."""

    token: str


class Pad(Struct, frozen=True):
    """The counting pad, as far as the host has counted."""

    votes: Counted


class BoxWishes(Struct, frozen=True):
    """How the box shall be; what is left out stays."""

    volume: int | None = None
    lang: Lang | None = None
    voice: Voice | None = None
    sound_by: SoundBy | None = None
    ballots: bool | None = None


class Edge(Struct, frozen=True):
    """The twin's button went down or up."""

    down: bool


class ChairMoved(Struct, frozen=True):
    """Somebody sits down on the twin's chair, or stands up."""

    chair: Literal["left", "right"]
    taken: bool


class Invited(Struct, frozen=True):
    """A guest on the list."""

    name: str
    age: int | None = None
    role: str | None = None


class NewEvening(Struct, frozen=True):
    """Another evening, with this guest list. `abandon`: the one under way is left (it is kept on disk)."""

    id: str
    moment: str
    game: str
    settings: GameSettings = GameSettings()  # as the game usually has it, where they are left out
    guests: tuple[Invited, ...] = ()
    roles: Roles = "none"
    special: Wishes = Wishes()
    abandon: bool = False


class OddsWanted(Struct, frozen=True):
    """What are the chances, with so many players and these cards?"""

    game: str
    players: int
    settings: GameSettings = GameSettings()
    special: Wishes = Wishes()


class OddsTold(Struct, frozen=True):
    """A side's chance (none where each plays alone), minutes, and the cards for even chances."""

    side: str
    chance: float | None
    minutes: int
    shortest: int
    longest: int
    even: Mapping[str, int] | None
    even_chance: float | None


class Stood(Struct, frozen=True):
    """One of tonight's company over all evenings."""

    name: str
    evenings: int
    won: int
    score: int


class OddsByRound(Struct, frozen=True):
    """Whose chance, in words; and what it was at the beginning of each part of the game."""

    side: str
    rounds: tuple[tuple[str, float], ...]


class LedgerTold(Struct, frozen=True):
    """What the ledger says of tonight's company; hints and odds to the host alone."""

    standings: tuple[Stood, ...] = ()
    awards: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    odds: OddsByRound | None = None


class HintsWanted(Struct, frozen=True):
    """Who is to play tonight?"""

    names: tuple[str, ...]


class HintsTold(Struct, frozen=True):
    """What a host might make up for tonight, by seats and by courtesy."""

    hints: tuple[str, ...] = ()


class Account(Struct, frozen=True):
    """The evening as it was, line by line."""

    finished: bool
    lines: tuple[str, ...]
