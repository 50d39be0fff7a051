"""Small things that pages have told and a power cut must not take: one private file each, whole or not at all."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


def keep(path: Path, plain: Any) -> None:
    """Write it beside, then in its place. A full disk costs only what a power cut would have saved."""
    unfinished = path.with_suffix(".part")
    with suppress(OSError):
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(plain).encode())
        unfinished.replace(path)


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
