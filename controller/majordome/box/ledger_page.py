"""The ledger as the pages show it when a game is over: tonight's company, and for the host tonight's chances."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from msgspec.structs import replace

from majordome.core.account import kept
from majordome.core.error_log import log_exception
from majordome.core.journal import Story, read
from majordome.core.library import manifest
from majordome.errors import Trouble
from majordome.lab.tonight import Tonight, by_round
from majordome.service.evenings_folder import recalled
from majordome.service.ledger import opened, who
from majordome.service.standings import awards, hints, sentence, standings
from majordome.web.messages import LedgerTold, OddsByRound, Stood
from majordome.words.narrator import Lang, Narrator

PATIENCE = 5.0  # seconds, for the disk


class LedgerPage:
    """Reads journals, and plays: slow, so it is asked in a thread, and each evening is played again only once."""

    def __init__(self, folder: Path, journal: Callable[[], Path]) -> None:
        self._folder = folder
        self._journal = journal
        self._lock = Lock()
        self._played: tuple[tuple[Path, int], Tonight | None] | None = None

    def tell(self, lang: Lang, *, to_host: bool) -> LedgerTold:
        """What everyone who was there may know; hints and chances for the host alone.

        Where cards are secret the room is not told of tonight: that tells who was what, and an end can be taken back.
        """
        with self._lock:
            path = self._journal()
            story = _to_its_end(path)
            names = story.header.evening.names
            try:
                ledger = opened(self._folder, path.stem)
            except (Trouble, OSError):
                log_exception(__name__, "the ledger cannot be read")
                return LedgerTold()
            tonight = [player.name for page in ledger.pages if page.journal == path.stem for player in page.players]
            here = {who(name) for name in (*names, *tonight)}
            if not to_host and manifest(story.header.evening.game).secrets:
                ledger = replace(ledger, pages=tuple(page for page in ledger.pages if page.journal != path.stem))
            mine = [award for award in awards(ledger) if who(award.name) in here]
            return LedgerTold(
                tuple(
                    Stood(each.name, each.evenings, each.won, each.score)
                    for each in standings(ledger)
                    if who(each.name) in here
                ),
                tuple(sentence(award, "award", lang) for award in mine),
                tuple(sentence(award, "hint", lang) for award in hints(ledger, [*names, *tonight])) if to_host else (),
                self._odds(path, story, lang) if to_host else None,
            )

    def hints(self, lang: Lang, names: tuple[str, ...]) -> tuple[str, ...]:
        """What the host might make up to these guests, while the next evening is put together."""
        with self._lock:
            try:
                ledger = opened(self._folder, self._journal().stem)
            except (Trouble, OSError):
                log_exception(__name__, "the ledger cannot be read")
                return ()
            return tuple(sentence(hint, "hint", lang) for hint in hints(ledger, names)) if names else ()

    def _odds(self, path: Path, story: Story, lang: Lang) -> OddsByRound | None:
        key = (path, len(story.entries))
        if self._played is None or self._played[0] != key:
            self._played = (key, _chances(story))
        tonight = self._played[1]
        if tonight is None or not tonight.rounds:
            return None
        narrator = Narrator(lang, game=manifest(story.header.evening.game))
        rounds = tuple((narrator.fact(heading, "heading"), round(chance, 2)) for heading, chance in tonight.rounds)
        return OddsByRound(narrator.called("winner", tonight.side), rounds)


def _to_its_end(path: Path) -> Story:
    """The page hears of an end before a slow disk has it: whoever asks is told of tonight all the same."""
    deadline = time.monotonic() + PATIENCE
    while not recalled(story := read(path)).finished and time.monotonic() < deadline:
        time.sleep(0.05)
    return story


def _chances(story: Story) -> Tonight | None:
    try:
        return by_round(story.header.evening, [happened.event for happened, _ in kept(story)])
    except Exception:  # noqa: BLE001  # a figure is worth no evening: log_exception() writes it down
        log_exception(__name__, "tonight's chances cannot be told")
        return None
