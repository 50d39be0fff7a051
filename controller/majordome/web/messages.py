"""What pages may ask, and how the answers look: one frozen dataclass each. The OpenAPI is drawn from these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from majordome.core.events import Event, Gesture, Wish
from majordome.core.journal import EVENTS
from majordome.core.plain import Misfit, from_plain
from majordome.games.murder.events import Votes
from majordome.games.murder.guests import Game
from majordome.games.murder.roles import Edition, Role
from majordome.words.narrator import Lang

Roles = Literal["none", "by_hand", "kept", "deal"]
SoundBy = Literal["box", "page", "none"]
LONGEST_ID = 64  # letters

# What only the clock, a guest's buzzer or the board can say is not the host's to say.
NOT_SAID = ("time_up", "buzzers_pressed")
WISHES = {wish.name.lower(): wish for wish in Wish}
GESTURES = {gesture.value: gesture for gesture in Gesture}
SAYABLE: dict[str, type[Event]] = {name: kind for name, kind in EVENTS.items() if name not in NOT_SAID}


@dataclass(frozen=True, slots=True)
class Saying:
    """Something the host says, as `{"is": "press"}` or `{"is": "killed", "name": "Zoe"}`."""

    said: Event | Gesture | Wish

    @classmethod
    def fitted(cls, value: Any) -> Saying:
        """Read it strictly."""
        if type(value) is not dict or type(value.get("is")) is not str:
            raise Misfit("something said has an 'is'")
        name, rest = value["is"], {key: item for key, item in value.items() if key != "is"}
        if name in GESTURES or name in WISHES:
            if rest:
                raise Misfit(f"'{name}' stands alone")
            return cls(GESTURES.get(name) or WISHES[name])
        if name not in SAYABLE:
            raise Misfit(f"nobody can say '{name}'")
        return cls(from_plain(SAYABLE[name], rest))


@dataclass(frozen=True, slots=True)
class Say:
    """The host says something, for one moment of the evening; the same id never acts twice."""

    id: str
    moment: str
    said: Saying


@dataclass(frozen=True, slots=True)
class Said:
    """It was taken; `safe`: it is on the disk."""

    safe: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """A phone wants to be a host's: the code that the box shows, and the host's name."""

    code: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Me:
    """Who asks."""

    kind: Literal["nobody", "waiting", "host", "card", "twin"]
    name: str = ""


@dataclass(frozen=True, slots=True)
class LetIn:
    """A host lets another in, or sends one away."""

    id: str
    let_in: bool


@dataclass(frozen=True, slots=True)
class Invite:
    """A link for this guest."""

    guest: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link, and its QR code as rows of 0 and 1."""

    url: str
    qr: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Where the host's page is, by number and by name."""

    url: str
    name_url: str | None
    qr: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnWifi:
    """The box's own Wi-Fi, where there is no other, and its QR code."""

    name: str
    password: str
    qr: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """What stood behind the # of a link."""

    token: str


@dataclass(frozen=True, slots=True)
class Cast:
    """A guest's ballot."""

    id: str
    moment: str
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pad:
    """The counting pad, as far as the host has counted."""

    votes: Votes


@dataclass(frozen=True, slots=True)
class BoxWishes:
    """How the box shall be; what is left out stays."""

    volume: int | None = None
    lang: Lang | None = None
    sound_by: SoundBy | None = None
    ballots: bool | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """The twin's button went down or up."""

    down: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody sits down on the twin's chair, or stands up."""

    chair: Literal["left", "right"]
    taken: bool


@dataclass(frozen=True, slots=True)
class Invited:
    """A guest on the list."""

    name: str
    age: int | None = None
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class SpecialCards:
    """How many of each special card are dealt."""

    heart: int = 0
    insomniac: int = 0
    vampire: int = 0
    charmer: int = 0
    shortsighted: int = 0
    alchemist: int = 0


@dataclass(frozen=True, slots=True)
class NewEvening:
    """Another evening, with this guest list. `abandon`: the one under way is left (it is kept on disk)."""

    id: str
    moment: str
    game: Game = "weekend"
    edition: Edition = "B"
    discussion: int = 180
    choosing: int = 20
    chairs: bool = False
    guests: tuple[Invited, ...] = ()
    roles: Roles = "none"
    special: SpecialCards = SpecialCards()
    abandon: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """The evening as it was, line by line."""

    finished: bool
    lines: tuple[str, ...]
