"""TOP: a piezo buzzer that stops a crowd.

Wiring: the pin drives a transistor (a piezo alone may hang on the pin through 100 ohm); active buzzers only need to be
switched, passive ones (`tonal`) are played a tone.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

from gpiozero import OutputDevice, TonalBuzzer
from gpiozero.tones import Tone

from majordome.core.clock import Clock
from majordome.props.pin_prop import PinProp, put_out

# Seconds on and off, in turn, and the tone of a passive buzzer for each beep. No two sound alike with closed eyes.
PATTERNS: dict[str, tuple[tuple[float, ...], tuple[str, ...]]] = {
    "stop": ((0.9,), ("A5",)),
    "turn": ((0.35, 0.15, 0.35), ("E5", "A5")),
    "vote": ((0.18, 0.1, 0.18, 0.1, 0.5), ("A4", "E5", "A5")),
    "empty": ((0.5, 0.2, 0.8), ("A5", "A4")),
    "alarm": ((0.12, 0.08) * 5 + (0.12,), ("A5", "E5", "A5", "E5", "A5", "E5")),
    "pass": ((0.08, 0.08, 0.08), ("A4", "A5")),
    "fail": ((1.2,), ("A3",)),
}

SAME_PRESS = 2.0  # seconds: a TOP that is ordered so much later was called by another press


class PinBuzzer(PinProp):
    """A buzzer on a pin. To strike or sound it never raises: a buzzer that fails tells whoever moves it."""

    def __init__(
        self,
        pin: int,
        *,
        tonal: bool = False,
        active_high: bool = True,
        clock: Clock,
        wake: Callable[[Any], None] = lambda prop: None,
        pin_factory: Any = None,
    ) -> None:
        self._clock = clock
        self._wake = wake
        self._lock = Lock()
        self._armed: str | None = None
        self._struck: str | None = None
        self._struck_at = 0.0
        self._edges: list[tuple[float, str | None]] = []  # when to change, and to which tone; None: silence
        self._trouble: Exception | None = None
        self._tonal = TonalBuzzer(pin, octaves=2, pin_factory=pin_factory) if tonal else None
        self._plain = None if tonal else OutputDevice(pin, active_high=active_high, pin_factory=pin_factory)

    def arm(self, pattern: str | None) -> None:
        """The next press sounds this, before anything else happens. What has just been struck is not armed again."""
        if self._struck is None or pattern != self._struck or self._clock.now() - self._struck_at > SAME_PRESS:
            self._armed, self._struck = pattern, None

    def strike(self) -> None:
        """The button went down: sound what is armed, at once, in the thread of the button."""
        pattern = self._armed
        if pattern is not None:
            self._armed, self._struck, self._struck_at = None, pattern, self._clock.now()
            self._begin(pattern)

    def sound(self, pattern: str) -> None:
        """Sound a pattern, unless the press itself has begun it already."""
        struck, self._struck = self._struck, None
        if struck != pattern or self._clock.now() - self._struck_at > SAME_PRESS:
            self._begin(pattern)

    def _begin(self, pattern: str) -> None:
        lengths, tones = PATTERNS[pattern]
        with self._lock:  # or the end of the pattern before would cut off the first beep of this one
            try:
                self._switch(tones[0])
            except Exception as trouble:  # noqa: BLE001 - told by `move`: the thread of the button must live
                self._trouble = trouble
            at, self._edges = self._clock.now(), []
            for n, length in enumerate(lengths):
                at += length
                on_again = n % 2 == 1 and n + 1 < len(lengths)
                self._edges.append((at, tones[(n + 1) // 2] if on_again else None))
        self._wake(self)

    def move(self, now: float) -> float | None:
        """Go on with the pattern."""
        with self._lock:
            trouble, self._trouble = self._trouble, None
            if trouble is not None:
                self._edges = []
                raise trouble
            while self._edges and self._edges[0][0] <= now:
                self._switch(self._edges.pop(0)[1])
            return self._edges[0][0] if self._edges else None

    def _switch(self, tone: str | None) -> None:
        if self._tonal is not None:
            if tone is None:
                self._tonal.stop()
            else:
                self._tonal.play(Tone(tone))
        elif self._plain is not None:
            if tone is None:
                self._plain.off()
            else:
                self._plain.on()

    def close(self) -> None:
        """Silent; twice does no harm."""
        with self._lock:
            self._edges = []
            put_out(self._tonal, self._plain)
