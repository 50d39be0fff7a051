"""The bed of sound under an evening: it ducks under the voice, and one bed fades away before the next is laid."""

from __future__ import annotations

from majordome.sound.mixer import Mixer
from majordome.sound.pack import SoundPack

LEVEL, DUCKED = 1.0, 0.3
FADE = 0.4  # seconds from silence to the full level
STEP = 0.08  # seconds: no jump, however long nobody looked


class Bed:
    """Which bed is wanted, which is heard, and how loud. Even unless the voice speaks: it must betray nothing."""

    def __init__(self, pack: SoundPack) -> None:
        self.pack = pack
        self.wanted: str | None = None
        self._heard: str | None = None
        self._level = 0.0
        self._set = 0.0
        self._faded_at = 0.0

    def forget(self) -> None:
        """The device is another one: nothing is heard yet."""
        self._heard, self._level, self._set = None, 0.0, 0.0

    def lay(self, mixer: Mixer, now: float, volume: float, speaking: bool) -> bool:
        """Come nearer to the level it should have. True until it has it."""
        wanted = self.wanted
        if wanted != self._heard and self._level == 0.0:
            self._change(mixer, wanted)
        target = 0.0 if wanted is None or wanted != self._heard else (DUCKED if speaking else LEVEL)
        step = min(now - self._faded_at, STEP) / FADE
        self._faded_at = now
        if abs(target - self._level) <= step:
            self._level = target
        else:
            self._level += step if target > self._level else -step
        if self._set != self._level * volume:  # it stops the mixer for a moment
            self._set = self._level * volume
            mixer.bed_level(self._set)
        return self._level != target or wanted != self._heard

    def _change(self, mixer: Mixer, wanted: str | None) -> None:
        # Not with pygame's own fade: until that ends it overrides every level, and then comes back to the first.
        mixer.lay_bed(self.pack.effect(wanted) if wanted else None)
        self._heard = wanted
