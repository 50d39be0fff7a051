"""The files of the service, read by systemd's own tools, and the installer as far as it shows without installing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from majordome.errors import BadSettings, Trouble
from systemd.in_guest import FOLDERS, read_unit

HOUSE = Path(__file__).parents[2]
FILES = HOUSE / "systemd"
UNITS = sorted(path for path in FILES.iterdir() if path.suffix in (".service", ".path"))
INSTALL = FILES / "install"


def tool(name: str, *args: str | Path) -> subprocess.CompletedProcess[str]:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is missing: apt install {'systemd' if name.startswith('systemd') else name}")
    return subprocess.run([name, *map(str, args)], capture_output=True, text=True, timeout=60)


def verified(folder: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """All units, as systemd reads them where the program is: here, something that can be run stands for it."""
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/majordome/current/bin/majordome", shutil.which("true") or "")
        for old, new in changes.items():
            text = text.replace(f"{old}=", f"{new}=")
        (folder / unit.name).write_text(text, "utf-8")
    paths = [folder / unit.name for unit in UNITS]
    return tool("systemd-analyze", "verify", "--man=no", "--recursive-errors=yes", *paths)


def test_systemd_finds_no_fault_with_the_units(tmp_path: Path) -> None:
    done = verified(tmp_path)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_systemd_would_find_a_fault(tmp_path: Path) -> None:
    assert "WatchdogSecs" in verified(tmp_path, WatchdogSec="WatchdogSecs").stderr


@pytest.mark.parametrize("unit", [unit.name for unit in UNITS if unit.suffix == ".service"])
def test_each_service_is_exposed_less_than_three_of_ten(unit: str) -> None:
    done = tool("systemd-analyze", "security", "--offline=true", "--threshold=30", FILES / unit)
    assert done.returncode == 0, done.stdout[-300:]


def test_an_open_service_would_be_found_out(tmp_path: Path) -> None:
    open_one = tmp_path / "open.service"
    open_one.write_text("[Service]\nExecStart=/bin/true\n")
    assert tool("systemd-analyze", "security", "--offline=true", "--threshold=30", open_one).returncode != 0


def test_the_service_speaks_with_its_supervisor_and_resumes_the_evening_for_ever() -> None:
    unit = read_unit(FILES / "majordome.service")
    assert unit["Type"] == ["notify"]
    assert unit["NotifyAccess"] == ["main"]
    assert float(unit["WatchdogSec"][0]) > 0
    assert unit["WatchdogSignal"] == ["SIGTERM"]  # what hangs is left dark and silent, too
    assert unit["Restart"] == ["always"]
    assert unit["StartLimitIntervalSec"] == ["0"]
    assert unit["ExecStart"][0].endswith("majordome play --resume")


def test_settings_that_cannot_be_used_are_not_tried_again_for_ever() -> None:
    unit = read_unit(FILES / "majordome.service")
    assert unit["RestartPreventExitStatus"] == [str(BadSettings.exit_code)]
    kinds: list[type[Trouble]] = [Trouble, *Trouble.__subclasses__()]
    others = {kind.exit_code for kind in kinds}
    assert BadSettings.exit_code not in others  # a disk, a pin or a second box may be well again in 2 s


def test_a_satellite_is_the_same_service_with_another_command(tmp_path: Path) -> None:
    """All that guards and restarts the box that leads guards and restarts the one in the cellar."""
    drop_in = read_unit(FILES / "satellite.conf")
    assert drop_in == {
        "Description": ["Majordome, in another room of the castle"],
        "ExecStart": ["", "/opt/majordome/current/bin/majordome satellite"],  # the empty one takes the other away
    }
    folder = tmp_path / "majordome.service.d"
    folder.mkdir()
    program = "/opt/majordome/current/bin/majordome"
    (folder / "satellite.conf").write_text((FILES / "satellite.conf").read_text("utf-8").replace(program, "/bin/true"))
    done = verified(tmp_path)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    (folder / "satellite.conf").write_text("[Service]\nExecStart=/bin/true\n")
    assert "more than one ExecStart=" in verified(tmp_path).stderr  # systemd does read what lies there


@pytest.mark.skipif(not Path("/etc/debian_version").exists(), reason="the installer is for Debian")
def test_one_command_makes_a_satellite_and_another_takes_that_back() -> None:
    place = "/etc/systemd/system/majordome.service.d/satellite.conf"
    assert f"{FILES}/satellite.conf {place}" in install("--dry-run", "--satellite").stdout
    for others in ([], ["--leader"]):
        assert place not in install("--dry-run", *others).stdout  # where there is none, none is taken away


def test_the_party_lock_hangs_where_the_service_may_write() -> None:
    runtime = read_unit(FILES / "majordome.service")["RuntimeDirectory"][0]
    lock = f"{FOLDERS['RUNTIME']}/{runtime}/party"
    assert read_unit(FILES / "party-lock.conf")["ConditionPathExists"] == [f"!{lock}"]
    assert f"party={lock}" in INSTALL.read_text("utf-8")


def known(part: str, folder: Path, architecture: str) -> str:
    """What the installer's own function hands to pip on such a machine."""
    function = re.search(r"^known\(\) .*?^}\n", INSTALL.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert function is not None
    script = f'dpkg() {{ echo {architecture}; }}\n{function[0]}\nknown {part}\necho "$by_hash"\n'
    variables = {"here": str(HOUSE), "work": str(folder), "PATH": os.environ["PATH"]}
    done = subprocess.run(["sh", "-eu", "-c", script], env=variables, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert (done.stdout.strip() == "--require-hashes") is (architecture in ("amd64", "arm64"))
    return (folder / f"{part}.txt").read_text("utf-8")


PARTS = {
    "box": ("gpiozero", "paho-mqtt", "setuptools", "zeroconf"),
    "speaker": ("pygame",),
    "pico": ("mpremote",),
    "lgpio": ("lgpio",),
}


@pytest.mark.parametrize("part", PARTS)
def test_an_installed_box_is_made_of_known_versions_with_the_hash_of_every_file(part: str, tmp_path: Path) -> None:
    text = known(part, tmp_path, "arm64")
    packages = re.findall(r"^([a-z0-9-]+)==\S+((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.MULTILINE)
    assert {name for name, _ in packages} >= {*PARTS[part]}
    assert text.count("==") == len(packages)
    for name, hashes in packages:
        assert hashes.count("sha256") > 1, name  # a wheel and the source at least
    by_version = known(part, tmp_path, "armhf")
    assert [line.partition("==")[0] for line in by_version.splitlines()[1:] if line] == [name for name, _ in packages]
    assert "hash" not in by_version


def test_the_known_versions_are_those_that_the_project_asks_for_and_name_no_host() -> None:
    text = (FILES / "versions.txt").read_text("utf-8")
    assert not re.search(r"https?:|index-url|find-links|\.org|\.com", text)
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    known = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))
    parts = ("mqtt", *[*PARTS][1:])
    asked = [*project["dependencies"], *(one for part in parts for one in extras[part])]
    for wanted in map(Requirement, asked):
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        assert wanted.specifier.contains(known[name]), f"{wanted}, but {known.get(name)} is installed: make versions"


def test_every_file_of_the_service_is_installed() -> None:
    script = INSTALL.read_text("utf-8")
    assert [path.name for path in FILES.iterdir() if path.name not in script and path != INSTALL] == []


@pytest.mark.parametrize("script", ["install", "majordome.sh"])
def test_shellcheck_finds_no_fault_with(script: str) -> None:
    done = tool("shellcheck", "--severity=style", FILES / script)
    assert (done.returncode, done.stdout) == (0, "")


def install(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", str(INSTALL), *args], capture_output=True, text=True, timeout=60)


def test_the_installer_says_how_it_is_used() -> None:
    done = install("--help")
    assert done.returncode == 0
    assert set(re.findall(r"--[a-z-]+", done.stdout)) == {
        *("--build", "--satellite", "--leader", "--dry-run", "--uninstall", "--purge", "--root", "--help"),
    }


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--bogus"], "--bogus is no option"),
        (["--purge"], "--purge goes with --uninstall"),
        (["--build"], "--build wants a name"),
        (["--satellite", "--leader"], "a box leads, or it is a satellite"),
        (["--build", "castle"], "castle is no build"),
        (["--root"], "--root wants a folder"),
        (["--root", "/nowhere/at/all"], "/nowhere/at/all: no such folder"),
        (["--root", "/proc"], "/proc/bin/sh is missing"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_remedy(args: list[str], told: str) -> None:
    done = install(*args)
    assert done.returncode == 1
    trouble, remedy = done.stderr.splitlines()[-2:]
    assert trouble.startswith(f"install: {told}")
    assert remedy.startswith("  ")


@pytest.mark.skipif(not Path("/etc/debian_version").exists(), reason="the installer is for Debian")
@pytest.mark.parametrize("build", ["starter", "full"])
def test_one_command_puts_a_builds_wiring_in_place(build: str) -> None:
    told = install("--dry-run", "--build", build).stdout
    assert f"with the wiring of the {build} build" in told
    assert f"cat '{HOUSE}/hw/{build}.toml'" in told
    assert ("sudo majordome pico flash --settings /etc/majordome/pico.py" in told) is (build == "full")


def test_a_builds_settings_say_which_build_they_are_and_take_the_machines_language() -> None:
    for build in ("starter", "full"):
        lines = (HOUSE / "hw" / f"{build}.toml").read_text("utf-8").splitlines()
        assert f"# build: {build}" in lines  # by this line a second run knows them
        assert [line[:11] for line in lines if line.startswith("lang")] == [
            'lang = "fr"'
        ]  # as the installer's sed looks


def test_all_that_the_wheel_is_made_from_goes_into_the_installers_copy() -> None:
    taken = re.search(r"^made_from='([^']+)'", INSTALL.read_text("utf-8"), re.MULTILINE)
    assert taken is not None
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    shipped = [source.partition("/")[0] for sources in project["data-files"].values() for source in sources]
    assert {"pyproject.toml", "README.md", *project["packages"]["find"]["where"], *shipped} == set(taken[1].split())
    for sources in project["data-files"].values():
        assert all(list(HOUSE.glob(source)) for source in sources), sources


def test_a_pico_that_is_plugged_in_after_the_start_may_be_opened() -> None:
    """By number: systemd looks a name up when the service starts, before the kernel has met a ttyACM."""
    allowed = read_unit(FILES / "majordome.service")["DeviceAllow"]
    assert "char-166 rw" in allowed
    assert not [device for device in allowed if "ttyACM" in device]


def test_a_sound_card_that_is_plugged_in_after_the_start_may_be_opened() -> None:
    """As the Pico: without a card at the start, the kernel does not know the name alsa yet."""
    allowed = read_unit(FILES / "majordome.service")["DeviceAllow"]
    assert "char-116 rw" in allowed  # SNDRV_MAJOR of the kernel's include/sound/core.h
    assert not [device for device in allowed if "alsa" in device]


def test_after_a_wrong_setting_every_page_says_that_the_service_wants_a_restart() -> None:
    """It does not try again by itself: RestartPreventExitStatus."""
    assert "RestartPreventExitStatus" in read_unit(FILES / "majordome.service")
    pages = {"install.md": "correct it, then", "builder.md": "correct it, then", "constructeur.md": "corrigez-le, puis"}
    for name, words in pages.items():
        page = (HOUSE / "docs" / name).read_text("utf-8")
        (line,) = [line for line in page.splitlines() if "journalctl -u majordome -n 20" in line]
        assert f"{words} `sudo systemctl restart majordome`" in line


@pytest.mark.parametrize("fitted", [True, False])
def test_whoever_removes_the_program_is_told_of_the_amplifiers_lines(tmp_path: Path, fitted: bool) -> None:
    """They stay, and so does the config.txt of before: 'nothing is left' alone would not be true."""
    boot = tmp_path / "config.txt"
    boot.write_text("# Majordome, the full build\ndtoverlay=max98357a,no-sdmode\n" if fitted else "arm_64bit=1\n")
    source = INSTALL.read_text("utf-8")
    function = re.search(r"^tell_of_the_amplifier\(\) .*?^}\n", source, re.MULTILINE | re.DOTALL)
    assert function is not None
    stub = 'say() { echo "$*"; }\n'
    script = stub + function[0].replace("/boot/firmware/config.txt", str(boot)) + "tell_of_the_amplifier\n"
    done = subprocess.run(["sh", "-eu", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert (f"sudo mv {boot}.before-majordome {boot}" in done.stdout) is fitted
    assert source.count("\n    tell_of_the_amplifier\n") + source.count("\n        tell_of_the_amplifier\n") == 2
    assert "config.txt.before-majordome" in (HOUSE / "docs/install.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is missing")
@pytest.mark.parametrize(("debians_own", "for_this_python"), [(True, True), (True, False), (False, False)])
def test_where_pip_has_no_lgpio_make_setup_takes_debians(
    tmp_path: Path, debians_own: bool, for_this_python: bool
) -> None:
    """Raspberry Pi OS with Python 3.13: lgpio has no wheel for it, and its source wants swig. Debian's own is for
    Debian's own Python only.
    """
    fake = tmp_path / "bin"
    fake.mkdir()
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = false\n")
    for name, finds in (("python", for_this_python), ("system", debians_own)):
        (fake / name).write_text(f'#!/bin/sh\n[ "$1" = -c ] && exit {0 if finds else 1}\nexit 1\n')  # no pip
        (fake / name).chmod(0o755)
    done = subprocess.run(
        ["make", "--no-print-directory", "pins", f"BIN={fake}", f"SYSTEM_PYTHON={fake}/system", "SWIG=no-swig-here"],
        cwd=HOUSE, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    lent = "include-system-site-packages = true" in (tmp_path / "pyvenv.cfg").read_text()
    assert (done.returncode == 0, lent) == (for_this_python, for_this_python)
    assert ("sudo apt install python3-lgpio" in done.stdout) is not for_this_python


@pytest.mark.skipif(os.geteuid() != 0, reason="becomes somebody else, which only root can")
def test_without_root_the_remedy_is_sudo() -> None:
    script = Path("/tmp") / f"majordome-install-{os.getpid()}"  # where anybody may read it
    shutil.copy(INSTALL, script)
    try:
        done = subprocess.run(["sh", script], capture_output=True, text=True, user=65534, timeout=60)
    finally:
        script.unlink()
    assert done.returncode == 1
    assert done.stderr == f"install: this needs root\n  run: sudo {script}\n"


def test_the_full_builds_amplifier_is_the_only_card_after_the_next_start(tmp_path: Path) -> None:
    """The installer's own function, with another config.txt: HDMI and headphones would be spoken to in its place."""
    boot, pico = tmp_path / "config.txt", tmp_path / "pico.py"
    usual = "dtparam=audio=on\ncamera_auto_detect=1\ndtoverlay=vc4-kms-v3d\n\n[cm4]\notg_mode=1\n"
    boot.write_text(usual)
    function = re.search(r"^install_full\(\) .*?^}\n", INSTALL.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert function is not None
    stubs = 'try() { shift; "$@"; }\nstep() { echo "$*"; }\n'
    script = stubs + function[0].replace("/boot/firmware/config.txt", str(boot)) + "install_full\ninstall_full\n"
    variables = {"here": str(HOUSE), "pico": str(pico), "PATH": os.environ["PATH"]}
    done = subprocess.run(["sh", "-eu", "-c", script], env=variables, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert boot.read_text().splitlines() == [
        *("dtparam=audio=off", "camera_auto_detect=1", "dtoverlay=vc4-kms-v3d,noaudio", "", "[cm4]", "otg_mode=1"),
        *("", "[all]", "# Majordome, the full build", "dtparam=audio=off", "dtoverlay=max98357a,no-sdmode"),
    ]
    assert (tmp_path / "config.txt.before-majordome").read_text() == usual
    assert pico.read_bytes() == (HOUSE / "firmware/builds/full.py").read_bytes()
    assert done.stdout.splitlines()[-1].endswith("already")  # a second run changes nothing
