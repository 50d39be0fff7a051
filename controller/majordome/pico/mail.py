"""Registered mail: what must arrive is numbered, kept until the other side has it, and sent again until then.

Pure like `wire`, and like it in two copies: under CPython on the box, under MicroPython on the board. Whoever holds
these says what time it is and does the sending. A new session (`reset`) starts both counts at nought.
"""

RESEND_US = 40000  # what has no answer is sent again so often
_MASK = 0x3FFFFFFF  # of the wire's times
NEW, OLD, AHEAD = 0, 1, 2


class Outbox:
    """Frames on their way. `number` is the next one's; `full` when too many are unanswered."""

    def __init__(self, slots: int = 8, longest: int = 130) -> None:
        # The numbers go round at 256, so the slots must divide that.
        self._frames = [bytearray(longest) for _ in range(slots)]
        self._sizes = [0] * slots
        self._slots = slots
        self._sent_at = 0
        self.number = 0
        self.waiting = 0
        self.resent = 0

    def reset(self) -> None:
        """Forget all: a new session begins."""
        self.number = 0
        self.waiting = 0

    @property
    def full(self) -> bool:
        """No room for another one."""
        return self.waiting == self._slots

    def keep(self, frame: bytes | bytearray, size: int, now: int) -> None:
        """This frame, with our `number` in it, has been sent."""
        if self.waiting == 0:
            self._sent_at = now
        slot = self.number % self._slots
        kept = self._frames[slot]
        for n in range(size):
            kept[n] = frame[n]
        self._sizes[slot] = size
        self.number = (self.number + 1) & 0xFF
        self.waiting += 1

    def acknowledged(self, number: int, now: int) -> None:
        """The other side has everything up to this number."""
        gone = (number - self.number + self.waiting + 1) & 0xFF
        if 0 < gone <= self.waiting:
            self.waiting -= gone
            self._sent_at = now

    def wanted(self, number: int, now: int) -> None:
        """The other side misses this number, and has everything before it: `due` at once."""
        self.acknowledged((number - 1) & 0xFF, now)
        if self.waiting and number == (self.number - self.waiting) & 0xFF:
            self._sent_at = now - RESEND_US

    def due(self, now: int) -> int:
        """How many must be sent again now, oldest first: `again(0)`, `again(1)`, ..."""
        if self.waiting == 0 or (now - self._sent_at) & _MASK < RESEND_US:
            return 0
        self._sent_at = now
        self.resent += self.waiting
        return self.waiting

    def again(self, n: int) -> bytearray:
        """The n-th that has no answer; its first `size(n)` bytes are the frame."""
        return self._frames[(self.number - self.waiting + n) % self._slots]

    def size(self, n: int) -> int:
        """How long it is."""
        return self._sizes[(self.number - self.waiting + n) % self._slots]


class Inbox:
    """Takes registered frames in their order, each once."""

    def __init__(self) -> None:
        self.expected = 0

    def reset(self) -> None:
        """A new session begins."""
        self.expected = 0

    def judge(self, number: int) -> int:
        """NEW: acknowledge and obey. OLD: acknowledge again. AHEAD: ask `again` for the `expected` one."""
        ahead = (number - self.expected) & 0xFF
        if ahead == 0:
            self.expected = (self.expected + 1) & 0xFF
            return NEW
        return OLD if ahead >= 128 else AHEAD
