"""`play --resume` offers the evenings that are unfinished, in the box's own order; a reader who goes ends none."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from majordome.core.journal import read
from majordome.service.evenings_folder import evenings as all_evenings
from majordome.service.evenings_folder import recalled, serial
from majordome.words.narrator import LANGS, Lang, Narrator
from terminal.pipes import PATIENCE, Butler, Played, journals

pytestmark = pytest.mark.usefixtures("evenings")

A_TUESDAY = 1_794_950_000.0  # 2026-11-17
WITHOUT_A_CLOCK = 60.0  # 1970


def guests(folder: Path, *names: str) -> str:
    listed = folder / f"{names[0]}.toml"
    listed.write_text("\n".join(f'[[guests]]\nname = "{name}"' for name in names), "utf-8")
    return str(listed)


@pytest.fixture
def three(played: Played, evenings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Three unfinished evenings of three companies. At the last of them the box had lost its clock."""
    companies = [
        (guests(tmp_path, "Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"), A_TUESDAY),
        (guests(tmp_path, "Kim", "Leo", "Mia", "Ned", "Oda", "Pia", "Quy", "Rob", "Sue"), A_TUESDAY - 86400 * 7),
        ("", WITHOUT_A_CLOCK),
    ]
    for company, clock in companies:
        with monkeypatch.context() as patch:
            patch.setattr("majordome.service.evenings_folder.time.time", lambda clock=clock: clock)
            played("--new", "--lang", "en", *(("--guests", company) if company else ()), typed="\n")
    return list(reversed(all_evenings(evenings)))


def offer(lines: list[str]) -> list[str]:
    return [line for line in lines if re.match(r"\d\. ", line)]


def which(lang: Lang = "en") -> str:
    return Narrator(lang).word("ui", "which_evening")


def steps(path: Path) -> int:
    return len(recalled(read(path)).history)


def test_they_stand_in_the_boxs_own_order_with_day_company_and_round(played: Played, three: list[Path]) -> None:
    for path in three:  # and no clock is asked: not the files' own, either
        os.utime(path, (0, 0))
    lines = played("--resume", "--lang", "en", typed="\n")
    assert lines[0] == "Unfinished evenings, the latest first:"
    walks = "Friday night, Everyone walks about"
    assert offer(lines) == [
        f"1. on a day that the box did not know, The castle weekend, no guest list: {walks}",
        f"2. 2026-11-10, The castle weekend, Kim, Leo, Mia and 6 others: {walks}",
        f"3. 2026-11-17, The castle weekend, Ana, Bob, Cid and 7 others: {walks}",
    ]
    assert lines[4] == which()


def test_in_french_too(played: Played, three: list[Path]) -> None:
    lines = played("--resume", "--lang", "fr", typed="\n")
    assert lines[0] == "Soirées inachevées, la plus récente d’abord :"
    assert offer(lines)[2].startswith("3. 17/11/2026, ")
    assert offer(lines)[2].endswith("Ana, Bob, Cid et 7 autres : vendredi soir, Tous marchent")
    assert which("fr") in lines


@pytest.mark.parametrize(("answer", "goes_on"), [("", 2), ("1", 2), ("2", 1), ("3", 0), ("4\nzzz\n3", 0)])
def test_the_one_that_is_named_goes_on(played: Played, three: list[Path], answer: str, goes_on: int) -> None:
    played("--resume", typed=f"{answer}\n\n")
    assert [steps(path) for path in three] == [2 if n == goes_on else 1 for n in range(3)]
    assert len(journals(three[0].parent)) == 3


def test_n_begins_a_new_one_and_keeps_them_all(played: Played, three: list[Path]) -> None:
    played("--resume", "--lang", "en", typed="n\n\n")
    assert [steps(path) for path in three] == [1, 1, 1]
    (new,) = set(journals(three[0].parent)) - {*three}
    assert (serial(new), steps(new)) == (4, 1)


def test_what_is_over_blank_or_unreadable_is_not_offered(played: Played, three: list[Path]) -> None:
    played("--resume", "--lang", "en", typed="2\nend guests\n")  # that one is over now
    three[0].write_bytes(b"noise\n" + three[0].read_bytes())
    played("--new", "--lang", "en", typed="")  # nothing has happened in this one
    played("--new", "--lang", "en", typed="\n")
    lines = played("--resume", "--lang", "en", typed="\n")
    assert [line[:3] for line in offer(lines)] == ["1. ", "2. "]
    assert offer(lines)[1].startswith("2. on a day that the box did not know")


def test_of_a_damaged_evening_only_what_was_saved_is_offered(played: Played, three: list[Path]) -> None:
    damaged = three[0]
    saved = damaged.with_name(f"{damaged.stem}-salvaged.journal")
    saved.write_bytes(damaged.read_bytes())
    damaged.write_bytes(b"noise\n" + damaged.read_bytes())
    assert len(offer(played("--resume", "--lang", "en", typed="3\n\n"))) == 3
    assert steps(saved) == 2


def test_a_box_without_a_keyboard_goes_on_with_the_latest_and_asks_nobody(three: list[Path]) -> None:
    box = [sys.executable, "-m", "majordome", "play", "--resume", "--lang", "en", "--no-page"]
    done = subprocess.run(box, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
    assert offer(done.stdout.splitlines()) == []
    assert "The evening goes on where it stopped." in done.stdout
    assert [steps(path) for path in three] == [1, 1, 1]


def on_a_terminal(*words: str, keys: Callable[[str], bytes | None]) -> str:
    """What a terminal shows; `keys` answers what it shows so far."""
    host, guest = pty.openpty()
    box = [sys.executable, "-m", "majordome", "play", "--no-page", *words]
    with subprocess.Popen(box, stdin=guest, stdout=guest, stderr=guest, env={**os.environ, "TERM": "xterm"}) as play:
        os.close(guest)
        shown, until = b"", time.monotonic() + PATIENCE
        try:
            while time.monotonic() < until:
                try:
                    shown += os.read(host, 65536)
                except OSError:  # it has left
                    break
                if typed := keys(shown.decode("utf-8", "replace")):
                    os.write(host, typed)
        finally:
            play.kill()
            os.close(host)
    return shown.decode("utf-8", "replace")


def test_on_a_terminal_the_host_chooses_before_the_screen_opens(three: list[Path]) -> None:
    answers = {which().strip(): b"3\n", "\x1b[?1049h": b" ", "eyes closed": b""}
    pressed: list[str] = []

    def keys(shown: str) -> bytes | None:
        if steps(three[0]) == 2:
            return b"q"
        for asked, answer in answers.items():
            if asked in shown and asked not in pressed:
                pressed.append(asked)
                return answer
        return None

    shown = on_a_terminal("--resume", "--lang", "en", keys=keys)
    assert shown.index("Unfinished evenings") < shown.index(which()) < shown.index("\x1b[?1049h")
    assert [steps(path) for path in three] == [2, 1, 1]


# A reader who goes.


def hang_up_on(butler: Butler) -> None:
    assert butler.process.stdout is not None
    butler._eyes.unregister(butler.process.stdout)
    butler.process.stdout.close()


def test_a_reader_who_goes_before_the_first_word_ends_no_evening(played: Played, evenings: Path) -> None:
    played("--lang", "en", typed="\n")
    with Butler("--resume") as butler:
        hang_up_on(butler)
        butler.type("", "quit")
        assert butler.process.wait(PATIENCE) == 0
        assert butler.process.stderr is not None
        assert butler.process.stderr.read() == b""
    (journal,) = journals(evenings)
    assert steps(journal) == 2


def test_with_a_page_the_evening_goes_on_though_nobody_reads_the_pipe(
    evenings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MAJORDOME_NO_PAGE", raising=False)
    config = tmp_path / "majordome.toml"
    config.write_text('[evening]\nlang = "en"\n[page]\nport = 18765\nlisten = "127.0.0.1"\nmdns = false\n', "utf-8")
    with Butler("--new", "--config", str(config)) as butler:
        butler.until("The page is open")
        hang_up_on(butler)
        butler.type("", "", "quit")
        assert butler.process.wait(PATIENCE) == 0
    (journal,) = journals(evenings)
    assert steps(journal) == 2


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams_end_no_evening_and_spoil_no_journal(evenings: Path, closed: str) -> None:
    lines = "printf '\\n\\n' |" if "<" not in closed else ""
    play = f"{lines} {sys.executable} -m majordome play --plain --new --no-page --speed 1000 {closed}"
    done = subprocess.run(["sh", "-c", play], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    (journal,) = journals(evenings)
    assert steps(journal) == (2 if lines else 0)


@pytest.mark.parametrize("lang", LANGS)
def test_the_words_of_the_offer_are_there(lang: Lang) -> None:
    words = Narrator(lang)
    assert words.word("ui", "and_others").format("Ana", 7)
    assert time.strftime(words.word("ui", "day"), time.gmtime(A_TUESDAY)).count("2026") == 1
