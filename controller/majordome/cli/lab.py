"""`majordome lab GAME`: thousands of evenings by dice, and how even the game is; `lab odds`: the box's own table."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile

from majordome.core.cues import Refused
from majordome.core.evening import Value
from majordome.core.library import load, manifest
from majordome.core.manifest import Manifest
from majordome.errors import DONE, FileError
from majordome.lab.players import RANDOM, bench_of
from majordome.lab.report import as_json, as_table, as_two_csvs, words_of, write
from majordome.lab.setups import Setup
from majordome.lab.study import playable, study
from majordome.settings.config import find_config, read_settings
from majordome.terminal.progress import Bar
from majordome.words import Lang
from majordome.words.narrator import Narrator


def run_lab(args: argparse.Namespace) -> int:
    """Play the evenings, and print what they say of the game."""
    lang: Lang = args.lang or read_settings(find_config(args.config, os.environ)).lang
    narrator = Narrator(lang)
    try:
        return _lab(args, narrator, lang)
    except KeyboardInterrupt:
        print(narrator.word("lab", "stopped"), file=sys.stderr)
        raise


def _lab(args: argparse.Namespace, narrator: Narrator, lang: Lang) -> int:
    if args.out is not None:
        _can_be_written(args.out)
    with Bar(narrator.word("lab", "working")) as bar:
        if args.game == "odds":
            from majordome.lab.odds import FILE
            from majordome.lab.odds_table import make

            make(args.evenings, args.seed, args.cores, bar)
            print(FILE)
            return DONE
        game = manifest(args.game)
        ways, settings, cards = _ways(game, args.ways), _settings(game, args.settings), _cards(game, args.cards)
        players = _players(game, args.players, settings)
        _can_be_dealt(game, players, settings, cards)
        found = study(
            game.id,
            players,
            args.evenings,
            args.seed,
            skills=_skills(args.skill, ways),
            ways=ways,
            settings=settings,
            cards=cards,
            each_card=args.each_card,
            cores=args.cores,
            progress=bar,
        )
    form = {"table": lambda: as_table(found, lang), "csv": lambda: as_two_csvs(found), "json": lambda: as_json(found)}
    print(form[args.form]())
    if args.out is not None:
        try:
            write(found, args.out, lang)
        except OSError as trouble:
            raise _no_place(args.out, trouble) from None
        print(words_of(found, lang)[1]("wrote", args.out, args.out / "index.html"))
    return DONE


def _can_be_written(folder: Path) -> None:
    """Asked before thousands of evenings are played for it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as trouble:
        raise _no_place(folder, trouble) from None


def _no_place(folder: Path, trouble: OSError) -> FileError:
    return FileError(f"{folder}: cannot be written ({trouble.strerror}): choose another place")


def _can_be_dealt(
    game: Manifest,
    players: Sequence[int],
    settings: tuple[tuple[str, Value], ...],
    cards: tuple[tuple[str, int], ...],
) -> None:
    for number in players:
        dealt = load(game.id).cards(Setup(game.id, number, settings).evening, dict(cards))
        if isinstance(dealt, Refused):
            why = Narrator("en", game=game).refusal(dealt)
            raise FileError(f"--cards: cannot be dealt to {number} players of {game.id}: {why}")


def _players(game: Manifest, span: str | None, settings: tuple[tuple[str, Value], ...]) -> list[int]:
    """`7`, or `5-9`; left out: every number that the game is for."""
    span = span or f"{game.fewest}-{game.most}"
    if not re.fullmatch(r"[0-9]{1,9}(-[0-9]{1,9})?", span):
        raise FileError(f"--players {span}: must be a number or a span, as in 7 or 5-9")
    low, _, high = span.partition("-")
    fewest, most = int(low), int(high or low)
    players = [number for number in range(game.fewest, game.most + 1) if fewest <= number <= most]
    if not players or players[0] != fewest or players[-1] != most:
        raise FileError(f"--players {span}: {game.id} is for {game.fewest} to {game.most}")
    if not (playing := [number for number in players if playable(game.id, number, settings)]):
        raise FileError(f"--players {span}: {game.id} cannot be played so with these settings")
    return playing


def _pairs(words: list[str], option: str) -> list[tuple[str, str]]:
    pairs = [word.partition("=") for word in words]
    for name, equals, value in pairs:
        if not (name and equals and value):
            raise FileError(f"{option} {name}{equals}{value}: must be NAME=VALUE")
        if [each for each, *_ in pairs].count(name) > 1:
            raise FileError(f"{option} {name}{equals}{value}: {name} stands there twice")
    return [(name, value) for name, _, value in pairs]


def _ways(game: Manifest, words: list[str]) -> tuple[tuple[str, str], ...]:
    known = bench_of(game.id).ways
    for side, way in _pairs(words, "--ways"):
        if way not in known.get(side, ()):
            offered = ", ".join(f"{side}={way}" for side, ways in known.items() for way in ways)
            raise FileError(f"--ways {side}={way}: {game.id} knows {offered or 'none'}")
    return tuple(_pairs(words, "--ways"))


def _skills(given: Sequence[float] | None, ways: tuple[tuple[str, str], ...]) -> list[float]:
    """Whoever plays by dice has none."""
    if given and all(way == RANDOM for _, way in ways):
        raise FileError("--skill: nobody tries, all play by dice: say who tries how, as in --ways guests=readers")
    return sorted(set(given or (1.0,)))


def _settings(game: Manifest, words: list[str]) -> tuple[tuple[str, Value], ...]:
    told: list[tuple[str, Value]] = []
    for name, text in _pairs(words, "--set"):
        setting = game.settings.get(name)
        if setting is None:
            raise FileError(f"--set {name}: {game.id} has {', '.join(game.settings) or 'no settings'}")
        value: Value = text == "true" if setting.kind == "flag" else int(text) if text.isdecimal() else text
        if setting.refuses(value):
            raise FileError(f"--set {name}={text}: {game.id} cannot be played so")
        told.append((name, value))
    return tuple(told)


def _cards(game: Manifest, words: list[str]) -> tuple[tuple[str, int], ...]:
    for card, number in _pairs(words, "--cards"):
        if card not in game.roles or not number.isdecimal():
            raise FileError(f"--cards {card}={number}: {game.id} has {', '.join(game.roles) or 'no cards'}")
    return tuple((card, int(number)) for card, number in _pairs(words, "--cards"))
