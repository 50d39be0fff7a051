"""The speaker in an evening: it may fail, come back, or never be there; the evening has the same shape."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from majordome.core.clock import RealClock
from majordome.core.cues import Countdown, Cue, HourglassEmpty, Notice, Say, Top
from majordome.core.events import Gesture, Wish
from majordome.core.library import manifest
from majordome.core.stage import Stage
from majordome.games.murder.facts import Alarm, Scream
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only
from majordome.settings.config import SoundSettings
from majordome.sound import voice
from majordome.sound.pack import SoundPack
from majordome.sound.speaker import TRY_AGAIN, PygameSpeaker
from majordome.testing import Party
from majordome.words.narrator import LANGS, Narrator

pytest.importorskip("pygame")

import pygame

from sounds.hearing import BED, FIRST, NAME, Listen, SkippingClock, mood, weekend, write_wav

PARTIES = [a_weekend, a_table, button_only, lambda: button_only("table")]
CIRCLE, ANA_DIED = Say("circle"), Say("somebody_died", ("Ana",))


def happens(fact: Callable[[], object]) -> bool:
    """Soon, in another thread."""
    late = time.monotonic() + 5
    while not fact() and time.monotonic() < late:
        time.sleep(0.002)
    return bool(fact())


# A device that is not there, goes away, and comes back.


@pytest.fixture
def aloud(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MAJORDOME_SILENT")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def unplug(which: int = 2, *, microphone: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=which, iscapture=microphone))


def test_a_device_that_goes_away_is_told_once_and_when_it_is_back_bed_and_voice_are_heard_again(
    ear: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ear() as box:
        box.speaker.bed(mood("night"))
        box.speaker.say(CIRCLE)
        box.listen(0.1)
        monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
        unplug()
        box.listen(0.02)
        assert len(box.troubles) == 1
        box.speaker.say(Say("eyes_open"))  # said to nobody: not said late either
        box.speaker.effect("gong")
        box.speaker.arm("stop")
        box.speaker.effect("scream")
        for deed in (box.speaker.strike, box.speaker.hush, box.speaker.interrupt):
            deed()
        box.speaker.run(60.0, 60.0)
        box.speaker.set_volume(1.0)
        box.clock.skip(TRY_AGAIN)
        box.listen(0.02)
        assert len(box.troubles) == 2  # whoever is told decides how often to say so
        monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
        box.clock.skip(TRY_AGAIN)
        box.listen(0.6)
        box.speaker.say(CIRCLE)
        box.until_quiet()
        box.troubles.clear()
        heard = box.recording()
    (begin, _) = heard.once(FIRST)
    assert begin > 0.3  # nothing was kept in store
    assert heard.level(BED, begin - 0.1, begin - 0.05) > 5000


def test_another_device_that_goes_away_changes_nothing(ear: Listen) -> None:
    with ear() as box:
        unplug(0)  # not in use
        unplug(2, microphone=1)
        pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEADDED, which=1, iscapture=0))
        box.listen(0.02)
        assert box.troubles == []


@pytest.mark.usefixtures("aloud")
def test_no_device_is_told_once_and_it_is_tried_again(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
    told: list[Notice] = []
    clock = SkippingClock()
    with voice.speaker_of(SoundSettings(pack=pack), "en", clock, told.append) as speaker:
        assert speaker is not None
        assert happens(lambda: told)
        for _ in range(3):
            clock.skip(TRY_AGAIN)
            speaker.say(CIRCLE)  # wakes it
            assert happens(lambda: speaker._open_at > clock.now())
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        clock.skip(TRY_AGAIN)
        speaker.effect("gong")
        assert happens(lambda: pygame.mixer.get_init() and pygame.mixer.Channel(1).get_busy())
    assert pygame.mixer.get_init() is None
    (notice,) = told
    assert (notice.what, notice.names[0]) == ("prop_failed", "speaker")
    for lang in LANGS:
        assert notice.names[1] in Narrator(lang).notice(notice)
    speaker.close()  # twice


@pytest.mark.usefixtures("aloud")
def test_the_voice_comes_from_the_card_that_the_config_names(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.delenv("AUDIODEV", raising=False)
    for device, wanted in (("", None), ("plughw:CARD=Device", "plughw:CARD=Device")):
        with voice.speaker_of(
            SoundSettings(pack=pack, device=device), "en", RealClock(), lambda notice: None
        ) as speaker:
            assert speaker is not None
            speaker.effect("gong")
            assert happens(lambda: pygame.mixer.get_init() and pygame.mixer.Channel(1).get_busy())
            assert os.environ.get("AUDIODEV") == wanted  # what SDL's ALSA driver opens


@pytest.mark.usefixtures("aloud")
def test_without_pygame_or_without_a_pack_the_host_is_told_what_to_do(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Notice] = []
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "pygame", None)
        with voice.speaker_of(SoundSettings(pack=pack), "en", RealClock(), told.append) as speaker:
            assert speaker is None
    monkeypatch.setattr(voice, "folders", lambda own: [])
    with voice.speaker_of(SoundSettings(), "en", RealClock(), told.append) as speaker:
        assert speaker is None
    assert [notice.names[0] for notice in told] == ["speaker", "speaker"]
    assert "pip install pygame" in told[0].names[1]
    assert "pack" in told[1].names[1]


def test_a_pygame_that_cannot_be_loaded_is_a_device_that_is_not_there(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    troubles: list[Exception] = []
    clock = SkippingClock()
    sounds = SoundPack("en", [pack], weekend)
    speaker = PygameSpeaker(sounds, clock=clock, failed=lambda part, trouble: troubles.append(trouble))
    assert speaker.move(clock.now()) is not None
    assert isinstance(troubles[0], ImportError)
    speaker.close()
    speaker.close()


@pytest.mark.parametrize(("silent", "environ"), [(True, ""), (False, "1")])
def test_silence_that_is_wanted_is_not_told(
    pack: Path, monkeypatch: pytest.MonkeyPatch, silent: bool, environ: str
) -> None:
    monkeypatch.setenv("MAJORDOME_SILENT", environ)
    told: list[Notice] = []
    with voice.speaker_of(SoundSettings(pack=pack, silent=silent), "en", RealClock(), told.append) as speaker:
        assert speaker is None
    assert told == []


# Whole evenings.


def with_speaker(party: Party, pack: Path) -> tuple[PygameSpeaker, list[Exception]]:
    """A party whose stage has a speaker, moved after each step."""
    troubles: list[Exception] = []
    speaker = PygameSpeaker(
        SoundPack("en", [pack]), clock=party.clock, failed=lambda part, trouble: troubles.append(trouble)
    )
    performance = party._performance
    stage = Stage(lambda: manifest(party.prompter.evening.game), speaker=[speaker], hourglass=[speaker], page=[party])
    performance.stage = stage

    def look() -> None:
        speaker.move(party.clock.now())

    performance.watchers.append(look)
    voice.attach(speaker, performance)
    return speaker, troubles


def play(party: MurderParty) -> None:
    """Press, wait and answer until the game is over."""
    while party.beat != "finished":
        beat = party.prompter.beat
        assert beat is not None
        if beat.name == "counting" and party.table.listed:
            first, second, *_ = party.table.living
            party.vote({first: 2, second: 1})
        elif beat.within is not None:
            party.wait(party.prompter.time_left(party.clock.now()) or 0)
        elif beat.hold is not None and not party.table.listed and party.table.round > 2:
            party.hold()
        else:
            party.press()


@pytest.mark.parametrize("party", PARTIES)
def test_whole_evenings_are_played_aloud_and_have_the_same_shape_as_in_silence(
    party: Callable[[], MurderParty], pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    silent, aloud = party(), party()
    speaker, troubles = with_speaker(aloud, pack)
    play(silent)
    play(aloud)
    speaker.close()
    assert troubles == []
    assert aloud.seen == silent.seen
    assert aloud.all(Scream)
    assert aloud.all(Top)


class Steps(Stage):
    """Notes what is to be done in each step."""

    def __init__(self, page: Party) -> None:
        super().__init__(lambda: manifest(page.prompter.evening.game), page=[page])
        self.steps: list[list[type[Cue]]] = []

    def perform(self, cues: Sequence[Cue]) -> None:
        self.steps.append([type(cue) for cue in cues])
        super().perform(cues)


@pytest.mark.parametrize("party", PARTIES)
def test_in_no_step_are_words_lost_under_a_top_or_a_scream(party: Callable[[], MurderParty]) -> None:
    """TOP and scream cut off what is being said: so they come before the words of their step."""
    evening = party()
    stage = evening._performance.stage = Steps(evening)
    play(evening)
    for kinds in stage.steps:
        words = kinds.index(Say) if Say in kinds else len(kinds)
        assert not {Top, Scream, Alarm, HourglassEmpty, Countdown} & set(kinds[words:]), kinds


def test_after_each_step_the_next_top_is_at_hand(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    party = a_weekend()
    speaker, _ = with_speaker(party, pack)
    party.go_to("walking")
    armed = [speaker._armed]
    for said in (Wish.PAUSE, Wish.GO_ON, Gesture.PRESS):
        party.say(said)
        armed.append(speaker._armed)
    assert armed == ["stop", None, "stop", None]
    speaker.close()


def test_hands_on_the_button_never_meet_the_speaker_in_a_bad_moment(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread of the button strikes, that of the evening speaks, that of the speaker moves: all at once."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    name = write_wav(tmp_path / "name.wav", NAME, 0.01)
    troubles: list[Exception] = []
    clock, done = SkippingClock(), threading.Event()
    speaker = PygameSpeaker(
        SoundPack("en", [pack], weekend),
        clock=clock,
        spoken=lambda names: name,
        failed=lambda part, trouble: troubles.append(trouble),
    )

    def move() -> None:
        while not done.is_set():
            speaker.move(clock.now())

    def evening() -> None:
        while not done.is_set():
            speaker.arm("stop")
            speaker.interrupt()
            speaker.call("stop")
            speaker.say(ANA_DIED)
            speaker.effect("gong")
            speaker.bed(mood("night"))
            speaker.set_volume(0.5)
            time.sleep(0.001)

    threads = [threading.Thread(target=move), threading.Thread(target=evening)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        speaker.arm("stop")
        speaker.strike()
        time.sleep(0.002)
    speaker.close()
    speaker.strike()
    done.set()
    for thread in threads:
        thread.join(5)
    assert not any(thread.is_alive() for thread in threads)
    assert troubles == []
