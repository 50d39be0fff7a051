"""Tells the other rooms of the evening: a page of the stage that sees every cue, and looks after each step.

The dark binds the wire. When eyes close, what that step shows is sent, as it is every night; from then on nothing,
until a step opens them. So nothing that is chosen in the dark, and no time that somebody takes for it, can be read
off the broker. By day nothing is sent unless the room sees something new.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from majordome.core.clock import RealClock, VirtualClock
from majordome.core.cues import Cue, Fact
from majordome.core.library import manifest
from majordome.core.snapshot import Snapshot
from majordome.core.view import RoomView, room
from majordome.rooms.outbox import BrokerOutbox, Message
from majordome.rooms.room_state import StateOfTheRoom, for_satellites, lamp_of, moment_of
from majordome.rooms.topics import Topics, as_bytes
from majordome.settings.rooms import Rule
from majordome.words.narrator import Narrator


class Announcer:
    """In the thread of the evening: it only makes messages, and lays them into the outbox."""

    def __init__(
        self,
        topics: Topics,
        outbox: BrokerOutbox,
        *,
        snapshot: Callable[[], Snapshot],
        narrator: Narrator,
        clock: RealClock | VirtualClock,
        rules: Sequence[Rule] = (),
        volume: Callable[[], int | None] = lambda: None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.step = 0  # how often the room saw something new: what a remote press was meant for
        self._topics, self._outbox, self._rules = topics, outbox, rules
        self._snapshot, self._narrator, self._clock, self._volume = snapshot, narrator, clock, volume
        self._states = StateOfTheRoom(narrator, getattr(clock, "speed", 1.0), wall)
        self._since = round(wall(), 3)  # with the number, what tells a cue from the same one told twice
        self._number = 0
        self._cues: list[Cue] = []
        self._room: RoomView | None = None
        self._at: Snapshot | None = None
        self._shown: dict[str, Any] | None = None
        self._sent: dict[str, bytes] = {}

    def show(self, cue: Cue) -> None:
        """As a page of the stage."""
        self._cues.append(cue)

    def look(self) -> None:
        """A step has been played."""
        now_at, now = self._snapshot(), self._clock.now()
        cues, self._cues = self._cues, []
        before, pressed = self._room, self._at is None or self._at.last is not now_at.last
        if self._at is not None and (self._at.evening is not now_at.evening or self._at.finished):
            before = None  # of another evening
        self._at, self._room = now_at, room(now_at, now, before)
        if before is not None and before.dark and now_at.dark:
            return  # closed eyes, and the wire, learn nothing
        state = self._states.of(now_at, self._room, now)
        news = state != self._shown
        if news:
            self.step += 1
            self._shown = state
        self._tell_moments(now_at, cues, pressed=news and pressed)
        if news:
            self._last(self._topics.state, as_bytes({**state, "step": self.step}))
        self._last_for_satellites(now_at, now)
        self._last(self._topics.lamp, as_bytes(lamp_of(manifest(now_at.evening.game).mood(self._room.mood))))
        if (volume := self._volume()) is not None:
            self._last(self._topics.volume, str(volume).encode())

    def _tell_moments(self, now_at: Snapshot, cues: Sequence[Cue], *, pressed: bool) -> None:
        played = [told for cue in cues if (told := for_satellites(cue)) is not None]
        if played:
            self._number += 1
            told = {"step": self.step, "game": now_at.evening.game, "dark": now_at.dark, "cues": played}
            self._pass(self._topics.cue, {"since": self._since, "number": self._number, **told})
        if pressed and now_at.last is not None and now_at.last.event.by_host:
            self._pass(self._topics.event("press"), {"event_type": "press", "step": self.step})
        for cue in cues:
            if (moment := moment_of(cue)) is None:
                continue
            name, which, about = moment
            self._pass(self._topics.event(name), {"event_type": name, "step": self.step, **about})
            for rule in self._rules:
                if rule.moment == name and rule.which in ("", which):
                    self._outbox.lay(Message(rule.topic, rule.payload.encode(), rule.retain))

    def _last_for_satellites(self, now_at: Snapshot, now: float) -> None:
        lasting = [cue for cue in now_at.lasting(now) if not isinstance(cue, Fact)]  # a fact is heard once
        cues = [told for cue in lasting if (told := for_satellites(cue)) is not None]
        seen = {"since": self._since, "step": self.step, "game": now_at.evening.game}
        seen |= {"lang": self._narrator.lang, "dark": now_at.dark}
        steady = as_bytes(
            {**seen, "cues": [{**cue, "left": None} if cue["is"] == "hourglass" else cue for cue in cues]}
        )
        if self._sent.get("steady") != steady:  # falling sand alone is no news
            self._sent["steady"] = steady
            self._last(self._topics.lasting, as_bytes({**seen, "cues": cues}))

    def welcome(self) -> None:
        """A satellite has come: it is told how things are by now. In the dark, as they were when eyes closed."""
        now_at = self._snapshot()
        if not now_at.dark:
            self._sent.pop("steady", None)
            self._last_for_satellites(now_at, self._clock.now())
        elif (lasting := self._outbox.lasting(self._topics.lasting)) is not None:
            self._outbox.lay(Message(self._topics.lasting, lasting, retain=True))

    def _last(self, topic: str, payload: bytes) -> None:
        if self._sent.get(topic) != payload:
            self._sent[topic] = payload
            self._outbox.lay(Message(topic, payload, retain=True))

    def _pass(self, topic: str, told: dict[str, Any]) -> None:
        self._outbox.lay(Message(topic, as_bytes(told)))
