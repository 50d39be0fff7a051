"""The words of a game and the tables of its game.toml: whatever is said, asked, told or refused is there, twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from majordome.core.asks import Ask, Choose, OneAnswer, Race
from majordome.core.cues import Cue, Fact, Light, Refused, Say, Top
from majordome.core.events import Pointed
from majordome.core.manifest import HOUSE_MOODS, Manifest
from majordome.core.plain_values import snake
from majordome.core.props import HOUSE_CALLS
from majordome.core.script import Beat
from majordome.sound.pack import HOUSE, SoundPack
from majordome.words.narrator import LANGS, Narrator, lines


def words_of(found: Manifest) -> None:
    """The game's own words have the same keys, and as many variants, in both languages."""
    shapes = {lang: _shape(lines(lang, found.folder)) for lang in LANGS}
    first, *others = shapes.values()
    for other in others:
        differ = sorted(str(key) for key in first ^ other)
        assert not differ, f"{found.folder}/lines: not the same in {' and '.join(LANGS)}: {', '.join(differ[:5])}"
    first_texts, *other_texts = (dict(_texts(lines(lang, found.folder))) for lang in LANGS)
    for texts in other_texts:
        for place, text in first_texts.items():
            filled, wanted = _placeholders(text), _placeholders(texts[place])
            assert filled == wanted, (
                f"{found.folder}/lines: {place.strip('.')} is filled with {filled or 'nothing'} in {LANGS[0]}, "
                f"and with {wanted or 'nothing'} in another language"
            )


def refusals_of(found: Manifest) -> None:
    """Whatever the game's code refuses has its sentence in both languages."""
    for path in sorted(found.folder.glob("*.py")):
        for line, why in _refused(ast.parse(path.read_text("utf-8"))):
            for lang in LANGS:
                assert why in lines(lang, found.folder)["refusal"], f"{path}:{line}: [refusal] has no {why} ({lang})"


def _refused(code: ast.AST) -> Iterator[tuple[int, str]]:
    """Where something is refused, and why: as far as it stands there in so many words."""
    for node in ast.walk(code):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Refused":
            whys = [*node.args[1:2], *(keyword.value for keyword in node.keywords if keyword.arg == "why")]
            parts = [part for why in whys for part in ast.walk(why)]
            if not any(isinstance(part, ast.JoinedStr | ast.Call | ast.Subscript) for part in parts):
                words = [part.value for part in parts if isinstance(part, ast.Constant)]
                yield from ((node.lineno, word) for word in words if isinstance(word, str))


def tables_of(found: Manifest) -> None:
    """What game.toml names has its words in both languages, and its light and its call."""
    for lang in LANGS:
        words = lines(lang, found.folder)
        assert found.title.get(lang), f"{found.folder}/game.toml: title has no {lang}"
        for table, keys in (("role", found.roles), ("setting", tuple(found.settings))):
            for key in keys:
                assert key in words.get(table, {}), f"[{table}] has no {key} ({lang})"
        for setting in found.settings.values():
            for choice in setting.choices:
                key = f"{setting.name}_{choice}"
                assert key in words.get("setting", {}), f"[setting] has no {key} ({lang})"
    for name, look in found.facts.items():
        assert not look.call or look.call in HOUSE_CALLS, f"facts.{name}: no buzzer knows the call {look.call}"
        assert not look.flash or _is_light(found, look.flash), f"facts.{name}: [moods] has no {look.flash}"
        assert not look.sound or not _sounds(found) or _is_heard(found, look.sound), (
            f"facts.{name}: there is no sound {look.sound}: put it into {found.folder}/sounds/effects"
        )
    for name, call in found.calls.items():
        assert call in HOUSE_CALLS, f"calls.{name}: no buzzer knows {call}: known are {', '.join(HOUSE_CALLS)}"


def _sounds(found: Manifest) -> bool:
    """The house's own sounds are here: without them nothing can be said of others."""
    return _is_heard(found, "gong")


def _is_heard(found: Manifest, sound: str) -> bool:
    pack = SoundPack(LANGS[0], HOUSE, lambda: found)
    return pack.effect(sound) is not None or bool(pack.variants(sound))


def _is_light(found: Manifest, mood: str) -> bool:
    return mood in found.moods or mood in HOUSE_MOODS


def _shape(words: Any, at: str = "") -> set[str]:
    if isinstance(words, Mapping):
        return {shape for key, value in words.items() for shape in _shape(value, f"{at}.{key}")}
    return {f"{at} x{len(words)}" if isinstance(words, list) else at}


def _texts(words: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Every text, by its place."""
    if isinstance(words, str):
        yield at, words
    elif isinstance(words, Mapping | list):
        for key, value in words.items() if isinstance(words, Mapping) else enumerate(words):
            yield from _texts(value, f"{at}.{key}")


def _placeholders(text: str) -> str:
    """What is filled in."""
    try:
        return ", ".join(sorted({f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name is not None}))
    except ValueError as trouble:
        raise AssertionError(f"{text!r}: {trouble}: write {{{{ for a brace") from None


def every_word_is_there(found: Manifest, cues: Sequence[Cue], beats: Sequence[Beat]) -> None:
    """What was said, asked and told in this game has its words in both languages."""
    for lang in LANGS:
        narrator, words = Narrator(lang, game=found), lines(lang, found.folder)
        for cue in cues:
            if isinstance(cue, Say):
                assert cue.line in words["say"], f"[say] has no {cue.line} ({lang})"
                assert narrator.words(cue)
            elif isinstance(cue, Light):
                assert _is_light(found, cue.mood), f"[moods] has no {cue.mood}"
            elif isinstance(cue, Top):
                assert found.call(cue.call) in HOUSE_CALLS, f"[calls] has no {cue.call}"
                assert cue.call in words.get("call", {}), f"[call] has no {cue.call} ({lang})"
            elif isinstance(cue, Fact):
                assert snake(type(cue).__name__) in words.get("fact", {}), (
                    f"[fact] has no {type(cue).__name__} ({lang})"
                )
                assert not cue.heading or snake(type(cue).__name__) in words.get("heading", {}), (
                    f"[heading] has no {snake(type(cue).__name__)} ({lang})"
                )
                narrator.fact(cue)
            elif isinstance(cue, Refused):
                assert cue.why in words["refusal"], f"[refusal] has no {cue.why} ({lang})"
        for beat in beats:
            for what, said in (("title", True), ("press", beat.press), ("double", beat.double), ("hold", beat.hold)):
                assert not said or narrator.beat(beat.name, what), f"[beat.{beat.name}] has no {what} ({lang})"
            for ask in beat.asks:
                _every_label_is_there(ask, words, f"'{beat.name}' ({lang})")
                if isinstance(ask, Choose) and isinstance(beat.press, Pointed):
                    for line in (f"option_{option.label}" for option in ask.options if not option.name):
                        assert line in words["say"], (
                            f"[say] has no {line}: the button points at it at '{beat.name}' ({lang})"
                        )


def _every_label_is_there(ask: Ask, words: Mapping[str, Any], where: str) -> None:
    question = getattr(ask, "question", "")
    assert not question or question in words.get("ask", {}), f"[ask] has no {question}, asked at {where}"
    if isinstance(ask, OneAnswer):
        assert not ask.label or ask.label in words.get("label", {}), f"[label] has no {ask.label}: {where}"
    if isinstance(ask, Choose):
        for option in ask.options:
            assert not option.label or option.label in words.get("label", {}), f"[label] has no {option.label}: {where}"
            assert option.name or option.label, f"an option of {question} has no name and no label: {where}"
    if isinstance(ask, Race):
        assert ask.players, f"nobody races at {where}"
