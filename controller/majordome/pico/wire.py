"""The wire between the box and the Pico board: frames, and the messages in them. docs/wire.md tells the whole story.

This file runs unchanged under CPython and under MicroPython, and lives twice: in `firmware/` and in
`controller/majordome/pico/`. A test holds the two alike. It knows no port, no clock and no prop. `Reader` and `Writer`
work in buffers of their own, so that a board can read and answer without allocating.
"""

PROTOCOL = 1
LONGEST = 128  # bytes of a frame between its two zeros
SHORTEST = 6  # COBS code, kind, number and three bytes of checksum
BEAT_MS = 400  # the box pings so often
LOST_MS = 1500  # so long without a good frame, and either side takes the other for gone

MASK = 0x3FFFFFFF  # times are microseconds modulo 2**30: what MicroPython counts in without allocating
NOW = MASK  # as a time: at once
NONE = 255  # as a pattern: none

# What the board carries, as told in its identity.
SAND, LAMP, COLOURED_LAMP, BUZZER, BUTTON, BUTTON_LIGHT, RING, GUEST_LIGHTS = 1, 2, 4, 8, 16, 32, 64, 128
FITTED = ("sand", "lamp", "coloured_lamp", "buzzer", "button", "button_light", "ring", "guest_lights")

PATTERNS = ("stop", "turn", "vote", "empty", "alarm", "pass", "fail")
CAUSES = ("unknown", "power", "watchdog", "asked", "prompt", "crash")  # why the board started
LIGHTS = ("off", "waits", "busy", "paused")  # of the big button
PARTS = ("memory", "sand", "lamp", "buzzer", "chairs", "guests", "button", "ring")  # of the self-test
LEVELS = ("debug", "info", "warning", "error")
NO_LIGHT, NO_SOUND = 1, 2  # of the dark
RESTART, PROMPT, BOOTLOADER = 0, 1, 2  # how to leave
ALL = 255  # chairs to tare, parts to test
MOST_GUESTS = 6
MOST_ARCS = 36  # of the ring, three bytes each

# Letter: name and fields. A capital letter must arrive: it is numbered, acknowledged and sent again.
# Field types: b one byte, h two, w a time or a duration of 30 bits in four, u eight bytes as they are, s short text,
# r a length byte and so many bytes as they are.
MESSAGES = {
    "a": ("ack", ""),
    "n": ("again", ""),
    # from the box
    "h": ("hello", "b protocol,h session,w time"),
    "p": ("ping", "w time"),
    "R": ("run", "w left_ms,w total_ms,w at"),
    "F": ("freeze", "w at"),
    "C": ("clear", "b empty"),
    "L": ("lamp", "b red,b green,b blue,h fade_ms"),
    "D": ("dark", "b what"),
    "S": ("flash", "w at"),
    "B": ("buzz", "b pattern,w at"),
    "X": ("cancel", ""),
    "A": ("arm", "b pattern"),
    "W": ("button_light", "b light"),
    "Y": ("ring", "r arcs"),
    "U": ("guest_lights", "b lit"),
    "T": ("tare", "b chairs"),
    "E": ("test", "b part"),
    "O": ("only", "h led"),
    "M": ("monitor", "b on"),
    "Z": ("leave", "b how"),
    # from the board
    "i": (
        "identity",
        "b protocol,h session,b major,b minor,b patch,h fitted,b upper,b lower,b guests,b chairs,b cause,w uptime_ms,"
        "u uid,s name",
    ),
    "q": ("pong", "w time,w heard,w sent"),
    "s": ("status", "w uptime_s,w heap_used,w heap_free,w slowest_us,h bad_frames,h resent,b dark"),
    "P": ("button", "b pressed,w at,b struck"),
    "G": ("guest", "b number,b pressed,w at"),
    "K": ("chair", "b chair,b taken,h raw,w at"),
    "k": ("raw", "b chair,h raw,h empty"),
    "N": ("tared", "b chair,h empty"),
    "V": ("verdict", "b part,b passed,h value"),
    "l": ("log", "b level,s text"),
}
KINDS = {ord(letter): name for letter, (name, _) in MESSAGES.items()}
FIELDS = {
    ord(letter): tuple(tuple(field.split(" ")) for field in fields.split(",") if field)
    for letter, (_, fields) in MESSAGES.items()
}
GROWS = b"hi"  # these may get more fields at the end in a later protocol, and are understood by all

# CRC-24 as FlexRay has it: up to five flipped bits in a frame of this length are found for sure, and it fits the small
# integers of MicroPython, which CRC-32 does not.
_POLYNOMIAL = 0x5D6DCB
_START = 0xFEDCBA


def _rows() -> tuple[int, ...]:
    rows = []
    for byte in range(256):
        crc = byte << 16
        for _ in range(8):
            crc = ((crc << 1) ^ _POLYNOMIAL if crc & 0x800000 else crc << 1) & 0xFFFFFF
        rows.append(crc)
    return tuple(rows)


_ROWS = _rows()


def checksum(data: bytes | bytearray | memoryview, start: int, end: int) -> int:
    """CRC-24 of `data[start:end]`, without a slice."""
    crc = _START
    rows = _ROWS
    for n in range(start, end):
        crc = ((crc & 0xFFFF) << 8) ^ rows[(crc >> 16) ^ data[n]]
    return crc


def since(now: int, then: int) -> int:
    """Microseconds from one time to another, negative if `then` is yet to come: sure within eight minutes."""
    gone = (now - then) & MASK
    return gone if gone <= MASK >> 1 else gone - MASK - 1


def later(time: int, us: int) -> int:
    """So many microseconds later. The order of the sum keeps MicroPython within its small integers."""
    return (time - MASK - 1 + us) & MASK


class Writer:
    """Builds one frame after the other in its own buffer: `begin`, the fields, `end`; then send `frame[:size]`."""

    def __init__(self) -> None:
        self.frame = bytearray(LONGEST + 2)
        self.size = 0

    def begin(self, kind: int, number: int = 0) -> None:
        """Start a frame; what must arrive has a number."""
        self.frame[2] = kind
        self.frame[3] = number & 0xFF
        self.size = 4

    def byte(self, value: int) -> None:
        """One byte."""
        self.frame[self.size] = value
        self.size += 1

    def short(self, value: int) -> None:
        """Two bytes, the small end first."""
        self.frame[self.size] = value & 0xFF
        self.frame[self.size + 1] = value >> 8
        self.size += 2

    def word(self, value: int) -> None:
        """Thirty bits in four bytes."""
        self.short(value & 0xFFFF)
        self.short(value >> 16)

    def raw(self, data: bytes | bytearray) -> None:
        """Bytes as they are."""
        for byte in data:
            self.byte(byte)

    def text(self, data: bytes) -> None:
        """Its length and its UTF-8, cut to what fits."""
        room = min(len(data), LONGEST + 2 - self.size - 5)
        while 0 < room < len(data) and data[room] & 0xC0 == 0x80:  # never in the middle of a letter
            room -= 1
        self.byte(room)
        for n in range(room):
            self.byte(data[n])

    def end(self) -> int:
        """Checksum, COBS in place, and the two zeros; how many bytes are to be sent."""
        frame = self.frame
        crc = checksum(frame, 2, self.size)
        self.byte(crc & 0xFF)
        self.byte((crc >> 8) & 0xFF)
        self.byte(crc >> 16)
        frame[0] = 0
        code = 1
        for n in range(2, self.size):
            if frame[n] == 0:
                frame[code] = n - code
                code = n
        frame[code] = self.size - code
        frame[self.size] = 0
        self.size += 1
        return self.size


class Reader:
    """Bytes in, good frames out; whatever else comes is thrown away and counted in `bad`.

    A good frame stands in `kind`, `number` and the fields (by their offset: `byte(0)`, `word(1)`) until the next take.
    """

    def __init__(self) -> None:
        self.buffer = bytearray(LONGEST)
        self.kind = 0
        self.number = 0
        self.size = 0  # of the fields
        self.bad = 0
        self.pending = 0  # bytes of a frame that has not ended

    def take(self, byte: int) -> bool:
        """One byte; true when it ends a good frame."""
        if byte:
            if self.pending < LONGEST:
                self.buffer[self.pending] = byte
            self.pending += 1
            return False
        length, self.pending = self.pending, 0
        if length == 0:
            return False  # the zero before a frame
        if length < SHORTEST or length > LONGEST or not self._unstuffed(length) or not self._meant(length):
            self.bad += 1
            return False
        return True

    def forget(self) -> None:
        """Throw away what has not ended: nothing came for too long."""
        if self.pending:
            self.pending = 0
            self.bad += 1

    def _unstuffed(self, length: int) -> bool:
        buffer = self.buffer
        code = 0
        while code < length:
            step = buffer[code]
            buffer[code] = 0
            code += step
        return code == length

    def _meant(self, length: int) -> bool:
        """The checksum is right, and it is a message that we know, with every field in its place."""
        buffer, end = self.buffer, length - 3
        if checksum(buffer, 1, end) != buffer[end] | buffer[end + 1] << 8 | buffer[end + 2] << 16:
            return False
        self.kind, self.number, self.size = buffer[1], buffer[2], end - 3
        if self.kind not in FIELDS:
            return False
        at = 0
        for form, _ in FIELDS[self.kind]:
            if form == "b":
                at += 1
            elif form == "h":
                at += 2
            elif form == "w":
                at += 4
                if at <= self.size and buffer[at + 2] > 0x3F:
                    return False
            elif form == "u":
                at += 8
            else:
                at += 1 + (buffer[at + 3] if at < self.size else 0)
        return at == self.size or (at < self.size and self.kind in GROWS)

    def byte(self, at: int) -> int:
        """One byte of the fields."""
        return self.buffer[at + 3]

    def short(self, at: int) -> int:
        """Two bytes."""
        return self.buffer[at + 3] | self.buffer[at + 4] << 8

    def word(self, at: int) -> int:
        """Thirty bits."""
        return self.short(at) | self.short(at + 2) << 16

    def values(self) -> tuple[int | bytes | str, ...]:
        """All fields, in their order. This one allocates."""
        found: list[int | bytes | str] = []
        at = 0
        for form, _ in FIELDS[self.kind]:
            if form == "b":
                found.append(self.byte(at))
                at += 1
            elif form == "h":
                found.append(self.short(at))
                at += 2
            elif form == "w":
                found.append(self.word(at))
                at += 4
            elif form == "u":
                found.append(bytes(self.buffer[at + 3 : at + 11]))
                at += 8
            else:
                end = at + 4 + self.byte(at)
                data = bytes(self.buffer[at + 4 : end])
                found.append(data if form == "r" else decoded(data))
                at = end - 3
        return tuple(found)


def decoded(data: bytes) -> str:
    """Text that may be damaged: MicroPython cannot replace what is no UTF-8."""
    try:
        return data.decode()
    except UnicodeError:
        return "".join([chr(byte) if 32 <= byte < 127 else "?" for byte in data])


def registered(kind: int) -> bool:
    """It must arrive."""
    return kind < 0x60


def frame(letter: str, *values: int | bytes | str, number: int = 0) -> bytes:
    """A whole message, ready to send. Convenient, and it allocates."""
    writer = Writer()
    kind = ord(letter)
    fields = FIELDS[kind]
    if len(fields) != len(values):
        raise ValueError(f"{KINDS[kind]} takes {len(fields)} fields, not {len(values)}")
    writer.begin(kind, number)
    for n, (form, name) in enumerate(fields):
        value = values[n]
        if isinstance(value, int):
            top = {"b": 0xFF, "h": 0xFFFF, "w": MASK}.get(form, -1)
            if not 0 <= value <= top:
                raise ValueError(f"{KINDS[kind]}: {name} cannot be {value}")
            (writer.byte if form == "b" else writer.short if form == "h" else writer.word)(value)
        elif isinstance(value, str):
            if form != "s":
                raise ValueError(f"{KINDS[kind]}: {name} is no text")
            writer.text(value.encode())
        elif form == "r" and len(value) <= LONGEST - SHORTEST - 1:
            writer.byte(len(value))
            writer.raw(value)
        elif form != "u" or len(value) != 8:
            raise ValueError(f"{KINDS[kind]}: {name} cannot be {len(value)} bytes")
        else:
            writer.raw(value)
    writer.end()
    return bytes(writer.frame[: writer.size])


def hello(session: int, time: int) -> bytes:
    """A hello without a Ctrl-C (3) in it, wherever that can be: a board that is just starting would stop for one."""
    for number in range(1, 256):
        said = frame("h", PROTOCOL, session, (time + number * 0x10305) & MASK, number=number)
        if 3 not in said:
            break
    return said


_WORDS = {
    "pattern": PATTERNS,
    "struck": PATTERNS,
    "cause": CAUSES,
    "light": LIGHTS,
    "level": LEVELS,
    "part": PARTS,
    "how": ("restart", "prompt", "bootloader"),
    "what": ("light and sound", "no light", "no sound", "no light, no sound"),
}


def _word(name: str, value: int | bytes | str) -> str:
    if isinstance(value, str):
        return repr(value)
    if not isinstance(value, int):
        return "".join([f"{byte:02x}" for byte in value])
    if name in _WORDS:
        words = _WORDS[name]
        return words[value] if value < len(words) else "none" if value == NONE else str(value)
    if name == "fitted":
        return "+".join([part for bit, part in enumerate(FITTED) if value >> bit & 1]) or "nothing"
    return "now" if name == "at" and value == NOW else str(value)


def describe(kind: int, number: int, values: tuple[int | bytes | str, ...]) -> str:
    """A frame as a line of a log: 'run #7 left_ms=180000 total_ms=180000 at=51234567'."""
    line = KINDS[kind] + (f" #{number}" if registered(kind) or kind in b"an" else "")
    for n, (_, name) in enumerate(FIELDS[kind]):
        line += f" {name}={_word(name, values[n])}"
    return line


def described(data: bytes) -> str:
    """Whatever came or went over the wire, as a line of a log: the frames in it, and that there was garbage."""
    reader = Reader()
    lines = [describe(reader.kind, reader.number, reader.values()) for byte in data if reader.take(byte)]
    reader.forget()
    if reader.bad:
        lines.append(f"{reader.bad} times garbage")
    return "; ".join(lines)
