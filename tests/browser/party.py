"""A party: the box, and every page that is open."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from playwright.sync_api import Browser, expect, sync_playwright

from browser.phones import BigScreen, CardPhone, HostPhone, Phone, Twin
from browser.playing import Butler

CHROMIUM = "/usr/bin/chromium"
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
PATIENCE = 30_000  # milliseconds
Kind = TypeVar("Kind", bound=Phone)

expect.set_options(timeout=PATIENCE)


def found() -> str | None:
    """The browser of this machine."""
    return shutil.which(CHROMIUM) or shutil.which("chromium")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Without a window, and without a word to anyone but the box."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=list(QUIETLY))
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Party:
    """The box, and every page that is open."""

    browser: Browser
    butler: Butler
    phones: list[Phone] = field(default_factory=list)

    def host(self, name: str | None = "Marie", **more: Any) -> HostPhone:
        """A phone; with a name it is paired already."""
        phone = self._kept(HostPhone(self.browser, self.butler, **more))
        if name is not None:
            phone.pair(name)
        return phone

    def card(self, link: str, **more: Any) -> CardPhone:
        return self._kept(CardPhone(self.browser, self.butler, link, **more))

    def screen(self, **more: Any) -> BigScreen:
        return self._kept(BigScreen(self.browser, self.butler, **more))

    def twin(self, **more: Any) -> Twin:
        return self._kept(Twin(self.browser, self.butler, self.butler.twin, **more))

    def _kept(self, phone: Kind) -> Kind:
        phone.page.set_default_timeout(PATIENCE)
        self.phones.append(phone)
        return phone

    def goes(self, phone: Phone) -> None:
        """Somebody leaves, with the phone."""
        self.phones.remove(phone)
        phone.close()

    def no_secret(self) -> None:
        """No page names a card while nobody holds it, and none was told one."""
        for phone in self.phones:
            seen = [*phone.cards_written(), *phone.cards_told()]
            assert not seen, f"{type(phone).__name__} knows of {seen}"

    def dark(self, dark: bool = True) -> None:
        """On every page at once."""
        for phone in self.phones:
            phone.is_dark(dark)

    def outage(self, is_off: bool) -> None:
        for phone in self.phones:
            phone.outage = is_off


OpenParty = Callable[..., Party]
