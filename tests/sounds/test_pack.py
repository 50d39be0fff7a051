"""The sound pack as it is committed: complete, as loud as it should be, and exactly what the workshop makes."""

from __future__ import annotations

import hashlib
import sys
import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import soundfile

from majordome.sound.pack import PLACEHOLDER, cut
from majordome.words.narrator import LANGS, Lang, lines

sys.path.insert(0, str(Path(__file__).parents[2] / "sounds"))  # the workshop is no part of the installed program

from workshop import encode, meters, pack, script, speech
from workshop.mastering import limit
from workshop.tones import Sound

MANIFEST = pack.manifest()
EFFECTS = MANIFEST["effect"]
JOBS = {job.file: job for job in pack.jobs(MANIFEST)}
SPOKEN = [file for file, job in JOBS.items() if job.is_speech]
INSTANT = [entry["file"] for entry in EFFECTS.values() if entry["instant"]]
CALLS = [name for name in EFFECTS if name.startswith("top_")]
SCREAMS = [name for name in EFFECTS if name.startswith("scream_")]
BEDS = ["bed_night", "bed_evening"]

LOUDEST = -1.0  # dBTP
MARGIN = 4.0  # LU: every TOP and every scream over every spoken line
INSTANTLY = 0.005  # seconds
MEGABYTES = 20


def heard(file: str) -> tuple[Sound, int]:
    sound, rate = soundfile.read(script.SOUNDS / file, dtype="float64")
    assert sound.ndim == 1, f"{file} is not mono"
    return sound, int(rate)


@cache
def loudness(file: str) -> float:
    return meters.loudness(*heard(file))


def loudness_of(names: list[str]) -> list[float]:
    return [loudness(EFFECTS[name]["file"]) for name in names]


# Complete.


def test_the_manifest_says_what_the_butler_says() -> None:
    for lang in LANGS:
        written = {key: line[lang]["texts"] for key, line in MANIFEST["line"].items()}
        assert written == lines(lang)["say"]
        assert {role: entry[lang]["text"] for role, entry in MANIFEST["role"].items()} == lines(lang)["role"]


def test_the_written_half_of_the_manifest_is_what_the_lines_give() -> None:
    _, mark, below = pack.MANIFEST.read_text("utf-8").partition(script.MARK)
    assert mark + below == script.sheet()


@pytest.mark.parametrize("lang", LANGS)
def test_every_variant_of_every_line_has_its_audio(lang: Lang) -> None:
    for key, variants in lines(lang)["say"].items():
        assert len(MANIFEST["line"][key][lang]["files"]) == len(variants), key
        for files, text in zip(MANIFEST["line"][key][lang]["files"], variants, strict=True):
            said = [file for file in files if not PLACEHOLDER.fullmatch(file)]
            assert said, key
            assert all((script.SOUNDS / file).is_file() for file in said), key
            assert [file for file in files if file not in said] == PLACEHOLDER.findall(text), key


def test_no_audio_is_missing_and_none_is_orphaned() -> None:
    assert pack.audio_files() == set(JOBS)


def test_every_line_role_and_effect_says_how_it_was_made_and_under_which_licence() -> None:
    for entry in (*MANIFEST["line"].values(), *MANIFEST["role"].values(), *EFFECTS.values()):
        assert entry["made"]
        assert entry["licence"]
    assert all(MANIFEST["voice"][lang]["licence"] for lang in LANGS)


def test_there_are_four_tops_five_screams_three_endings_and_all_that_a_castle_needs() -> None:
    assert CALLS == ["top_stop", "top_turn", "top_vote", "top_empty"]
    assert set(SCREAMS) == {f"scream_{number}" for number in range(1, 6)}
    endings = {f"victory_{winner}" for winner in lines("fr")["winner"]}
    castle = {"gong", "last_ten", "jail_door", "handcuffs", "owl", "cock_crow", "church_bell", "ready", "alarm"}
    assert set(EFFECTS) == {*CALLS, *SCREAMS, *endings, *castle, *BEDS}


def test_the_whole_pack_is_under_twenty_megabytes() -> None:
    assert sum((script.SOUNDS / file).stat().st_size for file in JOBS) < MEGABYTES * 1e6


def test_speech_is_ogg_and_what_must_be_instant_is_wav() -> None:
    for file in JOBS:
        about = soundfile.info(str(script.SOUNDS / file))
        kind = ("WAV", "PCM_16", 44100) if file in INSTANT else ("OGG", "VORBIS", 22050 if file in SPOKEN else 44100)
        assert (about.format, about.subtype, about.samplerate) == kind, file
        assert about.channels == 1, file
    assert set(INSTANT) >= {EFFECTS[name]["file"] for name in (*CALLS, *SCREAMS)}


# Lines with names.


def test_a_line_with_a_name_is_cut_where_the_name_is_said() -> None:
    assert cut("Nobody is missing.") == [("", "Nobody is missing.")]
    assert cut("This way, {names}. The chairs.") == [
        ("a", "This way, "),
        ("", "{names}"),
        ("b", ". The chairs."),
    ]
    assert cut("{names}, go.") == [("", "{names}"), ("b", ", go.")]
    assert cut("{names} shows: {role}.") == [("", "{names}"), ("b", " shows: "), ("", "{role}")]


def test_a_part_that_runs_into_a_name_keeps_the_voice_up() -> None:
    assert speech.spoken("This way, ", {}) == "This way,"
    assert speech.spoken("Liberté pour ", {}) == "Liberté pour,"
    assert speech.spoken(", la prison vous attend.", {}) == "la prison vous attend."


def test_what_the_voice_would_say_wrongly_is_spelt_for_it() -> None:
    french = MANIFEST["voice"]["fr"]["say_as"]
    assert (
        speech.spoken("Un peu de cœur au second top, poliment.", french) == "Un peu de coeur au segond top, polimant."
    )
    assert speech.spoken("Il n’y a plus personne : rien.", french) == "Il n'y a plus personne : rien."


def test_the_known_length_of_every_line_is_its_measured_length() -> None:
    known = tomllib.loads(pack.SECONDS.read_text("utf-8"))
    assert pack.SECONDS.read_text("utf-8") == pack.seconds(MANIFEST)
    for lang in LANGS:
        assert {key: len(lengths) for key, lengths in known[lang].items()} == {
            key: len(variants) for key, variants in lines(lang)["say"].items()
        }


# Loud enough, never too loud.


@pytest.mark.measured
@pytest.mark.parametrize("lang", LANGS)
def test_every_spoken_file_is_at_speech_loudness_and_never_clips(lang: Lang) -> None:
    for file in SPOKEN:
        if not file.startswith(lang):
            continue
        sound, rate = heard(file)
        assert meters.loudness(sound, rate) == pytest.approx(-16, abs=1), file
        assert meters.true_peak(sound) <= LOUDEST, file
        assert meters.onset(sound, rate) < 0.05, file


@pytest.mark.measured
def test_every_effect_is_as_loud_as_the_manifest_says_and_never_clips() -> None:
    for entry in EFFECTS.values():
        assert loudness(entry["file"]) == pytest.approx(entry["loudness"], abs=0.5), entry["file"]
        assert meters.true_peak(heard(entry["file"])[0]) <= LOUDEST, entry["file"]


def test_top_and_scream_are_louder_than_speech_by_their_margin() -> None:
    loudest_speech = MANIFEST["pack"]["speech_loudness"] + 1
    assert min(loudness_of(CALLS + SCREAMS)) >= loudest_speech + MARGIN - 0.1
    assert min(loudness_of(SCREAMS)) > max(loudness_of(CALLS))


def test_what_must_be_instant_starts_within_five_milliseconds() -> None:
    late = {file: meters.onset(*heard(file)) for file in INSTANT}
    assert {file: onset for file, onset in late.items() if onset > INSTANTLY} == {}


def test_no_two_screams_and_no_two_tops_sound_alike() -> None:
    for names in (CALLS, SCREAMS):
        spectra = []
        for name in names:
            sound, rate = heard(EFFECTS[name]["file"])
            padded = np.zeros(3 * rate)
            padded[: len(sound)] = sound
            envelope = np.abs(padded).reshape(-1, rate // 50).mean(axis=1)
            bands = np.array([part.mean() for part in np.array_split(np.abs(np.fft.rfft(padded))[:18000], 120)])
            spectra.append(
                np.concatenate((bands / np.linalg.norm(bands), envelope / np.linalg.norm(envelope))) / np.sqrt(2)
            )
        alike = np.array(spectra) @ np.array(spectra).T - np.eye(len(names))
        assert alike.max() < 0.97, names


def test_every_scream_is_rough_as_alarm_is() -> None:
    for name in SCREAMS:
        sound, rate = heard(EFFECTS[name]["file"])
        power = np.abs(np.fft.rfft(np.abs(sound))) ** 2
        hertz = np.fft.rfftfreq(len(sound), 1 / rate)
        tremble = np.sqrt(2 * power[(hertz >= 30) & (hertz <= 150)].sum()) / len(sound) / np.abs(sound).mean()
        shrill = np.abs(np.fft.rfft(sound)) ** 2
        assert tremble > 0.2, name
        assert shrill[(hertz >= 2000) & (hertz <= 4000)].sum() > 0.25 * shrill.sum(), name


def test_the_limiter_lets_no_true_peak_through_and_leaves_quiet_sounds_alone() -> None:
    burst = np.random.RandomState(1).standard_normal(22050)
    assert meters.true_peak(limit(burst, 22050, -2.0)) <= -1.9
    quiet = burst * 0.01
    assert np.array_equal(limit(quiet, 22050, -2.0), quiet)


# The beds.


@pytest.mark.parametrize("bed", BEDS)
def test_a_bed_is_long_and_runs_into_its_beginning_without_a_click(bed: str) -> None:
    sound, rate = heard(EFFECTS[bed]["file"])
    assert len(sound) >= {"bed_night": 60, "bed_evening": 40}[bed] * rate
    steps = np.abs(np.diff(sound))
    assert abs(sound[0] - sound[-1]) <= np.percentile(steps, 99)
    seam = np.concatenate((sound[-rate // 50 :], sound[: rate // 50]))
    assert 0.3 < np.std(seam) / np.std(sound) < 2.5


@pytest.mark.parametrize("bed", BEDS)
def test_a_bed_is_even(bed: str) -> None:
    moments = meters.short_term(*heard(EFFECTS[bed]["file"]))
    assert max(moments) - min(moments) <= 3


@pytest.mark.measured
@pytest.mark.parametrize("bed", BEDS)
def test_nothing_in_a_bed_comes_back_after_five_or_ten_seconds(bed: str) -> None:
    sound, rate = heard(EFFECTS[bed]["file"])
    frame = rate // 100
    for bottom, top in ((100, 400), (400, 1200), (1200, 5000)):
        spectrum = np.fft.rfft(sound)
        hertz = np.fft.rfftfreq(len(sound), 1 / rate)
        band = np.fft.irfft(np.where((hertz >= bottom) & (hertz < top), spectrum, 0), len(sound))
        level = np.log(np.std(band[: len(band) // frame * frame].reshape(-1, frame), axis=1) + 1e-9)
        echo = np.fft.irfft(np.abs(np.fft.rfft(level - level.mean())) ** 2, len(level))
        for seconds in (5, 10):
            around = echo[seconds * 100 - 10 : seconds * 100 + 11]
            assert around.max() < 0.15 * echo[0], (bottom, seconds)
    assert min((len(sound) / rate) % 5, 5 - (len(sound) / rate) % 5) > 0.5


# The same bytes each time.


def hold_the_bytes(file: str) -> None:
    if file.endswith(".ogg") and encode.encoder() != MANIFEST["pack"]["encoder"]:
        here = encode.encoder() or "none: apt install vorbis-tools"
        pytest.skip(f"the pack was encoded by {MANIFEST['pack']['encoder']}, and here is {here}")
    assert (
        hashlib.sha256(pack.make(JOBS[file])).digest() == hashlib.sha256((script.SOUNDS / file).read_bytes()).digest()
    )


@pytest.mark.measured
@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_made_again_is_the_same_to_the_byte(name: str) -> None:
    hold_the_bytes(EFFECTS[name]["file"])


@pytest.mark.parametrize(
    "file", ["fr/stand_still.3.ogg", "fr/to_jail.1.a.ogg", "en/walk_day.0.ogg", "en/role.vampire.ogg"]
)
def test_a_spoken_line_made_again_is_the_same_to_the_byte(file: str) -> None:
    if needed := speech.missing(MANIFEST["voice"][file[:2]]):
        pytest.skip(f"this voice is not installed here: {needed}")
    hold_the_bytes(file)


def test_no_file_and_no_recipe_has_changed_since_the_pack_was_made() -> None:
    now = {file: [job.fingerprint(), pack.seal((script.SOUNDS / file).read_bytes())] for file, job in JOBS.items()}
    assert now == pack.built(), "run `make sounds`"
