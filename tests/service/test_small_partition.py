"""A read-only root and one small writable partition: the program writes there, and nowhere else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

PATIENCE = 60.0
# Python tells of each file that is opened to be written, made, moved or removed; what lies elsewhere is told on.
WATCH = """
import os, sys

HOMES = tuple(os.environ["MAY_WRITE"].split(":"))
OPENS = {"open": 0, "os.mkdir": 0, "os.rename": 1, "os.remove": 0, "os.truncate": 0, "os.chmod": 0, "os.symlink": 1}

def told(event, args):
    if event not in OPENS:
        return
    path = args[OPENS[event]]
    if event == "open" and not (args[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        return
    if not isinstance(path, (str, bytes)) or os.fsdecode(path).startswith(("/dev/", *HOMES)):
        return
    os.write(2, f"WRITES {event} {path}\\n".encode())

sys.addaudithook(told)
from majordome.cli.commands import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_whole_service_writes_only_to_its_own_folders(tmp_path: Path) -> None:
    ours = [tmp_path / name for name in ("state", "cache", "run")]
    for folder in ours:
        folder.mkdir()
    guests = "".join(f'[[guests]]\nname = "G{n}"\n' for n in range(10))
    (tmp_path / "guests.toml").write_text(guests)
    (tmp_path / "majordome.toml").write_text('[evening]\nguests = "guests.toml"\n[page]\nport = 18080\nmdns = false\n')
    environ = {
        **os.environ,
        "MAY_WRITE": ":".join(map(str, ours)),
        "HOME": "/nonexistent",
        "XDG_STATE_HOME": str(ours[0]),
        "XDG_CACHE_HOME": str(ours[1]),
        "RUNTIME_DIRECTORY": str(ours[2]),
        "TMPDIR": str(ours[2]),
        "GPIOZERO_PIN_FACTORY": "mock",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    del environ["MAJORDOME_SILENT"], environ["MAJORDOME_NO_PAGE"]
    command = [sys.executable, "-c", WATCH, "--config", str(tmp_path / "majordome.toml"), "play", "--lang", "en"]
    with subprocess.Popen(
        command, env=environ, cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as box:
        assert box.stdin is not None
        assert box.stdout is not None
        box.stdin.write("\n\n")
        box.stdin.flush()
        for line in box.stdout:
            if "The page is open" in line:
                break
        assert (ours[2] / "party").exists()  # an evening is under way
        box.send_signal(signal.SIGTERM)
        _, told = box.communicate(timeout=PATIENCE)
    assert (box.returncode, told) == (0, "")
    assert not (ours[2] / "party").exists()
    assert list((ours[0] / "majordome" / "evenings").glob("*.journal"))
