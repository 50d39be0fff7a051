"""The command line: the only place that puts the concrete parts together.

Exit codes: 0 done, 1 unfinished or 'no', 2 a file or a word on the command line is wrong, 3 a damaged journal.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from majordome.box.pin_factory import NoPins
from majordome.cli.args import parser
from majordome.core.account import account
from majordome.core.cues import Notice
from majordome.core.journal import JournalDamaged, JournalError, read
from majordome.core.prompter import Diverged
from majordome.core.rehearsal import Rehearsal
from majordome.core.view import public
from majordome.service.evenings_folder import SomebodyPlays, digest, recalled, salvage
from majordome.settings.config import Settings, example, find_config, read_settings
from majordome.settings.evening_file import read_evening, read_guests
from majordome.settings.pin_map import draw
from majordome.settings.toml_reader import FileError
from majordome.settings.wiring import AUTO
from majordome.sound import check as soundcheck
from majordome.sound.pack import SoundPack, folders
from majordome.terminal.cue_text import heading
from majordome.terminal.pipe import nobody_reads
from majordome.words.narrator import LANGS, Lang, Narrator

DONE, UNFINISHED, WRONG, DAMAGED = 0, 1, 2, 3


def run_play(args: argparse.Namespace) -> int:
    """Play an evening."""
    from majordome.box.compose import play  # the screen's library is not needed for anything else
    from majordome.service.service import NotSwitchedOff

    settings = read_settings(find_config(args.config, os.environ), guests=args.guests, game=args.game)
    if args.lang:
        settings = replace(settings, lang=args.lang)
    if args.silent:
        settings = replace(settings, sound=replace(settings.sound, silent=True))
    if args.no_page:
        settings = replace(settings, page=replace(settings.page, on=False))
    try:
        play(settings, lang=args.lang, new=args.new, resume=args.resume, plain=args.plain, speed=args.speed)
    except NotSwitchedOff as trouble:
        return _say(trouble, UNFINISHED)
    return DONE


def run_doctor(args: argparse.Namespace) -> int:
    """A guided check."""
    from majordome.cli.doctor import at_a_terminal  # gpiozero is not needed for anything else here

    settings = read_settings(find_config(args.config, os.environ))
    return DONE if at_a_terminal(settings, Narrator(args.lang or settings.lang), json=args.json) else UNFINISHED


def run_pinout(args: argparse.Namespace) -> int:
    """The header."""
    print(draw(read_settings(find_config(args.config, os.environ)).pins))
    return DONE


def run_page(args: argparse.Namespace) -> int:
    """Where the page of the box that plays now is."""
    from majordome.box.pages import about
    from majordome.cli.housekeeping import told as joining
    from majordome.service.hotspot import wifi_of
    from majordome.web.auth import forget_all
    from majordome.web.qr import blocks

    settings = read_settings(find_config(args.config, os.environ))
    words = Narrator(args.lang or settings.lang)
    if args.forget:
        forgotten = forget_all(settings.evenings)
        print(words.word("ui", "phones_forgotten" if forgotten else "no_phones"))
        return DONE
    told = about(settings)
    if told is None:
        print(words.word("ui", "no_box_plays"))
        return UNFINISHED
    print(words.notice(Notice("page_code", (told["url"], told["code"]))))
    print(words.notice(Notice("twin_open", (told["twin"],))))
    print(blocks(told["url"]))
    if (wifi := wifi_of(settings)) is not None:  # a phone must join that first
        print(joining(wifi, words))
    return DONE


def run_housekeeping(args: argparse.Namespace) -> int:
    """Wi-Fi, bundle, backup, restore."""
    from majordome.cli.housekeeping import run

    return run(args)


def _sounds(args: argparse.Namespace) -> tuple[Settings, list[Path], tuple[Lang, ...]]:
    settings = read_settings(find_config(args.config, os.environ))
    return settings, folders(settings.sound.pack), (args.lang,) if args.lang else LANGS


def run_sounds_list(args: argparse.Namespace) -> int:
    """Where each sound comes from."""
    _, places, langs = _sounds(args)
    print("\n".join(soundcheck.listing(places, langs)))
    return DONE


def run_sounds_check(args: argparse.Namespace) -> int:
    """Each sound that is not well, and a word on the rest."""
    _, places, langs = _sounds(args)
    found = list(soundcheck.checked(places, langs))
    unwell = [sound for sound in found if sound.trouble]
    for sound in unwell:
        print(f"{sound.name}: {sound.trouble}")
    measured = sum(sound.loudness is not None for sound in found)
    print(f"{len(found)} sounds, {len(unwell)} unwell; the loudness of {measured} was measured")
    return UNFINISHED if unwell else DONE


def run_sounds_sheet(args: argparse.Namespace) -> int:
    """A sheet for whoever lends the butler a voice."""
    settings, _, _ = _sounds(args)
    print("\n".join(soundcheck.record_sheet(args.lang or settings.lang)))
    return DONE


def run_sounds_play(args: argparse.Namespace) -> int:
    """One sound."""
    settings, places, _ = _sounds(args)
    path = SoundPack(settings.lang, places).find(args.name)
    if path is None:
        raise FileError(f"{args.name}: no such sound: 'majordome sounds list' names them all")
    soundcheck.play(path, settings.sound.volume / 100)
    return DONE


def _pico(args: argparse.Namespace) -> tuple[str, Narrator]:
    """Which board, and in which language."""
    settings = read_settings(find_config(args.config, os.environ))
    return args.port or settings.pico.port or AUTO, Narrator(args.lang or settings.lang)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def run_pico_list(args: argparse.Namespace) -> int:
    """The boards."""
    from majordome.cli.pico_tools import listing  # pyserial is not needed for anything else here

    print("\n".join(listing(*_pico(args))))
    return DONE


def run_pico_flash(args: argparse.Namespace) -> int:
    """New firmware for a board."""
    from majordome.cli.pico_tools import NoBoard, flashed
    from majordome.pico.flash import FlashFailed

    try:
        board = flashed(_pico(args)[0], args.settings, _write, bar=sys.stdout.isatty())
    except (FlashFailed, NoBoard) as trouble:
        return _say(trouble, UNFINISHED)
    print(f"Majordome '{board.name}', firmware {board.firmware}: it runs")
    return DONE


def run_pico_monitor(args: argparse.Namespace) -> int:
    """The wire, live."""
    from majordome.cli.pico_tools import monitor

    monitor(_pico(args)[0], _write, raw=args.raw)
    return DONE


def run_pico_selftest(args: argparse.Namespace) -> int:
    """Each prop of the board."""
    from majordome.cli.pico_tools import tested

    return DONE if tested(*_pico(args), _write, as_data=args.json) else UNFINISHED


def run_pico_tare(args: argparse.Namespace) -> int:
    """Empty chairs."""
    from majordome.cli.pico_tools import tared

    return DONE if tared(*_pico(args), _write) else UNFINISHED


def run_rehearse(args: argparse.Namespace) -> int:
    """A whole evening as JSON lines."""
    plan = read_evening(args.evening)
    if args.lang:
        plan = replace(plan, lang=args.lang)
    lines: list[str] = []
    finished = Rehearsal(plan, lines.append).play()
    print("\n".join(lines))
    return DONE if finished else UNFINISHED


def run_guests_check(args: argparse.Namespace) -> int:
    """A summary that names no card."""
    evening = read_guests(args.file)
    aged = sum(guest.age is not None for guest in evening.guests)
    roles = "with roles" if evening.guests[0].role else "without roles"
    print(
        f"{args.file}: {len(evening.guests)} guests for {evening.game}, edition {evening.edition}, {roles}; "
        f"the ages of {aged} are known"
    )
    return DONE


def run_journal_show(args: argparse.Namespace) -> int:
    """The account."""
    story = read(args.file)
    recalled(story)  # a journal of other rules is refused, not guessed at
    for line in account(story, secrets=args.secrets):
        print(line)
    return DONE


def run_journal_replay(args: argparse.Namespace) -> int:
    """Where the evening stands."""
    story = read(args.file)
    prompter = recalled(story)
    view = public(prompter, 0.0)
    if args.json:
        state = {
            "beat": view.beat,
            "round": view.round,
            "finished": view.finished,
            "paused": view.paused,
            "played": round(prompter.played(0.0), 3),
            "living": [guest.name for guest in view.guests if guest.alive],
            "jail": [guest.name for guest in view.guests if guest.in_jail],
            "events": len(prompter.history),
            "torn": story.torn,
            "digest": digest(prompter),
        }
        print(json.dumps(state, ensure_ascii=False))
    else:
        print(f"{args.file}: {len(story.entries)} records, {heading(view, Narrator(args.lang or story.header.lang))}")
    return DONE if view.finished else UNFINISHED


def run_journal_salvage(args: argparse.Namespace) -> int:
    """What stands before a damage."""
    saved, lines = salvage(args.file)
    print(f"{saved}: {lines} whole lines; 'majordome play' goes on from there")
    return DONE


def run_config_example(args: argparse.Namespace) -> int:
    """The annotated example."""
    print(example(), end="")
    return DONE


def run_config_check(args: argparse.Namespace) -> int:
    """The settings, read."""
    settings = read_settings(args.file)
    evening = settings.evening
    print(f"{args.file}: {evening.game}, edition {evening.edition}, {settings.lang}, {len(evening.guests)} guests")
    return DONE


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "backup": run_housekeeping,
    "bundle": run_housekeeping,
    "config_check": run_config_check,
    "config_example": run_config_example,
    "doctor": run_doctor,
    "guests_check": run_guests_check,
    "hotspot": run_housekeeping,
    "journal_replay": run_journal_replay,
    "journal_salvage": run_journal_salvage,
    "journal_show": run_journal_show,
    "page": run_page,
    "pico_flash": run_pico_flash,
    "pico_list": run_pico_list,
    "pico_monitor": run_pico_monitor,
    "pico_selftest": run_pico_selftest,
    "pico_tare": run_pico_tare,
    "pinout": run_pinout,
    "play": run_play,
    "rehearse": run_rehearse,
    "restore": run_housekeeping,
    "sounds_check": run_sounds_check,
    "sounds_list": run_sounds_list,
    "sounds_play": run_sounds_play,
    "sounds_sheet": run_sounds_sheet,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; every known trouble is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    args = parser().parse_args(argv)
    try:
        code = COMMANDS[args.command](args)
        sys.stdout.flush()
    except JournalDamaged as trouble:
        return _say(trouble, DAMAGED)
    except (FileError, JournalError, Diverged, SomebodyPlays, NoPins) as trouble:
        return _say(trouble, WRONG)
    except BrokenPipeError:  # `majordome rehearse ... | head`
        nobody_reads()
        return DONE
    except OSError as trouble:  # a full disk behind `>`
        nobody_reads()
        why = f"the output cannot be written ({trouble.strerror or trouble}): make room, or send it somewhere else"
        return _say(OSError(why), WRONG)
    except KeyboardInterrupt:
        return 130
    return code


def _say(trouble: Exception, code: int) -> int:
    print(f"majordome: {trouble}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
