"""Runs a Python script of ours inside Debian's kernel under qemu, where a simulated gpiochip stands for the Pi's."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

RIG = Path(__file__).resolve().parent
TREE = RIG.parents[2]
CANNOT = 77  # build.sh's status where this machine cannot have the rig


class NoRig(Exception):
    """This machine cannot boot the guest; the text says what is missing."""


@dataclass(frozen=True)
class Visit:
    """What came of one script in the guest. The status is None where it did not come to an end."""

    status: int | None
    output: str
    console: str

    def __str__(self) -> str:
        return f"status {self.status}\n--- script ---\n{self.output}\n--- console ---\n{self.console}"


def build() -> Path:
    """The folder with kernel and modules: a minute or two the first time, nothing afterwards."""
    done = subprocess.run([RIG / "build.sh"], capture_output=True, text=True, check=False)
    if done.returncode == CANNOT:
        raise NoRig(done.stderr.strip().splitlines()[-1])
    if done.returncode:
        raise RuntimeError(f"{RIG / 'build.sh'} failed:\n{done.stderr}")
    return Path(done.stdout.strip())


def visit(kernel: Path, script: Path, *args: str, timeout: float = 300) -> Visit:
    """Boots the guest, runs the script with this very Python, and waits for the guest to switch itself off."""
    with tempfile.TemporaryDirectory(prefix="majordome-kernel-") as name:
        job = Path(name)  # the one folder that both sides write: the host its order, the guest output and status
        (job / "tree").write_text(str(TREE), encoding="utf-8")
        (job / "job.sh").write_text(_order(script, args), encoding="utf-8")
        (job / "initrd").write_bytes(_pack(kernel, "init"))
        seen = _boot(_qemu(kernel, job), job, timeout)
    (kernel / "last-visit.log").write_text(str(seen), encoding="utf-8")
    return seen


def boot_debian(kernel: Path, root: Path, timeout: float) -> Visit:
    """Boots the Debian in a folder, with its systemd; it leaves output and status in /root/job and goes off."""
    job = root / "root/job"
    job.mkdir(parents=True, exist_ok=True)
    (job / "initrd").write_bytes(_pack(kernel, "init-debian"))
    shutil.copytree(kernel / "lib/modules", root / "lib/modules", dirs_exist_ok=True)
    seen = _boot(_qemu(kernel, job, root, "systemd.show_status=0 net.ifnames=0"), job, timeout)
    (kernel / "last-boot.log").write_text(str(seen), encoding="utf-8")
    return seen


def _order(script: Path, args: tuple[str, ...]) -> str:
    settings = {
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "LG_WD": "/tmp",  # lgpio makes its FIFO there
        "PATH": os.environ["PATH"],
        "PYTHONDONTWRITEBYTECODE": "1",  # the tree is read-only
        "PYTHONPATH": str(TREE / "tests"),
        "PYTHONUNBUFFERED": "1",  # what was said before a hang is worth most
    }
    command = ["env", "-i", *(f"{key}={value}" for key, value in settings.items()), sys.executable, str(script), *args]
    return f"cd /tmp && exec {shlex.join(command)}\n"


def _pack(kernel: Path, init: str) -> bytes:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        shutil.copytree(kernel / "modules", root / "modules")
        (root / "bin").mkdir()
        shutil.copy(kernel / "busybox", root / "bin/busybox")
        shutil.copy(RIG / init, root / "init")
        (root / "init").chmod(0o755)
        names = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*")))
        cpio = [str(kernel / "busybox"), "cpio", "-o", "-H", "newc"]
        return subprocess.run(cpio, input=names.encode(), capture_output=True, cwd=root, check=True).stdout


def _qemu(kernel: Path, job: Path, root: Path | None = None, more: str = "") -> list[str]:
    share = "local,security_model=none,multidevs=remap"
    shares: tuple[str, ...]
    if root is None:
        shares = (f"{share},path=/,mount_tag=host,readonly=on", f"{share},path={job},mount_tag=job")
    else:
        shares = (f"local,security_model=passthrough,multidevs=remap,path={root},mount_tag=host",)
    return [
        "qemu-system-x86_64",
        *("-nodefaults", "-no-user-config", "-no-reboot", "-display", "none"),
        *("-accel", "tcg", "-smp", "2", "-m", "1024"),
        *("-cpu", "max"),  # the plain one is too old for lgpio's wheel, which dies of an illegal instruction on it
        *("-kernel", str(kernel / "vmlinuz"), "-initrd", str(job / "initrd")),
        *("-append", f"console=ttyS0 loglevel=5 panic=-1 mitigations=off nokaslr no_timer_check {more}".strip()),
        *(word for each in shares for word in ("-virtfs", each)),
        *("-serial", f"file:{job / 'console'}"),
    ]


def _boot(command: list[str], job: Path, timeout: float) -> Visit:
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, check=False
        )
        end = done.stderr
    except subprocess.TimeoutExpired:
        end = f"qemu was still running after {timeout:.0f} s and was ended\n"
    status = _read(job / "status").strip()
    return Visit(int(status) if status else None, _read(job / "output"), _read(job / "console") + end)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
