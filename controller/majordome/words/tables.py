"""Files of lines. Each table is read when it is first asked for: most are for pages, and a rehearsal needs few."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomli


class HouseTables(Mapping[str, Any]):
    """A file of the house's own. Where a line begins with `[`, a table does: the house writes its lines so."""

    def __init__(self, path: Path) -> None:
        self._texts: dict[str, str] = {}
        for part in f"\n{path.read_text('utf-8')}".split("\n[")[1:]:
            name = part.partition("]")[0].partition(".")[0]
            self._texts[name] = f"{self._texts.get(name, '')}[{part}\n"
        self._read: dict[str, Any] = {}

    def __getitem__(self, table: str) -> Any:
        if table not in self._read:
            self._read[table] = tomli.loads(self._texts[table])[table]
        return self._read[table]

    def __contains__(self, table: object) -> bool:
        return table in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class JoinedTables(Mapping[str, Any]):
    """The game's words over the house's."""

    def __init__(self, house: Mapping[str, Any], game: Mapping[str, Any]) -> None:
        self._house = house
        self._game = game
        self._names = dict.fromkeys((*house, *game))
        self._joined: dict[str, Any] = {}

    def __getitem__(self, table: str) -> Any:
        if table not in self._joined:
            both = table in self._house and table in self._game
            owner = self._game if table in self._game else self._house
            self._joined[table] = _over(self._house[table], self._game[table]) if both else owner[table]
        return self._joined[table]

    def __contains__(self, table: object) -> bool:
        return table in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _over(house: Any, game: Any) -> Any:
    """The game's words, and those of the house's that it has none for."""
    if not (isinstance(house, dict) and isinstance(game, dict)):
        return game
    return house | {key: _over(house[key], words) if key in house else words for key, words in game.items()}
