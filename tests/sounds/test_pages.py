"""Speech in as few pages as it needs: the same packets, the same sound, fewer bytes."""

from __future__ import annotations

import io
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile

sys.path.insert(0, str(Path(__file__).parents[2] / "sounds"))  # the workshop is no part of the installed program

from workshop import pages

HERE = Path(__file__).parent
SPOKEN = [HERE / "butler.fr.ogg", HERE / "butler.en.ogg", *sorted((HERE / "native").glob("*.ogg"))]


def packets(stream: bytes) -> list[bytes]:
    return list(pages._packets(list(pages._pages(stream))))


def as_encoded(stream: bytes) -> bytes:
    """As an encoder writes it: with its name in the comments, and a page for every packet."""
    told = list(pages._pages(stream))
    serial, end, position = told[0][1], told[-1][0], 0
    head, _, *sound = packets(stream)
    written = [pages._page(pages.FIRST, 0, serial, 0, [head])]
    written.append(pages._page(0, 0, serial, 1, [b"OpusTags" + b"\x04\0\0\0some" + bytes(4)]))
    for number, packet in enumerate(sound, 2):
        position += pages.samples(packet)
        last = number == len(sound) + 1
        written.append(pages._page(pages.LAST if last else 0, end if last else position, serial, number, [packet]))
    return b"".join(written)


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: path.stem)
def test_the_same_sound_in_fewer_pages(path: Path) -> None:
    loose = as_encoded(path.read_bytes())
    tight = pages.tight(loose)
    assert len(tight) < len(loose)
    assert packets(tight)[2:] == packets(loose)[2:]
    heard, before = (soundfile.read(io.BytesIO(stream), dtype="float32")[0] for stream in (tight, loose))
    assert np.array_equal(heard, before)
    assert pages.tight(tight) == tight


def test_a_page_holds_as_many_packets_as_fit_and_a_long_one_is_not_torn() -> None:
    packet = bytes([0x48]) + bytes(299)  # 20 ms of speech, in two segments
    head = pages._page(pages.FIRST, 0, 7, 0, [b"OpusHead"]) + pages._page(0, 0, 7, 1, [pages.NO_COMMENTS])
    loose = [pages._page(0, 960 * (number + 1), 7, number + 2, [packet]) for number in range(300)]
    written = list(pages._pages(pages.tight(head + b"".join(loose))))
    assert [len(lengths) for _, _, lengths, _ in written] == [1, 1, 254, 254, 92]
    positions = [position for position, *_ in written[1:]]
    assert [after - before for before, after in pairwise(positions)] == [960 * 127, 960 * 127, 960 * 46]


@pytest.mark.parametrize(
    ("first", "count", "samples"),
    [(0x48, 1, 960), (0x58, 1, 2880), (0x59, 1, 5760), (0x78, 1, 960), (0xF8, 1, 960), (0xFB, 3, 2880), (0x80, 1, 120)],
)
def test_a_packet_tells_its_length_with_its_first_bytes(first: int, count: int, samples: int) -> None:
    assert pages.samples(bytes([first, count])) == samples


def test_the_check_sum_is_oggs() -> None:
    stream = SPOKEN[0].read_bytes()
    end = stream.index(b"OggS", 4)
    told = int.from_bytes(stream[22:26], "little")
    assert pages.check_sum(stream[:22] + bytes(4) + stream[26:end]) == told
