"""`make test-faults`: kills, cuts, fills, floods and signals for some minutes, by dice that can be thrown again.

Prints what was injected, what survived and what was lost; ends with 1 if anything was.
"""

from __future__ import annotations

import argparse
import secrets
import signal
import sys
import tempfile
import time
from collections import Counter
from http.client import HTTPException
from pathlib import Path
from random import Random

from faults.house import House, Lost
from faults.injections import INJECTIONS

EVENING_OF = 40  # injections at most, before the next evening begins


def main() -> int:
    """Throw the dice until the time is up."""
    words = argparse.ArgumentParser(prog="make test-faults")
    words.add_argument("--seconds", type=float, default=300.0)
    words.add_argument("--seed", type=int, default=secrets.randbits(32))
    words.add_argument("--only", default="")
    args = words.parse_args()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored, and the box would begin like that, too
    kinds = [kind for kind in INJECTIONS if args.only in kind.__name__]
    dice, injected, lost = Random(args.seed), Counter[str](), Counter[str]()
    print(f"seed {args.seed}, {args.seconds:.0f} s, {len(kinds)} kinds of faults", flush=True)
    end, number = time.monotonic() + args.seconds, 0
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), 20_000 + dice.randrange(20_000))
        try:
            while time.monotonic() < end or number < len(kinds):  # every kind at least once
                if number % EVENING_OF == 0 or house.late:
                    house.kill()
                    house.start("--new")
                    house.steps(1)  # of an evening in which nothing has happened nothing is kept
                house.steps(dice.randrange(3))
                kind = kinds[number] if number < len(kinds) else dice.choice(kinds)
                number += 1
                injected[kind.__name__] += 1
                began = time.monotonic()
                try:
                    seen = kind(house, dice)
                except (Lost, OSError, HTTPException) as what:
                    lost[kind.__name__] += 1
                    seen = f"LOST: {what!r} {house.last_words()}"
                    house.kill()
                    house.start("--new")
                print(f"{kind.__name__:24} {time.monotonic() - began:6.1f} s  {seen}", flush=True)
        finally:
            house.kill()
    print(f"\n{'fault':24} injected  survived  lost")
    for name, times in injected.items():
        print(f"{name:24} {times:8}  {times - lost[name]:8}  {lost[name]:4}")
    total, gone = injected.total(), lost.total()
    print(f"{'in all':24} {total:8}  {total - gone:8}  {gone:4}   (seed {args.seed})")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
