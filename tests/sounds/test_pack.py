"""The sound pack as it is committed: complete, as loud as it should be, and exactly what the workshop makes."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from majordome.core.library import manifests
from majordome.core.manifest import Manifest
from majordome.sound.pack import PLACEHOLDER, SoundPack, cut, folders
from majordome.words import VOICES, Voice
from majordome.words.narrator import LANGS, Lang, lines, seconds_of

sys.path.insert(0, str(Path(__file__).parents[2] / "sounds"))  # the workshop is no part of the installed program

from workshop import encode, kokoro_voice, meters
from workshop.making import Job, make, seal
from workshop.mastering import limit
from workshop.pack import HOUSE, IN_THE_HOUSE, SOUNDS, Pack, packs
from workshop.script import MARK, sheet, spoken
from workshop.tones import Sound
from workshop.voicing import VoicedJob

PACKS = packs()
MANIFESTS = {name: pack.manifest() for name, pack in PACKS.items()}
JOBS = {name: {job.file: job for job in pack.jobs()} for name, pack in PACKS.items()}
EVERY_PACK = pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
CARD_GAMES = [name for name in PACKS if name != HOUSE]
GAMES = manifests()

MANIFEST = MANIFESTS[HOUSE]
EFFECTS = MANIFEST["effect"]
INSTANT = [
    Job(pack.folder, entry["file"], {})
    for name, pack in PACKS.items()
    for entry in MANIFESTS[name]["effect"].values()
    if entry["instant"]
]
CALLS = [name for name in EFFECTS if name.startswith("top_")]
SCREAMS = [name for name in EFFECTS if name.startswith("scream_")]
BEDS = ["bed_night", "bed_evening", "bed_walk"]
DARK_BEDS = ["bed_night", "bed_evening"]  # under which eyes are closed, and a victim counts

LOUDEST = -1.0  # dBTP
MARGIN = 4.0  # LU: every TOP and every scream over every spoken line
INSTANTLY = 0.005  # seconds
MEGABYTES = {HOUSE: 24, "games": 20}  # the house with the murder game; all others together


def heard(path: Path) -> tuple[Sound, int]:
    sound, rate = soundfile.read(path, dtype="float64")
    assert sound.ndim == 1, f"{path} is not mono"
    return sound, int(rate)


def effect(name: str) -> tuple[Sound, int]:
    """One of the house's."""
    return heard(SOUNDS / EFFECTS[name]["file"])


@cache
def recipes() -> dict[Path, Mapping[str, Any]]:
    """Of what each file is made."""
    return {job.path: job.recipe for jobs in JOBS.values() for job in jobs.values()}


@cache
def loudness(path: Path) -> float:
    return meters.loudness(*heard(path))


def loudness_of(names: list[str]) -> list[float]:
    return [loudness(SOUNDS / EFFECTS[name]["file"]) for name in names]


# Complete.


@EVERY_PACK
def test_the_manifest_says_what_the_butler_says(pack: Pack) -> None:
    wanted = MANIFESTS[pack.name]
    for lang in LANGS:
        said = [spoken(folder, lang) for folder in pack.lines]
        texts = {key: texts for script in said for key, texts in script["say"].items()}
        assert len(texts) == sum(len(script["say"]) for script in said)  # no key twice in one folder of sounds
        assert {key: line[lang]["texts"] for key, line in wanted["line"].items()} == texts
        roles = {role: word for script in said for role, word in script["role"].items()}
        assert {role: entry[lang]["text"] for role, entry in wanted["role"].items()} == roles


@EVERY_PACK
def test_the_written_half_of_the_manifest_is_what_the_lines_give(pack: Pack) -> None:
    _, mark, below = pack.manifest_file.read_text("utf-8").partition(MARK)
    assert mark + below == sheet(pack.lines, MANIFESTS[pack.name]["voice"]), "run `make sounds ARGS=--texts`"


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_variant_of_every_line_and_every_role_is_heard_in_every_voice_that_has_learnt_the_game(
    game: Manifest, lang: Lang, voice: Voice
) -> None:
    made = recipes()
    learnt = MANIFESTS[game.folder.name if game.folder.name in PACKS else HOUSE]["pack"]["voices"]
    pack = SoundPack(lang, folders(), lambda: game, voice)
    assert pack.voices() == learnt
    for name, words in pack.expected():
        path = pack.find(name)
        assert path is not None, name
        speaker = voice if voice in learnt else VOICES[0]
        assert (made[path]["words"].strip(), made[path]["voice"]) == (words, speaker), name


@EVERY_PACK
def test_the_files_of_a_line_stand_in_the_order_in_which_they_are_heard(pack: Pack) -> None:
    for key, line in MANIFESTS[pack.name]["line"].items():
        for lang in LANGS:
            for files, text in zip(line[lang]["files"], line[lang]["texts"], strict=True):
                said = [file for file in files if not PLACEHOLDER.fullmatch(file)]
                assert said, key
                assert [file for file in files if file not in said] == PLACEHOLDER.findall(text), key


@EVERY_PACK
def test_no_audio_is_missing_and_none_is_orphaned(pack: Pack) -> None:
    assert pack.audio_files() == set(JOBS[pack.name])


@EVERY_PACK
def test_every_line_role_and_effect_says_how_it_was_made_and_under_which_licence(pack: Pack) -> None:
    wanted = MANIFESTS[pack.name]
    for entry in (*wanted["line"].values(), *wanted["role"].values(), *wanted["effect"].values()):
        assert entry["made"]
        assert entry["licence"]
    assert all(wanted["voice"][lang]["licence"] for lang in LANGS)


def test_there_are_four_tops_five_screams_three_endings_and_all_that_a_castle_needs() -> None:
    assert CALLS == ["top_stop", "top_turn", "top_vote", "top_empty"]
    assert set(SCREAMS) == {f"scream_{number}" for number in range(1, 6)}
    endings = {f"victory_{winner}" for winner in GAMES["weekend"].winners}
    castle = {"gong", "last_ten", "jail_door", "handcuffs", "owl", "cock_crow", "church_bell", "ready", "alarm"}
    assert set(EFFECTS) == {*CALLS, *SCREAMS, *endings, *castle, *BEDS}


def asked_for(game: Manifest) -> Iterator[str]:
    """Every name that a script gives to `Effect(...)`; `victory_{winner}` for each winner."""

    def names(node: ast.expr) -> Iterator[str]:
        match node:
            case ast.Constant(value=str(name)):
                yield name
            case ast.IfExp():
                yield from (*names(node.body), *names(node.orelse))
            case ast.JoinedStr():
                yield from (f"victory_{winner}" for winner in game.winners)

    for path in game.folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Effect":
                yield from names(node.args[0])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_sound_that_a_game_asks_for_is_named_in_its_game_toml_and_is_there(game: Manifest) -> None:
    pack = SoundPack("fr", folders(), lambda: game)
    assert set(asked_for(game)) <= set(pack.effects())
    silent = [name for name in pack.effects() if pack.effect(name) is None and not pack.variants(name)]
    assert silent == []


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_game_brings_no_effect_that_it_never_plays(game: str) -> None:
    assert set(MANIFESTS[game]["effect"]) <= set(SoundPack("fr", folders(), lambda: GAMES[game]).effects())


def test_the_packs_are_small() -> None:
    voiced = [job for jobs in JOBS.values() for job in jobs.values() if isinstance(job, VoicedJob)]
    assert sum(job.path.stat().st_size for job in voiced) < 30e6
    size = {name: sum(job.path.stat().st_size for job in jobs.values()) for name, jobs in JOBS.items()}
    assert size[HOUSE] < MEGABYTES[HOUSE] * 1e6
    assert sum(size[name] for name in CARD_GAMES) < MEGABYTES["games"] * 1e6


@EVERY_PACK
def test_speech_is_ogg_and_what_must_be_instant_is_wav(pack: Pack) -> None:
    instant = {entry["file"] for entry in MANIFESTS[pack.name]["effect"].values() if entry["instant"]}
    for file, job in JOBS[pack.name].items():
        about = soundfile.info(str(job.path))
        kind = ("WAV", "PCM_16", 44100) if file in instant else ("OGG", "VORBIS", 44100)
        kind = ("OGG", "OPUS", 24000) if isinstance(job, VoicedJob) else kind
        assert (about.format, about.subtype, about.samplerate) == kind, file
        assert about.channels == 1, file
    if pack.name == HOUSE:
        assert instant >= {EFFECTS[name]["file"] for name in (*CALLS, *SCREAMS)}


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
    assert kokoro_voice.spoken("This way, ") == "This way,"
    assert kokoro_voice.spoken("Liberté pour ") == "Liberté pour,"
    assert kokoro_voice.spoken(", la prison vous attend.") == "la prison vous attend."
    assert kokoro_voice.spoken("Il n’y a plus personne\u00a0: rien.") == "Il n'y a plus personne : rien."


@EVERY_PACK
def test_the_known_length_of_every_line_is_its_measured_length(pack: Pack) -> None:
    for file, text in pack.seconds().items():
        assert file.read_text("utf-8") == text
        known = json.loads(text)
        for lang in LANGS:
            assert {key: len(lengths) for key, lengths in known[lang].items()} == {
                key: len(variants) for key, variants in spoken(file.parent, lang)["say"].items()
            }


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_rules_of_a_card_game_take_about_a_minute(game: str, lang: Lang) -> None:
    rules = [line for line in lines(lang, GAMES[game].folder)["say"] if line.startswith(("rule_", "rules_"))]
    assert rules
    pack = PACKS[game]
    told = [file for line in rules for file in MANIFESTS[game]["line"][line][lang]["files"][0]]
    assert 60 <= sum(map(pack.length, told)) <= 90
    assert {len(seconds_of(lang, GAMES[game].folder)[line]) for line in rules} == {1}  # nobody hears rules in variants


# Loud enough, never too loud.


@pytest.mark.measured
@EVERY_PACK
@pytest.mark.parametrize("lang", LANGS)
def test_every_spoken_file_is_at_speech_loudness_and_never_clips(pack: Pack, lang: Lang) -> None:
    for file, job in JOBS[pack.name].items():
        if not isinstance(job, VoicedJob) or lang not in Path(file).parts:
            continue
        sound, rate = heard(job.path)
        assert meters.loudness(sound, rate) == pytest.approx(-16, abs=1), file
        assert meters.true_peak(sound) <= LOUDEST, file
        assert meters.onset(sound, rate) < 0.05, file


@pytest.mark.measured
@EVERY_PACK
def test_every_effect_is_as_loud_as_the_manifest_says_and_never_clips(pack: Pack) -> None:
    for entry in MANIFESTS[pack.name]["effect"].values():
        path = pack.folder / entry["file"]
        assert loudness(path) == pytest.approx(entry["loudness"], abs=0.5), path
        assert meters.true_peak(heard(path)[0]) <= LOUDEST, path


def test_top_and_scream_are_louder_than_speech_by_their_margin() -> None:
    loudest_speech = MANIFEST["pack"]["speech_loudness"] + 1
    assert min(loudness_of(CALLS + SCREAMS)) >= loudest_speech + MARGIN - 0.1
    assert min(loudness_of(SCREAMS)) > max(loudness_of(CALLS))


def test_what_must_be_instant_starts_within_five_milliseconds() -> None:
    late = {job.path: meters.onset(*heard(job.path)) for job in INSTANT}
    assert {path: onset for path, onset in late.items() if onset > INSTANTLY} == {}


def test_no_two_screams_and_no_two_tops_sound_alike() -> None:
    for names in (CALLS, SCREAMS):
        spectra = []
        for name in names:
            sound, rate = effect(name)
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
        sound, rate = effect(name)
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
    sound, rate = effect(bed)
    assert len(sound) >= {"bed_night": 60, "bed_evening": 40, "bed_walk": 40}[bed] * rate
    steps = np.abs(np.diff(sound))
    assert abs(sound[0] - sound[-1]) <= np.percentile(steps, 99)
    seam = np.concatenate((sound[-rate // 50 :], sound[: rate // 50]))
    assert 0.3 < np.std(seam) / np.std(sound) < 2.5


@pytest.mark.parametrize("bed", BEDS)
def test_a_bed_is_even(bed: str) -> None:
    moments = meters.short_term(*effect(bed))
    assert max(moments) - min(moments) <= 3


@pytest.mark.measured
@pytest.mark.parametrize("bed", DARK_BEDS)
def test_nothing_in_a_bed_comes_back_after_five_or_ten_seconds(bed: str) -> None:
    sound, rate = effect(bed)
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


# The same bytes each time; but of speech: a neural voice is not the same to the last bit on another processor.


@pytest.mark.measured
@pytest.mark.parametrize(
    ("pack", "name"), [(pack, name) for pack, wanted in MANIFESTS.items() for name in wanted["effect"]]
)
def test_an_effect_made_again_is_the_same_to_the_byte(pack: str, name: str) -> None:
    job = JOBS[pack][MANIFESTS[pack]["effect"][name]["file"]]
    if job.file.endswith(".ogg") and encode.encoder() != MANIFEST["pack"]["encoder"]:
        here = encode.encoder() or "none: apt install vorbis-tools"
        pytest.skip(f"the pack was encoded by {MANIFEST['pack']['encoder']}, and here is {here}")
    assert seal(make(job)) == seal(job.path.read_bytes())


@EVERY_PACK
def test_no_file_and_no_recipe_has_changed_since_the_pack_was_made(pack: Pack) -> None:
    now = {file: [job.fingerprint(), seal(job.path.read_bytes())] for file, job in JOBS[pack.name].items()}
    assert now == {file: told[:2] for file, told in pack.built().items()}, "run `make sounds`"


def test_the_murder_games_sounds_lie_in_the_house() -> None:
    assert IN_THE_HOUSE not in PACKS
    assert GAMES["weekend"].folder.name == IN_THE_HOUSE
    assert not (GAMES["weekend"].folder / "sounds").exists()
