"""Buzzers of the guests: on pins by the kernel's time, on a board by its own; each is that of a seat."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest

from inputs.racing import an_evening
from majordome.core.cues import ReadOut, Refused, Ring
from majordome.core.events import Wish
from majordome.core.race import OVERTAKES
from majordome.core.snapshot import REACTION
from majordome.pico.inputs import PicoGuestBuzzers
from majordome.pico.link import Told
from majordome.sensing.gestures import SECOND_PRESS
from majordome.settings.pin_map import Pins
from majordome.testing.pins import TOUCH, PinParty
from pico.test_props_and_inputs import Bench

BUZZERS, LIGHTS = (7, 8, 9, 10), (11, 18, 19, 20)
PINS = Pins(guest_buzzers=BUZZERS, guest_buzzer_lights=LIGHTS, free=("spi", "i2s"))
ANA, BOB, CID, DORA = BUZZERS


class Table(PinParty):
    """Players at their buzzers, on mock pins."""

    def __init__(self, game: str, *names: str, pins: Pins = PINS) -> None:
        super().__init__(an_evening(game, *names), pins)

    def race(self) -> Table:
        """Go to the race, and wait until the big button is forgotten."""
        self.press()
        self.wait(1)
        assert self.beat == "race"
        return self

    def edge(self, pin: int, ago: float = 0.0, *, down: bool = True) -> None:
        """The kernel saw an edge so long ago, and its callback comes now. The evening does not look yet."""
        found = self.factory.pin(f"GPIO{pin}")
        found._change_state(not down)
        found.when_changed(self.factory.ticks() - ago, not down)

    def tap(self, pin: int) -> None:
        self.down(pin)
        self.wait(TOUCH)
        self.up(pin)
        self.wait(TOUCH)

    def lights(self) -> list[int]:
        return [int(self.level(pin)) for pin in LIGHTS]

    def read_out(self) -> list[str]:
        return [cue.text for _, cue in self.seen if isinstance(cue, ReadOut)]

    def refusals(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(cue.why, cue.names) for _, cue in self.seen if isinstance(cue, Refused)]


@pytest.fixture
def table(quickest: str) -> Table:
    return Table(quickest)


def test_the_first_hand_wins_and_lights_up_and_the_others_are_locked_out(table: Table) -> None:
    assert table.race().lights() == [1, 1, 1, 1]
    for pin in (CID, ANA, DORA):
        table.down(pin)
        table.wait(0.004)
        assert table.lights() == [0, 0, 1, 0]
    table.wait(1)
    assert (table.beat, table.read_out()) == ("answer", ["Cid", "Ana 1", "Dora 2"])
    assert [event.event for event in table.prompter.history][1:2] != []


def test_the_light_is_lit_in_the_thread_of_the_pin_before_the_evening_looks(table: Table) -> None:
    table.race()
    steps = len(table.prompter.history)
    lit: list[list[int]] = []

    def callback() -> None:
        table.edge(BOB)
        lit.append(table.lights())

    thread = Thread(target=callback)
    thread.start()
    thread.join()
    assert (lit, len(table.prompter.history)) == ([[0, 1, 0, 0]], steps)
    table.wait(1)
    table._settle()
    table.wait(1)
    assert table.read_out() == ["Bob"]


def test_two_buzzers_a_millisecond_apart_are_never_swapped(table: Table) -> None:
    table.race()
    table.edge(ANA, ago=0.001)  # its callback comes first
    table.edge(BOB, ago=0.002)
    assert table.lights() == [0, 1, 0, 0]
    table._settle()
    table.wait(1)
    assert table.read_out() == ["Bob", "Ana 1"]


def test_of_many_edges_in_one_batch_the_kernels_time_decides(table: Table) -> None:
    table.race()
    for pin, ago in ((DORA, 0.0101), (ANA, 0.0103), (CID, 0.0102), (BOB, 0.0104)):
        table.edge(pin, ago)
    table._settle()
    table.wait(1)
    assert table.read_out() == ["Bob", "Ana 1", "Cid 2", "Dora 3"]


def test_ticks_of_a_clock_that_is_not_ours_are_left_alone(table: Table) -> None:
    table.race()
    table.edge(ANA, ago=-1e9)  # older kernels count from 1970
    table.edge(BOB, ago=-1e9)
    table._settle()
    table.wait(1)
    assert table.read_out() == ["Ana", "Bob 1"]


def test_a_buzzer_that_sticks_wins_once_and_counts_again_when_it_is_let_go(table: Table) -> None:
    table.race()
    table.down(ANA)
    table.wait(1)
    assert table.read_out() == ["Ana"]
    table.press()
    table.wait(1)
    table.race()
    table.wait(5)  # it is still down
    assert (table.beat, table.read_out()) == ("race", ["Ana"])
    table.down(BOB)
    table.wait(1)
    table.up(ANA)
    table.wait(1)
    table.press()
    table.wait(1)
    table.race()
    table.down(ANA)
    table.wait(1)
    assert table.read_out() == ["Ana", "Bob", "Ana"]


def test_contacts_that_tremble_slam_once(table: Table) -> None:
    table.race()
    for _ in range(5):
        table.down(BOB)
        table.up(BOB)
        table.wait(0.002)
    table.down(BOB)
    table.wait(2)
    assert table.read_out() == ["Bob"]
    assert table.beat == "answer"


def test_a_false_start_is_refused_and_wins_nothing(table: Table) -> None:
    table.down(ANA)
    assert table.refusals() == [("nothing_to_buzz", ("Ana",))]
    table.race()
    table.wait(3)
    assert (table.beat, table.lights()) == ("race", [1, 1, 1, 1])
    table.up(ANA)
    table.wait(1)
    table.down(ANA)
    table.wait(1)
    assert table.read_out() == ["Ana"]


def test_a_hand_that_is_as_quick_as_the_clock_meant_the_beat_before(table: Table) -> None:
    table.double()
    table.wait_for("hush")
    assert table.lights() == [0, 0, 0, 0]
    while table.beat == "hush":
        table.wait(0.05)
    table.wait(REACTION - 0.1)
    table.down(ANA)
    table.wait(0.04)
    assert (table.beat, table.refusals()[-1]) == ("race", ("too_late", ()))
    table.wait(1)
    table.down(BOB)
    table.wait(1)
    assert table.read_out() == ["Bob"]


def test_a_phone_and_a_pin_race_by_the_time_of_their_own_edges(table: Table) -> None:
    table.race()
    table.edge(ANA)
    table.clock.advance(0.02)
    table.hardware.race.slam("Bob", table.clock.now() - 0.021, table.prompter.moment)  # a phone, by another thread
    assert table.lights() == [0, 1, 0, 0]
    table._settle()
    table.wait(1)
    assert table.read_out() == ["Bob", "Ana 1"]


def test_whoever_has_the_floor_presses_and_presses_twice_by_the_rules_of_the_big_button(table: Table) -> None:
    table.race()
    table.tap(BOB)
    table.wait(1)
    table.tap(ANA)  # who has not: it means nothing
    assert table.refusals() == [("nothing_to_buzz", ("Ana",))]
    table.tap(BOB)
    assert table.beat == "answer"  # it may become a double press
    table.wait(SECOND_PRESS)
    assert (table.beat, table.read_out()) == ("ready", ["Bob", "yes"])
    table.race()
    table.tap(CID)
    table.wait(1)
    table.tap(CID)
    table.tap(CID)
    assert table.read_out()[2:] == ["Cid", "no"]


def test_a_buzzer_that_is_held_pauses_nothing_and_takes_nothing_back(table: Table) -> None:
    table.race()
    table.down(BOB)
    table.wait(20)
    assert (table.beat, table.prompter.paused) == ("answer", False)
    table.up(BOB)
    table.wait(1)
    table.down(BOB)
    table.wait(20)
    table.up(BOB)
    table.wait(1)
    assert (table.beat, table.read_out()) == ("ready", ["Bob", "yes"])


def test_where_nobody_sits_nothing_is_heard(quickest: str) -> None:
    table = Table(quickest, "Ana", "Bob").race()
    seen = len(table.seen)
    for pin in (CID, DORA):
        table.tap(pin)
    table.wait(2)
    assert (table.beat, len(table.seen), table.lights()) == ("race", seen, [1, 1, 0, 0])


def test_the_order_of_the_pins_is_the_order_of_the_seats(quickest: str) -> None:
    table = Table(quickest, pins=Pins(guest_buzzers=(10, 9, 8, 7), free=("spi",))).race()
    table.down(10)
    table.wait(1)
    assert table.read_out() == ["Ana"]


def test_a_race_is_the_same_without_lights_and_after_a_step_back(quickest: str) -> None:
    table = Table(quickest, pins=Pins(guest_buzzers=BUZZERS, free=("spi",))).race()
    table.tap(CID)
    table.wait(1)
    table.say(Wish.TAKE_BACK)
    assert table.beat == "race"
    table.wait(1)
    table.tap(ANA)
    table.wait(1)
    assert table.read_out() == ["Cid", "Ana"]
    ring = [cue for _, cue in table.seen if isinstance(cue, Ring)][-1]
    assert [arc.bright for arc in ring.arcs] == [True, False, False, False]


def test_all_lights_are_dark_when_the_box_is_closed(table: Table) -> None:
    table.race()
    pins = [table.factory.pin(f"GPIO{pin}") for pin in LIGHTS]
    table.hardware.close()
    table.hardware.close()
    assert {pin.function for pin in pins} == {"input"}


# On a board.


class Board(Bench):
    """Guest buzzers on a board, told by hand; the evening is that of the pins."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.buzzers = PicoGuestBuzzers(
            self.board,
            race=table.hardware.race,
            clock=table.clock,
            tell=table.inputs.put,
            moment=table.hardware.moment,
        )
        table.performance.ears.append(self.buzzers)
        self.join()

    def slam(self, number: int, ago: float = 0.0, *, pressed: bool = True) -> None:
        """Told now, and so long ago by the board's own time."""
        fields: dict[str, Any] = {"number": number, "pressed": int(pressed), "at": 0}
        self.board.told(Told("guest", fields, self.real() - ago))


def test_a_boards_buzzers_are_in_the_order_of_its_own_time(table: Table) -> None:
    board = Board(table.race())
    for number, ago in ((3, 0.0100), (1, 0.0120), (4, 0.0110)):  # as a resent frame may come
        board.slam(number, ago)
    assert table.lights() == [1, 0, 0, 0]
    table._settle()
    table.wait(1)
    assert table.read_out() == ["Ana", "Dora 1", "Cid 2"]


def test_a_board_and_a_pin_race_against_each_other(table: Table) -> None:
    board = Board(table.race())
    table.edge(ANA, ago=0.001)
    board.slam(2, ago=0.003)
    table._settle()
    table.wait(OVERTAKES)
    assert table.read_out() == ["Bob"]


def test_what_a_board_tells_anew_after_a_hello_is_no_second_slam_and_a_board_that_leaves_is_forgotten(
    table: Table,
) -> None:
    board = Board(table.race())
    board.slam(2)
    board.slam(2)
    table._settle()
    table.wait(1)
    board.slam(2, pressed=False)
    table.wait(1)
    board.slam(2)  # it may become a double press, but the cable is pulled
    board.leave()
    table._settle()
    table.wait(1)
    assert (table.beat, table.read_out()) == ("answer", ["Bob"])
    board.join()
    for pressed in (True, False):
        board.slam(2, pressed=pressed)
        table._settle()
        table.wait(0.1)
    table.wait(1)
    assert (table.beat, table.read_out()) == ("ready", ["Bob", "yes"])
