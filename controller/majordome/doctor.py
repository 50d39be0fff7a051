"""The doctor: a guided check of the box, part by part. Each finding is pass, fail or skipped, with the remedy."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from majordome.hardware import Hardware
from majordome.inputs.pins import PinChair, PinSwitch

Status = Literal["pass", "fail", "skipped"]
PATIENCE = 15.0  # seconds to press a button or sit down
SHOWN = 0.4  # seconds an LED is lit on its own
HOT = 80.0  # degrees: the Pi slows down from here
LOW_ON_SPACE = 50 * 2**20
SLOW_DISK = 1.0  # seconds for a written line


@dataclass(frozen=True, slots=True)
class Finding:
    """What the doctor found: the part, how it is, a detail, and a key of the lines for what to do."""

    what: str
    status: Status
    detail: str = ""
    remedy: str = ""


class Patient(Protocol):
    """Whoever answers the doctor: a person at a terminal, or a person at the box."""

    def sees(self, question: str, number: int = 0) -> bool | None:
        """A question of the lines: yes, no, or None where nobody can answer."""
        ...

    def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
        """Ask for something and wait until it happened; None where nobody can do it."""
        ...

    def rest(self, seconds: float) -> None:
        """Let a light be seen."""
        ...


def examine(hardware: Hardware | None, patient: Patient, evenings: Path, root: Path = Path("/")) -> Iterator[Finding]:
    """Every part in turn."""
    yield from pins(hardware, patient) if hardware is not None else (Finding("pins", "skipped", remedy="no_pins"),)
    yield Finding("speaker", "skipped", remedy="no_speaker")
    yield Finding("pico", "skipped", remedy="no_pico")
    yield disk(evenings)
    yield temperature(root)
    yield voltage(root)


def pins(hardware: Hardware, patient: Patient) -> Iterator[Finding]:
    """Lamps, LEDs, buzzer, buttons and chairs."""
    for trouble in hardware.troubles:
        yield Finding(trouble.names[0], "fail", trouble.names[1], "check_wiring")
    if hardware.lamp is not None:
        hardware.lamp.mood("day")
        yield _seen("lamp", patient.sees("lamp_shines"))
        hardware.lamp.mood("dark")
    if hardware.button_lamp is not None:
        hardware.button_lamp.show("waits")
        yield _seen("button_lamp", patient.sees("button_shines"))
        hardware.button_lamp.show("off")
    if hardware.hourglass is not None:
        for light in range(hardware.hourglass.lights):
            hardware.hourglass.only(light)
            patient.rest(SHOWN)
        hardware.hourglass.clear(empty=False)
        yield _seen("hourglass", patient.sees("leds_shone", hardware.hourglass.lights))
    if hardware.buzzer is not None:
        hardware.buzzer.sound("stop")
        yield _seen("buzzer", patient.sees("buzzer_sounded"))
    for name, switch in (("button", hardware.button), ("second_button", hardware.second_button)):
        if switch is not None:
            yield _pressed(name, switch, patient)
    for chair in (hardware.left_chair, hardware.right_chair):
        if chair is not None:
            yield _sat(chair, patient)


def _seen(what: str, answer: bool | None) -> Finding:
    if answer is None:
        return Finding(what, "skipped", remedy="nobody_looked")
    return Finding(what, "pass") if answer else Finding(what, "fail", remedy="check_wiring")


def _pressed(name: str, switch: PinSwitch, patient: Patient) -> Finding:
    if switch.level:
        return Finding(name, "fail", remedy="button_stuck")
    answer = patient.does(f"press_{name}", lambda: switch.level, PATIENCE)
    return _seen(name, answer)


def _sat(chair: PinChair, patient: Patient) -> Finding:
    name = f"{chair.chair}_chair"
    if chair.unplugged:
        return Finding(name, "fail", remedy="cable_broken")
    sat = patient.does(f"sit_{chair.chair}", lambda: chair.sits, PATIENCE)
    if not sat:
        return _seen(name, sat)
    return _seen(name, patient.does(f"stand_{chair.chair}", lambda: not chair.sits, PATIENCE))


def disk(evenings: Path) -> Finding:
    """A line can be written, quickly enough, and there is room for many evenings."""
    probe = evenings / ".doctor"
    try:
        evenings.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        with probe.open("wb") as file:
            file.write(b"the doctor was here\n")
            file.flush()
            os.fsync(file.fileno())
        took = time.monotonic() - began
        probe.unlink()
        free = shutil.disk_usage(evenings).free
    except OSError as trouble:
        return Finding("disk", "fail", trouble.strerror or str(trouble), "disk_trouble")
    detail = f"{free / 2**20:.0f} MB, {took * 1000:.0f} ms"
    if free < LOW_ON_SPACE:
        return Finding("disk", "fail", detail, "disk_full")
    return Finding("disk", "fail", detail, "disk_slow") if took > SLOW_DISK else Finding("disk", "pass", detail)


def temperature(root: Path) -> Finding:
    """Where the machine tells it."""
    try:
        degrees = int((root / "sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
        return Finding("temperature", "skipped", remedy="not_told")
    detail = f"{degrees:.0f} °C"
    if degrees >= HOT:
        return Finding("temperature", "fail", detail, "too_hot")
    return Finding("temperature", "pass", detail)


def voltage(root: Path) -> Finding:
    """Under-voltage, where the Pi reports it: the hwmon alarm of its firmware driver."""
    for name in sorted((root / "sys/class/hwmon").glob("hwmon*/name")):
        try:
            if name.read_text().strip() == "rpi_volt":
                low = (name.parent / "in0_lcrit_alarm").read_text().strip() != "0"
                return Finding("voltage", "fail", remedy="weak_supply") if low else Finding("voltage", "pass")
        except OSError:
            continue
    return Finding("voltage", "skipped", remedy="not_told")
