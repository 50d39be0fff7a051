"""A box that leads other rooms, an evening at one's fingertips: all is real but the clock, the broker included."""

from __future__ import annotations

import json
from collections.abc import Callable
from queue import Empty, Queue
from typing import Any

from majordome.core.cues import Notice
from majordome.core.evening import Evening
from majordome.core.evening_queue import Inputs
from majordome.games.murder.testing import MurderParty
from majordome.rooms.leader_link import LeaderLink
from majordome.rooms.outbox import Message
from majordome.settings.rooms import Mqtt, Rooms
from rooms.broker import until

NOWHERE = Mqtt(broker="127.0.0.1", port=1)


class House(MurderParty):
    """A party whose evening is told to the other rooms."""

    def __init__(
        self,
        evening: Evening,
        mqtt: Mqtt,
        rooms: Rooms | None = None,
        *,
        machine: str = "0123456789abcdef",
        wall: Callable[[], float] = lambda: 1_700_000_000.0,
        **leader_link: Any,
    ) -> None:
        super().__init__(evening)
        self.inputs: Inputs = Queue()
        self.notices: list[Notice] = []
        self.performance = self._performance
        self.leader_link = LeaderLink(
            mqtt,
            rooms or Rooms(),
            machine,
            snapshot=lambda: self.prompter.snapshot,
            narrator=self.narrator,
            clock=self.clock,
            tell=self.inputs.put,
            wall=wall,
            **leader_link,
        )
        self.leader_link.join(self.performance)

    def connected(self) -> House:
        """Wait until it leads."""
        until(lambda: self.leader_link.leadership.leading, "it never leads")
        return self

    def take_all(self) -> None:
        """What came through the queue so far."""
        while True:
            try:
                heard = self.inputs.get_nowait()
            except Empty:
                return
            assert heard is not None
            if isinstance(heard, Notice):
                self.notices.append(heard)
            self.performance.take(heard)

    def take(self) -> None:
        """The next thing that comes through the queue."""
        until(lambda: not self.inputs.empty(), "nothing came through the queue")
        self.take_all()

    def close(self) -> None:
        self.leader_link.close()


def sent(house: House) -> list[Message]:
    """What lies in the outbox, in its order."""
    house.leader_link.outbox.open = True
    messages = []
    while (message := house.leader_link.outbox.next()) is not None:
        messages.append(message)
    return messages


def told(payload: bytes | None) -> Any:
    assert payload is not None
    return json.loads(payload)
