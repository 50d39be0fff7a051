"""Starts the board: props from the settings, the wire over USB, and the loop with its watchdog."""

import micropython

micropython.kbd_intr(-1)  # first of all: the box may be talking already, and its bytes are no Ctrl-C

import sys
import time

import machine
import why
import wire
from props import Props
from usb import Usb

import settings
from core import Core, Leave


def build(transport, clock):
    """Everything, ready to turn."""
    return Core(
        Props(settings, clock),
        transport,
        clock,
        uid=machine.unique_id(),
        name=settings.NAME,
        cause=why.cause(),
        trouble=why.trouble(),
    )


def run():
    """Until the box or mpremote wants the board back."""
    usb = Usb()
    core = build(usb, time.ticks_us)
    watchdog = machine.WDT(timeout=settings.WATCHDOG_MS) if settings.WATCHDOG_MS else None
    try:
        while True:
            core.turn()
            if watchdog:
                watchdog.feed()
    except Exception as end:  # noqa: BLE001 - whatever it was: told after the restart
        core.props.away()
        usb.close()
        leave(end)


def leave(end):
    """Restart, or give way: as the box asked, or because something went wrong."""
    how = end.how if isinstance(end, Leave) else wire.RESTART
    if isinstance(end, Leave):
        why.note(why.PROMPT if how == wire.PROMPT else why.ASKED)
    else:
        sys.print_exception(end)
        why.keep_trouble(repr(end))
        why.note(why.CRASH)
    if how == wire.PROMPT:
        why.call_off_the_watchdog()
        return
    time.sleep_ms(50)  # what was sent last is still on its way
    if how == wire.BOOTLOADER:
        machine.bootloader()
    machine.reset()


if __name__ == "__main__":
    run()
