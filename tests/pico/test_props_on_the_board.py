"""The real firmware under real MicroPython, on a pty: hello, TOP, chairs, buzzers, garbage, loss, restart, versions."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from majordome.core.cues import Notice, Top
from majordome.core.events import Pressed
from majordome.core.library import manifest
from majordome.pico import wire
from majordome.pico.find import Device
from pico.party import PicoParty, until
from pico.rig import FIRMWARE, MicroPythonBoard, needs_micropython
from pins.moves import an_evening

pytestmark = needs_micropython
TONES = {(880,): "stop", (659, 880): "turn", (440, 659, 880): "vote", (880, 440): "empty"}

APART = 900_000  # microseconds of silence between two patterns; the longest within one is 200 ms, or more when busy


@pytest.fixture
def rig() -> Iterator[Any]:
    with MicroPythonBoard() as board:
        yield board


def sounded(rig: Any) -> list[str]:
    """What a crowd has heard."""
    return patterns(rig.sounds())


def patterns(sounds: Sequence[tuple[int, int]]) -> list[str]:
    """The calls, told apart by their tones."""
    bursts: list[list[int]] = []
    silent_since = -(10**9)
    for at, tone in sounds:
        if tone and (not bursts or (at - silent_since) & wire.MASK > APART):
            bursts.append([])
        if tone:
            bursts[-1].append(tone)
        else:
            silent_since = at
    return [TONES[tuple(burst)] for burst in bursts]


def lit(rig: Any) -> tuple[int, int]:
    """LEDs that shine in the upper and in the lower bulb."""
    leds = [any(led) for led in rig.leds()]
    return sum(leds[:30]), sum(leds[30:])


def test_a_board_says_who_it_is_and_shows_the_welcome(rig: Any) -> None:
    with PicoParty(rig) as party:
        party.here()
        identity = party.board.identity
        assert identity is not None
        assert (identity.bulbs, identity.chairs, identity.guests, identity.cause) == ((30, 30), 2, 6, "power")
        party.settled()
        until(lambda: rig.lamp()[0] == 1.0, "the lamp glows as in the evening")
        assert rig.lamp()[2] < rig.lamp()[1] < 1.0
        assert party.notices() == []


def test_a_press_on_the_board_sounds_top_there_once_and_the_evening_hears_of_it(rig: Any) -> None:
    with PicoParty(rig, speed=2.0) as party:
        party.here()
        party.press()
        party.wait_for("walking")
        party.settled()
        until(lambda: rig.ask("core.props.buzzer.armed") == wire.PATTERNS.index("stop"), "the board is armed")
        party.rest(1.6)  # or it would be the same gesture
        party.press()
        party.wait_for("murder")
        party.rest(1.0)
        assert party.all(Top) == [Top("stop")]
        assert "buzz" not in party.said  # the board needed nobody to tell it
        assert sounded(rig) == ["stop"]


def test_a_button_elsewhere_strikes_the_boards_buzzer_at_once_and_once(rig: Any) -> None:
    with PicoParty(rig, speed=2.0, serves=("buzzer",)) as party:
        party.here()
        party.say(Pressed())
        party.wait_for("walking")
        party.settled()
        party.hardware._strike()  # as the thread of a pin does it
        party.say(Pressed())
        party.wait_for("murder")
        party.settled()
        until(lambda: len(rig.sounds()) >= 2, "it sounds, and is silent again")
        assert (sounded(rig), party.said.count("buzz")) == (["stop"], 1)


def test_whoever_sits_down_on_a_chair_or_stands_up_is_known(rig: Any) -> None:
    with PicoParty(rig, an_evening(chairs=True), serves=("left_chair", "right_chair")) as party:
        party.here()
        party.sit("left", "right")
        until(lambda: party.prompter.table.chairs == {"left", "right"}, "both sit")
        party.stand("right")
        until(lambda: party.prompter.table.chairs == {"left"}, "one stands")


def test_while_the_board_is_unplugged_nobody_stands_up_and_its_levels_count_when_it_is_back(rig: Any) -> None:
    with PicoParty(rig, an_evening(chairs=True), serves=("left_chair", "right_chair")) as party:
        party.here()
        party.sit("left")
        until(lambda: party.prompter.table.chairs == {"left"}, "the left one sits")
        rig.unplug()
        until(lambda: not party.board.here.is_set(), "the board is gone")
        party.rest(2.0)
        assert party.prompter.table.chairs == {"left"}
        rig.replug()  # whose sensors are at rest: nobody sits
        until(lambda: party.prompter.table.chairs == set(), "the chair is empty")


def test_the_sand_goes_on_where_it_should_be_after_a_restart_of_the_firmware(rig: Any) -> None:
    with PicoParty(rig, speed=1.0) as party:
        party.here()
        party.hardware.hourglass.run(4.0, 60.0)
        party.hardware.lamp.shine(manifest("weekend").mood("vote"))
        party.settled()
        until(lambda: lit(rig)[0] > 0, "there is sand above")
        rig.restart("watchdog")
        party.here()
        until(lambda: party.board.identity and party.board.identity.cause == "watchdog", "it says why")
        party.settled()
        until(lambda: rig.lamp()[2] > 0, "the lamp is back")
        assert 0 < rig.ask("core.props.sand.left") < 4000
        red, green, blue = rig.lamp()
        wanted = manifest("weekend").mood("vote").colour
        assert (blue > red > green) is (wanted[2] > wanted[0] > wanted[1])
        assert rig.sounds() == []
        assert party.notices() == []  # a moment's absence is nothing to tell


@pytest.mark.parametrize("noise", [b"\x00\x09Hgarbage", b"\xff" * 300, b"\r\n>>> \x00\x00\x05B\x01"])
def test_garbage_in_the_middle_of_a_frame_costs_nothing(noise: bytes, rig: Any) -> None:
    with PicoParty(rig, speed=2.0) as party:
        party.here()
        rig.noise(noise, to="box")
        rig.noise(noise, to="board")
        party.press()
        party.wait_for("walking")
        party.settled()
        party.board.say("buzz", wire.PATTERNS.index("turn"), wire.NOW)
        until(lambda: len(rig.sounds()) == 4, "the buzzer sounds all the same")
        assert sounded(rig) == ["turn"]


@pytest.mark.parametrize("every", [2, 3, 5])
def test_every_nth_frame_is_lost_both_ways_and_nobody_notices(every: int, rig: Any) -> None:
    with PicoParty(rig, an_evening(chairs=True), speed=2.0) as party:
        party.here()
        rig.lose(every)
        party.sit("left")
        party.press()
        party.wait_for("walking")
        party.rest(0.6)
        party.press()
        party.wait_for("murder")
        until(lambda: party.prompter.table.chairs == {"left"}, "somebody sits")
        party.rest(1.5)
        party.settled()
        assert sounded(rig) == ["stop"]
        assert party.all(Top) == [Top("stop")]
        assert rig.ask("core.dark") == wire.NO_LIGHT  # eyes are closed
        assert rig.lamp() == (0.0, 0.0, 0.0)


def another_protocol(folder: Path, number: int) -> Path:
    """The firmware as it was, or will be."""
    shutil.copytree(FIRMWARE, folder / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "firmware" / "wire.py"
    text = path.read_text("utf-8")
    assert text.count("PROTOCOL = 1\n") == 1
    path.write_text(text.replace("PROTOCOL = 1\n", f"PROTOCOL = {number}\n"), "utf-8")
    return folder / "firmware"


@pytest.mark.parametrize(("number", "told"), [(0, "pico_old"), (2, "pico_new")])
def test_firmware_of_another_protocol_is_told_in_words_and_the_evening_goes_on(
    number: int, told: str, tmp_path: Path
) -> None:
    with MicroPythonBoard(firmware=another_protocol(tmp_path, number)) as rig, PicoParty(rig) as party:
        until(lambda: told in party.notices(), "it is told")
        party.say(Pressed())
        party.wait_for("walking")
        assert party.notices() == [told]
        assert party.all(Notice)[0].names[0] == "1.2.0"
        assert rig.lamp() == (0.0, 0.0, 0.0)
        assert not party.board.here.is_set()


def test_a_board_that_is_plugged_in_late_joins_the_evening_as_it_is_by_then(rig: Any) -> None:
    rig.unplug()
    with PicoParty(rig, speed=2.0) as party:
        until(lambda: "pico_missing" in party.notices(), "the host is told")
        party.say(Pressed())
        party.wait_for("walking")
        party.say(Pressed())
        party.wait_for("murder")
        rig.replug()
        party.here()
        party.settled()
        until(lambda: "pico_back" in party.notices(), "the host is told that it is here")
        assert party.notices() == ["pico_missing", "pico_back"]
        assert rig.ask("core.dark") == wire.NO_LIGHT
        assert sounded(rig) == []  # a TOP that has passed does not come late


def test_the_board_is_found_by_its_id_or_its_name_among_others(rig: Any) -> None:
    def look(wanted: str) -> list[Device]:
        return [Device(rig.path, is_pico=True)]

    for wanted, comes in (("e660583883001122", True), ("props", True), ("somebody-else", False)):
        named = type("Named", (), {"path": wanted})
        with PicoParty(named, serves=("lamp",), look=look) as party:
            if comes:
                party.here()
            else:
                until(lambda party=party: party.board.absence, "it is not the one")  # type: ignore[misc]  # bound at once
                assert not party.board.here.is_set()


def test_when_the_evening_is_over_the_board_is_dark_and_silent(rig: Any) -> None:
    with PicoParty(rig, speed=1.0) as party:
        party.here()
        party.hardware.hourglass.run(60.0, 60.0)
        party.board.say("buzz", wire.PATTERNS.index("stop"), wire.NOW)
        until(lambda: rig.sounds() and lit(rig)[0] > 0, "it shines and sounds")
    until(lambda: lit(rig) == (0, 0) and rig.lamp() == (0.0, 0.0, 0.0), "it is dark")
    assert rig.sounds()[-1][1] == 0
