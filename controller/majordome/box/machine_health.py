"""How the machine itself is: its warmth and its supply, where the Pi tells them. Knows the kernel's files, no words."""

from __future__ import annotations

from pathlib import Path

HOT = 80.0  # degrees: the Pi slows down from here
ROOT = Path("/")


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
