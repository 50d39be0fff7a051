"""Imports a library without what it takes along only where somebody else has installed that."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def import_lean(library: str, *ballast: str) -> Any:
    """The library; while it is imported, its ballast cannot be had. It must do without that, or fail at once."""
    spared = [name for name in ballast if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type]  # Python's own way to say: not to be had
    try:
        return import_module(library)
    finally:
        for name in spared:
            del sys.modules[name]
