"""What the room sees and hears from the board. The box says what shall be; how it moves is the board's own business.

Each prop keeps what lasts, so that a board that comes late or comes back is told how things are by then.
"""

from __future__ import annotations

from majordome.core.clock import Clock
from majordome.core.cues import DARK
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.manifest import HOUSE_MOODS, Mood
from majordome.core.prompter import Answer
from majordome.pico import wire
from majordome.pico.board import Board
from majordome.props.colours import fade, shade

SAME_PRESS = 2.0  # seconds: a TOP that is ordered so much later was called by another press
SAME_FLASH = 0.5  # seconds: the flash that was announced is the one that is ordered now
LONGEST = wire.MASK  # milliseconds


class PicoHourglass:
    """Two bulbs of LEDs, through which the sand falls grain by grain."""

    def __init__(self, board: Board, *, speed: float = 1.0) -> None:
        self._board = board
        self._speed = speed
        self._sand: tuple[float, float, float] | None = None  # seconds left, in all, and when that was so
        self._frozen = False
        board.add(self)

    def run(self, left: float, total: float) -> None:
        """Let it run."""
        self._sand, self._frozen = (left / self._speed, total / self._speed, self._board.now()), False
        self._say_run()

    def freeze(self) -> None:
        """Stand still, breathing."""
        if self._sand is None or self._frozen:
            return
        left, total, began = self._sand
        now = self._board.now()
        self._sand, self._frozen = (max(0.0, began + left - now), total, now), True
        self._board.say("freeze", self._board.board_time(now))

    def clear(self, *, empty: bool) -> None:
        """Put it away; after the last grain it flashes."""
        self._sand = None
        self._board.say("clear", int(empty))

    def restore(self) -> None:
        """The sand where it should be by now."""
        if self._sand is None:
            self._board.say("clear", 0)
            return
        self._say_run()
        if self._frozen:
            self._board.say("freeze", self._board.board_time(self._sand[2]))

    def _say_run(self) -> None:
        assert self._sand is not None
        left, total, at = self._sand
        when = self._board.board_time(at)
        if when == wire.NOW and not self._frozen:  # no common time yet: tell what is left by now
            left = max(0.0, at + left - self._board.now())
        self._board.say("run", _ms(left), _ms(total), when)

    @property
    def lights(self) -> int:
        """How many LEDs there are."""
        identity = self._board.identity
        return sum(identity.bulbs) if identity else 0

    def only(self, light: int) -> None:
        """One LED alone, for the doctor."""
        self._board.say("only", light)


class PicoLamp:
    """The lamp on the board, white or coloured."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._mood = HOUSE_MOODS[DARK]
        self._flashes_at: float | None = None
        board.add(self)

    @property
    def coloured(self) -> bool:
        """It has three colours."""
        identity = self._board.identity
        return identity is not None and "coloured_lamp" in identity.fitted

    def shine(self, mood: Mood) -> None:
        """A mood of the room. Darkness comes at once, everything else gently."""
        self._mood = mood
        self._show(fade(mood))

    def flash(self, mood: Mood) -> None:
        """White flashes, unless those that were announced have begun already."""
        at, self._flashes_at = self._flashes_at, None
        if at is None or abs(self._board.now() - at) > SAME_FLASH:
            self._board.say("flash", wire.NOW)

    def flashes_at(self, at: float | None) -> None:
        """The flash will come at this time, to the frame; None: it does not come after all."""
        before, self._flashes_at = self._flashes_at, at
        if at is not None and (before is None or abs(at - before) > 0.001):
            self._announce(at)
        elif at is None and before is not None and self._board.now() < before:
            self._board.say("cancel")

    def _announce(self, at: float) -> None:
        when = self._board.board_time(at)
        if when != wire.NOW:  # else there is no common time yet, and the order itself must do
            self._board.say("flash", when)
        else:
            self._flashes_at = None

    def _show(self, seconds: float) -> None:
        identity = self._board.identity
        coloured = identity is None or "coloured_lamp" in identity.fitted
        red, green, blue = (round(255 * level) for level in shade(self._mood, coloured=coloured))
        self._board.say("lamp", red, green, blue, round(seconds * 1000))

    def restore(self) -> None:
        """The mood, and a flash that is still to come."""
        self._show(0.0)
        if self._flashes_at is not None and self._board.now() < self._flashes_at:
            self._announce(self._flashes_at)


class PicoButtonLamp:
    """The light in the big button. A board dims it by itself while its own button is held."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._light = "off"
        board.add(self)

    def show(self, state: str) -> None:
        """'waits' for a press, 'busy' by itself, 'paused', or dark."""
        light = state if state in wire.LIGHTS else "off"
        if light != self._light:
            self._light = light
            self.restore()

    def held(self, held: bool) -> None:
        """The board sees to it."""

    def restore(self) -> None:
        """The light as it was."""
        self._board.say("button_light", wire.LIGHTS.index(self._light))


class PicoBuzzer:
    """TOP from the board. `own_button`: the big button is there too, and the board sounds an armed TOP by itself."""

    def __init__(self, board: Board, *, clock: Clock, own_button: bool = False) -> None:
        self._board = board
        self._clock = clock
        self._own_button = own_button
        self._armed: str | None = None
        self._struck: tuple[str, float] | None = None  # what, and when
        self._on_board: str | None = None
        self._arm_at: float | None = None
        board.add(self)

    def arm(self, pattern: str | None, wait: float = 0.0) -> None:
        """The next press, but none within the next `wait` seconds, sounds this before anything else happens."""
        if self._struck is not None and self._struck[0] == pattern and not self._over(self._struck[1]):
            return  # what has just been struck is not armed again
        self._armed, self._struck = pattern, None
        self._arm_at = self._clock.now() + wait if wait > 0 else None
        self._arm_on_board()

    def _arm_on_board(self) -> None:
        """Its own button sounds it there, unless a press would not count yet."""
        armed = self._armed if self._own_button and self._arm_at is None else None
        if armed != self._on_board:
            self._on_board = armed
            self._board.say("arm", _pattern(armed))

    # As an ear: it need not hear anything, only look again in time.

    def due(self) -> float | None:
        """When a press counts again."""
        return self._arm_at

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """Now it does."""
        self._arm_at = None
        self._arm_on_board()
        return []

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """Nothing to hear."""
        return []

    def took(self, heard: Heard, answer: Answer) -> None:
        """Nothing came of it."""

    # As a prop.

    def strike(self) -> None:
        """The button went down: sound what is armed, at once, in the thread of the button."""
        pattern, self._armed = self._armed, None
        if pattern is None:
            return
        self._struck = (pattern, self._clock.now())
        self._board.say("buzz", _pattern(pattern), wire.NOW)
        self._arm_on_board()

    def has_struck(self, pattern: int) -> None:
        """The board has sounded what was armed there, on its own button's press."""
        self._armed = self._on_board = None
        if pattern < len(wire.PATTERNS):
            self._struck = (wire.PATTERNS[pattern], self._clock.now())

    def sound(self, pattern: str) -> None:
        """Sound a pattern, unless the press itself has begun it already."""
        struck, self._struck = self._struck, None
        if struck is None or struck[0] != pattern or self._over(struck[1]):
            self._board.say("buzz", _pattern(pattern), wire.NOW)

    def _over(self, at: float) -> bool:
        return self._clock.now() - at > SAME_PRESS

    def restore(self) -> None:
        """Armed again, or not: a board that comes anew has nothing armed."""
        self._on_board = None
        self._arm_on_board()


def _pattern(name: str | None) -> int:
    return wire.NONE if name is None else wire.PATTERNS.index(name)


def _ms(seconds: float) -> int:
    return min(round(seconds * 1000), LONGEST)
