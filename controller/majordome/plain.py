"""Frozen dataclasses to plain JSON values and back, strictly: what does not fit its type is an error."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

D = TypeVar("D")
Plain = dict[str, Any]


class Misfit(ValueError):
    """A plain value that does not fit the type it is read as."""


@cache
def snake(name: str) -> str:
    """`BallotCast` -> `ballot_cast`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def to_plain(value: Any) -> Any:
    """Dataclass, enum, tuple -> dict, value, list. Fields that hold their default are kept: a journal is explicit."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: to_plain(getattr(value, name)) for name in _hints(type(value))}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: Callable[..., D], data: object) -> D:
    """Read a dataclass; its fields may be left out where they have a default."""
    name = getattr(kind, "__name__", "")
    if not isinstance(data, dict):
        raise Misfit(f"{name} is not a table of values")
    hints = _hints(kind)
    if unknown := [key for key in data if key not in hints]:
        raise Misfit(f"{name} has no '{unknown[0]}'")
    try:
        return kind(**{key: _fit(hints[key], value) for key, value in data.items()})
    except TypeError as missing:
        raise Misfit(f"{name}: {missing}") from None


def _fit(hint: Any, value: Any) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and NoneType in args:
            return None
        (hint,) = (arg for arg in args if arg is not NoneType)
        return _fit(hint, value)
    if origin is Literal:
        if value in args and type(value) in {type(arg) for arg in args}:
            return value
    elif origin is tuple:
        if isinstance(value, list):
            if args[-1] is Ellipsis:
                return tuple(_fit(args[0], item) for item in value)
            if len(value) == len(args):
                return tuple(_fit(arg, item) for arg, item in zip(args, value, strict=True))
    elif is_dataclass(hint):
        nested: Any = hint
        return from_plain(nested, value)
    elif issubclass(hint, Enum):
        if any(value == member.value for member in hint):
            return hint(value)
    elif type(value) is hint or (hint is float and type(value) is int):
        return value
    raise Misfit(f"{value!r} is not of the kind that belongs here")
