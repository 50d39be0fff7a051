"""What waits to be sent. The evening's thread only lays it here; whatever the network does, that takes no time.

A lasting message is kept, one a topic, and told again to every broker that comes. A passing one is worth something for
a moment only: where it cannot be sent by then it is never sent, because a moment told a minute later is a lie.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock

from msgspec import Struct

MOST_WAITING = 256  # passing messages
STALE = 3.0  # seconds


class Message(Struct, frozen=True):
    """Something to publish."""

    topic: str
    payload: bytes
    retain: bool = False


class BrokerOutbox:
    """Two shelves: what lasts, and what passes. `wake` is called, from any thread, when there is news."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.wake: Callable[[], None] = lambda: None
        self.open = True  # False: all of it waits, until it is known who leads
        self.dropped = 0
        self._now = now
        self._lock = Lock()
        self._lasting: OrderedDict[str, bytes] = OrderedDict()
        self._waiting: deque[tuple[float, Message]] = deque()
        self._news: OrderedDict[str, None] = OrderedDict()  # topics of what lasts and was not sent

    def lay(self, message: Message) -> None:
        """Put it here; never waits."""
        with self._lock:
            if message.retain:
                self._lasting[message.topic] = message.payload
                self._news[message.topic] = None
                self._news.move_to_end(message.topic)
            else:
                if len(self._waiting) >= MOST_WAITING:
                    self._waiting.popleft()
                    self.dropped += 1
                self._waiting.append((self._now(), message))
        self.wake()

    def lasting(self, topic: str) -> bytes | None:
        """The message that lasts on this topic by now."""
        return self._lasting.get(topic)

    def is_empty(self) -> bool:
        """Whether nothing waits to be sent."""
        return not self._news and not self._waiting

    def forget(self, topic: str) -> None:
        """It lasts no longer, and is not told again."""
        with self._lock:
            self._lasting.pop(topic, None)
            self._news.pop(topic, None)

    def all_anew(self) -> None:
        """Another broker, or the same one with an empty memory: all that lasts is news. What passed has passed."""
        with self._lock:
            self._news = OrderedDict.fromkeys(self._lasting)
            self.dropped += len(self._waiting)
            self._waiting.clear()

    def next(self) -> Message | None:
        """The next to send: what passes first, it cannot wait."""
        if not self.open:
            return None
        with self._lock:
            while self._waiting:
                laid, message = self._waiting.popleft()
                if self._now() - laid <= STALE:
                    return message
                self.dropped += 1
            if self._news:
                topic, _ = self._news.popitem(last=False)
                return Message(topic, self._lasting[topic], retain=True)
        return None
