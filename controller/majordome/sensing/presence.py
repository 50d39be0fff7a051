"""Who sits on a chair: a level that must last. A fidgeting sitter does not raise the alarm. Pure."""

from __future__ import annotations

from majordome.core.events import Chair, ChairLeft, ChairTaken

SITS_AFTER = 0.2  # seconds
STANDS_AFTER = 1.0  # standing up for over a second raises the alarm, shifting on the seat does not


class Presence:
    """Turns a trembling level into `ChairTaken` and `ChairLeft`."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.taken = False
        self._since: float | None = None  # the level has been the other one since then

    def due(self) -> float | None:
        """When the level has lasted, if it does."""
        if self._since is None:
            return None
        return self._since + (STANDS_AFTER if self.taken else SITS_AFTER)

    def level(self, sits: bool, at: float) -> None:
        """What the switch says."""
        if sits is self.taken:
            self._since = None
        elif self._since is None:
            self._since = at

    def tick(self, now: float) -> ChairTaken | ChairLeft | None:
        """Told once, when the level has lasted."""
        due = self.due()
        if due is None or now < due:
            return None
        self.taken, self._since = not self.taken, None
        return ChairTaken(self.chair) if self.taken else ChairLeft(self.chair)
