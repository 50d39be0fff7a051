"""Opens what is fitted to this box: one way for an evening, for the doctor and in another room."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from majordome.box.exit_signals import not_now
from majordome.box.pin_factory import open_factory, wanted
from majordome.core.clock import RealClock
from majordome.core.prompter import Prompter
from majordome.core.race import RaceLock
from majordome.settings.config import Settings
from majordome.settings.wiring import NO_PINS

if TYPE_CHECKING:
    from majordome.box.parts import Hardware


def has_hardware(settings: Settings) -> bool:
    """Whether there are pins or a Pico to play on."""
    return wanted(settings.pins.factory, os.environ) is not None or settings.pico.wanted


@contextmanager
def hardware_of(
    settings: Settings,
    prompter: Prompter,
    clock: RealClock,
    tell: Callable[[Any], None],
    *,
    race: RaceLock | None = None,
    pins: Any = None,
) -> Iterator[Hardware | None]:
    """The hardware, silent and dark again afterwards; None on a machine without pins and Pico.

    `pins`: a factory in place of this machine's own.
    """
    factory = wanted(settings.pins.factory, os.environ)
    if pins is None and factory is None and not settings.pico.wanted:
        yield None
        return
    from majordome.box.board import board_of
    from majordome.box.parts import Hardware  # gpiozero is not needed without pins

    with ExitStack() as opened:
        with not_now():
            hardware = opened.enter_context(
                Hardware(
                    settings.pins if pins or factory else NO_PINS,
                    pins or (open_factory(factory) if factory else None),
                    clock=clock,
                    tell=tell,
                    prompter=prompter,
                    speed=clock.speed,
                    board=board_of(settings.pico, tell),
                    race=race,
                )
            )
        yield hardware
