"""Which file is heard for which line."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import soundfile
from msgspec.structs import replace

from majordome.core.cues import Say
from majordome.core.library import manifest
from majordome.core.manifest import Manifest
from majordome.sound.pack import SoundPack, clip_seconds, folders, parts
from majordome.words import VOICES
from majordome.words.narrator import LANGS, Lang, Narrator, lines

GAME = manifest("weekend")
WORDS = {lang: lines(lang, GAME.folder) for lang in LANGS}
UNNAMED = WORDS["en"]["unnamed"]
LINES = [
    (lang, line, n, text) for lang in LANGS for line, all_ in WORDS[lang]["say"].items() for n, text in enumerate(all_)
]
NAME = Path("spoken.wav")
BOTH_LANGUAGES = pytest.mark.parametrize("lang", LANGS)


def nobody(names: str) -> None:
    return None


def touch(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


@cache
def expected(lang: Lang) -> dict[str, str]:
    return dict(SoundPack(lang, [], lambda: GAME).expected())


def full(folder: Path, lang: Lang) -> Path:
    """A folder with every file of a language: hundreds, so it is made once."""
    return touch(folder, *(f"{name}.ogg" for name in expected(lang)))


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> dict[Lang, Path]:
    return {lang: full(tmp_path_factory.mktemp(lang), lang) for lang in LANGS}


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Form a circle.", [""]),
        ("{names}, the jail awaits you.", ["{names}", "b"]),
        ("Liberty for {names}. You may talk now.", ["a", "{names}", "b"]),
        ("This one falls to {names}.", ["a", "{names}"]),
        ("{names} shows a card: {role}.", ["{names}", "b", "{role}"]),
        ("{names}, {role}!", ["{names}", "{role}"]),
        ("« {names} ». Et voilà.", ["{names}", "b"]),
        ("This, {names}, is {role}: farewell.", ["a", "{names}", "b", "{role}", "c"]),
    ],
)
def test_a_line_is_cut_at_the_names_and_the_letter_is_the_place(text: str, cut: list[str]) -> None:
    assert parts(text) == cut


@pytest.mark.parametrize(("lang", "line", "number", "text"), LINES)
def test_no_word_of_any_line_is_lost_by_cutting_it(lang: Lang, line: str, number: int, text: str) -> None:
    cut = parts(text)
    assert [part for part in cut if part.startswith("{")] == re.findall(r"\{\w+\}", text)
    letters = [part for part in cut if not part.startswith("{")]
    assert letters == sorted(set(letters))
    assert ("" in letters) == (cut == [""])
    names = [f"{lang}/{line}.{number}" + (f".{letter}" if letter else "") for letter in letters]
    words = re.findall(r"\w+", " ".join(expected(lang)[name] for name in names))
    assert words == re.findall(r"\w+", re.sub(r"\{\w+\}", " ", text))


@BOTH_LANGUAGES
def test_every_role_has_a_file(lang: Lang) -> None:
    for role, word in WORDS[lang]["role"].items():
        assert expected(lang)[f"{lang}/role.{role}"] == word


@BOTH_LANGUAGES
def test_with_all_files_and_names_every_line_is_heard_in_full_and_no_file_is_for_nothing(
    lang: Lang, everything: dict[Lang, Path]
) -> None:
    pack, heard = SoundPack(lang, [everything[lang]], lambda: GAME), set()
    for role in WORDS[lang]["role"]:
        heard |= {path for _, line, n, _ in LINES for path in pack.clips(Say(line, ("Ana",), role, n), lambda _: NAME)}
    assert heard - {NAME} == set(everything[lang].rglob("*.ogg"))


@BOTH_LANGUAGES
@pytest.mark.parametrize("line", UNNAMED)
def test_where_names_cannot_be_spoken_the_line_without_them_is_said(
    lang: Lang, line: str, everything: dict[Lang, Path]
) -> None:
    pack = SoundPack(lang, [everything[lang]], lambda: GAME)
    for variant in range(len(WORDS[lang]["say"][line])):
        unnamed = len(WORDS[lang]["say"][UNNAMED[line]])
        assert pack.clips(Say(line, ("Ana",), variant=variant), nobody) == [
            everything[lang] / lang / f"{UNNAMED[line]}.{variant % unnamed}.ogg"
        ]
        assert "{" not in WORDS[lang]["say"][UNNAMED[line]][variant % unnamed]


@BOTH_LANGUAGES
def test_a_line_with_names_and_no_line_without_them_is_left_out(lang: Lang, everything: dict[Lang, Path]) -> None:
    pack = SoundPack(lang, [everything[lang]], lambda: GAME)
    with_names = {line for lang_, line, _, text in LINES if lang_ == lang and "{names}" in text}
    for line in with_names - set(UNNAMED):
        assert pack.clips(Say(line, ("Ana",), "guest"), nobody) == []


@pytest.mark.parametrize(
    ("lang", "names", "spoken"),
    [
        ("en", ("Ana",), "Ana"),
        ("en", ("Ana", "Bob"), "Ana and Bob"),
        ("fr", ("Ana", "Bob"), "Ana et Bob"),
        ("fr", ("Ana", "Bob", "Cid"), "Ana, Bob et Cid"),
    ],
)
def test_names_are_spoken_as_they_are_written(
    lang: Lang, names: tuple[str, ...], spoken: str, everything: dict[Lang, Path]
) -> None:
    said: list[str] = []
    SoundPack(lang, [everything[lang]], lambda: GAME).clips(Say("to_jail", names), lambda name: said.append(name))
    assert said == [spoken]


def test_missing_files_are_silence(tmp_path: Path) -> None:
    pack = SoundPack("en", [tmp_path, tmp_path / "not there"], lambda: GAME)
    assert pack.clips(Say("circle"), nobody) == []
    assert pack.clips(Say("to_jail", ("Ana", "Bob")), lambda names: NAME) == []
    assert pack.effect("gong") is None
    touch(tmp_path, "en/somebody_died.0.a.ogg")  # half a sentence is none
    assert pack.clips(Say("somebody_died", ("Ana",)), lambda names: NAME) == []


def test_the_hosts_own_recording_wins_file_by_file(tmp_path: Path) -> None:
    own = touch(tmp_path / "own", "en/circle.0.wav", "en/somebody_died.0.a.wav", "effects/gong.ogg")
    box = touch(
        tmp_path / "box", "en/circle.0.ogg", "en/circle.1.ogg", "en/somebody_died.0.a.ogg", "en/somebody_died.0.b.ogg"
    )
    pack = SoundPack("en", [own, touch(box, "effects/gong.wav", "effects/owl.wav")], lambda: GAME)
    assert pack.clips(Say("circle"), nobody) == [own / "en/circle.0.wav"]
    assert pack.clips(Say("circle", variant=1), nobody) == [box / "en/circle.1.ogg"]
    assert pack.clips(Say("somebody_died", ("Ana",)), lambda names: NAME) == [
        own / "en/somebody_died.0.a.wav",
        NAME,
        box / "en/somebody_died.0.b.ogg",
    ]
    assert (pack.effect("gong"), pack.effect("owl")) == (own / "effects/gong.ogg", box / "effects/owl.wav")


def test_the_own_folder_comes_first_and_one_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    assert folders(tmp_path)[0] == tmp_path
    assert folders(tmp_path / "not there") == folders() == folders(tmp_path)[1:]


def test_names_and_numbers_are_spoken_where_they_can_be_and_left_out_where_not(tmp_path: Path) -> None:
    counted = tmp_path / "counted.wav"
    pack = SoundPack("en", [tmp_path], lambda: GAME)
    assert pack.clips("Bob 7, Eve 4", lambda words: counted if words == "Bob 7, Eve 4" else None) == [counted]
    assert pack.clips("Bob 7, Eve 4", lambda words: None) == []


# Names in the voice of the pack; others as they can be.


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack with some names, and the word between two."""
    names = ("ana", "jean-francois", "and", "7", "4")
    return touch(full(tmp_path_factory.mktemp("named"), "en"), *(f"en/names/{name}.ogg" for name in names))


def spoken_aside(words: str) -> Path:
    return Path(f"aside {words}")


def test_a_recorded_name_is_heard_however_it_is_written(named: Path) -> None:
    pack = SoundPack("en", [named], lambda: GAME)
    for written in ("Ana", "ANA", "Aña", "ana "):
        clips = pack.clips(Say("somebody_died", (written,)), spoken_aside)
        assert clips[1] == named / "en/names/ana.ogg", written
    assert named / "en/names/jean-francois.ogg" in pack.clips(Say("somebody_died", ("Jean François",)), spoken_aside)


def test_names_side_by_side_are_recorded_where_they_can_be(named: Path) -> None:
    pack = SoundPack("en", [named], lambda: GAME)
    clips = pack.clips(Say("somebody_died", ("Ana", "Zorglub")), spoken_aside)
    assert clips[1:4] == [named / "en/names/ana.ogg", named / "en/names/and.ogg", Path("aside Zorglub")]
    unknown = pack.clips(Say("somebody_died", ("Zorglub", "Xor")), spoken_aside)
    assert Path("aside Zorglub and Xor") in unknown  # in one breath


def test_a_count_is_read_out_in_the_voice_of_the_pack(named: Path) -> None:
    pack = SoundPack("en", [named], lambda: GAME)
    heard = [path.name for path in pack.clips("Ana 7, Bob 4", spoken_aside)]
    assert heard == ["ana.ogg", "7.ogg", "aside Bob", "4.ogg"]
    assert pack.clips("Ana 7, Bob 4", nobody) == []  # half a count is none


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "/", ".", "Ана", "花子", "a/b", "a\0b", "$(x)"])
def test_no_name_leads_out_of_the_pack(named: Path, name: str) -> None:
    pack = SoundPack("en", [named], lambda: GAME)
    heard = pack.clips(Say("somebody_died", (name, name)), nobody)
    assert set(heard) <= set((named / "en").glob("*.ogg"))


# Two voices.


def test_the_housekeeper_speaks_where_she_has_recorded_and_the_butler_where_not(tmp_path: Path) -> None:
    box = touch(tmp_path, "en/circle.0.ogg", "en/turn.0.ogg", "housekeeper/en/circle.0.ogg", "effects/gong.ogg")
    touch(tmp_path, "housekeeper/effects/gong.ogg", "en/names/ana.ogg", "housekeeper/en/names/ana.ogg")
    butler, she = (SoundPack("en", [box], lambda: GAME, voice) for voice in VOICES)
    assert butler.clips(Say("circle"), nobody) == [box / "en/circle.0.ogg"]
    assert she.clips(Say("circle"), nobody) == [box / "housekeeper/en/circle.0.ogg"]
    assert she.clips(Say("turn"), nobody) == [box / "en/turn.0.ogg"]
    assert she.clips("Ana", nobody) == [box / "housekeeper/en/names/ana.ogg"]
    assert she.effect("gong") == box / "effects/gong.ogg"
    assert SoundPack("en", [box]).voices() == ["butler", "housekeeper"]
    assert SoundPack("fr", [box]).voices() == ["butler"]


# Two games may have a line or an effect of one name, with other words and another sound.


@pytest.fixture
def another(tmp_path: Path) -> Manifest:
    """A game with a folder of its own."""
    return replace(manifest("snakes"), folder=touch(tmp_path / "snakes", "sounds/en/welcome.0.ogg"))


def test_one_voice_leads_through_a_game_names_and_all(tmp_path: Path, another: Manifest) -> None:
    box = touch(
        tmp_path / "box", *(f"{who}en/{file}.ogg" for who in ("", "housekeeper/") for file in ("names/ana", "x"))
    )
    (another.folder / "lines").symlink_to(manifest("snakes").folder / "lines")
    she = SoundPack("en", [box], lambda: another, "housekeeper")
    assert she.voices() == ["butler"]
    assert she.clips("Ana", nobody) == [box / "en/names/ana.ogg"]
    touch(another.folder, "sounds/housekeeper/en/welcome.0.ogg")  # now she has learnt it
    assert she.voices() == ["butler", "housekeeper"]
    assert she.clips("Ana", nobody) == [box / "housekeeper/en/names/ana.ogg"]
    assert she.clips(Say("welcome"), nobody) == [another.folder / "sounds/housekeeper/en/welcome.0.ogg"]


def test_the_words_of_another_game_are_never_heard(tmp_path: Path, another: Manifest) -> None:
    (another.folder / "lines").symlink_to(manifest("snakes").folder / "lines")
    own = touch(tmp_path / "own", "en/called_off.0.wav", "en/good_night.0.wav", "en/welcome.0.wav")
    pack = SoundPack("en", [own], lambda: another)
    assert pack.clips(Say("called_off"), nobody) == []
    assert pack.clips(Say("welcome"), nobody) == [another.folder / "sounds/en/welcome.0.ogg"]
    assert pack.clips(Say("good_night"), nobody) == [own / "en/good_night.0.wav"]
    touch(own, "snakes/en/called_off.0.wav", "snakes/en/welcome.0.wav")
    assert pack.clips(Say("called_off"), nobody) == [own / "snakes/en/called_off.0.wav"]
    assert pack.clips(Say("welcome"), nobody) == [own / "snakes/en/welcome.0.wav"]
    assert SoundPack("en", [own], lambda: GAME).clips(Say("called_off"), nobody) == [own / "en/called_off.0.wav"]
    assert [pack.own_name(name) for name in ("en/called_off.0", "en/good_night.0")] == [
        "snakes/en/called_off.0",
        "en/good_night.0",
    ]


def test_a_games_effect_comes_before_the_houses_and_the_hosts_before_both(tmp_path: Path, another: Manifest) -> None:
    theirs = touch(another.folder / "sounds", "effects/gong.ogg", "effects/knock.ogg")
    own = tmp_path / "own"
    pack = SoundPack("en", [own], lambda: another)
    assert pack.effect("gong") == theirs / "effects/gong.ogg"
    assert pack.whose(theirs / "effects/gong.ogg") == "snakes"
    touch(own, "effects/gong.wav")
    assert pack.effect("gong") == own / "effects/gong.wav"
    assert pack.whose(own / "effects/gong.wav") == ""
    touch(own, "snakes/effects/gong.wav")
    assert pack.effect("gong") == own / "snakes/effects/gong.wav"
    assert pack.whose(own / "snakes/effects/gong.wav") == "snakes"
    assert pack.effect("knock") == theirs / "effects/knock.ogg"


# A host who lends the butler a voice sets the pace.

PACK = Path(__file__).parents[2] / "sounds"


@pytest.mark.parametrize("name", ["effects/bed_night.ogg", "effects/top_stop.wav", "fr/circle.0.ogg", "en/turn.1.ogg"])
def test_the_length_of_a_file_is_read_without_playing_it(name: str) -> None:
    assert clip_seconds(PACK / name) == pytest.approx(soundfile.info(PACK / name).duration, abs=1e-3)


@pytest.mark.parametrize("content", [b"", b"a door", b"OggS\x01vorbis", b"RIFF"])
@pytest.mark.parametrize("suffix", [".ogg", ".wav"])
def test_a_file_that_is_no_sound_takes_no_time(tmp_path: Path, suffix: str, content: bytes) -> None:
    path = tmp_path / f"x{suffix}"
    path.write_bytes(content)
    assert clip_seconds(path) == 0.0
    assert clip_seconds(tmp_path / "nowhere.wav") == 0.0


def test_the_host_s_own_recording_sets_how_long_a_line_takes(tmp_path: Path) -> None:
    own = tmp_path / "own" / "en"
    own.mkdir(parents=True)
    (own / "table_sleep.1.wav").write_bytes((PACK / "effects" / "last_ten.wav").read_bytes())
    pack = SoundPack("en", [tmp_path / "own"], lambda: GAME)
    assert (pack.seconds("table_sleep", 1), pack.seconds("table_sleep", 0)) == (10, None)
    own_pace = Narrator("en", 0, pack.seconds, manifest("table"))
    box_pace = Narrator("en", 0, game=manifest("table"))
    for telling in range(8):
        slow, usual = (narrator.choose(Say("table_sleep"), telling) for narrator in (own_pace, box_pace))
        assert slow.seconds == (10 if slow.variant == 1 else usual.seconds)
