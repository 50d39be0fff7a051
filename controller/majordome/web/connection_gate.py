"""New connections: each waits here until its first bytes are there, and is let in after one cheap look at them.

Nothing has been read, parsed or begun for anybody who waits. A phone that brings a host's key goes in whatever the
crowd; of everybody else, so many of one address: no number of connections keeps the house busy.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable
from time import monotonic

from majordome.web.closing_connections import RefusedConnections, hang_up

log = logging.getLogger(__name__)

LONGEST_LOOK = 2048  # bytes
BACKLOG, AT_ONCE = 1024, 16  # who may wait in the street, and who comes up between two other things the pages do
MOST_WAITING, MOST_WAITING_OF_ONE = 160, 128  # twenty phones behind a travel router open six each
FIRST_WORD = 5.0  # seconds
COMES, COMES_A_SECOND = 240.0, 25.0  # connections of one address: at once, and in the long run
TOLD, TOLD_A_SECOND = 20.0, 2.0  # of those who have come too often: they hear why, the others nothing
MOST_ADDRESSES = 640
OUT_OF_HANDLES = 1.0  # second, until somebody is let up again

Leads = Callable[[bytes], bool]
Admit = Callable[[socket.socket, str, bool], None]


class AddressRateLimit:
    """How often each address may do something: so many times at once, and so many a second in the long run."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}  # times left, and when that was so

    def allows(self, who: str, most: float, a_second: float) -> bool:
        """Whether this address may, now; if so, it counts."""
        return self.seconds_to_wait(who, most, a_second) == 0

    def seconds_to_wait(self, who: str, most: float, a_second: float, patience: float = 0.0) -> float | None:
        """Seconds until this address may, and that counts; None where it would be longer than the patience."""
        now = self._clock()
        left, since = self._left.get(who, (most, now))
        left = min(most, left + (now - since) * a_second) - 1
        debt = patience * a_second
        self._left[who] = (max(left, -1.0 - debt), now)
        if len(self._left) > MOST_ADDRESSES:  # forget those who have gone
            self._left = dict(sorted(self._left.items(), key=lambda item: item[1][1])[-MOST_ADDRESSES // 4 :])
        return max(0.0, -left / a_second) if left >= -debt else None


class ConnectionGate:
    """Takes connections, and hands on those that are let in. Of too many, or too silent ones, it closes some."""

    def __init__(self, leads: Leads, let_in: Admit, too_many: Callable[[], bytes]) -> None:
        self._leads = leads  # whether a host's key is in these first bytes
        self._let_in = let_in
        self._too_many = too_many  # what those hear who come too often
        self._refused = RefusedConnections()
        self._listener: socket.socket | None = None
        self._waiting: dict[socket.socket, tuple[str, float]] = {}  # address, and since when; in the order they came
        self._rate, self._words = AddressRateLimit(), AddressRateLimit()
        self._sweeping = False

    def open(self, host: str, port: int) -> int:
        """Take connections from now on; the port."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
        self._listener.setblocking(False)
        asyncio.get_running_loop().add_reader(self._listener, self._come_up)
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """Nobody comes any more."""
        if self._listener is not None:
            asyncio.get_running_loop().remove_reader(self._listener)
            self._listener.close()
            self._listener = None
        for plug in list(self._waiting):
            self._turn_away(plug)
        self._refused.close()

    def _come_up(self) -> None:
        for _ in range(AT_ONCE):
            if self._listener is None:
                return
            try:
                plug, peer = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as trouble:  # no handles left: those who are inside go first
                log.warning("nobody can be let up: %s", trouble.strerror)
                loop = asyncio.get_running_loop()
                loop.remove_reader(self._listener)
                loop.call_later(OUT_OF_HANDLES, self._again)
                return
            plug.setblocking(False)
            address = str(peer[0])
            if not self._look(plug, address):
                self._stand(plug, address)

    def _again(self) -> None:
        if self._listener is not None:
            asyncio.get_running_loop().add_reader(self._listener, self._come_up)

    def _stand(self, plug: socket.socket, address: str) -> None:
        """Of too many who say nothing, the first of the most crowded address goes."""
        self._waiting[plug] = (address, monotonic())
        asyncio.get_running_loop().add_reader(plug, self._speaks, plug, address)
        crowds = Counter(address for address, _ in self._waiting.values())
        crowded = address if crowds[address] > MOST_WAITING_OF_ONE else None
        if crowded is None and len(self._waiting) > MOST_WAITING:
            crowded = crowds.most_common(1)[0][0]
        if crowded is not None:
            self._turn_away(next(plug for plug, (address, _) in self._waiting.items() if address == crowded))
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(FIRST_WORD / 5, self._sweep)

    def _sweep(self) -> None:
        """Whoever says nothing for long goes."""
        now = monotonic()
        for plug, (_, since) in list(self._waiting.items()):
            if now - since >= FIRST_WORD:
                self._turn_away(plug)
        self._sweeping = bool(self._waiting)
        if self._sweeping:
            asyncio.get_running_loop().call_later(FIRST_WORD / 5, self._sweep)

    def _speaks(self, plug: socket.socket, address: str) -> None:
        if plug in self._waiting:
            self._leave(plug)
            if not self._look(plug, address):  # nothing after all
                self._stand(plug, address)

    def _look(self, plug: socket.socket, address: str) -> bool:
        """Whether it is settled what becomes of this one. The bytes stay where they are."""
        try:
            first = plug.recv(LONGEST_LOOK, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            first = b""
        leads = bool(first) and self._leads(first)
        if leads or (first and self._rate.allows(address, COMES, COMES_A_SECOND)):
            self._let_in(plug, address, leads)
        elif first and self._words.allows(address, TOLD, TOLD_A_SECOND):
            self._refused.tell(plug, address, self._too_many())
        else:
            hang_up(plug)
        return True

    def _leave(self, plug: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(plug)
        self._waiting.pop(plug, None)

    def _turn_away(self, plug: socket.socket) -> None:
        self._leave(plug)
        hang_up(plug)
