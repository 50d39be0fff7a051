"""Whole evenings on the real firmware: hands and chairs go in, and buzzer, sand and lamp do as in a rehearsal."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from majordome.core.cues import Notice
from majordome.core.library import manifest
from majordome.core.rehearsal import Rehearsal, line_of
from majordome.games.murder.facts import Alarm, Scream
from majordome.pico import wire
from majordome.settings.evening_file import read_evening
from majordome.words.narrator import Narrator
from pico.party import PicoParty, until
from pico.rig import MicroPythonBoard, needs_micropython
from pico.test_props_on_the_board import APART, patterns
from pins.moves import an_evening

pytestmark = needs_micropython
WEEKEND = """
game = "weekend"
lang = "en"
chairs = true
discussion = 6
[[rounds]]
heart = true
[[rounds]]
nobody = true
both_murderers = true
"""


@pytest.fixture
def rig() -> Iterator[Any]:
    with MicroPythonBoard() as board:
        yield board


def step(party: PicoParty, *, heart: bool = False, nobody: bool = False, over: bool = False) -> None:
    """What a host does at this beat."""
    before = party.beat
    party.rest(0.6)  # or it would be the same gesture
    until(lambda: silent(party.rig), "the last sound is over")
    match before:
        case "murder" if heart:
            double(party)
        case "turning" if nobody:
            double(party)
        case "verdict" if over:
            party.rig.press_button()
            party.rest(2.4)  # a hold counts when the finger leaves the button
            party.rig.release_button()
        case "jailing" if party.prompter.evening.flag("chairs"):
            party.sit("left", "right")
        case "dying" | "discussion":
            pass
        case _:
            party.press()
    until(lambda: party.beat != before or party.trouble, f"the box goes on from '{before}'")


def _board_now() -> int:
    """The rig's board has the clock of this machine."""
    return int(time.monotonic() * 1e6) & wire.MASK


def silent(rig: Any) -> bool:
    """For long enough to tell two patterns apart. Sounds take their time at any speed of the evening."""
    sounds = rig.sounds()
    return not sounds or (sounds[-1][1] == 0 and wire.since(_board_now(), sounds[-1][0]) > APART)


def double(party: PicoParty) -> None:
    party.press()
    party.press()


def cues(party: PicoParty) -> list[object]:
    narrator = Narrator("en", game=manifest("weekend"))
    return [without_time(json.loads(json.dumps(line_of(cue, 0.0, narrator)))) for cue in party.seen]


def without_time(line: dict[str, object]) -> object:
    return {key: value for key, value in line.items() if key != "t"}


@pytest.mark.real_time("MicroPython under node plays a whole evening by the clock, over a pty")
def test_a_weekend_on_the_board_is_that_of_a_rehearsal_cue_for_cue(rig: Any, tmp_path: Path) -> None:
    path = tmp_path / "evening.toml"
    path.write_text(WEEKEND, "utf-8")
    plan = read_evening(path)
    rehearsed: list[str] = []
    assert Rehearsal(plan.evening, plan.lang, plan.host, rehearsed.append).play()
    with PicoParty(rig, an_evening(chairs=True, discussion=6), speed=2.0) as party:
        party.here()
        sounds = []
        while party.beat != "finished":
            until(lambda: silent(rig), "the last sound is over")
            sounds += rig.sounds()
            rig.ask("machine.story.clear()")  # it is not endless
            if party.prompter.table.round == 2 and party.beat == "mourning":
                party.stand("left", "right")
            step(party, heart=True, nobody=True, over=party.prompter.table.round == 2)
        until(lambda: len(party.seen) >= len(rehearsed), "the last cue is played")
        assert cues(party) == [without_time(json.loads(line)) for line in rehearsed]
        assert patterns(sounds) == ["stop", "empty", "vote", "stop", "turn", "empty", "vote"]
        assert party.said.count("buzz") == 2  # only when the sand was out: every TOP was struck by the board itself
        assert party.said.count("flash") == 1  # announced beforehand, and done at its time
        status = party.board.status
        assert status is not None
        assert (status.number("bad_frames"), len(party.all(Scream))) == (0, 1)


@pytest.mark.real_time("MicroPython under node plays a whole evening by the clock, over a pty")
def test_the_scream_is_seen_at_its_time_by_the_boards_own_clock(rig: Any) -> None:
    with PicoParty(rig, an_evening(discussion=6), speed=2.0) as party:
        party.here()
        while party.beat != "dying":
            step(party, heart=True)
        party.settled()
        (announced,) = [values[0] for name, values in party.orders if name == "flash"]
        left = party.prompter.time_left(party.clock.now())
        assert left is not None
        assert wire.since(announced, _board_now()) / 1e6 == pytest.approx(left / party.clock.speed, abs=0.02)
        assert rig.lamp() == (0.0, 0.0, 0.0)
        until(lambda: party.all(Scream), "the victim screams")
        party.settled()
        assert party.said.count("flash") == 1
        until(lambda: rig.lamp()[0] > 0.5, "the room wakes")


@pytest.mark.real_time("MicroPython under node plays a whole evening by the clock, over a pty")
def test_a_prisoner_who_stands_up_raises_the_alarm_on_the_boards_buzzer(rig: Any) -> None:
    with PicoParty(rig, an_evening(chairs=True, discussion=6), speed=2.0) as party:
        party.here()
        while not (party.prompter.table.round == 2 and party.beat == "walking"):
            step(party, heart=True)
        before = len(rig.sounds())
        party.stand("left")
        until(lambda: party.all(Alarm), "the alarm")
        until(lambda: len(rig.sounds()) == before + 12, "six short ones")
        assert party.all(Alarm) == [Alarm("left")]


@pytest.mark.real_time("MicroPython under node plays a whole evening by the clock, over a pty")
def test_the_cable_is_pulled_and_put_back_in_every_beat_of_a_weekend(rig: Any) -> None:
    """Each time the board is told how things are by then, and the evening is none the worse for it."""
    visited = []
    with PicoParty(rig, an_evening(chairs=False, discussion=30), speed=2.0) as party:
        party.here()
        while party.prompter.table.round < 3 and party.beat != "finished":
            visited.append(party.beat)
            rig.unplug()
            until(lambda: not party.board.here.is_set(), "the board is gone")
            rig.replug()
            party.here()
            party.settled()
            dark = party.prompter.beat is not None and party.prompter.beat.dark
            assert (rig.ask("core.dark") & wire.NO_LIGHT != 0) is dark
            if dark:
                assert rig.lamp() == (0.0, 0.0, 0.0)
            else:
                until(lambda: any(rig.lamp()), "the lamp is on again")
            if party.beat == "discussion":
                sand = party.prompter.sand(party.clock.now())
                assert sand is not None
                assert rig.ask("core.props.sand.left") / 1000 == pytest.approx(sand[0] / 2, abs=0.5)
                party.rest(0.5)
                party.press()  # enough said
                party.wait_for("circle")
            else:
                step(party, heart=True)
        # Moments, all of them; a busy machine may take longer than the host would wait to be told.
        assert {notice.what for notice in party.all(Notice)} <= {"pico_lost", "pico_back"}
    assert set(visited) >= {
        *("welcome", "walking", "murder", "dying", "mourning", "discussion", "circle", "counting_aloud"),
        *("jailing", "verdict", "standing", "turning"),
    }
