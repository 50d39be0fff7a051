"""Imports a library without its ballast: what it takes along that nobody here may ever need."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType
from typing import Any


def lean(library: str, *ballast: str) -> Any:
    """The library; while it is imported, its ballast cannot be had. It must do without that, or fail at once."""
    spared = [name for name in ballast if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type]  # Python's own way to say: not to be had
    try:
        return import_module(library)
    finally:
        for name in spared:
            del sys.modules[name]


@contextmanager
def later(*ballast: str) -> Iterator[None]:
    """Whatever is imported within has its ballast in name only: it is read when somebody first looks into it.

    Only for a command of one thread: two that look into it for the first time at once can meet half of it.
    """
    finder = _Later(ballast)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Later:
    def __init__(self, ballast: Sequence[str]) -> None:
        self._ballast = ballast

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path) if fullname in self._ballast else None
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec
