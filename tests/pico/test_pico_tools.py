"""`majordome pico list|flash|monitor|selftest`, and the doctor: real mpremote, on the prompt of real MicroPython."""

from __future__ import annotations

import json
import os
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from mpremote.transport_serial import SerialTransport

from majordome.box.doctor import Finding
from majordome.cli.commands import main
from majordome.cli.doctor import at_a_terminal
from majordome.cli.pico_tools import Dump, ProgressBar, monitor
from majordome.errors import FileError, FlashFailed
from majordome.pico import firmware
from majordome.pico import flash as flashing
from majordome.pico.board import Board
from majordome.pico.find import Device
from majordome.pico.flash import flash
from majordome.pico.selftest import board as how_it_is
from majordome.pico.selftest import selftest
from majordome.settings.config import Settings
from majordome.settings.wiring import Pico
from majordome.words.narrator import Narrator
from pico.party import USUAL, until
from pico.rig import MicroPythonBoard, needs_micropython
from pins.moves import an_evening

pytestmark = pytest.mark.long

FILES = {"main.py": b"print('hello')\n", "sand.py": b"# sand\n" * 200, "settings.py": b"NAME = 'props'\n"}


@pytest.fixture
def rig() -> Iterator[Any]:
    with MicroPythonBoard() as made:
        yield made


@pytest.fixture
def from_the_shop() -> Iterator[Any]:
    """MicroPython's own prompt, and nothing else."""
    with MicroPythonBoard(firmware=False) as made:
        yield made


@pytest.fixture(autouse=True)
def own_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "majordome.toml"
    path.write_text(f'[evening]\nlang = "en"\n[journal]\nfolder = "{tmp_path}"\n', "utf-8")
    monkeypatch.setenv("MAJORDOME_CONFIG", str(path))
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


# The firmware that comes along.


def test_the_firmware_of_this_tree_has_a_version_and_its_main_file_is_copied_last() -> None:
    names = [path.name for path in firmware.files()]
    assert names[-1] == "main.py"
    assert {"wire.py", "mail.py", "core.py", "settings.py"} < set(names)
    assert firmware.version() is not None


def test_a_box_without_firmware_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware, "folder", lambda: None)
    assert firmware.version() is None
    with pytest.raises(FileError, match="no firmware came with this Majordome"):
        firmware.files()


# Flash.


@needs_micropython
def test_a_board_from_the_shop_gets_its_firmware_and_says_hello(
    from_the_shop: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "pico", "flash", "--port", from_the_shop.path)
    files = len(firmware.files())
    assert (code, err) == (0, "")
    assert out == (
        f"{from_the_shop.path}: {files} files copied and read back, 0 left as they were\n"
        f"Majordome 'props', firmware {'.'.join(map(str, firmware.version() or ()))}: it runs\n"
    )
    code, out, err = run(capsys, "pico", "list", "--port", from_the_shop.path)
    assert "Majordome 'props', firmware" in out


@needs_micropython
def test_a_running_board_gives_way_and_keeps_the_builders_own_settings(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with MicroPythonBoard(fitted={"NAME": "mine", "GUESTS": (2, 3)}) as rig:
        assert run(capsys, "pico", "flash", "--port", rig.path)[0] == 0
        assert "Majordome 'mine', firmware" in run(capsys, "pico", "list", "--port", rig.path)[1]
        assert rig.left[0] == "prompt"
        own = tmp_path / "own.py"
        text = next(path for path in firmware.files() if path.name == "settings.py").read_text("utf-8")
        own.write_text(text + "\nNAME = 'ours'\n", "utf-8")
        code, out, _ = run(capsys, "pico", "flash", "--port", rig.path, "--settings", str(own))
        assert (code, out.splitlines()[-1].split(",")[0]) == (0, "Majordome 'ours'")


@needs_micropython
def test_half_a_firmware_never_starts_and_the_next_flash_mends_it(rig: Any) -> None:
    there = {path.name: path.read_bytes() for path in firmware.files()}
    newer = {**there, "lamp.py": there["lamp.py"] + b"# one\n", "sand.py": there["sand.py"] + b"# two\n"}
    shown: list[str] = []

    def pulled(name: str, done: int, total: int) -> None:
        shown.append(name)
        if name == "sand.py":
            raise OSError("Input/output error")

    with pytest.raises(FlashFailed, match=r"the copy broke off \(Input/output error\): check the cable, and flash"):
        flash(rig.path, newer, keep=("settings.py",), progress=pulled)
    assert "main.py" not in rig.ask("__import__('os').listdir('/')")
    done = flash(rig.path, newer, keep=("settings.py",), progress=lambda *so_far: None)
    assert done.copied == ("sand.py", "main.py")
    until(lambda: rig.starts == 2, "it starts anew")


@needs_micropython
def test_a_file_that_arrives_damaged_is_noticed(from_the_shop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write = SerialTransport.fs_writefile

    def damaged(self: Any, name: str, data: bytes, **more: Any) -> None:
        write(self, name, data.replace(b"sand", b"send"), **more)

    monkeypatch.setattr(SerialTransport, "fs_writefile", damaged)
    with pytest.raises(FlashFailed, match=r"sand.py arrived damaged on the board: use a short USB cable"):
        flash(from_the_shop.path, FILES, progress=lambda *so_far: None)


@needs_micropython
def test_only_what_has_changed_is_copied(rig: Any) -> None:
    there = {path.name: path.read_bytes() for path in firmware.files()}
    newer = {**there, "sand.py": there["sand.py"] + b"# other sand\n", "settings.py": b"NAME = 'shipped'\n"}
    done = flash(rig.path, newer, keep=("settings.py",), progress=lambda *so_far: None)
    assert done.copied == ("sand.py", "main.py")
    assert set(done.kept) == set(there) - set(done.copied)
    until(lambda: rig.starts == 2, "it starts anew")


def test_a_device_without_a_prompt_is_told_and_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "TRIES", 1)
    monkeypatch.setattr(flashing, "GIVES_WAY", 0.05)
    monkeypatch.setattr(flashing, "ANSWERS_WITHIN", 0.2)
    master, slave = os.openpty()
    tty.setraw(slave)
    with pytest.raises(FlashFailed, match="does not show MicroPython's prompt: put MicroPython on the board first"):
        flash(os.ttyname(slave), FILES, progress=lambda *so_far: None)
    heard = os.read(master, 4096)
    assert b"main" not in heard
    os.close(slave)
    os.close(master)


def test_no_board_no_flash(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, "pico", "flash", "--port", str(tmp_path / "nowhere"))
    assert (code, out) == (1, "")
    assert err.startswith("majordome: no Pico was found: plug it in with a cable that carries data")


@pytest.mark.parametrize(
    ("text", "why"), [("NAME = (\n", "line 1: is not Python: mend that place"), (None, "cannot be read (No such file")]
)
def test_settings_that_are_no_python_are_refused_before_anything_is_touched(
    text: str | None, why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "own.py"
    if text is not None:
        own.write_text(text, "utf-8")
    (tmp_path / "port").touch()
    code, _, err = run(capsys, "pico", "flash", "--port", str(tmp_path / "port"), "--settings", str(own))
    assert code == 2
    assert err.startswith(f"majordome: {own}: {why}")


def test_the_progress_bar_fills_up() -> None:
    shown: list[str] = []
    bar = ProgressBar(shown.append)
    bar.end()
    for done in (0, 50, 100):
        bar.show("sand.py", done, 100)
    bar.end()
    assert [line.strip() for line in shown] == [
        "[..............................]   0 %  sand.py",
        "[###############...............]  50 %  sand.py",
        "[##############################] 100 %  sand.py",
        "",
    ]


# List.


def test_nothing_plugged_in_is_told_with_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("majordome.cli.pico_tools.devices", lambda wanted: [])
    code, out, _ = run(capsys, "pico", "list")
    assert (code, out) == (
        0,
        "no board was found: plug it in, and use a cable that carries data, not only power\n",
    )


def test_two_boards_are_not_guessed_between(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [Device("/dev/ttyACM0", is_pico=True), Device("/dev/ttyACM1", is_pico=True)]
    monkeypatch.setattr("majordome.cli.pico_tools.devices", lambda wanted: both)
    code, _, err = run(capsys, "pico", "flash")
    assert code == 1
    assert "several boards (/dev/ttyACM0, /dev/ttyACM1): say which one with --port" in err


# Monitor.


@needs_micropython
def test_the_monitor_shows_frames_both_ways_in_words(rig: Any) -> None:
    lines: list[str] = []
    over = Event()
    watching = Thread(target=monitor, args=(rig.path, lines.append, over), kwargs={"raw": True})
    watching.start()
    until(lambda: any("raw chair=1 raw=1500" in line for line in lines), "the chairs' values")
    rig.press_buzzer(3)
    until(lambda: any("guest #" in line and "number=3 pressed=1" in line for line in lines), "a guest's buzzer")
    over.set()
    watching.join(10)
    assert any(" > hello protocol=1" in line for line in lines)
    assert any(" < identity protocol=1" in line and "name='props'" in line for line in lines)


def test_what_is_no_frame_is_shown_as_it_is_and_a_frame_in_two_pieces_is_one() -> None:
    from majordome.pico import wire

    dump = Dump()
    frame = wire.frame("C", 1, number=4)
    assert list(dump.lines(b"\x00\r\n>>> \x00" + frame[:5])) == ["no frame: b'\\x00\\r\\n>>> \\x00'"]
    assert list(dump.lines(frame[5:])) == ["clear #4 empty=1"]


# Tare.


@needs_micropython
def test_chairs_that_are_tared_are_empty_as_they_are(rig: Any, capsys: pytest.CaptureFixture[str]) -> None:
    rig.weigh("right", 9000)  # a heavy cushion
    until(lambda: rig.ask("core.props.chairs[1].raw") > 8990, "the sensor has come to rest")
    code, out, _ = run(capsys, "pico", "tare", "--port", rig.path)
    assert (code, out.splitlines()[0]) == (0, "left chair: 1500")
    assert abs(int(out.split()[-1]) - 9000) <= 10


def test_nothing_is_tared_without_a_board(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("majordome.pico.selftest.COMES_WITHIN", 0.3)
    code, out, _ = run(capsys, "pico", "tare", "--port", str(tmp_path / "nowhere"))
    assert (code, out[:6]) == (1, "✗ Pico")


# Self-test and doctor.


class Looking:
    """Sees everything but what it is blind to."""

    def __init__(self, blind_to: str = "") -> None:
        self.blind_to = blind_to
        self.asked: list[str] = []

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        self.asked.append(question)
        return question != self.blind_to

    def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
        return None

    def rest(self, seconds: float) -> None: ...


@needs_micropython
def test_each_prop_of_the_board_is_tested_in_turn_with_a_verdict(rig: Any) -> None:
    board = Board(rig.path, (), tell=lambda notice: None)
    board.start()
    respondent = Looking(blind_to="lamp_coloured")
    findings = list(selftest(board, respondent))
    board.close()
    assert [(finding.what, finding.status, finding.remedy) for finding in findings] == [
        ("pico", "pass", ""),
        ("wire", "pass", ""),
        ("memory", "pass", ""),
        ("hourglass", "pass", ""),
        ("lamp", "fail", "check_wiring"),
        ("buzzer", "pass", ""),
        ("chairs", "pass", ""),
        ("guest_buzzers", "pass", ""),
        ("button", "pass", ""),
    ]
    assert respondent.asked == ["sand_coloured", "lamp_coloured", "buzzer_sounded"]


@needs_micropython
def test_a_torn_sensor_and_a_stuck_button_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    with MicroPythonBoard(fitted={"LAMP": (), "BUZZER": None}) as rig:
        rig.weigh("right", 0)
        rig.press_button()
        code, out, _ = run(capsys, "pico", "selftest", "--port", rig.path, "--json")
    found = {finding["what"]: (finding["status"], finding["remedy"]) for finding in json.loads(out)}
    assert code == 1
    assert found["chairs"] == ("fail", "chair_sensor")
    assert found["button"] == ("fail", "button_stuck")
    assert found["lamp"] == found["buzzer"] == ("skipped", "not_fitted")


def test_a_selftest_without_a_board_says_what_to_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("majordome.pico.selftest.COMES_WITHIN", 0.3)
    code, out, _ = run(capsys, "pico", "selftest", "--port", str(tmp_path / "nowhere"))
    assert code == 1
    assert out.startswith("✗ Pico                   UNWELL     no board was found: plug it in")


@needs_micropython
def test_the_doctor_shows_the_board_and_what_it_serves(
    rig: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at_a_terminal(Settings(evenings=tmp_path, pico=Pico(rig.path, USUAL)), Narrator("en"), json=True)
    found = {finding["what"]: finding for finding in json.loads(capsys.readouterr().out)}
    assert found["pico"]["status"] == "pass"
    assert f"{rig.path}, firmware 1.2.0, hourglass 30+30, coloured lamp, buzzer, button" in found["pico"]["detail"]
    served = ["lamp", "button_lamp", "hourglass", "buzzer", "button", "left_chair", "right_chair"]
    assert {found[part]["where"] for part in served} == {"Pico"}


@needs_micropython
def test_the_doctor_lights_and_sounds_what_is_on_the_board(rig: Any) -> None:
    from majordome.box.doctor import pins
    from majordome.box.parts import Hardware
    from majordome.core.clock import RealClock
    from majordome.core.prompter import Prompter
    from majordome.settings.wiring import NO_PINS

    class AtTheBox(Looking):
        """Looks at the rig, presses its button, sits on its chairs."""

        def sees(self, question: str, number: int | str = 0) -> bool | None:
            self.asked.append(question)
            match question:
                case "lamp_shines":
                    until(lambda: any(rig.lamp()), "the lamp shines")
                case "button_shines":
                    until(lambda: rig.button_light() > 0, "the button shines")
                case "buzzer_sounded":
                    until(lambda: rig.sounds(), "the buzzer sounds")
                case "leds_shone":
                    return number == 60
            return True

        def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
            match request.split("_"):
                case ["press", "guests"]:
                    for number in range(1, 7):
                        rig.press_buzzer(number)
                        happened()
                case ["press", _]:
                    rig.press_button()
                case ["sit", chair]:
                    rig.sit(chair)
                case ["stand", chair]:
                    rig.stand(chair)
            until(happened, request)
            return True

    board = Board(rig.path, USUAL, tell=lambda notice: None)
    with Hardware(
        NO_PINS,
        None,
        clock=RealClock(),
        tell=lambda sensed: None,
        prompter=Prompter(an_evening(), Narrator("en")),
        board=board,
    ) as hardware:
        assert board.here.wait(10)
        findings = list(pins(hardware, AtTheBox()))
    assert {(finding.status, finding.where) for finding in findings} == {("pass", "Pico")}
    assert len(findings) == 8


def test_a_pico_that_serves_nothing_is_pointed_out() -> None:
    found = how_it_is(None, look=lambda: [Device("/dev/ttyACM0", is_pico=True)])
    assert found == Finding("pico", "skipped", "/dev/ttyACM0", "pico_unused")
    assert how_it_is(None, look=lambda: [Device("/dev/ttyUSB0")]) == Finding("pico", "skipped", remedy="no_pico")
