"""Who asks to join: phones that scanned the code of the room and would like to be a guest's.

A name is only asked for here. Whether it is given, a host says. Whoever goes away is forgotten, so that a crowd of
forged visitors is gone as soon as it stops knocking.
"""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from msgspec import Struct

from majordome.web.auth import digest

MOST, MOST_OF_ONE_ADDRESS = 40, 24  # who wait: a whole party may stand behind one address
KNOCKS, WITHIN = 40, 60.0  # new ones of one address, in so many seconds
GONE = 45.0  # seconds without a word
SOONEST = 10.0  # seconds before one who was refused may ask again
LONGEST_NAME = 40
TWINS = str.maketrans("аеорсухікмтнв0135", "aeopcyxikmthboles")  # Cyrillic letters, and digits, that look Latin
NUMBERS = range(10, 100)  # two digits, on the guest's phone and on the host's


class TooManyJoinRequests(Exception):
    """No more can wait, or no more of this address."""


class JoinRequest(Struct, frozen=True):
    """A phone that waits to be let in."""

    id: str
    number: int  # to tell two apart who ask for the same name
    name: str
    digest: str  # of the cookie that becomes the key to the card
    address: str


@dataclass
class JoinRequests:
    """Everybody who waits, in the order in which they came."""

    clock: Callable[[], float] = time.monotonic
    open: bool = True
    _waiting: dict[str, JoinRequest] = field(default_factory=dict)  # by the digest of their cookie
    _seen: dict[str, float] = field(default_factory=dict)
    _refused: dict[str, float] = field(default_factory=dict)
    _knocks: list[tuple[float, str]] = field(default_factory=list)

    @property
    def waiting(self) -> tuple[JoinRequest, ...]:
        """Those who still wait."""
        now = self.clock()
        for gone in [who for who, at in self._seen.items() if now - at > GONE]:
            self._waiting.pop(gone, None)
            self._seen.pop(gone, None)
        self._refused = {who: at for who, at in self._refused.items() if now - at < GONE}
        return tuple(self._waiting.values())

    def ask(self, name: str, cookie: str, address: str) -> JoinRequest:
        """A phone asks to be this guest's. One that asks again changes the name; a new one must find room."""
        here, mine = self.waiting, digest(cookie)
        known = self._waiting.get(mine)
        if known is None:
            self._knock(address)
            if len(here) >= MOST or sum(one.address == address for one in here) >= MOST_OF_ONE_ADDRESS:
                raise TooManyJoinRequests
        free = [number for number in NUMBERS if all(number != one.number for one in here)]
        number = known.number if known else secrets.choice(free)
        self._waiting[mine] = asking = JoinRequest(secrets.token_hex(4), number, name, mine, address)
        self._seen[mine] = self.clock()
        self._refused.pop(mine, None)
        return asking

    def _knock(self, address: str) -> None:
        now = self.clock()
        self._knocks = [(at, who) for at, who in self._knocks[-4 * KNOCKS :] if now - at < WITHIN]
        if sum(who == address for _, who in self._knocks) >= KNOCKS:
            raise TooManyJoinRequests
        self._knocks.append((now, address))

    def still_here(self, cookie: str) -> JoinRequest | None:
        """The request of this phone, which waits on by asking; None where it does not wait any more."""
        mine = digest(cookie)
        if mine in self._waiting:
            self._seen[mine] = self.clock()
        return self._waiting.get(mine)

    def was_refused(self, cookie: str) -> bool:
        """Whether this phone was refused, a moment ago."""
        return digest(cookie) in self._refused

    def too_soon(self, cookie: str) -> bool:
        """Whether it was refused so short a while ago that it may not ask again."""
        return self.clock() - self._refused.get(digest(cookie), float("-inf")) < SOONEST

    def leave(self, asking: JoinRequest, *, refused: bool = False) -> None:
        """It does not wait any more: let in, gone, or refused."""
        self._waiting.pop(asking.digest, None)
        self._seen.pop(asking.digest, None)
        if refused:
            self._refused[asking.digest] = self.clock()


def same(one: str, other: str) -> bool:
    """The same name, as the guest list counts it."""
    return one.casefold() == other.casefold()


def alike(name: str, names: Iterable[str]) -> str | None:
    """A name that looks like this one to somebody in a hurry: without accents, spaces, signs and dressed-up letters."""
    bare = _bare(name)
    return next((other for other in names if not same(other, name) and bare and _bare(other) == bare), None)


def _bare(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name).casefold().translate(TWINS)
    return "".join(letter for letter in letters if letter.isalnum())
