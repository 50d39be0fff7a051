"""What a board maker wants, by KiCad: gerbers and drill file in one archive, and KiCad's own list of faults.

KiCad brings its Python module for the system's Python, not for ours: fabricate.py is run by that one.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

from drafting import boards, kicad

BOARD, GERBERS, FAULTS = "board/props.kicad_pcb", "board/props-gerbers.zip", "board/faults.txt"
SCRIPT = Path(__file__).with_name("fabricate.py")
SYSTEM_PYTHON = "/usr/bin/python3"
DATED = re.compile(
    r"^(?:G04 Created by KiCad|; DRILL file|\*\* Created on|\*\* Drc report|(?:G04|;) #@! TF\.CreationDate).*\n", re.M
)
REPORT = "drc.txt"
LONG_AGO = (1980, 1, 1, 0, 0, 0)


@cache
def version() -> str | None:
    """KiCad's, where it is installed."""
    try:
        asked = subprocess.run(
            [SYSTEM_PYTHON, "-c", "import pcbnew; print(pcbnew.Version())"], capture_output=True, text=True
        )
    except OSError:
        return None
    number = re.search(r"\d+(\.\d+)+", asked.stdout)
    return number[0] if asked.returncode == 0 and number else None


@cache
def plotted() -> dict[str, str]:
    """Every file that KiCad makes of the board, without the hour."""
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / Path(BOARD).name
        board.write_text(kicad.pcb(boards.printed()), "utf-8")
        command = [SYSTEM_PYTHON, str(SCRIPT), str(board), folder]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")
        return {
            path.name: DATED.sub("", path.read_text("utf-8"))
            for path in sorted(Path(folder).iterdir())
            if path.suffix in (".gbr", ".drl", ".txt")
        }


def gerbers() -> bytes:
    """The archive to upload."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in plotted().items():
            if name != REPORT:
                archive.writestr(zipfile.ZipInfo(name, LONG_AGO), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def faults() -> bytes:
    """KiCad's design rule check."""
    return plotted()[REPORT].encode()
