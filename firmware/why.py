"""Why the board starts: told apart by a note that outlives every reset but the loss of power.

The note lies in a scratch register of the watchdog, which MicroPython leaves alone. The chip itself only knows power
and watchdog, and takes a reset that was asked for as the watchdog's.
"""

import os
import sys

import machine
from micropython import const

UNKNOWN, POWER, WATCHDOG, ASKED, PROMPT, CRASH = 0, 1, 2, 3, 4, 5  # as wire.CAUSES
_MARK = const(0x2A500)  # nothing but us writes this
_WATCHDOG = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
_SCRATCH, _CLEAR, _ENABLED = const(0x0C), const(0x3000), const(0x40000000)
TROUBLE = "trouble.txt"


def _watchdog():
    chip = sys.implementation._machine
    for name, address in _WATCHDOG.items():
        if name in chip:
            return address
    return None


def note(cause):
    """What the next start will be taken for."""
    watchdog = _watchdog()
    if watchdog is not None:
        machine.mem32[watchdog + _SCRATCH] = _MARK | cause


def cause():
    """Why this start; from now on, a start that nobody announces is the watchdog's."""
    watchdog = _watchdog()
    if watchdog is None:
        return UNKNOWN
    kept = machine.mem32[watchdog + _SCRATCH]
    note(WATCHDOG)
    if kept & ~0xF == _MARK:
        return kept & 0xF
    return POWER


def call_off_the_watchdog():
    """At the prompt nobody feeds it. MicroPython cannot stop it, but its control register can."""
    watchdog = _watchdog()
    if watchdog is not None:
        machine.mem32[watchdog + _CLEAR] = _ENABLED


def keep_trouble(words):
    """What went wrong, for the box to be told after the restart."""
    try:
        with open(TROUBLE, "w") as kept:
            kept.write(words[:400])
    except OSError:
        return


def trouble():
    """What went wrong before, once."""
    try:
        with open(TROUBLE) as kept:
            words = kept.read()
        os.remove(TROUBLE)
    except OSError:
        return ""
    return words
