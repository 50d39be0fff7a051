"""The public contract of docs/mqtt.md: which topic is whose. Pure."""

from __future__ import annotations

import json
from typing import Any

from msgspec import Struct
from msgspec.json import encode

ONLINE, OFFLINE = b"online", b"offline"
THINGS = ("press", "pause", "volume", "lang", "time", "lamp")  # what may be set


class Topics(Struct, frozen=True):
    """Everything below `majordome/<box>/`, and who leads."""

    root: str
    box: str

    @property
    def own(self) -> str:
        """Where all that is this box's lies."""
        return f"{self.root}/{self.box}"

    @property
    def leader(self) -> str:
        """Who leads the evening on this root."""
        return f"{self.root}/leader"

    @property
    def status(self) -> str:
        """`online`, or `offline` as the last will."""
        return self.status_of(self.box)

    def status_of(self, box: str) -> str:
        """The topic with the status of another box."""
        return f"{self.root}/{box}/status"

    @property
    def state(self) -> str:
        """What the room may know."""
        return f"{self.own}/state"

    @property
    def cue(self) -> str:
        """What satellites shall do, now."""
        return f"{self.own}/cue"

    @property
    def lasting(self) -> str:
        """How the room looks, for satellites that come late."""
        return f"{self.own}/lasting"

    @property
    def lamp(self) -> str:
        """The lamp, as Home Assistant knows a light."""
        return f"{self.own}/lamp"

    @property
    def volume(self) -> str:
        """The loudness of the box, in per cent."""
        return f"{self.own}/volume"

    def event(self, moment: str) -> str:
        """A moment of the evening."""
        return f"{self.own}/event/{moment}"

    def set(self, thing: str) -> str:
        """Where a thing is set."""
        return f"{self.own}/{thing}/set"

    def thing_set(self, topic: str) -> str | None:
        """The thing that this topic sets."""
        thing = topic.removeprefix(f"{self.own}/").removesuffix("/set")
        return thing if topic == self.set(thing) and thing in THINGS else None


def as_bytes(value: Any) -> bytes:
    """JSON; the same value is always the same bytes."""
    return encode(value)


def from_bytes(payload: bytes) -> Any:
    """What somebody sent; None where it is no JSON. Whatever it is, it is not trusted."""
    try:
        return json.loads(payload.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
