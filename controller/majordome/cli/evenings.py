"""Commands of an evening: play it, look at it afterwards, and check the files that it is made of."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import replace

from majordome.core.account import account, in_html, in_markdown
from majordome.core.evening import Evening
from majordome.core.guest_list import speakable
from majordome.core.journal import read
from majordome.core.library import load, manifest
from majordome.core.view import beat_name, room
from majordome.errors import DONE, UNFINISHED, FileError
from majordome.service.evenings_folder import digest, recalled, salvage
from majordome.settings.config import example, find_config, read_settings
from majordome.settings.evening_file import read_guests
from majordome.terminal.cue_text import heading
from majordome.words.narrator import Narrator


def run_play(args: argparse.Namespace) -> int:
    """Play an evening."""
    from majordome.box.compose import play  # the screen's library is not needed for anything else

    config = find_config(args.config, os.environ)
    try:
        settings = read_settings(config, guests=args.guests, game=args.game)
    except FileError as trouble:
        from majordome.box.wrong_settings import refused  # most evenings begin

        raise refused(trouble, config) from None
    if args.lang:
        settings = replace(settings, lang=args.lang, lang_found=False)
    if args.silent:
        settings = replace(settings, sound=replace(settings.sound, silent=True))
    if args.no_page:
        settings = replace(settings, page=replace(settings.page, on=False))
    return play(settings, lang=args.lang, new=args.new, resume=args.resume, plain=args.plain, speed=args.speed)


def run_guests_check(args: argparse.Namespace) -> int:
    """A summary that names no card."""
    evening = read_guests(args.file)
    aged = sum(guest.age is not None for guest in evening.guests)
    roles = "with roles" if evening.guests[0].role else "without roles"
    print(
        f"{args.file}: {len(evening.guests)} guests for {evening.game}, {_settings(evening)}, {roles}; "
        f"the ages of {aged} are known"
    )
    if (advice := load(evening.game).advice(evening)) is not None:
        print(Narrator("en", game=manifest(evening.game)).notice(advice))
    return DONE


def run_journal_show(args: argparse.Namespace) -> int:
    """Print the account of an evening."""
    story = read(args.file)
    recalled(story)  # a journal of other rules is refused, not guessed at
    lang = args.lang or story.header.lang
    lines = account(story, secrets=args.secrets, lang=lang)
    for line in in_markdown(lines) if args.markdown else in_html(lines, lang) if args.html else lines:
        print(_harmless(line))
    return DONE


def _harmless(line: str) -> str:
    """A journal from elsewhere may hold what a terminal would obey: each such character becomes a question mark."""
    return "".join(c if speakable(c) or c in "\n\t" else "?" for c in line)


def run_journal_replay(args: argparse.Namespace) -> int:
    """Print where the evening of a journal stands."""
    story = read(args.file)
    prompter = recalled(story)
    view = prompter.snapshot
    if args.json:
        seen = room(view, 0.0)
        state = {
            "game": seen.game,
            "beat": beat_name(view),
            "finished": view.finished,
            "paused": view.paused,
            "played": round(view.played(0.0), 3),
            "seats": {name: list(marks) for name, marks in seen.seats},
            "heading": seen.heading,
            "events": len(prompter.history),
            "torn": story.torn,
            "digest": digest(prompter),
        }
        print(json.dumps(state, ensure_ascii=False))
    else:
        words = Narrator(args.lang or story.header.lang, game=manifest(story.header.evening.game))
        print(f"{args.file}: {len(story.entries)} records, {heading(view, words)}")
    return DONE if view.finished else UNFINISHED


def run_journal_salvage(args: argparse.Namespace) -> int:
    """Save what stands before a damage into a new journal."""
    saved, lines = salvage(args.file)
    print(f"{saved}: {lines} whole lines; 'majordome play' goes on from there")
    return DONE


def run_config_example(args: argparse.Namespace) -> int:
    """Print the annotated example."""
    print(example(), end="")
    return DONE


def run_config_check(args: argparse.Namespace) -> int:
    """Read the settings, and print a summary."""
    settings = read_settings(args.file)
    evening = settings.evening
    print(f"{args.file}: {evening.game}, {_settings(evening)}, {settings.lang}, {len(evening.guests)} guests")
    return DONE


def _settings(evening: Evening) -> str:
    """`discussion 180, ...`."""
    told = (f"{name} {value}" for name, value in evening.settings.items() if not isinstance(value, bool))
    return ", ".join(told) or "no settings"
