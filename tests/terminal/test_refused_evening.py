"""An evening that cannot go on is told to people, and not only to standard error: by voice, and to the first host."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as changed

from majordome.core.cues import Notice
from majordome.core.journal import read, seal
from majordome.core.plain_values import to_plain
from majordome.words.narrator import LANGS, Lang, Narrator
from terminal.pipes import Played, journals
from web.boxes import Box, murder

pytestmark = pytest.mark.usefixtures("evenings")


class Speaker:
    """Notes what it is asked to say; everything else it does in silence."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, what: object) -> None:
        if isinstance(what, str):
            self.said.append(what)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *args, **more: None


@pytest.fixture
def speaker(monkeypatch: pytest.MonkeyPatch) -> Speaker:
    speaker = Speaker()

    @contextmanager
    def speaker_of(*args: Any) -> Iterator[Speaker]:
        yield speaker

    monkeypatch.setattr("majordome.box.compose.speaker_of", speaker_of)
    return speaker


def by_other_rules(journal: Path) -> None:
    line, _ = seal(to_plain(changed(read(journal).header, rules=99)), 0)
    journal.write_bytes(line)


@pytest.mark.parametrize("lang", LANGS)
def test_the_butler_says_that_the_evening_before_cannot_go_on(
    played: Played, evenings: Path, speaker: Speaker, capsys: pytest.CaptureFixture[str], lang: Lang
) -> None:
    played("--lang", lang, typed="\n")
    (journal,) = journals(evenings)
    by_other_rules(journal)
    trouble = "majordome: this evening was played by version 99 of the rules of weekend, this box has version 4: "
    trouble += "play it with the version that wrote it, or start a new evening with --new\n"
    assert speaker.said == []
    played("--resume", "--lang", lang, typed="quit\n", trouble=trouble)
    assert speaker.said == [Narrator(lang).word("ui", "evening_refused")]


def test_the_butler_says_that_a_damaged_evening_goes_on_from_what_was_saved(
    played: Played, evenings: Path, speaker: Speaker
) -> None:
    played("--lang", "en", typed="\n\n")
    (journal,) = journals(evenings)
    lines = journal.read_bytes().split(b"\n")
    lines[1] = lines[1].replace(b"happened", b"hoppened")
    journal.write_bytes(b"\n".join(lines))
    trouble = f"majordome: {journal}: line 2 is damaged (its checksum is wrong); nothing after it can be trusted. "
    trouble += f"'majordome journal salvage {journal}' makes a new journal of the lines before it\n"
    played("--resume", typed="quit\n", trouble=trouble)
    assert speaker.said == [Narrator("en").word("ui", "evening_saved")]


def test_an_evening_that_goes_on_as_it_was_is_not_spoken_of(played: Played, speaker: Speaker) -> None:
    played("--lang", "en", typed="\n")
    played("--resume", typed="quit\n")
    assert speaker.said == []


def test_the_first_host_who_comes_is_told_why_and_nobody_else(tmp_path: Path) -> None:
    box = Box(tmp_path, murder())
    try:
        guest_screen = box.visitor().live("screen")
        box.inputs.put(Notice("evening_trouble", ("other rules",)))
        box.settled()
        first = box.host().live("host")
        told = first.until(lambda message: message.get("what") == "evening_trouble")
        assert told["names"] == ["other rules"]
        second = box.host("Paul").live("host")
        second.until(lambda message: message["is"] == "state")
        box.inputs.put(Notice("disk_well"))
        second.until(lambda message: message.get("what") == "disk_well")
        assert "evening_trouble" not in json.dumps([*second.messages, *guest_screen.messages])
    finally:
        box.close()
