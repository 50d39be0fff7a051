"""The ledger on the pages: when the game is over, tonight's company for everyone, chances and hints for the host."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread

import pytest
from msgspec import json
from msgspec.structs import replace

from majordome.core.evening import Evening, Guest
from majordome.core.events import Gesture
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.records import Record
from majordome.games.murder.testing import guest_list
from majordome.service.ledger import FILE, Ledger, LedgerEntry, LedgerPlayer
from web.boxes import Box, Json, Visitor, murder, until

OpenBox = Callable[..., Box]
NOTHING: Json = {"standings": [], "awards": [], "hints": [], "odds": None}


def ledger(visitor: Visitor, lang: str = "en") -> Json:
    answer = visitor.get(f"/api/ledger?lang={lang}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def finish(box: Box, host: Visitor) -> None:
    host.say(Gesture.PRESS.value)
    assert host.say("game_ended", winner="murderers").status_code == 200
    until(lambda: box.prompter.snapshot.finished, "the end")


def test_before_the_end_nothing_is_told_to_anyone(box: Box) -> None:
    host = box.host()
    assert ledger(host) == ledger(box.visitor()) == NOTHING
    host.say(Gesture.PRESS.value)
    assert ledger(host) == NOTHING


def test_after_the_end_the_host_learns_chances_and_ledger_and_no_other_page_who_was_what(box: Box) -> None:
    host = box.host()
    finish(box, host)
    told = ledger(host)
    stood = {each["name"]: each for each in told["standings"]}
    assert len(stood) == 12
    assert stood["Ana"] == {"name": "Ana", "evenings": 1, "won": 1, "score": 0}
    assert stood["Cid"]["won"] == 0
    assert told["odds"]["side"] == "the guests"
    ((heading, chance),) = told["odds"]["rounds"]
    assert heading == "Friday night"
    assert 0 < chance < 0.6
    assert (
        ledger(box.visitor()) == ledger(box.guest("Cid")) == ledger(box.twin()) == NOTHING
    )  # an end may be taken back
    assert ledger(host, "fr")["odds"]["rounds"][0][0] != heading


def test_a_host_who_asks_before_the_end_is_on_the_disk_is_told_of_tonight_all_the_same(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, other = box.host(), box.host()
    host.say(Gesture.PRESS.value)
    write = Journal.write

    def slowly(journal: Journal, records: tuple[Record, ...], wall: float) -> None:
        time.sleep(0.5)
        write(journal, records, wall)

    monkeypatch.setattr(Journal, "write", slowly)
    saying = Thread(target=lambda: host.say("game_ended", winner="murderers"))
    saying.start()
    until(lambda: box.prompter.snapshot.finished, "the end")
    assert len(ledger(other)["standings"]) == 12
    saying.join()


def test_an_end_that_is_taken_back_was_never_kept(box: Box) -> None:
    host = box.host()
    finish(box, host)
    assert ledger(host)["standings"]
    assert not (box.settings.evenings / "ledger.json").exists()
    assert host.say("back").status_code == 200
    until(lambda: not box.prompter.snapshot.finished, "the game goes on")
    assert ledger(host) == NOTHING


def test_an_evening_without_names_has_no_ledger(open_box: OpenBox) -> None:
    box = open_box(murder())
    host = box.host()
    finish(box, host)
    assert ledger(host) == NOTHING


def test_the_room_is_told_of_earlier_evenings_and_only_of_who_is_here(open_box: OpenBox) -> None:
    first = open_box(murder(guest_list(11)))
    finish(first, first.host())
    first.close()
    second = open_box(murder(guest_list(10)))
    finish(second, second.host())
    stood = {each["name"]: each["evenings"] for each in ledger(second.visitor())["standings"]}
    assert stood == dict.fromkeys((guest.name for guest in guest_list(10)), 1)


def hints(box: Box, *names: str, lang: str = "en") -> list[str]:
    answer = box.host().http.post(f"/api/hints?lang={lang}", json={"names": names})
    assert answer.status_code == 200, answer.text
    told: list[str] = answer.json()["hints"]
    return told


def test_a_host_who_puts_an_evening_together_learns_to_whom_something_is_owed(box: Box) -> None:
    assert hints(box, "Ana") == []
    page = LedgerEntry("old", 0.0, "weekend", "murderers", (LedgerPlayer("Ana", deeds=("first_victim",)),))
    pages = tuple(replace(page, journal=f"old-{number}") for number in range(3))
    ledger = Ledger(pages, tuple(page.journal for page in pages))
    (box.settings.evenings / FILE).write_bytes(json.encode(ledger))
    (hint,) = hints(box, "Bob", "Ana")
    assert hint.startswith("Ana has been murdered first 3 times")
    assert hints(box, "Ana", lang="fr") != [hint]
    assert hints(box, "Bob") == hints(box) == []  # who is not invited needs no courtesy
    assert box.visitor().http.post("/api/hints", json={"names": ["Ana"]}).status_code == 401


def test_a_ledger_that_cannot_be_read_spoils_no_form(box: Box) -> None:
    (box.settings.evenings / FILE).write_text("no ledger")
    assert hints(box, "Ana") == []


def test_a_game_without_secrets_is_told_at_once(open_box: OpenBox) -> None:
    players = tuple(Guest(name) for name in ("Ana", "Bob", "Cid"))
    box = open_box(Evening("exchange", players, manifest("exchange").usual()))
    host = box.host()
    assert host.say("game_ended", winner="Bob").status_code == 200
    until(lambda: box.prompter.snapshot.finished, "the end")
    first = ledger(box.visitor())["standings"][0]
    assert (first["name"], first["won"]) == ("Bob", 1)
    assert ledger(host)["odds"] is None
