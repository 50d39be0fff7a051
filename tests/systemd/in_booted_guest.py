"""Runs in a booted Debian, by its system's Python: the room around the real service under the real systemd.

Presses the button of a simulated gpiochip, plugs in a Pico that was not there when the service started, and kills the
box in the middle of an evening. Tells what it saw as lines of JSON; at the end it switches the machine off.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
GADGET = Path("/sys/kernel/config/usb_gadget/pico")
PYTHON = "/opt/majordome/current/bin/python"
STAND_IN, TOLD = Path("/root/pico_stand_in.py"), Path("/run/pico-told")
CGROUP = Path("/sys/fs/cgroup/system.slice/majordome.service/cgroup.procs")
BUTTON, BUZZER = 17, 22
PATIENCE = 240.0  # seconds: an emulated processor on a busy machine


def comes(what: Callable[[], object], why: str, within: float = PATIENCE, pause: float = 0.5) -> None:
    """Looks seldom: whoever asks systemd all the time keeps an emulated processor from the box."""
    deadline = time.monotonic() + within
    while not what():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{why}: {shown('ActiveState', 'SubState', 'StatusText', 'Result')}")
        time.sleep(pause)


def shown(*names: str) -> dict[str, str]:
    """What systemd says of the service."""
    asked = subprocess.run(["systemctl", "show", "majordome", "-p", ",".join(names)], capture_output=True, text=True)
    return dict(line.split("=", 1) for line in asked.stdout.splitlines() if "=" in line)


def pid() -> int:
    return int(shown("MainPID").get("MainPID", 0))


def active() -> bool:
    """Type=notify: the box itself has said that a press works."""
    return shown("ActiveState")["ActiveState"] == "active"


def press() -> None:
    pull = CHIP / f"sim_gpio{BUTTON}/pull"
    pull.write_text("pull-down")
    time.sleep(0.3)
    pull.write_text("pull-up")


def high(line: int) -> bool:
    return (CHIP / f"sim_gpio{line}/value").read_text().strip() == "1"


def holds(device: str) -> bool:
    """The service has it open: the device rules let it in."""
    try:
        return any(os.readlink(link) == device for link in Path(f"/proc/{pid()}/fd").iterdir())
    except OSError:
        return False


def may_open(device: str) -> bool:
    """Root, in the service's control group: what refuses now is the unit's own list of devices."""
    child = os.fork()
    if child == 0:
        CGROUP.write_text(str(os.getpid()))
        try:
            os.close(os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
        except PermissionError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def tell(what: str, **facts: object) -> None:
    print(json.dumps({"fact": what, **facts}), flush=True)  # noqa: T201 - for the test


def plug_in_a_pico() -> subprocess.Popen[bytes]:
    """A USB device of the kernel's own, with a Pico's id, on a socket of the kernel's own."""
    subprocess.run(["modprobe", "dummy_hcd"], check=True)
    subprocess.run(["modprobe", "usb_f_acm"], check=True)
    subprocess.run(["modprobe", "libcomposite"], check=True)
    (GADGET / "strings/0x409").mkdir(parents=True)
    (GADGET / "configs/c.1").mkdir(parents=True)
    (GADGET / "functions/acm.0").mkdir(parents=True)
    for name, value in {
        "idVendor": "0x2e8a",
        "idProduct": "0x0005",
        "strings/0x409/serialnumber": "e660583883001122",
    }.items():
        (GADGET / name).write_text(value)
    (GADGET / "configs/c.1/acm.0").symlink_to(GADGET / "functions/acm.0")
    (GADGET / "UDC").write_text("dummy_udc.0")
    comes(lambda: Path("/dev/ttyGS0").exists(), "no board's end of the cable")
    return subprocess.Popen([PYTHON, str(STAND_IN), "/dev/ttyGS0", str(TOLD)])


def evening() -> None:
    comes(active, "the service never became ready")
    began = shown("NRestarts", "StatusText")
    tell(
        "ready",
        **began,
        pico=Path("/dev/majordome-pico").exists(),
        driver="cdc_acm" in Path("/proc/modules").read_text(),
    )
    before = shown("StatusText")["StatusText"]
    press()
    comes(lambda: shown("StatusText")["StatusText"] != before, "a press did nothing")
    walking = shown("StatusText")["StatusText"]
    tell("press", before=before, after=walking, party=Path("/run/majordome/party").exists())

    stand_in = plug_in_a_pico()
    comes(lambda: Path("/dev/majordome-pico").exists(), "udev gave the Pico no name")
    allowed = {device: may_open(device) for device in ("/dev/ttyACM0", "/dev/gpiochip0", "/dev/ttyS0")}
    tell("devices", **allowed)
    if not allowed["/dev/ttyACM0"]:  # as with DeviceAllow=char-ttyACM, a name that the kernel did not know at the start
        raise PermissionError("the unit's list of devices refuses a Pico that is plugged in later")
    comes(lambda: holds("/dev/ttyACM0"), "the service did not open the Pico")
    comes(lambda: TOLD.exists() and json.loads(TOLD.read_text())["session"], "the Pico was not greeted")
    tell("pico", name=os.readlink("/dev/majordome-pico"), session=json.loads(TOLD.read_text())["session"])

    old, told = pid(), json.loads(TOLD.read_text())["session"]
    os.kill(old, signal.SIGKILL)
    comes(lambda: pid() not in (0, old), "systemd did not start it again")
    comes(active, "it did not become ready again")
    comes(lambda: shown("StatusText")["StatusText"] == walking, "the evening did not go on")
    comes(
        lambda: holds("/dev/ttyACM0") and json.loads(TOLD.read_text())["session"] != told,
        "the Pico was not found again",
    )
    tell("killed", restarts=shown("NRestarts")["NRestarts"], status=shown("StatusText")["StatusText"])

    press()
    comes(lambda: high(BUZZER), "TOP did not sound", 30, 0.02)
    tell("top", sounded=True)
    subprocess.run(["systemctl", "stop", "majordome"], check=True)
    comes(lambda: not high(BUZZER), "it went on sounding", 30)
    tell("stopped", **shown("ActiveState", "Result"))
    stand_in.terminate()


def main() -> None:
    status = 0
    try:
        evening()
    except Exception as trouble:  # noqa: BLE001 - told, and the machine goes off
        status = 1
        print(f"{type(trouble).__name__}: {trouble}", flush=True)  # noqa: T201
        subprocess.run(["journalctl", "--no-pager", "-n", "60", "-u", "majordome"], stdout=sys.stdout)
        subprocess.run("dmesg | tail -n 30; ls -l /dev/tty[AG]* /dev/gpiochip*", shell=True, stdout=sys.stdout)
    Path("/root/job/status").write_text(str(status))
    os.sync()
    subprocess.run(["systemctl", "poweroff", "--force", "--force"])


main()
