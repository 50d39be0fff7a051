"""A game that no page has heard of: its phones answer, its files are served, and nobody sees it half read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event as Flag
from threading import Thread

import pytest

from majordome.core.evening_queue import Heard
from majordome.core.library import load, manifest
from majordome.core.plain_values import kinds_of
from majordome.testing.game_test import game_test
from web.boxes import IDS, Box, Json, Visitor, until
from web.parlour import NAMES, games_of_the_host, parlour

pytestmark = pytest.mark.long

OpenBox = Callable[..., Box]


@pytest.fixture(autouse=True)
def _own_games() -> Iterator[None]:
    with games_of_the_host():
        yield


@pytest.fixture
def salon(open_box: OpenBox) -> Box:
    return open_box(parlour())


def asked(phone: Visitor) -> Json:
    (ask,) = phone.state("card")["card"]["asks"]
    return ask


def answer(phone: Visitor, is_: str, **more: Json) -> tuple[int, str]:
    own = phone.state("card")["card"]
    moment = own["moment"] or phone.box.pages.board.states.moment(phone.box.prompter.moment)
    told = phone.post("/api/answer", id=f"said-{next(IDS)}", moment=moment, said={"is": is_, **more})
    return told.status_code, "" if told.is_success else told.json()["error"]["why"]


def to_the_race(box: Box, host: Visitor) -> None:
    host.does("press")
    host.does("bid", number=4)
    assert box.prompter.snapshot.beat is not None
    assert box.prompter.snapshot.beat.name == "race"


def test_the_game_keeps_the_contract() -> None:
    game_test("parlour")


def test_a_player_answers_what_is_asked_of_that_player_alone(salon: Box) -> None:
    host, ana, bob = salon.host(), salon.guest("Ana"), salon.guest("Bob")
    assert asked(bob)["kind"] == "go_on"
    assert answer(bob, "pressed") == (200, "")
    ask = asked(ana)
    assert (ask["kind"], ask["question"], ask["least"], ask["most"]) == ("number", "bid", 1, 9)
    assert ask["means"] == {"is": "bid", "fields": ["number"]}
    assert bob.state("card")["card"]["asks"] == []
    assert bob.state("card")["card"]["moment"] is None
    assert answer(bob, "bid", number=4) == (409, "not_now")
    assert answer(ana, "bid", number=10) == (409, "not_now")
    assert answer(ana, "chosen", name="Bob") == (409, "not_now")
    assert answer(ana, "press") == (400, "not_understood")
    assert answer(ana, "time_up") == (400, "not_understood")
    host.does("pause")
    assert ana.state("card")["card"]["asks"] == []
    assert answer(ana, "bid", number=4) == (409, "paused")
    host.does("go_on")
    assert answer(ana, "bid", number=4) == (200, "")
    assert host.state("screen")["room"]["scores"] == [["Ana", 4], ["Bob", 0], ["Zoé", 0]]


def test_in_the_dark_a_phone_learns_nothing_by_asking(salon: Box) -> None:
    host, ana = salon.host(), salon.guest("Ana")
    to_the_race(salon, host)
    host.does("slammed", player="Bob")
    host.does("chosen", name="Zoé")
    host.does("answered", yes=True)
    dark = ana.get("/api/state?as=card").text
    for is_, more in (("chosen", {"name": "Ana"}), ("pressed", {}), ("slammed", {"player": "Ana"})):
        assert answer(ana, is_, **more) == (409, "not_now")
    assert ana.post("/api/buzz", id="b").json()["error"]["why"] == "not_now"
    host.does("pause")
    assert ana.get("/api/state?as=card").text == dark
    assert answer(ana, "chosen", name="Bob") == (409, "not_now")


def test_a_phone_is_a_buzzer_and_the_first_has_it(salon: Box) -> None:
    host, bob, zoe = salon.host(), salon.guest("Bob"), salon.guest("Zoé")
    assert bob.post("/api/buzz", id="soon").json()["error"]["why"] == "nothing_to_buzz"
    to_the_race(salon, host)
    moment = asked(bob) and bob.state("card")["card"]["moment"]
    assert answer(bob, "slammed", player="Zoé") == (409, "not_now")  # only one's own
    assert zoe.post("/api/buzz", id="z", moment=moment).json() == {"safe": True}
    late = bob.post("/api/buzz", id="b", moment=moment)
    assert (late.status_code, late.json()["error"]["why"]) == (409, "too_late")
    assert host.state("screen")["room"]["seats"] == [["Ana", []], ["Bob", []], ["Zoé", ["quick"]]]


def test_what_counts_is_when_it_arrived_here(salon: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    host, bob = salon.host(), salon.guest("Bob")
    to_the_race(salon, host)
    heard: list[Heard] = []
    real = salon.pages._access.hear

    def hear(said: Heard) -> None:
        heard.append(said)
        real(said)

    monkeypatch.setattr(salon.pages._access, "hear", hear)
    before = salon.clock.now()
    assert answer(bob, "slammed", player="Bob") == (200, "")
    assert before <= (heard[0].at or 0.0) <= salon.clock.now()


def test_the_twin_has_the_players_buzzers(salon: Box) -> None:
    host, twin = salon.host(), salon.twin()
    assert twin.state("twin")["box"]["buzzers"] == list(NAMES)
    to_the_race(salon, host)
    assert twin.post("/api/twin/buzz", player="Nobody").status_code == 404
    assert twin.post("/api/twin/buzz", player="Bob").json() == {"safe": True}
    assert host.state()["host"]["beat"] == "rival"


def test_a_player_sees_what_is_open_and_holds_a_finger_on_the_rest(salon: Box) -> None:
    ana = salon.guest("Ana")
    own = ana.state("card")["card"]
    assert (own["open"], own["has_card"], own["marks"]) == ({"points": 0}, True, [])
    assert ana.get("/api/card").json()["hand"] == ["ace", "king"]
    for other in (salon.host().state(), salon.guest("Bob").state("card"), salon.twin().state("twin")):
        assert "ace" not in json.dumps(other)


def test_another_evening_of_another_game_has_its_own_words_and_sayings(open_box: OpenBox) -> None:
    box = open_box()
    host = box.host()
    assert host.get("/api/words").json()["game"] == "weekend"
    assert host.say("bid", number=1).status_code == 400
    games = {game["id"]: game for game in host.get("/api/evening").json()["games"]}
    assert [one["name"] for one in games["parlour"]["settings"]] == ["highest", "mood"]
    body: dict[str, Json] = {"id": "e", "moment": host.moment, "game": "parlour", "settings": {"highest": 3}}
    body["guests"] = [{"name": name, "age": 30} for name in NAMES]
    assert (
        host.http.post("/api/evening", json={**body, "settings": {"highest": 99}}).json()["error"]["where"] == "highest"
    )
    assert (
        host.http.post("/api/evening", json={**body, "id": "f", "roles": "deal"}).json()["error"]["why"] == "no_cards"
    )
    assert host.http.post("/api/evening", json={**body, "id": "g"}).json() == {"safe": True}
    state = host.state()
    assert (state["room"]["game"], state["room"]["seats"][2]) == ("parlour", ["Zoé", []])
    assert host.get("/api/game").json()["moods"]["merry"] == [1.0, 0.6, 0.1]
    words = host.get("/api/words?lang=fr").json()
    assert (words["game"], words["ask"]["bid"]) == ("parlour", "Combien ?")
    assert "murder" not in words["beat"]
    assert host.get("/api/words?game=weekend").json()["game"] == "weekend"
    assert host.get("/api/words?game=../weekend").json()["game"] == "parlour"
    assert host.say("tapped", victim="Ana").status_code == 400
    sayings = host.get("/api/openapi.json").json()["components"]["schemas"]["Saying"]["oneOf"]
    told = {each["properties"]["is"].get("const") for each in sayings}
    assert told >= set(kinds_of(load("parlour").events))
    assert "tapped" not in told


def test_a_games_own_files_are_served_and_nothing_beside_them(tmp_path: Path, open_box: OpenBox) -> None:
    folder = tmp_path / "games" / "guess"
    (folder / "page" / "more").mkdir(parents=True)
    (folder / "lines").mkdir()
    for name in ("game.toml", "game.py", "lines/en.toml", "lines/fr.toml"):
        (folder / name).write_bytes((manifest("parlour").folder / name).read_bytes())
    for name in ("host.js", "more/a.svg", "host.css", "x.woff2", "secret.py", "page.html", "notes.json"):
        (folder / "page" / name).write_text(f"// {name}")
    (folder / "page" / "out.js").symlink_to(folder / "game.py")
    with games_of_the_host(tmp_path / "games"):
        phone = open_box().visitor()
        served = phone.get("/games/guess/host.js")
        assert (served.status_code, served.text) == (200, "// host.js")
        assert served.headers["content-type"].startswith("text/javascript")
        assert "default-src 'none'" in served.headers["content-security-policy"]
        for name in ("more/a.svg", "host.css", "x.woff2"):
            assert phone.get(f"/games/guess/{name}").status_code == 200
        for path in (
            *("guess/secret.py", "guess/page.html", "guess/notes.json", "guess/out.js", "guess/", "guess", ""),
            *("guess/../game.py", "guess/%2e%2e/game.py", "guess/..%2fgame.py", "guess//host.js", "../etc/passwd"),
            *("nowhere/host.js", "./guess/host.js", "guess/page/host.js", "%2e%2e/games/guess/host.js"),
        ):
            with salonless(phone.box) as plug:
                plug.sendall(f"GET /games/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                assert plug.makefile("rb").readline().split()[1] == b"404", path


def salonless(box: Box) -> Json:
    """A bare connection: no client tidies the path up."""
    return box.knock()


def test_nobody_ever_sees_an_evening_half_read(salon: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers ask all the time while the host takes steps back and forth: each state is one that there was."""
    monkeypatch.setattr("majordome.web.http.QUESTIONS", 1e9)  # nobody else asks as much
    host = salon.host()
    known: set[str] = set()
    seen: set[str] = set()
    trouble: list[str] = []
    over = Flag()

    def told(state: Json) -> str:
        room = state["room"]
        return json.dumps([room["beat"], room["scores"], room["seats"], room["heading"], room["ring"], room["asks"]])

    def read(phone: Visitor) -> None:
        while not over.is_set():
            answer = phone.get("/api/state")
            if answer.status_code != 200:
                trouble.append(answer.text)
            else:
                seen.add(told(answer.json()))

    known.add(told(host.state("screen")))
    for is_, more in (
        *(("press", {}), ("bid", {"number": 4}), ("slammed", {"player": "Bob"})),
        *(("chosen", {"name": "Zoé"}), ("answered", {"yes": True}), ("chosen", {"name": "Ana"})),
    ):
        host.does(is_, **more)
        known.add(told(host.state("screen")))
    readers = [Thread(target=read, args=(salon.visitor(),)) for _ in range(4)]
    for reader in readers:
        reader.start()
    try:
        for _ in range(6):
            for _ in range(6):
                host.does("take_back")
                known.add(told(host.state("screen")))
            for _ in range(6):
                host.does("put_back")
    finally:
        over.set()
        for reader in readers:
            reader.join(20)
    until(lambda: not any(reader.is_alive() for reader in readers), "the readers")
    assert not trouble
    assert len(seen) > 3
    assert seen <= known
