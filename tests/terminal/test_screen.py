"""The butler on a screen: the real program in a real terminal, its keys pressed and its screen read."""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pexpect
import pyte
import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from majordome.core.journal import read
from majordome.core.library import manifest
from majordome.service.evenings_folder import recalled
from majordome.terminal.completion import HostCompleter
from majordome.web.auth import TRIES_OF_ALL
from majordome.words.narrator import Narrator

pytestmark = pytest.mark.long

PATIENCE = 15.0  # seconds, before a test gives up
A_GLANCE = 0.05  # seconds in which nothing is drawn: the screen is whole
ENGLISH = Narrator("en", game=manifest("weekend"))
NAMES = ("Ana", "Bob", "Cid", "Zoé", "Sam d'Arc", "Rose-Marie", "Gus", "Hal", "Ida", "Jo")
READY = "? help"
PROGRAM = ("-m", "majordome")
FALLS_OVER = """
import sys
from majordome.box.parts import Hardware
from majordome.cli.commands import main
from majordome.core.evening_loop import Performance

def stumble(performance, heard):
    raise RuntimeError("the prompter fell off his chair")
Performance.take = stumble
close = Hardware.close
def closes(hardware):
    close(hardware)
    print("dark and silent")
Hardware.close = closes
sys.exit(main())
"""
HANGS = FALLS_OVER.replace("import sys", "import sys, time").replace(
    "raise RuntimeError", "time.sleep(3600); raise RuntimeError"
)
ENTER, ESCAPE, TAB, CTRL_C = "\r", "\x1b", "\t", "\x03"


def hurry(child: pexpect.spawn) -> None:
    """Without pexpect's little naps: nothing here depends on them."""
    child.delaybeforesend = None
    child.delayafterclose = child.ptyproc.delayafterclose = 0.0
    child.delayafterterminate = child.ptyproc.delayafterterminate = 0.5  # it says good-bye before it goes


class Terminal:
    """A terminal with the program in it."""

    def __init__(self, *words: str, columns: int = 80, rows: int = 24, program: tuple[str, str] = PROGRAM) -> None:
        command = [*program, "play", "--lang", "en", *words]
        self.child = pexpect.spawn(sys.executable, command, dimensions=(rows, columns), timeout=PATIENCE)
        hurry(self.child)
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, *texts: str, without: str = "\0") -> str:
        """Read until all of this stands on the screen, and that does not, and nothing more is being drawn."""
        deadline = time.monotonic() + PATIENCE
        drawn = False
        while not drawn or without in self.shown or any(text not in self.shown for text in texts):
            assert time.monotonic() < deadline, f"no {texts} in\n{self.shown}"
            drawn = not self._reads(texts)
        return self.shown

    def _reads(self, wanted: tuple[str, ...]) -> bool:
        """Something was drawn: a whole screen comes in pieces, the old lines still below the new ones."""
        try:
            data = self.child.read_nonblocking(65536, timeout=A_GLANCE)
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            pytest.fail(f"it left without {wanted}:\n{self.shown}")
        self.raw += data
        self._stream.feed(data)
        return True

    def press(self, *keys: str) -> None:
        self.child.send("".join(keys))

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.screen.reset()
        self.child.setwinsize(rows, columns)

    def left(self) -> int | None:
        """Wait until it has left; its code."""
        self.child.expect(pexpect.EOF)
        self.raw += self.child.before
        self.child.close()
        code: int | None = self.child.exitstatus
        return code


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Open terminals in a house of our own; they are closed behind the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("MAJORDOME_CONFIG", raising=False)
    opened: list[Terminal] = []

    def open_one(*words: str, columns: int = 80, rows: int = 24, program: tuple[str, str] = PROGRAM) -> Terminal:
        opened.append(Terminal(*words, columns=columns, rows=rows, program=program))
        return opened[-1]

    yield open_one
    for each in opened:
        each.child.close(force=True)


def config(tmp_path: Path, text: str) -> tuple[str, str]:
    path = tmp_path / "majordome.toml"
    path.write_text(text, "utf-8")
    return "--config", str(path)


def with_guests(tmp_path: Path) -> tuple[str, str]:
    path = tmp_path / "guests.toml"
    path.write_text("".join(f'[[guests]]\nname = "{name}"\n' for name in NAMES), "utf-8")
    return "--guests", str(path)


def title(beat: str) -> str:
    return ENGLISH.beat(beat, "title")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (110, 34)])
def test_the_screen_says_where_we_are_and_what_a_press_will_do(columns: int, rows: int, terminal: Open) -> None:
    butler = terminal(columns=columns, rows=rows)
    shown = butler.until(title("welcome"), READY).splitlines()
    assert shown[0] == f"  Majordome   ·   {title('welcome')}"
    assert f"      press  {ENGLISH.beat('welcome', 'press')}" in shown
    assert "       hold  Play a practice round" in shown
    assert shown[-1].endswith("quit")
    butler.press(" ")
    shown = butler.until(f"take back “{title('welcome')}”", "Round 1: Friday night").splitlines()
    assert shown[0] == f"  Majordome   ·   Friday night · {title('walking')}"
    assert f"       back  take back “{title('welcome')}”" in shown
    butler.press("b")
    butler.until(ENGLISH.word("notice", "taken_back").format(title("welcome")), f"·   {title('welcome')}")
    butler.press("r")
    butler.until(ENGLISH.word("notice", "put_back").format(title("welcome")), title("walking"))
    butler.press("q")
    assert butler.left() == 0


def test_the_hourglass_runs_pauses_and_takes_more_sand(terminal: Open, tmp_path: Path) -> None:
    butler = terminal(*config(tmp_path, "[evening]\ndiscussion = 300\n"))
    butler.until(READY)
    for keys, beat in (
        (" ", "walking"),
        (" ", "murder"),
        (":nobody" + ENTER, "mourning"),
        (ENTER, "discussion"),
    ):
        butler.press(keys)
        butler.until(f"Friday night · {title(beat)}")
    shown = butler.until("Hourglass  ████")
    assert re.search(r"  Hourglass  █{39}[█░]  (5:00|4:5\d)\n", shown)
    butler.press("p")
    butler.until("PAUSED", "press  go on")
    butler.press(":add -150" + ENTER)
    shown = butler.until("  2:")
    assert re.search(r"  Hourglass  █{37}[█░]{3}  2:(30|2\d)\n", shown)  # less sand, and a smaller glass
    butler.press("p")
    butler.until(ENGLISH.word("notice", "went_on"), without="PAUSED")
    butler.press(" ")
    butler.until(title("circle"), without="Hourglass")


def test_the_chairs_are_shown_and_toggled_by_keys(terminal: Open, tmp_path: Path) -> None:
    butler = terminal(*config(tmp_path, "[evening]\nchairs = true\n"))
    butler.until("Chairs  left: free   right: free")
    butler.press("1")
    butler.until("left: taken   right: free")
    butler.press("2")
    butler.until("left: taken   right: taken")
    butler.press("1")
    butler.until("left: free   right: taken")


def test_a_command_is_typed_behind_a_colon_with_names(terminal: Open, tmp_path: Path) -> None:
    butler = terminal(*with_guests(tmp_path), rows=34)
    butler.until("Living  10: Ana, Bob, Cid, Zoé")
    butler.press(":")
    butler.until("\n:")
    butler.press("kill zoe q d p")  # keys are letters here
    butler.until(": kill zoe q d p")
    butler.press(ESCAPE)
    butler.until(without=": kill")
    butler.press(":kill zoe" + ENTER)
    butler.until("† Zoé", "Dead  Zoé", "Living  9: Ana, Bob, Cid, Sam d'Arc", without=": kill")
    butler.press(":kill R")
    butler.until(": kill R\n", "  Rose-Marie  ")  # the menu
    butler.press(TAB)
    butler.until(": kill Rose-Marie")
    butler.press(ENTER)
    butler.until("Dead  Zoé and Rose-Marie")
    butler.press(":sing" + ENTER)
    butler.until("I do not know “sing”")
    butler.press(":quit" + ENTER)
    assert butler.left() == 0


def test_a_question_mark_shows_every_command(terminal: Open) -> None:
    butler = terminal(columns=110, rows=50)
    butler.until(READY)
    butler.press("?")
    shown = butler.until("victim NAME [by NAME]", "add 30 | -30 | 2m | 1:30", "quit")
    assert "tenir" in shown


def test_leaving_gives_the_terminal_back_as_it_was_and_the_evening_goes_on_later(
    terminal: Open, tmp_path: Path
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    line = f"stty -g > {before}; '{sys.executable}' -m majordome play --lang en; code=$?; stty -g > {after}; exit $code"
    butler = terminal()
    butler.child.close(force=True)
    shutil.rmtree(tmp_path / "state", ignore_errors=True)  # that one may have begun an evening, or not yet
    butler.child = pexpect.spawn("bash", ["-c", line], dimensions=(24, 80), timeout=PATIENCE)
    hurry(butler.child)
    butler.screen.reset()
    butler.until(READY)
    butler.press(" ")
    butler.until(title("walking"))
    butler.press("q")
    assert butler.left() == 0
    assert before.read_text() == after.read_text()
    assert b"\x1b[?1049h" in butler.raw  # the other screen, and back
    assert butler.raw.rpartition(b"\x1b[?1049l")[2].endswith(ENGLISH.word("notice", "saved").encode() + b"\r\n")
    again = terminal()
    again.until("[Enter = yes, n = a new evening]")
    again.press(ENTER)
    again.until(title("walking"), ENGLISH.word("notice", "resumed"))
    again.press(CTRL_C)
    assert again.left() == 0
    (journal,) = (tmp_path / "state" / "majordome" / "evenings").glob("*.journal")
    assert [step.beat for step in recalled(read(journal)).history] == ["welcome"]


def test_a_press_after_the_end_leaves(terminal: Open) -> None:
    butler = terminal()
    butler.until(READY)
    butler.press(":end guests" + ENTER)
    butler.until(title("finished"), "The guests have won.")
    butler.press(" ")
    assert butler.left() == 0


def test_a_small_window_and_a_window_that_changes_do_no_harm(terminal: Open, tmp_path: Path) -> None:
    butler = terminal(*with_guests(tmp_path), columns=40, rows=12)
    butler.until(title("welcome"))
    butler.press("?", " ")
    butler.until("Friday night")
    for columns, rows in ((10, 3), (110, 34), (1, 1), (80, 24)):
        butler.resize(columns, rows)
        butler.press("p")
    butler.until(title("walking"), READY)
    butler.press("q")
    assert butler.left() == 0


def test_while_the_victim_counts_no_name_is_drawn_but_those_of_all(terminal: Open, tmp_path: Path) -> None:
    butler = terminal(*with_guests(tmp_path), rows=34)
    butler.until(READY)
    butler.press(" ")
    butler.until(title("walking"))
    butler.press(" ")
    butler.until(title("murder"))
    butler.press(":victim Cid by Ana" + ENTER)
    shown = butler.until(title("dying"), without=": victim")
    assert [line for line in shown.splitlines() if "Cid" in line] == [f"     Living  10: {', '.join(NAMES)}"]


# Completion.


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("vi", ["victim", "victime"]),
        ("VI", ["victim", "victime"]),
        ("kill r", ["Rose-Marie"]),
        ("votes Ana 3 g", ["Gus"]),
        ("", []),
        ("kill ", []),
        ("kill x", []),
    ],
)
def test_commands_are_completed_first_and_names_behind_them(typed: str, offered: list[str]) -> None:
    completer = HostCompleter(lambda: ["victim", "victime", "kill"], lambda: NAMES)
    found = completer.get_completions(Document(typed), CompleteEvent())
    assert [completion.text for completion in found] == offered


NAMED = "Jean-François de la Tour", "Rose-Marie", "Élisabeth du Bois", "Sam d’Arc"


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30)])
def test_code_address_and_qr_code_stand_whole_on_a_screen_of_eighty_by_twenty_four(
    columns: int, rows: int, terminal: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MAJORDOME_NO_PAGE", raising=False)
    pages = config(tmp_path, '[page]\nlisten = "127.0.0.1"\nmdns = false\nbrowser = false\n')
    one = terminal("--new", *pages, columns=columns, rows=rows)
    shown = one.until("code ", "▄", "twin#", READY)
    address = re.search(r"page 127\.0\.0\.1:\d+ · code \d{6}", shown)
    assert address, shown
    assert re.search(r"http://127\.0\.0\.1:\d+/twin#\S+$", shown, re.MULTILINE), (
        "the twin's link is broken over two lines"
    )
    code = [line[-29:] for line in shown.splitlines() if "██" in line]
    assert len(code) == 15
    assert set(code[0]) == {"█"}, shown  # with its white border, above and below
    assert set(code[-1]) <= {"█", "▀", "▄"}
    one.press(" ")
    assert "code" not in one.until(title("walking"), without="▄").splitlines()[0]
    one.press(":", "page", ENTER)
    one.until("▄", "code ")


def test_a_screen_that_is_too_small_for_the_qr_code_says_so(
    terminal: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MAJORDOME_NO_PAGE", raising=False)
    pages = config(tmp_path, '[page]\nlisten = "127.0.0.1"\nmdns = false\nbrowser = false\n')
    one = terminal("--new", *pages, columns=70, rows=20)
    one.until("code ", READY)
    one.press(":", "page", ENTER)
    assert "▄" not in one.until("does not fit")


def test_no_name_is_broken_and_no_space_is_marked(terminal: Open, tmp_path: Path) -> None:
    path = tmp_path / "guests.toml"
    names = (*NAMED, *(f"{name} le Petit" for name in NAMES[:8]))
    path.write_text("".join(f'[[guests]]\nname = "{name}"\n' for name in names), "utf-8")
    one = terminal("--new", "--lang", "fr", "--guests", str(path))
    shown = one.until("? aide")
    for name in names:
        assert name in shown, shown
    marked = [char for row in one.screen.buffer.values() for char in row.values() if char.underscore]
    assert not marked


def guess(url: str, code: str, address: str) -> None:
    """Somebody at this address tries out a code."""
    page = httpx.Client(
        base_url=url, headers={"Origin": url}, trust_env=False, transport=httpx.HTTPTransport(local_address=address)
    )
    with page:
        assert page.post("/api/pair", json={"code": code, "name": "x"}).status_code == 403


@pytest.mark.parametrize("way", ["screen", "plain"])
def test_after_too_many_guesses_the_terminal_shows_the_new_code_of_the_page(
    terminal: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.delenv("MAJORDOME_NO_PAGE", raising=False)
    settings = config(tmp_path, '[page]\nport = 18239\nlisten = "127.0.0.1"\nmdns = false\nbrowser = false\n')
    butler = terminal(*settings, *(("--plain",) if way == "plain" else ()), columns=120, rows=50)
    told = tmp_path / "state" / "majordome" / "evenings" / "page.json"
    butler.until("pair your phone")
    page = json.loads(told.read_text("utf-8"))
    wrong = f"{(int(page['code']) + 1) % 10 ** len(page['code']):0{len(page['code'])}}"
    for n in range(TRIES_OF_ALL):
        guess(page["url"].rstrip("/"), wrong, f"127.0.9.{n + 1}")
    new = json.loads(told.read_text("utf-8"))["code"]
    assert new != page["code"]
    butler.until(f"new code: {new}", without=page["code"] if way == "screen" else "\0")
    butler.press("q" if way == "screen" else "quit\n")
    assert butler.left() == 0


def test_an_evening_that_falls_over_gives_the_terminal_back_dark_and_with_a_word(
    terminal: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    screen = terminal("--no-page", "--silent", program=("-c", FALLS_OVER))
    screen.until(READY)
    screen.press(" ")
    assert screen.left() == 1
    last = screen.raw.rpartition(b"\x1b[?1049l")[2]  # the host's own screen is shown again
    assert b"dark and silent" in last
    assert b"the prompter fell off his chair" in last


def test_who_presses_q_in_an_evening_that_hangs_gets_the_terminal_back(
    terminal: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    screen = terminal("--no-page", "--silent", program=("-c", HANGS))
    screen.until(READY)
    screen.press(" ", "q")
    assert screen.left() == 1
    last = screen.raw.rpartition(b"\x1b[?1049l")[2]
    assert b"dark and silent" in last
    assert b"the evening hangs" in last
