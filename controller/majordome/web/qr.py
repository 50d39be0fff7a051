"""QR codes, as rows of 0 and 1 for a page, and as blocks for a terminal."""

from __future__ import annotations

from functools import lru_cache
from io import StringIO


@lru_cache(maxsize=32)
def rows(text: str) -> tuple[str, ...]:
    """Without its white border: whoever draws it adds that."""
    import segno  # takes a moment to load, and is not needed for the first press

    return tuple("".join(str(bit & 1) for bit in row) for row in segno.make(text, error="m", micro=False).matrix)


def blocks(text: str) -> str:
    """For a terminal with a dark or a light ground."""
    import segno

    out = StringIO()
    segno.make(text, error="l", micro=False).terminal(out=out, compact=True)
    return out.getvalue()
