"""Frozen structs to plain JSON values and back, strictly: what does not fit its type is an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Literal, Never, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from majordome.core.events import Event

D = TypeVar("D")
Kinds = Mapping[str, type[Event]]
PLAIN = frozenset((str, int, float, bool, NoneType))


class Misfit(ValueError):
    """A plain value that does not fit the type it is read as."""


@cache
def snake(name: str) -> str:
    """`BallotCast` -> `ballot_cast`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def to_plain(value: Any) -> Any:
    """Struct, enum, tuple -> dict, value, list. Fields that hold their default are kept: a journal is explicit."""
    if type(value) in PLAIN:  # most are
        return value
    if isinstance(value, Struct):
        return {name: to_plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    return value


def is_plain(value: Any) -> bool:
    """Whether it can be sent as JSON, as `to_plain` left it."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(type(key) is str and is_plain(item) for key, item in value.items())
    return isfinite(value) if type(value) is float else isinstance(value, str) or type(value) in PLAIN


def from_plain(kind: Callable[..., D], data: object) -> D:
    """Read a struct; its fields may be left out where they have a default."""
    fitted: D = _fitter(kind)(data)
    return fitted


@cache
def _fitter(hint: Any) -> Callable[[Any], Any]:
    """How to read a value of this type. Made once a type: a journal has thousands of lines."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        (inner,) = (_fitter(arg) for arg in args if arg is not NoneType)
        return lambda value: None if value is None else inner(value)
    if origin is Literal:
        kinds = {type(arg) for arg in args}
        return lambda value: value if type(value) in kinds and value in args else _misfit(value)
    if origin is tuple:
        return _tuple_fitter(args)
    if hasattr(hint, "fitted"):  # a type that reads itself
        return hint.fitted  # type: ignore[no-any-return]  # whatever it is
    if issubclass(hint, Struct):
        return _table_fitter(hint)
    if issubclass(hint, Enum):
        members = {member.value: member for member in hint}
        return lambda value: members[value] if type(value) is str and value in members else _misfit(value)
    if hint is float:
        return lambda value: value if type(value) in (float, int) else _misfit(value)
    return lambda value: value if type(value) is hint else _misfit(value)


def _tuple_fitter(args: tuple[Any, ...]) -> Callable[[Any], Any]:
    if args[-1] is Ellipsis:
        each = _fitter(args[0])
        return lambda value: tuple(map(each, value)) if type(value) is list else _misfit(value)
    fitters = [_fitter(arg) for arg in args]

    def fit(value: Any) -> Any:
        if type(value) is not list or len(value) != len(fitters):
            _misfit(value)
        return tuple(fitter(item) for fitter, item in zip(fitters, value, strict=True))

    return fit


def _table_fitter(kind: Any) -> Callable[[Any], Any]:
    name = kind.__name__
    fitters = {key: _fitter(hint) for key, hint in _hints(kind).items()}

    def fit(value: Any) -> Any:
        if type(value) is not dict:
            raise Misfit(f"{name} is not a table of values")
        if unknown := [key for key in value if key not in fitters]:
            raise Misfit(f"{name} has no '{unknown[0]}'")
        try:
            return kind(**{key: fitters[key](item) for key, item in value.items()})
        except TypeError as missing:
            raise Misfit(f"{name}: {missing}") from None

    return fit


def _misfit(value: object) -> Never:
    raise Misfit(f"{value!r} is not of the kind that belongs here")


def kinds_of(kinds: Iterable[type[Event]]) -> dict[str, type[Event]]:
    """Events by the name that journals and pages know them by."""
    return {snake(kind.__name__): kind for kind in kinds}


def event_to_plain(event: Event) -> dict[str, Any]:
    """An event as `{"is": "chair_taken", "chair": "left"}`."""
    return {"is": snake(type(event).__name__), **to_plain(event)}


def event_from_plain(plain: object, kinds: Kinds) -> Event:
    """The other way round: one of these kinds."""
    if type(plain) is not dict or type(plain.get("is")) is not str:
        raise Misfit("an event has an 'is'")
    kind = kinds.get(plain["is"])
    if kind is None:
        raise Misfit(f"no event is called {plain['is']!r}")
    event: Event = from_plain(kind, {key: value for key, value in plain.items() if key != "is"})
    return event
