"""One root, one leader: who leads the evening, by a retained claim. Pure; called in the thread of the line.

A box that comes second says so to its host and waits. A box that was killed and comes back is the same machine, and
leads on at once. Where two claims meet because the broker had forgotten both, the older one holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from majordome.rooms.topics import ONLINE, Topics, as_bytes, from_bytes


class Claim(Struct, frozen=True, order=True):
    """Who leads, and since when."""

    since: float
    machine: str
    box: str


def claim_of(payload: bytes) -> Claim | None:
    """What somebody claims; None where it is no claim."""
    match from_bytes(payload):
        case {"since": float() | int() as since, "machine": str(machine), "box": str(box)}:
            return Claim(float(since), machine, box)
    return None


class Leadership:
    """Whether this box leads. `leads` and `yields` are called when that changes."""

    def __init__(
        self,
        topics: Topics,
        machine: str,
        *,
        wall: Callable[[], float],
        leads: Callable[[], None],
        yields: Callable[[str], None],
    ) -> None:
        self.leading = False
        self._topics, self._machine, self._wall = topics, machine, wall
        self._leads, self._yields = leads, yields
        self._own: Claim | None = None
        self._other: Claim | None = None
        self._here: dict[str, bool] = {}  # boxes that say that they are on, or off
        self._settled = False

    def begin(self) -> None:
        """Another connection: first hear what the broker remembers."""
        self.leading = self._settled = False
        self._other = None
        self._here.clear()

    def settled(self) -> None:
        """All that the broker remembers has been heard."""
        self._settled = True
        self._judge()

    def claim(self) -> bytes:
        """What is claimed while this box leads."""
        assert self._own is not None
        told: dict[str, Any] = {"box": self._own.box, "machine": self._own.machine, "since": self._own.since}
        return as_bytes(told)

    def heard(self, topic: str, payload: bytes) -> None:
        """Somebody's claim, or how somebody is."""
        if topic == self._topics.leader:
            claim = claim_of(payload)
            self._other = claim if claim is not None and claim.machine != self._machine else None
        else:
            self._here[topic.split("/")[-2]] = payload == ONLINE
        if self._settled:
            self._judge()

    def _judge(self) -> None:
        other = self._other
        if other is not None and not self._here.get(other.box, other.box == self._topics.box):
            other = None  # a claim without anybody behind it
        if other is not None and not (self.leading and self._own is not None and self._own < other):
            self.leading, self._own = False, None
            self._yields(other.box)
        elif not self.leading or other is not None:
            self._own = self._own or Claim(self._wall(), self._machine, self._topics.box)
            self.leading, self._other = True, None if other is not None else self._other
            self._leads()
