"""A disk that hangs keeps no page waiting: phones pair, cards are given out, and all is written when it answers."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event

import pytest

from majordome.web import live
from web.boxes import Box, until


def test_no_page_waits_for_a_disk_that_hangs(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "ALIVE_EVERY", 0.2)  # seconds: the test waits for one
    host, screen, answers = box.host(), box.visitor().live("screen"), Event()
    try:
        monkeypatch.setattr(os, "fsync", lambda file: answers.wait(60))
        guest = box.guest("Cid")  # a link, and a phone that claims it
        assert guest.get("/api/card").status_code == 200
        draft = {"rev": 1, "game": "weekend", "guests": [{"name": "Zoe"}]}
        assert host.http.put("/api/draft", json=draft).is_success
        assert host.get("/api/state?as=host").status_code == 200
        assert screen.until(lambda message: message["is"] == "alive") is not None
    finally:
        answers.set()
    for name, word in (("keys.json", "Cid"), ("draft.json", "Zoe")):
        file = tmp_path / name
        until(lambda file=file, word=word: file.exists() and word in file.read_text(), f"{word} on the disk")  # type: ignore[misc]
