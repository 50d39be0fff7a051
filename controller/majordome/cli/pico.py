"""Commands of the Pico board: what they do is in pico_tools.py."""

from __future__ import annotations

import argparse
import os
import sys

from majordome.cli.pico_tools import flashed, listing, monitor, tared, tested
from majordome.errors import DONE, UNFINISHED
from majordome.settings.config import find_config, read_settings
from majordome.settings.wiring import AUTO
from majordome.words.narrator import Narrator


def _pico(args: argparse.Namespace) -> tuple[str, Narrator]:
    """Which board, and in which language."""
    settings = read_settings(find_config(args.config, os.environ))
    return args.port or settings.pico.port or AUTO, Narrator(args.lang or settings.lang)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def run_pico_list(args: argparse.Namespace) -> int:
    """Print the boards."""
    print("\n".join(listing(*_pico(args))))
    return DONE


def run_pico_flash(args: argparse.Namespace) -> int:
    """Put the firmware on a board."""
    board = flashed(_pico(args)[0], args.settings, _write, bar=sys.stdout.isatty())
    print(f"Majordome '{board.name}', firmware {board.firmware}: it runs")
    return DONE


def run_pico_monitor(args: argparse.Namespace) -> int:
    """Print what goes over the wire, live."""
    monitor(_pico(args)[0], _write, raw=args.raw)
    return DONE


def run_pico_selftest(args: argparse.Namespace) -> int:
    """Try each prop of the board."""
    return DONE if tested(*_pico(args), _write, as_data=args.json) else UNFINISHED


def run_pico_tare(args: argparse.Namespace) -> int:
    """Tell the board that its chairs are empty now."""
    return DONE if tared(*_pico(args), _write) else UNFINISHED
