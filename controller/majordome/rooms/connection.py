"""The line to the broker: one thread, one client a connection, and again for ever.

The thread sends what lies in the outbox and hands on what comes in, so much a second and no more: a flood fills the
broker's buffers, not the box's. A client is used for one connection only, so that nothing old is ever sent again.
"""

from __future__ import annotations

import logging
import select
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from majordome.core.cues import Notice
from majordome.rooms.outbox import BrokerOutbox, Message
from majordome.settings.rooms import Mqtt

if TYPE_CHECKING:
    from paho.mqtt.client import Client

log = logging.getLogger(__name__)
KEEPALIVE = 10  # seconds
PATIENCE = 5.0  # seconds for a broker to answer
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds between tries
LONGEST_HEARD = 8192  # bytes of a message: more is not for us
QOS = 1  # of all: brokers keep the order of messages of one quality, not of two
A_SECOND = 200  # messages that are taken in
BREATH = 0.02  # seconds: the budget is dealt out in slices
MOST_UNHEARD = 40  # messages that a broker has not acknowledged
DEAF = 15.0  # seconds: a broker that acknowledges nothing for so long is left, and tried again
LAST_WORDS = 1.0  # seconds
GRACE = 5.0  # seconds: a broker that only starts anew is nothing to tell the host


class Arrived:
    """A message that came in."""

    __slots__ = ("payload", "retained", "topic")

    def __init__(self, topic: str, payload: bytes, *, retained: bool) -> None:
        self.topic, self.payload, self.retained = topic, payload, retained


class BrokerLine:
    """Keeps a connection. `heard`, `joined` and `left` are called in its own thread, and may only note and enqueue."""

    def __init__(
        self,
        mqtt: Mqtt,
        client_id: str,
        outbox: BrokerOutbox,
        *,
        will: Message,
        topics: Sequence[str],
        heard: Callable[[Arrived], None],
        joined: Callable[[Callable[[Message], object]], object] = lambda say: None,
        left: Callable[[], None] = lambda: None,
        tell: Callable[[Notice], None] = lambda notice: None,
    ) -> None:
        self.connected = Event()
        self._mqtt, self._client_id, self._outbox, self._will, self._topics = mqtt, client_id, outbox, will, topics
        self._heard, self._joined, self._left, self._tell = heard, joined, left, tell
        self.closing = False  # it says good-bye
        self._told = False  # the host knows that there is no broker
        self._absent_since: float | None = None
        self._heard_at = 0.0
        self._unheard = 0  # messages that the broker has not acknowledged
        self._budget = 0.0  # messages that may be taken in
        self._ours, self._theirs = socket.socketpair()
        for end in (self._ours, self._theirs):
            end.setblocking(False)
        outbox.wake = self._wake
        self._thread = Thread(target=self._run, name="rooms", daemon=True)

    def start(self) -> None:
        """In a thread of its own: the evening does not wait for it."""
        self._thread.start()

    def _wake(self) -> None:
        with suppress(OSError):  # its buffer is full of wakes already, or it is closed
            self._theirs.send(b".")

    def close(self) -> None:
        """Send what is left, if anybody listens; twice does no harm."""
        self.closing = True
        self._wake()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)
        elif self._thread.ident is None:  # it never began
            self._hang_up()

    # In its own thread.

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self.closing:
            trouble = ""
            try:
                trouble = self._once()
            except ImportError:
                self._tell(Notice("prop_failed", ("MQTT", "pip install 'majordome[mqtt]'")))
                return
            except Exception as fault:  # whatever a broker does, the line is tried again
                log.info("the broker: %s", fault, exc_info=not isinstance(fault, OSError))
                trouble = str(fault) or type(fault).__name__
            if self.connected.is_set():
                self.connected.clear()
                pause = FIRST_PAUSE
                self._guarded(self._left)
            if self._is_closing():
                break
            self._complain(trouble)
            self._rest(pause)
            pause = min(LONGEST_PAUSE, pause * 2)
        self._hang_up()

    def _hang_up(self) -> None:
        for end in (self._ours, self._theirs):
            end.close()

    def _is_closing(self) -> bool:
        return self.closing  # another thread's word

    def _complain(self, trouble: str) -> None:
        """The host is told once, and not of a moment's absence."""
        now = time.monotonic()
        if self._absent_since is None:
            self._absent_since = now
        if not self._told and now - self._absent_since >= GRACE:
            self._told = True
            self._tell(Notice("broker_missing", (self._mqtt.broker or "", trouble or "?")))

    def _rest(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.closing and (left := until - time.monotonic()) > 0:
            select.select([self._ours], [], [], left)
            self._drain_wakes()
            if not self.closing:
                time.sleep(min(BREATH, max(0.0, until - time.monotonic())))

    def _drain_wakes(self) -> None:
        with suppress(OSError):
            while self._ours.recv(4096):
                pass

    def _once(self) -> str:
        """One connection, from its beginning to its end; why it ended."""
        client, state = self._client()
        client.connect(self._mqtt.broker or "", self._mqtt.port, KEEPALIVE, **_clean(self._mqtt))
        try:
            until = time.monotonic() + PATIENCE
            while "answer" not in state:
                if self.closing or time.monotonic() > until:
                    return "it does not answer"
                self._turn(client, min(0.5, until - time.monotonic()), reads=True)
                if "gone" in state and not state.get("answer"):
                    return str(state["gone"])
            if state["answer"]:
                return str(state["answer"])
            self._arrived(client)
            self._converse(client, state)
            self._say_good_bye(client, state)
            return str(state.get("gone", ""))
        finally:
            with suppress(Exception):
                client.disconnect()
            with suppress(Exception):
                client.loop_write()
            if (line := client.socket()) is not None:
                with suppress(OSError):
                    line.close()

    def _client(self) -> tuple[Client, dict[str, Any]]:
        import paho.mqtt.client as paho
        from paho.mqtt.enums import CallbackAPIVersion

        state: dict[str, Any] = {}
        protocol = paho.MQTTv5 if self._mqtt.version == "5" else paho.MQTTv311
        client = paho.Client(
            CallbackAPIVersion.VERSION2, self._client_id, protocol=protocol, reconnect_on_failure=False
        )
        client.connect_timeout = PATIENCE
        client.max_queued_messages_set(2 * MOST_UNHEARD)
        if self._mqtt.user is not None:
            client.username_pw_set(self._mqtt.user, password_of(self._mqtt))
        if self._mqtt.tls:
            client.tls_set(ca_certs=str(self._mqtt.ca) if self._mqtt.ca else None)
        client.will_set(self._will.topic, self._will.payload, qos=1, retain=self._will.retain)
        client.on_connect = lambda c, u, flags, reason, p: state.update(answer=str(reason) if reason.is_failure else "")
        client.on_disconnect = lambda c, u, flags, reason, p: state.update(gone=str(reason))
        client.on_publish = lambda c, u, number, reason, p: self._was_heard()
        client.on_message = lambda c, u, message: self._take(message)
        return client, state

    def _arrived(self, client: Client) -> None:
        if self._topics:
            client.subscribe([(topic, QOS) for topic in self._topics])
        self._unheard = 0
        self._outbox.all_anew()
        self.connected.set()
        self._absent_since = None
        if self._told:
            self._told = False
            self._tell(Notice("broker_back", (self._mqtt.broker or "",)))
        self._guarded(partial(self._joined, partial(self._send, client)))

    def _converse(self, client: Client, state: dict[str, Any]) -> None:
        """Until it is gone, or the box is."""
        dealt = time.monotonic()
        while "gone" not in state:
            now = time.monotonic()
            self._budget, dealt = min(A_SECOND / 2, self._budget + (now - dealt) * A_SECOND), now
            while self._may_send(client) and (message := self._outbox.next()) is not None:
                if not self._send(client, message):
                    return
            if self.closing or (self._unheard and now - self._heard_at > DEAF):
                return
            self._turn(client, 1.0 if self._budget >= 1 else BREATH, reads=self._budget >= 1)

    def _may_send(self, client: Client) -> bool:
        """A broker that takes its time, or never says that it heard, is not sent more and more."""
        return not client.want_write() and self._unheard < MOST_UNHEARD

    def _send(self, client: Client, message: Message) -> bool:
        if not self._unheard:
            self._heard_at = time.monotonic()
        self._unheard += 1
        return not client.publish(message.topic, message.payload, QOS, message.retain).rc

    def _say_good_bye(self, client: Client, state: dict[str, Any]) -> None:
        """A line that is shut before the last word is acknowledged takes that word with it."""
        until = time.monotonic() + LAST_WORDS
        while self._unheard > 0 and "gone" not in state and time.monotonic() < until:
            self._turn(client, 0.1, reads=True)

    def _turn(self, client: Client, wait: float, *, reads: bool) -> None:
        """Wait for anything, and do it."""
        line = client.socket()
        if line is None:
            raise ConnectionError("the broker hung up")
        waiting = getattr(line, "pending", lambda: 0)() > 0  # TLS may hold what select cannot see
        readable, writable, _ = select.select(
            [self._ours, *([line] if reads else [])],
            [line] if client.want_write() else [],
            [],
            0 if waiting and reads else wait,
        )
        if self._ours in readable:
            self._drain_wakes()
        if writable:
            client.loop_write()
        if line in readable or (waiting and reads):
            client.loop_read()
        client.loop_misc()

    def _was_heard(self) -> None:
        self._unheard -= 1
        self._heard_at = time.monotonic()

    def _take(self, message: Any) -> None:
        self._budget -= 1
        if len(message.payload) <= LONGEST_HEARD:
            heard = Arrived(message.topic, message.payload, retained=message.retain)
            self._guarded(lambda: self._heard(heard))

    def _guarded(self, do: Callable[[], object]) -> None:
        try:
            do()
        except Exception:  # whatever is sent to the box, the line goes on
            log.exception("a message of the broker's was not understood")


def _clean(mqtt: Mqtt) -> dict[str, Any]:
    """Nothing is kept for us while we are away; under version 5 the broker also learns what is too long for us."""
    if mqtt.version != "5":
        return {}
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    wishes = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # paho's own
    wishes.MaximumPacketSize = LONGEST_HEARD + 1024
    return {"clean_start": True, "properties": wishes}


def password_of(mqtt: Mqtt) -> str | None:
    """Read when it is needed, and kept nowhere. A file that cannot be read is a broker that refuses, and says why."""
    if mqtt.password_file is None:
        return None
    try:
        return Path(mqtt.password_file).read_text("utf-8").strip("\r\n")
    except (OSError, ValueError) as trouble:
        raise ConnectionError(f"{mqtt.password_file}: {getattr(trouble, 'strerror', None) or 'is no text'}") from None
