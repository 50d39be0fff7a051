"""A box in this process, as pages know one: for games that stand in no folder of the house."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from browser.party import Party
from browser.phones import CardPhone, HostPhone
from majordome.core.evening import Evening
from majordome.core.evening_queue import Heard, Said
from web.boxes import Box


class Salon:
    """The box that plays this evening."""

    def __init__(self, folder: Path, evening: Evening) -> None:
        self.box = Box(folder, evening)
        self.url = self.box.url + "/"

    @property
    def code(self) -> str:
        return self.box.pages.keys.code

    @property
    def twin(self) -> str:
        return self.box.pages.twin_url

    def hears(self, *said: Said) -> None:
        """One after the other, as from the button or a keyboard."""
        for each in said:
            self.box.inputs.put(Heard(each))

    def card(self, name: str) -> str:
        """The link that this guest scans."""
        return f"{self.url}card#{self.box.pages.keys.offer(name)}"


@contextmanager
def party_of(browser: Browser, salon: Salon) -> Iterator[Party]:
    """Nobody has a page yet; in the end every phone must have been content."""
    party = Party(browser, salon)  # type: ignore[arg-type]  # a butler as far as pages know one
    yield party
    for phone in party.phones:
        phone.close()


def fits(phone: CardPhone | HostPhone) -> None:
    """Nothing is cut off at the side, and a thumb hits every button."""
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = phone.page.evaluate(
        """[...document.querySelectorAll(".ask button, .slam, .press")]
           .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"""
    )
    assert small == []
