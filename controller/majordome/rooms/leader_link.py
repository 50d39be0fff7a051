"""The side of the contract of a box that leads: the line to the broker, what goes out and what comes in."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from majordome.core.clock import RealClock, VirtualClock
from majordome.core.cues import Notice
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Joined
from majordome.core.library import manifest
from majordome.core.race import RaceLock
from majordome.core.snapshot import Snapshot
from majordome.rooms.announcer import Announcer
from majordome.rooms.connection import Arrived, BrokerLine
from majordome.rooms.discovery import discovery
from majordome.rooms.leadership import Leadership
from majordome.rooms.orders import Orders, RateLimit
from majordome.rooms.outbox import BrokerOutbox, Message
from majordome.rooms.remote_inputs import RemoteEars
from majordome.rooms.topics import OFFLINE, ONLINE, THINGS, Topics
from majordome.settings.rooms import Mqtt, Rooms, known_moments
from majordome.words.narrator import Lang, Narrator


class LeaderLink:
    """The box's link to the broker. Nothing is sent before it is known that no other box leads on this root."""

    def __init__(
        self,
        mqtt: Mqtt,
        rooms: Rooms,
        machine: str,
        *,
        snapshot: Callable[[], Snapshot],
        narrator: Narrator,
        clock: RealClock | VirtualClock,
        tell: Callable[[Any], None],
        volume: Callable[[], int | None] = lambda: None,
        set_volume: Callable[[float], None] | None = None,
        speak: Callable[[Lang], None] = lambda lang: None,
        lamps: Callable[[], list[Any]] = list,
        wall: Callable[[], float] = time.time,
        race: RaceLock | None = None,
    ) -> None:
        self.topics = topics = Topics(mqtt.root, mqtt.box)
        self.outbox = BrokerOutbox()
        self._tell = tell
        self._mqtt, self._narrator, self._speaker = mqtt, narrator, set_volume is not None
        self._home_knows: tuple[str, str] | None = None
        self._snapshot = snapshot
        self._patience = RateLimit(1.0)  # each that comes is welcomed once a second
        self._told_of: str | None = None
        self._echo, self._token = f"{topics.own}/echo", secrets.token_hex(4).encode()
        self._say: Callable[[Message], object] = lambda message: None
        self.announcer = Announcer(
            topics,
            self.outbox,
            snapshot=snapshot,
            narrator=narrator,
            clock=clock,
            rules=rooms.on,
            volume=volume,
            wall=wall,
        )
        self.orders = Orders(tell=tell, snapshot=snapshot, clock=clock, volume=set_volume, speak=speak, lamps=lamps)
        self.ears = RemoteEars(
            rooms.senses, race=race, clock=clock, tell=tell, moment=lambda: snapshot().moment_meant(clock.now())
        )
        self.leadership = Leadership(topics, machine, wall=wall, leads=self._lead, yields=self._yield_to)
        self.line = BrokerLine(
            mqtt,
            f"majordome-{mqtt.box}-{machine[:8]}",
            self.outbox,
            will=Message(topics.status, OFFLINE, retain=True),
            topics=(
                *(topics.leader, f"{mqtt.root}/+/status", self._echo),
                *(*map(topics.set, THINGS), *self._home_status(), *self.ears.topics),
            ),
            heard=self._heard,
            joined=self._joined,
            left=self._left,
            tell=tell,
        )

    def join(self, performance: Performance) -> None:
        """Take part in the evening."""
        performance.stage.add(page=[self.announcer])
        performance.ears += self.ears.ears
        performance.watchers += [self._tell_home, self.announcer.look]
        self.announcer.look()
        self.line.start()

    def _home_status(self) -> list[str]:
        return [f"{self._mqtt.home_assistant}/status"] if self._mqtt.home_assistant else []

    def _tell_home(self, *, again: bool = False) -> None:
        """Home Assistant is told what there is, in the butler's language; anew where that, or the game, has changed."""
        now_at = self._snapshot()
        if not again and (self._home_knows is None or now_at.dark):
            return  # not before somebody listens, and not in the dark
        knows = (self._narrator.lang, game := now_at.evening.game)
        if self._mqtt.home_assistant and (again or knows != self._home_knows):
            self._home_knows = knows
            told = discovery(self._mqtt, self._narrator, manifest(game), known_moments(), speaker=self._speaker)
            for message in told:
                self.outbox.lay(message)

    def _home_came(self) -> None:
        """Home Assistant has begun anew, and has forgotten; in the dark it is told when the light is back."""
        if self._home_knows is not None:  # otherwise it is told when this box leads
            self._home_knows = ("", "")
            self._tell_home()

    def close(self) -> None:
        """Off; twice does no harm."""
        self.line.closing = True  # what it says of itself now is its last word
        if self.leadership.leading:
            self.outbox.lay(Message(self.topics.status, OFFLINE, retain=True))
        self.line.close()

    # In the thread of the line.

    def _joined(self, say: Callable[[Message], object]) -> None:
        """Its own echo comes behind all that the broker remembers."""
        self.outbox.open = False
        self._say = say
        self.leadership.begin()
        say(Message(self._echo, self._token))

    def _left(self) -> None:
        self.leadership.begin()
        self.ears.all_gone()

    def _lead(self) -> None:
        self._told_of = None
        self._say(Message(self.topics.status, ONLINE, retain=True))  # first of all: whoever comes now shall know of it
        self._say(Message(self.topics.leader, self.leadership.claim(), retain=True))
        self._tell_home(again=True)  # here, because every game is looked through for its moments
        self.outbox.open = True
        self.outbox.all_anew()

    def _yield_to(self, box: str) -> None:
        if self.outbox.open and box != self.topics.box:
            self._say(Message(self.topics.status, OFFLINE, retain=True))
        self.outbox.open = False
        if self._told_of != box:
            self._told_of = box
            self._tell(Notice("two_leaders", (box, self.topics.root)))

    def _heard(self, heard: Arrived) -> None:
        topics = self.topics
        self.ears.hear(heard.topic, heard.payload, retained=heard.retained, step=self.announcer.step)
        if heard.topic == self._echo:
            if heard.payload == self._token:
                self.leadership.settled()
        elif heard.topic in self._home_status():
            if heard.payload == ONLINE and not heard.retained and self._patience.allows("home"):
                self._tell(Joined(lambda performance: self._home_came()))
        elif heard.topic == topics.leader or heard.topic.endswith("/status"):
            self._heard_of_a_box(heard)
        elif self.leadership.leading and (thing := topics.thing_set(heard.topic)) is not None:
            self.orders.take(thing, heard.payload, retained=heard.retained)

    def _heard_of_a_box(self, heard: Arrived) -> None:
        topics = self.topics
        if heard.topic == topics.status and self.leadership.leading:
            if heard.payload != ONLINE and not self.line.closing:  # the last word of a box that bears our name
                self.outbox.lay(Message(topics.status, ONLINE, retain=True))
            return
        self.leadership.heard(heard.topic, heard.payload)
        if heard.topic == topics.leader and self.leadership.leading and heard.payload != self.leadership.claim():
            self.outbox.lay(Message(topics.leader, self.leadership.claim(), retain=True))  # satellites go by it
        if heard.payload != ONLINE or heard.retained or not self.leadership.leading:
            return
        if self._patience.allows(heard.topic):
            self._tell(Joined(lambda performance: self.announcer.welcome()))
