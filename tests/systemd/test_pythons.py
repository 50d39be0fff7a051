"""`make setup` on a Pi with each Python that a box may have, also where pip has no lgpio for it: then it is built.

With the Pythons that this machine has, in the path or pyenv's. Run by `make test-long`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13")
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("make") is None, reason="make is missing"),
    pytest.mark.skipif(shutil.which("swig") is None, reason="lgpio is built with swig: apt install swig"),
]


def python_of(version: str) -> str:
    """One of this version that runs and can build."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    in_path = [found] if (found := shutil.which(f"python{version}")) else []
    wanted = "import os, sysconfig, venv, ssl; os.stat(sysconfig.get_path('include') + '/Python.h')"
    for python in (*in_path, *map(str, sorted(versions.glob(f"{version}.*/bin/python3")))):
        if subprocess.run([python, "-c", wanted], capture_output=True).returncode == 0:
            return python
    pytest.skip(f"no Python {version} on this machine that can build (python{version}-dev, or pyenv)")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def sources_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """lgpio as a source, and what builds it: an index on which no Python finds a wheel of it."""
    shelf = tmp_path_factory.mktemp("shelf")
    fetch = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "download",
        "-q",
        "--no-deps",
        "-d",
        str(shelf),
    ]
    for wanted in (["--no-binary", "lgpio", "lgpio>=0.2.2"], ["setuptools", "wheel", "packaging"]):
        done = subprocess.run([*fetch, *wanted], capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"no lgpio to be had here: {done.stderr[-300:]}")
    assert [path.suffix for path in shelf.glob("lgpio*")] == [".gz"]
    return shelf


def loads(python: Path, folder: Path) -> str:
    ask = "import sys, lgpio; print('%d.%d' % sys.version_info[:2], lgpio.SET_PULL_UP > 0)"
    return run(python, "-c", ask, cwd=folder, LG_WD=str(folder)).strip()


@pytest.mark.parametrize("version", VERSIONS)
def test_where_pip_has_no_lgpio_for_this_python_it_is_built(version: str, sources_only: Path, tmp_path: Path) -> None:
    python = python_of(version)
    run(python, "-m", "venv", tmp_path / ".venv", cwd=tmp_path)
    own = tmp_path / ".venv/bin"
    elsewhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(sources_only)}
    told = run("make", "--no-print-directory", "pins", f"BIN={own}", "SYSTEM_PYTHON=false", cwd=HOUSE, **elsewhere)
    assert "The pins were built here." in told
    assert loads(own / "python", tmp_path) == f"{version} True"


@pytest.mark.usefixtures("sources_only")  # skipped without a network
def test_what_the_installer_takes_by_hash_fits_the_python_between_those_of_the_two_debians(tmp_path: Path) -> None:
    """Debian 12 has 3.11, Debian 13 has 3.13, and the installer is tried on both; lgpio as where there is no wheel."""
    run(python_of("3.12"), "-m", "venv", tmp_path / ".venv", cwd=tmp_path)
    python = tmp_path / ".venv/bin/python"
    text = (HOUSE / "systemd/versions.txt").read_text("utf-8")
    lists = dict(re.findall(r"^# \[(\w+)\]\n(.*?)(?=^# \[|\Z)", text, re.MULTILINE | re.DOTALL))
    assert list(lists) == ["box", "speaker", "pico", "lgpio"]
    for name, wanted in lists.items():
        (tmp_path / f"{name}.txt").write_text(wanted)
        more = ["--no-build-isolation", "--no-binary", "lgpio"] if name == "lgpio" else []
        by_hash = ["install", "--no-deps", "--require-hashes", "-r", f"{name}.txt"]
        run(python, *PIP, *by_hash, *more, cwd=tmp_path, PYPI="1")
    run(python, *PIP, "check", cwd=tmp_path)
    run(python, "-c", "import pygame.mixer, mpremote", cwd=tmp_path, SDL_VIDEODRIVER="dummy")
    assert loads(python, tmp_path) == "3.12 True"


@pytest.mark.usefixtures("sources_only")
@pytest.mark.parametrize("version", VERSIONS[1:])  # the first is made by every `make test`
def test_make_setup_on_a_pi_with_this_python(version: str, tmp_path: Path) -> None:
    """From the source to a program that runs, with its pins: pip's wheel where there is one, else built."""
    python = python_of(version)
    for name in ("controller", "firmware"):
        shutil.copytree(HOUSE / name, tmp_path / name, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    for name in ("Makefile", "pyproject.toml", "README.md"):
        shutil.copy(HOUSE / name, tmp_path)
    (tmp_path / "sounds").symlink_to(HOUSE / "sounds")
    run("make", "setup", "PI=yes", f"PYTHON={python}", "SYSTEM_PYTHON=false", cwd=tmp_path)
    assert run(tmp_path / ".venv/bin/majordome", "--version", cwd=tmp_path).split()[-1][0].isdigit()
    assert loads(tmp_path / ".venv/bin/python", tmp_path) == f"{version} True"
