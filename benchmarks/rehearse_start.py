"""`majordome rehearse` from start to exit, beside an interpreter that starts and does nothing.

A host tries an evening file again and again; most of what they wait for is Python itself and the imports. As on an
installed box, compiled files are there: both keep them in a folder of their own, whatever this machine has set.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from _measure import in_turns

EVENING = Path(__file__).resolve().parent.parent / "tests" / "evenings" / "weekend-5.toml"
ROUNDS = 15


def run(compiled: str, *args: str) -> None:
    """Start it, wait until it ends, throw away what it prints."""
    environ = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run([sys.executable, *args], stdout=subprocess.DEVNULL, env=environ, check=True)


def main() -> None:
    """Measure and tell."""
    with TemporaryDirectory() as compiled:
        rehearse = partial(run, compiled, "-m", "majordome", "rehearse", str(EVENING))
        nothing = partial(run, compiled, "-c", "pass")
        ours, reference = in_turns(rehearse, nothing, ROUNDS)
        version, again = in_turns(partial(run, compiled, "-m", "majordome", "--version"), nothing, ROUNDS)
    print(
        f"rehearse_start: {ours * 1e3:.0f} ms to rehearse {EVENING.name}, {reference * 1e3:.0f} ms for python -c pass, "
        f"ratio {ours / reference:.1f}"
    )
    print(f"  --version: {version * 1e3:.0f} ms beside {again * 1e3:.0f} ms, ratio {version / again:.1f}")
    print(f"  start to exit, output thrown away (median of {ROUNDS})")


if __name__ == "__main__":
    main()
