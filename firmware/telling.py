"""What the board tells the box: who it is, how it is, and all that was pressed, sat on or left.

Presses wait in a row of their own until they can be sent, each with its time, so that none is lost on a bad line.
Of a chair only the last level counts.
"""

import gc
from array import array

import wire
from mail import Outbox
from wire import MASK, later, since

VERSION = (1, 2, 0)
IDENTITY, PONG, STATUS, RAW, LOG = b"iqskl"
BUTTON, GUEST, CHAIR, TARED, VERDICT = b"PGKNV"
STATUS_US = 1000000
RAW_US = 200000
ROW = 32  # presses that can wait


class Telling:
    """Owns the writer and what is on its way."""

    def __init__(self, props, transport, clock, uid, name, cause):
        self._props = props
        self._transport = transport
        self._clock = clock
        self._uid = uid
        self._name = name
        self._cause = cause
        self._writer = wire.Writer()
        self.outbox = Outbox(16, 48)
        self.monitored = False
        self._counted_at = self._status_at = self._raw_at = clock()
        self._uptime_ms = 0
        self._slowest = 0
        # Presses: which switch (0 the big button) and whether down, what has sounded, and when.
        self._what = bytearray(ROW)
        self._struck = bytearray(ROW)
        self._at = array("I", [0] * ROW)
        self._first = self._waiting = 0
        self._chairs = self._tared = self._tests = 0  # to be told: one bit each

    def begin_session(self, now):
        """Old numbers and news are gone; the box must know what sits and what is held down."""
        self.outbox.reset()
        self._status_at = self._raw_at = now
        self._waiting = self._tared = self._tests = 0
        self.monitored = False
        self._chairs = (1 << len(self._props.chairs)) - 1
        self.changed(self._props.held())

    # What there is to tell.

    def changed(self, changed):
        """These have: bit 0 the big button, 1 to 6 the guests' buzzers, from 7 the chairs."""
        if not changed:
            return
        self._chairs |= changed >> 7
        for n in range(7):
            if changed >> n & 1 and self._waiting < ROW:
                switch = self._props.switch(n)
                slot = (self._first + self._waiting) % ROW
                self._what[slot] = n << 1 | switch.pressed
                self._at[slot] = switch.at
                self._struck[slot] = self._props.struck if n == 0 and not switch.pressed else wire.NONE
                self._waiting += 1

    def tared(self, chairs):
        """These have been tared: one bit each."""
        self._tared |= chairs

    def test(self, part):
        """This part is to be tested, or all."""
        self._tests |= (1 << len(wire.PARTS)) - 1 if part == wire.ALL else 1 << part if part < len(wire.PARTS) else 0

    def count(self, now, took):
        """A turn of the loop took so long."""
        if took > self._slowest:
            self._slowest = took
        gone = since(now, self._counted_at) // 1000
        self._uptime_ms = later(self._uptime_ms, gone)
        self._counted_at = later(self._counted_at, gone * 1000)

    # Telling it.

    def go_on(self, now, bad, dark):
        """Whatever is due, as far as there is room."""
        outbox = self.outbox
        for n in range(outbox.due(now)):
            self._transport.write(outbox.again(n), outbox.size(n))
        while self._waiting and not outbox.full:
            self._press(now)
        if self._chairs and not outbox.full:
            self._chair(self._lowest(self._chairs), now)
        if self._tared and not outbox.full:
            self._empty(self._lowest(self._tared), now)
        if self._tests and not outbox.full:
            self._verdict(self._lowest(self._tests), now)
        if self.monitored and since(now, self._raw_at) >= RAW_US:
            self._raw_at = now
            self._raw()
        if since(now, self._status_at) >= STATUS_US:
            self._status_at = now
            self._status(bad, dark)

    def _lowest(self, bits):
        n = 0
        while not bits >> n & 1:
            n += 1
        return n

    def _press(self, now):
        slot = self._first
        what, self._first, self._waiting = self._what[slot], (slot + 1) % ROW, self._waiting - 1
        self._begin(GUEST if what > 1 else BUTTON)
        if what > 1:
            self._writer.byte(what >> 1)
        self._writer.byte(what & 1)
        self._writer.word(self._at[slot])
        if what < 2:
            self._writer.byte(self._struck[slot])
        self._post(now)

    def _chair(self, n, now):
        self._chairs &= ~(1 << n)
        chair = self._props.chairs[n]
        self._begin(CHAIR)
        self._writer.byte(n)
        self._writer.byte(1 if chair.taken else 0)
        self._writer.short(chair.raw)
        self._writer.word(chair.at)
        self._post(now)

    def _empty(self, n, now):
        self._tared &= ~(1 << n)
        self._begin(TARED)
        self._writer.byte(n)
        self._writer.short(self._props.chairs[n].empty)
        self._post(now)

    def _verdict(self, part, now):
        self._tests &= ~(1 << part)
        passed, value = self._props.test(part, now)
        self._begin(VERDICT)
        self._writer.byte(part)
        self._writer.byte(passed)
        self._writer.short(value)
        self._post(now)

    def _raw(self):
        for n in range(len(self._props.chairs)):
            chair = self._props.chairs[n]
            self._begin(RAW)
            self._writer.byte(n)
            self._writer.short(chair.raw)
            self._writer.short(chair.empty)
            self._send()

    def _status(self, bad, dark):
        self._begin(STATUS)
        writer = self._writer
        writer.word(self._uptime_ms // 1000)
        writer.word(gc.mem_alloc())
        writer.word(gc.mem_free() & MASK)
        writer.word(self._slowest & MASK)
        writer.short(min(0xFFFF, bad))
        writer.short(min(0xFFFF, self.outbox.resent))
        writer.byte(dark)
        self._slowest = 0
        self._send()

    def identity(self, session):
        """Who we are."""
        self._begin(IDENTITY)
        writer, props = self._writer, self._props
        writer.byte(wire.PROTOCOL)
        writer.short(session)
        for number in VERSION:
            writer.byte(number)
        writer.short(props.fitted)
        writer.byte(props.upper)
        writer.byte(props.lower)
        writer.byte(len(props.guests))
        writer.byte(len(props.chairs))
        writer.byte(self._cause)
        writer.word(self._uptime_ms)
        writer.raw(self._uid)
        writer.text(self._name)
        self._send()

    def pong(self, time, heard):
        """The answer to a ping."""
        self._begin(PONG)
        self._writer.word(time)
        self._writer.word(heard)
        self._writer.word(self._clock())
        self._send()

    def answer(self, kind, number):
        """Ack, or again."""
        self._writer.begin(kind, number)
        self._send()

    def log(self, level, text):
        """A line for the box's log."""
        self._begin(LOG)
        self._writer.byte(level)
        self._writer.text(text.encode())
        self._send()

    def _begin(self, kind):
        self._writer.begin(kind, self.outbox.number if wire.registered(kind) else 0)

    def _send(self):
        self._transport.write(self._writer.frame, self._writer.end())

    def _post(self, now):
        """As `_send`, and kept until the box has it."""
        size = self._writer.end()
        self._transport.write(self._writer.frame, size)
        self.outbox.keep(self._writer.frame, size, now)
