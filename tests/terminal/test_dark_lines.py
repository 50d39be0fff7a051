"""What is typed, asked and refused in the dark is gone from the terminal when the room wakes."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pexpect
import pyte
import pytest

from majordome.core.cues import Notice, Refused
from majordome.core.library import manifest
from majordome.games.murder.testing import guest_list
from majordome.terminal.line_mode import PlainPage
from majordome.terminal.pipe import FIRST_SCREEN, SECOND_SCREEN, SecondScreen
from majordome.terminal.screen_page import ScreenPage
from majordome.words.narrator import Narrator

PATIENCE = 20.0  # seconds, before a test gives up
ENGLISH = Narrator("en", game=manifest("weekend"))
NO_CULPRIT = Refused("victim", "killed_oneself", ("Ida",))
WHISPER = ENGLISH.refusal(NO_CULPRIT)

pytestmark = pytest.mark.usefixtures("evenings")


def a_list(folder: Path) -> str:
    path = folder / "guests.toml"
    people = (f'[[guests]]\nname = "{guest.name}"\nrole = "{guest.role}"\n' for guest in guest_list(10))
    path.write_text("".join(people), "utf-8")
    return str(path)


@pytest.mark.parametrize("has_two_screens", [True, False])
def test_nothing_that_was_typed_or_refused_in_the_dark_stands_on_the_terminal_when_all_wake(
    has_two_screens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    words = ["-m", "majordome", "play", "--plain", "--lang", "fr", "--guests", a_list(tmp_path)]
    child = pexpect.spawn(sys.executable, words, dimensions=(50, 160), timeout=PATIENCE, encoding="utf-8")
    child.delaybeforesend = None
    screen, seen = pyte.Screen(160, 50), ""

    def until(text: str) -> None:
        nonlocal seen
        deadline, read = time.monotonic() + PATIENCE, ""
        while text not in read.replace("\N{NO-BREAK SPACE}", " "):
            assert time.monotonic() < deadline, f"no {text} in {read}"
            read += child.read_nonblocking(65536, timeout=PATIENCE)
        seen += read

    try:
        until("Les invités arrivent] ")
        child.sendline("")
        until("Tous marchent] ")
        child.sendline("")
        until("Les assassins choisissent] ")
        child.sendline("victime Ida par Ida")
        until("à la fois victime et coupable")
        child.sendline("victime Gus par Ana")
        until("La victime compte] ")
        child.sendline("")
        until("Tous sont réveillés] ")
    finally:
        child.close(force=True)
    stream = pyte.Stream(screen)
    if has_two_screens:
        before, _, rest = seen.partition(SECOND_SCREEN)
        dark, _, after = rest.partition(FIRST_SCREEN)
        assert "victime Gus par Ana" in dark
        seen = before + after
    stream.feed(seen)
    shown = "\n".join(screen.display)
    assert "Tous sont réveillés" in shown
    assert "par Ana" not in shown
    assert "coupable" not in shown
    assert "La victime compte]" not in shown  # only what would be undone is named
    assert ("Tous marchent" in shown) is has_two_screens  # without a second screen the whole first is wiped


def test_a_pipe_is_told_everything_without_a_curtain(capfd: pytest.CaptureFixture[str]) -> None:
    curtain = SecondScreen()  # the test's own standard output is no terminal
    curtain.draw(True)
    assert not curtain.drawn
    lines: list[str] = []
    PlainPage(ENGLISH, lines.append, curtain).show(NO_CULPRIT)
    assert lines == [WHISPER]
    assert capfd.readouterr().out == ""


def test_a_refusal_in_the_dark_is_read_while_it_is_dark_and_never_after() -> None:
    page, dark = ScreenPage(ENGLISH), True
    page.dark = lambda: dark
    page.show(Notice("paused"))
    page.show(NO_CULPRIT)
    assert page.told()[-1] == ("refused", WHISPER)
    dark = False
    assert [style for style, _ in page.told()] == ["notice"]  # even before anything else is drawn
    page.refresh()
    dark = True
    assert [style for style, _ in page.told()] == ["notice"]  # and not in the next night either


def test_a_refusal_in_the_light_stays() -> None:
    page = ScreenPage(ENGLISH)
    page.show(NO_CULPRIT)
    page.refresh()
    assert page.told() == [("refused", WHISPER)]
