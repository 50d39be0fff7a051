"""The strip of WLED: its packets as its own listener reads them, and black that keeps coming in the dark."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from majordome.box.rooms import OtherRooms
from majordome.core.clock import RealClock, VirtualClock
from majordome.games.murder.events import Tapped
from majordome.games.murder.testing import MurderParty, an_evening, guest_list
from majordome.rooms.wled import KEEP, WledHourglass
from majordome.settings.config import Settings
from majordome.settings.rooms import Rooms, Strip


class Listener:
    """What WLED does with a DDP packet: header of ten bytes, then the colours from an offset on."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.settimeout(5)
        self.port = int(self._socket.getsockname()[1])
        self.numbers: list[int] = []

    def frame(self) -> list[tuple[int, int, int]]:
        packet = self._socket.recv(2000)
        flags, number, kind, target, offset, length = struct.unpack(">BBBBIH", packet[:10])
        assert flags & 0xC0 == 0x40, "version 1"
        assert flags & 0x01, "push: show it now"
        assert (kind, target, offset) == (0x0B, 1, 0)
        assert length == len(packet) - 10
        assert 1 <= number <= 15
        self.numbers.append(number)
        colours = packet[10:]
        return [(colours[n], colours[n + 1], colours[n + 2]) for n in range(0, length, 3)]

    def close(self) -> None:
        self._socket.close()


class Scene:
    """A strip, its clock, and whether it is dark."""

    def __init__(self) -> None:
        self.clock, self.listener, self.dark = VirtualClock(), Listener(), False
        strip = Strip("127.0.0.1", 10, self.listener.port)
        self.sand = WledHourglass(strip, clock=self.clock, dark=lambda: self.dark)

    def look(self) -> list[tuple[int, int, int]]:
        self.due = self.sand.move(self.clock.now())
        return self.listener.frame()

    def lit(self) -> int:
        return sum(any(light) for light in self.look())


@pytest.fixture
def scene() -> Iterator[Scene]:
    scene = Scene()
    yield scene
    scene.sand.close()
    scene.listener.close()


def test_the_sand_falls_light_by_light_and_is_gone_at_the_end(scene: Scene) -> None:
    scene.sand.run(180, 180)
    assert scene.lit() == 10
    scene.clock.advance(90)
    assert scene.lit() == 5
    scene.clock.advance(90)
    assert scene.lit() == 0


def test_a_frame_always_comes_before_the_strip_goes_its_own_way(scene: Scene) -> None:
    nothing: Callable[[], None] = lambda: None  # noqa: E731  # one of several
    sand = scene.sand
    for act in (nothing, partial(sand.run, 100, 100), sand.freeze, partial(sand.clear, empty=True)):
        act()
        scene.look()
        assert scene.due is not None
        assert scene.due - scene.clock.now() <= KEEP
        scene.clock.advance(5)


def test_in_the_dark_black_keeps_coming_whatever_the_sand_does(scene: Scene) -> None:
    scene.sand.run(180, 180)
    scene.dark = True
    for _ in range(20):
        assert scene.lit() == 0
        assert scene.due is not None
        scene.clock.advance(scene.due - scene.clock.now())
    scene.dark = False
    assert scene.lit() > 0


def test_a_pause_breathes_and_the_empty_glass_flashes(scene: Scene) -> None:
    scene.sand.run(120, 180)
    scene.clock.advance(10)
    scene.sand.freeze()
    bright = []
    for _ in range(8):
        bright.append(max(max(light) for light in scene.look()))
        scene.clock.advance(0.5)
    assert len(set(bright)) > 3
    scene.sand.clear(empty=True)
    flashes = []
    for _ in range(8):
        flashes.append(scene.lit())
        scene.clock.advance(0.25)
    assert flashes == [10, 0, 10, 0, 10, 0, 0, 0]


def test_it_is_black_when_the_box_is_off(scene: Scene) -> None:
    scene.sand.run(180, 180)
    assert scene.lit() == 10
    scene.sand.close()
    assert not any(any(light) for light in scene.listener.frame())
    scene.sand.close()


def test_a_strip_that_is_not_there_costs_nothing() -> None:
    clock = VirtualClock()
    sand = WledHourglass(Strip("no-such-strip.invalid", 60), clock=clock)
    sand.run(180, 180)
    assert sand.move(0.0) == KEEP
    sand.close()


def test_the_strip_of_a_box_is_black_from_top_to_the_scream(scene: Scene) -> None:
    """As the box itself puts it together: the sand may run, the night binds it."""
    party = MurderParty(an_evening("weekend", guest_list(12)))
    settings = replace(Settings(), rooms=Rooms(strips=(Strip("127.0.0.1", 10, scene.listener.port),)))
    rooms = OtherRooms(settings, party.prompter, RealClock(), None)
    (strip,) = rooms.strips

    def lit() -> bool:
        strip.run(180, 180)
        strip.move(RealClock().now())
        return any(any(light) for light in scene.listener.frame())

    party.go_to("walking")
    assert lit()
    party.press()
    assert not lit()
    party.say(Tapped("Kim"))
    assert not lit()
    party.wait(10)  # the scream
    assert lit()
    rooms.close()
