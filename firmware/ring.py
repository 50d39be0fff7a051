"""The seat ring: arcs of light on a chain of WS2812 of its own, spread evenly. It stands still until told anew."""

# With its arcs it may be told of a light that runs round it once, from the middle of one arc and home again.

from wire import MOST_ARCS, since

TEST_MS = 1500
RUN_MS = 1200
TAIL = 5  # the running light's tail: so great a part of the ring
GAP_FROM = 4  # LEDs of an arc: from here on its last one is dark, so that neighbours of one colour can be told apart


class Ring:
    """Arcs of three bytes each: red, green, blue. Nothing here allocates."""

    def __init__(self, strip):
        self.strip = strip
        self._colours = bytearray(3 * MOST_ARCS)
        self._arcs = 0
        self._drawn = True  # what shines is what should
        self._lit = False
        self._testing = False
        self._running = False
        self._run = bytearray(4)  # from which arc, and in which colour
        self._head = 0
        self._since = 0
        self.dark = False

    def show(self, reader, size, now):
        """From now on: so many bytes of the frame that was just read; four over are the running light."""
        running = size % 3 == 1
        if running:
            size -= 4
        self._arcs = min(size // 3, MOST_ARCS)
        for n in range(3 * self._arcs):
            self._colours[n] = reader.byte(1 + n)
        self._testing = self._drawn = False
        if running:
            for n in range(4):
                self._run[n] = reader.byte(1 + size + n)
            self._since = now
        self._running = running and self._run[0] < self._arcs

    def test(self, now):
        """Red, green and blue, a third each; then as it was."""
        self._testing, self._since, self._drawn = True, now, False
        self._running = False

    def draw(self, now):
        """The frame of this moment: only sent when something has changed."""
        if self._testing and since(now, self._since) // 1000 >= TEST_MS:
            self._testing = self._drawn = False
        if self._running:
            self._drawn = False
            gone, count = since(now, self._since) // 1000, self.strip.count
            if gone >= RUN_MS:
                self._running = False  # home again
            else:
                self._head = ((2 * self._run[0] + 1) * count // (2 * self._arcs) + gone * count // RUN_MS) % count
        if self.dark:
            self.blank()
            self._drawn = False  # when eyes open it is as it should be by then
        elif not self._drawn:
            self._drawn = True
            if self._arcs or self._testing:
                self._lit = True
                self.strip.clear()
                self._paint()
                self.strip.show()
            else:
                self.blank()

    def _paint(self):
        strip, colours, arcs = self.strip, self._colours, self._arcs
        count = strip.count
        if self._testing:
            for n in range(count):
                third = n * 3 // count
                strip.add(n, 96 if third == 0 else 0, 96 if third == 1 else 0, 96 if third == 2 else 0)
            return
        gaps = count // arcs >= GAP_FROM
        tail = max(2, count // TAIL) if self._running else 0
        for n in range(count):
            arc = n * arcs // count
            red = green = blue = 0
            if not gaps or (n + 1) * arcs // count == arc:
                red, green, blue = colours[3 * arc], colours[3 * arc + 1], colours[3 * arc + 2]
            behind = (self._head - n) % count
            if behind < tail:  # brightest at its head
                run, level = self._run, (tail - behind) * (tail - behind)
                whole = tail * tail
                red = max(red, run[1] * level // whole)
                green = max(green, run[2] * level // whole)
                blue = max(blue, run[3] * level // whole)
            strip.add(n, red, green, blue)

    def blank(self):
        """Nothing shines."""
        if self._lit:
            self.strip.clear()
            self.strip.show()
            self._lit = False

    def away(self):
        """Forget the arcs, and go dark at once."""
        self._arcs, self._testing, self._drawn = 0, False, True
        self._running = False
        self.blank()
