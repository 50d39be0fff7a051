"""The udev rules, played by udev itself to devices that are not there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "systemd" / "majordome.udev"
USB = "/devices/pci0000:00/usb1/1-1"
LINE = f"{USB}/1-1:1.0/tty/ttyACM0"


def device(path: str, **properties: str) -> str:
    """One device in umockdev's own writing: a capital first letter is a property, a small one an attribute."""
    lines = [f"{'E' if key[0].isupper() else 'A'}: {key}={value}" for key, value in properties.items()]
    return "\n".join([f"P: {path}", *lines, ""])


def seen(folder: Path, path: str, *devices: str) -> dict[str, str]:
    """What udev makes of it, with our rules instead of this machine's own, and nothing left behind."""
    if missing := [name for name in ("umockdev-run", "udevadm", "unshare") if shutil.which(name) is None]:
        pytest.skip(f"{', '.join(missing)} is missing: apt install umockdev udev util-linux")
    if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        pytest.skip("only root can lay other rules over this machine's")
    description = folder / "devices.umockdev"
    description.write_text("\n".join(devices))
    script = """
        set -e
        mount --make-rprivate /
        mount -t tmpfs tmpfs /etc/udev/rules.d
        mkdir -p /run/udev && mount -t tmpfs tmpfs /run/udev
        mount -t tmpfs -o mode=755 tmpfs /dev
        mknod -m 666 /dev/null c 1 3 && mknod -m 666 /dev/urandom c 1 9
        cp "$1" /etc/udev/rules.d/60-majordome.rules
        exec umockdev-run --device "$2" -- udevadm test --action=add "/sys$3"
    """
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, "sh", str(RULES), str(description), path],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    said = (done.stdout + done.stderr).splitlines()
    ours = [
        line.partition("60-majordome.rules:")[2].split(maxsplit=1)[1] for line in said if "60-majordome.rules:" in line
    ]
    properties = [line.partition("=") for line in said if "=" in line and " " not in line]
    return {key: value for key, _, value in properties} | {"ours": "; ".join(ours)}


def plugged_in(product: str) -> list[str]:
    return [
        device(LINE, DEVNAME="/dev/ttyACM0", SUBSYSTEM="tty", MAJOR="166", MINOR="0", dev="166:0"),
        device(f"{USB}/1-1:1.0", SUBSYSTEM="usb", DEVTYPE="usb_interface", bInterfaceNumber="00"),
        device(USB, SUBSYSTEM="usb", DEVTYPE="usb_device", idVendor="2e8a", idProduct=product),
    ]


def test_a_pico_is_found_by_its_name_and_by_whoever_sits_at_the_machine(tmp_path: Path) -> None:
    pico = seen(tmp_path, LINE, *plugged_in("0005"))
    assert "/dev/majordome-pico" in pico["DEVLINKS"].split()
    assert {"systemd", "uaccess"} <= set(pico["TAGS"].split(":"))
    assert "MODE 0660" in pico["ours"]


def test_a_debug_probe_is_no_pico(tmp_path: Path) -> None:
    assert "majordome-pico" not in seen(tmp_path, LINE, *plugged_in("000c")).get("DEVLINKS", "")


def test_no_modem_manager_talks_to_a_pico(tmp_path: Path) -> None:
    assert seen(tmp_path, USB, *plugged_in("0005"))["ID_MM_DEVICE_IGNORE"] == "1"
