"""`make sounds`: builds every file of the pack from manifest.toml, the same bytes each time.

python sounds/make_sounds.py            what has changed
python sounds/make_sounds.py --all      everything
python sounds/make_sounds.py --check    builds everything aside and says whether the committed files are the same
python sounds/make_sounds.py --texts    first takes new words over from the butler's lines
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from workshop import encode, pack, speech
from workshop.script import MARK, SOUNDS, sheet

from majordome.words.narrator import LANGS

BAR = 40


def tell(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def build(jobs: Sequence[pack.Job]) -> Iterator[tuple[pack.Job, bytes]]:
    """Make the files, on all cores, with a bar that shows how far."""
    with ProcessPoolExecutor() as makers:
        futures = {makers.submit(pack.make, job): job for job in jobs}
        for number, future in enumerate(as_completed(futures), 1):
            done = BAR * number // len(jobs)
            sys.stderr.write(f"\r[{'#' * done}{'.' * (BAR - done)}] {number}/{len(jobs)} {futures[future].file:<44.44}")
            sys.stderr.flush()
            yield futures[future], future.result()
    sys.stderr.write("\n" if jobs else "")


def write_texts() -> None:
    """Take the words over from the lines; what stands above the mark is kept."""
    head, _, _ = pack.MANIFEST.read_text("utf-8").partition(MARK)
    pack.MANIFEST.write_text(head + sheet(), "utf-8")


def check(jobs: Sequence[pack.Job]) -> int:
    """How many files are not what the workshop makes."""
    wrong = sorted(pack.audio_files() ^ {job.file for job in jobs})
    for job, data in build(jobs):
        path = SOUNDS / job.file
        if path.exists() and path.read_bytes() != data:
            wrong.append(job.file)
    if pack.SECONDS.read_text("utf-8") != pack.seconds(pack.manifest()):
        wrong.append(pack.SECONDS.name)
    tell(*(f"not what the workshop makes: {file}" for file in wrong))
    tell(*([] if wrong else ["every file is what the workshop makes"]))
    return len(wrong)


def make(jobs: Sequence[pack.Job], everything: bool) -> None:
    """Bring the pack's folders up to date."""
    ledger = pack.built()
    stale = [job for job in jobs if everything or not pack.is_fresh(job, ledger)]
    wanted = {job.file for job in jobs}
    for file in pack.audio_files() - wanted:
        (SOUNDS / file).unlink()
    ledger = {file: made for file, made in ledger.items() if file in wanted}
    try:
        for job, data in build(stale):
            path = SOUNDS / job.file
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            ledger[job.file] = [job.fingerprint(), pack.seal(data)]
    finally:
        pack.write_built(ledger)
    pack.SECONDS.write_text(pack.seconds(pack.manifest()), "utf-8")
    size = sum((SOUNDS / file).stat().st_size for file in wanted)
    tell(f"{len(stale)} files made, {len(jobs) - len(stale)} were fresh; the pack has {size / 1e6:.1f} MB")


def main() -> int:
    options = argparse.ArgumentParser(description="Build the sound pack from its manifest.")
    options.add_argument("--all", action="store_true", help="make every file, also what has not changed")
    options.add_argument("--check", action="store_true", help="only say whether the files are what the workshop makes")
    options.add_argument("--texts", action="store_true", help="first take the words over from the butler's lines")
    chosen = options.parse_args()
    if chosen.texts:
        write_texts()
    wanted = pack.manifest()
    tools = {speech.missing(wanted["voice"][lang]) for lang in LANGS} | {
        "" if encode.encoder() else "apt install vorbis-tools"
    }
    if needed := sorted(tools - {""}):
        tell("The workshop lacks a tool. Please run: " + "; ".join(needed))
        return 2
    jobs = pack.jobs(wanted)
    if chosen.check:
        return 1 if check(jobs) else 0
    make(jobs, chosen.all)
    return 0


if __name__ == "__main__":
    sys.exit(main())
