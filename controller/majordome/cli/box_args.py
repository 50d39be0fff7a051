"""The words of those commands that look after the box itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeAlias

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def doctor(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    doctor = commands.add_parser("doctor", parents=[common], help="a guided check of the box, part by part")
    doctor.add_argument("--json", action="store_true", help="for scripts: only what needs nobody to look")
    doctor.set_defaults(command="doctor")


def pinout(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    pinout = commands.add_parser("pinout", parents=[common], help="draw the header with what goes where")
    pinout.set_defaults(command="pinout")


def page(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    page = commands.add_parser("page", parents=[common], help="where the host's page is: address, code, QR code")
    page.add_argument("--forget", action="store_true", help="forget every phone; hosts and guests must pair again")
    page.set_defaults(command="page")


def satellite(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    """A box in another room."""
    satellite = commands.add_parser(
        "satellite",
        parents=[common],
        help="show, speak and sense in another room for the box that leads",
        description="Plays the leader's cues on the lamp, hourglass and speaker of this machine, and tells the leader "
        "of its chairs, button and buzzers, by the broker in [mqtt] (docs/mqtt.md).",
    )
    satellite.set_defaults(command="satellite")


def rooms(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    """What is said on the broker, and what is left there."""
    words = commands.add_parser("rooms", help="the other rooms").add_subparsers(metavar="COMMAND", required=True)
    forget = words.add_parser(
        "forget", parents=[common], help="take all of this box off the broker; Home Assistant forgets it too"
    )
    forget.set_defaults(command="rooms_forget")
    contract = words.add_parser("contract", parents=[common], help="every topic and message, as an AsyncAPI document")
    contract.set_defaults(command="rooms_contract")


def hotspot(commands: Subparsers, common: argparse.ArgumentParser) -> None:
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


def bundle(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    bundle = commands.add_parser(
        "bundle",
        parents=[common],
        help="what somebody who helps needs to know, in one file without secrets",
        description="Collects settings, versions, the doctor's findings, what evenings there are and the end of the "
        "log into a .zip that can be sent to anybody: no guest's name, role, key or password is in it.",
    )
    bundle.add_argument("file", type=Path, metavar="FILE", nargs="?", help="left out: majordome-bundle-<time>.zip here")
    bundle.set_defaults(command="bundle")


def backup(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    backup = commands.add_parser(
        "backup",
        parents=[common],
        help="settings, guest list, evenings, keys and own sounds, in one file",
        description="Packs all that makes a box yours. It holds every secret of the evenings: keep it to yourself.",
    )
    backup.set_defaults(command="backup")
    backup.add_argument("file", type=Path, metavar="FILE")


def restore(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    restore = commands.add_parser(
        "restore",
        parents=[common],
        help="unpack a backup; what stands in the way is kept",
        description="Unpacks a backup after it was checked to its last byte. A file that is there and differs is kept "
        "beside it as NAME.before-<time>. Not while a box plays.",
    )
    restore.set_defaults(command="restore")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--trust", action="store_true", help="take over a command that its settings run, unasked")


def pico(commands: Subparsers, common: argparse.ArgumentParser) -> None:
    pico = commands.add_parser("pico", help="the props board on USB").add_subparsers(metavar="COMMAND", required=True)
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
