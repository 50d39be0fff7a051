"""`majordome rehearse`: a whole evening beforehand, as JSON lines. It imports only what it needs."""

from __future__ import annotations

import argparse
import sys

from majordome.core.rehearsal import Rehearsal
from majordome.errors import DONE, UNFINISHED
from majordome.settings.evening_file import read_evening


def run_rehearse(args: argparse.Namespace) -> int:
    """A whole evening as JSON lines."""
    plan = read_evening(args.evening)
    lines: list[str] = []
    finished = Rehearsal(plan.evening, args.lang or plan.lang, plan.hand, lines.append).play()
    sys.stdout.write("\n".join(lines) + "\n")
    return DONE if finished else UNFINISHED
