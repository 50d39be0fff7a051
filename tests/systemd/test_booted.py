"""A whole Debian 13 (Python 3.13), installed by the one command, booted under qemu: the real service, the real systemd.

The full build on a simulated gpiochip; a Pico that is plugged in when the service runs already; SIGKILL in an evening.
Run by `make test-boot`, three minutes on a quiet machine.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from kernel.rig.guest import NoRig, boot_debian, build
from systemd.debian import Debian

if "MAJORDOME_BOOT" not in os.environ:
    pytest.skip("boots a Debian under qemu, which takes its time: make test-boot", allow_module_level=True)

HERE = Path(__file__).parent
PATIENCE = 480.0  # seconds, for all of it: an emulated machine takes three minutes where it has a core to itself
# What a Raspberry Pi would say of itself: gpiozero asks which one it is.
PI_4 = "Hardware\t: BCM2835\nRevision\t: c03111\nModel\t\t: Raspberry Pi 4 Model B Rev 1.1\n"
UNITS = {
    "gpio-sim.service": """[Unit]
Before=majordome.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -ec 'modprobe configfs; modprobe gpiosim; \\
    mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config; \\
    mkdir -p /sys/kernel/config/gpio-sim/box/pins; echo 28 >/sys/kernel/config/gpio-sim/box/pins/num_lines; \\
    echo 1 >/sys/kernel/config/gpio-sim/box/live; udevadm settle'
[Install]
WantedBy=multi-user.target
""",
    "room.service": """[Unit]
After=gpio-sim.service
[Service]
ExecStart=/usr/bin/python3 /root/in_booted_guest.py
StandardOutput=file:/root/job/output
StandardError=inherit
[Install]
WantedBy=multi-user.target
""",
    "majordome.service.d/pi.conf": "[Service]\nBindReadOnlyPaths=/etc/cpuinfo.pi:/proc/cpuinfo\n",
}


@pytest.fixture(scope="module")
def facts(trixie: Debian) -> dict[str, dict[str, Any]]:
    try:
        kernel = build()
    except NoRig as why:
        pytest.skip(f"no kernel under qemu on this machine: {why}")
    for name, text in UNITS.items():
        path = trixie.at(f"/etc/systemd/system/{name}")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    trixie.at("/etc/cpuinfo.pi").write_text(PI_4)
    # no sound card in there, and no device tree that says which machine it is
    trixie.at("/etc/majordome/environment").write_text("MAJORDOME_SILENT=1\nGPIOZERO_PIN_FACTORY=lgpio\n")
    trixie.at("/etc/fstab").write_text("")
    for file in (HERE / "in_booted_guest.py", HERE / "pico_stand_in.py", HERE.parent / "pico" / "wires.py"):
        shutil.copy(file, trixie.at("/root"))
    trixie.run("systemctl", "enable", "gpio-sim.service", "room.service")
    seen = boot_debian(kernel, trixie.root, PATIENCE)
    if seen.status != 0:
        pytest.fail(str(seen), pytrace=False)
    lines = [json.loads(line) for line in seen.output.splitlines() if line.startswith('{"fact"')]
    return {line.pop("fact"): line for line in lines}


Facts = dict[str, dict[str, Any]]


def test_systemd_starts_the_service_and_hears_from_it_when_a_press_works(facts: Facts) -> None:
    assert facts["ready"]["NRestarts"] == "0"
    assert facts["ready"]["StatusText"]
    assert facts["ready"]["pico"] is False
    assert facts["ready"]["driver"] is False  # the kernel does not even know the Pico's kind of line yet


def test_a_press_on_the_real_kernels_pin_moves_the_evening(facts: Facts) -> None:
    assert facts["press"]["before"] != facts["press"]["after"]
    assert facts["press"]["party"] is True


def test_a_pico_that_is_plugged_in_later_gets_its_name_and_is_let_in(facts: Facts) -> None:
    assert facts["pico"]["name"] == "ttyACM0"
    assert facts["pico"]["session"]


def test_the_unit_lets_the_box_at_its_own_devices_and_no_others(facts: Facts) -> None:
    """The first Pico of a fresh kernel's life, whose kind of line was not known when the service started."""
    assert facts["devices"] == {"/dev/ttyACM0": True, "/dev/gpiochip0": True, "/dev/ttyS0": False}


def test_a_box_that_is_killed_in_an_evening_comes_back_to_it(facts: Facts) -> None:
    assert facts["killed"]["restarts"] == "1"
    assert facts["killed"]["status"] == facts["press"]["after"]


def test_top_sounds_after_it_and_the_service_stops_silent(facts: Facts) -> None:
    assert facts["top"] == {"sounded": True}
    assert facts["stopped"] == {"ActiveState": "inactive", "Result": "success"}
