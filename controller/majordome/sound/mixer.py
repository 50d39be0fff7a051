"""The mixer: pygame's mixer behind the few words that the speaker needs. Knows channels and files, not lines."""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from pathlib import Path
from typing import Any

from majordome.lean_imports import lean

log = logging.getLogger(__name__)

VOICE, EFFECT, CALL = range(3)  # TOP, alarm and what makes people jump have a channel of their own
CUT = 60  # milliseconds: a sentence that is cut off fades this fast
KEPT = 10.0  # seconds of sound that stay in memory, 1 MB
BALLAST = ("numpy", "pkg_resources")  # 15 MB and 10 MB


class Mixer:
    """An open sound device. Raises where there is none."""

    def __init__(self, frequency: int, channels: int, buffer: int, device: str = "") -> None:
        if device:
            os.environ["AUDIODEV"] = device  # how SDL lets one choose among ALSA's cards
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # only to hear of devices that come and go
        self._pygame = pygame = lean_pygame()
        pygame.display.init()
        pygame.event.clear((pygame.AUDIODEVICEREMOVED, pygame.AUDIODEVICEADDED))  # of the device before
        pygame.mixer.init(frequency, -16, channels, buffer, allowedchanges=0)
        pygame.mixer.set_num_channels(CALL + 1)
        self._channels = [pygame.mixer.Channel(number) for number in range(CALL + 1)]
        self._nothing = pygame.mixer.Sound(buffer=bytes(2 * channels))
        self._clips: OrderedDict[Path, Any] = OrderedDict()

    def load(self, path: Path | None) -> Any:
        """A file in memory; None where there is none, or none that can be played: one bad file is one line unsaid."""
        if path is None:
            return None
        try:
            return self._pygame.mixer.Sound(str(path))
        except (OSError, self._pygame.error) as trouble:
            log.warning("%s cannot be played: %s", path, trouble)
            return None

    def clip(self, path: Path | None) -> Any:
        """A file that is kept for the next time; the longest unused ones are forgotten."""
        if path is None:
            return None
        if path not in self._clips:
            self._clips[path] = self.load(path)
        self._clips.move_to_end(path)
        while len(self._clips) > 1 and sum(map(_seconds, self._clips.values())) > KEPT:
            self._clips.popitem(last=False)
        return self._clips[path]

    def play(self, channel: int, sound: Any, volume: float) -> None:
        """At once, instead of what was heard there."""
        self._channels[channel].set_volume(volume)
        self._channels[channel].play(sound)

    def queue(self, channel: int, sound: Any) -> None:
        """Behind what is heard there, without a gap."""
        self._channels[channel].queue(sound)

    def busy(self, *channels: int) -> bool:
        """Something is heard on one of them."""
        return any(self._channels[channel].get_busy() for channel in channels)

    def queued(self, channel: int) -> bool:
        """Something waits behind what is heard there."""
        return self._channels[channel].get_queue() is not None

    def fade(self, channel: int) -> None:
        """Fall silent, without a click. A faded channel would go on with what is queued: let that be nothing."""
        if self.queued(channel):
            self._channels[channel].queue(self._nothing)
        self._channels[channel].fadeout(CUT)

    def stop(self, *channels: int) -> None:
        """Fall silent at once."""
        for channel in channels:
            self._channels[channel].stop()

    def level(self, channel: int, volume: float) -> None:
        """Louder or softer."""
        self._channels[channel].set_volume(volume)

    def lay_bed(self, path: Path | None) -> None:
        """A sound for ever, from silence, instead of the one before. It is read while it is heard: a minute is 6 MB."""
        music = self._pygame.mixer.music
        music.stop()
        if path is None:
            return
        try:
            music.load(str(path))
        except (OSError, self._pygame.error) as trouble:
            log.warning("%s cannot be played: %s", path, trouble)
            return
        music.set_volume(0.0)
        music.play(loops=-1)

    def bed_level(self, volume: float) -> None:
        """Louder or softer."""
        self._pygame.mixer.music.set_volume(volume)

    def gone(self) -> bool:
        """The device in use was taken away. One that was not in use has the number 0."""
        events = self._pygame.event.get((self._pygame.AUDIODEVICEREMOVED, self._pygame.AUDIODEVICEADDED))
        removed = [event for event in events if event.type == self._pygame.AUDIODEVICEREMOVED]
        return any(event.which and not event.iscapture for event in removed)

    def close(self) -> None:
        """Silent; twice does no harm."""
        self._pygame.mixer.quit()


def _seconds(sound: Any) -> float:
    return 0.0 if sound is None else float(sound.get_length())


def lean_pygame() -> Any:
    """pygame without what it takes along wherever that is installed, and what a mixer does not need."""
    return lean("pygame", *BALLAST)
