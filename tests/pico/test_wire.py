"""The wire: whatever comes, only what was meant is understood."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from majordome.pico import mail, wire
from pico.rig import FIRMWARE, needs_micropython, run_on_micropython

Values = tuple[int | bytes | str, ...]
FORMS: dict[str, st.SearchStrategy[Any]] = {
    "b": st.integers(0, 0xFF),
    "h": st.integers(0, 0xFFFF),
    "w": st.integers(0, wire.MASK),
    "u": st.binary(min_size=8, max_size=8),
    "r": st.binary(max_size=3 * wire.MOST_ARCS),
    "s": st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
}


@st.composite
def messages(draw: st.DrawFn) -> tuple[str, Values, int]:
    """Any message: its letter, its fields and its number."""
    letter = draw(st.sampled_from(sorted(wire.MESSAGES)))
    values = tuple(draw(FORMS[form]) for form, _ in wire.FIELDS[ord(letter)])
    return letter, values, draw(st.integers(0, 255))


def understood(data: bytes) -> list[tuple[str, Values, int]]:
    """What a reader makes of these bytes."""
    reader = wire.Reader()
    return [(chr(reader.kind), reader.values(), reader.number) for byte in data if reader.take(byte)]


def frame(message: tuple[str, Values, int]) -> bytes:
    letter, values, number = message
    return wire.frame(letter, *values, number=number)


noise = st.one_of(
    st.binary(max_size=300),
    # Bytes that look like something: pieces of frames, zeros, small numbers.
    st.lists(
        st.one_of(messages().map(frame), messages().map(frame).map(lambda f: f[: len(f) // 2]), st.binary(max_size=3)),
        max_size=6,
    ).map(b"".join),
)


@pytest.mark.parametrize("name", ["wire.py", "mail.py"])
def test_the_box_and_the_board_speak_from_the_same_file(name: str) -> None:
    assert (FIRMWARE / name).read_bytes() == (Path(wire.__file__).parent / name).read_bytes()


@given(messages())
def test_every_message_arrives_as_it_was_sent(message: tuple[str, Values, int]) -> None:
    assert understood(frame(message)) == [message]


@given(st.lists(messages(), max_size=8))
def test_messages_behind_each_other_are_told_apart(sent: list[tuple[str, Values, int]]) -> None:
    assert understood(b"".join(map(frame, sent))) == sent


@given(messages())
def test_a_frame_has_a_zero_at_each_end_and_nowhere_else(message: tuple[str, Values, int]) -> None:
    sent = frame(message)
    assert sent[0] == sent[-1] == 0
    assert 0 not in sent[1:-1]
    assert len(sent) - 2 <= wire.LONGEST


@given(messages())
def test_no_frame_begins_as_mpremote_does(message: tuple[str, Values, int]) -> None:
    assert frame(message)[1:3] != b"\r\x03"


@given(noise)
@example(b"\0\1\0")
@example(bytes(range(256)) * 2)
def test_whatever_comes_only_true_frames_are_understood(data: bytes) -> None:
    for message in understood(data):
        if message[0] not in "hi":  # these may have grown
            assert frame(message) in b"\0" + data


@given(noise, st.lists(messages(), min_size=1, max_size=3))
def test_after_any_noise_the_very_next_frame_is_understood(data: bytes, sent: list[tuple[str, Values, int]]) -> None:
    assert understood(data + b"".join(map(frame, sent)))[-len(sent) :] == sent


@given(messages(), st.data())
def test_a_frame_cut_short_costs_nothing_but_itself(message: tuple[str, Values, int], data: st.DataObject) -> None:
    whole = frame(message)
    cut = data.draw(st.integers(1, len(whole) - 1))
    assert understood(whole[:cut] + whole) == [message] * (1 if cut < len(whole) - 1 else 2)  # the zero closes it


@given(messages(), st.data())
def test_a_damaged_frame_is_not_understood(message: tuple[str, Values, int], data: st.DataObject) -> None:
    whole = bytearray(frame(message))
    for bit in data.draw(st.sets(st.integers(8, len(whole) * 8 - 9), min_size=1, max_size=5)):
        whole[bit // 8] ^= 1 << bit % 8
    assert understood(bytes(whole)) == []


@given(messages(), st.data())
def test_a_frame_that_lost_or_won_bytes_is_not_understood(
    message: tuple[str, Values, int], data: st.DataObject
) -> None:
    whole = frame(message)
    start = data.draw(st.integers(1, len(whole) - 2))
    end = data.draw(st.integers(start, len(whole) - 1))
    damaged = whole[:start] + data.draw(st.binary(max_size=4)) + whole[end:]
    assume(damaged.strip(b"\0") != whole.strip(b"\0"))
    assert understood(damaged) == []


def test_the_checksum_is_flexrays() -> None:
    assert wire.checksum(b"123456789", 0, 9) == 0x7979BD


def test_up_to_five_flipped_bits_in_the_longest_frame_are_always_found() -> None:
    # A checksum is linear: it is enough that no few single-bit changes cancel each other out.
    longest = wire.LONGEST - 1
    clean = wire.checksum(bytes(longest), 0, longest)
    marks = [1 << n for n in range(24)]  # a flipped bit in the checksum itself
    for bit in range(longest * 8 - 24):
        data = bytearray(longest)
        data[bit // 8] = 1 << bit % 8
        marks.append(wire.checksum(data, 0, longest) ^ clean)
    pairs = {one ^ other for one, other in combinations(marks, 2)}
    assert len(pairs) == len(marks) * (len(marks) - 1) // 2  # no four cancel each other out...
    assert 0 not in pairs
    assert not pairs & set(marks)
    assert (0x1000000 | wire._POLYNOMIAL).bit_count() % 2 == 0  # ...and with this, no odd number ever does


def test_a_message_that_is_no_message_is_refused_before_it_is_sent() -> None:
    for letter, values in [("R", (1, 2)), ("C", (256,)), ("F", (-1,)), ("F", (wire.MASK + 1,)), ("C", ("text",))]:
        with pytest.raises(ValueError, match=r"run|clear|freeze"):
            wire.frame(letter, *values)
    with pytest.raises(ValueError, match="uid cannot be 5 bytes"):
        wire.frame("i", 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, b"short", "")
    with pytest.raises(ValueError, match="arcs cannot be 122 bytes"):
        wire.frame("Y", bytes(122))


def test_a_long_text_is_cut_between_two_letters() -> None:
    [(_, (_, text), _)] = understood(wire.frame("l", 1, "é" * 200))
    assert isinstance(text, str)
    assert set(text) == {"é"}
    assert 50 <= len(text) <= 60


def test_a_later_hello_with_more_in_it_is_still_a_hello() -> None:
    writer = wire.Writer()
    writer.begin(ord("h"))
    for byte in (9, 1, 2, 0, 0, 0, 0, 42, 43):
        writer.byte(byte)
    writer.end()
    assert understood(bytes(writer.frame[: writer.size])) == [("h", (9, 513, 0), 0)]


@given(st.integers(1, 0xFFFF), st.integers(0, wire.MASK))
def test_a_hello_is_no_ctrl_c_to_a_board_that_just_starts(session: int, time: int) -> None:
    said = wire.hello(session, time)
    assert understood(said)[0][1][:2] == (wire.PROTOCOL, session)
    assert 3 not in said or 3 in (session & 0xFF, session >> 8)


def test_the_paper_says_what_the_wire_does() -> None:
    paper = (Path(FIRMWARE).parent / "docs" / "wire.md").read_text("utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in paper.splitlines() if line.startswith("| ")]
    told = {cells[0]: (cells[1], cells[2] if len(cells) == 4 else "") for cells in rows if cells[0] in wire.MESSAGES}
    assert told == {letter: (name, fields.replace(",", ", ")) for letter, (name, fields) in wire.MESSAGES.items()}


def test_a_frame_reads_well_in_a_log() -> None:
    sent = wire.frame("R", 180000, 180000, 51234567, number=7) + wire.frame("B", 0, wire.NOW, number=8)
    assert wire.described(sent + wire.frame("a", number=8)) == (
        "run #7 left_ms=180000 total_ms=180000 at=51234567; buzz #8 pattern=stop at=now; ack #8"
    )
    assert wire.described(wire.frame("P", 1, 5, wire.NONE)) == "button #0 pressed=1 at=5 struck=none"
    assert wire.described(b"ATZ\r\n") == "1 times garbage"
    assert "fitted=sand+buzzer" in wire.described(
        wire.frame("i", 1, 1, 1, 0, 0, wire.SAND | wire.BUZZER, 30, 30, 0, 0, 2, 0, bytes(8), "props")
    )
    assert "cause=watchdog" in wire.described(wire.frame("i", 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, bytes(8), "props"))


@given(messages())
def test_every_message_can_be_described(message: tuple[str, Values, int]) -> None:
    assert wire.described(frame(message)).startswith(wire.MESSAGES[message[0]][0])


@given(st.integers(0, wire.MASK), st.integers(-(2**29) + 1, 2**29 - 1))
def test_times_compare_well_where_the_clock_goes_round(then: int, gone: int) -> None:
    assert wire.since((then + gone) & wire.MASK, then) == gone


@needs_micropython
def test_micropython_reads_and_writes_the_same_bytes() -> None:
    random = Random(6)
    words: list[list[Any]] = []
    for letter in sorted(wire.MESSAGES):
        for _ in range(3):
            values = [
                {"b": random.randrange(256), "h": random.randrange(65536), "w": random.choice([0, 1, wire.MASK])}.get(
                    form, "é\0x"
                )
                for form, _ in wire.FIELDS[ord(letter)]
                if form not in "ur"
            ]
            words.append([letter, values, random.randrange(256)])
    garbage = bytes(random.choice([0, 1, 2, 3, 13, 65, 255]) for _ in range(3000))
    source = f"""
import json, wire
words = json.loads({json.dumps(json.dumps(words))})
stream = b""
for letter, values, number in words:
    values = list(values)
    if letter == "i":
        values.insert(12, b"12345678")
    if letter == "Y":
        values = [bytes(range(36))]
    stream += wire.frame(letter, *values, number=number)
stream += bytes.fromhex("{garbage.hex()}")
reader = wire.Reader()
read = [wire.describe(reader.kind, reader.number, reader.values()) for byte in stream if reader.take(byte)]
print(json.dumps([stream.hex(), read, reader.bad]))
"""
    hexed, read, bad = json.loads(run_on_micropython(source))
    ours = b""
    for letter, values, number in words:
        more = {"i": [*values[:12], b"12345678", *values[12:]], "Y": [bytes(range(36))]}
        ours += wire.frame(letter, *more.get(letter, values), number=number)
    assert bytes.fromhex(hexed) == ours + garbage
    reader = wire.Reader()
    described = [
        wire.describe(reader.kind, reader.number, reader.values()) for byte in ours + garbage if reader.take(byte)
    ]
    assert read == [line.replace("é", "\\xe9") for line in described]  # how MicroPython prints it
    assert bad == reader.bad > 0
    assert len(described) >= len(words)


# What must arrive.


@given(st.lists(st.booleans(), max_size=400), st.integers(1, 40))
def test_registered_mail_arrives_once_and_in_order_whatever_is_lost(losses: list[bool], letters: int) -> None:
    fate = iter(losses)
    outbox, inbox, now = mail.Outbox(8), mail.Inbox(), 0
    sent, arrived = 0, []

    def carry(paper: bytes) -> None:
        """Over a line that loses some, and back with the answer."""
        if next(fate, False):
            return
        verdict = inbox.judge(paper[0])
        if verdict == mail.NEW:
            arrived.append(paper[1])
        if next(fate, False):
            return
        if verdict == mail.AHEAD:
            outbox.wanted(inbox.expected, now)
        else:
            outbox.acknowledged(paper[0], now)

    for _ in range(2000):
        now = (now + 10_000) & wire.MASK
        while sent < letters and not outbox.full:
            paper = bytes([outbox.number, sent])
            outbox.keep(paper, 2, now)
            sent += 1
            carry(paper)
        again = [bytes(outbox.again(n)[: outbox.size(n)]) for n in range(outbox.due(now))]
        for paper in again:
            carry(paper)
        if sent == letters and outbox.waiting == 0:
            break
    assert arrived == list(range(letters))


def test_the_numbers_go_round() -> None:
    outbox, inbox = mail.Outbox(8), mail.Inbox()
    for n in range(1000):
        assert outbox.number == n % 256
        assert inbox.judge(outbox.number) == mail.NEW
        outbox.keep(bytes([n % 256]), 1, 0)
        outbox.acknowledged(n % 256, 0)
        assert outbox.waiting == 0


def test_an_old_answer_moves_nothing() -> None:
    outbox = mail.Outbox(8)
    for _ in range(3):
        outbox.keep(b"x", 1, 0)
    for number in (200, 255, 3, 100):
        outbox.acknowledged(number, 0)
        outbox.wanted((number + 1) & 0xFF, 0)
        assert outbox.waiting == 3
