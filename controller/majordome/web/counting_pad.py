"""The hands counted so far, kept on disk: a power cut in the middle of a count must not cost the count."""

from __future__ import annotations

from pathlib import Path

from majordome.core.plain_values import Misfit, from_plain
from majordome.core.snapshot import Snapshot
from majordome.web.messages import Pad
from majordome.web.saved_files import forget, keep, kept

FILE = "pad.json"
Counted = tuple[tuple[str, int], ...]


class CountingPad:
    """One count, of one moment of the evening."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self.votes: Counted = ()

    def write(self, votes: Counted, now_at: Snapshot) -> None:
        """Keep what the host has counted so far."""
        self.votes = votes
        keep(self._path, {"at": _at(now_at), "votes": votes})

    def look(self, now_at: Snapshot) -> None:
        """Another moment: what was counted at this very one, before a power cut or a step back, counts again."""
        found, self.votes = kept(self._path), ()
        if isinstance(found, dict) and found.get("at") == _at(now_at):
            try:
                self.votes = from_plain(Pad, {"votes": found.get("votes")}).votes
            except Misfit:
                forget(self._path)

    def clear(self) -> None:
        """Forget the count: another evening begins."""
        self.votes = ()
        forget(self._path)


def _at(now_at: Snapshot) -> list[object]:
    """Which moment it is, whoever sits down on a chair meanwhile."""
    step = now_at.undoes
    return [now_at.beat.name if now_at.beat else "", step.beat if step else "", step.t if step else 0.0]
