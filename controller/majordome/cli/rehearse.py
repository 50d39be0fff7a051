"""`majordome rehearse`: a whole evening beforehand, as JSON lines. It imports only what it needs."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from majordome.errors import DONE, UNFINISHED
from majordome.lean_imports import later

# Taken along by pathlib and msgspec, and a rehearsal looks into none of them.
BALLAST = ("ipaddress", "msgspec.inspect", "msgspec.msgpack", "msgspec.toml", "msgspec.yaml", "textwrap")
with later(*BALLAST):
    from pathlib import Path

    from majordome.core.rehearsal import Rehearsal
    from majordome.settings.evening_file import read_evening

if TYPE_CHECKING:
    from argparse import Namespace


def run_rehearse(args: Namespace) -> int:
    """A whole evening as JSON lines."""
    gc.disable()  # it is over before there is anything worth looking for
    plan = read_evening(Path(args.evening))
    lines: list[str] = []
    finished = Rehearsal(plan.evening, args.lang or plan.lang, plan.host, lines.append).play()
    sys.stdout.write("\n".join(lines) + "\n")
    return DONE if finished else UNFINISHED
