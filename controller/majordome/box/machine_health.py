"""How the machine itself is: its warmth, its supply, and whether a folder outlives the power switch.

Knows the kernel's files, no words.
"""

from __future__ import annotations

import re
from pathlib import Path

HOT = 80.0  # degrees: the Pi slows down from here
ROOT = Path("/")
IN_MEMORY = ("overlay", "overlayfs", "ramfs", "rootfs", "tmpfs")  # file systems that a read-only Pi keeps in memory
ESCAPED = re.compile(r"\\([0-7]{3})")  # a blank in a mount point


def degrees(root: Path = ROOT) -> float | None:
    """The warmth of the processor; None where the machine does not tell."""
    try:
        return int((root / "sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
        return None


def under_voltage(root: Path = ROOT) -> bool | None:
    """The supply is too weak: the alarm of the Pi's firmware driver; None where the machine does not tell."""
    for name in sorted((root / "sys/class/hwmon").glob("hwmon*/name")):
        try:
            if name.read_text().strip() == "rpi_volt":
                return (name.parent / "in0_lcrit_alarm").read_text().strip() != "0"
        except OSError:
            continue
    return None


def in_memory(folder: Path, root: Path = ROOT) -> bool:
    """What is written there is gone with the next power cut: the partition that should be there is not."""
    try:
        mounts = (root / "proc/self/mountinfo").read_text("utf-8", "replace").splitlines()
        where = folder.resolve()
    except OSError:
        return False
    kind, longest = "", -1
    for mount in mounts:
        left, _, right = mount.partition(" - ")
        place = ESCAPED.sub(lambda digits: chr(int(digits[1], 8)), left.split(" ")[4])
        if where.is_relative_to(place) and len(place) >= longest:  # of two in one place the later one is seen
            kind, longest = right.split(" ")[0], len(place)
    return kind in IN_MEMORY
