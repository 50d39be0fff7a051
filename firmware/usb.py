"""The USB serial line as a transport: one byte at a time, never waiting, never allocating."""

import select
import sys

import micropython


class Usb:
    """Reads standard input, writes standard output. Ctrl-C is a byte like any other until `close`."""

    def __init__(self):
        micropython.kbd_intr(-1)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def read(self):
        """The next byte, or -1."""
        for _ in self._readable.ipoll(0):
            self._in.readinto(self._byte)
            return self._byte[0]
        return -1

    def write(self, buffer, size):
        """Send it, if anybody listens: a box that does not read must not make the board wait."""
        for _ in self._writable.ipoll(0):
            self._out.write(buffer, size)
            return

    def close(self):
        """Give the line back to the prompt."""
        micropython.kbd_intr(3)
