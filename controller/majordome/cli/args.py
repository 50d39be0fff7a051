"""The words of the command line. What they do is in commands.py."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from majordome import __version__
from majordome.cli import box_args
from majordome.cli.box_args import Subparsers
from majordome.words import LANGS


def parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The words of the command line: all of them, or only those of the command that comes first in `words`."""
    top = argparse.ArgumentParser(
        prog="majordome",
        description="The butler of a murder party, in a box: one button, a buzzer, an hourglass, two chairs, a scream.",
        epilog="Exit codes: 0 done, 1 unfinished, 2 a file or a word is wrong, 3 a damaged journal, "
        "4 a service cannot start with these settings.",
    )
    top.add_argument("--version", action="version", version=f"majordome {__version__}")
    common = argparse.ArgumentParser(add_help=False)  # before the command or behind it, as one likes
    for place, default in ((top, None), (common, argparse.SUPPRESS)):
        config_help = "settings; see 'majordome config example'"
        place.add_argument("--config", type=Path, metavar="FILE", default=default, help=config_help)
        place.add_argument("--lang", choices=LANGS, default=default, help="what the butler speaks")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, prog="majordome")
    wanted = words[:1] if words and words[0] in COMMANDS else COMMANDS  # thirty parsers take 10 ms to make
    for name in wanted:
        COMMANDS[name](commands, common)
    return top


def _play(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    play = commands.add_parser("play", parents=[common], help="play an evening, with all that is fitted")
    play.add_argument("--guests", type=Path, metavar="FILE", help="a guest list; without one, the button drives it all")
    play.add_argument("--game", metavar="GAME", help="which game; 'majordome games list' names them")
    choice = play.add_mutually_exclusive_group()
    choice.add_argument("--new", action="store_true", help="a new evening; an unfinished one is kept")
    choice.add_argument("--resume", action="store_true", help="go on with an unfinished evening; choose among several")
    play.add_argument("--silent", action="store_true", help="buzzer and light only, no speaker")
    play.add_argument("--no-page", action="store_true", help="no page for phones, and no digital twin")
    play.add_argument("--plain", action="store_true", help="plain lines, as in a pipe")
    play.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="run N times as fast, to try it out")
    play.set_defaults(command="play")


def _rehearse(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    rehearse = commands.add_parser("rehearse", parents=[common], help="see an evening beforehand, as JSON lines")
    rehearse.add_argument("evening", type=Path, metavar="EVENING.toml")
    rehearse.set_defaults(command="rehearse")


def _cards(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    cards = commands.add_parser(
        "cards",
        parents=[common],
        help="a game's cards as a PDF, to print and cut",
        description="Draws the cards of a game, fronts and backs that match when printed on both sides. "
        "For example: majordome cards weekend --players 12 --with edition=B heart=1; without --players, "
        "the whole deck.",
    )
    cards.add_argument("game", metavar="GAME")
    wishes_help = "what this game's deck lets you choose"
    cards.add_argument("--with", dest="wishes", metavar="NAME=VALUE", nargs="+", default=(), help=wishes_help)
    cards.add_argument("--players", type=int, metavar="N", help="for so many players; left out: the whole deck")
    cards.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper (a4)")
    cards.add_argument(
        "--sides",
        choices=("long", "short", "fronts"),
        default="long",
        help="flipped on which edge, or fronts only (long)",
    )
    cards.add_argument("--out", type=Path, metavar="FILE", help="left out: GAME-LANG-PAPER.pdf here")
    cards.set_defaults(command="cards")


def _games(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    games = commands.add_parser("games", help="the games of this box, and new ones")
    words = games.add_subparsers(metavar="COMMAND", required=True)
    listed = words.add_parser("list", parents=[common], help="every game: for how many, how long, where it comes from")
    listed.set_defaults(command="games_list")
    check = words.add_parser(
        "check",
        parents=[common],
        help="play a game by dice, and say what is wrong with it",
        description="Plays the game by dice to its end, replays it, undoes and redoes it, and looks at its views and "
        "its words in both languages.",
    )
    check.add_argument("game", metavar="GAME", help="its name, or its folder")
    check.add_argument("--games", type=int, default=20, metavar="N", help="how many games are played (20)")
    check.set_defaults(command="games_check")
    new = words.add_parser("new", parents=[common], help="a folder with a small game that plays at once")
    new.add_argument("name", metavar="NAME", help="small letters and _")
    new.add_argument("--folder", type=Path, metavar="DIR", help="where to put it; left out: the host's own games")
    new.set_defaults(command="games_new")


def _lab(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    lab = commands.add_parser(
        "lab",
        parents=[common],
        help="play a game thousands of times by dice: how even is it?",
        description="Plays thousands of evenings and tells the chance of each side, how long it takes, and what each "
        "card does. For example: majordome lab table --ways guests=readers murderers=loyal --skill 1 2 4 --out lab",
    )
    lab.add_argument("game", metavar="GAME", help="which game; 'odds' makes the table that the host's page tells from")
    lab.add_argument("--players", metavar="N or N-M", help="how many; left out: every number that the game is for")
    lab.add_argument("--evenings", type=_several, default=1000, metavar="N", help="of each set-up (1000)")
    lab.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed, the same evenings (0)")
    lab.add_argument("--cores", type=_several, metavar="N", help="processes; left out: one for each core")
    lab.add_argument("--ways", nargs="+", default=(), metavar="SIDE=WAY", help="how each side plays; else by dice")
    lab.add_argument("--skill", nargs="+", type=_skill, metavar="λ", help="of those who try: with --ways (1)")
    lab.add_argument("--set", dest="settings", nargs="+", default=(), metavar="NAME=VALUE", help="settings of the game")
    lab.add_argument("--cards", nargs="+", default=(), metavar="CARD=N", help="special cards that are dealt")
    lab.add_argument("--each-card", action="store_true", help="what one card more of each kind does to the odds")
    lab.add_argument("--form", choices=("table", "csv", "json"), default="table", help="what is printed (table)")
    lab.add_argument("--out", type=Path, metavar="DIR", help="CSV, JSON, pictures and a page, into this folder")
    lab.set_defaults(command="lab")


def _ledger(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    ledger = commands.add_parser(
        "ledger",
        parents=[common],
        help="finished evenings: who played, who won, awards; and forgetting them",
        description="Tells what the journals of finished evenings say. Nothing of an evening that is not over.",
    )
    ledger.add_argument("--json", action="store_true", help="for scripts")
    ledger.set_defaults(command="ledger")
    words = ledger.add_subparsers(metavar="COMMAND")
    forget = words.add_parser("forget", parents=[common], help="forget a name, or everything")
    who = forget.add_mutually_exclusive_group(required=True)
    who.add_argument("name", metavar="NAME", nargs="?", help="a guest")
    who.add_argument("--all", action="store_true", help="every evening")
    forget.set_defaults(command="ledger_forget")


def _guests(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    guests = commands.add_parser("guests", help="guest lists").add_subparsers(metavar="COMMAND", required=True)
    check = guests.add_parser("check", parents=[common], help="read a guest list and say what is wrong; names no card")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(command="guests_check")


def _journal(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    journal = commands.add_parser("journal", help="evenings that were played").add_subparsers(
        metavar="COMMAND", required=True
    )
    show = journal.add_parser("show", parents=[common], help="a readable account; cards only when the game is over")
    show.add_argument("--secrets", action="store_true", default=None, help="tell all, also of an unfinished game")
    kept = show.add_mutually_exclusive_group()
    kept.add_argument("--markdown", action="store_true", help="to keep")
    kept.add_argument("--html", action="store_true", help="a page to print")
    show.set_defaults(command="journal_show")
    replay = journal.add_parser("replay", parents=[common], help="play a journal to a fresh rulebook: where it stands")
    replay.add_argument("--json", action="store_true", help="for scripts")
    replay.set_defaults(command="journal_replay")
    mend = journal.add_parser("salvage", parents=[common], help="save the lines before a damage in a new journal")
    mend.set_defaults(command="journal_salvage")
    for command in (show, replay, mend):
        command.add_argument("file", type=Path, metavar="FILE")


def _sounds(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    sounds = commands.add_parser("sounds", help="the voice and the effects").add_subparsers(
        metavar="COMMAND", required=True
    )
    for name, text, action in (
        ("list", "every sound, and where it comes from", "sounds_list"),
        ("check", "whether each sound is there, readable, loud and long enough", "sounds_check"),
        ("record-sheet", "the lines to read aloud for a pack of your own", "sounds_sheet"),
    ):
        sounds.add_parser(name, parents=[common], help=text).set_defaults(command=action)
    heard = sounds.add_parser("play", parents=[common], help="play one sound: 'effects/gong', 'fr/walk_night.0'")
    heard.add_argument("name", metavar="NAME")
    heard.set_defaults(command="sounds_play")


def _voice(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    voice = commands.add_parser(
        "voice",
        parents=[common],
        help="the guests' names in the butler's own voice",
        description="Renders the names of a guest list that the pack has not, in both voices, into your own pack; "
        "without it espeak-ng says them. Any machine can do it for the box: it needs majordome[voice], and --fetch "
        "gets the weights with npm, once.",
    )
    voice.add_argument("names", nargs="*", metavar="NAME", help="names; left out: those of the guest list")
    voice.add_argument("--guests", type=Path, metavar="FILE", help="a guest list; left out: that of the settings")
    voice.add_argument("--out", type=Path, metavar="DIR", help="your own pack; left out: that of the settings")
    voice.add_argument("--model", type=Path, metavar="DIR", help="where the weights are")
    voice.add_argument("--fetch", action="store_true", help="get the weights first, where they are missing")
    voice.set_defaults(command="voice")


def _config(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    config = commands.add_parser("config", help="settings").add_subparsers(metavar="COMMAND", required=True)
    shown = config.add_parser("example", parents=[common], help="print every setting, annotated")
    shown.set_defaults(command="config_example")
    config_check = config.add_parser("check", parents=[common], help="read a settings file and say what is wrong")
    config_check.add_argument("file", type=Path, metavar="FILE")
    config_check.set_defaults(command="config_check")


def _several(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10_000_000:
        raise argparse.ArgumentTypeError("must be a whole number from 1 to 10000000")
    return int(text)


def _skill(text: str) -> float:
    try:
        skill = float(text)
    except ValueError:
        skill = 0.0
    if not 0.01 <= skill <= 1000:
        raise argparse.ArgumentTypeError("must be a number from 0.01 to 1000")
    return skill


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 10_000:
        raise argparse.ArgumentTypeError("must be a number from 0.1 to 10000")
    return speed


# In the order of --help.
COMMANDS: dict[str, Callable[[Subparsers, argparse.ArgumentParser], None]] = {
    "play": _play,
    "rehearse": _rehearse,
    "cards": _cards,
    "games": _games,
    "lab": _lab,
    "ledger": _ledger,
    "guests": _guests,
    "journal": _journal,
    "doctor": box_args.doctor,
    "pinout": box_args.pinout,
    "page": box_args.page,
    "hotspot": box_args.hotspot,
    "bundle": box_args.bundle,
    "backup": box_args.backup,
    "restore": box_args.restore,
    "satellite": box_args.satellite,
    "rooms": box_args.rooms,
    "sounds": _sounds,
    "voice": _voice,
    "pico": box_args.pico,
    "config": _config,
}
