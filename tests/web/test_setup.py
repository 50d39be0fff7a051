"""Another evening, asked for on a page: what is refused and where, how the box deals, and what is kept on disk."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from majordome.core.journal import read
from majordome.games.murder.roles import SPECIAL_CARDS, Role
from majordome.games.murder.testing import guest_list
from majordome.service.evenings_folder import newest
from majordome.testing import NAMES
from majordome.web.auth import SAME_PARTY
from majordome.web.key_ring import Age
from majordome.web.qr import rows
from web.boxes import Box, Visitor, murder

OpenBox = Callable[..., Box]


def some(number: int = 10, **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "age": 30 + n, **more} for n, name in enumerate(NAMES[:number])]


def with_roles(*roles: str) -> list[dict[str, Any]]:
    cards = [*roles, *["guest"] * (10 - len(roles))]
    return [{"name": name, "role": role} for name, role in zip(NAMES, cards, strict=False)]


def ask(host: Visitor, **more: Any) -> httpx.Response:
    settings = {name: more.pop(name) for name in ("edition", "discussion", "choosing", "chairs") if name in more}
    body = {"id": f"e{len(host.box.journals)}-{id(more)}", "moment": host.moment, "guests": some(), **more}
    body = {"game": "weekend", "settings": settings, **body}
    return host.http.post("/api/evening", json=body)


TWO = ("murderer", "murderer")
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"discussion": 0}, "discussion", "number_out_of_range"),
    ({"discussion": 3601}, "discussion", "number_out_of_range"),
    ({"choosing": 4}, "choosing", "number_out_of_range"),
    ({"guests": some(8)}, "guests", "how_many_guests"),
    ({"guests": some(10), "game": "table"}, "guests", "how_many_guests"),
    ({"guests": [*some(9), {"name": "  "}]}, "guests[9].name", "name_needed"),
    ({"guests": [*some(9), {"name": "a\nb"}]}, "guests[9].name", "name_has_controls"),
    ({"guests": [*some(9), {"name": "\u202eevil"}]}, "guests[9].name", "name_has_controls"),
    ({"guests": [*some(9), {"name": "\u200d"}]}, "guests[9].name", "name_needed"),
    ({"guests": [*some(9), {"name": "x" * 61}]}, "guests[9].name", "name_too_long"),
    ({"guests": [*some(9), {"name": " ANA "}]}, "guests[9].name", "same_name"),
    ({"guests": [*some(9), {"name": "Zoe", "age": 0}]}, "guests[9].age", "number_out_of_range"),
    ({"guests": [*some(9), {"name": "Zoe", "age": 10**400}]}, "guests[9].age", "number_out_of_range"),
    ({"game": "chess"}, "game", "no_such_game"),
    ({"settings": {"colour": 3}}, "colour", "no_such_setting"),
    ({"settings": {"self": 3, "values": 1}}, "self", "no_such_setting"),
    ({"edition": "C"}, "edition", "no_such_choice"),
    ({"chairs": 1}, "chairs", "not_understood"),
    ({"guests": with_roles("clown"), "roles": "by_hand"}, "guests[0].role", "no_such_role"),
    ({"guests": with_roles("murderer"), "roles": "by_hand"}, "guests", "two_murderers"),
    ({"guests": with_roles("murderer", "murderer", "murderer"), "roles": "by_hand"}, "guests", "two_murderers"),
    ({"guests": [*with_roles(*TWO)[:9], {"name": "Zoe"}], "roles": "by_hand"}, "guests[9].role", "role_for_all"),
    ({"guests": with_roles(*TWO, "charmer", "charmer"), "roles": "by_hand"}, "guests", "too_many_cards"),
    ({"guests": with_roles(*TWO, "alchemist"), "roles": "by_hand", "edition": "A"}, "guests", "too_many_cards"),
    ({"guests": some(11), "roles": "kept"}, "roles", "roles_not_known"),
    ({"roles": "deal", "special": {"charmer": 2}}, "special.charmer", "too_many_cards"),
    ({"roles": "deal", "special": {"clown": 1}}, "special.clown", "too_many_cards"),
    ({"roles": "deal", "special": {"heart": -1}}, "special.heart", "too_many_cards"),
    ({"roles": "deal", "special": {"alchemist": 1}, "edition": "A"}, "special.alchemist", "too_many_cards"),
    (
        {"roles": "deal", "game": "table", "guests": some(5), "special": {"heart": 2, "vampire": 2}},
        "special",
        "more_cards_than_guests",
    ),
]  # fmt: skip


@pytest.fixture
def fresh(open_box: OpenBox) -> Box:
    """No guest list yet."""
    return open_box(murder())


def test_what_cannot_be_is_refused_with_its_place(fresh: Box) -> None:
    host = fresh.host()
    for n, (more, where, why) in enumerate(REFUSED):
        answer = ask(host, **more, id=f"refused-{n}")
        assert answer.status_code == 422, (more, answer.text)
        assert (answer.json()["error"]["where"], answer.json()["error"]["why"]) == (where, why), more
    assert fresh.prompter.evening == murder()
    assert len(fresh.journals) == 1


def test_what_is_no_evening_at_all_is_not_understood(fresh: Box) -> None:
    host = fresh.host()
    wrong: tuple[dict[str, Any], ...] = (
        {"game": 3},
        {"settings": 3},
        {"special": {"heart": "two"}},
        {"guests": ["Ana"]},
        {"guests": [{"name": 3}]},
        {"discussion": 1.5},
        {"more": 1},
    )
    for n, more in enumerate(wrong):
        assert ask(host, **more, id=f"no-{n}").status_code == 400


def test_a_fresh_evening_takes_the_place_of_one_in_which_nothing_happened(fresh: Box) -> None:
    host, old = fresh.host(), fresh.journal
    line = host.live("host")
    assert ask(host, guests=[{"name": " Zo\u0065\u0308 "}, *some(9)], chairs=True).json() == {"safe": True}
    assert line.until(lambda message: len(message.get("room", {}).get("guests", ())) == 10)["host"]["beat"] == "welcome"
    assert fresh.prompter.evening.guests[0].name == "Zoë"
    assert fresh.prompter.evening.flag("chairs")
    assert not old.exists()
    assert newest(old.parent) == fresh.journal
    assert read(fresh.journal).header.evening == fresh.prompter.evening
    shown = host.get("/api/evening").json()
    assert (shown["begun"], shown["roles"], shown["settings"]["chairs"]) == (False, "none", True)
    assert len(shown["guests"]) == 10
    games = {game["id"]: game for game in shown["games"]}
    assert games["weekend"]["form"]["decks"]["A"] == {role.value: n for role, n in SPECIAL_CARDS["A"].items()}
    assert (games["table"]["players"], games["table"]["secrets"]) == ([5, 9], True)
    talk = next(setting for setting in games["table"]["settings"] if setting["name"] == "discussion")
    assert (talk["kind"], talk["default"], talk["least"], talk["most"]) == ("whole", 180, 1, 3600)
    host.does("press")
    assert len(read(fresh.journal).records) == 1


def test_an_evening_under_way_is_left_only_when_the_host_says_so_and_is_kept(box: Box) -> None:
    host, old = box.host(), box.journal
    moment = host.moment
    host.does("press")
    refused = ask(host)
    assert (refused.status_code, refused.json()["error"]["why"]) == (409, "evening_under_way")
    assert host.get("/api/evening").json()["begun"]
    late = ask(host, abandon=True, moment=moment)
    assert (late.status_code, late.json()["error"]["why"]) == (409, "too_late")
    assert box.journal == old
    assert ask(host, abandon=True).status_code == 200
    assert len(read(old).records) == 1
    assert box.journal != old
    assert not box.prompter.history


def test_after_the_end_the_next_evening_needs_no_leave(box: Box) -> None:
    host = box.host()
    host.does("game_ended", winner="guests")
    screen = host.state("screen")["room"]
    assert (screen["finished"], screen["winner"]) == (True, "guests")
    assert ask(host).status_code == 200
    screen = host.state("screen")["room"]
    assert (screen["finished"], screen["winner"], screen["beat"], screen["vote"]) == (False, None, "welcome", None)


def test_the_same_wish_twice_is_one_evening(fresh: Box) -> None:
    host = fresh.host()
    moment = host.moment
    answers = [ask(host, id="same", moment=moment) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len(fresh.journals) == 2


@pytest.mark.parametrize(
    ("edition", "number", "special"),
    [("B", 12, {"heart": 2, "vampire": 1, "charmer": 1, "alchemist": 2}), ("A", 10, {"insomniac": 1}), ("B", 20, {})],
)
def test_the_box_deals_the_right_cards(fresh: Box, edition: str, number: int, special: dict[str, int]) -> None:
    host = fresh.host()
    guests = [{"name": f"Guest {n}"} for n in range(number)]
    deals = []
    for n in range(4):
        dealt = ask(host, guests=guests, roles="deal", edition=edition, special=special, id=f"deal-{n}")
        assert dealt.json() == {"safe": True}  # nobody is told
        cards = [guest.role for guest in fresh.prompter.evening.guests]
        assert Counter(cards) == Counter(
            {Role.MURDERER: 2, Role.GUEST: number - 2 - sum(special.values())}
            | {Role(name): n for name, n in special.items()}
        )
        deals.append(cards)
    assert any(deal != deals[0] for deal in deals)  # the same four times: less than once in 90 000 evenings


def test_roles_by_hand_and_kept(fresh: Box) -> None:
    host = fresh.host()
    assert ask(host, guests=with_roles("heart", "murderer", "murderer"), roles="by_hand").status_code == 200
    assert fresh.prompter.table.role("Ana") is Role.HEART
    shown = host.get("/api/evening")
    assert shown.json()["roles"] == "known"
    assert "heart" not in str(shown.json()["guests"])
    guests = list(reversed([{"name": name, "age": 40} for name in NAMES[:10]]))
    assert ask(host, guests=guests, roles="kept", id="kept").status_code == 200
    assert fresh.prompter.table.role("Ana") is Role.HEART
    assert fresh.prompter.table.guests[-1].age == 40
    secrets = host.get("/api/secrets").json()
    assert {"name": "Ana", "role": "heart", "mark": " "} in secrets["guests"]
    assert sorted(secrets["may_kill"]) == ["Bob", "Cid"]


def test_cards_serve_for_the_next_game_of_the_same_party(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    host, ana, lia = box.host(), box.guest("Ana"), box.guest("Lia")
    offered = box.pages.keys.offer("Bob")
    line = lia.live("card")
    host.does("press")
    assert (
        ask(host, guests=with_roles("heart", "murderer", "murderer"), roles="by_hand", abandon=True).status_code == 200
    )
    assert ana.get("/api/card").json() == {"name": "Ana", "role": "heart"}
    assert line.until_closed() == 4401  # who is not here any more
    assert lia.get("/api/card").status_code == 401
    assert box.visitor().post("/api/card/claim", token=offered).status_code == 410  # a link for the evening before

    # Next week it is another party, and somebody else may bear that name. The box was never switched off.
    later = replace(Age.now(), at=Age.now().at + SAME_PARTY)
    monkeypatch.setattr(box.pages.keys, "_life", lambda: later)
    host.does("press")
    assert ask(host, abandon=True, id="week").status_code == 200
    assert ana.get("/api/card").status_code == 401


def test_the_account_is_read_and_saved(box: Box) -> None:
    host = box.host()
    for said in ("press", "press"):
        host.does(said)
    host.does("tapped", victim="Cid", killer="Ana")
    box.let_pass("mourning")
    told = host.get("/api/account?lang=en").json()
    assert not told["finished"]
    assert any("Cid" in line for line in told["lines"])
    assert not any("Ana" in line for line in told["lines"])  # no killer before the end
    host.does("game_ended", winner="guests")
    told = host.get("/api/account?lang=en").json()
    assert told["finished"]
    assert "    Ana: murderer" in told["lines"]
    assert host.get("/api/account?lang=fr").json()["lines"] != told["lines"]
    saved = host.get("/api/account.txt?lang=en")
    assert saved.headers["content-type"] == "text/plain; charset=utf-8"
    assert saved.headers["content-disposition"] == 'attachment; filename="majordome.txt"'
    assert saved.text == "\n".join(told["lines"]) + "\n"


class Loudspeaker:
    """As far as a page may turn its knobs."""

    def __init__(self) -> None:
        self.volume = 0.8
        self.spoken: list[str] = []

    def set_volume(self, volume: float) -> None:
        self.volume = volume

    def speak(self, pack: Any, names: Any) -> None:
        self.spoken.append(pack.lang if hasattr(pack, "lang") else "")

    def say(self, text: str) -> None:
        self.spoken.append(text)


def test_volume_and_language_are_wishes_to_the_box(open_box: OpenBox) -> None:
    speaker = Loudspeaker()
    box = open_box(murder(guest_list(12)), speaker=speaker)
    host = box.host()
    line = host.live("host")
    assert host.state()["host"]["volume"] == 80
    assert host.post("/api/box", volume=30).status_code == 200
    assert speaker.volume == 0.3
    for volume in (9, 101, -1, 10**30):
        assert host.post("/api/box", volume=volume).json()["error"]["where"] == "volume"
    host.post("/api/box", sound_by="page")
    assert speaker.volume == 0.0
    host.post("/api/box", sound_by="box")
    assert speaker.volume == 0.3
    assert host.post("/api/box", lang="fr").status_code == 200
    line.until(lambda message: message.get("lang") == "fr")
    assert box.narrator.lang == "fr"
    assert speaker.spoken
    assert host.get("/api/words").json()["lang"] == "fr"
    assert host.get("/api/words?lang=de").status_code == 422
    assert host.post("/api/box", lang="de").status_code == 400


def test_the_voice_is_a_wish_to_the_box_and_a_page_hears_it_too(open_box: OpenBox, tmp_path: Path) -> None:
    own = tmp_path / "own"
    for folder in ("en", "housekeeper/en"):
        (own / folder / "names").mkdir(parents=True)
        (own / folder / "names" / "ana.ogg").write_bytes(folder.encode())
    box = open_box(murder(guest_list(12)), pack=own)
    host = box.host()
    assert (host.state()["host"]["voice"], host.state()["host"]["voices"]) == ("butler", ["butler", "housekeeper"])
    assert host.get("/sounds/names/ana.ogg").content == b"en"
    line = host.live("host")
    assert host.post("/api/box", voice="housekeeper").status_code == 200
    line.until(lambda message: message.get("host", {}).get("voice") == "housekeeper")
    assert host.get("/sounds/names/ana.ogg?voice=housekeeper&lang=en").content == b"housekeeper/en"
    assert host.post("/api/box", voice="cook").status_code == 400


def test_a_box_without_a_screen_says_its_code_as_long_as_nobody_leads(open_box: OpenBox) -> None:
    speaker = Loudspeaker()
    box = open_box(murder(guest_list(12)), speaker=speaker)
    phone = box.visitor()
    assert phone.http.post("/api/pair/aloud").status_code == 200
    assert [said.replace(", ", "") for said in speaker.spoken] == [box.pages.keys.code]
    assert phone.http.post("/api/pair/aloud").status_code == 429
    box.host()
    assert phone.http.post("/api/pair/aloud").status_code == 409
    assert len(speaker.spoken) == 1


def test_the_pad_shows_only_who_is_here(box: Box) -> None:
    host = box.host()
    for votes in ([["Nobody", 1]], [["Ana", -1]], [["Ana", 1000]], [["Ana", 1]] * 20):
        assert host.put("/api/pad", votes=votes).json()["error"]["why"] == "impossible_pad"
    assert host.put("/api/pad", votes=[["Ana", 1]]).status_code == 200
    assert host.state()["host"]["pad"] == [["Ana", 1]]
    assert host.state("screen")["room"]["vote"] is None  # it is no vote yet


# The box's own Wi-Fi.


def test_the_host_shows_the_boxs_own_wifi_to_the_guests_and_nobody_else_is_told(box: Box) -> None:
    host, stranger = box.host(), box.visitor()
    assert host.get("/api/wifi").json() is None
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    kept = {"name": "Majordome", "password": "hunter2222", "up": boot}
    (box.settings.evenings / "hotspot.json").write_text(json.dumps(kept))
    told = host.get("/api/wifi").json()
    assert (told["name"], told["password"]) == ("Majordome", "hunter2222")
    assert tuple(told["qr"]) == rows("WIFI:T:WPA;S:Majordome;P:hunter2222;;")
    assert stranger.get("/api/wifi").status_code == 401
