"""Writes systemd/versions.txt anew: what an installed box is made of, each package with the hash of every file of it.

pip resolves pyproject.toml for the Pythons of the box's Debians and the one between them, and its own index tells the
files. No host is named here or in what is written: whoever installs asks theirs.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from pip._internal.models.index import PyPI

HOUSE = Path(__file__).parents[2]
VERSIONS = HOUSE / "systemd" / "versions.txt"
PYTHONS = ("3.11", "3.12", "3.13")
EXTRAS = ("speaker", "pico", "lgpio")  # in the order in which the installer asks for them
PLATFORMS = (*(f"manylinux_2_{glibc}_aarch64" for glibc in range(36, 16, -1)), "manylinux2014_aarch64")  # Debian 12
HEAD = """\
# What an installed box is made of: known versions, each with the hash of every file of it. systemd/install takes
# nothing else. Made by `make versions` from pyproject.toml; change that, not this.
"""


class Files(HTMLParser):
    """The files of a package: their names, and their hashes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        link = dict(attrs).get("href") or ""
        file = re.search(r"/([^/#]+)#sha256=([0-9a-f]{64})$", link)
        if tag == "a" and file:
            self.found[file[1]] = file[2]


def resolved(wanted: list[str], python: str) -> dict[str, str]:
    """Each package that these need on a Pi with this Python, with its version."""
    told = ["--dry-run", "--quiet", "--ignore-installed", "--report", "-", "--only-binary", ":all:"]
    told += ["--python-version", python, *(word for platform in PLATFORMS for word in ("--platform", platform))]
    with tempfile.TemporaryDirectory() as target:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "install", *told, "--target", target, *wanted],
            stdout=subprocess.PIPE,
            check=True,
        )
    found: list[dict[str, Any]] = json.loads(done.stdout)["install"]
    return {_plain(one["metadata"]["name"]): one["metadata"]["version"] for one in found}


def hashes(name: str, version: str) -> list[str]:
    """Of every wheel and source of this version."""
    with urllib.request.urlopen(f"{PyPI.simple_url}/{name}/", timeout=180) as page:
        files = Files()
        files.feed(page.read().decode())
    of_this = re.compile(rf"{name.replace('-', '[-_.]')}-{re.escape(version)}(-.*\.whl|\.tar\.gz|\.zip)", re.IGNORECASE)
    return sorted({digest for file, digest in files.found.items() if of_this.fullmatch(file)})


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def section(title: str, packages: dict[str, str]) -> str:
    lines = [f"# [{title}]"]
    for name, version in sorted(packages.items()):
        lines.append(
            " \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{one}" for one in hashes(name, version))])
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    told = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
    project, builds = told["project"], told["build-system"]["requires"]
    extras = project["optional-dependencies"]
    wanted = {"box": [*project["dependencies"], *extras["mqtt"], *builds], **{one: extras[one] for one in EXTRAS}}
    known: dict[str, str] = {}
    sections = []
    for title, needs in wanted.items():
        pythons = PYTHONS if title != "lgpio" else PYTHONS[:1]  # it has no wheel for the newer one: its source is built
        pins = [f"{name}=={version}" for name, version in known.items()]
        found = [resolved([*needs, *pins], python) for python in pythons]
        if any(one != found[0] for one in found):
            raise SystemExit(f"{title}: one version for all Pythons must do, and does not: {found}")
        new = {name: version for name, version in found[0].items() if name not in known}
        sections.append(section(title, new))
        known |= new
    VERSIONS.write_text("\n".join([HEAD, *sections]), "utf-8")


if __name__ == "__main__":
    main()
