"""Whose live line gives way when there are too many. A host's and the television's are never among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from majordome.web.live import LiveReader

MOST_OF_ONE_KEY = 3  # lines of one phone: a page that was loaded again may not have hung up yet
MOST_SCREENS, MOST_SCREENS_OF_ONE = 48, 24


def gives_way(readers: Iterable[LiveReader], newcomer: LiveReader) -> list[LiveReader]:
    """The lines that have to go for the newcomer.

    Of one phone, and of one address, the oldest line; of all screens, the newest of the most crowded address: the
    television in the hall is alone at its address, and was there before.
    """
    if newcomer.wants != "screen":
        own = [reader for reader in readers if reader.wants != "screen" and reader.viewer == newcomer.viewer]
        return _oldest_first(own)[:1] if len(own) >= MOST_OF_ONE_KEY else []
    screens = _oldest_first(reader for reader in readers if reader.wants == "screen")
    own = [reader for reader in screens if _address(reader) == _address(newcomer)]
    if len(own) >= MOST_SCREENS_OF_ONE:
        return own[:1]
    if len(screens) < MOST_SCREENS:
        return []
    crowds = Counter(map(_address, screens))
    most = max(crowds.values())
    return [next(reader for reader in reversed(screens) if crowds[_address(reader)] == most)]


def _oldest_first(readers: Iterable[LiveReader]) -> list[LiveReader]:
    return sorted(readers, key=lambda reader: reader.since)


def _address(reader: LiveReader) -> str:
    return reader.line.request.address
