"""Keys of a party end with the party, whatever the clock on the wall says; and to forget is to forget at once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from majordome.cli.commands import main
from majordome.web.auth import SAME_PARTY, TRIES_OF_ALL, Keys
from majordome.web.key_ring import Age, forget_all
from web.boxes import Box, Visitor, until

OpenBox = Callable[..., Box]


def known(keys: Keys, cookie: str) -> str:
    return keys.viewer(cookie, None, None, "host").kind


class Life:
    """Of a machine: it is switched off and on, and time passes while it is on. What the wall says, nobody asks."""

    def __init__(self) -> None:
        self.boot, self.at = 1, 0.0

    def __call__(self) -> Age:
        return Age(f"boot {self.boot}", self.at)

    def off_and_on(self) -> None:
        self.boot, self.at = self.boot + 1, 5.0


def paired(keys: Keys, name: str) -> str:
    phone = keys.pair(keys.code, name, "10.0.0.1")
    assert phone is not None
    return phone[1]


def test_last_months_host_does_not_lead_tonight(tmp_path: Path) -> None:
    life = Life()
    keys = Keys(tmp_path, life=life)
    keys.invite(["Ana"], "evening-0001")
    marie = paired(keys, "Marie")
    life.off_and_on()
    tonight = Keys(tmp_path, life=life)
    tonight.invite(["Ana"], "evening-0002")
    assert known(tonight, marie) == "nobody"
    assert known(tonight, paired(tonight, "Paul")) == "host"  # nobody need let him in


def test_last_months_guest_holds_no_card_tonight(tmp_path: Path) -> None:
    """Though a guest of the same name is here again."""
    life = Life()
    keys = Keys(tmp_path, life=life)
    keys.invite(["Ana", "Bob"], "evening-0001")
    card, link = keys.claim(keys.offer("Ana")), keys.offer("Bob")
    assert card is not None
    life.off_and_on()
    tonight = Keys(tmp_path, life=life)
    tonight.invite(["Ana", "Bob"], "evening-0002")
    assert tonight.viewer(None, card[1], None, "card").kind == "nobody"
    assert tonight.claim(link) is None


def test_a_twin_is_of_this_start_alone(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    twin = keys.claim_twin(keys.twin_token)
    assert keys.viewer(None, None, twin, "twin").kind == "twin"
    again = Keys(tmp_path)
    assert again.viewer(None, None, twin, "twin").kind == "nobody"
    assert again.claim_twin(keys.twin_token) is None


def test_the_same_evening_after_a_power_cut_keeps_its_phones(tmp_path: Path) -> None:
    life = Life()
    keys = Keys(tmp_path, life=life)
    keys.invite(["Ana", "Bob"], "evening-0001")
    marie, card = paired(keys, "Marie"), keys.claim(keys.offer("Ana"))
    offered = keys.offer("Bob")
    life.off_and_on()
    again = Keys(tmp_path, life=life)
    again.invite(["Ana", "Bob"], "evening-0001")
    assert known(again, marie) == "host"
    assert card is not None
    assert again.viewer(None, card[1], None, "card").name == "Ana"
    assert again.claim(offered) is not None


def test_who_led_an_hour_ago_leads_the_next_game_and_who_led_yesterday_does_not(tmp_path: Path) -> None:
    life = Life()
    keys = Keys(tmp_path, life=life)
    keys.invite([], "evening-0001")
    marie = paired(keys, "Marie")
    paul = paired(keys, "Paul")
    keys.let_in(keys.hosts[-1].id)
    life.at += SAME_PARTY - 60
    assert known(keys, marie) == "host"  # she has looked at her phone
    life.at += 3600
    keys.invite([], "evening-0002")
    assert (known(keys, marie), known(keys, paul)) == ("host", "nobody")
    life.at += SAME_PARTY
    keys.invite([], "evening-0003")
    assert known(keys, marie) == "nobody"


def test_an_unfinished_evening_of_last_month_gives_way_to_tonights_host(tmp_path: Path) -> None:
    """It was resumed, and then a new one begun: only who was here since the machine was switched on leads it."""
    life = Life()
    keys = Keys(tmp_path, life=life)
    keys.invite([], "evening-0001")
    marie = paired(keys, "Marie")
    life.off_and_on()
    again = Keys(tmp_path, life=life)
    again.invite([], "evening-0001")
    paul = paired(again, "Paul")
    again.let_in(again.hosts[-1].id)
    again.invite([], "evening-0002")
    assert (known(again, marie), known(again, paul)) == ("nobody", "host")


def test_the_next_evening_by_the_button_ends_the_keys_too(box: Box) -> None:
    """No phone has asked for it: the box noticed by itself."""
    host = box.host()
    line = host.live("host")
    line.until(lambda message: message["is"] == "state")
    later = Age("another start")
    box.pages.keys._life = lambda: later
    box._another(box.prompter.evening).close()
    assert line.until_closed() == 4401
    assert host.get("/api/secrets").status_code == 401


def config(folder: Path) -> str:
    path = folder / "majordome.toml"
    path.write_text(f'[journal]\nfolder = "{folder}"\n')
    return str(path)


def test_forget_counts_at_once_on_a_box_that_runs(box: Box, tmp_path: Path) -> None:
    host, guest, twin = box.host(), box.guest("Cid"), box.twin()
    held = [host.live("host"), guest.live("card"), twin.live("twin")]
    for line in held:
        line.until(lambda message: message["is"] == "state")
    assert main(["page", "--config", config(tmp_path), "--forget"]) == 0
    assert host.get("/api/secrets").status_code == 401  # the very next question
    assert guest.get("/api/card").status_code == 401
    assert [line.until_closed() for line in held] == [4401] * 3
    assert not (tmp_path / "keys.json").exists()
    another = box.host("Paul")  # the first again, who need not wait
    assert another.get("/api/me?as=host").json() == {"kind": "host", "name": "Paul"}
    assert host.get("/api/me?as=host").json()["kind"] == "nobody"  # nor does she come back by his pairing


def test_what_was_forgotten_in_the_middle_of_a_change_stays_forgotten(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    marie = paired(keys, "Marie")
    forget_all(tmp_path)
    keys.offer("Ana")  # somebody changes something before anyone has looked
    assert not (tmp_path / "keys.json").exists()
    keys.look()
    assert known(keys, marie) == "nobody"


def test_a_lost_card_that_comes_back_forgets_no_phone(box: Box, tmp_path: Path) -> None:
    host = box.host()
    away = tmp_path.rename(tmp_path.with_name("away"))
    assert host.get("/api/secrets").status_code == 200  # there is no folder at all
    tmp_path.mkdir()
    assert host.get("/api/secrets").status_code == 200  # one in memory
    paul = box.host("Paul")
    host.post(f"/api/hosts/{box.pages.keys.hosts[-1].id}")
    shutil.rmtree(tmp_path)
    away.rename(tmp_path)
    assert host.get("/api/secrets").status_code == 200
    assert paul.get("/api/me?as=host").json()["name"] == "Paul"
    until(lambda: "Paul" in (tmp_path / "keys.json").read_text(), "Paul's key on the card")
    assert main(["page", "--config", config(tmp_path), "--forget"]) == 0
    assert host.get("/api/secrets").status_code == 401


# The code on the box itself.


def scanned(box: Box, visitor: Visitor, token: str) -> int:
    return visitor.post("/api/pair", code=token, name="Marie").status_code


def test_who_scans_the_box_gets_in_while_others_guess_codes(box: Box) -> None:
    for n in range(TRIES_OF_ALL):
        box.pages.keys.pair("wrong", "", f"10.0.0.{n}")
    typed = box.visitor()
    assert typed.post("/api/pair", code=box.pages.keys.code).status_code == 429
    assert scanned(box, typed, box.pages.keys.token) == 200


def test_the_token_of_the_code_serves_once(box: Box) -> None:
    token = box.pages.keys.token
    assert box.pages.pairing_url == f"{box.pages.url}#{token}"
    assert scanned(box, box.visitor(), token) == 200
    assert scanned(box, box.visitor(), token) == 403
    assert box.pages.keys.token != token
    assert scanned(box, box.visitor(), box.pages.keys.token) == 202  # there is a host, who must let this one in


def test_the_token_is_shown_by_the_box_and_told_to_nobody_else(box: Box) -> None:
    token, told = box.pages.keys.token, box.evening_pages.told()
    assert "█" in told
    stranger, guest = box.visitor(), box.guest("Cid")
    for answer in [*stranger.read("/api/join", "/api/state", "/"), *guest.read("/api/state?as=card", "/api/join")]:
        assert token not in answer
    public = stranger.get("/api/join").json()["qr"]
    own = box.twin().get("/api/state?as=twin").json()["box"]["qr"]
    assert own != public  # the twin stands for the box
    assert token in (box.settings.evenings / "page.json").read_text()  # for `majordome page`


@pytest.mark.parametrize("boot", ["", "no such file"])
def test_a_machine_that_does_not_count_its_starts_still_ages(monkeypatch: pytest.MonkeyPatch, boot: str) -> None:
    monkeypatch.setattr("majordome.web.key_ring.BOOT_ID", Path("/nonexistent") / boot)
    one = Age.now()
    assert one.within(1.0, Age.now())
    assert not one.within(1.0, Age(one.boot, one.at + 2))
    until(lambda: Age.now().at > one.at)
