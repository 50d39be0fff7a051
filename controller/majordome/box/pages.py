"""Puts the pages together: the evening's door to the web, opened when the first press is possible already."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from majordome.core.account import account
from majordome.core.clock import RealClock
from majordome.core.cues import Notice
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Heard, Inputs, Joined, Language
from majordome.core.journal import read
from majordome.core.library import manifest
from majordome.core.manifest import Manifest
from majordome.core.prompter import Answer, Prompter
from majordome.errors import FileError
from majordome.inputs.twin_button import TwinButton
from majordome.service.evenings_folder import SALVAGED
from majordome.service.hotspot import wifi_of
from majordome.settings.config import Settings
from majordome.sound.pack import SoundPack, folders
from majordome.sound.voice import cache_folder
from majordome.words import Voice
from majordome.words.narrator import Lang, Narrator
from majordome.words.spoken_names import SpokenNames

if TYPE_CHECKING:
    from majordome.box.ledger_page import LedgerPage
    from majordome.sound.speaker import PygameSpeaker
    from majordome.web.messages import LedgerTold
    from majordome.web.server import Pages

log = logging.getLogger(__name__)

ABOUT = "page.json"  # where the page is, for `majordome page`
OPENING, LEAVING = 10.0, 1.0  # seconds


class EveningPages:
    """The pages of an evening, as the rest of the box knows them: open, not yet, or not at all."""

    def __init__(
        self,
        settings: Settings,
        prompter: Prompter,
        narrator: Narrator,
        clock: RealClock,
        inputs: Inputs,
        speaker: PygameSpeaker | None,
        journal: Callable[[], Path],
        hear: Callable[[Heard], None] | None = None,
    ) -> None:
        self._settings = settings
        self._hear = hear or inputs.put
        self._prompter = prompter
        self._narrator = narrator
        self._clock = clock
        self._inputs = inputs
        self._speaker = speaker
        self._journal = journal
        self._voice: Voice = settings.sound.voice
        self._pages: Pages | None = None
        self._ledger_page: LedgerPage | None = None
        self._closed = False
        self._thread = Thread(target=self._open, name="pages", daemon=True)
        self.opened: Callable[[Pages], None] = lambda pages: None
        self.renewed: Callable[[Pages], None] = lambda pages: None  # the old code is void

    @property
    def pages(self) -> Pages | None:
        """The pages, when they are open."""
        return self._pages if self._pages is not None and self._pages.opened else None

    def told(self) -> str:
        """Where the page is, for whoever stands at the box: address, code, and a QR code to scan.

        The larger one with a token is for `majordome page` and the twin: a screen of 80x24 has no room for it.
        """
        pages = self.pages
        if pages is None:
            return ""
        from majordome.web.qr import blocks

        narrator = self._narrator
        lines = [narrator.notice(Notice("page_code", (pages.url, pages.keys.code)))]
        lines += [narrator.notice(Notice("twin_open", (pages.twin_url,))), "", blocks(pages.url)]
        return "\n".join(lines)

    def invited(self) -> tuple[str, str, str] | None:
        """Address, code and QR code for a screen that shows them for as long as they are wanted."""
        pages = self.pages
        if pages is None:
            return None
        from majordome.web.qr import blocks

        return pages.url, pages.keys.code, blocks(pages.url)

    def start(self) -> None:
        """In a thread of its own: the first press does not wait for the web."""
        self._thread.start()

    def _open(self) -> None:
        try:
            self._furnish()
        except ImportError as trouble:
            self._inputs.put(Notice("prop_failed", ("pages", f"pip install {trouble.name}")))
        except Exception as trouble:
            log.exception("there are no pages")
            self._inputs.put(Notice("prop_failed", ("pages", str(trouble) or type(trouble).__name__)))

    def _furnish(self) -> None:
        from majordome.web.box_access import BoxAccess
        from majordome.web.server import Pages

        button = TwinButton(
            clock=self._clock,
            tell=self._inputs.put,
            moment=lambda: self._prompter.snapshot.moment_meant(self._clock.now()),
        )
        access = BoxAccess(
            prompter=self._prompter,
            narrator=self._narrator,
            clock=self._clock,
            hear=self._hear,
            tell=self._inputs.put,
            evening=self._evening,
            account=self._account,
            ledger=self._ledger,
            hints=self._hints,
            speak=self._speak,
            pack=self._pack,
            names=lambda: SpokenNames(self._narrator.lang, cache_folder(), self._voice),
            names_folder=cache_folder(),
            wifi=self._wifi,
            speaker=self._speaker,
            button=button.edge,
        )
        page = self._settings.page
        pages = Pages(access, self._settings.evenings, host=page.listen, port=page.port, names=page.mdns)
        pages.board.states.choices.volume = self._settings.sound.volume
        pages.board.states.choices.sound_by = "box" if self._speaker is not None else "none"
        begun = self._prompter.snapshot
        pages.keys.invite((*begun.names, *pages.drafted), self._evening())
        self._pages = pages

        def join(performance: Performance) -> None:
            now_at = self._prompter.snapshot
            pages.body.lamp = manifest(now_at.evening.game).mood(now_at.mood)
            performance.stage.add(
                buzzer=[pages.body],
                hourglass=[pages.body],
                lamp=[pages.body],
                speaker=[pages.voice],
                page=[pages.voice, pages.board],
            )
            performance.watchers.append(pages.board.look)
            performance.ears.append(button)
            access.stays = lambda: performance.stays
            pages.board.look()

        if self._closed:
            return
        pages.start()
        if pages.wait(OPENING) and not self._closed:
            self._leave_word(pages)
            self._inputs.put(Joined(join))
            pages.keys.renewed = partial(self._renew, pages, [pages.keys.code])
            pages.moved = lambda: self._leave_word(pages)
            self.opened(pages)

    def _renew(self, pages: Pages, told: list[str]) -> None:
        """Another code, or only another token."""
        self._leave_word(pages)
        if told[-1] != pages.keys.code:
            told[:] = [pages.keys.code]
            self.renewed(pages)

    def _evening(self) -> str:
        """What was saved from a damaged journal is the same evening."""
        return self._journal().stem.partition(SALVAGED)[0]

    def _wifi(self) -> tuple[str, str, str] | None:
        wifi = wifi_of(self._settings)
        return (wifi.name, wifi.password, wifi.code) if wifi else None

    def _account(self, lang: Lang) -> list[str]:
        return list(account(read(self._journal()), lang=lang))

    def _ledger(self, lang: Lang, to_host: bool) -> LedgerTold:
        return self._opened_ledger().tell(lang, to_host=to_host)

    def _hints(self, lang: Lang, names: tuple[str, ...]) -> tuple[str, ...]:
        return self._opened_ledger().hints(lang, names)

    def _opened_ledger(self) -> LedgerPage:
        if self._ledger_page is None:
            from majordome.box.ledger_page import LedgerPage  # only when somebody asks: it brings the lab

            self._ledger_page = LedgerPage(self._settings.evenings, self._journal)
        return self._ledger_page

    def _game(self) -> Manifest | None:
        return self._narrator.game

    def _pack(self) -> SoundPack:
        return SoundPack(self._narrator.lang, folders(self._settings.sound.pack), self._game, self._voice)

    def _speak(self, lang: Lang, voice: Voice) -> None:
        """It is on the disk when this comes back, or the host knows that it is not."""
        self._voice = voice
        kept = Event()
        speak(lang, self._settings, self._narrator, self._speaker, self._inputs, voice, lambda answer, safe: kept.set())
        kept.wait(OPENING)

    def _leave_word(self, pages: Pages) -> None:
        """For `majordome page`: only the host's own account on this machine may read it."""
        from majordome.web.saved_files import keep

        told = {"url": pages.url, "code": pages.keys.code, "token": pages.keys.token, "twin": pages.twin_url}
        keep(self._about, {**told, "pid": os.getpid()})

    @property
    def _about(self) -> Path:
        return self._settings.evenings / ABOUT

    def close(self) -> None:
        """Shut the door; twice does no harm."""
        self._closed = True
        if self._thread.is_alive():
            self._thread.join(LEAVING)  # what opens too late finds the door shut, and goes with the process
        if self._pages is not None:
            self._pages.close()
            with suppress(OSError):
                self._about.unlink()


def speak(
    lang: Lang,
    settings: Settings,
    narrator: Narrator,
    speaker: PygameSpeaker | None,
    inputs: Inputs,
    voice: Voice | None = None,
    reply: Callable[[Answer, bool], None] | None = None,
) -> None:
    """The evening goes on in this language, in this voice or in the one that speaks by now; after a power cut, too."""
    own = settings.sound.pack
    voice = voice or (speaker.voice if speaker is not None else settings.sound.voice)

    def game() -> Manifest | None:
        return narrator.game

    narrator.speak(lang, SoundPack(lang, [own], game, voice).seconds if own is not None else None)
    if speaker is not None:
        speaker.speak(SoundPack(lang, folders(own), game, voice), SpokenNames(lang, cache_folder(), voice))
    inputs.put(Heard(Language(lang, voice), reply=reply))


def wants_pages(settings: Settings) -> bool:
    """Whether there are pages this evening."""
    return settings.page.on and not os.environ.get("MAJORDOME_NO_PAGE")


@contextmanager
def evening_pages(
    settings: Settings,
    prompter: Prompter,
    narrator: Narrator,
    clock: RealClock,
    inputs: Inputs,
    speaker: PygameSpeaker | None,
    journal: Callable[[], Path],
    hear: Callable[[Heard], None] | None = None,
) -> Iterator[EveningPages | None]:
    """The pages of this evening; None where the host wants none. `hear`: where what they say goes, if not the queue."""
    if not wants_pages(settings):
        yield None
        return
    pages = EveningPages(settings, prompter, narrator, clock, inputs, speaker, journal, hear)
    try:
        yield pages
    finally:
        pages.close()


def about(settings: Settings) -> dict[str, str] | None:
    """Where the page of the box that plays now is; None if none does."""
    try:
        told = json.loads((settings.evenings / ABOUT).read_text("utf-8"))
        with suppress(PermissionError):  # it runs, as somebody else
            os.kill(told["pid"], 0)
    except PermissionError:
        raise FileError(f"{settings.evenings / ABOUT}: only who plays the evening may read it: try sudo") from None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return {key: str(told[key]) for key in ("url", "code", "token", "twin")}
