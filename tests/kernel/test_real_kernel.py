"""gpiozero and lgpio on a real kernel's GPIO chip, in a guest without a Pi. Run by `make test-kernel`."""

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
    visit = guest(Path(__file__).with_name("in_guest.py"))
    if visit.status != 0:
        pytest.fail(str(visit), pytrace=False)
    lines = [json.loads(line) for line in visit.output.splitlines() if line.startswith('{"experiment"')]
    return {line.pop("experiment"): line for line in lines}


def test_a_press_is_seen_and_so_is_its_release(facts: Facts) -> None:
    assert facts["press"] == {"pulled_up": True, "seen": ["pressed", "released"], "held": True}


def test_the_lamp_is_read_back_from_the_wire(facts: Facts) -> None:
    assert facts["lamp"] == {"levels": [True, False, True]}


def test_twenty_bounces_arrive_as_edges_stamped_by_the_kernel(facts: Facts) -> None:
    storm = facts["storm"]
    assert 10 < storm.pop("edges") <= 40  # a kernel may lose edges of a storm; the last level it never gets wrong
    assert storm == {"last": 1, "in_order": True, "on_the_monotonic_clock": True, "pressed_after": True}


def test_of_two_buzzers_right_behind_each_other_the_first_is_lit_every_time(facts: Facts) -> None:
    assert facts["race"] == {"both": 20, "right": 20}


def test_an_exception_in_a_callback_deafens_every_pin_of_lgpio(facts: Facts) -> None:
    """Why our own callbacks never raise. The day this fails, lgpio has got better."""
    assert facts["fault"] == {"thread_dies": True, "other_heard": False, "readable": True, "revived": True}
