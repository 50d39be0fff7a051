"""Opus in Ogg, in as few bytes as the same sound can have: no comments, and no page where none is needed.

The encoder begins a page every second, for those who listen while it is still sent. A box reads whole files.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import groupby

NO_COMMENTS = b"OpusTags" + bytes(8)  # nobody's, and none
HEAD = struct.Struct("<4sBBqIIIB")  # of a page: "OggS", version, kind, position, stream, number, check sum, segments
SEGMENT, SEGMENTS = 255, 255  # bytes; the most of a page
FIRST, LAST = 2, 4  # kinds of page
FRAMES = (480, 960, 1920, 2880)  # samples of a frame, by its kind, where only the coder for speech is at work
HYBRID = (480, 960)
MUSIC = (120, 240, 480, 960)


def tight(stream: bytes) -> bytes:
    """The same packets, and the same end, in the fewest pages."""
    pages = list(_pages(stream))
    serial, end = pages[0][1], pages[-1][0]
    head, _, *sound = _packets(pages)
    written = [_page(FIRST, 0, serial, 0, [head]), _page(0, 0, serial, 1, [NO_COMMENTS])]
    position = 0
    groups = [list(group) for _, group in groupby(_numbered(sound), lambda numbered: numbered[0])]
    for number, group in enumerate(groups, 2):
        position += sum(samples(packet) for _, packet in group)
        last = number == len(groups) + 1
        packets = [packet for _, packet in group]
        written.append(_page(LAST if last else 0, end if last else position, serial, number, packets))
    return b"".join(written)


def samples(packet: bytes) -> int:
    """How long a packet is heard, by its first byte (RFC 6716, 3.1)."""
    kind, count = packet[0] >> 3, (1, 2, 2, 0)[packet[0] & 3] or packet[1] & 63
    frame = FRAMES[kind % 4] if kind < 12 else HYBRID[kind % 2] if kind < 16 else MUSIC[kind % 4]
    return frame * count


def check_sum(page: bytes) -> int:
    """Ogg's own: CRC-32 from the top bit down, without a last turn."""
    left = 0
    for byte in page:
        left = (left << 8 & 0xFFFFFFFF) ^ TURNS[left >> 24 ^ byte]
    return left


def _turned(byte: int) -> int:
    left = byte << 24
    for _ in range(8):
        left = (left << 1) ^ (0x104C11DB7 if left & 0x80000000 else 0)
    return left


TURNS = [_turned(byte) for byte in range(256)]


def _pages(stream: bytes) -> Iterator[tuple[int, int, bytes, bytes]]:
    """Position, stream, lengths of the segments, and what is in them."""
    start = 0
    while start < len(stream):
        _, _, _, position, serial, _, _, segments = HEAD.unpack_from(stream, start)
        start += HEAD.size
        lengths = stream[start : start + segments]
        start += segments
        yield position, serial, lengths, stream[start : start + sum(lengths)]
        start += sum(lengths)


def _packets(pages: Sequence[tuple[int, int, bytes, bytes]]) -> Iterator[bytes]:
    """A packet ends with the first segment that is not full, on whichever page."""
    begun = b""
    for _, _, lengths, data in pages:
        start = 0
        for length in lengths:
            begun += data[start : start + length]
            start += length
            if length < SEGMENT:
                yield begun
                begun = b""


def _numbered(packets: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """Each packet with the number of its page: whole packets, as many as fit."""
    page = taken = 0
    for packet in packets:
        needed = len(packet) // SEGMENT + 1
        if taken + needed > SEGMENTS:
            page, taken = page + 1, 0
        taken += needed
        yield page, packet


def _page(kind: int, position: int, serial: int, number: int, packets: Sequence[bytes]) -> bytes:
    lengths = b"".join(b"\xff" * (len(packet) // SEGMENT) + bytes([len(packet) % SEGMENT]) for packet in packets)
    data = lengths + b"".join(packets)
    plain = HEAD.pack(b"OggS", 0, kind, position, serial, number, 0, len(lengths)) + data
    return HEAD.pack(b"OggS", 0, kind, position, serial, number, check_sum(plain), len(lengths)) + data
