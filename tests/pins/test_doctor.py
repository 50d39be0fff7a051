"""The doctor: each part is well, unwell or skipped, with the remedy; and who answers his questions."""

from __future__ import annotations

import json
import os
import shutil
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from majordome.box.doctor import PATIENCE, Finding, disk, examine, pins, speaker, speakers, temperature, voltage
from majordome.box.parts import Hardware
from majordome.core.clock import VirtualClock
from majordome.core.cues import Notice
from majordome.core.evening_queue import Sensed
from majordome.core.prompter import Prompter
from majordome.settings.pin_map import Pins
from majordome.sound.sound_cards import SoundCard, cards
from majordome.terminal.doctor_screen import Nobody, PersonAtBox, PersonAtTerminal, Watcher, as_json, row
from majordome.words.narrator import LANGS, Lang, Narrator, lines
from pins.moves import an_evening

PINS = Pins(second_button=7, left_chair_check=8, free=("spi",))
PARTS = ["lamp", "button_lamp", "hourglass", "buzzer", "button", "second_button", "left_chair", "right_chair"]


class Box:
    """A box on mock pins, as the doctor finds it."""

    def __init__(self, wiring: Pins = PINS, factory: Any = None) -> None:
        self.clock = VirtualClock()
        self.factory = factory or MockFactory(pin_class=MockPWMPin)
        told: list[Sensed | Notice] = []
        prompter = Prompter(an_evening(), Narrator("en"))
        self.hardware = Hardware(wiring, self.factory, clock=self.clock, tell=told.append, prompter=prompter)
        if wiring.left_chair_check is not None:
            self.push(wiring.left_chair_check)

    def push(self, pin: int | None, down: bool = True) -> None:
        found = self.factory.pin(f"GPIO{pin}")
        found.drive_low() if down else found.drive_high()

    def level(self, pin: int) -> float:
        return float(self.factory.pin(f"GPIO{pin}").state)

    def wait(self, seconds: float) -> None:
        """Time passes for whoever looks at the lights."""
        until = self.clock.now() + seconds
        while (due := self.hardware.animator.next_due()) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.now()))
            self.hardware.animator.catch_up()
        self.clock.advance(max(0.0, until - self.clock.now()))


class Scripted:
    """A respondent who looks, presses and sits down as it stands in the script."""

    def __init__(self, box: Box, *, blind_to: str = "", idle_at: str = "") -> None:
        self.box = box
        self.blind_to, self.idle_at = blind_to, idle_at
        self.asked: list[str] = []
        self.seen: dict[str, object] = {}

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        self.asked.append(question)
        self.box.wait(2 if question == "lamp_shines" else 0.1)
        levels = {"lamp_shines": 12, "button_shines": 27, "buzzer_sounded": 22}
        self.seen[question] = self.box.level(levels[question]) if question in levels else number
        return question != self.blind_to

    def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
        self.asked.append(request)
        assert (happened(), seconds) == (False, PATIENCE)
        if request == self.idle_at:
            return False
        sitting = not request.startswith("stand")
        pins = {"press_button": 17, "press_second_button": 7}
        if request in pins:
            self.box.push(pins[request])
        elif request.endswith("left"):
            self.box.push(8, not sitting)
            self.box.push(5, sitting)
        else:
            self.box.push(6, sitting)
        assert happened()
        return True

    def rest(self, seconds: float) -> None:
        self.seen.setdefault("row", [])
        row = self.seen["row"]
        assert isinstance(row, list)
        row.append([self.box.level(pin) for pin in PINS.hourglass])
        self.box.wait(seconds)


def test_a_box_that_is_well_passes_part_by_part() -> None:
    box = Box()
    respondent = Scripted(box)
    findings = list(pins(box.hardware, respondent))
    assert findings == [Finding(part, "pass") for part in PARTS]
    assert [finding.where for finding in findings[:4]] == [
        "GPIO 12",
        "GPIO 27",
        "GPIO 4, 13, 16, 23, 24, 25, 26",
        "GPIO 22",
    ]
    assert respondent.asked == [
        "lamp_shines", "button_shines", "leds_shone", "buzzer_sounded", "press_button", "press_second_button",
        "sit_left", "stand_left", "sit_right", "stand_right",
    ]  # fmt: skip


def test_each_light_and_sound_is_there_to_be_seen_and_gone_afterwards() -> None:
    box = Box()
    respondent = Scripted(box)
    list(pins(box.hardware, respondent))
    lights = len(PINS.hourglass)
    assert respondent.seen == {
        "lamp_shines": 1.0,
        "button_shines": 1.0,
        "row": [[float(n == light) for n in range(lights)] for light in range(lights)],
        "leds_shone": lights,
        "buzzer_sounded": 1.0,
    }
    box.wait(2)
    assert [box.level(pin) for pin in (12, 27, 22, *PINS.hourglass)] == [0.0] * 10


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("lamp_shines", "lamp"),
        ("button_shines", "button_lamp"),
        ("leds_shone", "hourglass"),
        ("buzzer_sounded", "buzzer"),
    ],
)
def test_what_nobody_sees_or_hears_is_unwell(question: str, part: str) -> None:
    box = Box()
    found = {finding.what: finding for finding in pins(box.hardware, Scripted(box, blind_to=question))}
    assert found.pop(part) == Finding(part, "fail", remedy="check_wiring")
    assert {finding.status for finding in found.values()} == {"pass"}


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        ("press_button", "button"),
        ("press_second_button", "second_button"),
        ("sit_left", "left_chair"),
        ("stand_left", "left_chair"),
        ("sit_right", "right_chair"),
        ("stand_right", "right_chair"),
    ],
)
def test_what_does_not_answer_in_time_is_unwell(request_: str, part: str) -> None:
    box = Box()
    found = {finding.what: finding for finding in pins(box.hardware, Scripted(box, idle_at=request_))}
    assert found[part] == Finding(part, "fail", remedy="check_wiring")


def test_where_nobody_is_there_only_what_the_box_finds_out_by_itself_is_told() -> None:
    findings = list(pins(Box().hardware, Nobody()))
    assert findings == [Finding(part, "skipped", remedy="nobody_looked") for part in PARTS]


def test_a_button_that_is_pressed_all_the_time_is_stuck() -> None:
    box = Box()
    box.push(17)
    found = {finding.what: finding for finding in pins(box.hardware, Nobody())}
    assert found["button"] == Finding("button", "fail", remedy="button_stuck")


def test_who_started_the_doctor_with_the_button_may_let_it_go_first() -> None:
    box = Box(Pins(button_lamp=None, hourglass=(), lamp=(), buzzer=None, left_chair=None, right_chair=None))
    box.push(17)

    class LetsGo(Scripted):
        def rest(self, seconds: float) -> None:
            self.box.push(17, False)

    assert list(pins(box.hardware, LetsGo(box))) == [Finding("button", "pass")]


def test_a_chair_whose_cable_is_broken_is_told_so() -> None:
    box = Box()
    box.push(8, False)
    found = {finding.what: finding for finding in pins(box.hardware, Nobody())}
    assert found["left_chair"] == Finding("left_chair", "fail", remedy="cable_broken")
    assert found["right_chair"].status == "skipped"


def test_a_part_that_could_not_be_opened_is_unwell_and_told_with_its_pin() -> None:
    box = Box(Pins(buzzer=99))
    findings = list(pins(box.hardware, Nobody()))
    assert findings[0] == Finding("buzzer", "fail", "(GPIO 99) 99 is not a valid pin name", "check_wiring")
    assert [finding.what for finding in findings].count("buzzer") == 1


def test_a_part_that_breaks_while_it_is_examined_stops_no_other() -> None:
    box = Box()

    def fail(value: object) -> None:
        raise OSError("no wire")

    box.factory.pin("GPIO4")._set_state = fail
    found = {finding.what: finding for finding in pins(box.hardware, Nobody())}
    assert found["hourglass"] == Finding("hourglass", "fail", "no wire", "check_wiring")
    assert list(found) == PARTS


def test_what_is_not_fitted_is_not_examined() -> None:
    bare = Pins(button=None, button_lamp=None, hourglass=(), lamp=(), buzzer=None, left_chair=None, right_chair=None)
    assert list(pins(Box(bare).hardware, Nobody())) == []


# The whole examination.


def test_a_machine_without_pins_is_examined_for_the_rest(tmp_path: Path) -> None:
    findings = list(examine(None, Nobody(), tmp_path / "evenings", tmp_path))
    assert [(finding.what, finding.status, finding.remedy) for finding in findings] == [
        ("pico", "skipped", "no_pico"),
        ("pins", "skipped", "no_pins"),
        ("speaker", "skipped", "no_speaker"),
        ("disk", "pass", ""),
        ("temperature", "skipped", "not_told"),
        ("voltage", "skipped", "not_told"),
    ]


def test_a_box_is_examined_from_its_board_to_its_voltage(tmp_path: Path) -> None:
    box = Box()
    findings = list(examine(box.hardware, Scripted(box), tmp_path, tmp_path))
    assert [finding.what for finding in findings] == ["pico", *PARTS, "speaker", "disk", "temperature", "voltage"]


# The disk.

Usage = namedtuple("Usage", "total used free")


def test_a_disk_that_can_be_written_is_well_and_nothing_is_left_on_it(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "evenings"
    finding = disk(folder)
    assert (finding.what, finding.status, finding.remedy) == ("disk", "pass", "")
    assert finding.detail.split()[1::2] == ["MB,", "ms"]
    assert list(folder.iterdir()) == []


def test_a_folder_below_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert disk(tmp_path / "file" / "evenings") == Finding("disk", "fail", "Not a directory", "disk_trouble")


def test_a_full_disk_is_told_and_the_probe_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert disk(tmp_path) == Finding("disk", "fail", "No space left on device", "disk_trouble")
    assert list(tmp_path.iterdir()) == []


def test_little_space_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(2**30, 2**30 - 3 * 2**20, 3 * 2**20))
    finding = disk(tmp_path)
    assert (finding.status, finding.remedy) == ("fail", "disk_full")
    assert finding.detail.startswith("3 MB, ")


def test_a_slow_card_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 101.5])
    monkeypatch.setattr("majordome.box.doctor.time.monotonic", lambda: next(times, 101.5))
    finding = disk(tmp_path)
    assert (finding.status, finding.remedy) == ("fail", "disk_slow")
    assert finding.detail.endswith(" MB, 1500 ms")


# What a Raspberry Pi tells of itself.


def machine(root: Path, **files: str) -> Path:
    """A root folder with these files below /sys/class."""
    for name, text in files.items():
        path = root / "sys" / "class" / Path(*name.split("__"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("temp", "finding"),
    [
        ("47236\n", Finding("temperature", "pass", "47 °C")),
        ("79999\n", Finding("temperature", "pass", "80 °C")),
        ("80000\n", Finding("temperature", "fail", "80 °C", "too_hot")),
        ("-3000\n", Finding("temperature", "pass", "-3 °C")),
        ("hot\n", Finding("temperature", "skipped", remedy="not_told")),
    ],
)
def test_the_temperature(temp: str, finding: Finding, tmp_path: Path) -> None:
    assert temperature(machine(tmp_path, thermal__thermal_zone0__temp=temp)) == finding


def test_a_machine_that_tells_no_temperature(tmp_path: Path) -> None:
    assert temperature(tmp_path) == Finding("temperature", "skipped", remedy="not_told")


@pytest.mark.parametrize(
    ("alarm", "finding"),
    [("0\n", Finding("voltage", "pass")), ("1\n", Finding("voltage", "fail", remedy="weak_supply"))],
)
def test_the_supply(alarm: str, finding: Finding, tmp_path: Path) -> None:
    root = machine(
        tmp_path,
        hwmon__hwmon0__name="cpu_thermal\n",
        hwmon__hwmon1__name="rpi_volt\n",
        hwmon__hwmon1__in0_lcrit_alarm=alarm,
    )
    assert voltage(root) == finding


def test_a_machine_that_tells_nothing_of_its_supply(tmp_path: Path) -> None:
    assert voltage(machine(tmp_path, hwmon__hwmon0__name="cpu_thermal\n")).status == "skipped"
    assert voltage(machine(tmp_path, hwmon__hwmon1__name="rpi_volt\n")).status == "skipped"


# The table.

REMEDIES = sorted(key.removeprefix("remedy_") for key in lines("en")["doctor"] if key.startswith("remedy_"))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("remedy", ["", *REMEDIES])
@pytest.mark.parametrize("status", ["pass", "fail", "skipped"])
def test_a_row_says_part_status_detail_and_remedy(lang: Lang, remedy: str, status: Any) -> None:
    narrator = Narrator(lang)
    told = row(Finding("disk", status, "3 MB", remedy), narrator)
    assert told[0] == {"pass": "✓", "fail": "✗", "skipped": "–"}[status]
    words = [narrator.part("disk"), narrator.word("doctor", status), "3 MB"]
    words += [narrator.word("doctor", f"remedy_{remedy}")] if remedy else []
    places = [told.index(word) for word in words]
    assert places == sorted(places)
    assert told == told.rstrip()


def test_a_row_in_english() -> None:
    told = row(Finding("left_chair", "fail", remedy="cable_broken"), Narrator("en"))
    assert told.split(maxsplit=4)[:4] == ["✗", "left", "chair", "UNWELL"]
    assert told.endswith("neither contact is closed: the cable of this chair is broken or pulled out")


def test_every_remedy_of_the_doctor_has_words_in_both_languages() -> None:
    used = {
        "other_card", "guests_unheard",
        "no_pins", "no_speaker", "check_speaker", "no_pico", "nobody_looked", "check_wiring", "button_stuck",
        "cable_broken",
        "disk_trouble", "disk_full", "disk_slow", "not_told", "too_hot", "weak_supply",
    }  # fmt: skip
    for lang in LANGS:
        assert used <= {key.removeprefix("remedy_") for key in lines(lang)["doctor"]}


def test_every_question_of_the_doctor_has_words_in_both_languages() -> None:
    box = Box()
    respondent = Scripted(box)
    list(pins(box.hardware, respondent))
    for lang in LANGS:
        assert set(respondent.asked) <= set(lines(lang)["doctor"])


def test_scripts_get_json() -> None:
    findings = [Finding("disk", "pass", "3 MB"), Finding("temperature", "fail", "85 °C", "too_hot")]
    assert as_json(findings) == (
        '[{"what": "disk", "status": "pass", "detail": "3 MB", "remedy": "", "where": ""}, '
        '{"what": "temperature", "status": "fail", "detail": "85 °C", "remedy": "too_hot", "where": ""}]'
    )
    assert json.loads(as_json(iter([]))) == []


# Who answers.


class Hours:
    """A clock that goes on only when somebody rests."""

    def __init__(self) -> None:
        self.now = 0.0
        self.watcher = Watcher(lambda: self.now, self.rest)

    def rest(self, seconds: float) -> None:
        self.now += seconds


def test_nobody_answers_nothing_and_needs_no_rest() -> None:
    nobody = Nobody()
    assert nobody.sees("lamp_shines") is None
    assert nobody.does("press_button", lambda: True, 15) is None
    nobody.rest(1000)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("", True), ("\n", True), ("y", True), ("oui", True), ("n", False), (" Non\n", False), ("s", None), ("S", None)],
)
def test_a_person_at_a_terminal_answers_with_the_keyboard(typed: str, answer: bool | None) -> None:
    written: list[str] = []
    person = PersonAtTerminal(Narrator("en"), written.append, lambda: typed)
    assert person.sees("leds_shone", 7) is answer
    assert written == ["Did all 7 lights of the hourglass shine, one after the other? [Enter = yes, n = no, s = skip]"]


def test_a_person_who_has_left_the_terminal_skips() -> None:
    def gone() -> str:
        raise EOFError

    assert PersonAtTerminal(Narrator("fr"), lambda line: None, gone).sees("lamp_shines") is None


def test_a_person_at_a_terminal_is_told_what_to_do_and_watched() -> None:
    hours, written = Hours(), list[str]()
    person = PersonAtTerminal(Narrator("en"), written.append, input, hours.watcher)
    assert person.does("press_button", lambda: hours.now > 3, 15) is True
    assert hours.now == pytest.approx(3.0, abs=0.05)
    assert written == ["Press the big button now, within 15 seconds."]
    assert person.does("press_button", lambda: False, 15) is False
    assert hours.now == pytest.approx(18.0, abs=0.1)
    person.rest(2)
    assert hours.now == pytest.approx(20.0, abs=0.1)


def at_the_box(*pressed: tuple[float, float]) -> tuple[PersonAtBox, Hours]:
    """Somebody who holds the button between these times."""
    hours = Hours()
    down = lambda: any(begins <= hours.now < ends for begins, ends in pressed)  # noqa: E731 - it is the button
    return PersonAtBox(down, 6.0, hours.watcher), hours


def test_at_the_box_a_press_in_time_says_yes() -> None:
    person, hours = at_the_box((2.0, 2.5))
    assert person.sees("lamp_shines") is True
    assert hours.now == pytest.approx(2.0, abs=0.05)


def test_at_the_box_no_press_in_time_says_no() -> None:
    person, hours = at_the_box((7.0, 8.0))
    assert person.sees("lamp_shines") is False
    assert hours.now == pytest.approx(6.0, abs=0.05)


def test_at_the_box_the_press_that_started_the_doctor_is_no_answer() -> None:
    person, hours = at_the_box((0.0, 3.0), (5.0, 6.0))
    assert person.sees("lamp_shines") is True
    assert hours.now == pytest.approx(5.0, abs=0.05)


def test_at_the_box_a_stuck_button_answers_nothing() -> None:
    person, _ = at_the_box((0.0, 1000.0))
    assert person.sees("lamp_shines") is None


def test_at_the_box_what_is_asked_for_is_watched() -> None:
    person, hours = at_the_box()
    assert person.does("sit_left", lambda: hours.now > 1, 15) is True
    assert person.does("sit_left", lambda: False, 15) is False
    person.rest(1)
    assert hours.now == pytest.approx(17.0, abs=0.1)


# The speaker.


class Loudspeaker:
    def __init__(self) -> None:
        self.played: list[str] = []

    def effect(self, name: str) -> None:
        self.played.append(name)


class Ears(Nobody):
    def __init__(self, heard: bool | None) -> None:
        self.heard = heard

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        return self.heard


@pytest.mark.parametrize(
    ("heard", "mute", "found"),
    [
        (True, "", Finding("speaker", "pass")),
        (False, "", Finding("speaker", "fail", remedy="check_speaker")),
        (None, "", Finding("speaker", "skipped", remedy="nobody_looked")),
        (None, "no such device", Finding("speaker", "fail", "no such device", "check_speaker")),
    ],
)
def test_the_speaker_plays_its_jingle_and_somebody_listens(heard: bool | None, mute: str, found: Finding) -> None:
    loudspeaker = Loudspeaker()
    assert speaker(loudspeaker, lambda: mute, Ears(heard)) == found
    assert loudspeaker.played == ["ready"]


TELEVISION, USB = SoundCard("vc4hdmi0", "vc4-hdmi-0"), SoundCard("Device", "USB Audio Device")


@pytest.mark.parametrize(
    ("heard_on", "found", "tried"),
    [
        (None, Finding("speaker", "pass"), [None]),
        (USB, Finding("speaker", "fail", 'device = "plughw:CARD=Device"', "other_card"), [None, TELEVISION, USB]),
        ("none", Finding("speaker", "fail", remedy="check_speaker"), [None, TELEVISION, USB]),
    ],
)
def test_who_hears_nothing_hears_each_card_in_turn_and_learns_its_name(
    heard_on: object, found: Finding, tried: list[SoundCard | None]
) -> None:
    played: list[SoundCard | None] = []

    def on(card: Any) -> Finding:
        played.append(card)
        return Finding("speaker", "pass") if card == heard_on else Finding("speaker", "fail", remedy="check_speaker")

    assert speakers(on, [TELEVISION, USB]) == found
    assert played == tried


def test_where_nobody_listens_no_other_card_makes_a_noise() -> None:
    skipped = Finding("speaker", "skipped", remedy="nobody_looked")
    played: list[object] = []
    assert speakers(lambda card: played.append(card) or skipped, [USB]) == skipped  # type: ignore[func-returns-value]
    assert played == [None]


def test_another_card_is_asked_for_by_its_name() -> None:
    asked: list[tuple[str, object]] = []

    class Listener(Nobody):
        def sees(self, question: str, number: int | str = 0) -> bool | None:
            asked.append((question, number))
            return True

    assert speaker(Loudspeaker(), lambda: "", Listener(), USB.name).status == "pass"
    assert asked == [("jingle_heard_on", "USB Audio Device")]
    for lang in LANGS:
        assert "{0}" in lines(lang)["doctor"]["jingle_heard_on"]


def test_the_cards_are_those_that_can_play(tmp_path: Path) -> None:
    asound = tmp_path / "proc/asound"
    for folder in ("card0/pcm0p", "card1/pcm0c", "card2/pcm0p"):
        (asound / folder).mkdir(parents=True)
    (asound / "cards").write_text(
        " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n"
        " 1 [Webcam         ]: USB-Audio - HD Webcam\n                      at usb-1.2\n"
        " 2 [Device         ]: USB-Audio - USB Audio Device\n                      at usb-1.3\n"
    )
    assert cards(tmp_path) == [TELEVISION, USB]
    assert cards(tmp_path / "nowhere") == []


# The lamp's colours, and the guests' buzzers.


class Crowd(Nobody):
    """Guests who press their buzzers, and eyes on the lamp."""

    def __init__(self, box: Box, presses: tuple[int, ...] = ()) -> None:
        self.box, self.presses = box, presses
        self.asked: list[str] = []
        self.colours: list[tuple[float, ...]] = []

    def sees(self, question: str, number: int | str = 0) -> bool | None:
        self.asked.append(question)
        return True

    def rest(self, seconds: float) -> None:
        self.box.wait(seconds)
        self.colours.append(tuple(round(self.box.level(pin), 1) for pin in (12, 7, 8)))

    def does(self, request: str, happened: Callable[[], bool], seconds: float) -> bool | None:
        self.asked.append(request)
        for pin in self.presses:
            self.box.push(pin)
            happened()
            self.box.push(pin, down=False)
        return happened()


BARE: dict[str, Any] = {
    "button": None, "button_lamp": None, "hourglass": (), "buzzer": None, "left_chair": None, "right_chair": None,
}  # fmt: skip


def test_a_coloured_lamp_is_shown_in_red_green_and_blue() -> None:
    box = Box(Pins(lamp=(12, 7, 8), free=("spi",), **BARE))
    respondent = Crowd(box)
    assert list(pins(box.hardware, respondent)) == [Finding("lamp", "pass")]
    assert respondent.asked == ["lamp_red_green_blue"]
    assert [max(range(3), key=colour.__getitem__) for colour in respondent.colours] == [0, 1, 2]
    assert all(sorted(colour)[:2] == [0.0, 0.0] for colour in respondent.colours)


@pytest.mark.parametrize(
    ("presses", "found"),
    [
        ((23, 24, 25), Finding("guest_buzzers", "pass")),
        ((25, 23), Finding("guest_buzzers", "fail", "2", "guests_unheard")),
        ((), Finding("guest_buzzers", "fail", "1, 2, 3", "guests_unheard")),
    ],
)
def test_every_guest_presses_and_those_that_were_not_heard_are_named(presses: tuple[int, ...], found: Finding) -> None:
    box = Box(Pins(lamp=(), guest_buzzers=(23, 24, 25), **BARE))
    respondent = Crowd(box, presses)
    assert list(pins(box.hardware, respondent)) == [found]
    assert respondent.asked == ["press_guests"]
