"""The board's loop: it listens to the box, moves the props, and has told what happens to them.

It takes a transport (`read()`: a byte or -1; `write(buffer, size)`), a clock and the props, and knows no pins. The
props do their own part by themselves; without the box they fall dark and silent.
"""

import wire
from mail import AHEAD, NEW, Inbox
from telling import Telling
from wire import MASK, NO_LIGHT, NO_SOUND, NOW, later, since

HELLO, PING, ACK, AGAIN = b"hpan"
RUN, FREEZE, CLEAR, ONLY, LAMP, LIGHT, DARK, FLASH = b"RFCOLWDS"
BUZZ, ARM, CANCEL, TARE, TEST, MONITOR, LEAVE = b"BAXTEMZ"
RING, GUEST_LIGHTS = b"YU"
FRAME_US = 33000
HALF_A_FRAME_US = 500000  # a frame that does not go on for so long is none
SPIN_US = 1500  # so shortly before, wait for it
EXACT_US = 8000  # no drawing when something must happen at its time within this
SPEAK_UP_US = 100000
MOUTHFUL = 256  # bytes read in one turn: the sand falls and the watchdog is fed whatever comes


class Leave(Exception):
    """The box wants the board to restart, or to give way: `how` is one of wire.RESTART, PROMPT, BOOTLOADER."""

    def __init__(self, how):
        super().__init__(how)
        self.how = how


class Core:
    """One turn after the other: `turn()` never waits, and raises nothing but `Leave`."""

    def __init__(self, props, transport, clock, *, uid=bytes(8), name="", cause=0, trouble=""):
        now = clock()
        self.props = props
        self.session = 0
        self.dark = 0
        self._transport = transport
        self._clock = clock
        self._trouble = trouble
        self._reader = wire.Reader()
        self._inbox = Inbox()
        self._tell = Telling(props, transport, clock, uid, name.encode(), cause)
        self._heard_at = self._byte_at = self._drawn_at = self._turn_at = now
        self._spoke_up_at = later(now, -SPEAK_UP_US)
        self._flashes_at = NOW
        self._tell.identity(0)

    # One turn.

    def turn(self):
        """Listen, move, tell."""
        now = self._clock()
        self._tell.count(now, since(now, self._turn_at))
        self._turn_at = now
        self._listen(now)
        if self.session and since(now, self._heard_at) >= wire.LOST_MS * 1000:
            self.lose()
        changed = self.props.look(now)
        if 0 < self._due_in(now) <= SPIN_US:
            now = self._spin(now)
        self._on_time(now)
        if since(now, self._drawn_at) >= FRAME_US and self._due_in(now) >= EXACT_US:
            self._drawn_at = now
            self.props.draw(now)
        if self.session:
            self._tell.changed(changed)
            self._tell.go_on(now, self._reader.bad, self.dark)

    def _listen(self, now):
        reader, transport = self._reader, self._transport
        for _ in range(MOUTHFUL):
            byte = transport.read()
            if byte < 0:
                break
            self._byte_at = now
            if reader.take(byte):
                self._take(now)
            elif reader.pending == 2 and reader.buffer[0] == 13 and reader.buffer[1] == 3:
                raise Leave(wire.PROMPT)  # mpremote's "\\r Ctrl-C": no frame begins so
        if reader.pending and since(now, self._byte_at) >= HALF_A_FRAME_US:
            reader.forget()

    def _take(self, now):
        """A good frame came."""
        reader, tell = self._reader, self._tell
        kind, number = reader.kind, reader.number
        if kind == HELLO:
            self._hello(reader.short(1), now)
            return
        if not self.session:  # we have restarted, or lost each other
            if not 0 <= since(now, self._spoke_up_at) < SPEAK_UP_US:  # nor more than eight minutes ago
                self._spoke_up_at = now
                tell.identity(0)
            return
        self._heard_at = now
        if kind == PING:
            tell.pong(reader.word(0), now)
        elif kind == ACK:
            tell.outbox.acknowledged(number, now)
        elif kind == AGAIN:
            tell.outbox.wanted(number, now)
        elif wire.registered(kind):
            verdict = self._inbox.judge(number)
            if verdict == AHEAD:
                tell.answer(AGAIN, self._inbox.expected)
                return
            tell.answer(ACK, number)
            if verdict == NEW:
                self._obey(kind, now)

    def _hello(self, session, now):
        self._heard_at = now
        if session != self.session:
            self.session = session
            self._inbox.reset()
            self._tell.begin_session(now)
        self._tell.identity(session)
        if self._trouble:
            self._tell.log(3, "it had stopped: " + self._trouble)
            self._trouble = ""

    def lose(self):
        """The box is gone: dark, silent, and nothing to come."""
        self.session = 0
        self._flashes_at = NOW
        self.darken(0)
        self.props.away()

    # What the box orders.

    def _obey(self, kind, now):
        reader, props = self._reader, self.props
        if kind in b"RFCO":
            if props.sand:
                self._obey_sand(kind, props.sand, now)
        elif kind in b"BAX":
            if kind == CANCEL:
                self._flashes_at = NOW
            if props.buzzer:
                self._obey_buzzer(kind, props.buzzer, now)
        elif kind == LAMP:
            if props.lamp:
                props.lamp.show(reader.byte(0), reader.byte(1), reader.byte(2), reader.short(3), now)
        elif kind == LIGHT:
            if props.button_light:
                props.button_light.show(reader.byte(0), now)
        elif kind == RING:
            if props.ring:
                props.ring.show(reader, reader.byte(0), now)
        elif kind == GUEST_LIGHTS:
            if props.guest_lights:
                props.guest_lights.show(reader.byte(0))
        elif kind == DARK:
            self.darken(reader.byte(0))
        elif kind == FLASH:
            self._flashes_at = self._at(0, now)
            self._on_time(now)
        elif kind == TARE:
            self._tell.tared(props.tare(reader.byte(0)))
        elif kind == TEST:
            self._tell.test(reader.byte(0))
        elif kind == MONITOR:
            self._tell.monitored = reader.byte(0) != 0
        elif kind == LEAVE:
            raise Leave(reader.byte(0))
        self._drawn_at = later(now, -FRAME_US)  # seen in this very turn

    def _obey_sand(self, kind, sand, now):
        reader = self._reader
        if kind == RUN:
            sand.run(reader.word(0), reader.word(4), self._at(8, now))
        elif kind == FREEZE:
            sand.freeze(self._at(0, now))
        elif kind == CLEAR:
            sand.clear(reader.byte(0), now)
        elif reader.short(0) == 65535:
            sand.away()
        else:
            sand.only(reader.short(0))

    def _obey_buzzer(self, kind, buzzer, now):
        if kind == BUZZ:
            buzzer.sound_at(self._reader.byte(0), self._at(1, now), now)
        elif kind == ARM:
            buzzer.armed = self._reader.byte(0)
            self.props.armed()
        else:
            buzzer.hush()

    def _at(self, offset, now):
        at = self._reader.word(offset)
        return now if at == NOW else at

    def darken(self, what):
        """Nothing shines, nothing sounds, or both; 0 lifts it."""
        self.dark = what
        self.props.darken(what & NO_LIGHT != 0, what & NO_SOUND != 0)

    # What happens at its time.

    def _on_time(self, now):
        if self._flashes_at != NOW and since(now, self._flashes_at) >= 0:
            self._flashes_at = NOW
            self.darken(0)
            if self.props.lamp:
                self.props.lamp.flash(now)
                self.props.lamp.draw(now)
        if self.props.buzzer:
            self.props.buzzer.move(now)

    def _due_in(self, now):
        """us until something must happen at its time, or a very long time."""
        flash = MASK if self._flashes_at == NOW else -since(now, self._flashes_at)
        return min(flash, self.props.buzzer.due_in(now)) if self.props.buzzer else flash

    def _spin(self, now):
        """Wait for it and nothing else: a turn of the loop would be too coarse. So often at most, come what may."""
        for _ in range(500):
            if self._due_in(now) <= 0:
                break
            now = self._clock()
        return now
