"""What can go wrong, one function each: it does it to a house, and raises Lost where a promise was broken.

Each takes the house and the dice, leaves a box that plays, and returns what it saw in a few words.
"""

from __future__ import annotations

import os
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from faults.box import EVENING, HANGS, THREAD
from faults.flood import loads
from faults.house import House, Lost
from majordome.core.journal import read
from majordome.web.key_ring import forget_all

# Dark, saved and gone. Two seconds are promised; the rest is the interpreter's own end and a machine with other things
# to do, which may well halve its pace; test_stopped_by_force.py measures the two apart. Printed each time.
LEAVES_WITHIN = 2.0 + 1.5
STARTS_IN = 1.5  # seconds, more or less: when a signal may come in the middle of it
FLOODED_FOR = 3.0  # seconds
CODES = {signal.SIGTERM: 0, signal.SIGHUP: 0, signal.SIGINT: 130}

Injection = Callable[[House, Random], str]


def killed(house: House, dice: Random) -> str:
    """Power off in the middle of a press, as after a kill -9."""
    pressing = threading.Thread(target=house.press_or_not)
    pressing.start()
    time.sleep(dice.uniform(0, 0.05))
    house.kill()
    pressing.join()
    steps = house.kept()
    house.start("--resume")
    house.kept()
    house.press()
    return f"at step {steps}"


def torn(house: House, dice: Random) -> str:
    """The last line was half on the card when the plug was pulled."""
    house.kill()
    steps, path = house.kept(), house.journal
    line = path.read_bytes().splitlines()[-1]
    half = line[: dice.randrange(1, len(line))]
    with path.open("ab") as file:
        file.write(half)
    house.start("--resume")
    if len(read(path).records) < steps:
        raise Lost(f"{steps} whole steps were there, {len(read(path).records)} are left")
    house.press()
    return f"{len(half)} bytes of a line"


def damaged(house: House, dice: Random) -> str:
    """A byte in the middle of the card has turned: what is before it goes on, and what was there is kept."""
    house.kill()
    path = house.journal
    data = bytearray(path.read_bytes())
    first, last = data.index(b"\n") + 1, data.rindex(b"\n", 0, -1) + 1  # the last line would count as torn
    if last <= first:
        house.start("--resume")
        return "nothing to damage yet"
    place = dice.randrange(first, last)
    data[place] ^= 1 << dice.randrange(7)
    path.write_bytes(data)
    house.promised = 0  # what stood behind it was on the disk, and is damaged there: the box says so
    house.start("--resume")
    if path.read_bytes()[: len(data)] != data and house.journal == path:
        raise Lost("a damaged journal was overwritten")
    house.press()
    return f"byte {place}"


def signalled(house: House, dice: Random) -> str:
    """Ctrl-C, a cut ssh or systemd's stop, at any moment."""
    number = dice.choice(list(CODES))
    pressing = threading.Thread(target=house.press_or_not)
    pressing.start()
    time.sleep(dice.uniform(0, 0.05))
    os.kill(house.pid, number)
    took = house.ends((CODES[number],), LEAVES_WITHIN)
    pressing.join()
    house.kept()
    house.start("--resume")
    house.press()
    return f"{number.name} {took:.2f} s"


def signalled_at_the_start(house: House, dice: Random) -> str:
    """The same while the box starts: at its very beginning it has nothing open, and ends as any program does."""
    house.kill()
    number, moment = dice.choice((signal.SIGTERM, signal.SIGHUP)), dice.uniform(0, STARTS_IN)
    house.launch("--resume")
    time.sleep(moment)
    os.kill(house.pid, number)
    house.ends((0, -number), LEAVES_WITHIN)
    house.start("--resume")
    house.kept()
    return f"{number.name} after {moment:.2f} s"


def hung(house: House, dice: Random) -> str:
    """The disk does not answer: nothing is promised meanwhile, whoever leaves need not wait, and nothing is lost."""
    before, leaves = house.kept(), dice.random() < 0.5
    (house.folder / HANGS).touch()
    try:
        pressing = threading.Thread(target=house.press_or_not)
        pressing.start()  # its answer waits for the disk
        time.sleep(dice.uniform(0, 0.3))
        if leaves:
            promised = house.promised
            os.kill(house.pid, signal.SIGTERM)
            took = house.ends((0,), LEAVES_WITHIN)
            pressing.join()
            if house.promised > promised:
                raise Lost("something was promised on a disk that does not answer")
    finally:
        (house.folder / HANGS).unlink()
    if leaves:
        house.start("--resume")
        house.kept()
        house.press()
        return f"left in {took:.2f} s"
    pressing.join()
    house.until(lambda: len(read(house.journal).records) > before, "the press is written", 40)
    house.kept()
    return "and answered again"


def footman_dies(house: House, dice: Random) -> str:
    """A thread beside the evening: the host is told, and the evening goes on."""
    told = "footman does not answer (out of breath)"
    before = house.times_said(told)
    (house.folder / THREAD).touch()
    house.until(lambda: house.times_said(told) > before, "the host is told", 20)
    house.steps(1)
    house.kept()
    return "told, and played on"


def evening_dies(house: House, dice: Random) -> str:
    """The evening's own thread: the process ends with a word, and whoever supervises it starts it again."""
    (house.folder / EVENING).touch()
    try:
        house.press_or_not()
        took = house.ends((1,), LEAVES_WITHIN)
    finally:
        (house.folder / EVENING).unlink()
    if not house.said("the prompter fell off his chair"):
        raise Lost("it ended without a word")
    house.kept()
    house.start("--resume")
    house.kept()
    house.press()
    return f"{took:.2f} s"


def nobody_reads(house: House, dice: Random) -> str:
    """Whoever read what the box says has gone: it plays on, and leaves as always."""
    os.kill(house.pid, signal.SIGTERM)
    house.ends((0,), LEAVES_WITHIN)
    reads, writes = os.pipe()
    house.start("--resume", out=writes)
    os.close(writes)
    os.close(reads)
    house.steps(2)
    house.kept()
    os.kill(house.pid, signal.SIGTERM)
    took = house.ends((0,), LEAVES_WITHIN)
    house.kept()
    house.start("--resume")
    return f"{took:.2f} s"


def full_into_the_next_evening(house: House, dice: Random) -> str:
    """The card is full, and the host begins another evening: the last lines of the one before are written later."""
    path, before, leaves = house.journal, house.kept(), dice.random() < 0.5
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (path.stat().st_size, resource.RLIM_INFINITY))
    steps = len(house.steps(dice.randrange(1, 3)))
    house.another()
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    if leaves:
        os.kill(house.pid, signal.SIGTERM)
        house.ends((0,), LEAVES_WITHIN)
        house.start("--resume")
    house.until(lambda: len(read(path).records) >= before + steps, "the evening before is written", 40)
    if house.journal == path:
        raise Lost("there is no other evening")
    house.steps(1)
    house.kept()
    return f"{steps} steps waited{', and the box was left' if leaves else ''}"


def full(house: House, dice: Random) -> str:
    """The card is full for a while: nothing is promised meanwhile, and nothing is missing afterwards."""
    before, size = house.kept(), house.journal.stat().st_size
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (size + dice.randrange(20), resource.RLIM_INFINITY))
    promised = house.steps(dice.randrange(1, 4))
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    if any(promised):
        raise Lost("something was promised that a full card cannot hold")
    house.until(lambda: len(read(house.journal).records) >= before + len(promised), "the backlog is written", 40)
    return f"{len(promised)} steps waited"


def vanished(house: House, dice: Random) -> str:
    """Somebody deletes the journal while it is played."""
    path, steps = house.journal, house.kept()
    path.unlink()
    house.steps(1)
    house.until(lambda: path.exists() and len(read(path).records) > steps, "the journal is written anew", 40)
    house.kept()
    return f"{steps} steps"


def another_time(house: House, dice: Random) -> str:
    """No clock: every file has some date or other, and tonight's evening goes on all the same."""
    before, steps = house.journal, house.kept()
    house.kill()
    for path in house.folder.glob("*.journal"):
        at = dice.choice((0, 86400, time.time() + 86400, dice.randrange(2**31)))
        os.utime(path, (at, at))
    house.start("--resume")
    if house.journal != before or house.kept() < steps:
        raise Lost(f"{house.journal.name} goes on in place of {before.name}")
    house.press()
    return f"{len(list(house.folder.glob('*.journal')))} evenings"


def forgotten(house: House, dice: Random) -> str:
    """`majordome page --forget` while the box plays."""
    if not forget_all(house.folder):
        raise Lost("the keys were not on the disk")
    status, _ = house.ask("GET", "/api/secrets")
    if status != 401:
        raise Lost(f"a forgotten phone was answered with {status}")
    house.about = house._told()
    house.pair()
    house.press()
    return "at once"


def flooded(house: House, dice: Random) -> str:
    """A laptop with eight addresses does its worst."""
    host = house.about["url"].removeprefix("http://").rstrip("/")
    load = dice.choice(sorted(loads(host)))
    card = house.card() if load == "one card" else ""
    script = [sys.executable, str(Path(__file__).with_name("flood.py")), host, load, card]
    took: list[float] = []
    with subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as laptop:
        try:
            assert laptop.stdout is not None
            laptop.stdout.readline()
            end = time.monotonic() + FLOODED_FOR
            while time.monotonic() < end or not took:
                began = time.monotonic()
                house.press()
                took.append(time.monotonic() - began)
                time.sleep(0.1)
        except OSError as trouble:
            raise Lost(f"the host's phone does not get in: {trouble!r}") from None
        finally:
            laptop.kill()
    return f"{load}: {len(took)} presses, each with its state in {statistics.median(took) * 1000:.0f} ms"


INJECTIONS: tuple[Injection, ...] = (
    killed, signalled, torn, full, flooded, another_time, vanished, forgotten, damaged, signalled_at_the_start,
    hung, footman_dies, evening_dies, nobody_reads, full_into_the_next_evening
)  # fmt: skip
