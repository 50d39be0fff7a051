"""The speaker: a voice that never talks over itself, effects, and a bed of sound that ducks under the voice.

In a thread of its own: loading, decoding and speaking names never keep the evening waiting. TOP, and what there are
several of, are loaded first, kept in memory, and cut through everything. A device that is not there, or goes away, is
told, and the sound comes back when the device does; what was to be heard meanwhile is left unsaid.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable
from threading import RLock
from typing import Any

from majordome.core.clock import Clock
from majordome.core.cues import Say
from majordome.core.manifest import Manifest, Mood
from majordome.sound.ambience import Bed
from majordome.sound.mixer import CALL, EFFECT, VOICE, Mixer
from majordome.sound.pack import NamesSpoken, SoundPack
from majordome.words import Voice

log = logging.getLogger(__name__)

INSTANT = ("top_stop", "top_turn", "top_vote", "top_empty", "alarm")
LAST_TEN = "last_ten"
READY = "ready"

LEVELS = {VOICE: 1.0, CALL: 1.0, EFFECT: 0.7}
FRAME = 0.04  # seconds
TRY_AGAIN, LISTEN_TO_DEVICE = 5.0, 1.0
LAST_SECONDS = 10.0
TOO_LATE = 1.0  # the last ten seconds, begun later than this, would outlast the sand
SAME_PRESS = 2.0  # seconds: a TOP that is ordered so much later was called by another press


class PygameSpeaker:
    """Plays a sound pack. The lock is never held while a file is read or a name is spoken: TOP does not wait."""

    def __init__(
        self,
        pack: SoundPack,
        *,
        clock: Clock,
        wake: Callable[[Any], None] = lambda prop: None,
        spoken: NamesSpoken = lambda names: None,
        failed: Callable[[object, Exception], None] = lambda part, trouble: None,
        volume: float = 0.8,
        jingle: float = 1.0,
        ambience: bool = True,
        sound_format: tuple[int, int, int] = (44100, 1, 512),  # a second, channels, samples of a buffer
        device: str = "",
    ) -> None:
        self._pack = pack
        self._clock = clock
        self._wake = wake
        self._spoken = spoken
        self._failed = failed
        self._volume = volume
        self._jingle = jingle  # the box may be switched on while a house is asleep
        self._format = sound_format
        self._device = device
        self._lock = RLock()
        self._moving = RLock()  # a device that is closed while its own thread plays on it takes the process along
        self._mixer: Mixer | None = None
        self._open_at = clock.now()
        self._trouble: Exception | None = None
        self._instant: dict[str, Any] = {}
        self._several: dict[str, list[Any]] = {}
        self._step = 0  # changes when what was still to be heard is not wanted any more
        self._script: deque[Say | str] = deque()
        self._sentence: deque[Any] = deque()
        self._effects: deque[str] = deque()
        self._bed = Bed(pack)
        self._ambience = ambience
        self._turns: Counter[str] = Counter()
        self._loaded_for: Manifest | None = None
        self._ticks_at: float | None = None
        self._ticking = False
        self._armed: str | None = None
        self._struck: tuple[str | None, float] = (None, 0.0)  # what, and when
        self.closed = False

    # What the stage asks for: all of it returns at once.

    def say(self, say: Say | str) -> None:
        """Speak a line - or names and numbers, where they can be spoken - behind what is being said."""
        with self._lock:
            self._script.append(say)
        self._wake(self)

    def interrupt(self) -> None:
        """A new step has begun: what was still to be heard of the last one is left out."""
        with self._lock:
            self._forget()
            if self._mixer is not None:
                self._mixer.fade(VOICE)

    def hush(self) -> None:
        """Fall silent for the countdown; only the bed goes on."""
        with self._lock:
            self._forget()
            if self._mixer is not None:
                self._mixer.stop(VOICE, EFFECT, CALL)

    def call(self, pattern: str) -> None:
        """TOP, alarm: unless the press itself has begun it already."""
        with self._lock:
            (struck, at), self._struck = self._struck, (None, 0.0)
            if struck != pattern or self._clock.now() - at > SAME_PRESS:
                self._cut_through(self._instant.get(pattern if pattern in INSTANT else f"top_{pattern}"))

    def arm(self, pattern: str | None) -> None:
        """The next press sounds this TOP at once; what was just struck is not armed again."""
        with self._lock:
            struck, at = self._struck
            if struck is None or struck != pattern or self._clock.now() - at > SAME_PRESS:
                self._armed, self._struck = pattern, (None, 0.0)

    def strike(self) -> None:
        """The button went down. Never raises: the thread of the button must live."""
        with self._lock:
            pattern, self._armed = self._armed, None
            if pattern is not None and self._cut_through(self._instant.get(f"top_{pattern}")):
                self._struck = (pattern, self._clock.now())

    def effect(self, name: str) -> None:
        """A sound of the room: a door, a bell, a theme. Where there are several of it (`name_1`, `name_2`), people
        shall jump: it comes at once, each time another, in an order that knows nothing of anybody."""
        with self._lock:
            several = self._several.get(name)
            if several:
                self._turns[name] += 1
                self._cut_through(several[self._turns[name] % len(several)])
                return
            self._effects.append(name)
        self._wake(self)

    def bed(self, mood: Mood) -> None:
        """The bed of sound that goes with the light."""
        self._bed.wanted = (mood.bed or None) if self._ambience else None
        self._wake(self)

    def run(self, left: float, total: float) -> None:
        """The hourglass runs: its last ten seconds are heard."""
        with self._lock:
            self._stop_ticking()
            self._ticks_at = self._clock.now() + left - LAST_SECONDS if left >= LAST_SECONDS else None
        self._wake(self)

    def freeze(self) -> None:
        """The hourglass stands still."""
        self._stop_ticking()

    def clear(self, *, empty: bool) -> None:
        """The hourglass is put away."""
        self._stop_ticking()

    def _stop_ticking(self) -> None:
        with self._lock:
            self._ticks_at = None
            if self._ticking and self._mixer is not None:
                self._mixer.stop(EFFECT)
            self._ticking = False

    def set_volume(self, volume: float) -> None:
        """Louder or softer, from now on."""
        with self._lock:
            self._volume = min(1.0, max(0.0, volume))
            if self._mixer is not None:
                for channel, level in LEVELS.items():
                    self._mixer.level(channel, self._volume * level)
        self._wake(self)

    @property
    def volume(self) -> float:
        """From 0 to 1."""
        return self._volume

    @property
    def voice(self) -> Voice:
        """Whose voice speaks by now."""
        return self._pack.voice

    def speak(self, pack: SoundPack, spoken: NamesSpoken) -> None:
        """Go on in another voice, or in another language."""
        with self._lock:
            pack.game = self._pack.game
            self._pack, self._spoken = pack, spoken
            self._bed.pack = pack

    def play(self, game: Callable[[], Manifest | None]) -> None:
        """The sounds of this game, whichever it is by then."""
        self._pack.game = game
        self._wake(self)

    def _leave_unsaid(self) -> None:
        self._step += 1
        self._script.clear()
        self._sentence.clear()

    def _forget(self) -> None:
        with self._lock:
            self._leave_unsaid()
            self._effects.clear()

    def _cut_through(self, sound: Any) -> bool:
        """Heard at once, and the voice is cut off; False where it cannot be heard."""
        self._leave_unsaid()
        if sound is None or self._mixer is None:
            return False
        try:
            self._mixer.play(CALL, sound, self._volume)
            self._mixer.stop(VOICE)
        except Exception as trouble:  # noqa: BLE001 - told by `move`: whoever pressed must not pay for it
            self._trouble = trouble
            self._wake(self)
            return False
        return True

    # What goes on in its own thread.

    def move(self, now: float) -> float | None:
        """Keep speaking, keep the bed at its level, and look after the device."""
        with self._moving:
            return self._move(now)

    def _move(self, now: float) -> float | None:
        mixer = None if self.closed else self._mixer or self._open(now)
        if mixer is None:
            return None if self.closed else self._open_at
        try:
            self._look_after(mixer)
            self._tick(mixer, now)
            self._play_effects(mixer)
            speaking = self._speak(mixer)
            fading = self._bed.lay(mixer, now, self._volume, speaking)
        except Exception as trouble:  # noqa: BLE001 - whatever the mixer raises, the evening goes on without sound
            self._lose(now, trouble)
            return self._open_at
        again = now + (FRAME if speaking or fading or self._effects else LISTEN_TO_DEVICE)
        return min(again, self._ticks_at or again)

    def _open(self, now: float) -> Mixer | None:
        if now < self._open_at:
            self._forget()  # what cannot be heard now is not heard late, in the middle of something else
            return None
        try:
            mixer = Mixer(*self._format, self._device)
        except Exception as trouble:  # noqa: BLE001 - no device, a busy one, no library: all the same to the host
            self._lose(now, trouble)
            return None
        self._bed.forget()
        self._load(mixer)
        with self._lock:
            self._ticking = False
            if not self.closed:
                self._mixer = mixer
                return mixer
        mixer.close()
        return None

    def _load(self, mixer: Mixer) -> None:
        """What must be at hand when it is wanted: the calls, and what this game has several of."""
        self._loaded_for = self._pack.game()
        instant = {name: mixer.load(self._pack.effect(name)) for name in INSTANT}
        several = {name: list(map(mixer.load, self._pack.variants(name))) for name in self._pack.effects()}
        with self._lock:
            self._instant = {name: sound for name, sound in instant.items() if sound is not None}
            self._several = {name: [one for one in sounds if one is not None] for name, sounds in several.items()}

    def _lose(self, now: float, trouble: Exception) -> None:
        """Told to whoever listens; tried again for ever."""
        if self.closed:
            return
        log.warning("no sound: %s", trouble)
        self._open_at = now + TRY_AGAIN
        self._let_go()
        self._failed(self, trouble)

    def _let_go(self) -> None:
        with self._lock:
            mixer, self._mixer = self._mixer, None
            self._instant, self._several, self._trouble, self._struck = {}, {}, None, (None, 0.0)
        self._forget()
        if mixer is not None:
            mixer.close()

    def _look_after(self, mixer: Mixer) -> None:
        trouble, self._trouble = self._trouble, None
        if trouble is not None:
            raise trouble
        if mixer.gone():
            raise OSError("the sound device is gone")
        if self._pack.game() is not self._loaded_for:
            self._load(mixer)  # another evening plays another game

    def _tick(self, mixer: Mixer, now: float) -> None:
        with self._lock:
            due = self._ticks_at
            if due is None or now < due:
                return
            self._ticks_at = None
            if now - due < TOO_LATE:
                mixer.stop(EFFECT)
                self._effects.appendleft(LAST_TEN)

    def _play_effects(self, mixer: Mixer) -> None:
        """One after the other: a gong does not cut off the door before it."""
        with self._lock:
            if not self._effects or mixer.busy(EFFECT):
                return
            name, step = self._effects.popleft(), self._step
        sound = mixer.clip(self._pack.effect(name))
        with self._lock:
            if sound is not None and step == self._step:
                volume = min(self._volume, self._jingle) if name == READY else self._volume
                mixer.play(EFFECT, sound, volume * LEVELS[EFFECT])
                self._ticking = name == LAST_TEN

    def _speak(self, mixer: Mixer) -> bool:
        """A sentence waits for the end of TOP or of a shock; its parts follow each other without a gap."""
        self._find_words(mixer)
        with self._lock:
            if self._sentence and not mixer.busy(VOICE, CALL):
                mixer.play(VOICE, self._sentence.popleft(), self._volume)
            if self._sentence and mixer.busy(VOICE) and not mixer.queued(VOICE):
                mixer.queue(VOICE, self._sentence.popleft())
            return bool(self._script or self._sentence or mixer.busy(VOICE))

    def _find_words(self, mixer: Mixer) -> None:
        with self._lock:
            if self._sentence or not self._script or mixer.busy(VOICE):
                return
            say, step = self._script.popleft(), self._step
        clips = [mixer.clip(path) for path in self._pack.clips(say, self._spoken)]
        with self._lock:
            if step == self._step:  # nobody has interrupted meanwhile
                self._sentence.extend(clip for clip in clips if clip is not None)

    def close(self) -> None:
        """Silent at once, also while a name is still being spoken into a file; twice does no harm."""
        self.closed = True
        self.hush()
        with self._moving:
            self._let_go()
