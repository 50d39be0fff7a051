"""Where the page is, told to whoever sits at the box: its address, its code, the twin on a screen that can show it."""

from __future__ import annotations

import os
import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

from majordome.core.cues import Notice
from majordome.core.evening_queue import Inputs
from majordome.settings.config import Settings

if TYPE_CHECKING:
    from majordome.web.server import Pages


def is_screen() -> bool:
    """Whether somebody types, and sees it: no pipe, and no service."""
    return os.isatty(0) and os.isatty(1)


def tell_of_the_page(
    settings: Settings, inputs: Inputs, troubles: list[str], pages: Pages, *, plain: bool, twin: bool
) -> None:
    """Tell where the page is. The code is shown where the host reads it, and not in a pipe that somebody keeps."""
    from majordome.web.qr import blocks  # the pages are open: it is there

    for trouble in troubles:
        inputs.put(Notice("evening_trouble", (trouble,)))  # for the first host who comes
    if not is_screen():
        return inputs.put(Notice("page_open", (pages.url,)))
    inputs.put(Notice("page_code", (pages.url, pages.keys.code)))
    if plain:  # the screen has a place of its own for it
        inputs.put(Notice("page_qr", (blocks(pages.pairing_url),)))
    if twin and not (settings.page.browser and open_browser(pages.twin_url)):
        inputs.put(Notice("twin_open", (pages.twin_url,)))
    return None


def tell_the_new_code(inputs: Inputs, pages: Pages) -> None:
    """Tell the new code: somebody has guessed too often, and whoever reads the old one at the box would be shut out."""
    if is_screen():
        inputs.put(Notice("page_code_new", (pages.url, pages.keys.code)))


def open_browser(url: str) -> bool:
    """Show the twin if there is a screen for it, never in a text browser across the butler's own; True if so."""
    graphic = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not graphic:
        return False
    with suppress(webbrowser.Error, OSError):
        return webbrowser.open(url)
    return False
