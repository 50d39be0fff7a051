"""What nobody may learn: a whole evening with every special card, read by everyone who may read anything.

The strongest proof is a second evening with other cards in which the room sees the same: every byte that anyone but the
host was ever sent must be the same, too.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from majordome.core.evening import Guest
from majordome.core.library import manifest
from majordome.games.murder.roles import Role
from majordome.web import http
from majordome.web.static_files import PAGES
from majordome.words.narrator import LANGS, lines
from web.boxes import Box, Json, LiveLine, Visitor, murder

pytestmark = pytest.mark.long

OpenBox = Callable[..., Box]

# Names that stand for nobody else: what is found of them was meant.
CAST = {
    "Quorthon": "murderer",
    "Xanthippe": "murderer",
    "Hesperia": "heart",
    "Zacharias": "vampire",
    "Celestine": "charmer",
    "Kunigunde": "guest",
    "Osvaldine": "shortsighted",
    "Wolfhart": "alchemist",
    "Jeremiah": "insomniac",
    "Philippa": "guest",
    "Barnabas": "guest",
    "Theodora": "guest",
}
OTHERS = {  # the room sees the same evening: only the alchemist must show the card in both
    **dict.fromkeys(CAST, "guest"),
    "Philippa": "murderer",
    "Barnabas": "murderer",
    "Jeremiah": "heart",
    "Theodora": "charmer",
    "Xanthippe": "vampire",
    "Wolfhart": "alchemist",
}
GUESTS = ("Quorthon", "Zacharias", "Kunigunde", "Philippa")
MURDER = manifest("weekend").folder
WORDS = {word for lang in LANGS for word in lines(lang, MURDER)["role"].values()} | {role.value for role in Role}
OWN = ("/api/card", "/api/words")  # one's card; and texts in the language that the host has just tried
CHANGING = ("/api/state", "/api/card", "/api/me?as=host")  # asked after every step; all else at every new beat
ALIVE = '{"is":"alive"}'
# What nobody but the host is ever sent, as a key or as a text.
UNSPOKEN = (WORDS - {"guest"}) | {
    "night_killer",
    "may_kill",
    "charmed",
    "killer",
    "role",
    "ages",
    "host",
    "heard",
    "pad",
}
FOR_ALL = (
    *("/api/words", "/api/game", "/api/me", "/api/state", "/api/join", "/api/doorstep", "/api/ledger"),
    *("/api/openapi.json", *PAGES),
)
ALLOWED = {*(("/api/card", name) for name in GUESTS), ("/sounds/effects/scream_1.ogg", "twin")}


def cast(roles: dict[str, str]) -> tuple[Guest, ...]:
    return tuple(Guest(name, 70 - n, role) for n, (name, role) in enumerate(roles.items()))


@dataclass
class Watching:
    """Everyone who may read something, and all that they read."""

    box: Box
    host: Visitor
    phones: dict[str, Visitor]
    lines: dict[str, LiveLine]
    read: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)  # beat, question, answer
    seen: set[tuple[str, int]] = field(default_factory=set)
    asleep: dict[tuple[str, str], set[str]] = field(default_factory=dict)

    def look(self) -> None:
        """Ask everything that can be asked, as everybody."""
        beat = self.box.prompter.beat
        dark = beat is not None and beat.dark
        place = (beat.name if beat else "finished", self.box.prompter.table.round)
        known = place in self.seen
        self.seen.add(place)
        asked = [q for q in questions(self.box) if q.startswith(CHANGING) or not known]
        for who, phone in self.phones.items():
            for question, kept in zip(asked, phone.read(*asked), strict=True):
                self.read.setdefault(who, []).append((beat.name if beat else "finished", question, kept))
                if dark:
                    self.asleep.setdefault((who, question), set()).add(kept)
        if not dark:
            self.asleep.clear()

    def does(self, is_: str, **more: object) -> None:
        self.host.does(is_, **more)
        self.look()

    def still(self) -> None:
        """In the dark nobody could see that anything went on."""
        assert self.asleep
        for (who, question), answers in self.asleep.items():
            assert len(answers) == 1, f"{who} saw {question} change in the dark: {answers}"


def questions(box: Box) -> Iterator[str]:
    """Every GET of the API, with each word it knows; a new one is covered by itself."""
    for route in box.pages._rules.routes:
        if route.method == "GET" and not route.placeholders:
            yield route.path
            yield from (f"{route.path}?{name}={value}" for name, values in route.query for value in values)
    yield "/api/openapi.json"
    yield "/sounds/effects/scream_1.ogg"
    yield from PAGES


def watch(box: Box) -> Watching:
    host = box.host()
    phones = {"nobody": box.visitor(), "twin": box.twin()}
    waiting = box.visitor()
    assert waiting.post("/api/pair", code=box.pages.keys.code, name="Iago").status_code == 202
    phones |= {"waiting": waiting, **{name: box.guest(name) for name in GUESTS}}
    kinds = {"nobody": "screen", "twin": "twin", "waiting": "host"}
    lines = {who: phone.live(kinds.get(who, "card")) for who, phone in phones.items()}
    return Watching(box, host, phones, lines)


def night(party: Watching, victim: str, killer: str, beat: str, *, restless: bool) -> None:
    """A murder by night. A restless host does all that can be done in the dark."""
    party.does("press")  # TOP
    if restless:
        party.does("pause")
        party.does("go_on")
        party.does("killed", name="Philippa")
        party.does("revived", name="Philippa")
        if not party.box.prompter.table.jail:
            party.does("imprisoned", name="Philippa")
            party.does("freed", name="Philippa")
        party.does("tapped", victim=victim, killer=killer)
        if party.box.prompter.beat and party.box.prompter.beat.dark:
            party.does("take_back")
            party.does("put_back")
            party.does("pause")
            party.does("take_back")
            party.does("go_on")
            assert party.host.say("kissed", name="Theodora").status_code == 409
            party.host.post("/api/box", lang="fr")
            party.look()
            party.host.post("/api/box", lang="en")
            party.host.put("/api/pad", votes=[["Theodora", 3]])
            party.look()
            party.does("tapped", victim=victim, killer=killer)
            party.still()
    else:
        party.does("tapped", victim=victim, killer=killer)
        party.still()
    if party.box.prompter.beat and party.box.prompter.beat.dark:
        party.box.let_pass(beat)
    party.look()


def play(party: Watching, *, secretly: bool) -> None:
    """Five rounds. `secretly`: hearts, kisses, swaps and spared ones; otherwise what the room sees of it, plainly."""
    host = party.host
    killer = ("Quorthon", "Xanthippe") if secretly else ("Philippa", "Barnabas")
    host.post("/api/box", ballots=True)
    party.look()
    party.does("press")
    night(party, "Hesperia", killer[0], "mourning", restless=secretly)
    vote(party, {"Jeremiah": 4, "Celestine": 3})
    party.does("press")  # they sit
    # By day: a kiss, and a wink that misses.
    party.does("press")
    party.does("press")
    if secretly:
        party.does("kissed", name="Kunigunde")
        party.does("take_back")
        party.does("put_back")
        party.does("winked", victim="Osvaldine", killer=killer[1])
    else:
        party.does("nobody_died")
    to_the_count(party)
    for name in GUESTS:
        own = party.phones[name].state("card")["card"]
        against = ["Theodora", "Celestine"] if name != "Quorthon" else ["Theodora", "Barnabas"]
        ballot = {"is": "ballot_cast", "voter": name, "against": against}
        answer = party.phones[name].post("/api/answer", id=name, moment=own["moment"], said=ballot)
        assert answer.json() == {"safe": True}
        party.look()
    # The charmed one votes as the charmer does; here they do so anyway.
    party.does("ballot_cast", voter="Celestine", against=["Theodora", "Celestine"])
    party.does("hold")
    party.does("press")
    # The vampire: whoever came for him dies.
    if secretly:
        night(party, "Zacharias", "Quorthon", "mourning", restless=True)
    else:
        night(party, "Quorthon", "Philippa", "mourning", restless=False)
    vote(party, {"Jeremiah": 4, "Kunigunde": 3})
    party.does("press")
    # By day somebody sees a wink.
    party.does("press")
    party.does("press")
    party.does("winked", victim="Celestine")
    vote(party, {"Theodora": 4, "Barnabas": 3})
    party.does("press")
    # The alchemist comes back.
    night(party, "Wolfhart", "Xanthippe" if secretly else "Philippa", "mourning", restless=secretly)
    vote(party, {"Theodora": 4, "Jeremiah": 3})  # one more press, and it is over: then all cards are turned


def to_the_count(party: Watching) -> None:
    for _ in range(6):
        if party.box.prompter.beat and party.box.prompter.beat.name == "counting":
            return
        party.does("press")
    raise AssertionError("the count did not come")


def vote(party: Watching, votes: dict[str, int]) -> None:
    to_the_count(party)
    party.host.put("/api/pad", votes=[[name, n - 1] for name, n in votes.items()])
    party.look()
    party.does("hands_counted", votes=list(map(list, votes.items())))


def plain(text: str, box: Box) -> str:
    """Without what differs from one start of the box to the next."""
    text = (
        text.replace(str(box.place[1]), "PORT")
        .replace(box.pages.board.states.run, "RUN")
        .replace(box.pages.keys.code, "CODE")
    )
    text = re.sub(r'"(guest_)?qr":\[[^]]*\]', '"qr":[]', text)
    text = re.sub(r'"moment":"RUN-[0-9a-f]{12}"', '"moment":""', text)
    return re.sub(r'"sand":\{[^}]*\}', '"sand":"falls"', text)


def is_last_jail(message: Json) -> bool:
    room = message["room"] if message["is"] == "state" else {}
    return bool(room) and (room["round"], room["beat"]) == (5, "jailing")


def up_to_the_last_jail(line: LiveLine) -> Iterator[str]:
    """What is sent again while nothing happens any more does not count."""
    for text in line.texts:
        if text != ALIVE:
            yield text
            if is_last_jail(json.loads(text)):
                return


def an_evening(box: Box, *, secretly: bool) -> Watching:
    party = watch(box)
    play(party, secretly=secretly)
    assert box.prompter.beat is not None
    assert (box.prompter.beat.name, box.prompter.table.round) == ("jailing", 5)
    for who, line in party.lines.items():
        line.until(is_last_jail, f"the end for {who}")
    return party


@pytest.fixture
def curious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else asks as much."""
    monkeypatch.setattr(http, "QUESTIONS", 1e9)


@pytest.mark.usefixtures("curious")
def test_an_evening_of_secrets_tells_nobody_anything(
    open_box: OpenBox, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    for visitors in ("httpx", "httpcore", "websockets"):
        caplog.set_level(logging.CRITICAL, visitors)
    secret = an_evening(open_box(murder(cast(CAST), discussion=600)), secretly=True)
    said = {type(step.event).__name__ for step in secret.box.prompter.history}
    assert {"Tapped", "Winked", "Kissed", "BallotCast", "HandsCounted", "TimeUp"} <= said

    keys = keys_of(secret)
    what_was_asked(secret, keys)
    own_cards(secret)
    what_came_by_itself(secret, keys)
    what_came_in_the_dark(secret)
    out, err = capfd.readouterr()
    what_was_written(secret, caplog.text + out + err, keys)

    # The same evening with other cards is the same to everybody, byte by byte.
    (tmp_path / "keys.json").unlink()
    other = an_evening(open_box(murder(cast(OTHERS), discussion=600)), secretly=False)
    for who, line in secret.lines.items():
        mine = [plain(text, secret.box) for text in up_to_the_last_jail(line)]
        theirs = [plain(text, other.box) for text in up_to_the_last_jail(other.lines[who])]
        assert mine == theirs, who
    for who, answers in secret.read.items():
        read = {(q, plain(a, secret.box)) for _, q, a in answers if q not in OWN}
        assert read == {(q, plain(a, other.box)) for _, q, a in other.read[who] if q not in OWN}, who


def keys_of(party: Watching) -> set[str]:
    """All that opens something."""
    cookies = (cookie.value for phone in party.phones.values() for cookie in phone.http.cookies.jar)
    keys = {party.box.pages.keys.twin_token, *(cookie for cookie in cookies if cookie)}
    assert len(keys) == len(party.phones) - 1 + 1  # nobody has none; the twin's token
    return keys


def what_was_asked(party: Watching, keys: set[str]) -> None:
    for who, answers in party.read.items():
        assert {question for _, question, _ in answers} == set(questions(party.box))
        for beat, question, answer in answers:
            place = f"{who} asked {question} at {beat}: {answer}"
            path = question.partition("?")[0]
            asleep = path == "/api/card" and answer.startswith("409")  # in the dark nobody is told a card
            assert not asleep or (path, who) in ALLOWED, place
            assert asleep or answer.startswith("200" if path in FOR_ALL or (path, who) in ALLOWED else "401"), place
            if path in ("/api/words", "/api/card", "/api/openapi.json", *PAGES):
                continue  # texts for everybody, and one's own card
            assert not any(key in answer for key in keys), place
            assert who == "twin" or party.box.pages.keys.code not in answer, place
            told = json.loads(answer[4:]) if answer[4:5] == "{" else {}
            assert not set(words_of(told)) & UNSPOKEN, place
    for question in ("/api/words?lang=fr", "/api/words?lang=en", *PAGES):
        texts = {answer for answers in party.read.values() for _, asked, answer in answers if asked == question}
        assert len(texts) == 1, question


def own_cards(party: Watching) -> None:
    for who in GUESTS:
        cards = [
            json.loads(answer[4:])
            for _, question, answer in party.read[who]
            if question == "/api/card" and answer.startswith("200")
        ]
        assert {card["name"] for card in cards} == {who}
        swapped = {"murderer", "vampire"} if who in ("Zacharias", "Quorthon") else set()
        assert {card["role"] for card in cards} == {CAST[who]} | swapped


def what_came_by_itself(party: Watching, keys: set[str]) -> None:
    for who, line in party.lines.items():
        for message, text in zip(line.messages, line.texts, strict=True):
            assert not any(key in text for key in keys)
            assert not set(words_of(message)) & UNSPOKEN, (who, text)
            assert who == "twin" or party.box.pages.keys.code not in text


def what_came_in_the_dark(party: Watching) -> None:
    """From TOP to the scream: nothing. The next that comes ends the night."""
    for who, line in party.lines.items():
        told = [message for message in line.messages if message["is"] != "alive"]
        nights = 0
        for before, message in pairwise(told):
            if before["is"] == "state" and before["room"]["dark"]:
                nights += 1
                woken = message["is"] == "state" and not message["room"]["dark"]
                screamed = message.get("fact") == {"is": "scream"}
                assert woken or screamed or message.get("signal") == "flash", f"{who} was told in the dark: {message}"
        assert nights == 3, who


def what_was_written(party: Watching, log: str, keys: set[str]) -> None:
    for word in (*CAST, *keys, party.box.pages.keys.code, "tap-"):
        assert word not in log
    on_disk = (party.box.journal.parent / "keys.json").read_text()
    assert not any(key in on_disk for key in (*keys, party.box.pages.keys.code))


def words_of(told: object) -> Iterator[str]:
    """Every key and every text in it."""
    if isinstance(told, dict):
        for key, value in told.items():
            if key not in ("winner", "caption", "said"):  # said aloud to the whole room
                yield key
                yield from words_of(value)
    elif isinstance(told, list):
        for value in told:
            yield from words_of(value)
    elif isinstance(told, str):
        yield told
