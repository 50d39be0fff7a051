"""Small things that pages have told and a power cut must not take: one private file each, whole or not at all."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from majordome.core.private_file import write_private


def keep(path: Path, plain: Any) -> None:
    """Write it. A full disk costs only what a power cut would have saved."""
    with suppress(OSError):
        write_private(path, json.dumps(plain).encode())


def kept(path: Path) -> Any:
    """What was kept; None where nothing was, or nothing can be read."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None


def forget(path: Path) -> None:
    """It is of no use any more."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
