"""Guests' phones without glass: each says to the box what its page would, so that a whole party fits one machine."""

from __future__ import annotations

from itertools import count
from time import monotonic
from typing import Any, Self

import httpx

from browser.playing import PATIENCE, Butler

_taps = count(1)


class Guest:
    """A phone that scanned the code of the room; it keeps its cookie."""

    def __init__(self, butler: Butler, name: str) -> None:
        self.name = name
        origin = butler.url.rstrip("/")
        self._http = httpx.Client(base_url=origin, headers={"Origin": origin}, timeout=PATIENCE, trust_env=False)

    def knock(self) -> Self:
        """Asks to come in."""
        answer = self._http.post("/api/doorstep", json={"name": self.name})
        assert answer.status_code == 202, f"{self.name}: {answer.text}"
        return self

    @property
    def is_in(self) -> bool:
        """A host has opened."""
        return bool(self._http.get("/api/doorstep").json()["stands"] == "in")

    def state(self) -> dict[str, Any]:
        """What this phone may know."""
        return dict(self._http.get("/api/state", params={"as": "card"}).json())

    def look(self) -> str:
        """The role, as the page asks for it while a finger is held."""
        return str(self._http.get("/api/card").json()["role"])

    def asked(self, kind: str = "ballots") -> dict[str, Any]:
        """The question on this phone, once it is there."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            card = self.state()["card"]
            for ask in card["asks"]:
                if ask["kind"] == kind:
                    return {**ask, "moment": card["moment"]}
        raise AssertionError(f"{self.name} is asked for no {kind}: {self.state()['card']}")

    def vote(self, *names: str) -> None:
        """A secret ballot."""
        said = {"is": "ballot_cast", "voter": self.name, "against": list(names)}
        body = {"id": f"guest-{next(_taps)}", "moment": self.asked()["moment"], "said": said}
        answer = self._http.post("/api/answer", json=body)
        assert answer.status_code == 200, f"{self.name}: {answer.text}"

    def close(self) -> None:
        self._http.close()
