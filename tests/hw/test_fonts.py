"""The drawings are lettered in fonts of their own, whatever else a machine has."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest
from drafting import harnesses, labels, ledger, programs

WINNER = "DejaVu Sans Mono"
RULE = f"""<match target="pattern">
<test name="family"><string>{{family}}</string></test>
<edit name="family" mode="prepend" binding="strong"><string>{WINNER}</string></edit>
</match>"""
LIBERATION = programs.FONTS[0]


@pytest.fixture
def another_font_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user of this machine wants other letters than the drawings have."""
    rules = "".join(RULE.format(family=family) for family in ("arial", "DejaVu Sans"))
    (tmp_path / "fontconfig").mkdir()
    (tmp_path / "fontconfig" / "fonts.conf").write_text(f"<fontconfig>{rules}</fontconfig>", "utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def drawn() -> tuple[bytes, bytes]:
    """A harness, by WireViz and Graphviz, and the labels, by rsvg."""
    return harnesses.svg(harnesses.WIRING / "starter-chairs.yml"), labels.pdf("fr")


@pytest.fixture(scope="module")
def undisturbed() -> tuple[bytes, bytes]:
    if needed := ledger.missing():
        pytest.skip("nothing can be drawn without: " + "; ".join(needed))
    return drawn()


@pytest.mark.usefixtures("another_font_wins")
def test_a_drawing_is_the_same_where_another_font_wins(undisturbed: tuple[bytes, bytes]) -> None:
    for family in ("arial", "DejaVu Sans"):
        assert WINNER in subprocess.run(["fc-match", family], capture_output=True, text=True, check=True).stdout
    assert drawn() == undisturbed


def font_file(folder: Path, revision: float) -> Path:
    """As much of a font as tells its revision."""
    folder.mkdir(parents=True)
    path = folder / LIBERATION.file
    table = struct.pack(">4s3I", b"head", 0, 28, 8)
    path.write_bytes(struct.pack(">IH6x", 0x10000, 1) + table + struct.pack(">Ii", 0x10000, round(revision * 65536)))
    return path


def test_a_font_of_another_revision_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "FOLDERS", (tmp_path,))
    font_file(tmp_path / "liberation", 1.07)
    assert LIBERATION.path() is None
    assert "apt install fonts-liberation2" in ledger.missing()
    right = font_file(tmp_path / "liberation2", LIBERATION.revision)
    assert LIBERATION.path() == right
    assert "apt install fonts-liberation2" not in ledger.missing()
