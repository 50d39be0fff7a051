"""The files of the service, read by systemd's own tools, and the installer as far as it shows without installing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from systemd.in_guest import FOLDERS, read_unit

HOUSE = Path(__file__).parents[2]
FILES = HOUSE / "systemd"
UNITS = sorted(path for path in FILES.iterdir() if path.suffix in (".service", ".path"))
INSTALL = FILES / "install"


def tool(name: str, *args: str | Path) -> subprocess.CompletedProcess[str]:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is missing: apt install {'systemd' if name.startswith('systemd') else name}")
    return subprocess.run([name, *map(str, args)], capture_output=True, text=True, timeout=60)


def verified(folder: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """All units, as systemd reads them where the program is: here, something that can be run stands for it."""
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/majordome/current/bin/majordome", shutil.which("true") or "")
        for old, new in changes.items():
            text = text.replace(f"{old}=", f"{new}=")
        (folder / unit.name).write_text(text, "utf-8")
    paths = [folder / unit.name for unit in UNITS]
    return tool("systemd-analyze", "verify", "--man=no", "--recursive-errors=yes", *paths)


def test_systemd_finds_no_fault_with_the_units(tmp_path: Path) -> None:
    done = verified(tmp_path)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_systemd_would_find_a_fault(tmp_path: Path) -> None:
    assert "WatchdogSecs" in verified(tmp_path, WatchdogSec="WatchdogSecs").stderr


@pytest.mark.parametrize("unit", [unit.name for unit in UNITS if unit.suffix == ".service"])
def test_each_service_is_exposed_less_than_three_of_ten(unit: str) -> None:
    done = tool("systemd-analyze", "security", "--offline=true", "--threshold=30", FILES / unit)
    assert done.returncode == 0, done.stdout[-300:]


def test_an_open_service_would_be_found_out(tmp_path: Path) -> None:
    open_one = tmp_path / "open.service"
    open_one.write_text("[Service]\nExecStart=/bin/true\n")
    assert tool("systemd-analyze", "security", "--offline=true", "--threshold=30", open_one).returncode != 0


def test_the_service_speaks_with_its_supervisor_and_resumes_the_evening_for_ever() -> None:
    unit = read_unit(FILES / "majordome.service")
    assert unit["Type"] == ["notify"]
    assert unit["NotifyAccess"] == ["main"]
    assert float(unit["WatchdogSec"][0]) > 0
    assert unit["Restart"] == ["always"]
    assert unit["StartLimitIntervalSec"] == ["0"]
    assert unit["ExecStart"][0].endswith("majordome play --resume")


def test_the_party_lock_hangs_where_the_service_may_write() -> None:
    runtime = read_unit(FILES / "majordome.service")["RuntimeDirectory"][0]
    lock = f"{FOLDERS['RUNTIME']}/{runtime}/party"
    assert read_unit(FILES / "party-lock.conf")["ConditionPathExists"] == [f"!{lock}"]
    assert f"party={lock}" in INSTALL.read_text("utf-8")


def test_every_file_of_the_service_is_installed() -> None:
    script = INSTALL.read_text("utf-8")
    assert [path.name for path in FILES.iterdir() if path.name not in script and path != INSTALL] == []


@pytest.mark.parametrize("script", ["install", "majordome.sh"])
def test_shellcheck_finds_no_fault_with(script: str) -> None:
    done = tool("shellcheck", "--severity=style", FILES / script)
    assert (done.returncode, done.stdout) == (0, "")


def install(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", str(INSTALL), *args], capture_output=True, text=True, timeout=60)


def test_the_installer_says_how_it_is_used() -> None:
    done = install("--help")
    assert done.returncode == 0
    assert set(re.findall(r"--[a-z-]+", done.stdout)) == {"--dry-run", "--uninstall", "--purge", "--root", "--help"}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--bogus"], "--bogus is no option"),
        (["--purge"], "--purge goes with --uninstall"),
        (["--root"], "--root wants a folder"),
        (["--root", "/nowhere/at/all"], "/nowhere/at/all: no such folder"),
        (["--root", "/proc"], "/proc/bin/sh is missing"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_remedy(args: list[str], told: str) -> None:
    done = install(*args)
    assert done.returncode == 1
    trouble, remedy = done.stderr.splitlines()[-2:]
    assert trouble.startswith(f"install: {told}")
    assert remedy.startswith("  ")


@pytest.mark.skipif(os.geteuid() != 0, reason="becomes somebody else, which only root can")
def test_without_root_the_remedy_is_sudo() -> None:
    script = Path("/tmp") / f"majordome-install-{os.getpid()}"  # where anybody may read it
    shutil.copy(INSTALL, script)
    try:
        done = subprocess.run(["sh", script], capture_output=True, text=True, user=65534, timeout=60)
    finally:
        script.unlink()
    assert done.returncode == 1
    assert done.stderr == f"install: this needs root\n  run: sudo {script}\n"
