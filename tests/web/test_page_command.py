"""`majordome page`, the settings of the page, and what becomes of the evening where there can be no page."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from majordome.box.pages import EveningPages
from majordome.cli.commands import main
from majordome.core.cues import Notice
from majordome.core.evening_queue import AnotherEvening, Heard
from majordome.core.journal import read
from majordome.core.library import manifest
from majordome.errors import FileError
from majordome.settings.config import read_settings
from majordome.web.server import PORTS_TRIED
from majordome.words.narrator import Narrator
from web.boxes import Box, murder, until

OpenBox = Callable[..., Box]


def config(tmp_path: Path, page: str = "") -> Path:
    path = tmp_path / "majordome.toml"
    path.write_text(f'[journal]\nfolder = "{tmp_path}"\n\n[page]\n{page}\n')
    return path


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("port = 0", "port"),
        ("port = 65536", "port"),
        ('port = "8080"', "port"),
        ('listen = "majordome.local"', 'must be an address as "0.0.0.0"'),
        ('listen = "::"', "must be an address"),
        ("on = 1", "on"),
        ("colour = 3", "colour"),
    ],
)
def test_a_wrong_setting_of_the_page_is_named_with_its_place(tmp_path: Path, page: str, why: str) -> None:
    with pytest.raises(FileError, match=re.escape(why)) as wrong:
        read_settings(config(tmp_path, page))
    assert "majordome.toml" in str(wrong.value)


def test_the_settings_of_the_page_are_read(tmp_path: Path) -> None:
    text = 'on = false\nport = 9000\nlisten = "127.0.0.1"\nmdns = false\nbrowser = false'
    page = read_settings(config(tmp_path, text)).page
    assert (page.on, page.port, page.listen, page.mdns, page.browser) == (False, 9000, "127.0.0.1", False, False)


def test_the_page_is_told_as_long_as_a_box_plays(
    open_box: OpenBox, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["page", "--config", str(config(tmp_path)), "--lang", "en"]
    assert main(words) == 1
    assert "No box plays here now" in capsys.readouterr().out
    box = open_box()
    assert main(words) == 0
    told = capsys.readouterr().out
    assert box.pages.url in told
    assert box.pages.keys.code in told
    assert box.pages.twin_url in told
    assert "█" in told
    box.host()
    box.close()
    assert main(words) == 1

    # Where the plug was pulled, the word that was left is of no box that plays.
    (tmp_path / "page.json").write_text(json.dumps({"url": "x", "code": "1", "twin": "y", "pid": 2**22 - 1}))
    assert main(words) == 1
    for text in ("", "[]", "{}", '{"pid": "x"}', "\xff"):
        (tmp_path / "page.json").write_text(text, "latin-1")
        assert main(words) == 1
    capsys.readouterr()

    assert (tmp_path / "keys.json").exists()
    assert main([*words, "--forget"]) == 0
    assert "forgotten" in capsys.readouterr().out
    assert not (tmp_path / "keys.json").exists()
    assert main([*words, "--forget"]) == 0
    assert "No phone was known" in capsys.readouterr().out


@contextmanager
def taken(number: int) -> Iterator[int]:
    """So many ports in a row, taken by somebody else; the first of them."""
    for first in range(20_000, 60_000, 101):
        with ExitStack() as all_, suppress(OSError):
            for port in range(first, first + number):
                plug = all_.enter_context(socket.socket())
                plug.bind(("127.0.0.1", port))
                plug.listen()
            yield first
            return
    raise AssertionError("no ports are free")


def test_where_the_port_is_taken_the_next_one_serves(open_box: OpenBox) -> None:
    with taken(2) as port:
        box = open_box(port=port)
        assert port + 2 <= box.place[1] < port + PORTS_TRIED
        assert box.visitor().get("/api/join").json()["url"] == box.pages.url


@pytest.mark.parametrize("missing", ["port", "library", "room"])
def test_without_pages_the_evening_goes_on_and_the_host_is_told_once(
    open_box: OpenBox, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    with ExitStack() as stack:
        port = stack.enter_context(taken(PORTS_TRIED)) if missing == "port" else 0
        if missing == "library":

            def furnish(evening_pages: EveningPages) -> None:
                raise ModuleNotFoundError("No module named 'wsproto'", name="wsproto")

            monkeypatch.setattr(EveningPages, "_furnish", furnish)
        if missing == "room":
            monkeypatch.setattr("majordome.web.server.Keys", lambda folder: 1 / 0)
        box = open_box(port=port)
        assert box.evening_pages.pages is None
        assert box.evening_pages.told() == ""
        (told,) = box.notices("prop_failed")
        assert told.names[0] == "pages"
        if missing == "library":
            assert told.names[1] == "pip install wsproto"
        assert box.lives


class Process:
    """`majordome play` in a pipe, with its page open."""

    def __init__(self, folder: Path, *words: str) -> None:
        environ = {key: value for key, value in os.environ.items() if key != "MAJORDOME_NO_PAGE"}
        settings = config(folder, 'port = 18230\nlisten = "127.0.0.1"\nmdns = false')
        with (folder / "out").open("ab") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "majordome", "play", "--config", settings, *words],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=environ | {"HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
            )
        self.out = folder / "out"
        until((folder / "page.json").exists, "the page")
        self.about = json.loads((folder / "page.json").read_text())
        until(lambda: self.about["url"] in self.out.read_text(), "where the page is")

    def end(self, number: int) -> int:
        assert self._process.stdin is not None
        self._process.send_signal(number)
        code = self._process.wait(20)
        self._process.stdin.close()
        return code


def phone(about: dict[str, str]) -> httpx.Client:
    url = about["url"].rstrip("/")
    return httpx.Client(base_url=url, headers={"Origin": url}, trust_env=False, timeout=20)


def press(page: httpx.Client) -> str:
    host = page.get("/api/state?as=host").json()["host"]
    body = {"id": host["moment"], "moment": host["moment"], "said": {"is": "press"}}
    assert page.post("/api/say", json=body).json() == {"safe": True}
    return str(page.get("/api/state?as=host").json()["room"]["beat"])


def test_the_plug_is_pulled_and_the_hosts_phone_goes_on(tmp_path: Path) -> None:
    box = Process(tmp_path, "--new", "--lang", "en")
    with phone(box.about) as page:
        try:
            assert page.post("/api/pair", json={"code": box.about["code"], "name": "Marie"}).status_code == 200
            assert press(page) == "walking"
            cookies = dict(page.cookies)
        finally:
            box.end(signal.SIGKILL)
    (tmp_path / "page.json").unlink()  # it could not take its word back
    again = Process(tmp_path, "--resume", "--lang", "en")
    with phone(again.about) as page:
        try:
            page.cookies.update(cookies)
            assert page.get("/api/me?as=host").json() == {"kind": "host", "name": "Marie"}
            assert page.get("/api/state?as=host").json()["room"]["beat"] == "walking"
            assert press(page) == "dark"
        finally:
            assert again.end(signal.SIGTERM) == 0
    assert not (tmp_path / "page.json").exists()
    (journal,) = tmp_path.glob("*.journal")
    assert len(read(journal).records) == 2
    # In a pipe that somebody may keep there is the address, and nothing that opens anything; nor in the log.
    logs = "".join(path.read_text() for path in tmp_path.glob("majordome.log*"))
    out = box.out.read_text() + logs
    assert box.about["url"] in out
    for about in (box.about, again.about):
        assert about["code"] not in out
        assert about["twin"].partition("#")[2] not in out
    assert not any(cookie in out for cookie in cookies.values())


def test_no_page_means_no_page(tmp_path: Path) -> None:
    environ = {key: value for key, value in os.environ.items() if key != "MAJORDOME_NO_PAGE"}
    played = subprocess.run(
        [sys.executable, "-m", "majordome", "play", "--no-page", "--config", config(tmp_path), "--lang", "en"],
        input="page\nquit\n",
        capture_output=True,
        text=True,
        timeout=30,
        env=environ,
        check=True,
    )
    assert "There is no page this evening." in played.stdout
    assert not (tmp_path / "page.json").exists()
    assert not (tmp_path / "keys.json").exists()


@pytest.mark.parametrize("evening", ["the same evening", "the next one"])
def test_the_language_and_the_voice_that_were_chosen_on_a_page_outlive_a_power_cut(
    tmp_path: Path, evening: str
) -> None:
    box = Process(tmp_path, "--new", "--lang", "en")
    with phone(box.about) as page:
        try:
            assert page.post("/api/pair", json={"code": box.about["code"], "name": "Marie"}).status_code == 200
            assert page.post("/api/box", json={"lang": "fr", "voice": "housekeeper"}).status_code == 200
            if evening == "the next one":
                moment = page.get("/api/state?as=host").json()["host"]["moment"]
                another = {"id": "next", "moment": moment, "game": "weekend"}
                assert page.post("/api/evening", json=another).json() == {"safe": True}
            assert press(page) == "walking"
            cookies = dict(page.cookies)
        finally:
            box.end(signal.SIGKILL)
    box.out.write_text("")
    (tmp_path / "page.json").unlink()
    again = Process(tmp_path, "--resume")
    try:
        said = Narrator("fr", game=manifest("weekend")).notice(Notice("resumed"))
        until(lambda: said in box.out.read_text(), "the butler goes on in French")
        with phone(again.about) as page:
            page.cookies.update(cookies)
            state = page.get("/api/state?as=host").json()
            assert (state["lang"], state["host"]["voice"]) == ("fr", "housekeeper")
    finally:
        again.end(signal.SIGTERM)


def test_whoever_chose_a_language_and_did_nothing_else_leaves_no_evening_behind(tmp_path: Path) -> None:
    box = Box(tmp_path, murder())
    try:
        first = box.journal
        box.host().http.post("/api/box", json={"lang": "fr"})
        box.inputs.put(Heard(AnotherEvening(murder())))
        box.settled()
        assert not first.exists()
        assert read(box.journal).header.lang == "fr"
    finally:
        box.close()
