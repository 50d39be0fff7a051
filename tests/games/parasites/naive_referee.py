"""A second referee, written from the rehearsal contract alone: one long look at the file, with a notebook."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]
Entry = dict[str, Any]


class Whistle(Exception):
    """It is over, or the file has no more to say."""


class Referee:
    """Walks through the file once, with a notebook."""

    def __init__(self, file: dict[str, Any]) -> None:
        self.file = file
        self.names: list[str] = [guest["name"] for guest in file["guests"]]
        self.secret = file.get("mode", "classic") == "advanced"
        self.pad: list[Line] = []
        players = len(self.names)
        self.deck = 24 - players * (3 if self.secret else 2)
        self.middle = players * 2
        self.pile = 0
        self.own = dict.fromkeys(self.names, self.secret)
        self.token = self.names.index(file.get("starts", self.names[0]))

    def note(self, cue: str, **fields: Any) -> None:
        self.pad.append({"cue": cue, **{key: value for key, value in fields.items() if value is not None}})

    def judge(self) -> list[Line]:
        try:
            self.rounds()
            self.look_at_the_middle()
            self.dinner()
        except Whistle:
            pass
        return self.pad

    def win(self, who: str) -> None:
        self.note("outcome", winner=who)
        raise Whistle

    def in_order(self) -> list[str]:
        return [self.names[(self.token + step) % len(self.names)] for step in range(len(self.names))]

    def rounds(self) -> None:
        entries = self.file.get("rounds", [])
        number, final = 0, False
        while True:
            number += 1
            self.note("round", number=number, first=self.names[self.token], last=final)
            if number > len(entries):
                self.note("unfinished")
                raise Whistle
            entry = entries[number - 1]
            self.note("top", **{"for": "reveal"})
            for name in self.in_order():
                self.note("turn", name=name)
                for shot in entry.get("shots", []):
                    if shot.get("turn", shot["by"]) == name:
                        self.shot(shot)
            if "declared" in entry:
                said = entry["declared"]
                hands = len({said["by"]} | set(said.get("agree", [])))
                enough = hands * 2 >= len(self.names)
                self.note("declaration", by=said["by"], agree=hands, enough=enough)
                if enough:
                    return
            if final:
                return
            self.token = (self.token + 1) % len(self.names)
            if self.deck > 0:
                self.come_in()
            else:
                self.note("last_round")
                final = True

    def come_in(self, name: str | None = None) -> None:
        self.deck -= 1
        self.note("enters", left=self.deck, name=name)
        if name is None:
            self.middle += 1
        else:
            self.own[name] = True

    def shot(self, shot: Entry) -> None:
        at = shot.get("at")
        bad = self.middle == 0 if at is None else (not self.secret or at == shot["by"] or not self.own[at])
        if bad:
            self.note("refused")
            return
        self.note("shot", by=shot["by"], at=at, real=shot["real"])
        if at is None:
            self.middle -= 1
        else:
            self.own[at] = False
        if not shot["real"]:
            if at is not None:
                self.note("freed", name=at)
            return
        self.pile += 1
        self.note("failure", number=self.pile)
        if self.pile == 4:
            self.loses(shot)
        if not shot.get("free", False):
            self.note("penalty", name=shot["by"])
            if self.deck:
                self.come_in()
        if at is not None and self.deck:
            self.come_in(at)

    def loses(self, shot: Entry) -> None:
        if not self.secret:
            self.win("parasites")
        side = shot.get("side") if self.own[shot["by"]] else "real"
        if side is None:
            self.note("unfinished")
            raise Whistle
        self.win("parasites" if side == "real" else "reals")

    def look_at_the_middle(self) -> None:
        clean = self.middle == 0 or self.file.get("clean", False)
        self.note("reveal", clean=clean)
        if not clean:
            self.win("parasites")
        if not self.secret:
            self.win("team")

    def dinner(self) -> None:
        self.note("dinner")
        plan = list(self.file.get("dinner", []))
        mute: set[str] = set()
        fired = True
        while fired:
            fired = False
            for name in self.in_order():
                if name in mute:
                    continue
                while plan and (plan[0]["by"] == name or plan[0]["by"] in mute):
                    shot = plan.pop(0)
                    if shot["by"] in mute or shot["at"] == shot["by"] or not self.own[shot["at"]]:
                        self.note("refused")
                        continue
                    self.note("shot", by=name, at=shot["at"], real=shot["real"])
                    if shot["real"]:
                        self.loses(shot)
                    self.own[shot["at"]] = False
                    mute.add(shot["at"])
                    fired = True
                    break
        left = any(self.own.values()) and self.file.get("parasite_left", False)
        self.win("parasites" if left else "reals")
