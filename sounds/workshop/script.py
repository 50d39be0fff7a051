"""From the butler's lines to what is read aloud: which words, in which file.

A line with a placeholder is cut there. The letter of a part is its place: `.a` comes before the first placeholder,
`.b` after it, `.c` after the second; a part without a word in it is left out, and its letter with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from majordome.sound.pack import PLACEHOLDER, cut
from majordome.words.narrator import LANGS

MARK = "# From here on written by `make_sounds.py --texts` out of the butler's lines."


def order(lang: str, key: str, variant: int, text: str) -> list[tuple[str, str]]:
    """(file, words) of each part, and ("{names}", "") where a name is said."""
    named = []
    for letter, words in cut(text):
        slot = PLACEHOLDER.fullmatch(words)
        named.append((words, "") if slot else (f"{lang}/{key}.{variant}{'.' if letter else ''}{letter}.ogg", words))
    return named


def parts(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(file, language, words) of everything that the manifest lets the butler say."""
    for lang in LANGS:
        for key, line in manifest["line"].items():
            for variant, text in enumerate(line[lang]["texts"]):
                for file, words in order(lang, key, variant, text):
                    if words:
                        yield file, lang, words
        for entry in manifest["role"].values():
            yield entry[lang]["file"], lang, entry[lang]["text"]


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def spoken(lines: Path, lang: str) -> Mapping[str, Any]:
    """What is said aloud out of this folder of lines: the sentences, and the words of the roles."""
    texts = tomllib.loads((lines / f"{lang}.toml").read_text("utf-8"))
    return {"say": texts.get("say", {}), "role": texts.get("role", {})}


def sheet(folders: Sequence[Path], voices: Mapping[str, Any]) -> str:
    """The written half of a manifest: every line and role of these folders, with its texts and files."""
    out = [MARK, ""]
    for folder in folders:
        said = {lang: spoken(folder, lang) for lang in LANGS}
        for key in said["fr"]["say"]:
            out += [f"[line.{key}]", *_origin(voices)]
            for lang in LANGS:
                texts = said[lang]["say"][key]
                out.append(f"[line.{key}.{lang}]")
                out += ["texts = [", *(f"  {quoted(text)}," for text in texts), "]", "files = ["]
                for variant, text in enumerate(texts):
                    out.append("  [" + ", ".join(quoted(file) for file, _ in order(lang, key, variant, text)) + "],")
                out.append("]")
            out.append("")
        for role in said["fr"]["role"]:
            out += [f"[role.{role}]", *_origin(voices)]
            for lang in LANGS:
                text, file = quoted(said[lang]["role"][role]), quoted(f"{lang}/role.{role}.ogg")
                out.append(f"{lang} = {{ text = {text}, file = {file} }}")
            out.append("")
    return "\n".join(out)


def _origin(voices: Mapping[str, Any]) -> list[str]:
    told = {about: [f"{lang} = {quoted(voices[lang][about])}" for lang in LANGS] for about in ("made", "licence")}
    return [f"{about} = {{ {', '.join(each)} }}" for about, each in told.items()]
