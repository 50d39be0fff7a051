"""The hourglass: sand that falls grain by grain, by itself, from one bulb of LEDs into the other.

It is told how much is left of how much, and needs nobody after that. Each LED holds eight grains. A frame is computed
in whole numbers within buffers that are there already: it allocates nothing.
"""

from math import cos, pi

from wire import later, since

GRAINS = 8  # in one LED
LAST_HALF_MINUTE, LAST_SECONDS = 30000, 10000
PULSE, BLINK, BREATH, FLASH, FLASHES = 1000, 250, 4000, 250, 6
FALL = 700  # ms that a grain falls at most
FAINTEST = 2  # grains of light: the last ones must be seen
AWAY, RUNS, FROZEN, FLASHING, ONLY, TESTING = 0, 1, 2, 3, 4, 5
TEST = 3000
WAVE = bytes([round(127.5 + 127.5 * cos(2 * pi * n / 64)) for n in range(64)])


class Sand:
    """Two bulbs on one strip: the upper from its top to the neck, the lower from the neck to its bottom."""

    def __init__(self, strip, upper, lower, colour, brightness):
        self.strip = strip
        self._upper = upper
        self._lower = lower
        # Within the budget from the start: dimmed only when too much shines, the heap would flicker with every grain.
        most = (max(upper, lower) + 3) * (colour[0] + colour[1] + colour[2])
        brightness = min(brightness, strip.allowance * 255 // most)
        # What one LED with so many grains shows: eyes see light as its root, so half the grains need a quarter of it.
        self._red = self._steps(colour[0] * brightness)
        self._green = self._steps(colour[1] * brightness)
        self._blue = self._steps(colour[2] * brightness)
        self.state = AWAY
        self.left = 0  # ms
        self._total = 1
        self._moment = 0  # when so much was left; or, in the other states, when that began
        self._only = 0
        self._period = 1
        self._slower = 0
        self.dark = False
        self._lit = False

    def _steps(self, full):
        return bytes([full * n * n // (GRAINS * GRAINS * 255) for n in range(GRAINS + 1)])

    # What the box asks for.

    def run(self, left, total, at):
        """So much was left of so much (ms) at that time."""
        self.state = RUNS
        self._total = max(1, total)
        self.left = min(left, self._total)
        self._moment = at
        # So many ms a grain, and one more for the first few: whole numbers that come out even.
        self._period = self._total // (self._upper * GRAINS)
        self._slower = self._total - self._period * self._upper * GRAINS

    def freeze(self, at):
        """Stand still and breathe."""
        if self.state == RUNS:
            self._pass(at)
            self.state = FROZEN
            self._moment = at

    def clear(self, empty, now):
        """Put it away, or flash first."""
        self.state = FLASHING if empty else AWAY
        self._moment = now

    def only(self, led):
        """One LED alone."""
        self.state = ONLY
        self._only = led

    def test(self, now):
        """Red, green and blue run through all LEDs; then it is put away."""
        self.state = TESTING
        self._moment = now

    # How it looks.

    def _pass(self, now):
        """The sand of the time since then has fallen. In steps: an hour is no trouble to a clock of 18 minutes."""
        gone = since(now, self._moment) // 1000
        self.left = max(0, min(self._total, self.left - gone))
        self._moment = later(self._moment, gone * 1000)

    def draw(self, now):
        """The frame of this moment."""
        strip, state = self.strip, self.state
        if state == AWAY or self.dark:
            if state == RUNS:
                self._pass(now)
            elif state != FROZEN:
                self.state = AWAY  # what is shown for a moment is over when the dark is
            self.blank()
            return
        strip.clear()
        if state == RUNS:
            self._pass(now)
            if self.left == 0:
                self.state = AWAY
            elif self.left <= LAST_SECONDS:
                if (self.left + BLINK - 1) // BLINK % 2 == 0:
                    self._heap(256)
            elif self.left <= LAST_HALF_MINUTE:
                self._heap(77 + 179 * WAVE[self.left % PULSE * 64 // PULSE] // 255)
            else:
                self._heap(256)
        elif state == FROZEN:
            gone = since(now, self._moment) // 1000
            if gone >= BREATH or gone < 0:  # below nought after long darkness: the clock goes round
                gone %= BREATH
                self._moment = later(now, -gone * 1000)
            self._heap(51 + 205 * WAVE[gone * 64 // BREATH] // 255)
        elif state == FLASHING:
            flash = since(now, self._moment) // 1000 // FLASH
            if flash >= FLASHES:
                self.state = AWAY
            elif flash % 2 == 0:
                for n in range(strip.count):
                    self._put(n, GRAINS, 256)
        elif state == ONLY:
            if self._only < strip.count:
                self._put(self._only, GRAINS, 256)
        else:
            self._run_through(since(now, self._moment) // 1000)
        strip.show()
        self._lit = True

    def _heap(self, light):
        """The sand in both bulbs and the grain between them; `light` of 256."""
        upper, lower = self._upper, self._lower
        # How many grains have left the upper bulb, and how long ago the last one did.
        elapsed, period = self._total - self.left, self._period
        swifter = elapsed - self._slower * (period + 1)
        if swifter < 0:
            gone = elapsed // (period + 1)
            ago = elapsed - gone * (period + 1)
        elif period:
            gone = self._slower + swifter // period
            ago = swifter % period
        else:
            gone, ago = upper * GRAINS, 0
        rest = upper * GRAINS - gone
        for n in range(upper):  # from the neck upwards
            grains = min(GRAINS, rest)
            rest -= grains
            if grains > 0:
                self._put(upper - 1 - n, max(grains, FAINTEST), light)
        fallen = ago * 256 // max(1, min(FALL, period))
        landed = gone if fallen >= 256 or gone == 0 else gone - 1
        heap = landed * lower // upper  # the bulbs may differ in size
        if heap > lower * GRAINS:
            heap = lower * GRAINS
        top = lower - (heap + GRAINS - 1) // GRAINS  # LEDs of the lower bulb that are free
        for n in range(lower):  # from the bottom upwards
            grains = min(GRAINS, heap)
            heap -= grains
            if grains > 0:
                self._put(upper + lower - 1 - n, max(grains, FAINTEST), light)
        if gone and fallen < 256 and top > 0:
            self._put(upper + fallen * fallen * top // 65536, GRAINS, light)  # ever faster

    def _put(self, n, grains, light):
        self.strip.add(
            n, self._red[grains] * light >> 8, self._green[grains] * light >> 8, self._blue[grains] * light >> 8
        )

    def _run_through(self, gone):
        if gone >= TEST:
            self.state = AWAY
            return
        strip = self.strip
        third = gone * 3 // TEST
        last = (gone * 3 - third * TEST) * strip.count // TEST
        for n in range(max(0, last - 5), last + 1):
            strip.add(n, 96 if third == 0 else 0, 96 if third == 1 else 0, 96 if third == 2 else 0)

    def blank(self):
        """Nothing shines."""
        if self._lit:
            self.strip.clear()
            self.strip.show()
            self._lit = False

    def away(self):
        """Forget the sand, and go dark at once."""
        self.state = AWAY
        self.blank()
