"""The doctor: a guided check of the box, part by part. Each finding is pass, fail or skipped, with the remedy."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Protocol

from majordome.box.machine_health import HOT, degrees, under_voltage
from majordome.box.parts import Hardware
from majordome.core.cues import DARK
from majordome.core.manifest import HOUSE_MOODS, Mood
from majordome.inputs.pin_buttons import PinSwitch
from majordome.inputs.pin_chairs import PinChair
from majordome.pico.inputs import PicoButton, PicoChair
from majordome.pico.props import PicoButtonLamp, PicoBuzzer, PicoHourglass, PicoLamp
from majordome.props.buzzer import PinBuzzer
from majordome.props.hourglass import PinHourglass
from majordome.props.lamps import ButtonLamp, PinLamp

Status = Literal["pass", "fail", "skipped"]
PATIENCE = 15.0  # seconds to press a button or sit down
SHOWN = 0.4  # seconds an LED is lit on its own
SHOWN_IN_ALL = 6.0  # and all of a long row together
PICO = "Pico"  # what serves a part that is on no pin
LETTING_GO = 10  # times as long as that before a button counts as stuck
LOW_ON_SPACE = 50 * 2**20
BRIGHT = Mood("bright", (1.0, 0.9, 0.7), 1.0)
SLOW_DISK = 1.0  # seconds for a written line


@dataclass(frozen=True, slots=True)
class Finding:
    """What the doctor found: the part, how it is, a detail, a key of the lines for what to do, and what serves it."""

    what: str
    status: Status
    detail: str = ""
    remedy: str = ""
    where: str = field(default="", compare=False)  # 'GPIO 22', 'Pico'


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


class Jingle(Protocol):
    """A speaker, as far as the doctor needs it."""

    def effect(self, name: str) -> None:
        """Play a sound."""


def examine(
    hardware: Hardware | None,
    patient: Patient,
    evenings: Path,
    root: Path = Path("/"),
    *,
    jingle: Jingle | None = None,
    mute: Callable[[], str] = lambda: "",
    pico: Callable[[], Finding] = lambda: Finding("pico", "skipped", remedy="no_pico"),
) -> Iterator[Finding]:
    """Every part in turn. `mute` tells why no sound comes out, if that is known; `pico`, how the board is."""
    yield pico()
    yield from pins(hardware, patient) if hardware is not None else (Finding("pins", "skipped", remedy="no_pins"),)
    yield speaker(jingle, mute, patient)
    yield disk(evenings)
    yield temperature(root)
    yield voltage(root)


def speaker(jingle: Jingle | None, mute: Callable[[], str], patient: Patient) -> Finding:
    """The jingle that says that the box is ready."""
    if jingle is None:
        return Finding("speaker", "skipped", remedy="no_speaker")
    jingle.effect("ready")
    heard = patient.sees("jingle_heard")
    if why := mute():
        return Finding("speaker", "fail", why, "check_speaker")
    if heard is None:
        return Finding("speaker", "skipped", remedy="nobody_looked")
    return Finding("speaker", "pass") if heard else Finding("speaker", "fail", remedy="check_speaker")


def pins(hardware: Hardware, patient: Patient) -> Iterator[Finding]:
    """Lamps, LEDs, buzzer, buttons and chairs, wherever they are. What is not fitted is not examined."""
    for trouble in hardware.troubles:
        part, _, pin = trouble.names[0].partition(" ")
        yield Finding(part, "fail", f"{pin} {trouble.names[1]}".strip(), "check_wiring")
    checks: tuple[tuple[str, Any, Callable[[Any, str, Patient], Finding]], ...] = (
        ("lamp", hardware.lamp, _lamp),
        ("button_lamp", hardware.button_lamp, _button_lamp),
        ("hourglass", hardware.hourglass, _hourglass),
        ("buzzer", hardware.buzzer, _buzzer),
        ("button", hardware.button, _pressed),
        ("second_button", hardware.second_button, _pressed),
        ("left_chair", hardware.left_chair, _sat),
        ("right_chair", hardware.right_chair, _sat),
    )
    for name, fitted, check in checks:
        if fitted is None:
            continue
        where = hardware.where(name)
        if where == PICO and hardware.board is not None and not hardware.board.here.is_set():
            yield Finding(name, "skipped", remedy="pico_away", where=where)
            continue
        try:
            yield replace(check(fitted, name, patient), where=where)
        except Exception as trouble:  # noqa: BLE001 - whatever a broken part does, the others are examined
            yield Finding(name, "fail", str(trouble) or type(trouble).__name__, "check_wiring", where)


def _lamp(lamp: PinLamp | PicoLamp, name: str, patient: Patient) -> Finding:
    lamp.shine(BRIGHT)
    finding = _seen(name, patient.sees("lamp_shines"))
    lamp.shine(HOUSE_MOODS[DARK])
    return finding


def _button_lamp(lamp: ButtonLamp | PicoButtonLamp, name: str, patient: Patient) -> Finding:
    lamp.show("waits")
    finding = _seen(name, patient.sees("button_shines"))
    lamp.show("off")
    return finding


def _hourglass(hourglass: PinHourglass | PicoHourglass, name: str, patient: Patient) -> Finding:
    each = min(SHOWN, SHOWN_IN_ALL / max(1, hourglass.lights))
    for light in range(hourglass.lights):
        hourglass.only(light)
        patient.rest(each)
    hourglass.clear(empty=False)
    return _seen(name, patient.sees("leds_shone", hourglass.lights))


def _buzzer(buzzer: PinBuzzer | PicoBuzzer, name: str, patient: Patient) -> Finding:
    buzzer.sound("stop")
    return _seen(name, patient.sees("buzzer_sounded"))


def _seen(what: str, answer: bool | None) -> Finding:
    if answer is None:
        return Finding(what, "skipped", remedy="nobody_looked")
    return Finding(what, "pass") if answer else Finding(what, "fail", remedy="check_wiring")


def _pressed(switch: PinSwitch | PicoButton, name: str, patient: Patient) -> Finding:
    for _ in range(LETTING_GO):
        if switch.level:  # whoever started the doctor with it may hold it still
            patient.rest(SHOWN)
    if switch.level:
        return Finding(name, "fail", remedy="button_stuck")
    return _seen(name, patient.does(f"press_{name}", lambda: switch.level, PATIENCE))


def _sat(chair: PinChair | PicoChair, name: str, patient: Patient) -> Finding:
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
        free = shutil.disk_usage(evenings).free
    except OSError as trouble:
        return Finding("disk", "fail", trouble.strerror or str(trouble), "disk_trouble")
    finally:
        with suppress(OSError):
            probe.unlink()
    detail = f"{free / 2**20:.0f} MB, {took * 1000:.0f} ms"
    if free < LOW_ON_SPACE:
        return Finding("disk", "fail", detail, "disk_full")
    return Finding("disk", "fail", detail, "disk_slow") if took > SLOW_DISK else Finding("disk", "pass", detail)


def temperature(root: Path) -> Finding:
    """Where the machine tells it."""
    warmth = degrees(root)
    if warmth is None:
        return Finding("temperature", "skipped", remedy="not_told")
    detail = f"{warmth:.0f} °C"
    if warmth >= HOT:
        return Finding("temperature", "fail", detail, "too_hot")
    return Finding("temperature", "pass", detail)


def voltage(root: Path) -> Finding:
    """Under-voltage, where the Pi reports it."""
    low = under_voltage(root)
    if low is None:
        return Finding("voltage", "skipped", remedy="not_told")
    return Finding("voltage", "fail", remedy="weak_supply") if low else Finding("voltage", "pass")
