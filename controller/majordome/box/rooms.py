"""Puts the other rooms together: the link to the broker, strips of WLED. The evening never waits for them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from majordome.box.pages import speak
from majordome.core.clock import RealClock
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Inputs
from majordome.core.prompter import Prompter
from majordome.core.race import RaceLock
from majordome.props.animator import Animator
from majordome.settings.config import Settings
from majordome.words.narrator import Narrator

if TYPE_CHECKING:
    from majordome.box.parts import Hardware
    from majordome.rooms.leader_link import LeaderLink
    from majordome.sound.speaker import PygameSpeaker


class OtherRooms:
    """What there is of them."""

    def __init__(
        self, settings: Settings, prompter: Prompter, clock: RealClock, leader_link: LeaderLink | None
    ) -> None:
        from majordome.rooms.wled import WledHourglass  # most boxes have none

        self.leader_link = leader_link
        self._animator = Animator(clock, clock.speed)  # of their own: a network is no pin
        self.strips = [
            WledHourglass(
                strip,
                clock=clock,
                speed=clock.speed,
                wake=self._animator.wake,
                dark=lambda: prompter.snapshot.dark,
            )
            for strip in settings.rooms.strips
        ]

    def join(self, performance: Performance) -> None:
        """Take part in the evening, from the sand that runs by now."""
        performance.stage.add(hourglass=self.strips)
        if (sand := performance.prompter.snapshot.sand(performance.clock.now())) is not None:
            for strip in self.strips:
                strip.run(*sand)
        if self.strips:
            self._animator.watch(self.strips)
            self._animator.start()
        if self.leader_link is not None:
            self.leader_link.join(performance)

    def close(self) -> None:
        """Dark and off; twice does no harm."""
        self._animator.close()
        for strip in self.strips:
            strip.close()
        if self.leader_link is not None:
            self.leader_link.close()


@contextmanager
def other_rooms(
    settings: Settings,
    prompter: Prompter,
    narrator: Narrator,
    clock: RealClock,
    inputs: Inputs,
    race: RaceLock,
    speaker: PygameSpeaker | None,
    hardware: Hardware | None,
) -> Iterator[OtherRooms | None]:
    """The other rooms of this evening; None where the settings know of none."""
    leader_link: LeaderLink | None = None
    if settings.mqtt.broker is not None:
        from majordome.rooms.leader_link import LeaderLink as Broker  # most boxes have no broker

        leader_link = Broker(
            settings.mqtt,
            settings.rooms,
            machine_of(settings.evenings),
            snapshot=lambda: prompter.snapshot,
            narrator=narrator,
            clock=clock,
            tell=inputs.put,
            volume=(lambda: round(speaker.volume * 100)) if speaker is not None else lambda: None,
            set_volume=speaker.set_volume if speaker is not None else None,
            race=race,
            speak=lambda lang: speak(lang, settings, narrator, speaker, inputs),
            lamps=lambda: hardware.props().get("lamp", []) if hardware is not None else [],
        )
    if leader_link is None and not settings.rooms.strips:
        yield None
        return
    rooms = OtherRooms(settings, prompter, clock, leader_link)
    try:
        yield rooms
    finally:
        rooms.close()


def machine_of(evenings: Path) -> str:
    """The same for the same box whenever it starts, and another one for another: it tells nobody more."""
    told = str(evenings.absolute()).encode()
    with suppress(OSError):
        told += Path("/etc/machine-id").read_bytes()
    return hashlib.sha256(b"majordome rooms " + told).hexdigest()[:16]
