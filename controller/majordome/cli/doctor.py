"""`majordome doctor`, and the same at the box itself: puts the doctor, the hardware and whoever answers together."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from majordome.box.doctor import (
    DoctorsCard,
    Finding,
    Respondent,
    disk,
    examine,
    speaker,
    speakers,
    temperature,
    voltage,
)
from majordome.box.exit_signals import leaving_at_once
from majordome.box.machine_health import ROOT
from majordome.box.open_hardware import hardware_of
from majordome.box.parts import Hardware
from majordome.core.clock import RealClock
from majordome.core.cues import Notice
from majordome.core.prompter import Prompter
from majordome.errors import NoPins
from majordome.pico.selftest import board as how_the_pico_is
from majordome.settings.config import Settings
from majordome.sound.sound_cards import cards
from majordome.sound.voice import speaker_of
from majordome.terminal.doctor_screen import Nobody, PersonAtBox, PersonAtTerminal, Watcher, as_json, row
from majordome.words.narrator import Narrator

UNWELL = 1  # the exit code of a check that did not come to its end
BUZZED = 1.5  # seconds between two buzzed findings


def at_a_terminal(settings: Settings, narrator: Narrator, *, json: bool) -> bool:
    """The guided check, as a table or for scripts; True if nothing is unwell."""
    asks = not json and sys.stdin.isatty()
    respondent: Respondent = PersonAtTerminal(narrator, print_line, input) if asks else Nobody()
    findings: list[Finding] = []

    def on(card: DoctorsCard | None) -> Finding:
        sound = settings.sound if card is None else replace(settings.sound, device=card.device)
        troubles: list[Notice] = []
        with speaker_of(sound, narrator.lang, RealClock(), troubles.append) as jingle:
            return speaker(
                jingle, lambda: troubles[0].names[1] if troubles else "", respondent, "" if card is None else card.name
            )

    def listen() -> Finding:
        """Each card is tried only where somebody listens."""
        return speakers(on, [card for card in cards() if asks and card.device != settings.sound.device])

    with _body(settings, narrator) as hardware:

        def pico() -> Finding:
            return how_the_pico_is(hardware.board if hardware is not None else None)

        for finding in examine(hardware, respondent, settings.evenings, speaker=listen, pico=pico):
            findings.append(finding)
            if not json:
                print_line(row(finding, narrator))
    well = all(finding.status != "fail" for finding in findings)
    if json:
        print_line(as_json(findings))
    elif not well:
        print_line(narrator.word("doctor", "look_further"))
    return well


def by_itself(settings: Settings, narrator: Narrator, *, pins: bool) -> list[Finding]:
    """What needs nobody to look, and makes no sound; without the pins while a box plays on them."""
    if not pins:
        return [disk(settings.evenings), temperature(ROOT), voltage(ROOT)]
    try:
        with _body(settings, narrator) as hardware:
            return list(examine(hardware, Nobody(), settings.evenings))
    except NoPins as trouble:
        return [Finding("pins", "fail", str(trouble)), *by_itself(settings, narrator, pins=False)]


def at_the_box(hardware: Hardware, evenings: Path, watcher: Watcher | None = None) -> list[Finding]:
    """Without a screen: a press says 'I saw it', and each finding is buzzed."""
    button, watcher = hardware.button, watcher or Watcher()
    respondent = PersonAtBox(lambda: button is not None and button.level, watcher=watcher)
    findings = []
    for finding in examine(hardware, respondent, evenings, pico=lambda: how_the_pico_is(hardware.board)):
        findings.append(finding)
        if hardware.buzzer is not None and finding.status != "skipped":
            hardware.buzzer.sound(finding.status)
            watcher.rest(BUZZED)
    return findings


@contextmanager
def _body(settings: Settings, narrator: Narrator) -> Iterator[Hardware | None]:
    """The hardware, awake but playing nothing."""
    prompter = Prompter(settings.evening, narrator)
    with leaving_at_once(UNWELL), hardware_of(settings, prompter, RealClock(), lambda told: None) as hardware:
        if hardware is not None:
            hardware.animator.start()
        yield hardware


def print_line(text: str) -> None:
    """At once: somebody is waiting for it."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
