"""The bed, the countdown and the scream, as they are really heard: closed eyes must learn nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from majordome.core.cues import Say

pytest.importorskip("pygame")

from sounds.hearing import BED, EVENING_BED, LONG, LOUD, ONE_BUFFER, SCREAMS, TOP, Listen, mood

pytestmark = pytest.mark.long

CIRCLE, EYES_OPEN = Say("circle"), Say("eyes_open")


def test_the_bed_ducks_under_the_voice_and_fades_away_before_the_next(ear: Listen) -> None:
    with ear(volume=0.5) as box:
        box.speaker.bed(mood("night"))
        box.until_even()
        box.mark()
        box.speaker.say(EYES_OPEN)
        box.listen(0.6)
        box.mark()
        box.speaker.interrupt()
        box.until_even()
        box.mark()
        box.speaker.bed(mood("discussion"))
        box.until_even()
        box.speaker.bed(mood("awake"))
        box.until_even()
        heard = box.recording()
    full, levels = LOUD * 0.5, [heard.level(BED, mark - 0.06, mark - 0.02) for mark in heard.marks()]
    assert levels == pytest.approx([full, full * 0.3, full], rel=0.05)
    night, evening = heard.levels(BED), heard.levels(EVENING_BED)
    assert max(evening) == pytest.approx(full, rel=0.02)
    assert all(min(pair) < full * 0.1 for pair in zip(night, evening, strict=True))
    assert max(abs(a - b) for levels in (night, evening) for a, b in pairwise(levels)) < full * 0.5  # no jump
    assert max(evening[-5:]) < full * 0.05


def test_the_countdown_is_even_and_silent_but_for_the_bed_and_then_the_scream_comes_at_its_time(ear: Listen) -> None:
    """From TOP to scream: nothing tells when the host pressed, or that five seconds have passed."""
    with ear() as box:
        box.speaker.bed(mood("night"))
        box.until_even()
        box.speaker.call("stop")
        box.speaker.bed(mood("dark"))
        box.until_quiet()
        box.speaker.effect("gong")
        box.speaker.say(CIRCLE)
        box.speaker.hush()  # the press of the host: nothing of this is heard
        box.listen(0.3)
        box.clock.skip(5)
        box.listen(0.3)
        box.clock.skip(5)
        box.listen(0.2)
        box.mark()
        box.speaker.effect("scream")
        box.until_quiet()
        heard = box.recording()
    (due,) = heard.marks()
    scream, _ = heard.once(SCREAMS[1])
    assert 0 <= scream - due <= ONE_BUFFER
    begin, end = heard.once(TOP)[1] + 0.02, due - 0.02
    levels = heard.levels(BED, begin, end)
    assert len(levels) > 70
    assert max(levels) / min(levels) < 1.01
    for n in range(int((end - begin) * 10)):  # nothing but the bed: its loudness is all the loudness there is
        assert heard.rms(begin + n / 10, begin + (n + 1) / 10) == pytest.approx(LOUD / 2**0.5, rel=0.01)


def test_each_scream_is_another_one_and_cuts_off_the_voice(ear: Listen) -> None:
    with ear() as box:
        box.speaker.say(EYES_OPEN)
        box.listen(0.15)
        for _ in range(6):
            box.speaker.effect("scream")
            box.listen(0.1)
        heard = box.recording()
    assert heard.once(LONG)[1] <= heard.heard(SCREAMS[1])[0][0] + 0.02
    assert [len(heard.heard(frequency)) for frequency in SCREAMS] == [1, 2, 1, 1, 1]
