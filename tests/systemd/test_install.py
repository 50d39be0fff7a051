"""The life of a box, on a real Debian: installed, played, killed, upgraded, removed. Run by `make test-install`.

The tests follow one another, as the days of a box do.
"""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest

from systemd.debian import CLONE, Debian
from systemd.service import command_line, service

if "MAJORDOME_CHROOT" not in os.environ:
    pytest.skip("makes a Debian with debootstrap, which takes its time: make test-install", allow_module_level=True)

INSTALL = str(CLONE / "systemd/install")
CONFIG, EVENINGS, HOME = "/etc/majordome/majordome.toml", "/var/lib/majordome/evenings", "/opt/majordome"
MINE = "# my own line\n"
NOT_OURS = ("proc", "sys", "dev", "run", "tmp", "var/cache", "var/log", "var/lib/dpkg", "var/lib/apt", "home", "root")
UNITS = ("majordome.service", "majordome-hotspot.service", "majordome-poweroff.path", "majordome-poweroff.service")


def footprint(debian: Debian) -> dict[str, str]:
    """Every file of the system: what is in it, or, where nobody but Debian writes, when it was written."""
    found = {}
    for folder, folders, files in os.walk(debian.root):
        here = Path(folder).relative_to(debian.root)
        folders[:] = [name for name in folders if str(here / name) not in NOT_OURS and name != "__pycache__"]
        debians_own = here.parts[:1] == ("usr",) and here.parts[:2] != ("usr", "local")
        for path in (Path(folder) / name for name in files):
            seen = path.lstat()
            if path.is_symlink():
                what = os.readlink(path)
            elif debians_own:
                what = str(seen.st_mtime_ns)
            else:
                what = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path.relative_to(debian.root))] = f"{seen.st_mode:o} {seen.st_uid} {what}"
    return found


def journals(debian: Debian) -> list[Path]:
    return sorted(debian.at(EVENINGS).glob("*.journal"))


def version(debian: Debian) -> str:
    return debian.run("majordome", "--version").stdout.strip()


def a_free_low_port() -> int:
    for port in range(80, 1000):
        with socket.socket() as door:
            try:
                door.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
    raise AssertionError("every low port is taken")


def test_a_rehearsal_of_the_installation_changes_nothing(debian: Debian) -> None:
    before = footprint(debian)
    told = debian.run(INSTALL, "--dry-run").stdout
    assert footprint(debian) == before
    assert list(debian.at("/tmp").iterdir()) == []
    assert told.startswith("Nothing is changed")
    assert "* Packages: python3-venv espeak-ng alsa-utils" in told
    for place in (*(f"/etc/systemd/system/{unit}" for unit in UNITS), "/usr/local/bin/majordome", CONFIG, HOME):
        assert place in told, place


def test_one_command_makes_a_box(debian: Debian) -> None:
    told = debian.run(INSTALL).stdout
    assert [line.partition(":")[0] for line in told.splitlines()] == [
        "* Packages", "* Program", "* Account", "* Service", "* Party lock", "* Settings",
        "Done. The butler sounds his jingle when a press works. 'sudo majordome page' shows the host's page; "
        "docs/install.md the rest.",
    ]  # fmt: skip
    assert version(debian) == "majordome 0.1.0"
    assert debian.run("id", "-Gn", "majordome").stdout.split() == ["majordome", "dialout", "audio", "gpio"]
    assert 'lang = "en"' in debian.at(CONFIG).read_text("utf-8")  # as the machine speaks
    for unit in UNITS[:3]:
        assert debian.run("systemctl", "is-enabled", unit).stdout.strip() == "enabled"
    left = [path.name for path in debian.at(CLONE).rglob("*") if path.name in ("build", "majordome.egg-info")]
    assert left == []  # nothing of root's in somebody's clone
    assert list(debian.at("/tmp").iterdir()) == []


def test_a_second_run_changes_nothing(debian: Debian) -> None:
    with debian.at(CONFIG).open("a", encoding="utf-8") as file:
        file.write(MINE)
    before = footprint(debian)
    told = debian.run(INSTALL).stdout
    assert footprint(debian) == before
    assert "* Packages: all there" in told
    assert "* Program: 0.1.0, already there" in told
    assert f"* Settings: {CONFIG}, kept as it is" in told


def test_systemd_and_udev_find_no_fault_where_it_is_installed(debian: Debian) -> None:
    verify = ("systemd-analyze", "verify", "--man=no", "--recursive-errors=yes")
    paths = [f"/etc/systemd/system/{unit}" for unit in UNITS]
    assert debian.run(*verify, *paths).stdout == ""
    debian.run("systemd-analyze", "security", "--offline=true", "--threshold=30", paths[0])
    locked = "/etc/systemd/system/apt-daily-upgrade.service.d/majordome-party.conf"
    assert "ConditionPathExists=!/run/majordome/party" in debian.at(locked).read_text("utf-8")
    assert debian.run(*verify, "apt-daily.service").stdout == ""
    read = debian.run("udevadm", "test", "--action=add", "/sys/class/mem/null").stdout
    assert "60-majordome.rules" in read
    assert [line for line in read.splitlines() if "60-majordome.rules:" in line] == []


def test_the_box_rehearses_an_evening_as_its_own_account(debian: Debian) -> None:
    evening = CLONE / "tests/evenings/weekend-1.toml"
    told = debian.run("majordome", "rehearse", str(evening)).stdout
    assert '"outcome"' in told.splitlines()[-1]


def confined(debian: Debian, *command: str) -> str:
    done = subprocess.run(command_line(debian, *command), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_pins_and_names_load_under_the_services_own_confinement(debian: Debian) -> None:
    python = f"{HOME}/current/bin/python"
    assert confined(debian, python, "-c", "import lgpio; print('loaded')") == "loaded\n"
    # The confinement is real: what a guest must not be able to do is refused.
    attempt = "import os\ntry: os.{}\nexcept OSError as no: print(no.strerror)"
    assert confined(debian, python, "-c", attempt.format("mkdir('/opt/here')")) == "Read-only file system\n"
    assert confined(debian, python, "-c", attempt.format("chroot('/')")) == "Operation not permitted\n"
    assert confined(debian, python, "-c", attempt.format("listdir('/home')")) == "Permission denied\n"
    unheard_of = "import socket\ntry: socket.socket(17)\nexcept OSError as no: print(no.strerror)"
    assert confined(debian, python, "-c", unheard_of) == "Operation not permitted\n"


def test_the_services_voice_goes_out_through_alsa(debian: Debian) -> None:
    """Where there is no sound card, ALSA itself writes down what it was given."""
    asound, heard = debian.at("/etc/asound.conf"), debian.at("/var/lib/majordome/heard.pcm")
    asound.write_text(
        'pcm.!default { type plug slave.pcm { type file format raw file "/var/lib/majordome/heard.pcm" '
        "slave.pcm { type null } } }\n"
    )
    try:
        confined(debian, f"{HOME}/current/bin/majordome", "sounds", "play", "effects/gong")
        assert any(heard.read_bytes())
    finally:
        asound.unlink()
        heard.unlink(missing_ok=True)


def test_a_short_evening_with_a_supervisor_who_listens(debian: Debian) -> None:
    port, patience = a_free_low_port(), 3.0
    config = debian.at(CONFIG)
    config.write_text(config.read_text("utf-8").replace("port = 8080", f"port = {port}"), "utf-8")
    party = debian.at("/run/majordome/party")
    with service(debian, watchdog=patience) as box:
        box.supervisor.wait_for("READY=1")
        assert not party.exists()
        status = box.status()
        assert (status["NoNewPrivs"], status["Seccomp"], int(status["Threads"]) < 64) == ("1", "2", True)
        assert 0 not in map(int, status["Uid"].split())
        assert os.getpriority(os.PRIO_PROCESS, box.process.pid) == -10
        assert box.page["url"].endswith(f":{port}/" if port != 80 else "/")  # a low port, without being root
        hand = box.hand()
        for beat in ("walking", "dark", "mourning", "discussion"):  # TOP, a murder, the scream, the sand
            hand.press(beat)
        assert party.exists()  # nothing updates itself now
        news = [word for _, word in box.supervisor.heard if word.startswith("STATUS=")]
        assert len(news) == 5, news  # they arrive, walk, wake, are given the floor, discuss: of the night not a word
        box.host().say(**{"is": "game_ended", "winner": "guests"})
        assert hand.state("twin")["room"]["winner"] == "guests"
        box.supervisor.wait_for("WATCHDOG=1", 5)
        assert "Traceback" not in box.stop()
    beats = box.supervisor.times("WATCHDOG=1")
    assert max(later - before for before, later in pairwise(beats)) < patience / 2
    assert not party.exists()
    (journal,) = journals(debian)
    assert journal.stat().st_mode & 0o077 == 0  # nobody else's
    told = debian.run("majordome", "journal", "replay", "--json", f"{EVENINGS}/{journal.name}").stdout
    assert '"finished": true' in told
    assert '"torn": false' in told


def test_a_killed_box_goes_on_where_the_evening_was(debian: Debian) -> None:
    with service(debian) as box:
        box.hand().press("walking")
        box.kill()
    assert debian.at("/run/majordome/party").exists()  # still the same evening
    with service(debian) as box:
        box.supervisor.wait_for("READY=1")
        assert box.hand().beat() == "walking"
        assert box.stop().splitlines()[-1].startswith("Saved:")
    assert len(journals(debian)) == 2


def test_a_box_that_is_stopped_while_it_starts_stops_as_fast(debian: Debian) -> None:
    with service(debian) as box:
        box.supervisor.wait_for_the_first_word()  # where the evening is; that it is ready comes after that
        box.stop()


def test_a_box_whose_writable_partition_is_lost_plays_on(debian: Debian) -> None:
    with service(debian, disk_is_lost=True) as box:
        box.supervisor.wait_for("READY=1")
        assert "The journal cannot be written (Read-only file system): the evening goes on in memory" in box.stop()


def test_a_box_becomes_a_satellite_stays_one_and_leads_again(debian: Debian) -> None:
    place, config = debian.at("/etc/systemd/system/majordome.service.d/satellite.conf"), debian.at(CONFIG)
    mine, before = config.read_text("utf-8"), len(journals(debian))
    told = debian.run(INSTALL, "--satellite").stdout
    assert f"Say in {CONFIG} which broker it is" in told
    assert "* Role: a satellite" in told
    config.write_text(mine.replace('# broker = "homeassistant.local"', 'broker = "127.0.0.1"'), "utf-8")
    again = debian.run(INSTALL).stdout.splitlines()
    assert place.exists()
    assert again[-1].startswith("Done. It attends the box that leads")
    verify = ("systemd-analyze", "verify", "--man=no", "--recursive-errors=yes")
    assert debian.run(*verify, "/etc/systemd/system/majordome.service").stdout == ""
    with service(debian) as box:
        box.supervisor.wait_for("READY=1")
        assert "STATUS=“box” attends, on “majordome”." in [word for _, word in box.supervisor.heard]
        box.supervisor.wait_for("WATCHDOG=1", 2)
        assert "Traceback" not in box.stop()
    assert len(journals(debian)) == before  # the leader's is the only one
    config.write_text(mine, "utf-8")
    debian.run(INSTALL, "--leader")
    assert not place.parent.exists()
    with service(debian) as box:
        assert box.hand().beat() == "walking"  # the evening that was under way
        box.stop()


def test_an_upgrade_waits_for_the_end_of_the_evening(debian: Debian) -> None:
    party = debian.at("/run/majordome/party")
    party.touch()
    try:
        done = debian.run(INSTALL, check=False)
    finally:
        party.unlink()
    assert done.returncode == 1
    assert done.stdout.startswith("install: an evening is being played")


def test_an_upgrade_that_fails_leaves_the_box_as_it_was(debian: Debian) -> None:
    debian.clone(version="0.2.0")
    before = footprint(debian)
    done = debian.run(INSTALL, check=False, environ={"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/nowhere"})
    assert done.returncode == 1
    assert "is there a network" in done.stdout
    good = debian.at(CONFIG).read_text("utf-8")
    debian.at(CONFIG).write_text(good.replace("volume = 80", "volume = 800"), "utf-8")
    done = debian.run(INSTALL, check=False)
    debian.at(CONFIG).write_text(good, "utf-8")
    assert done.returncode == 1
    assert f"{CONFIG}" in done.stdout
    assert "volume" in done.stdout
    assert footprint(debian) == before
    assert version(debian) == "majordome 0.1.0"
    assert list(debian.at("/tmp").iterdir()) == []


def test_an_upgrade_that_is_interrupted_leaves_the_box_as_it_was(debian: Debian) -> None:
    before = footprint(debian)
    with subprocess.Popen(debian.entering([INSTALL]), env=debian.environment(), stdout=subprocess.DEVNULL) as upgrade:
        while not list(debian.at(HOME).glob("0.2.0-*/bin/python")):
            assert upgrade.poll() is None
            Event().wait(0.05)
        upgrade.terminate()
        assert upgrade.wait(timeout=60) == 130
    assert footprint(debian) == before
    assert list(debian.at("/tmp").iterdir()) == []


def test_an_upgrade_keeps_settings_and_evenings(debian: Debian) -> None:
    """From outside, into the image, and on a machine for whose Python pip has no lgpio."""
    settings, evenings = debian.at(CONFIG).read_text("utf-8"), [path.read_bytes() for path in journals(debian)]
    debian.at("/root/none.txt").write_text("lgpio==0.0.0\n")
    debian.offer("python3-lgpio", "/usr/lib/python3/dist-packages/lgpio.py")  # Raspberry Pi OS has it, Debian has not
    told = debian.run(
        "sh", str(debian.at(INSTALL)), "--root", str(debian.root),
        outside=True, environ={"PIP_CONSTRAINT": "/root/none.txt"},
    ).stdout  # fmt: skip
    assert "* Program: 0.2.0 (majordome 0.1.0)" in told
    assert version(debian) == "majordome 0.2.0"
    assert debian.at(CONFIG).read_text("utf-8") == settings
    assert [path.read_bytes() for path in journals(debian)] == evenings
    assert len([path for path in debian.at(HOME).iterdir() if path.is_dir() and not path.is_symlink()]) == 1
    assert list(debian.at("/tmp").iterdir()) == []
    found = confined(debian, f"{HOME}/current/bin/python", "-c", "import lgpio; print(lgpio.__file__)")
    assert found.startswith("/usr/lib/python3/dist-packages/")
    with service(debian) as box:
        assert box.hand().beat() == "walking"  # the evening that was under way
        box.stop()


def test_who_uninstalls_keeps_settings_and_evenings(debian: Debian) -> None:
    evenings = [path.read_bytes() for path in journals(debian)]
    told = debian.run(INSTALL, "--uninstall").stdout
    assert "Kept: settings" in told
    assert MINE in debian.at(CONFIG).read_text("utf-8")
    assert [path.read_bytes() for path in journals(debian)] == evenings
    left = [path for path in footprint(debian) if "majordome" in path]
    assert all(path.startswith(("etc/majordome/", "var/lib/majordome/")) for path in left), left
    debian.run(INSTALL, "--uninstall")  # twice does no harm


def test_who_purges_leaves_nothing_behind(debian: Debian) -> None:
    debian.run(INSTALL, "--uninstall", "--purge")
    assert [path for path in footprint(debian) if "majordome" in path] == []
    for place in ("/opt/majordome", "/etc/majordome", "/var/lib/majordome", "/var/cache/majordome"):
        assert not debian.at(place).exists()
    assert "majordome" not in debian.at("/etc/passwd").read_text()
    assert "majordome" not in debian.at("/etc/group").read_text()
