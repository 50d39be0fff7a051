"""A satellite's side of the contract: it plays the leader's cues, and tells what is sensed at its own end.

It keeps no journal and knows no rules: the leader's evening is the only one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from majordome.core.cues import Cue, Fact, Notice
from majordome.core.plain_values import Misfit, from_plain, snake
from majordome.rooms.connection import Arrived, BrokerLine
from majordome.rooms.leadership import claim_of
from majordome.rooms.outbox import BrokerOutbox, Message
from majordome.rooms.room_state import FOR_SATELLITES
from majordome.rooms.topics import OFFLINE, ONLINE, Topics, as_bytes, from_bytes
from majordome.settings.rooms import Mqtt

KINDS: dict[str, type[Cue]] = {snake(kind.__name__): kind for kind in FOR_SATELLITES}
MOST_CUES = 64  # of one step


class LeadersOrders(msgspec.Struct, frozen=True):
    """What the leader wants here, now."""

    game: str
    cues: tuple[Cue, ...]
    dark: bool
    lang: str | None = None  # told with what lasts


@cache
def fact_named(name: str, seconds: int) -> Fact:
    """A fact of a game, of which a lamp and a speaker need only the name."""
    kind: Any = msgspec.defstruct("".join(part.title() for part in name.split("_")), [], bases=(Fact,), frozen=True)
    kind.seconds = seconds
    made: Fact = kind()
    return made


def cue_from(plain: Any) -> Cue | None:
    """A cue that was sent; None where it is none that a satellite plays."""
    if not isinstance(plain, dict):
        return None
    match plain:
        case {"is": "fact", "fact": str(name), "seconds": int(seconds)} if name.isidentifier() and len(name) <= 40:
            return fact_named(name, min(60, max(0, seconds)))
    kind = KINDS.get(str(plain.get("is")))
    if kind is None:
        return None
    try:
        return from_plain(kind, {key: value for key, value in plain.items() if key != "is"})
    except (Misfit, TypeError, ValueError):
        return None


class SatelliteLink:
    """A satellite's link: it understands in the line's thread; `do` and `tell` put into the satellite's own queue."""

    def __init__(
        self,
        mqtt: Mqtt,
        machine: str,
        *,
        do: Callable[[LeadersOrders], None],
        tell: Callable[[Notice], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.topics = topics = Topics(mqtt.root, mqtt.box)
        self.outbox = BrokerOutbox()
        self.leader: str | None = None
        self.step = 0  # of the leader's room: what a press here is meant for
        self._do, self._now, self._tell = do, now, tell
        self._since = 0.0  # which of the leader's tellings this is
        self._played = self._number = -1
        self.line = BrokerLine(
            mqtt,
            f"majordome-{mqtt.box}-{machine[:8]}",
            self.outbox,
            will=Message(topics.status, OFFLINE, retain=True),
            topics=(topics.leader, f"{mqtt.root}/+/cue", f"{mqtt.root}/+/lasting", f"{mqtt.root}/+/state"),
            heard=self._heard,
            left=self._left,
            tell=tell,
        )

    def start(self, levels: dict[str, bool]) -> None:
        """Say that it is here, and how its chairs are."""
        for part, level in levels.items():
            self.level(part, level)
        self.outbox.lay(Message(self.topics.status, ONLINE, retain=True))
        self.line.start()

    def level(self, part: str, on: bool) -> None:
        """A chair: a level that lasts."""
        self.outbox.lay(Message(f"{self.topics.own}/{part}", b"on" if on else b"off", retain=True))

    def edge(self, part: str, down: bool) -> None:
        """A press: an edge that passes, with its own time and what it was meant for."""
        told = {"down": down, "t": round(self._now(), 4), "step": self.step}
        self.outbox.lay(Message(f"{self.topics.own}/{part}", as_bytes(told)))

    def close(self) -> None:
        """Off; twice does no harm."""
        self.outbox.lay(Message(self.topics.status, OFFLINE, retain=True))
        self.line.close()

    # In the thread of the line.

    def _left(self) -> None:
        self._played = self._number = -1  # whatever comes then may have been missed

    def _heard(self, heard: Arrived) -> None:
        if heard.topic == self.topics.leader:
            claim = claim_of(heard.payload)
            if claim is not None and claim.box != self.leader:
                self.leader, self._played, self._number = claim.box, -1, -1
            return
        _, box, kind = heard.topic.rsplit("/", 2)
        told = from_bytes(heard.payload)
        if not isinstance(told, dict) or type(step := told.get("step")) is not int:
            return
        if self.leader is not None and box != self.leader:
            return
        if kind == "state":
            self.step = step
        elif self._is_news(kind, told, step) and not (kind == "cue" and heard.retained):
            self.step = self._played = step
            self._play(told)

    def _is_news(self, kind: str, told: dict[str, Any], step: int) -> bool:
        """Told twice is played once, and what comes behind what followed it is over."""
        since, number = told.get("since"), told.get("number")
        if not isinstance(since, float | int):
            return False
        if since != self._since:  # the leader has begun anew
            self._since, self._played, self._number = since, -1, -1
        if kind == "lasting":
            return step > self._played
        if type(number) is not int or number <= self._number or step < self._played:
            return False
        self._number = number
        return True

    def _play(self, told: dict[str, Any]) -> None:
        sent = told.get("cues")
        plain: Sequence[Any] = sent[:MOST_CUES] if isinstance(sent, list) else []
        cues = tuple(cue for each in plain if (cue := cue_from(each)) is not None)
        lang = told.get("lang")
        self._do(
            LeadersOrders(
                str(told.get("game")), cues, told.get("dark") is True, lang if isinstance(lang, str) else None
            )
        )
