"""A fresh Debian for the tests of the installer: one for all of them, in the order of its life."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from systemd.debian import Debian, NoDebian, place_to_build
from systemd.trixie import installed

trixie = pytest.fixture(scope="session")(installed)  # one for all who ask for it


@pytest.fixture(scope="module")
def debian() -> Iterator[Debian]:
    """A system as it comes from the card; that of a Raspberry Pi, as far as the installer can tell."""
    place = place_to_build()
    try:
        try:
            fresh = Debian.fresh(place / "root")
        except NoDebian as why:
            pytest.skip(f"no Debian on this machine: {why}")
        fresh.at("/etc/rpi-issue").write_text("Raspberry Pi reference\n")
        fresh.at("/etc/default/locale").write_text("LANG=en_GB.UTF-8\n")
        fresh.clone()
        yield fresh
    finally:
        subprocess.run(["rm", "-rf", str(place)], check=True)  # thousands of files: quicker than shutil
