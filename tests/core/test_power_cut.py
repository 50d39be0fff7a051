"""The plug is pulled: a real process dies at every beat of a whole evening, and the next one goes on where it was."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from types import TracebackType

import pytest

from majordome.cli.commands import main
from majordome.core.cues import Refused
from majordome.core.events import Event, Gesture, TimeUp, Wish
from majordome.core.journal import read
from majordome.core.library import load, manifest
from majordome.core.prompter import Prompter
from majordome.core.records import Pulse
from majordome.core.typed_commands import understand
from majordome.games.murder.facts import Death, Scream
from majordome.games.murder.testing import MurderParty
from majordome.service.evenings_folder import digest, recalled
from majordome.settings.evening_file import read_guests
from majordome.terminal.cue_text import heading
from majordome.testing import NAMES
from majordome.words.narrator import Narrator

pytestmark = pytest.mark.long

PATIENCE = 30.0  # seconds, before a test gives up
ENGLISH = Narrator("en", game=manifest("weekend"))
IS_SAFE = {
    "go": ENGLISH.refusal(Refused("pause", "not_now")),
    "redo": ENGLISH.refusal(Refused("redo", "nothing_to_put_back")),
}


class Box:
    """A box that plays in a process of its own, until it is left or its plug is pulled.

    The process is a fork of this one: an evening is fifty power cuts long, and Python need not start for each.
    """

    def __init__(self, *words: str, speed: float = 1) -> None:
        hears, self._mouth = os.pipe()
        self._ear, tells = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a thread of another test may still wait for its end
            self._pid = os.fork()
        if not self._pid:
            _be_a_box(hears, tells, ["play", "--plain", "--resume", "--lang", "en", "--speed", str(speed), *words])
        os.close(hears)
        os.close(tells)
        self._rest = b""
        self._eyes = selectors.DefaultSelector()
        self._eyes.register(self._ear, selectors.EVENT_READ)

    def __enter__(self) -> Box:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.pull_the_plug()
        self._eyes.close()
        os.close(self._ear)
        os.close(self._mouth)

    def pull_the_plug(self) -> None:
        """No goodbye, no flush, no handler."""
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            _, status = os.waitpid(self._pid, 0)
            self._pid = 0
            assert os.WIFSIGNALED(status), "the box had left by itself"

    def type(self, line: str) -> None:
        os.write(self._mouth, line.encode() + b"\n")

    def until(self, start: str) -> list[str]:
        """Read on until a line begins so; all lines up to it."""
        lines: list[str] = []
        deadline = time.monotonic() + PATIENCE
        while not (lines and lines[-1].startswith(start)):
            while b"\n" not in self._rest:
                assert self._eyes.select(deadline - time.monotonic()), f"no '{start}' in {lines}"
                more = os.read(self._ear, 65536)
                assert more, f"it left without '{start}': {lines}"
                self._rest += more
            line, _, self._rest = self._rest.partition(b"\n")
            lines.append(line.decode())
        return lines

    def until_safe(self, refused: str = "go") -> None:
        """The next thing is heard only when the last one is on the disk. This one is always refused."""
        self.type(refused)
        self.until(IS_SAFE[refused])


def _be_a_box(hears: int, tells: int, words: list[str]) -> None:
    try:
        for ours, theirs in ((hears, 0), (tells, 1), (tells, 2)):
            os.dup2(ours, theirs)
        os.closerange(3, 256)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, mode) for n, mode in ((0, "r"), (1, "w"), (2, "w")))
        main(words)
        sys.stdout.flush()
    finally:
        os._exit(0)


@pytest.fixture(autouse=True)
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of journals of a house of our own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("MAJORDOME_CONFIG", raising=False)
    return tmp_path / "state" / "majordome" / "evenings"


def guests(tmp_path: Path, number: int, **roles: str) -> Path:
    roles = {"Ana": "murderer", "Bob": "murderer", **roles}
    path = tmp_path / "guests.toml"
    path.write_text(
        "".join(
            f'[[guests]]\nname = "{name}"\nage = {60 - n}\nrole = "{roles.get(name, "guest")}"\n'
            for n, name in enumerate(NAMES[:number])
        ),
        "utf-8",
    )
    return path


def on_the_disk(folder: Path) -> Prompter:
    (journal,) = folder.glob("*.journal")
    return recalled(read(journal))


def where(prompter: Prompter) -> str:
    """How a box begins the line of this beat."""
    return f"[{heading(prompter.snapshot, ENGLISH)}]"


def tell(party: MurderParty, line: str) -> None:
    """The uninterrupted evening hears what was typed."""
    spoken = understand(
        line, party.prompter.beat, party.prompter.evening.names, load(party.prompter.evening.game).commands
    )
    assert isinstance(spoken, Event | Gesture | Wish)
    party.say(spoken)


def same(found: Prompter, party: MurderParty) -> None:
    """All that is so is as if nothing had happened."""
    assert [step.event for step in found.history] == [step.event for step in party.prompter.history]
    assert [step.beat for step in found.history] == [step.beat for step in party.prompter.history]
    assert (found.beat and found.beat.name) == (party.prompter.beat and party.prompter.beat.name)
    assert found.table == party.table
    if found.sand(0.0) is None:  # how much sand has fallen depends on how fast this machine is
        unbroken = Prompter(party.prompter.evening, ENGLISH)
        unbroken.recall(party.writer.records, 0.0)
        assert digest(found) == digest(unbroken)


THE_CLOCK = "(time passes)"
WEEKEND = (
    # Friday night: Cid dies, a tie, a re-vote.
    *(
        "",
        "",
        "victim Cid by Ana",
        THE_CLOCK,
        "",
        THE_CLOCK,
        THE_CLOCK,
        "",
        "votes Dora 5 Eve 3 Fay 3",
        "",
        "votes Eve 4 Fay 1",
        "",
    ),
    # Saturday: a kiss, a wink, ballots one by one.
    *("", "", "kiss Ida", "victim Gus by Bob", "", THE_CLOCK, THE_CLOCK, ""),
    *("ballot Hal Jo Kim", "ballot Ida Jo Lia", "count anyway", ""),
    # Saturday night: the murderer comes to the vampire.
    *("", "victim Fay by Ana", THE_CLOCK, "", THE_CLOCK, THE_CLOCK, "", "votes Hal 3 Ida 2", "correct Hal 3 Jo 2", ""),
    # Sunday: nobody dies, and the host corrects the facts.
    *("", "", "nobody", "kill Jo", "", THE_CLOCK, THE_CLOCK, "", "votes Kim 3 Lia 2", ""),
    # Sunday night: a step back, another victim, and Monday comes.
    *(
        "",
        "victim Ida by Fay",
        "back",
        "victim Eve by Bob",
        THE_CLOCK,
        "",
        THE_CLOCK,
        THE_CLOCK,
        "",
        "votes Bob 3 Kim 2",
        "",
    ),
)


def test_a_weekend_is_cut_off_at_every_beat_and_ends_as_if_it_had_not_been(tmp_path: Path, evenings: Path) -> None:
    listed = guests(tmp_path, 12, Dora="charmer", Fay="vampire")
    party = MurderParty(read_guests(listed))
    beats = set()
    for line in WEEKEND:
        beats.add(party.beat)
        moment = party.prompter.moment
        hurry = 20 if party.beat == "opening" else 5000  # the plug is pulled long before the talk is over, too
        with Box("--guests", str(listed), speed=hurry if line is THE_CLOCK else 1) as box:
            box.until(where(party.prompter))  # it is where we were
            if line is THE_CLOCK:
                party.wait(party.prompter.time_left(party.clock.now()) or 0)
            else:
                box.type(line)
                tell(party, line)
            last = party.prompter.snapshot.last
            told = last is not None and not last.event.unseen  # the room reads nothing of a kiss
            if party.prompter.moment != moment and told:  # a correction leaves the beat as it is
                box.until(where(party.prompter))
            box.until_safe()
        same(on_the_disk(evenings), party)
    assert beats >= {"welcome", "walking", "murder", "dying", "mourning", "discussion", "circle", "counting", "jailing"}
    assert beats >= {"standing", "turning", "counting_ballots"}
    assert party.beat == "finished"
    assert on_the_disk(evenings).finished


AT_THE_TABLE = {
    "murder_at_table": ("victim Cid by Ana", "victim Dora by Bob"),
    "naming": ("victim Cid by Ana", "victim Dora by Bob"),
    "counting": ("votes Ana 3 Eve 1", "votes Bob 3 Eve 1"),
}


def test_a_table_is_cut_off_at_every_beat_and_a_cut_costs_one_press_at_most(tmp_path: Path, evenings: Path) -> None:
    listed = guests(tmp_path, 7)
    party = MurderParty(read_guests(listed))
    cuts, lost = 0, False
    while party.beat != "finished":
        beat, steps = party.prompter.beat, len(party.prompter.history)
        assert beat is not None
        by_itself = beat.within is not None and beat.name not in AT_THE_TABLE
        pace = 1000 if beat.name == "discussion" else 100
        with Box("--guests", str(listed), speed=pace if by_itself else 1) as box:
            box.until(where(party.prompter))
            if not by_itself:
                answers = AT_THE_TABLE.get(beat.name, ("", ""))
                line = answers[party.table.round - 1 if party.table.round else 0]
                box.type(line)
            box.until("[")
            if lost:  # the second time wait for the disk; the first time it may still be busy
                box.until_safe()
        cuts += 1
        found = on_the_disk(evenings)
        heard = [step.event for step in found.history]
        assert heard[:steps] == [step.event for step in party.prompter.history]
        if len(heard) > steps and not by_itself:
            tell(party, line)
        while len(party.prompter.history) < len(heard):  # only the clock can have gone on
            assert isinstance(heard[len(party.prompter.history)], TimeUp)
            party.wait(party.prompter.time_left(party.clock.now()) or 0)
        same(found, party)
        assert not (lost and len(heard) == steps), "what was safe is gone"
        lost = len(heard) == steps
    assert cuts >= 20
    assert party.table.dead == {"Ana", "Bob", "Cid", "Dora"}
    assert on_the_disk(evenings).finished


def at_the_discussion(*words: str, speed: float) -> Box:
    box = Box(*words, speed=speed)
    box.until("[The guests arrive]")
    for line in ("", "", "nobody", ""):
        box.type(line)
    box.until(f"[Friday night · {ENGLISH.beat('discussion', 'title')}]")
    box.until_safe()
    return box


def test_the_hourglass_goes_on_with_what_was_left(tmp_path: Path, evenings: Path) -> None:
    config = tmp_path / "majordome.toml"
    config.write_text("[evening]\ndiscussion = 3600\n", "utf-8")
    with at_the_discussion("--config", str(config), speed=100) as box:
        (journal,) = evenings.glob("*.journal")
        began = read(journal).records[-1].t
        while sum(isinstance(record, Pulse) for record in read(journal).records) < 4:
            box.until_safe()
    (*_, last) = read(journal).records
    found = on_the_disk(evenings)
    sand = found.sand(0.0)
    assert sand is not None
    assert sand[1] == 3600
    began = found.history[-1].t
    assert sand[0] == pytest.approx(3600 - (last.t - began), abs=1e-3)
    assert 10 <= last.t - began < 3000
    with Box("--config", str(config), speed=10000) as box:
        box.until(where(found))
        told = box.until(f"[Friday night · {ENGLISH.beat('circle', 'title')}]")
        assert told.count(ENGLISH.word("ui", "sand_is_out")) == 1
        box.until_safe()
    assert [type(step.event) for step in on_the_disk(evenings).history][-1] is TimeUp


def test_a_countdown_starts_again_and_the_victim_screams_once(tmp_path: Path, evenings: Path) -> None:
    listed = guests(tmp_path, 12, Cid="heart")
    with Box("--guests", str(listed)) as box:
        for line in ("", "", "victim Cid by Ana"):
            box.type(line)
        box.until(f"[Friday night · {ENGLISH.beat('dying', 'title')}]")
        box.until_safe()
    found = on_the_disk(evenings)
    assert (found.beat and found.beat.name, found.time_left(0.0)) == ("dying", 5)
    assert not found.table.dead
    with Box("--guests", str(listed), speed=100) as box:
        told = box.until(f"[Friday night · {ENGLISH.beat('mourning', 'title')}]")
        assert told.count(ENGLISH.fact(Scream())) == 1
        assert told.count(ENGLISH.fact(Death("Cid"))) == 1
        box.until_safe()
    assert on_the_disk(evenings).table.dead == {"Cid"}


def test_a_pause_is_still_a_pause_after_a_power_cut(tmp_path: Path, evenings: Path) -> None:
    with at_the_discussion(speed=1) as box:
        box.type("pause")
        box.until(ENGLISH.word("notice", "paused"))
        box.until_safe("redo")
    found = on_the_disk(evenings)
    assert found.paused
    with Box(speed=10000) as box:
        box.until(where(found))
        box.until_safe("redo")
        sand = on_the_disk(evenings).sand(0.0)
        assert sand == found.sand(0.0)
        box.type("")
        box.until(f"[Friday night · {ENGLISH.beat('circle', 'title')}]")


def test_a_box_that_was_started_from_a_shell_is_cut_off_like_any_other(evenings: Path) -> None:
    command = [sys.executable, "-m", "majordome", "play", "--plain", "--lang", "en"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8", bufsize=1) as shell:
        assert shell.stdin is not None
        assert shell.stdout is not None
        shell.stdin.write("\n\ngo\n")
        assert any(line.startswith(IS_SAFE["go"]) for line in shell.stdout)
        shell.kill()
    assert shell.returncode == -signal.SIGKILL
    found = on_the_disk(evenings)
    assert [step.beat for step in found.history] == ["welcome", "walking"]
    with Box() as box:
        box.until(where(found))


def test_an_evening_that_was_cut_off_before_its_first_press_begins_again(evenings: Path) -> None:
    with Box() as box:
        box.until("[The guests arrive]")
    with Box() as box:
        told = box.until("[The guests arrive]")
        assert told[0] == ENGLISH.word("notice", "where_were_we").format("Majordome", ENGLISH.beat("welcome", "title"))
    assert on_the_disk(evenings).history == []
