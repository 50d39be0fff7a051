"""The command line: the only place that puts the concrete parts together.

Exit codes: 0 done, 1 unfinished or 'no', 2 a file or a word on the command line is wrong, 3 a damaged journal.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from majordome import __version__
from majordome.account import account
from majordome.config import example, find_config, read_settings
from majordome.eveningfile import read_evening, read_guests
from majordome.house import SomebodyPlays, digest, recalled, salvage
from majordome.journal import JournalDamaged, JournalError, read
from majordome.narrator import LANGS, Narrator
from majordome.pinfactory import NoPins
from majordome.pins import draw
from majordome.prompter import Diverged
from majordome.rehearsal import Rehearsal
from majordome.terminal.pipe import nobody_reads
from majordome.terminal.telling import heading
from majordome.tomlfile import FileError
from majordome.view import public

DONE, UNFINISHED, WRONG, DAMAGED = 0, 1, 2, 3


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    top = argparse.ArgumentParser(
        prog="majordome",
        description="The butler of a murder party, in a box: one button, a buzzer, an hourglass, two chairs, a scream.",
        epilog="Exit codes: 0 done, 1 unfinished, 2 a file or a word is wrong, 3 a damaged journal.",
    )
    top.add_argument("--version", action="version", version=f"majordome {__version__}")
    common = argparse.ArgumentParser(add_help=False)  # before the command or behind it, as one likes
    for place, default in ((top, None), (common, argparse.SUPPRESS)):
        config_help = "settings; see 'majordome config example'"
        place.add_argument("--config", type=Path, metavar="FILE", default=default, help=config_help)
        place.add_argument("--lang", choices=LANGS, default=default, help="what the butler speaks")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    play = commands.add_parser("play", parents=[common], help="play an evening, with all that is fitted")
    play.add_argument("--guests", type=Path, metavar="FILE", help="a guest list; without one, the button drives it all")
    play.add_argument("--game", choices=("weekend", "table"), help="which game")
    choice = play.add_mutually_exclusive_group()
    choice.add_argument("--new", action="store_true", help="a new evening; an unfinished one is kept")
    choice.add_argument("--resume", action="store_true", help="go on with an unfinished evening without asking")
    play.add_argument("--plain", action="store_true", help="plain lines, as in a pipe")
    play.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="run N times as fast, to try it out")
    play.set_defaults(run=run_play)

    rehearse = commands.add_parser("rehearse", parents=[common], help="see an evening beforehand, as JSON lines")
    rehearse.add_argument("evening", type=Path, metavar="EVENING.toml")
    rehearse.set_defaults(run=run_rehearse)

    guests = commands.add_parser("guests", help="guest lists").add_subparsers(metavar="COMMAND", required=True)
    check = guests.add_parser("check", parents=[common], help="read a guest list and say what is wrong; names no card")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=run_guests_check)

    journal = commands.add_parser("journal", help="evenings that were played").add_subparsers(
        metavar="COMMAND", required=True
    )
    show = journal.add_parser("show", parents=[common], help="a readable account; cards only when the game is over")
    show.add_argument("--secrets", action="store_true", default=None, help="tell all, also of an unfinished game")
    show.set_defaults(run=run_journal_show)
    replay = journal.add_parser("replay", parents=[common], help="play a journal to a fresh rulebook: where it stands")
    replay.add_argument("--json", action="store_true", help="for scripts")
    replay.set_defaults(run=run_journal_replay)
    mend = journal.add_parser("salvage", parents=[common], help="save the lines before a damage in a new journal")
    mend.set_defaults(run=run_journal_salvage)
    for command in (show, replay, mend):
        command.add_argument("file", type=Path, metavar="FILE")

    doctor = commands.add_parser("doctor", parents=[common], help="a guided check of the box, part by part")
    doctor.add_argument("--json", action="store_true", help="for scripts: only what needs nobody to look")
    doctor.set_defaults(run=run_doctor)
    pinout = commands.add_parser("pinout", parents=[common], help="draw the header with what goes where")
    pinout.set_defaults(run=run_pinout)

    config = commands.add_parser("config", help="settings").add_subparsers(metavar="COMMAND", required=True)
    shown = config.add_parser("example", parents=[common], help="print every setting, annotated")
    shown.set_defaults(run=run_config_example)
    config_check = config.add_parser("check", parents=[common], help="read a settings file and say what is wrong")
    config_check.add_argument("file", type=Path, metavar="FILE")
    config_check.set_defaults(run=run_config_check)
    return top


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 10_000:
        raise argparse.ArgumentTypeError("must be a number from 0.1 to 10000")
    return speed


def run_play(args: argparse.Namespace) -> int:
    """Play an evening."""
    from majordome.box import play  # the screen's library is not needed for anything else

    settings = read_settings(find_config(args.config, os.environ), guests=args.guests, game=args.game)
    if args.lang:
        settings = replace(settings, lang=args.lang)
    play(settings, lang=args.lang, new=args.new, resume=args.resume, plain=args.plain, speed=args.speed)
    return DONE


def run_doctor(args: argparse.Namespace) -> int:
    """A guided check."""
    from majordome.checkup import at_a_terminal  # gpiozero is not needed for anything else here

    settings = read_settings(find_config(args.config, os.environ))
    return DONE if at_a_terminal(settings, Narrator(args.lang or settings.lang), json=args.json) else UNFINISHED


def run_pinout(args: argparse.Namespace) -> int:
    """The header."""
    print(draw(read_settings(find_config(args.config, os.environ)).pins))
    return DONE


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


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; every known trouble is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
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
