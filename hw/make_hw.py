"""`make hw`: draws every picture, STL and label from its source, and writes the sums into the builder's guides.

python hw/make_hw.py            what has changed
python hw/make_hw.py --all      everything
python hw/make_hw.py --check    makes everything aside and says whether the committed files are the same
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from os import cpu_count

from drafting import enclosure, guide, ledger

BAR = 40


def tell(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def draw(jobs: Sequence[ledger.Job]) -> Iterator[tuple[ledger.Job, bytes]]:
    """Make the files, with a bar that shows how far. OpenSCAD is slow and gets all cores; the rest is quick."""
    with ThreadPoolExecutor(cpu_count()) as carvers, ThreadPoolExecutor(1) as draughtsman:
        futures = {(carvers if job.tool == "openscad" else draughtsman).submit(job.make): job for job in jobs}
        for number, future in enumerate(as_completed(futures), 1):
            done = BAR * number // len(jobs)
            sys.stderr.write(f"\r[{'#' * done}{'.' * (BAR - done)}] {number}/{len(jobs)} {futures[future].file:<44.44}")
            sys.stderr.flush()
            yield futures[future], future.result()
    sys.stderr.write("\n" if jobs else "")


def is_picture(job: ledger.Job) -> bool:
    """Pictures show the STL files, which must be there first."""
    return job.file.endswith(".png")


def make(jobs: Sequence[ledger.Job], everything: bool) -> None:
    """Bring all files up to date."""
    made, before = 0, ledger.built()
    wanted = {job.file for job in jobs}
    kept = {file: seals for file, seals in before.items() if file in wanted}
    for file in before.keys() - wanted:
        (ledger.HW / file).unlink(missing_ok=True)
    try:
        for pictures in (False, True):
            due = [job for job in jobs if is_picture(job) is pictures and (everything or not job.is_fresh(before))]
            if lacking := [job.file for job in due if not ledger.can_make(job)]:
                tell(f"KiCad is not here, and these need it (apt install kicad): {', '.join(lacking)}")
            kept.update({file: seals for file, seals in before.items() if file in lacking})
            due = [job for job in due if ledger.can_make(job)]
            for job, data in draw(due):
                path = ledger.HW / job.file
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(data)
                kept[job.file] = [job.fingerprint(), ledger.seal(data)]
            made += len(due)
    finally:
        ledger.write_built(kept, ledger.last_used())
    guide.write()
    tell(f"{made} files made, {len(jobs) - made} were fresh")


def check(jobs: Sequence[ledger.Job]) -> int:
    """How many files are not what their sources make."""
    wrong: list[str] = []
    skipped: list[str] = []
    here, then, seals = ledger.versions(), ledger.built_with(), ledger.built()
    for job in jobs:
        if not ledger.can_make(job):
            (skipped if job.is_fresh(seals) else wrong).append(job.file)
    for job, data in draw([job for job in jobs if ledger.can_make(job)]):
        path = ledger.HW / job.file
        if not job.is_fresh(seals):
            wrong.append(job.file)
        elif not ledger.same_tools(job, here, then):
            skipped.append(job.file)
        elif data != path.read_bytes() and not (is_picture(job) and enclosure.alike(data, path.read_bytes())):
            wrong.append(job.file)
    wrong += [language.page.name for language in guide.stale()]
    tell(*(f"not what its sources make: {file} (run: make hw)" for file in sorted(wrong)))
    if skipped:
        tell(
            f"{len(skipped)} files are made by tools, or versions of them, that are not here: their seals were compared"
        )
    tell(*([] if wrong else ["every file is what its sources make"]))
    return len(wrong)


def main() -> int:
    options = argparse.ArgumentParser(description="Draw the pictures, STL files and labels from their sources.")
    options.add_argument("--all", action="store_true", help="make every file, also what has not changed")
    options.add_argument("--check", action="store_true", help="only say whether the files are what their sources make")
    chosen = options.parse_args()
    if needed := ledger.missing():
        tell("The drawing office lacks a tool. Please run: " + "; ".join(needed))
        return 2
    jobs = ledger.jobs()
    if chosen.check:
        return 1 if check(jobs) else 0
    make(jobs, chosen.all)
    return 0


if __name__ == "__main__":
    sys.exit(main())
