"""The box with all that is bought in it: nothing collides, nothing sticks out, and every plug has its room."""

from __future__ import annotations

import shutil
from functools import cache

import pytest
from drafting import guide, harnesses, volumes

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="apt install openscad")
BUILDS = pytest.mark.parametrize("build", harnesses.BUILDS)
room = cache(volumes.room)
NOT_LISTED = {"usb"}  # whatever the host plugs in


@BUILDS
def test_nothing_in_the_box_is_where_something_else_is(build: str) -> None:
    assert list(room(build).collisions()) == []


@BUILDS
def test_everything_is_inside_the_walls(build: str) -> None:
    assert list(room(build).outside()) == []


@BUILDS
def test_a_straight_usb_plug_has_its_thirty_millimetres(build: str) -> None:
    found = {volume.name: volume for volume in room(build).bought}
    edge = found["Pi"].span(0)[1]
    assert room(build).most[0] - edge >= volumes.USB_PLUG


@BUILDS
def test_every_volume_is_something_of_the_parts_list(build: str) -> None:
    listed = {part.key for part in guide.parts_list(build)} | NOT_LISTED
    assert {volume.part for volume in room(build).bought} - listed == set()


def test_two_that_share_a_corner_of_room_would_be_found_out() -> None:
    one = volumes.Volume("one", "part", "x", (0.0, 0.0, 0.0), (10.0, 10.0, 10.0))
    other = volumes.Volume("other", "part", "x", (9.0, 9.0, 9.0), (10.0, 10.0, 10.0))
    beside = volumes.Volume("beside", "part", "x", (10.0, 0.0, 0.0), (5.0, 5.0, 5.0))
    found = volumes.Room((0.0, 0.0, 0.0), (15.0, 15.0, 15.0), (one, other, beside))
    assert list(found.collisions()) == [("one", "other")]
    assert list(found.outside()) == ["other"]
