"""`majordome rehearse` from start to exit, beside an interpreter that starts and does nothing.

A host tries an evening file again and again; most of what they wait for is Python itself and the imports. Both run as
on an installed box, whatever this machine has: in a folder of their own with links to what systemd/versions.txt lists
and nothing else (msgspec imports typing_extensions where it finds it: a box has none, a developer has), and compiled
files are there.
"""

from __future__ import annotations

import os
import re
import subprocess
import venv
from functools import partial
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from _measure import in_turns

ROOT = Path(__file__).resolve().parent.parent
EVENING = ROOT / "tests" / "evenings" / "weekend-5.toml"
ROUNDS = 15


def install(box: Path) -> None:
    """What a box is made of, as far as it is installed here: nothing is fetched."""
    venv.create(box, symlinks=True)
    (place,) = box.glob("lib/*/site-packages")
    (place / "majordome").symlink_to(ROOT / "controller" / "majordome")
    for name in re.findall(r"^([\w-]+)==", (ROOT / "systemd" / "versions.txt").read_text(), re.MULTILINE):
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:  # the pins, where this is no Pi
            continue
        for part in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            (place / part).symlink_to(str(found.locate_file(part)))


def run(box: Path, *args: str) -> None:
    """Start it, wait until it ends, throw away what it prints."""
    environ = {**os.environ, "PYTHONPYCACHEPREFIX": str(box / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run([box / "bin" / "python", *args], stdout=subprocess.DEVNULL, env=environ, check=True)


def main() -> None:
    """Measure and tell."""
    with TemporaryDirectory() as folder:
        box = Path(folder)
        install(box)
        nothing = partial(run, box, "-c", "pass")
        ours, reference = in_turns(partial(run, box, "-m", "majordome", "rehearse", str(EVENING)), nothing, ROUNDS)
        version, again = in_turns(partial(run, box, "-m", "majordome", "--version"), nothing, ROUNDS)
    print(
        f"rehearse_start: {ours * 1e3:.0f} ms to rehearse {EVENING.name}, {reference * 1e3:.0f} ms for python -c pass, "
        f"ratio {ours / reference:.1f}"
    )
    print(f"  --version: {version * 1e3:.0f} ms beside {again * 1e3:.0f} ms, ratio {version / again:.1f}")
    print(f"  start to exit, output thrown away (median of {ROUNDS})")


if __name__ == "__main__":
    main()
