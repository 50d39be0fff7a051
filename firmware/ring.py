"""The seat ring: arcs of light on a chain of WS2812 of its own, spread evenly. It stands still until told anew."""

from wire import MOST_ARCS, since

TEST_MS = 1500
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
        self._since = 0
        self.dark = False

    def show(self, reader, size):
        """From now on: so many bytes of the frame that was just read."""
        self._arcs = min(size // 3, MOST_ARCS)
        for n in range(3 * self._arcs):
            self._colours[n] = reader.byte(1 + n)
        self._testing = self._drawn = False

    def test(self, now):
        """Red, green and blue, a third each; then as it was."""
        self._testing, self._since, self._drawn = True, now, False

    def draw(self, now):
        """The frame of this moment: only sent when something has changed."""
        if self._testing and since(now, self._since) // 1000 >= TEST_MS:
            self._testing = self._drawn = False
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
        for n in range(count):
            arc = n * arcs // count
            if not gaps or (n + 1) * arcs // count == arc:
                strip.add(n, colours[3 * arc], colours[3 * arc + 1], colours[3 * arc + 2])

    def blank(self):
        """Nothing shines."""
        if self._lit:
            self.strip.clear()
            self.strip.show()
            self._lit = False

    def away(self):
        """Forget the arcs, and go dark at once."""
        self._arcs, self._testing, self._drawn = 0, False, True
        self.blank()
