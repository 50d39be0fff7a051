"""The partition of the evenings goes in the middle of one, for real: in a mount namespace of our own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from majordome.core.journal import read
from majordome.service.evenings_folder import newest

pytestmark = pytest.mark.long

PATIENCE = 120.0  # seconds
# The root is in memory, and the evenings have a partition of their own on it: a folder of a real disk stands for that.
ATTACK = """
import subprocess, sys
from pathlib import Path

root, disk, play = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
def sh(*words): subprocess.run(words, check=True)
sh("mount", "--make-rprivate", "/")
sh("mount", "-t", "tmpfs", "none", str(root))
partition = root / "majordome"
partition.mkdir()
sh("mount", "--bind", disk, str(partition))
box = subprocess.Popen(play, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def until(text):
    for line in box.stdout:
        print(line, end="", flush=True)
        if text in line:
            return
    sys.exit(f"no {text}")
def say(line, text):
    box.stdin.write(line + "\\n"); box.stdin.flush(); until(text)
until("[The guests arrive]")
say("", "Everyone walks about]")
sh("umount", "--lazy", str(partition))
until("is not on its partition")
say("back", "Taken back")  # in memory
sh("mount", "--bind", disk, str(partition))
until("on their partition again")
say("", "Everyone walks about]")
box.stdin.write("quit\\n"); box.stdin.flush()
sys.stdout.write(box.stdout.read())
sys.exit(box.wait())
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_partition_that_goes_and_comes_back_loses_nothing_and_both_are_told(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
        pytest.skip("no mount namespaces here")
    root, disk = tmp_path / "root", tmp_path / "disk"
    root.mkdir()
    disk.mkdir()
    if subprocess.run(["stat", "-f", "-c", "%T", str(disk)], capture_output=True, text=True).stdout.strip() in (
        *("tmpfs", "overlayfs"),
    ):
        pytest.skip("this machine has no disk here, only memory")
    config = tmp_path / "majordome.toml"
    config.write_text(f'[evening]\nlang = "en"\n[journal]\nfolder = "{root}/majordome/evenings"\n')
    play = [sys.executable, "-m", "majordome", "play", "--plain", "--new", "--no-page", "--speed", "20"]
    done = subprocess.run(
        ["unshare", "--mount", sys.executable, "-c", ATTACK, str(root), str(disk), *play, "--config", str(config)],
        env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "nobody")},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, (done.stdout, done.stderr)
    journal = newest(disk / "evenings")
    assert journal is not None
    assert [type(record).__name__ for record in read(journal).records if type(record).__name__ != "Pulse"] == [
        *("Happened", "WentBack", "Happened"),
    ]
