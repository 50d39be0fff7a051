"""Seconds of play: they stand still in a pause and while the box is off, and go back with a step back."""

from __future__ import annotations


class Playtime:
    """A watch that is told the real time by whoever looks at it."""

    def __init__(self) -> None:
        self._played = 0.0
        self._since: float | None = None

    @property
    def stopped(self) -> bool:
        """It stands still."""
        return self._since is None

    def at(self, now: float) -> float:
        """Seconds of play at this moment."""
        return self._played if self._since is None else self._played + (now - self._since)

    def start(self, played: float, now: float) -> None:
        """Go on from so many seconds."""
        self._played, self._since = played, now

    def stop(self, now: float) -> None:
        """Stand still."""
        self._played, self._since = self.at(now), None

    def set(self, played: float, now: float) -> None:
        """Turn it back, without starting or stopping it."""
        self._played = played
        if self._since is not None:
            self._since = now
