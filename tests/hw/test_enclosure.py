"""The box with all that is bought in it: nothing collides, nothing sticks out, and every plug has its room."""

from __future__ import annotations

import re
import shutil
from functools import cache

import pytest
from drafting import enclosure, guide, harnesses, volumes

pytestmark = pytest.mark.skipif(shutil.which("openscad") is None, reason="apt install openscad")
BUILDS = pytest.mark.parametrize("build", harnesses.BUILDS)
room = cache(volumes.room)


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
    listed = {part.key for part in guide.parts_list(build)}
    assert {volume.part for volume in room(build).bought} - listed == set()


def test_the_pads_rim_holds_the_lid_and_its_stops_take_the_weight_off_the_sensor() -> None:
    source = enclosure.PAD.read_text("utf-8")
    of = {name: float(value) for name, value in re.findall(r"^(\w+) = ([\d.]+);", source, re.MULTILINE)}
    rests_at = of["floor_thick"] + of["foam_height"]
    assert of["rim_height"] - rests_at >= 2  # mm, also while nobody sits
    travel = float(re.findall(r'travel = sensor == "fsr" \? ([\d.]+)', source)[0])
    gap = float(re.findall(r'sensor == "switch" \? gap : ([\d.]+)', source)[0])
    assert 0.5 <= travel - gap <= 0.7  # mm that rubber and sensor give before the lid lies on its stops


def test_two_that_share_a_corner_of_room_would_be_found_out() -> None:
    one = volumes.Volume("one", "part", "x", (0.0, 0.0, 0.0), (10.0, 10.0, 10.0))
    other = volumes.Volume("other", "part", "x", (9.0, 9.0, 9.0), (10.0, 10.0, 10.0))
    beside = volumes.Volume("beside", "part", "x", (10.0, 0.0, 0.0), (5.0, 5.0, 5.0))
    found = volumes.Room((0.0, 0.0, 0.0), (15.0, 15.0, 15.0), (one, other, beside))
    assert list(found.collisions()) == [("one", "other")]
    assert list(found.outside()) == ["other"]
