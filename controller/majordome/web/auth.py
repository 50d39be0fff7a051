"""Who is who: the pairing code, the hosts' phones, the guests' cards. Only digests are kept, on disk too.

A host pairs with a code that only the box shows; every further one must be let in by a host. A guest's card is claimed
once, by the phone that scans it, and is useless to anyone else from then on.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hmac import compare_digest
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.guest_list import clean, speakable
from majordome.web.key_ring import Age, GuestKey, KeyRing, KeyRingFile, Phone

Kind = Literal["nobody", "waiting", "host", "card", "twin"]
CODE_DIGITS = 6
TRIES, TRIES_OF_ALL, WITHIN = 5, 20, 60.0  # wrong codes from one address, from all, in so many seconds
MOST_HOSTS, MOST_TWINS = 8, 8
LONGEST_NAME = 40
SAME_PARTY = 12 * 3600.0  # seconds of the box's life: keys seen within this time serve for the next game, too
SEEN_EVERY = 900.0  # seconds, until it is written down again that a key was seen


class PageViewer(Struct, frozen=True):
    """Whoever looks at a page."""

    kind: Kind = "nobody"
    name: str = ""
    id: str = ""


NOBODY = PageViewer()


def digest(token: str) -> str:
    """The digest of a token: all that is kept of it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class TooManyTries(Exception):
    """Somebody guesses codes."""


@dataclass
class CodePatience:
    """How many wrong codes are borne."""

    clock: Callable[[], float]
    tries: deque[tuple[float, str]] = field(default_factory=lambda: deque(maxlen=TRIES_OF_ALL))
    wrong: int = 0  # with the code of now

    def check(self, address: str) -> None:
        """Raise where there were too many."""
        recent = [who for at, who in self.tries if self.clock() - at < WITHIN]
        if len(recent) >= TRIES_OF_ALL or recent.count(address) >= TRIES:
            raise TooManyTries

    def tried(self, address: str) -> None:
        """One more, that did not make a host."""
        self.tries.append((self.clock(), address))


class Keys:
    """The key ring of this box."""

    def __init__(
        self, folder: Path, clock: Callable[[], float] = time.monotonic, life: Callable[[], Age] = Age.now
    ) -> None:
        self._file = KeyRingFile(folder)
        self._patience = CodePatience(clock)
        self._life = life
        self._ring = self._file.read()
        self._twin = secrets.token_urlsafe(24)
        self._twins: tuple[str, ...] = ()  # digests of the cookies of the box's own pages; gone with this start
        self.code, self.token = new_code(), new_token()  # the token is in the box's own QR code, for one phone
        self.renewed: Callable[[], None] = lambda: None  # told when there is another code or token
        self.forgotten: Callable[[], None] = lambda: None  # told when others count

    # Who asks.

    def viewer(self, host: str | None, card: str | None, twin: str | None, wanted: str = "") -> PageViewer:
        """Whose cookies these are; a browser that is several of them says as which it asks."""
        found = [viewer for viewer in (self._host(host), self._card(card), self._twin_of(twin)) if viewer is not None]
        kinds = ("host", "waiting") if wanted == "host" else (wanted,)
        return next((viewer for viewer in found if viewer.kind in kinds), NOBODY)

    def _host(self, cookie: str | None) -> PageViewer | None:
        phone = self._phone(cookie)
        if phone is not None and self._long_unseen(phone.seen):
            seen = replace(phone, seen=self._life())
            self._keep(replace(self._ring, hosts=tuple(seen if each is phone else each for each in self._ring.hosts)))
        return PageViewer("waiting" if phone.waiting else "host", phone.name, phone.id) if phone else None

    def _phone(self, cookie: str | None) -> Phone | None:
        kept = digest(cookie) if cookie else ""
        return next((phone for phone in self._ring.hosts if compare_digest(phone.digest, kept)), None)

    def leads(self, cookie: str) -> bool:
        """Whether this is the key of a host who was let in: a cheap look, before anything is read."""
        phone = self._phone(cookie)
        return phone is not None and not phone.waiting

    def _long_unseen(self, seen: Age) -> bool:
        return not seen.within(SEEN_EVERY, self._life())

    def _card(self, cookie: str | None) -> PageViewer | None:
        kept = digest(cookie) if cookie else ""
        card = next((card for card in self._ring.cards if card.held and compare_digest(card.held, kept)), None)
        if card is not None and self._long_unseen(card.seen):
            seen = replace(card, seen=self._life())
            self._keep(replace(self._ring, cards=tuple(seen if each is card else each for each in self._ring.cards)))
        return PageViewer("card", card.guest) if card else None

    def _twin_of(self, cookie: str | None) -> PageViewer | None:
        return PageViewer("twin") if cookie and digest(cookie) in self._twins else None

    # Hosts.

    @property
    def hosts(self) -> tuple[Phone, ...]:
        """Who leads the evening, and who would like to."""
        return self._ring.hosts

    def pair(self, code: str, name: str, address: str) -> tuple[Phone, str] | None:
        """A phone and its cookie; None for a wrong code. Where there is a host already, the phone waits.

        Who scanned the box's own QR code brings its token: others who guess codes do not shut that one out.
        """
        scanned = compare_digest(code.encode("utf-8", "replace"), self.token.encode())
        if not scanned:
            self._patience.check(address)
        if not scanned and not compare_digest(code.encode("utf-8", "replace"), self.code.encode()):
            self._patience.tried(address)
            self._patience.wrong += 1
            if self._patience.wrong >= TRIES_OF_ALL:
                self._patience.wrong, self.code = 0, new_code()
                self.renewed()
            return None
        hosts = self._ring.hosts
        if len(hosts) >= MOST_HOSTS:  # of those who wait, the first makes room
            longest = next((phone for phone in hosts if phone.waiting), None)
            if longest is None:
                raise TooManyTries
            hosts = tuple(phone for phone in hosts if phone is not longest)
        cookie = secrets.token_urlsafe(32)
        waiting = any(not phone.waiting for phone in hosts)
        if waiting and not scanned:
            self._patience.tried(address)  # one who knows the code must not ask for ever, either
        name = clean(name) if speakable(name) else ""
        phone = Phone(secrets.token_hex(4), name[:LONGEST_NAME], digest(cookie), waiting, self._life())
        self._keep(replace(self._ring, hosts=(*hosts, phone)))
        if scanned:
            self.token = new_token()
            self.renewed()
        return phone, cookie

    def let_in(self, id: str) -> bool:
        """A host lets another one in."""
        hosts = tuple(replace(phone, waiting=False) if phone.id == id else phone for phone in self._ring.hosts)
        known = any(phone.id == id for phone in hosts)
        if known:
            self._keep(replace(self._ring, hosts=hosts))
        return known

    def send_away(self, id: str) -> bool:
        """A phone is a host's no more. Where no host is left, those who wait must pair anew."""
        hosts = tuple(phone for phone in self._ring.hosts if phone.id != id)
        known = len(hosts) < len(self._ring.hosts)
        if all(phone.waiting for phone in hosts):
            hosts = ()
        if known:
            self._keep(replace(self._ring, hosts=hosts))
        return known

    # Guests.

    def card_state(self, guest: str) -> str:
        """How it stands with this guest's card: `none`, `offered` or `held`."""
        card = self._card_of(guest)
        return "none" if card is None else "held" if card.held else "offered"

    def offer(self, guest: str) -> str:
        """A new link for this guest: its token. The old one, and the phone that had it, are forgotten."""
        token = secrets.token_urlsafe(18)
        others = tuple(card for card in self._ring.cards if card.guest != guest)
        self._keep(replace(self._ring, cards=(*others, GuestKey(guest, offered=digest(token)))))
        return token

    def claim(self, token: str) -> tuple[str, str] | None:
        """The guest and the cookie for the phone that came first; None for everybody else."""
        kept = digest(token)
        card = next((c for c in self._ring.cards if c.offered and compare_digest(c.offered, kept)), None)
        if card is None:
            return None
        cookie = secrets.token_urlsafe(32)
        others = tuple(other for other in self._ring.cards if other is not card)
        held = GuestKey(card.guest, held=digest(cookie), seen=self._life())
        self._keep(replace(self._ring, cards=(*others, held)))
        return card.guest, cookie

    def hold(self, guest: str, kept: str) -> None:
        """A phone that was let in by the code of the room holds this guest's card: `kept`, the digest of its cookie."""
        others = tuple(card for card in self._ring.cards if card.guest != guest)
        self._keep(replace(self._ring, cards=(*others, GuestKey(guest, held=kept, seen=self._life()))))

    def take_away(self, guest: str) -> None:
        """Nobody holds this card any more."""
        self._keep(replace(self._ring, cards=tuple(card for card in self._ring.cards if card.guest != guest)))

    def invite(self, guests: Iterable[str], evening: str, *, goes_on: bool = False) -> None:
        """These guests are here now, in this evening of the box's own count. Keys of another party are void.

        The same evening goes on, perhaps after a power cut: its keys are good. In another one only those are that this
        start of the machine has seen within half a day: last month's host shall not read tonight's cards.
        """
        here, now = set(guests), self._life()
        goes_on = goes_on or evening == self._ring.evening
        hosts = tuple(phone for phone in self._ring.hosts if goes_on or phone.seen.within(SAME_PARTY, now))
        if all(phone.waiting for phone in hosts):
            hosts = ()
        cards = (card for card in self._ring.cards if card.guest in here)
        kept = tuple(card for card in cards if goes_on or (card.held and card.seen.within(SAME_PARTY, now)))
        ring = KeyRing(hosts, kept, evening)
        if ring != self._ring:
            self._keep(ring)

    def _card_of(self, guest: str) -> GuestKey | None:
        return next((card for card in self._ring.cards if card.guest == guest), None)

    # The twin: the box's own body on this machine.

    @property
    def twin_token(self) -> str:
        """Opens the twin's page; told only where the box itself speaks."""
        return self._twin

    def claim_twin(self, token: str) -> str | None:
        """A cookie for the twin's page."""
        if not compare_digest(token.encode("utf-8", "replace"), self._twin.encode()):
            return None
        cookie = secrets.token_urlsafe(32)
        self._twins = (*self._twins, digest(cookie))[-MOST_TWINS:]
        return cookie

    # On disk.

    def look(self) -> None:
        """Where somebody has forgotten the keys, or put others in their place, those count from now on."""
        if self._file.moved():
            self._file.keep(self._ring)
        elif self._file.changed():
            self._ring, self._twins = self._file.read(), ()
            self.forgotten()

    def _keep(self, ring: KeyRing) -> None:
        self._ring = ring
        self._file.keep(ring)


def new_code() -> str:
    """A pairing code of six digits."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def new_token() -> str:
    """A token for a QR code: too long to be guessed, and short enough for a small terminal."""
    return secrets.token_urlsafe(9)
