"""QR codes, as rows of 0 and 1 for a page, and as blocks for a terminal."""

from __future__ import annotations

from functools import lru_cache

BORDER = 2  # white dots around it, for a camera
BLOCKS = {("0", "0"): "█", ("0", "1"): "▀", ("1", "0"): "▄", ("1", "1"): " "}  # two rows in one line of text


@lru_cache(maxsize=32)
def rows(text: str) -> tuple[str, ...]:
    """The code as rows of 0 and 1, without its white border: whoever draws it adds that."""
    import segno  # takes a moment to load, and is not needed for the first press

    return tuple("".join(str(bit & 1) for bit in row) for row in segno.make(text, error="m", micro=False).matrix)


def blocks(text: str) -> str:
    """The code as lines of blocks, white on the dark ground of a terminal."""
    code = rows(text)
    wide = len(code) + 2 * BORDER
    framed = ["0" * wide] * BORDER + [f"{'0' * BORDER}{row}{'0' * BORDER}" for row in code] + ["0" * wide] * BORDER
    if len(framed) % 2:
        framed.append("0" * wide)
    pairs = zip(framed[::2], framed[1::2], strict=True)
    return "\n".join("".join(BLOCKS[above, below] for above, below in zip(*pair, strict=True)) for pair in pairs)
