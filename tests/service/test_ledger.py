"""The party ledger: finished evenings, and nothing else."""

from __future__ import annotations

import json
import shutil
import unicodedata
from pathlib import Path
from threading import Event, Thread, current_thread

import msgspec
import pytest

from majordome.cli.commands import main
from majordome.core.cues import Outcome
from majordome.core.events import GameEnded
from majordome.core.journal import Header
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.errors import FileError
from majordome.games.murder.events import CardTaken, Freed, GuestCame, Imprisoned, Killed, Revived
from majordome.games.murder.testing import MurderParty, a_weekend
from majordome.service import ledger as ledger_module
from majordome.service.backup import Places, look_through, pack
from majordome.service.evenings_folder import open_tonight, the_only_box
from majordome.service.ledger import FILE, Ledger, LedgerEntry, LedgerPlayer, forget, opened
from majordome.service.standings import awards, hints, standings

JOURNALS = Path(__file__).parents[1] / "journals"


def keep(party: MurderParty, folder: Path, name: str, began: float = 0.0) -> Path:
    """The journal of this party, as the box would have written it."""
    evening = party.prompter.snapshot.evening
    header = Header(evening, "en", 0, manifest(evening.game).version, began, "test")
    journal = Journal.begin(folder, header, name)
    journal.write(tuple(party.prompter.history), 0.0)
    journal.close()
    return journal.path


def a_lost_weekend(folder: Path, name: str, victim: str = "Hal", began: float = 0.0) -> None:
    """Somebody is murdered, Cid and Eve go to jail, and the murderers win."""
    party = a_weekend(12, Bob="murderer", Ana="murderer")
    party.murder(victim)
    party.jail("Cid", "Eve")
    party.say(GameEnded("murderers"))
    assert party.all(Outcome) == [Outcome("murderers")]
    keep(party, folder, name, began)


def test_a_finished_evening_tells_who_was_what_and_who_won(tmp_path: Path) -> None:
    a_lost_weekend(tmp_path, "friday", "Hal")
    (page,) = opened(tmp_path).pages
    assert (page.game, page.winner) == ("weekend", "murderers")
    players = {player.name: player for player in page.players}
    assert players["Ana"] == LedgerPlayer("Ana", "murderers", True, None, ("liar", "ghost"))
    assert players["Hal"] == LedgerPlayer("Hal", "guests", False, None, ("first_victim",))
    assert "suspect" in players["Cid"].deeds
    assert players["Cid"].won is False


def told_of(party: MurderParty, folder: Path) -> dict[str, LedgerPlayer]:
    """Each player of this party, once the murderers have won it."""
    party.say(GameEnded("murderers"))
    keep(party, folder, "friday")
    (page,) = opened(folder).pages
    return {player.name: player for player in page.players}


def test_who_rose_again_was_no_victim(tmp_path: Path) -> None:
    party = a_weekend(12, Bob="murderer", Ana="murderer", Cid="alchemist")
    party.murder("Cid")
    party.jail("Dora", "Eve")
    party.murder("Hal")
    told = told_of(party, tmp_path / "alchemist")
    assert told["Cid"].deeds == ("survivor",)
    assert told["Hal"].deeds == ("first_victim",)
    party = a_weekend(12, Bob="murderer", Ana="murderer")
    party.murder("Hal")
    party.say(Revived("Hal"))
    party.say(Killed("Ida"))  # a wrong name, put right
    told = told_of(party, tmp_path / "put_right")
    assert (told["Hal"].deeds, told["Ida"].deeds) == (("survivor",), ("first_victim",))


def test_whom_the_host_leads_away_and_frees_is_counted_as_it_was_in_the_end(tmp_path: Path) -> None:
    party = a_weekend(12, Bob="murderer", Ana="murderer")
    party.murder("Hal")
    party.jail("Cid", "Eve")
    assert party.table.round == 2  # they sit through it
    party.say(Freed("Eve"))
    party.say(Imprisoned("Fay"))  # the page names Cid once more
    party.say(Freed("Fay"))
    party.say(Imprisoned("Gus"))
    told = told_of(party, tmp_path)
    assert [name for name, player in told.items() if "suspect" in player.deeds] == ["Cid", "Eve", "Gus"]
    assert told["Cid"].deeds.count("suspect") == 1


def test_a_latecomer_and_who_took_over_a_card_have_played_too(tmp_path: Path) -> None:
    party = a_weekend(12, Bob="murderer", Ana="murderer")
    party.murder("Hal")
    party.say(CardTaken("Bob", "Zed"))
    party.say(GuestCame("Uma"))
    told = told_of(party, tmp_path)
    assert (told["Zed"].side, told["Zed"].won) == ("murderers", True)
    assert (told["Bob"].side, told["Bob"].won) == ("", False)
    assert told["Uma"].won is False


def test_an_evening_that_is_not_over_is_not_in_it(tmp_path: Path) -> None:
    party = a_weekend(12)
    party.murder("Hal")
    keep(party, tmp_path, "tonight")
    assert opened(tmp_path).pages == ()
    assert not (tmp_path / FILE).exists()


def test_an_evening_is_told_when_it_is_over_and_only_once(tmp_path: Path) -> None:
    a_lost_weekend(tmp_path, "friday", "Hal", began=2.0)
    a_lost_weekend(tmp_path, "thursday", "Ida", began=1.0)
    assert [page.journal for page in opened(tmp_path).pages] == ["thursday", "friday"]
    assert opened(tmp_path) == opened(tmp_path)
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_three_times_murdered_first_is_an_award_and_a_thought_for_tonight(tmp_path: Path) -> None:
    for number in range(3):
        a_lost_weekend(tmp_path, f"evening-{number}", "Hal", began=number)
    told = {award.deed: (award.name, award.times) for award in awards(opened(tmp_path))}
    assert told["first_victim"] == ("Hal", 3)
    assert "suspect" not in told  # Cid and Eve have an equal claim
    assert [(hint.deed, hint.name) for hint in hints(opened(tmp_path))] == [
        ("first_victim", "Hal"),
        ("suspect", "Cid"),
        ("suspect", "Eve"),
    ]
    assert hints(opened(tmp_path), ["Ana", "Bob"]) == []  # who is not here tonight needs no courtesy


def murdered_first(**times: int) -> Ledger:
    """So often each of them."""
    return Ledger(
        tuple(
            LedgerEntry(f"{name}-{number}", 0.0, "weekend", "", (LedgerPlayer(name, deeds=("first_victim",)),))
            for name, often in times.items()
            for number in range(often)
        )
    )


def test_whoever_is_not_here_takes_no_courtesy_from_whoever_is() -> None:
    ledger = murdered_first(Zoé=3, Bob=4)
    assert [hint.name for hint in hints(ledger, ["Zoé", "Ana"])] == ["Zoé"]
    assert [hint.name for hint in hints(ledger, ["Zoé", "Bob"])] == ["Bob"]
    assert [hint.name for hint in hints(murdered_first(Zoé=3, Bob=3), ["Zoé", "Bob"])] == ["Zoé", "Bob"]
    assert hints(murdered_first(Zoé=2, Bob=4), ["Zoé"]) == []


def test_a_name_written_otherwise_is_the_same_guest_and_another_name_is_not() -> None:
    ledger = murdered_first(Zoé=1, ZOÉ=1, zoé=1, Zoe=1)
    assert [(each.name, each.evenings) for each in standings(ledger)] == [("Zoe", 1), ("zoé", 3)]
    (award,) = awards(ledger)
    assert (award.name, award.times) == ("zoé", 3)
    assert [hint.name for hint in hints(ledger, ["Zoé"])] == ["zoé"]


def test_a_name_is_forgotten_however_it_is_typed(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(msgspec.json.encode(murdered_first(Zoé=2, Zoe=1)))
    assert forget(tmp_path, unicodedata.normalize("NFD", " zoé ")) == 2
    assert opened(tmp_path).names == ("Zoe",)


def test_an_evening_that_a_box_still_has_open_is_told_and_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evenings, config = tmp_path / "evenings", tmp_path / "majordome.toml"
    config.write_text(f'[journal]\nfolder = "{evenings}"\n')
    a_lost_weekend(evenings, "evening-0001-20261117-203000", "Hal")
    a_lost_weekend(evenings, "evening-0002-20261118-203000", "Ida")
    with the_only_box(evenings):  # its end may yet be taken back
        assert main(["--config", str(config), "ledger", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["evenings"]) == 2
    assert json.loads((evenings / FILE).read_bytes())["read"] == ["evening-0001-20261117-203000"]
    assert main(["--config", str(config), "ledger", "--json"]) == 0
    assert len(json.loads((evenings / FILE).read_bytes())["read"]) == 2


def test_what_was_saved_from_a_damaged_journal_is_no_second_evening(tmp_path: Path) -> None:
    a_lost_weekend(tmp_path, "evening-0001-20261117-203000")
    a_lost_weekend(tmp_path, "evening-0001-20261117-203000-salvaged")
    assert [page.journal for page in opened(tmp_path).pages] == ["evening-0001-20261117-203000-salvaged"]
    a_lost_weekend(tmp_path, "evening-0001-20261117-203000-salvaged-2")
    assert len(opened(tmp_path).pages) == 1


def test_a_full_disk_keeps_nothing_and_tells_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_lost_weekend(tmp_path, "friday")

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("majordome.service.ledger.write_private", full)
        assert [page.journal for page in opened(tmp_path).pages] == ["friday"]
        with pytest.raises(FileError, match="room on its disk"):
            forget(tmp_path, "Hal")
    assert not (tmp_path / FILE).exists()
    assert opened(tmp_path).pages
    assert (tmp_path / FILE).exists()


def test_a_hint_knows_no_card(tmp_path: Path) -> None:
    for number in range(4):
        a_lost_weekend(tmp_path, f"evening-{number}", "Hal", began=number)
    assert {hint.deed for hint in hints(opened(tmp_path))} <= {"first_victim", "suspect"}


def test_a_forgotten_name_does_not_come_back_with_its_journal(tmp_path: Path) -> None:
    a_lost_weekend(tmp_path, "friday", "Hal")
    assert forget(tmp_path, "hal") == 1
    assert "Hal" not in opened(tmp_path).names
    assert "Hal" not in (tmp_path / FILE).read_text("utf-8")
    assert forget(tmp_path, "Hal") == 0
    a_lost_weekend(tmp_path, "saturday", "Hal")  # but whoever plays again is told of again
    assert [standing.evenings for standing in standings(opened(tmp_path)) if standing.name == "Hal"] == [1]


def test_a_box_that_plays_hinders_nobody_who_wants_to_be_forgotten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evenings, config = tmp_path / "evenings", tmp_path / "majordome.toml"
    evenings.mkdir()
    config.write_text(f'[journal]\nfolder = "{evenings}"\n')
    a_lost_weekend(evenings, "0001-friday", "Hal", began=1)
    with the_only_box(evenings):
        a_lost_weekend(evenings, "0002-saturday", "Hal", began=2)  # over, but its end may yet be taken back
        assert main(["--config", str(config), "ledger", "--lang", "en", "forget", "Hal"]) == 0
        assert "in the ledger again when it is over" in capsys.readouterr().out
        assert [page.journal for page in opened(evenings, open_tonight(evenings)).pages if "Hal" in names_of(page)] == [
            "0002-saturday"
        ]
    assert [page.journal for page in opened(evenings).pages if "Hal" in names_of(page)] == ["0002-saturday"]


def names_of(page: LedgerEntry) -> set[str]:
    return {player.name for player in page.players}


def test_whoever_forgets_and_a_box_that_looks_never_write_over_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_lost_weekend(tmp_path, "friday", "Hal")
    has_read, is_forgotten = Event(), Event()
    up_to_date = ledger_module._brought_up_to_date

    def slowly(folder: Path, tonight: str = "") -> tuple[Ledger, bool]:
        found = up_to_date(folder, tonight)
        if current_thread() is box:
            has_read.set()
            is_forgotten.wait(0.3)  # in vain: whoever forgets waits for the box
        return found

    monkeypatch.setattr(ledger_module, "_brought_up_to_date", slowly)
    box = Thread(target=opened, args=(tmp_path,))
    box.start()
    assert has_read.wait(20)
    assert forget(tmp_path, "Hal") == 1
    is_forgotten.set()
    box.join()
    assert "Hal" not in opened(tmp_path).names


def test_all_is_forgotten(tmp_path: Path) -> None:
    a_lost_weekend(tmp_path, "friday")
    assert forget(tmp_path, None) == 1
    assert opened(tmp_path).pages == ()
    assert "Ana" not in (tmp_path / FILE).read_text("utf-8")


def test_a_damaged_journal_leaves_the_others_in_peace(tmp_path: Path) -> None:
    a_lost_weekend(tmp_path, "friday")
    (tmp_path / "broken.journal").write_bytes(b"no journal\nat all\n")
    assert [page.journal for page in opened(tmp_path).pages] == ["friday"]


def with_a_removed_game(folder: Path) -> None:
    """An evening of a game that was here once stands in the ledger, between others."""
    a_lost_weekend(folder, "friday")
    opened(folder)
    ledger = json.loads((folder / FILE).read_bytes())
    players = [{"name": "Zoe", "won": True, "deeds": ["first_victim"]}]
    page = {"journal": "old", "began": -1.0, "game": "removed", "winner": "Zoe", "players": players}
    ledger["pages"].insert(0, page)
    ledger["read"].append("old")
    (folder / FILE).write_text(json.dumps(ledger))


def test_an_evening_of_a_game_that_is_here_no_more_is_not_told_and_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    evenings = tmp_path / "majordome" / "evenings"
    evenings.mkdir(parents=True)
    with_a_removed_game(evenings)
    assert main(["ledger", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "The castle weekend" in told
    assert "removed" not in told
    assert "Zoe" not in opened(evenings).names
    a_lost_weekend(evenings, "saturday")
    assert len(opened(evenings).pages) == 2
    assert forget(evenings, "Hal") == 2
    assert [page["game"] for page in json.loads((evenings / FILE).read_bytes())["pages"]].count("removed") == 1
    assert forget(evenings, "Zoe") == 1  # whoever asks to be forgotten is, wherever they stand


def test_what_two_games_call_by_one_word_is_not_one_award() -> None:
    def page(game: str) -> LedgerEntry:
        return LedgerEntry(game, 0.0, game, "", (LedgerPlayer("Ana", deeds=("charmer",)),))

    assert awards(Ledger((page("snakes"), page("parasites")))) == []
    (award,) = awards(Ledger((page("weekend"), page("table"), page("snakes"))))  # two games of one family
    assert (award.name, award.times, award.game) == ("Ana", 2, "table")


def test_the_ledger_travels_with_the_backup(tmp_path: Path) -> None:
    evenings = tmp_path / "evenings"
    a_lost_weekend(evenings, "friday")
    opened(evenings)
    pack(tmp_path / "backup.zip", Places(tmp_path / "none.toml", evenings))
    packed = look_through(tmp_path / "backup.zip")
    assert packed.files[f"evenings/{FILE}"] == (evenings / FILE).read_bytes()


def test_recorded_evenings_are_told_in_both_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evenings, config = tmp_path / "evenings", tmp_path / "majordome.toml"
    evenings.mkdir()
    for path in JOURNALS.glob("*.journal"):
        shutil.copy(path, evenings)
    config.write_text(f'[journal]\nfolder = "{evenings}"\n')
    said = {}
    for lang in ("fr", "en"):
        assert main(["--config", str(config), "ledger", "--lang", lang]) == 0
        said[lang] = capsys.readouterr().out
    assert "The castle weekend" in said["en"]
    assert "Le week-end au château" in said["fr"]
    assert len(said["en"].splitlines()) == len(said["fr"].splitlines()) > 5
    assert main(["--config", str(config), "ledger", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["evenings"]
    assert main(["--config", str(config), "ledger", "forget", "Nobody Of That Name"]) == 1
    assert main(["--config", str(config), "ledger", "forget", "--all"]) == 0
    capsys.readouterr()
    main(["--config", str(config), "ledger", "--json"])
    assert json.loads(capsys.readouterr().out)["evenings"] == []
