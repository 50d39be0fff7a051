"""The command line: finds the command, and turns every known trouble into one line and an exit code.

Exit codes: 0 done, 1 unfinished or 'no', 2 a file or a word on the command line is wrong, 3 a damaged journal,
4 settings with which a service cannot start: trying again is no use.
Each command is imported when it is asked for, and nothing else.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING

from majordome import __version__
from majordome.errors import DONE, WRONG, Trouble

if TYPE_CHECKING:
    from argparse import Namespace

# command: "module:function" of this folder
COMMANDS: dict[str, str] = {
    "backup": "housekeeping:run",
    "bundle": "housekeeping:run",
    "cards": "cards:run_cards",
    "config_check": "evenings:run_config_check",
    "config_example": "evenings:run_config_example",
    "doctor": "parts:run_doctor",
    "games_check": "games:run_check",
    "games_list": "games:run_list",
    "games_new": "games:run_new",
    "guests_check": "evenings:run_guests_check",
    "hotspot": "housekeeping:run",
    "journal_replay": "evenings:run_journal_replay",
    "journal_salvage": "evenings:run_journal_salvage",
    "journal_show": "evenings:run_journal_show",
    "lab": "lab:run_lab",
    "ledger": "ledger:run_ledger",
    "ledger_forget": "ledger:run_forget",
    "page": "parts:run_page",
    "pico_flash": "pico:run_pico_flash",
    "pico_list": "pico:run_pico_list",
    "pico_monitor": "pico:run_pico_monitor",
    "pico_selftest": "pico:run_pico_selftest",
    "pico_tare": "pico:run_pico_tare",
    "pinout": "parts:run_pinout",
    "play": "evenings:run_play",
    "rehearse": "rehearse:run_rehearse",
    "restore": "housekeeping:run",
    "rooms_contract": "rooms:run_contract",
    "rooms_forget": "rooms:run_forget",
    "satellite": "rooms:run_satellite",
    "sounds_check": "parts:run_sounds_check",
    "sounds_list": "parts:run_sounds_list",
    "sounds_play": "parts:run_sounds_play",
    "sounds_sheet": "parts:run_sounds_sheet",
    "voice": "voice:run_voice",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; every known trouble is one line on standard error."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    words = sys.argv[1:] if argv is None else list(argv)
    if words == ["--version"]:  # asked by scripts, often: the whole command line is not needed for it
        sys.stdout.write(f"majordome {__version__}\n")
        return DONE
    gc.disable()  # nothing of what is imported here is ever thrown away: a start is a sixth shorter
    args = _understood(words)
    try:
        module, function = COMMANDS[args.command].split(":")
        run = getattr(import_module(f"majordome.cli.{module}"), function)
        gc.freeze()
        gc.enable()
        code: int = run(args)
        sys.stdout.flush()
        if argv is None and args.command == "rehearse":
            os._exit(code)  # nothing is left open, and to take apart what was imported takes a thirtieth of the time
    except Trouble as trouble:
        return _say(trouble, trouble.exit_code)
    except BrokenPipeError:  # `majordome rehearse ... | head`
        _nobody_reads()
        return DONE
    except OSError as trouble:  # a full disk behind `>`
        _nobody_reads()
        why = f"the output cannot be written ({trouble.strerror or trouble}): make room, or send it somewhere else"
        return _say(OSError(why), WRONG)
    except KeyboardInterrupt:
        return 130
    return code


def _understood(words: list[str]) -> Namespace | SimpleNamespace:
    """What the words of the command line mean."""
    if len(words) == 2 and words[0] == "rehearse" and not words[1].startswith("-"):
        # Tried again and again while an evening is written, and the whole grammar takes a tenth of the time.
        return SimpleNamespace(command="rehearse", evening=words[1], lang=None)
    from majordome.cli.args import parser

    return parser(words).parse_args(words)


def _open_what_is_closed() -> None:
    """A standard stream that was closed before we began (`>&-`) leads nowhere, and never into a journal."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _nobody_reads() -> None:
    from majordome.terminal.pipe import nobody_reads

    nobody_reads()


def _say(trouble: Exception, code: int) -> int:
    sys.stderr.write(f"majordome: {trouble}\n")
    return code
