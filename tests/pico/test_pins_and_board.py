"""A box with both: some props on its pins, some on a Pico. Pins and clock are mock, the board answers at once."""

from __future__ import annotations

from queue import Empty, Queue
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome.box.parts import Hardware
from majordome.core.clock import VirtualClock
from majordome.core.cues import Cue, Notice, Top
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Inputs
from majordome.core.library import manifest
from majordome.core.prompter import Prompter
from majordome.core.record_writer import MemoryWriter
from majordome.core.stage import Stage
from majordome.games.murder.facts import Scream
from majordome.pico import wire
from majordome.pico.board import Board
from majordome.pico.link import Identity, Told
from majordome.pico.port import Absence
from majordome.settings.pin_map import Pins
from majordome.settings.prop_table import ROWS
from majordome.settings.wiring import SERVABLE, Pico, left_to
from majordome.words.narrator import LANGS, Lang, Narrator, lines
from pico.test_props_and_inputs import ALL, Line
from pins.moves import an_evening

STOP = wire.PATTERNS.index("stop")


class MixedParty:
    """An evening on mock pins and a board, on one virtual clock."""

    def __init__(self, *serves: str) -> None:
        self.clock = VirtualClock()
        self.clock.advance(50.0)
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.inputs: Inputs = Queue()
        self.seen: list[Cue] = []
        self.pins = left_to(Pins(), Pico(serves=serves))
        self.prompter = Prompter(an_evening(), Narrator("en"))
        self.board = Board("auto", serves, tell=self.inputs.put, now=self.clock.now, line=Line)
        self.line: Any = self.board.line
        self.hardware = Hardware(
            self.pins, self.factory, clock=self.clock, tell=self.inputs.put, prompter=self.prompter, board=self.board
        )
        stage = Stage(lambda: manifest("weekend"), **self.hardware.props(), page=[self])
        self.performance = Performance(self.prompter, stage, self.clock, MemoryWriter())
        self.performance.begin()
        self.hardware.attach(self.performance)
        self.join()

    def show(self, cue: Cue) -> None:
        self.seen.append(cue)

    def join(self) -> None:
        identity = Identity(1, (1, 0, 0), ALL, (30, 30), 6, 2, "power", 1.0, "e6", "props")
        self.line.identity = identity
        self.board.joined(identity)

    def said(self, name: str) -> list[Any]:
        return [words[1:] for words in self.line.said if words[0] == name]

    def board_button(self, pressed: bool, struck: int = wire.NONE) -> None:
        now = self.clock.now()
        self.board.told(Told("button", {"pressed": int(pressed), "at": 0, "struck": struck}, now))

    def settle(self) -> None:
        while True:
            try:
                heard = self.inputs.get_nowait()
            except Empty:
                break
            assert heard is not None
            self.performance.take(heard)
        self.hardware.animator.catch_up()

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        self.settle()
        while True:
            dues = (self.performance.next_due(), self.hardware.animator.next_due())
            due = min((due for due in dues if due is not None), default=None)
            if due is None or due > until:
                break
            self.clock.advance(max(1e-6, due - self.clock.now()))
            self.performance.tick()
            self.settle()
        self.clock.advance(max(0.0, until - self.clock.now()))

    def level(self, pin: int) -> float:
        return float(self.factory.pin(f"GPIO{pin}").state)

    def press_pin(self) -> None:
        self.factory.pin("GPIO17").drive_low()
        self.settle()
        self.wait(0.1)
        self.factory.pin("GPIO17").drive_high()
        self.settle()
        self.wait(1.0)

    def press_board(self) -> None:
        self.board_button(True)
        self.wait(0.1)
        self.board_button(False)
        self.wait(1.0)

    @property
    def beat(self) -> str:
        return self.prompter.beat.name if self.prompter.beat else "finished"


def test_a_button_on_a_pin_strikes_the_boards_buzzer_in_its_own_thread() -> None:
    party = MixedParty("buzzer", "hourglass")
    party.press_pin()
    assert party.beat == "walking"
    party.line.said.clear()
    party.factory.pin("GPIO17").drive_low()
    party.wait(0.1)
    assert party.said("buzz") == []
    party.factory.pin("GPIO17").drive_high()  # the thread of the pin; the evening has not heard of it yet
    assert (party.beat, party.said("buzz")) == ("walking", [(STOP, wire.NOW)])
    party.settle()
    assert party.beat == "murder"
    assert party.said("buzz") == [(STOP, wire.NOW)]  # and not once more
    assert [cue for cue in party.seen if isinstance(cue, Top)] == [Top("stop")]


def test_a_button_on_the_board_strikes_a_buzzer_on_a_pin_in_the_thread_of_the_port() -> None:
    party = MixedParty("button")
    party.press_board()
    assert (party.beat, party.level(22)) == ("walking", 0)
    party.board_button(True)
    party.wait(0.1)
    assert (party.beat, party.level(22)) == ("walking", 0)
    party.board_button(False)
    assert (party.beat, party.level(22)) == ("walking", 1)
    party.settle()
    assert party.beat == "murder"
    assert party.said("arm") == []  # the board has no buzzer of ours to arm


def test_the_speaker_is_struck_too_when_the_board_has_struck_by_itself() -> None:
    party = MixedParty("button", "buzzer")
    struck: list[int] = []
    party.hardware.strikers.append(lambda: struck.append(1))
    party.press_board()
    assert party.said("arm")[-1] == (STOP,)
    party.line.said.clear()
    struck.clear()
    party.board_button(True)
    party.board_button(False, STOP)
    party.settle()
    assert (struck, party.said("buzz"), party.beat) == ([1], [], "murder")


def test_the_board_is_dark_from_top_to_scream_and_the_scream_is_announced_to_the_microsecond() -> None:
    party = MixedParty("lamp", "hourglass")
    party.press_pin()
    party.press_pin()
    assert party.said("dark")[-1] == (wire.NO_LIGHT,)
    edge = party.clock.now()
    party.press_pin()
    assert (party.beat, party.said("flash")) == ("dying", [(int((edge + 0.1 + 10) * 1e6),)])
    party.wait(10.0)
    assert [cue for cue in party.seen if isinstance(cue, Scream)] == [Scream()]
    assert len(party.said("flash")) == 1
    assert party.said("dark")[-1] == (0,)


def test_a_pause_calls_the_scream_off_and_going_on_announces_it_anew() -> None:
    party = MixedParty("lamp")
    for _ in range(3):
        party.press_pin()
    assert party.beat == "dying"
    party.factory.pin("GPIO17").drive_low()
    party.wait(2.5)
    party.factory.pin("GPIO17").drive_high()
    party.wait(1.0)
    assert party.prompter.paused
    assert party.said("cancel") == [()]
    party.wait(60.0)
    party.press_pin()
    left = party.prompter.time_left(party.clock.now())
    assert left is not None
    assert party.said("flash")[-1][0] == pytest.approx((party.clock.now() + left) * 1e6, abs=5)


def test_the_hourglass_on_the_board_is_where_it_should_be_when_the_board_comes_late() -> None:
    party = MixedParty("hourglass")
    for _ in range(3):
        party.press_pin()
    party.wait(11.0)
    assert party.beat == "mourning"
    party.press_pin()
    party.board.absent(Absence("lost"))
    party.line.identity = None
    party.wait(60.0)
    party.line.said.clear()
    party.join()
    ((left, total, at),) = party.said("run")
    sand = party.prompter.sand(party.clock.now())
    assert sand is not None
    assert (total, left / 1000 - (party.clock.now() - at / 1e6)) == (180_000, pytest.approx(sand[0], abs=0.01))


def test_each_prop_says_what_serves_it() -> None:
    party = MixedParty("hourglass", "left_chair")
    where = {name: party.hardware.where(name) for name in ("hourglass", "left_chair", "right_chair", "buzzer")}
    assert where == {"hourglass": "Pico", "left_chair": "Pico", "right_chair": "GPIO 6", "buzzer": "GPIO 22"}
    assert party.hardware.where("second_button") == ""
    party.hardware.close()
    party.hardware.close()


def test_everything_a_board_can_serve_is_looked_for_on_it() -> None:
    bare = Identity(1, (1, 0, 0), frozenset(), (0, 0), 0, 0, "power", 1.0, "e6", "props")
    assert [part for part in SERVABLE if ROWS[part].found(bare)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_reason_for_a_missing_board_has_its_words(lang: Lang) -> None:
    narrator = Narrator(lang)
    for why in ("missing", "lost", "forbidden", "busy", "silent", "old", "new"):
        assert narrator.notice(Notice(f"pico_{why}", ("hourglass", "lamp")))
        assert narrator.word("doctor", f"remedy_pico_{why}")
    for what in ("pico_back", "pico_older", "pico_newer", "pico_lacks"):
        assert narrator.notice(Notice(what, ("1.0.0", "1.1.0")))
    assert narrator.part("hourglass") in narrator.notice(Notice("pico_lost", ("hourglass",)))
    for part in SERVABLE:
        assert part in lines(lang)["part"]
