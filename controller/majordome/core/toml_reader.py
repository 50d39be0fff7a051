"""Reading a TOML file that a person wrote: an error names the file, the line, the key and the remedy."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar, overload

import tomli

from majordome.errors import FileError

C = TypeVar("C", bound=str)
_REQUIRED: Any = object()
LARGEST_SHOWN = 10**18


def read_toml(path: Path) -> Section:
    """The whole file as a section."""
    try:
        data = path.read_bytes()
    except OSError as trouble:
        raise FileError(f"{path}: cannot be read ({trouble.strerror}): see its name and its rights") from None
    return parse_toml(path, data)


def parse_toml(path: Path, data: bytes) -> Section:
    """What a file holds, or would hold: the same errors."""
    try:
        text = data.removeprefix(BOM_UTF8).decode().replace("\r\n", "\n")
        return Section(path, text, "", tomli.loads(text))
    except UnicodeDecodeError as trouble:
        raise FileError(f"{path}: byte {trouble.start} is not UTF-8: save the file as UTF-8 text") from None
    except tomli.TOMLDecodeError as trouble:
        raise FileError(f"{path}: is not TOML: {' '.join(str(trouble).split())}: mend that place") from None
    except ValueError:  # the one thing that Python itself refuses in good TOML
        raise FileError(f"{path}: holds a number of thousands of digits: write a shorter one") from None
    except RecursionError:
        raise FileError(f"{path}: is nested too deeply: write it flat, as in the example") from None


class Section:
    """One table of the file. Take its keys one by one; `done` refuses what was not taken."""

    def __init__(self, path: Path, text: str, name: str, data: dict[str, Any], number: int | None = None) -> None:
        self.path = path
        self._text = text
        self._name = name
        self._number = number
        self._data = data
        self._taken: list[str] = []

    def wrong(self, key: str | None, why: str) -> FileError:
        """The error for this place."""
        line = self._line_of(key) or self._line_of(None)  # a key that is missing: where its table begins
        place = self._name + (f" {self._number}" if self._number is not None else "")
        parts = [str(self.path), f"line {line}" if line else "", place, key or "", " ".join(why.split())]
        return FileError(": ".join(part for part in parts if part))

    def has(self, key: str) -> bool:
        """The key is there."""
        return key in self._data

    def any(self, key: str) -> Any:
        """The value as it is, or None."""
        self._taken.append(key)
        return self._data.get(key)

    def everything(self) -> dict[str, Any]:
        """All of it, as it is."""
        self._taken += self._data
        return dict(self._data)

    def rest(self) -> None:
        """The keys that nobody asked for are somebody else's."""
        self._taken += self._data

    def _get(self, key: str, kind: type, word: str, default: Any) -> Any:
        value = self.any(key)
        if value is None:
            if default is _REQUIRED:
                raise self.wrong(key, f"is missing: write {key} = {word}")
            return default
        if type(value) is not kind:
            raise self.wrong(key, f"must be {word}, not {_show(value)}")
        return value

    def text(self, key: str, default: Any = _REQUIRED) -> Any:
        """A string."""
        return self._get(key, str, 'a text in "quotes"', default)

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        return bool(self._get(key, bool, "true or false", default))

    @overload
    def whole(self, key: str, least: int, most: int, default: int) -> int: ...
    @overload
    def whole(self, key: str, least: int, most: int, default: None) -> int | None: ...
    def whole(self, key: str, least: int, most: int, default: int | None) -> int | None:
        """A whole number within limits."""
        value: int | None = self._get(key, int, "a whole number", default)
        if value is not None and not least <= value <= most:
            raise self.wrong(key, f"must be from {least} to {most}, not {_show(value)}")
        return value

    @overload
    def choice(self, key: str, choices: Sequence[C]) -> C: ...
    @overload
    def choice(self, key: str, choices: Sequence[C], default: C) -> C: ...
    @overload
    def choice(self, key: str, choices: Sequence[C], default: None) -> C | None: ...
    def choice(self, key: str, choices: Sequence[C], default: Any = _REQUIRED) -> C | None:
        """One of these words."""
        words = " or ".join(f'"{choice}"' for choice in choices)
        value = self._get(key, str, words, default)
        if value is None:
            return None
        for choice in choices:
            if choice == value:
                return choice
        raise self.wrong(key, f"must be {words}, not {_show(value)}")

    def tables(self, key: str) -> list[Section]:
        """The `[[key]]` tables."""
        value = self.any(key)
        if value is None:
            return []
        if not isinstance(value, list) or any(type(item) is not dict for item in value):
            raise self.wrong(key, f"must be written as [[{self._inner(key)}]] tables")
        return [Section(self.path, self._text, f"[[{self._inner(key)}]]", item, n) for n, item in enumerate(value, 1)]

    def table(self, key: str) -> Section:
        """The `[key]` table, empty where it is left out."""
        value = self.any(key)
        if value is not None and type(value) is not dict:
            raise self.wrong(key, f"must be written as a [{key}] table")
        return Section(self.path, self._text, f"[{key}]", value or {})

    def _inner(self, key: str) -> str:
        """The name of a table within this one."""
        return f"{self._name.strip('[]')}.{key}" if self._name else key

    def done(self) -> None:
        """Refuse every key that nobody asked for."""
        for key in self._data:
            if key not in self._taken:
                from difflib import get_close_matches  # only for who has mistyped

                near = get_close_matches(key, self._taken, 1)
                hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(sorted(set(self._taken)))}"
                raise self.wrong(key, f"is not a known key: {hint}")

    def _line_of(self, key: str | None) -> int | None:
        """Where the key stands, as far as a look at the lines can tell."""
        header, seen = "", 0
        for number, line in enumerate(self._text.split("\n"), 1):
            if match := re.match(r"\s*(\[\[?)\s*([^\]]+?)\s*\]", line):
                header = match[1] + match[2] + "]" * len(match[1])
                seen += header == self._name
                here = header == self._name and self._number in (None, seen)
                if (key is None and here) or (not self._name and match[2] == key):
                    return number
                continue
            here = header == self._name and self._number in (None, seen)
            if key is not None and here and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[.=]""", line):
                return number
        return None


def _show(value: object) -> str:
    match value:
        case dict():
            text = "a table"
        case list():
            text = "a list"
        case bool():
            text = "true" if value else "false"
        case int() if abs(value) > LARGEST_SHOWN:
            text = "so large a number"
        case str():
            text = f'"{_printable(value)}"'
        case _:
            text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
