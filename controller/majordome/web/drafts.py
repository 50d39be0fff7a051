"""The guest list that is being written: kept on the box with every word, until an evening begins with it.

It knows names and ages. Who drew which card is never in it: that stays on the phone that types it.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.evening import Evening, GameSettings
from majordome.core.plain_values import Misfit, from_plain, to_plain
from majordome.web.messages import Roles, Wishes
from majordome.web.saved_files import forget, keep, kept

FILE = "draft.json"
MOST_GUESTS = 60  # on a list that is being written: rules may want fewer
LONGEST_TEXT = 4000  # letters of a list that is being pasted


class Listed(Struct, frozen=True):
    """A name as far as it is typed."""

    name: str
    age: str = ""


class Draft(Struct, frozen=True):
    """A form that is half filled in. Of two, the one that was changed more often is the newer."""

    rev: int
    game: str
    settings: GameSettings = GameSettings()
    guests: tuple[Listed, ...] = ()
    roles: Roles = "none"
    special: Wishes = Wishes()
    adding: str = ""  # in the field for one more name
    pasting: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody on it."""
        return tuple(guest.name for guest in self.guests)

    @property
    def too_long(self) -> bool:
        """Nobody writes such a list by hand."""
        texts = (self.adding, self.pasting or "", *(guest.name + guest.age for guest in self.guests))
        return len(self.guests) > MOST_GUESTS or any(len(text) > LONGEST_TEXT for text in texts)


class Drafts:
    """At most one."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self.now = self._read()

    def _read(self) -> Draft | None:
        plain = kept(self._path)
        try:
            return from_plain(Draft, plain) if plain is not None else None
        except Misfit:
            return None

    def write(self, draft: Draft) -> bool:
        """Keep it, if it is newer than what is kept."""
        if self.now is not None and draft.rev <= self.now.rev:
            return False
        self.now = draft
        keep(self._path, to_plain(draft))
        return True

    def add(self, name: str, evening: Evening) -> None:
        """One more guest: on what is being written, or on the list of the evening."""
        draft = self.now or of_evening(evening)
        self.write(replace(draft, rev=draft.rev + 1, guests=(*draft.guests, Listed(name))))

    def drop(self) -> None:
        """The evening has begun with it."""
        self.now = None
        forget(self._path)


def of_evening(evening: Evening) -> Draft:
    """The form as it begins."""
    ages = ("" if guest.age is None else str(guest.age) for guest in evening.guests)
    listed = tuple(Listed(guest.name, age) for guest, age in zip(evening.guests, ages, strict=True))
    return Draft(0, evening.game, evening.settings, listed)
