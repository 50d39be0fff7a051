"""The one command on today's Debian (13, Python 3.13): neither pip nor Debian has lgpio for it, and it is built.

The Pico's firmware goes from the installed box to a board fresh from the shop. Run by `make test-trixie`.
"""

from __future__ import annotations

import os
import runpy
import shutil

import pytest

from pico.rig import PACKAGE, MicroPythonBoard
from systemd.debian import HOUSE, Debian

if "MAJORDOME_TRIXIE" not in os.environ:
    pytest.skip("makes a Debian with debootstrap, which takes its time: make test-trixie", allow_module_level=True)

CHAIR_TORN = runpy.run_path(str(HOUSE / "firmware/builds/full.py"))["CHAIR_TORN"]


def test_one_command_makes_a_box_on_todays_debian(trixie: Debian) -> None:
    python = "/opt/majordome/current/bin/python"
    told = trixie.run(
        python, "-c", "import sys, lgpio; print(sys.version_info[:2] >= (3, 13))", environ={"LG_WD": "/tmp"}
    )
    assert told.stdout.strip() == "True"
    assert "# build: full" in trixie.at("/etc/majordome/majordome.toml").read_text("utf-8")
    assert trixie.at("/etc/majordome/pico.py").exists()


def test_the_firmware_goes_from_the_installed_box_to_a_board_from_the_shop(trixie: Debian) -> None:
    if shutil.which("node") is None or not PACKAGE.exists():
        pytest.skip("needs node and MicroPython: make micropython")
    with MicroPythonBoard(firmware=False) as board:
        port = os.path.realpath(board.path)
        flash = ["/opt/majordome/current/bin/majordome", "pico", "flash", "--port", port]
        told = trixie.run(*flash, "--settings", "/etc/majordome/pico.py", check=False)
        assert told.returncode == 0, told.stdout
        board.restart("asked")
        assert board.ask("__import__('settings').CHAIR_TORN") == CHAIR_TORN  # the full build's own settings
        assert board.ask("core.session") == 0  # our firmware runs, and nobody has greeted it yet
