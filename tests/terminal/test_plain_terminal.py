"""The butler in a pipe: real processes, real pipes, an evening typed line by line."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

import pytest

from majordome.cli.commands import main
from majordome.core.cues import Notice, Outcome, Refused
from majordome.core.journal import read
from majordome.core.library import load, manifest
from majordome.core.typed_commands import with_own
from majordome.games.murder.facts import Death, Jail, Round, Scream, Tally, Vote
from majordome.service.evenings_folder import recalled
from majordome.terminal.pipe import TypedLines
from majordome.words.narrator import Lang, Narrator, join
from terminal.pipes import PATIENCE, Butler, Played, journals, played_elsewhere

NAMES = ("Ana", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
WEEKEND = manifest("weekend")
COMMANDS = with_own(load("weekend").commands)

pytestmark = pytest.mark.usefixtures("evenings")


def guest_list(tmp_path: Path, **roles: str) -> str:
    roles = {"Ana": "murderer", "Bob": "murderer", **roles}
    path = tmp_path / "guests.toml"
    path.write_text(
        "".join(f'[[guests]]\nname = "{name}"\nrole = "{roles.get(name, "guest")}"\n' for name in NAMES), "utf-8"
    )
    return str(path)


def facts(lines: list[str]) -> list[str]:
    """What happened: without what the butler says, what is asked at which beat, and that there is no hardware here."""
    known = {
        narrator.notice(Notice("no_hardware"))
        for narrator in (Narrator("fr", game=WEEKEND), Narrator("en", game=WEEKEND))
    }
    return [line for line in lines if not line.startswith(("“", "«", "[", "  ")) and line not in known]


def said(kind: str, lang: Lang = "en") -> Callable[..., str]:
    narrator = Narrator(lang, game=WEEKEND)
    return lambda key, *words: narrator.word(kind, key).format(*words)


@contextmanager
def at_the_welcome(*words: str) -> Iterator[Butler]:
    with Butler("--lang", "en", *words) as butler:
        butler.until("[The guests arrive]")
        yield butler


# A whole evening.

TYPED: dict[Lang, str] = {
    "en": "\n\nvictim Cid by Ana\nwait\n\nwait\n\nvotes Ana 5 Bob 4\n\n",
    "fr": "\n\nvictime Cid par Ana\nattendre\n\nattendre\n\nvoix Ana 5 Bob 4\n\n",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_evening_is_played_over_a_pipe(lang: Lang, tmp_path: Path, evenings: Path) -> None:
    narrator, ui = Narrator(lang, game=WEEKEND), said("ui", lang)
    lines = played_elsewhere("--lang", lang, "--speed", "2000", "--guests", guest_list(tmp_path), typed=TYPED[lang])
    living = tuple(name for name in NAMES if name != "Cid")
    assert facts(lines) == [
        narrator.fact(Round(1, "friday", "night")),
        ui("top", narrator.word("call", "stop")),
        narrator.fact(Scream()),
        narrator.fact(Death("Cid")),
        ui("sand_is_out"),
        narrator.fact(Vote(living, 2)),
        ui("top", narrator.word("call", "vote")),
        narrator.fact(Tally((("Ana", 5), ("Bob", 4)))),
        narrator.fact(Jail(("Ana", "Bob"))),
        narrator.fact(Outcome("guests")),
    ]
    beats = [
        "welcome",
        "walking",
        "murder",
        "dying",
        "mourning",
        "opening",
        "discussion",
        "circle",
        "counting",
        "jailing",
    ]
    headings = [line[1:].partition("]")[0].rpartition(" · ")[2] for line in lines if line.startswith("[")]
    once = [heading for heading, _ in groupby(headings)]  # at this speed a word of the butler may come in between
    assert once == [narrator.beat(beat, "title") for beat in [*beats, "finished"]]
    (journal,) = journals(evenings)
    assert recalled(read(journal)).finished


def test_each_beat_is_told_once_with_what_a_press_will_do(played: Played, tmp_path: Path) -> None:
    lines = played("--lang", "en", "--speed", "20", typed="\n\nguests\n")
    narrator = Narrator("en", game=WEEKEND)
    told = [line for line in lines if line.startswith("[")]
    assert len(told) == 3
    gestures = (f"{gesture}: {narrator.beat('welcome', gesture)}" for gesture in ("press", "double", "hold"))
    assert told[0] == f"[{narrator.beat('welcome', 'title')}] {' | '.join(gestures)}"
    assert told[1].endswith(f"| back: take back “{narrator.beat('welcome', 'title')}”")
    assert facts(lines)[-2:] == [said("ui")("no_guests"), said("notice")("saved")]


# Leaving, and coming back.


def test_the_end_of_the_lines_leaves_and_says_that_the_evening_is_saved(played: Played, evenings: Path) -> None:
    lines = played("--lang", "en", typed="\n")
    assert lines[-1] == said("notice")("saved")
    (journal,) = journals(evenings)
    assert [step.beat for step in recalled(read(journal)).history] == ["welcome"]


def test_quit_leaves_at_once_and_what_is_typed_behind_it_is_not_heard(played: Played, evenings: Path) -> None:
    lines = played("--lang", "en", typed="\nquit\n\n\n\n")
    assert lines[-1] == said("notice")("saved")
    assert len(read(journals(evenings)[0]).entries) == 1


def where_were_we(beat: str, when: str = "Majordome") -> str:
    return Narrator("en", game=WEEKEND).notice(Notice("where_were_we", (when, beat)))


def question() -> str:
    return said("ui")("go_on_question")


@pytest.mark.parametrize("answer", ["", "oui"])
def test_the_host_is_asked_where_we_were_and_an_empty_line_goes_on(played: Played, answer: str, evenings: Path) -> None:
    played("--lang", "en", typed="")
    lines = played(typed=f"{answer}\n\nguests\n")  # what is typed behind the answer is heard
    assert lines[:3] == [where_were_we("welcome"), question(), said("notice")("resumed")]
    assert lines[3] == said("notice")("no_hardware")
    assert lines[4].startswith("[The guests arrive]")
    assert said("ui")("no_guests") in lines
    (journal,) = journals(evenings)
    assert [step.beat for step in recalled(read(journal)).history] == ["welcome"]


def test_no_begins_a_new_evening_and_keeps_the_old_one(played: Played, evenings: Path) -> None:
    played("--lang", "en", typed="\n")
    (old,) = journals(evenings)
    before = old.read_bytes()
    lines = played("--lang", "en", typed="n\n\n\n")
    assert lines[:3] == [
        where_were_we("walking", "Friday night"),
        question(),
        Narrator("en", game=WEEKEND).notice(Notice("kept", (str(old),))),
    ]
    assert old.read_bytes() == before
    (new,) = set(journals(evenings)) - {old}
    assert len(read(new).entries) == 2


def test_new_does_not_ask_and_keeps_the_old_evening(played: Played, evenings: Path) -> None:
    played("--lang", "en", typed="\n")
    (old,) = journals(evenings)
    before = old.read_bytes()
    lines = played("--lang", "en", "--new", typed="")
    assert question() not in lines
    assert lines[3] == Narrator("en", game=WEEKEND).notice(Notice("no_hardware"))
    assert lines[4].startswith("[The guests arrive]")
    assert old.read_bytes() == before
    assert len(journals(evenings)) == 2


def test_resume_does_not_ask(played: Played, evenings: Path) -> None:
    played("--lang", "en", typed="\n")
    lines = played("--resume", typed="\n")
    assert facts(lines)[:3] == [
        where_were_we("walking", "Friday night"),
        "Round 1: Friday night",  # how the room looks is shown again, what was said is not
        said("notice")("resumed"),
    ]
    assert question() not in lines
    (journal,) = journals(evenings)
    assert [step.beat for step in recalled(read(journal)).history] == ["welcome", "walking"]


def test_a_finished_evening_is_not_gone_on_with(played: Played, evenings: Path) -> None:
    played("--lang", "en", typed="end guests\n")
    lines = played("--lang", "en", typed="")
    assert question() not in lines
    assert len(journals(evenings)) == 2


def test_an_evening_that_goes_on_may_speak_another_language(played: Played) -> None:
    played("--lang", "en", typed="\n")
    lines = played("--resume", "--lang", "fr", typed="\n")
    assert said("notice", "fr")("resumed") in lines
    assert said("notice", "fr")("saved") == lines[-1]


def test_a_half_written_last_line_is_told_and_dropped(played: Played, evenings: Path) -> None:
    played("--lang", "en", typed="\n")
    (journal,) = journals(evenings)
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'0123abcd {"is":"hap')
    lines = played("--resume", typed="")
    assert said("notice")("torn_line") in lines
    assert journal.read_bytes() == whole or journal.read_bytes().startswith(whole)
    assert recalled(read(journal)).beat is not None


def test_a_damaged_evening_is_salvaged_and_the_host_is_asked(played: Played, evenings: Path) -> None:
    played("--lang", "en", typed="\nback\n\n")
    (journal,) = journals(evenings)
    lines = journal.read_bytes().split(b"\n")
    lines[2] = lines[2][:-2] + b"X}"
    journal.write_bytes(b"\n".join(lines))
    trouble = (
        f"majordome: {journal}: line 3 is damaged (its checksum is wrong); nothing after it can be trusted. "
        f"'majordome journal salvage {journal}' makes a new journal of the lines before it\n"
    )
    told = played(typed="\n", trouble=trouble)
    assert told[:2] == [where_were_we("walking", "Friday night"), said("ui")("salvage_question")]
    assert len(journals(evenings)) == 2


# Trouble.


def test_a_second_box_in_the_same_house_is_told_that_somebody_plays(
    evenings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_the_welcome():
        assert main(["play", "--plain"]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err == (
            f"majordome: another Majordome is playing an evening of {evenings}: "
            "leave that one first, or name another [journal] folder in the config\n"
        )
    assert len(journals(evenings)) == 1


def test_without_a_disk_the_evening_goes_on_and_the_trouble_is_told_once(played: Played, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    config = tmp_path / "majordome.toml"
    config.write_text(f'[evening]\nlang = "en"\n[journal]\nfolder = "{tmp_path}/file/evenings"\n', "utf-8")
    lines = played("--speed", "2000", "--config", str(config), typed="\n\n\nwait\n\nwait\n")
    troubles = [line for line in lines if line.startswith("The journal cannot be written")]
    assert troubles == [Narrator("en", game=WEEKEND).notice(Notice("disk_trouble", ("Not a directory",)))]
    assert lines[-1].startswith("[Friday night · The vote is called]")
    assert said("notice")("saved") not in lines  # it is not


def test_a_line_that_is_not_understood_is_answered_and_the_evening_goes_on(played: Played) -> None:
    narrator = Narrator("en", game=WEEKEND)
    lines = played("--lang", "en", typed="sing\nkill Bob\nvictim\nback\nredo\n\x00\x1b[2J\n")
    assert facts(lines) == [
        narrator.refusal(Refused("command", "unknown_command", ("sing",))),
        narrator.refusal(Refused("name", "no_guest_list", ("Bob",))),
        narrator.refusal(Refused("command", "command_needs", ("victim NAME [by NAME]",))),
        narrator.refusal(Refused("back", "nothing_to_take_back")),
        narrator.refusal(Refused("redo", "nothing_to_put_back")),
        narrator.refusal(Refused("command", "unknown_command", ("\x00\x1b[2J",))),
        said("notice")("saved"),
    ]


def test_help_names_every_command_and_guests_names_no_card(played: Played, tmp_path: Path) -> None:
    lines = played("--lang", "en", "--guests", guest_list(tmp_path), typed="help\nguests\n")
    start = lines.index(said("ui")("help_head"))
    told = lines[start + 1 : start + 1 + len(COMMANDS)]
    assert [line.split()[0] for line in told] == [command.words[0] for command in COMMANDS]
    assert lines[start + 1 + len(COMMANDS) :] == [f"Living: {join(NAMES, 'en')}", said("notice")("saved")]


@pytest.mark.parametrize(("game", "told"), [("table", True), ("weekend", False)])
def test_the_butler_says_beforehand_which_cards_can_do_nothing_at_a_table(
    game: str, told: bool, played: Played, tmp_path: Path
) -> None:
    path = Path(guest_list(tmp_path, Cid="charmer", Dora="shortsighted"))
    people = path.read_text("utf-8").partition('[[guests]]\nname = "Jo"')[0]  # a table has at most nine
    path.write_text(people, "utf-8")
    lines = played("--lang", "fr", "--game", game, "--guests", str(path), typed="")
    assert ("La vamp et le myope n’ont rien à faire à table." in lines) is told


def test_a_french_host_reads_the_french_words_first(played: Played, tmp_path: Path) -> None:
    lines = played("--lang", "fr", "--guests", guest_list(tmp_path), typed="aide\ngagnant\ninvités\n")
    told = {line.split()[0]: " ".join(line.split()) for line in lines}
    assert told["victime"].startswith("victime NOM [par NOM] victim ")
    assert told["gagnant"].startswith("gagnant invités | assassins winner ")
    assert told["asseoir"].startswith("asseoir gauche | droite sit ")
    assert told["annuler"].startswith("annuler back ")
    assert "Cela s’écrit ainsi\N{NO-BREAK SPACE}: gagnant invités | assassins" in lines
    assert f"Vivants\N{NO-BREAK SPACE}: {join(NAMES, 'fr')}" in lines


def test_a_press_after_the_end_leaves_though_more_could_be_typed() -> None:
    with at_the_welcome() as butler:
        butler.type("end guests")
        butler.until("[The evening is over]")
        butler.type("")
        assert butler.left() == (0, "")


def test_a_host_who_hangs_up_on_the_butler_leaves_no_traceback(evenings: Path) -> None:
    with at_the_welcome() as butler:
        assert butler.process.stdout is not None
        butler._eyes.unregister(butler.process.stdout)
        butler.process.stdout.close()
        butler.type("")
        assert butler.process.stderr is not None
        assert butler.process.stderr.read() == b""
        assert butler.process.wait(PATIENCE) == 0
    assert len(read(journals(evenings)[0]).entries) == 1


def test_an_interrupt_leaves_without_a_traceback_and_the_evening_is_kept(evenings: Path) -> None:
    with at_the_welcome() as butler:
        butler.type("")
        butler.until("Everyone walks about]")
        butler.process.send_signal(signal.SIGINT)
        assert butler.left() == (130, "")
    assert len(read(journals(evenings)[0]).entries) == 1


# Secrets.


def until_the_scream(played: Played, tmp_path: Path, murder: str) -> list[str]:
    config = tmp_path / "majordome.toml"
    config.write_text('[evening]\nlang = "en"\nseed = 7\n', "utf-8")
    dealt = guest_list(tmp_path, Cid="heart", Dora="alchemist", Eve="charmer")
    lines = played(
        "--new", "--speed", "2000", "--config", str(config), "--guests", dealt, typed=f"\n\n{murder}\nwait\n"
    )
    top, scream = said("ui")("top", "Stop."), "AAAAAAAAH!"
    return lines[lines.index(top) : lines.index(scream) + 1]


def test_between_top_and_scream_nothing_tells_who_kills_or_dies(played: Played, tmp_path: Path) -> None:
    murders = ["victim Cid by Ana", "victim Dora by Bob", "victim Fay"]
    told = [until_the_scream(played, tmp_path, murder) for murder in murders]
    assert told[0] == told[1] == told[2]
    assert len(told[0]) == 5  # TOP, the butler's sentence, two beats, the scream
    for secret in (*NAMES, "alchemist", "charmer"):
        assert re.search(rf"\b{secret}\b", " ".join(told[0])) is None


# The lines that are typed.


def test_lines_come_one_by_one_whatever_their_ends_and_letters() -> None:
    out, back = os.pipe()
    with os.fdopen(out, "rb"):
        os.write(back, "one\r\ntwo\n\nZoé\n".encode() + b"\xff\nlast without an end")
        os.close(back)
        assert list(TypedLines(out)) == ["one", "two", "", "Zoé", "\ufffd", "last without an end"]


def test_a_closed_standard_input_has_no_lines() -> None:
    out, back = os.pipe()
    os.close(out)
    os.close(back)
    assert list(TypedLines(out)) == []


def test_a_slam_that_is_typed_is_settled_before_the_next_line_is_read(played: Played, tmp_path: Path) -> None:
    listed = tmp_path / "exchange.toml"
    listed.write_text("\n".join(f'[[guests]]\nname = "{name}"' for name in ("Ana", "Bob", "Cid")), "utf-8")
    typed = "\n\nAna\n\n\n\n\nslam Bob\nslam Cid\nslam Cid\njoker\n"
    lines = played("--lang", "en", "--game", "exchange", "--guests", str(listed), typed=typed)
    told = [line for line in lines if line.startswith(("Bob slams", "Next: ", "Cid is in line", "Joker: "))]
    assert told == ["Bob slams a card!", "Next: Cid", "Cid is in line already: that action will come.", "Joker: Bob"]


def test_whom_the_button_points_at_is_told_and_that_a_double_press_takes_it(played: Played, tmp_path: Path) -> None:
    listed = tmp_path / "snakes.toml"
    listed.write_text("\n".join(f'[[guests]]\nname = "{name}"' for name in ("Ana", "Bob", "Cid")), "utf-8")
    lines = played("--lang", "en", "--game", "snakes", "--guests", str(listed), typed="\n\n\n\ndouble\n")
    asked = next(n for n, line in enumerate(lines) if line.startswith("[Who was dealt three cards?]"))
    assert "double" not in lines[asked]  # nobody is pointed at yet
    assert lines[asked + 1] == "  asked: Ana / Bob / Cid"
    assert lines[asked + 2] == "“Ana”"
    assert "double: It is this one" in lines[asked + 3]
    assert lines[asked + 4] == "“Bob”"
    assert any("Bob" in line for line in lines[asked + 5 :])
