"""What is settled before the first press: which game, who plays, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.plain_values import Misfit

Value = int | str | bool


class Guest(Struct, frozen=True, gc=False):  # no circle can run through it
    """One player. A guest list may go without ages, and without roles for all."""

    name: str
    age: int | None = None
    role: str | None = None


class GameSettings(Mapping[str, Value]):
    """The settings of a game, by name. They never change: `with_(...)` gives others."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Value] | None = None, **more: Value) -> None:
        self._values = {**(values or {}), **more}

    @classmethod
    def fitted(cls, value: Any) -> GameSettings:
        """From plain values, strictly; the game checks their range."""
        if type(value) is not dict or any(type(item) not in (int, str, bool) for item in value.values()):
            raise Misfit("settings are a table of numbers, words and flags")
        return cls(value)

    def with_(self, **values: Value) -> GameSettings:
        """The same settings, but for these."""
        return GameSettings(self._values, **values)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"GameSettings({self._values})"


class Evening(Struct, frozen=True):
    """No guests: the host plays by the button alone."""

    game: str
    guests: tuple[Guest, ...] = ()
    settings: GameSettings = GameSettings()

    def number(self, name: str) -> int:
        """A setting that is a number."""
        value = self.settings[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        """A setting that is a choice among words."""
        value = self.settings[name]
        assert isinstance(value, str)
        return value

    def flag(self, name: str) -> bool:
        """A setting that is on or off."""
        return self.settings.get(name) is True

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, in the order of the seats."""
        return tuple([guest.name for guest in self.guests])

    def set(self, **values: Value) -> Evening:
        """The same evening with these settings."""
        return replace(self, settings=self.settings.with_(**values))


def played_again(evening: Evening) -> Evening:
    """The same company once more. The cards are dealt anew, so the box knows none of them."""
    return replace(evening, guests=tuple(replace(guest, role=None) for guest in evening.guests))
