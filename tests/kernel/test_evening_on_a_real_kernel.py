"""A short evening by `majordome play` on a real kernel's GPIO chip, in a guest without a Pi (`make test-kernel`)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from kernel.conftest import Guest

if "MAJORDOME_KERNEL" not in os.environ:
    pytest.skip("boots a kernel under qemu, which takes its time: make test-kernel", allow_module_level=True)

Facts = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def facts(guest: Guest) -> Facts:
    for _ in range(2):  # an emulated processor on a busy machine may be too slow to tell a bounce from a press
        visit = guest(Path(__file__).with_name("in_guest_evening.py"), timeout=400)
        if visit.status == 0:
            break
    else:
        pytest.fail(str(visit), pytrace=False)
    lines = [json.loads(line) for line in visit.output.splitlines() if line.startswith('{"experiment"')]
    return {line.pop("experiment"): line for line in lines}


def test_ten_bounces_are_one_press(facts: Facts) -> None:
    beats = [beat.partition("]")[0] for beat in facts["bounces"]["beats"]]
    assert beats == [
        "[The guests arrive",
        "[Friday night · Everyone walks about",
        "[Friday night · The murderers choose",
    ]


def test_top_sounds_and_ends(facts: Facts) -> None:
    assert facts["top"] == {"sounded": True, "silent_again": True}


def test_a_double_press_is_a_heart_patient_who_screams_after_five_seconds(facts: Facts) -> None:
    heart = facts["heart"]
    assert heart["dark"] is True
    assert -0.05 < heart["late"] < 1.0  # an emulated processor takes its time


def test_every_light_of_the_hourglass_shines_and_goes_out(facts: Facts) -> None:
    assert facts["sand"] == {"shines": [True] * 7, "out": True}


def test_an_exception_in_a_callback_does_not_deafen_the_box(facts: Facts) -> None:
    assert facts["fault"] == {"stumbled": True, "thread_lives": True}


def test_both_chairs_and_a_long_yes_end_the_game(facts: Facts) -> None:
    assert facts["jail"] == {"won": True}


def test_the_box_ends_well_silent_and_dark(facts: Facts) -> None:
    assert facts["end"] == {"status": 0, "off": True}
