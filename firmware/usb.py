"""The USB serial line as a transport: one byte at a time, never waiting, never allocating."""

import select
import sys
import time

import micropython

STUCK_MS = 100  # a write that takes so long: the box does not read


class Usb:
    """Reads standard input, writes standard output. Ctrl-C is a byte like any other until `close`."""

    def __init__(self):
        micropython.kbd_intr(-1)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._stuck = False
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def read(self):
        """The next byte, or -1."""
        for _ in self._readable.ipoll(0):
            self._in.readinto(self._byte)
            self._stuck = False
            return self._byte[0]
        return -1

    def write(self, buffer, size):
        """Send it, if anybody listens."""
        # A full line makes MicroPython wait half a second: once, and then no more until the box is heard again.
        if self._stuck:
            return
        for _ in self._writable.ipoll(0):
            began = time.ticks_ms()
            self._out.write(buffer, size)
            self._stuck = time.ticks_diff(time.ticks_ms(), began) > STUCK_MS
            return

    def close(self):
        """Give the line back to the prompt."""
        micropython.kbd_intr(3)
