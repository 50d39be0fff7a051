"""Does by hand what systemd would do with majordome.service, then becomes the program. Root, in the guest, stdlib only.

    python3 in_guest.py [COMMAND...]      instead of ExecStart, under the same confinement

Applied for real: account and groups, capabilities, environment, nice, limits, umask, no new privileges, no memory that
is both writable and executable, the system call filter and the address families. The folders and the read-only root
are mounted by whoever starts this.
"""

from __future__ import annotations

import ctypes
import os
import resource
import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

UNIT = Path("/etc/systemd/system/majordome.service")
CONFINED = "MAJORDOME_TEST_CONFINED"
FOLDERS = {"CACHE": "/var/cache", "RUNTIME": "/run", "CONFIGURATION": "/etc"}
PR_SET_MDWE, MDWE_REFUSE_EXEC_GAIN = 65, 1
ALLOW, REFUSE_WITH_EPERM, EQUALS = 0x7FFF0000, 0x00050001, 4
FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "AF_NETLINK": 16}

Unit = dict[str, list[str]]


def read_unit(path: Path = UNIT) -> Unit:
    """Each setting, with all its values; those of its drop-ins come last."""
    unit: Unit = defaultdict(list)
    for file in (path, *sorted(Path(f"{path}.d").glob("*.conf"))):
        for line in file.read_text("utf-8").splitlines():
            if "=" in line and not line.startswith(("#", ";")):
                key, _, value = line.partition("=")
                unit[key.strip()].append(value.strip())
    return unit


def environment(unit: Unit) -> dict[str, str]:
    """What the program sees: nothing of ours but the supervisor's socket and patience."""
    user = unit["User"][-1]
    environ = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "USER": user, "LOGNAME": user}
    for name, above in FOLDERS.items():
        key = f"{name.title()}Directory"
        environ[f"{name}_DIRECTORY"] = f"{above}/{unit[key][-1]}"
    for line in unit["Environment"]:
        environ.update(word.split("=", 1) for word in shlex.split(line))  # type: ignore[misc]  # pairs
    for file in unit["EnvironmentFile"]:
        path = Path(file.removeprefix("-"))
        if path.exists():
            lines = path.read_text("utf-8").splitlines()
            environ.update(line.split("=", 1) for line in lines if "=" in line)  # type: ignore[misc]  # pairs
    for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC"):
        if name in os.environ:
            environ[name] = os.environ[name]
    environ["WATCHDOG_PID"] = str(os.getpid())
    return environ


def become_the_account(unit: Unit, argv: list[str]) -> None:
    """The first half, as root: everything that only root may do."""
    os.setpriority(os.PRIO_PROCESS, 0, int(unit["Nice"][-1]))
    for name in ("NOFILE", "CORE"):
        limit = int(unit[f"Limit{name}"][-1])
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))
    os.umask(int(unit["UMask"][-1], 8))
    os.chdir(unit["WorkingDirectory"][-1])
    powers = [word.removeprefix("CAP_").lower() for word in unit["AmbientCapabilities"][-1].split()]
    assert unit["CapabilityBoundingSet"] == unit["AmbientCapabilities"], "all powers but these are taken away"
    caps = ",".join(f"+{power}" for power in powers)
    user, group = unit["User"][-1], unit["Group"][-1]
    identity = [f"--reuid={user}", f"--regid={group}", "--init-groups", "--no-new-privs"]
    identity += [f"--inh-caps={caps}", f"--ambient-caps={caps}", f"--bounding-set=-all,{caps}"]
    again = [sys.executable, __file__, *argv]
    os.execve("/usr/bin/setpriv", ["setpriv", *identity, "--", *again], {**environment(unit), CONFINED: "1"})


def calls(unit: Unit) -> set[str]:
    """The system calls that are left."""
    allowed: set[str] = set()
    for value in unit["SystemCallFilter"]:
        named = {call for word in value.removeprefix("~").split() for call in expanded(word)}
        allowed = allowed - named if value.startswith("~") else allowed | named
    return allowed


def expanded(name: str) -> set[str]:
    """A set of calls is made of calls and sets."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True)
    words = [line.strip() for line in listed.stdout.splitlines()[1:] if not line.strip().startswith("#")]
    return {call for word in words if word for call in expanded(word)}


class Comparison(ctypes.Structure):
    """libseccomp's scmp_arg_cmp."""

    _fields_ = (("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


def confine(unit: Unit) -> None:
    """The second half, as the account: what nobody can take back."""
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    known = ctypes.c_void_p(seccomp.seccomp_init(REFUSE_WITH_EPERM))
    for name in sorted(calls(unit) - {"socket"}):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # this machine has it
            seccomp.seccomp_rule_add_array(known, ALLOW, number, 0, None)
    socket = seccomp.seccomp_syscall_resolve_name(b"socket")
    for family in unit["RestrictAddressFamilies"][-1].split():
        only = Comparison(0, EQUALS, FAMILIES[family], 0)
        seccomp.seccomp_rule_add_array(known, ALLOW, socket, 1, ctypes.byref(only))
    assert unit["MemoryDenyWriteExecute"] == ["yes"]
    if ctypes.CDLL(None).prctl(PR_SET_MDWE, MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) != 0:
        print("this kernel cannot refuse executable memory by itself", file=sys.stderr)  # noqa: T201 - for the test's log
    assert seccomp.seccomp_load(known) == 0


def main(argv: list[str]) -> None:
    unit = read_unit()
    if CONFINED not in os.environ:
        become_the_account(unit, argv)
    confine(unit)
    environ = {key: value for key, value in os.environ.items() if key != CONFINED}
    command = argv or shlex.split(unit["ExecStart"][-1])
    os.execve(command[0], command, environ)


if __name__ == "__main__":
    main(sys.argv[1:])
