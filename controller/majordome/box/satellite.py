"""`majordome satellite`: a box that leads nothing. It shows, speaks and senses for the one that leads.

The same parts as in an evening, from the same settings, play the leader's cues; what is sensed here goes to the leader.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from queue import Empty, Queue
from typing import Any, cast

from majordome.box.exit_signals import Leaving, leaving_at_once, leaving_one_way
from majordome.box.open_hardware import hardware_of
from majordome.box.rooms import machine_of
from majordome.core.clock import RealClock
from majordome.core.cues import Cue, Notice
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Moment, Sensed
from majordome.core.events import ChairTaken
from majordome.core.library import manifest, manifests
from majordome.core.prompter import Prompter
from majordome.core.stage import Stage
from majordome.errors import DONE
from majordome.rooms.satellite_link import LeadersOrders, SatelliteLink
from majordome.service.systemd import Heartbeat, Supervisor
from majordome.settings.config import Settings, usual_evening
from majordome.sound.pack import SoundPack, folders
from majordome.sound.voice import cache_folder, speaker_of
from majordome.words.narrator import LANGS, Lang, Narrator
from majordome.words.spoken_names import SpokenNames

log = logging.getLogger(__name__)
ANY_MOMENT = Moment(0, True, False, False)


class Satellite:
    """The parts of this box and its line to the leader. `hardware` and `speaker` may be missing, as in an evening."""

    def __init__(self, settings: Settings, narrator: Narrator, inputs: Queue[Any], hardware: Any, speaker: Any) -> None:
        self._settings, self.narrator, self._inputs = settings, narrator, inputs
        self._hardware, self._speaker, self._closed = hardware, speaker, False
        self._game = settings.evening.game
        props = hardware.props() if hardware is not None else {}
        if speaker is not None:
            props = {**props, "speaker": [speaker], "hourglass": [*props.get("hourglass", ()), speaker]}
        self.stage = Stage(lambda: manifest(self._game), **props, page=[self])
        self._supervisor = Supervisor()
        self.ears: list[Any] = []
        self.watchers: list[Any] = []
        self.clock = RealClock()
        self.ears.append(Heartbeat(self._supervisor, self.clock))
        self._chairs = {part: False for part in ("left_chair", "right_chair") if hardware and part in hardware.parts}
        self.satellite_link = SatelliteLink(
            settings.mqtt, machine_of(settings.evenings), do=inputs.put, tell=inputs.put, now=self.clock.now
        )

    def show(self, cue: Cue) -> None:
        """As a page of the stage: a word for whoever looks after this box."""
        if isinstance(cue, Notice):
            self.say(self.narrator.notice(cue))

    def say(self, words: str) -> None:
        """To whoever reads along, and to the supervisor of a service."""
        sys.stdout.write(words + "\n")
        sys.stdout.flush()
        self._supervisor.status(words)

    def start(self) -> None:
        """Begin to show and to sense."""
        if self._hardware is not None:
            self.stage.perform(self._hardware.troubles)
            self._hardware.attach(cast(Performance, self))  # of an evening it needs the stage, the ears, the watchers
            self._hardware.animator.start()
        self.satellite_link.start(self._chairs)

    def run(self) -> None:
        """Until it is told to leave."""
        while True:
            dues = [due for ear in self.ears if (due := ear.due()) is not None]
            try:
                heard = self._inputs.get(timeout=self.clock.wait_for(min(dues)) if dues else None)
            except Empty:
                heard = ()
            if heard is None:
                return
            try:
                self._take(heard)
                self._tick()
            except Exception:  # whatever is sent here, or breaks here, the satellite stays
                log.exception("the satellite stumbled")

    def _take(self, heard: Any) -> None:
        match heard:
            case Notice():
                self.stage.perform([heard])
            case LeadersOrders():
                self._carry_out(heard)
            case Sensed(ear, pressed):
                self._sensed(heard, ear, pressed)

    def _sensed(self, sensed: Sensed, ear: Any, pressed: bool) -> None:
        parts = self._hardware.parts
        buzzers = getattr(parts.get("guest_buzzers"), "buzzers", [])
        if ear is parts.get("button"):
            ear.sense(sensed, ANY_MOMENT)  # its light answers the finger
            self.satellite_link.edge("button", pressed)
        elif ear in buzzers:
            self.satellite_link.edge(f"guest_buzzer_{buzzers.index(ear) + 1}", pressed)
        elif ear is parts.get("guest_buzzers") and isinstance(sensed.switch, tuple):  # on the Pico: all in one
            self.satellite_link.edge(f"guest_buzzer_{sensed.switch[0] + 1}", pressed)
        elif ear in self.ears:
            ear.sense(sensed, ANY_MOMENT)

    def _tick(self) -> None:
        now = self.clock.now()
        for ear in self.ears:
            due = ear.due()
            if due is None or due > now:
                continue
            for said in ear.tick(now, ANY_MOMENT):
                if hasattr(said.said, "chair"):
                    part = f"{said.said.chair}_chair"
                    self._chairs[part] = isinstance(said.said, ChairTaken)
                    self.satellite_link.level(part, self._chairs[part])

    def _carry_out(self, orders: LeadersOrders) -> None:
        if orders.game in manifests():
            self._game = orders.game
        if orders.lang is not None and orders.lang != self.narrator.lang and orders.lang in LANGS:
            self._speak(orders.lang)
        self.stage.perform(orders.cues)
        if self._hardware is not None:
            if self._hardware.board is not None:
                self._hardware.board.darken(orders.dark)
            if self._hardware.button_lamp is not None:
                self._hardware.button_lamp.show("dark" if orders.dark else "waits")

    def _speak(self, lang: Lang) -> None:
        self.narrator.speak(lang)
        if self._speaker is not None:
            sound = self._settings.sound
            pack = SoundPack(lang, folders(sound.pack), lambda: manifest(self._game), sound.voice)
            self._speaker.speak(pack, SpokenNames(lang, cache_folder(), pack.voice))

    def darken(self) -> None:
        """Silent and dark; twice does no harm."""
        for part in (self._hardware, self._speaker):
            if part is not None:
                part.close()

    def close(self) -> None:
        """Off; twice does no harm."""
        if not self._closed:
            self._supervisor.tell("STOPPING=1")
        self._closed = True
        self.satellite_link.close()


def attend(settings: Settings, lang: Lang) -> int:
    """Serve until the satellite is told to leave."""
    leaving = Leaving()
    with leaving_at_once(), leaving.to_the_end(), satellite(settings, lang) as (here, inputs):

        def darken() -> None:
            here.darken()
            leaving.is_dark()

        leaving.darken = darken
        with leaving_one_way(inputs, leaving):
            try:
                here.say(here.narrator.word("rooms", "attends").format(settings.mqtt.box, settings.mqtt.root))
                here.start()
                here.run()
            finally:
                leaving.ask()
                darken()  # first, however long the broker takes to answer
    return leaving.exit_code or DONE


@contextmanager
def satellite(settings: Settings, lang: Lang, *, pins: Any = None) -> Iterator[tuple[Satellite, Queue[Any]]]:
    """Put together; `pins`: a factory in place of this machine's own."""
    clock, inputs, narrator = RealClock(), Queue[Any](), Narrator(lang, game=manifest(settings.evening.game))
    prompter = Prompter(usual_evening(settings.evening.game), narrator)
    with ExitStack() as parts:
        hardware = parts.enter_context(hardware_of(settings, prompter, clock, inputs.put, pins=pins))
        speaker = parts.enter_context(speaker_of(settings.sound, lang, clock, inputs.put, lambda: narrator.game))
        here = Satellite(settings, narrator, inputs, hardware, speaker)
        parts.callback(here.close)
        yield here, inputs
