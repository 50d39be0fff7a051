"""The words of the command line. What they do is in __main__."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeAlias

from majordome import __version__
from majordome.words import LANGS

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


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
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, prog="majordome")

    play = commands.add_parser("play", parents=[common], help="play an evening, with all that is fitted")
    play.add_argument("--guests", type=Path, metavar="FILE", help="a guest list; without one, the button drives it all")
    play.add_argument("--game", metavar="GAME", help="which game; 'majordome games list' names them")
    choice = play.add_mutually_exclusive_group()
    choice.add_argument("--new", action="store_true", help="a new evening; an unfinished one is kept")
    choice.add_argument("--resume", action="store_true", help="go on with an unfinished evening without asking")
    play.add_argument("--silent", action="store_true", help="buzzer and light only, no speaker")
    play.add_argument("--no-page", action="store_true", help="no page for phones, and no digital twin")
    play.add_argument("--plain", action="store_true", help="plain lines, as in a pipe")
    play.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="run N times as fast, to try it out")
    play.set_defaults(command="play")

    rehearse = commands.add_parser("rehearse", parents=[common], help="see an evening beforehand, as JSON lines")
    rehearse.add_argument("evening", type=Path, metavar="EVENING.toml")
    rehearse.set_defaults(command="rehearse")

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
    _games(commands.add_parser("games", help="the games of this box, and new ones"), common)

    _lab(commands, common)
    _ledger(commands, common)

    guests = commands.add_parser("guests", help="guest lists").add_subparsers(metavar="COMMAND", required=True)
    check = guests.add_parser("check", parents=[common], help="read a guest list and say what is wrong; names no card")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(command="guests_check")

    journal = commands.add_parser("journal", help="evenings that were played").add_subparsers(
        metavar="COMMAND", required=True
    )
    show = journal.add_parser("show", parents=[common], help="a readable account; cards only when the game is over")
    show.add_argument("--secrets", action="store_true", default=None, help="tell all, also of an unfinished game")
    show.set_defaults(command="journal_show")
    replay = journal.add_parser("replay", parents=[common], help="play a journal to a fresh rulebook: where it stands")
    replay.add_argument("--json", action="store_true", help="for scripts")
    replay.set_defaults(command="journal_replay")
    mend = journal.add_parser("salvage", parents=[common], help="save the lines before a damage in a new journal")
    mend.set_defaults(command="journal_salvage")
    for command in (show, replay, mend):
        command.add_argument("file", type=Path, metavar="FILE")

    doctor = commands.add_parser("doctor", parents=[common], help="a guided check of the box, part by part")
    doctor.add_argument("--json", action="store_true", help="for scripts: only what needs nobody to look")
    doctor.set_defaults(command="doctor")
    pinout = commands.add_parser("pinout", parents=[common], help="draw the header with what goes where")
    pinout.set_defaults(command="pinout")

    page = commands.add_parser("page", parents=[common], help="where the host's page is: address, code, QR code")
    page.add_argument("--forget", action="store_true", help="forget every phone; hosts and guests must pair again")
    page.set_defaults(command="page")

    hotspot = commands.add_parser(
        "hotspot",
        parents=[common],
        help="the box's own Wi-Fi, where there is no known network",
        description="Waits for a known network ([hotspot] after); where none comes, makes a Wi-Fi by NetworkManager, "
        "and shows its name, its password and the QR code for phones.",
    )
    how = hotspot.add_mutually_exclusive_group()
    how.add_argument("--now", action="store_true", help="do not wait; make it although there is a network")
    how.add_argument("--off", action="store_true", help="close it again; known networks come back")
    how.add_argument("--show", action="store_true", help="only tell the password and the QR code, if it is open")
    hotspot.add_argument("--dry-run", action="store_true", help="only say what would be asked of NetworkManager")
    hotspot.set_defaults(command="hotspot")

    bundle = commands.add_parser(
        "bundle",
        parents=[common],
        help="what somebody who helps needs to know, in one file without secrets",
        description="Collects settings, versions, the doctor's findings, what evenings there are and the end of the "
        "log into a .zip that can be sent to anybody: no guest's name, role, key or password is in it.",
    )
    bundle.add_argument("file", type=Path, metavar="FILE", nargs="?", help="left out: majordome-bundle-<time>.zip here")
    bundle.set_defaults(command="bundle")
    backup = commands.add_parser(
        "backup",
        parents=[common],
        help="settings, guest list, evenings, keys and own sounds, in one file",
        description="Packs all that makes a box yours. It holds every secret of the evenings: keep it to yourself.",
    )
    backup.set_defaults(command="backup")
    restore = commands.add_parser(
        "restore",
        parents=[common],
        help="unpack a backup; what stands in the way is kept",
        description="Unpacks a backup after it was checked to its last byte. A file that is there and differs is kept "
        "beside it as NAME.before-<time>. Not while a box plays.",
    )
    restore.set_defaults(command="restore")
    for command in (backup, restore):
        command.add_argument("file", type=Path, metavar="FILE")

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

    _pico(
        commands.add_parser("pico", help="the props board on USB").add_subparsers(metavar="COMMAND", required=True),
        common,
    )

    config = commands.add_parser("config", help="settings").add_subparsers(metavar="COMMAND", required=True)
    shown = config.add_parser("example", parents=[common], help="print every setting, annotated")
    shown.set_defaults(command="config_example")
    config_check = config.add_parser("check", parents=[common], help="read a settings file and say what is wrong")
    config_check.add_argument("file", type=Path, metavar="FILE")
    config_check.set_defaults(command="config_check")
    return top


def _games(games: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
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
    lab.add_argument("--skill", nargs="+", type=_skill, default=(1.0,), metavar="λ", help="of those who try (1)")
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


def _pico(pico: Subparsers, common: argparse.ArgumentParser) -> None:
    port = argparse.ArgumentParser(add_help=False)
    port.add_argument("--port", metavar="PORT", help="a device, or the name or id of a board; else as in [pico]")
    words = (
        ("list", "the boards that are plugged in, and their firmware"),
        ("flash", "copy the firmware to a board that runs MicroPython, and check it"),
        ("monitor", "show every frame of the wire, live, until Ctrl-C"),
        ("selftest", "each prop of the board in turn, with a verdict"),
        ("tare", "nobody sits: take the chairs for empty as they are now"),
    )
    made = {name: pico.add_parser(name, parents=[common, port], help=text) for name, text in words}
    for name, command in made.items():
        command.set_defaults(command=f"pico_{name}")
    settings_help = "what hangs on which pin of the board, in place of the settings.py that is there"
    made["flash"].add_argument("--settings", type=Path, metavar="FILE", help=settings_help)
    made["monitor"].add_argument("--raw", action="store_true", help="the chairs' raw values too, five times a second")
    made["selftest"].add_argument("--json", action="store_true", help="for scripts: only what needs nobody to look")


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 10_000:
        raise argparse.ArgumentTypeError("must be a number from 0.1 to 10000")
    return speed
