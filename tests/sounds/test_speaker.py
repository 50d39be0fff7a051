"""What is really heard: the PCM of SDL's `disk` driver, read back and measured. One buffer is 32 ms here."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from queue import Queue

import pytest

from majordome.box.pages import speak
from majordome.core.cues import Say
from majordome.core.evening_queue import Heard, Inputs, Language
from majordome.settings.config import Settings
from majordome.words.narrator import Narrator

pytest.importorskip("pygame")

from sounds.hearing import (
    AFTER,
    ALARM,
    BED,
    BEFORE,
    DOOR,
    FIRST,
    GONG,
    LONG,
    LOUD,
    NAME,
    ONE_BUFFER,
    SECOND,
    TICKS,
    TOP,
    TURN,
    Listen,
    mood,
)

pytestmark = pytest.mark.long

CIRCLE, TURNING, EYES_OPEN = Say("circle"), Say("turn"), Say("eyes_open")
ANA_DIED = Say("somebody_died", ("Ana",))


# TOP.


def test_top_is_heard_within_a_buffer_of_the_press_and_of_the_order(ear: Listen) -> None:
    """The reference is a bare `Sound.play()` at the same moment: both wait for the next buffer."""
    with ear() as box:
        box.speaker.arm("stop")
        box.mark()
        box.speaker.strike()
        box.until_quiet()
        box.mark()
        box.speaker.call("turn")
        box.until_quiet()
        heard = box.recording()
    pressed, ordered = heard.marks()
    assert 0 <= heard.once(TOP)[0] - pressed <= ONE_BUFFER
    assert 0 <= heard.once(TURN)[0] - ordered <= ONE_BUFFER


def test_a_top_that_the_press_has_begun_is_not_begun_again_by_its_own_order(ear: Listen) -> None:
    with ear() as box:
        box.speaker.arm("stop")
        box.speaker.strike()
        box.listen(0.06)
        box.speaker.call("stop")  # the same press, by the way through the rulebook
        box.until_quiet()
        box.speaker.strike()  # nothing is armed
        box.speaker.arm("turn")
        box.speaker.arm(None)
        box.speaker.strike()
        box.speaker.call("alarm")
        box.until_quiet()
        box.speaker.arm("stop")
        box.speaker.strike()
        box.clock.skip(3)
        box.speaker.call("stop")  # so long after the press: the order of another one
        box.until_quiet()
        heard = box.recording()
    (begin, end), *again = heard.heard(TOP)
    assert end - begin == pytest.approx(0.15, abs=0.02)
    assert len(again) in (1, 2)  # where the second strike had not got to its first buffer, it is heard as one
    assert heard.heard(TURN) == []
    assert heard.once(ALARM)


def test_a_sentence_is_cut_off_by_top_and_the_next_one_waits_for_its_end(ear: Listen) -> None:
    with ear() as box:
        box.speaker.say(EYES_OPEN)
        box.listen(0.2)
        box.speaker.interrupt()
        box.speaker.call("stop")
        box.speaker.say(CIRCLE)
        box.until_quiet()
        heard = box.recording()
    top, ended = heard.once(TOP)
    assert heard.once(LONG)[1] <= top + 0.02
    assert 0 <= heard.once(FIRST)[0] - ended < 0.12


# The voice.


def test_two_sentences_of_a_step_follow_each_other_and_a_new_step_interrupts(ear: Listen) -> None:
    with ear() as box:
        box.speaker.say(CIRCLE)
        box.speaker.say(TURNING)
        box.until_quiet()
        box.speaker.say(EYES_OPEN)
        box.speaker.say(TURNING)  # never said: the next step comes first
        box.listen(0.25)
        box.mark()
        box.speaker.interrupt()
        box.speaker.say(CIRCLE)
        box.until_quiet()
        heard = box.recording()
    (first, first_ends), (again, _) = heard.heard(FIRST)
    second, second_ends = heard.once(SECOND)
    assert first_ends - first == pytest.approx(0.2, abs=0.02)
    assert 0 <= second - first_ends < 0.12
    assert second_ends - second == pytest.approx(0.2, abs=0.02)
    (stepped,) = heard.marks()
    assert heard.once(LONG)[1] <= stepped + 0.06 + 2 * ONE_BUFFER
    assert again >= heard.once(LONG)[1]


def test_a_name_is_spoken_between_its_two_parts_without_a_gap(ear: Listen) -> None:
    with ear() as box:
        box.speaker.say(ANA_DIED)
        box.until_quiet()
        heard = box.recording()
    before, name, after = heard.once(BEFORE), heard.once(NAME), heard.once(AFTER)
    assert name[0] == pytest.approx(before[1], abs=0.011)
    assert after[0] == pytest.approx(name[1], abs=0.011)
    whole = heard.samples[round(before[0] * 16000) + 160 : round(after[1] * 16000) - 160]
    assert not any(not any(whole[n : n + 32]) for n in range(0, len(whole) - 32, 32))  # never 2 ms of nothing


@pytest.mark.real_time("what a real mixer plays is measured, and a busy machine lets it stutter")
@pytest.mark.parametrize("cut", [("interrupt",), ("hush",), ("effect", "scream")])
def test_a_sentence_that_is_cut_off_before_the_name_leaves_the_name_unsaid(ear: Listen, cut: tuple[str, ...]) -> None:
    with ear() as box:
        box.speaker.say(ANA_DIED)
        box.listen(0.05)
        getattr(box.speaker, cut[0])(*cut[1:])
        box.until_quiet()
        heard = box.recording()
    assert heard.once(BEFORE)
    assert heard.heard(NAME) == heard.heard(AFTER) == []


def test_top_does_not_wait_for_a_name_that_takes_long_and_the_name_is_not_said_afterwards(ear: Listen) -> None:
    asked, answered = threading.Event(), threading.Event()

    def slow(names: str) -> None:
        asked.set()
        answered.wait(5)

    with ear(spoken=slow) as box:
        box.speaker.say(ANA_DIED)
        mover = threading.Thread(target=box.speaker.move, args=(box.clock.now(),))
        mover.start()
        assert asked.wait(5)
        began = time.monotonic()
        box.speaker.arm("stop")
        box.speaker.strike()
        box.speaker.interrupt()
        box.speaker.say(CIRCLE)
        assert time.monotonic() - began < 0.5
        answered.set()
        mover.join()
        box.until_quiet()
        heard = box.recording()
    assert heard.once(TOP)
    assert heard.once(FIRST)
    assert heard.heard(BEFORE) == []


# Effects, sand and volume.


def test_effects_follow_each_other_beside_the_voice(ear: Listen) -> None:
    with ear() as box:
        box.speaker.effect("jail_door")
        box.speaker.effect("gong")
        box.speaker.effect("no such sound")
        box.speaker.say(CIRCLE)
        box.until_quiet()
        heard = box.recording()
    door, gong = heard.once(DOOR), heard.once(GONG)
    assert 0 <= gong[0] - door[1] < 0.1
    assert heard.once(FIRST)[0] < door[1]
    assert heard.level(DOOR, door[0] + 0.05, door[1] - 0.05) == pytest.approx(LOUD * 0.7, rel=0.05)


@pytest.mark.real_time("what a real mixer plays is measured, and a busy machine lets it stutter")
def test_the_last_ten_seconds_of_the_sand_are_heard_unless_it_stands_still(ear: Listen) -> None:
    with ear() as box:
        box.speaker.run(180.0, 180.0)
        box.clock.skip(169.7)
        box.mark()
        box.listen(0.5)
        box.speaker.freeze()
        box.listen(0.1)
        box.speaker.run(30.0, 180.0)
        box.clock.skip(25)  # nobody looked for five seconds: too late to begin
        box.listen(0.1)
        box.speaker.run(5.0, 180.0)
        box.listen(0.1)
        box.speaker.clear(empty=True)
        heard = box.recording()
    begin, end = heard.once(TICKS)
    assert begin - heard.marks()[0] == pytest.approx(0.3, abs=2 * ONE_BUFFER)
    assert end - begin == pytest.approx(0.2, abs=2 * ONE_BUFFER)


def test_the_volume_is_changed_in_the_middle_of_a_sentence(ear: Listen) -> None:
    with ear(volume=0.8) as box:
        box.speaker.bed(mood("night"))
        box.speaker.say(EYES_OPEN)
        box.listen(0.5)
        for volume in (0.4, 7.0, -1.0):
            box.mark()
            box.speaker.set_volume(volume)
            box.listen(0.2)
        heard = box.recording()
    softer, louder, off = heard.marks()
    assert heard.level(LONG, softer - 0.1, softer - 0.05) == pytest.approx(LOUD * 0.8, rel=0.03)
    assert heard.level(LONG, louder - 0.1, louder - 0.05) == pytest.approx(LOUD * 0.4, rel=0.03)
    assert heard.level(BED, louder - 0.1, louder - 0.05) == pytest.approx(LOUD * 0.4 * 0.3, rel=0.1)
    assert heard.level(LONG, off - 0.1, off - 0.05) == pytest.approx(LOUD, rel=0.03)
    assert heard.rms(off + 0.1, off + 0.13) < 10


def test_a_file_that_cannot_be_played_costs_one_line(tmp_path: Path, ear: Listen) -> None:
    (tmp_path / "pack" / "en" / "nobody_died.0.wav").write_text("this is no sound")
    with ear() as box:
        box.speaker.say(Say("nobody_died"))
        box.speaker.say(CIRCLE)
        box.until_quiet()
        assert box.recording().once(FIRST)


def test_another_room_that_chooses_the_language_leaves_the_chosen_voice(ear: Listen) -> None:
    inputs: Inputs = Queue()
    with ear() as box:
        told = (Settings(), Narrator("en"), box.speaker, inputs)
        speak("en", *told, voice="housekeeper")  # a page
        speak("fr", *told)  # Home Assistant, which knows of no voices
    assert [heard.said for _ in range(2) if isinstance(heard := inputs.get_nowait(), Heard)] == [
        Language("en", "housekeeper"),
        Language("fr", "housekeeper"),
    ]
