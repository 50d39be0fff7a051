"""Opens the pins: the factory that was asked for, or an error that says what is missing. Never another one silently."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from majordome.errors import NoPins
from majordome.settings.pin_map import FACTORIES

MODEL = Path("/proc/device-tree/model")
DEVICES = Path("/dev")


def wanted(configured: str | None, environ: Mapping[str, str], model: Path = MODEL) -> str | None:
    """As the config or GPIOZERO_PIN_FACTORY says; else lgpio on a Raspberry Pi, and no pins elsewhere (None)."""
    if named := configured or environ.get("GPIOZERO_PIN_FACTORY"):
        if named not in FACTORIES:
            raise NoPins(f"GPIOZERO_PIN_FACTORY={named} is not known here: use one of {', '.join(FACTORIES)}")
        return None if named == "none" else named
    try:
        return "lgpio" if "Raspberry Pi" in model.read_text("utf-8", "replace") else None
    except OSError:
        return None


def open_factory(name: str) -> Any:
    """The gpiozero pin factory of this name."""
    if name == "lgpio":
        _writable_folder_for_lgpio()
    here = os.open(".", os.O_RDONLY)
    try:
        return _open(name)
    finally:
        os.fchdir(here)  # `import lgpio` goes to LG_WD, and every relative path would go with it
        os.close(here)


def _open(name: str) -> Any:
    try:
        match name:
            case "lgpio":
                from gpiozero.pins.lgpio import LGPIOFactory as Factory
            case "rpigpio":
                from gpiozero.pins.rpigpio import RPiGPIOFactory as Factory
            case "native":
                from gpiozero.pins.native import NativeFactory as Factory
            case "mock":
                from gpiozero.pins.mock import MockFactory, MockPWMPin

                return MockFactory(pin_class=MockPWMPin)
            case _:
                raise NoPins(f"no pin factory is called {name}: use one of {', '.join(FACTORIES)}")
    except ImportError as missing:
        raise NoPins(_missing(name, missing)) from None
    try:
        return Factory()
    except PermissionError as trouble:
        raise NoPins(_forbidden(name, trouble)) from None
    except Exception as trouble:  # noqa: BLE001 - each library has errors of its own, and all mean the same to the host
        text = str(trouble) or type(trouble).__name__
        if "permission" in text.lower() or "access" in text.lower() or _locked(DEVICES):
            raise NoPins(_forbidden(name, trouble)) from None
        raise NoPins(
            f"the {name} pin factory cannot start ({text}): is this a Raspberry Pi, and is /dev/gpiochip0 there? "
            "Without pins, remove 'factory' from [pins]"
        ) from None


def _missing(name: str, missing: ImportError) -> str:
    package = {"lgpio": "majordome[lgpio]", "rpigpio": "majordome[rpigpio]"}.get(name, "gpiozero")
    debian = {"lgpio": "python3-lgpio", "rpigpio": "python3-rpi.gpio"}.get(name, "python3-gpiozero")
    return (
        f"the {name} pin factory cannot start: {missing}. Install it with: pip install '{package}' "
        f"(or sudo apt install {debian})"
    )


def _forbidden(name: str, trouble: Exception) -> str:
    return (
        f"the {name} pin factory may not use the pins ({trouble}): add yourself to the group gpio with "
        "'sudo usermod -aG gpio $USER', and log in again"
    )


def _locked(devices: Path) -> bool:
    """There are pins, but not for us: lgpio does not tell that from a chip that is not there."""
    chips = sorted(devices.glob("gpiochip*"))
    return bool(chips) and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips)


def _writable_folder_for_lgpio() -> None:
    """`import lgpio` makes a FIFO in the current folder, and fails where that is read-only."""
    if "LG_WD" not in os.environ:
        runtime = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]  # a service may have nothing else
        folder = os.environ["LG_WD"] = tempfile.mkdtemp(prefix="majordome-lgpio-", dir=runtime or None)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
