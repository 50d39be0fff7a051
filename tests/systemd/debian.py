"""A Debian of our own: made by debootstrap, entered by chroot in a mount namespace of its own, gone afterwards.

Nothing of this machine's network settings is kept: name servers and pip's configuration are lent at run time.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

HOUSE = Path(__file__).parents[2]
CACHE = HOUSE / ".cache"
SUITE = "bookworm"
# What a fresh Raspberry Pi OS Lite has, and Debian's smallest system has not.
AT_HAND = "systemd,udev,kmod,ca-certificates,python3"
CLONE = Path("/home/pi/majordome")
NEEDED = ("debootstrap", "unshare", "chroot", "setpriv", "mount")


ROOM = 3 * 2**30  # bytes


class NoDebian(Exception):
    """No Debian can be made on this machine; says why."""


def made_by_debootstrap(suite: str) -> Path:
    """A fresh system, made once and kept."""
    if os.geteuid() != 0:
        raise NoDebian("chroot needs root")
    if missing := [tool for tool in NEEDED if shutil.which(tool) is None]:
        raise NoDebian(f"{', '.join(missing)} is missing: apt install debootstrap util-linux")
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        raise NoDebian("this machine lets nobody mount anything")
    fresh = CACHE / f"{suite}-{AT_HAND.replace(',', '-')}"
    if not fresh.exists():
        unfinished = fresh.with_suffix(".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.parent.mkdir(exist_ok=True)
        made = subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={AT_HAND}", suite, str(unfinished)],
            capture_output=True,
            text=True,
        )
        if made.returncode != 0 and suite != SUITE:
            raise NoDebian(f"debootstrap makes no {suite} here: {made.stdout[-300:]}")
        assert made.returncode == 0, f"debootstrap failed: {made.stdout[-500:]}"
        unfinished.rename(fresh)
    return fresh


def lent_by_pip() -> tuple[dict[str, str], list[Path]]:
    """How pip is set up here, as environment variables, and the folders that these name."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    ).stdout
    settings: dict[str, str] = {}
    folders: set[Path] = set()
    for line in listed.splitlines():
        key, _, quoted = line.partition("=")
        value = quoted.strip("'\"")
        settings[f"PIP_{key.rpartition('.')[2].upper().replace('-', '_')}"] = value
        for word in value.split():
            index = word.startswith("file://")  # its files are beside it
            path = Path(urlsplit(word).path).parent if index else Path(word)
            if path.is_absolute() and path.exists():
                folders.add(path)
    return settings, sorted(folders)


def place_to_build() -> Path:
    """In memory where there is plenty of it: a card or a busy disk takes minutes to forget a system."""
    memory = Path("/dev/shm")
    if memory.is_dir() and not os.statvfs(memory).f_flag & os.ST_NOEXEC and shutil.disk_usage(memory).free > ROOM:
        return Path(tempfile.mkdtemp(prefix="majordome-debian-", dir=memory))
    return Path(tempfile.mkdtemp(prefix="majordome-debian-"))


@dataclass
class Debian:
    """A system in a folder."""

    root: Path
    suite: str = SUITE
    pip: tuple[dict[str, str], list[Path]] = field(default_factory=lent_by_pip)

    @classmethod
    def fresh(cls, root: Path, suite: str = SUITE) -> Debian:
        """A copy of the one that debootstrap made."""
        subprocess.run(["cp", "-a", "--reflink=auto", str(made_by_debootstrap(suite)), str(root)], check=True)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        return cls(root, suite)

    def at(self, path: str | Path) -> Path:
        """A file in there, as seen from out here."""
        return self.root / str(path).lstrip("/")

    def entering(self, command: Sequence[str], prepare: str = "", *, outside: bool = False) -> list[str]:
        """The command line that becomes `command` in there: it keeps its process number, and its mounts die with it.

        `prepare`: more mounts, in shell, before the door is shut; $ROOT is the folder. `outside`: do not go in.
        """
        lent = " ".join(f'lend "{path}";' for path in self.pip[1])
        archives = CACHE / f"{self.suite}-archives"  # Debian's packages are fetched once
        archives.mkdir(exist_ok=True)
        script = f"""
            set -e
            lend() {{
                if [ -d "$1" ]; then mkdir -p "$ROOT$1"; else mkdir -p "$ROOT$(dirname "$1")"; touch "$ROOT$1"; fi
                mount --bind "$1" "$ROOT$1"
            }}
            mount --make-rprivate /
            mount --bind "$ROOT" "$ROOT"
            mount -t proc proc "$ROOT/proc"
            mount -t sysfs -o ro sysfs "$ROOT/sys"
            mount --rbind /dev "$ROOT/dev"
            mount --bind "{archives}" "$ROOT/var/cache/apt/archives"
            {lent}
            {prepare}
            exec {"" if outside else 'chroot "$ROOT"'} "$@"
        """
        return ["env", f"ROOT={self.root}", "unshare", "--mount", "sh", "-c", script, "sh", *command]

    def environment(self, **more: str) -> dict[str, str]:
        """What root's shell would have, and this machine's way to pip."""
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return {"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb", **self.pip[0], **more}

    def run(
        self, *command: str, check: bool = True, environ: Mapping[str, str] | None = None, outside: bool = False
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in there to its end, as root; or beside it, with the same mounts."""
        done = subprocess.run(
            self.entering(command, outside=outside),
            env=self.environment(**(environ or {})),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )
        assert not check or done.returncode == 0, f"{' '.join(command)}: {done.returncode}\n{done.stdout}"
        return done

    def clone(self, version: str | None = None) -> None:
        """The house as somebody's clone in there: what git has, in the state it is in here."""
        clone = self.at(CLONE)
        shutil.rmtree(clone, ignore_errors=True)
        clone.mkdir(parents=True)
        parts = ["controller", "docs", "firmware", "hw/*.toml", "sounds", "systemd", "tests/evenings", "*.toml", "*.md"]
        known = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *parts]
        listed = subprocess.run(known, cwd=HOUSE, capture_output=True, check=True).stdout
        packed = ["tar", "-C", str(HOUSE), "--null", "-T-", "-cf", "-"]
        tar = subprocess.run(packed, input=listed, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-C", str(clone), "-xf", "-"], input=tar, check=True)
        if version is not None:
            init = clone / "controller/majordome/__init__.py"
            init.write_text(f'"""Majordome, of another day."""\n\n__version__ = "{version}"\n', "utf-8")

    def offer(self, package: str, path: str) -> None:
        """A package with one empty file, for apt in there to find."""
        place, shelf = self.at("/root/package"), self.at("/root/shelf")
        for folder in (place / "DEBIAN", place / Path(path).relative_to("/").parent, shelf):
            folder.mkdir(parents=True)
        (place / path.lstrip("/")).touch()
        fields = f"Package: {package}\nVersion: 1\nArchitecture: all\nMaintainer: nobody\nDescription: a stand-in\n"
        (place / "DEBIAN/control").write_text(fields)
        deb = shelf / f"{package}.deb"
        subprocess.run(["dpkg-deb", "--build", str(place), str(deb)], check=True, capture_output=True)
        digest = hashlib.sha256(deb.read_bytes()).hexdigest()
        (shelf / "Packages").write_text(
            f"{fields}Filename: ./{deb.name}\nSize: {deb.stat().st_size}\nSHA256: {digest}\n"
        )
        self.at("/etc/apt/sources.list.d/shelf.list").write_text("deb [trusted=yes] file:/root/shelf ./\n")
