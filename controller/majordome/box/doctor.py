"""The doctor: a guided check of the box, part by part. Each finding is pass, fail or skipped, with the remedy."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from majordome.box.checks import PATIENCE as PATIENCE
from majordome.box.checks import Finding as Finding
from majordome.box.checks import Respondent as Respondent
from majordome.box.machine_health import HOT, degrees, under_voltage
from majordome.box.make_prop import named
from majordome.box.parts import PICO as PICO
from majordome.box.parts import Hardware
from majordome.settings.prop_table import PROP_TABLE


class DoctorsCard(Protocol):
    """A sound card, as far as the doctor needs it."""

    @property
    def name(self) -> str: ...
    @property
    def device(self) -> str: ...


LOW_ON_SPACE = 50 * 2**20
SLOW_DISK = 1.0  # seconds for a written line


class DoctorsSpeaker(Protocol):
    """A speaker, as far as the doctor needs it."""

    def effect(self, name: str) -> None:
        """Play a sound."""


def examine(
    hardware: Hardware | None,
    respondent: Respondent,
    evenings: Path,
    root: Path = Path("/"),
    *,
    speaker: Callable[[], Finding] = lambda: Finding("speaker", "skipped", remedy="no_speaker"),
    pico: Callable[[], Finding] = lambda: Finding("pico", "skipped", remedy="no_pico"),
) -> Iterator[Finding]:
    """Every part in turn. `speaker` and `pico` tell how these are."""
    yield pico()
    yield from pins(hardware, respondent) if hardware is not None else (Finding("pins", "skipped", remedy="no_pins"),)
    yield speaker()
    yield disk(evenings)
    yield temperature(root)
    yield voltage(root)


def speaker(jingle: DoctorsSpeaker | None, mute: Callable[[], str], respondent: Respondent, card: str = "") -> Finding:
    """The jingle that says that the box is ready; on the box's own sound card, or on another one by name."""
    if jingle is None:
        return Finding("speaker", "skipped", remedy="no_speaker")
    jingle.effect("ready")
    heard = respondent.sees("jingle_heard_on", card) if card else respondent.sees("jingle_heard")
    if why := mute():
        return Finding("speaker", "fail", why, "check_speaker")
    if heard is None:
        return Finding("speaker", "skipped", remedy="nobody_looked")
    return Finding("speaker", "pass") if heard else Finding("speaker", "fail", remedy="check_speaker")


def speakers(on: Callable[[DoctorsCard | None], Finding], others: Iterable[DoctorsCard]) -> Finding:
    """The box's own card; where nobody hears that one, each other one, until somebody hears it."""
    found = on(None)
    if found.status != "fail":
        return found
    for card in others:
        if on(card).status == "pass":
            return Finding("speaker", "fail", f'device = "{card.device}"', "other_card")
    return found


def pins(hardware: Hardware, respondent: Respondent) -> Iterator[Finding]:
    """Lamps, LEDs, buzzer, buttons and chairs, wherever they are. What is not fitted is not examined."""
    for trouble in hardware.troubles:
        part, _, pin = trouble.names[0].partition(" ")
        yield Finding(part, "fail", f"{pin} {trouble.names[1]}".strip(), "check_wiring")
    for row in PROP_TABLE:
        name = row.name
        if not row.check or name not in hardware.parts:
            continue
        where = hardware.where(name)
        if where == PICO and hardware.board is not None and not hardware.board.here.is_set():
            yield Finding(name, "skipped", remedy="pico_away", where=where)
            continue
        try:
            yield replace(named(row.check)(hardware.parts[name], name, respondent), where=where)
        except Exception as trouble:  # noqa: BLE001 - whatever a broken part does, the others are examined
            yield Finding(name, "fail", str(trouble) or type(trouble).__name__, "check_wiring", where)


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
    """How warm the processor is, where the machine tells it."""
    warmth = degrees(root)
    if warmth is None:
        return Finding("temperature", "skipped", remedy="not_told")
    detail = f"{warmth:.0f} °C"
    if warmth >= HOT:
        return Finding("temperature", "fail", detail, "too_hot")
    return Finding("temperature", "pass", detail)


def voltage(root: Path) -> Finding:
    """Whether the supply is too weak, where the Pi reports it."""
    low = under_voltage(root)
    if low is None:
        return Finding("voltage", "skipped", remedy="not_told")
    return Finding("voltage", "fail", remedy="weak_supply") if low else Finding("voltage", "pass")
