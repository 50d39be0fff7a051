"""The packs: which there are, what each manifest asks for, and whether a file must be made anew.

The house's pack lies in `sounds/`, a game's in the game's own folder, with a manifest of its own. Voices and
qualities are the house's; a game's manifest may say otherwise, word by word.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import soundfile

from majordome.sound.pack import NAMES
from majordome.words import VOICES
from majordome.words.narrator import AND, LANGS, Lang
from majordome.words.spoken_names import filed
from workshop.making import Job, make, seal
from workshop.script import order, parts, quoted, spoken
from workshop.voicing import VoicedJob, voiced

SOUNDS = Path(__file__).parents[1]
MAJORDOME = SOUNDS.parent / "controller" / "majordome"
GAMES = MAJORDOME / "games"
# The sounds of this game lay in `sounds/` before games had folders, and moving audio would double the history.
IN_THE_HOUSE = "murder"
HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Pack:
    """The sounds of one folder, and whose words are in them."""

    name: str
    folder: Path
    lines: tuple[Path, ...]  # folders with fr.toml, en.toml and seconds.json

    @property
    def manifest_file(self) -> Path:
        return self.folder / "manifest.toml"

    def manifest(self) -> Mapping[str, Any]:
        """All that decides what is made."""
        own = _toml(self.manifest_file)
        house = _toml(SOUNDS / "manifest.toml")
        shared = {part: house[part] for part in ("pack", "voice")}
        return _over({"effect": {}, "line": {}, "role": {}, **shared}, own)

    def jobs(self) -> list[Job]:
        """Every file of the pack."""
        wanted = self.manifest()
        found: list[Job] = []
        for entry in wanted["effect"].values():
            maker = entry["made"].partition(":")[0].removeprefix("workshop.")
            recipe = {"maker": maker, "loudness": entry["loudness"], "quality": wanted["pack"]["effect_quality"]}
            found.append(Job(self.folder, entry["file"], recipe))
        said = [*parts(wanted), *(names() if self.name == HOUSE else ())]
        for voice in wanted["pack"]["voices"]:  # every line in every voice; in the house, the first names too
            how = {**wanted["pack"], **wanted["pack"]["voice"][voice]}
            found += [voiced(self.folder, file, words, lang, voice, how) for file, lang, words in said]
        return found

    def audio_files(self) -> set[str]:
        """Every audio file that lies in the pack's folders."""
        kinds, folders = ("ogg", "wav"), ("effects", *LANGS, *VOICES)
        found = (path for folder in folders for kind in kinds for path in self.folder.glob(f"{folder}/**/*.{kind}"))
        return {path.relative_to(self.folder).as_posix() for path in found}

    # What the committed files were made from: file -> [fingerprint of its recipe, sha256 of its bytes].

    @property
    def _built_file(self) -> Path:
        return self.folder / "built.toml"

    def built(self) -> dict[str, list[str]]:
        return _toml(self._built_file)

    def write_built(self, ledger: Mapping[str, list[str]]) -> None:
        head = "# Written by make_sounds.py: each file, the seals of its recipe and of its bytes, and a voice's mark.\n"
        rows = (f'"{file}" = [{", ".join(map(quoted, told))}]\n' for file, told in sorted(ledger.items()))
        self._built_file.write_text(head + "".join(rows), "utf-8")

    def length(self, file: str) -> float:
        """Seconds; of a line, in the slowest of its voices: an evening has one pace, whoever speaks."""
        there = [path for voice in ("", *VOICES[1:]) if (path := self.folder / voice / file).exists()]
        return max(float(about.frames / about.samplerate) for about in map(soundfile.info, map(str, there)))

    def seconds(self) -> dict[Path, str]:
        """The text of each `seconds.json`: how long each variant takes to say, without names, in whole seconds."""
        wanted = self.manifest()["line"]
        about = "Written by `make sounds`: how many seconds each variant of a line takes to say, without names."
        written = {}
        for folder in self.lines:
            out = [f'"about": "{about}"']
            for lang in LANGS:
                known = []
                for key in spoken(folder, lang)["say"]:
                    texts = enumerate(wanted[key][lang]["texts"])
                    said = ([file for file, words in order(lang, key, n, text) if words] for n, text in texts)
                    known.append(f'"{key}": {[ceil(sum(map(self.length, files))) for files in said]}')
                out.append(f'"{lang}": {{\n' + ",\n".join(known) + "\n}")
            written[folder / "seconds.json"] = "{\n" + ",\n".join(out) + "\n}\n"
        return written


def packs() -> dict[str, Pack]:
    """The house's and one a game, by name."""
    house = Pack(HOUSE, SOUNDS, (MAJORDOME / "words" / "lines", GAMES / IN_THE_HOUSE / "lines"))
    games = sorted(path.parent for path in GAMES.glob("*/game.toml") if path.parent.name != IN_THE_HOUSE)
    return {HOUSE: house, **{game.name: Pack(game.name, game / "sounds", (game / "lines",)) for game in games}}


def pack_of(game: str) -> Pack:
    """The pack that this game's sounds are in."""
    return packs()[HOUSE if game == IN_THE_HOUSE else game]


def is_fresh(job: Job, ledger: Mapping[str, list[str]]) -> bool:
    """The file is there, untouched, and made from this very recipe."""
    return job.path.exists() and ledger.get(job.file, [])[:2] == [job.fingerprint(), seal(job.path.read_bytes())]


def made(job: Job) -> tuple[bytes, list[str]]:
    """The file's bytes, and what is noted of it."""
    if isinstance(job, VoicedJob):
        data, mark = job.make()
        return data, [job.fingerprint(), seal(data), *([] if mark is None else [f"{mark:.2f}"])]
    data = make(job)
    return data, [job.fingerprint(), seal(data)]


def names() -> Iterator[tuple[str, Lang, str]]:
    """(file, language, words) of every first name; and of what is said between and behind them."""
    listed = _toml(SOUNDS / "names.toml")
    for lang in LANGS:
        counted = (str(number) for number in range(listed["numbers"] + 1))
        for name in (*" ".join(listed[lang]).split(), AND[lang].strip(), *counted):
            spelt = listed["spelt"][lang].get(name, name)
            yield f"{lang}/{NAMES}/{filed(name)}.ogg", lang, f"{spelt},"


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def _over(house: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The house's tables with what a game adds or says otherwise."""
    inner = {key: _over(value, own.get(key, {})) for key, value in house.items() if isinstance(value, dict)}
    return {**house, **own, **inner}
