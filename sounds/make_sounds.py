"""`make sounds`: builds the house's sounds and every game's from their manifests, the same bytes each time.

python sounds/make_sounds.py            what has changed
python sounds/make_sounds.py --all      everything
python sounds/make_sounds.py --check    builds everything aside and says whether the committed files are the same
python sounds/make_sounds.py --texts    first takes new words over from the butler's lines
python sounds/make_sounds.py --game snakes    only the sounds of this game; `house` for those of the house
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from workshop import encode
from workshop.kokoro_voice import KOKORO
from workshop.making import Job
from workshop.pack import IN_THE_HOUSE, Pack, is_fresh, made, pack_of, packs
from workshop.script import MARK, sheet
from workshop.voicing import VoicedJob, lacking

from majordome.studio.files import fetch

BAR = 40
HEAD = """\
# What this game says and sounds like: every line and effect, with its files, its licence and how it is made.
# `make sounds GAME={name}` builds it. The voices stand in the house's sounds/manifest.toml; what is written here under
# [pack], [voice.fr] or [voice.en] wins. An `[effect]` is written by hand.

"""


def tell(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def build(jobs: Sequence[Job]) -> Iterator[tuple[Job, tuple[bytes, list[str]]]]:
    """Make the files, on all cores, with a bar that shows how far."""
    with ProcessPoolExecutor() as makers:
        futures = {makers.submit(made, job): job for job in jobs}
        for number, future in enumerate(as_completed(futures), 1):
            done = BAR * number // len(jobs)
            sys.stderr.write(f"\r[{'#' * done}{'.' * (BAR - done)}] {number}/{len(jobs)} {futures[future].file:<44.44}")
            sys.stderr.flush()
            yield futures[future], future.result()
    sys.stderr.write("\n" if jobs else "")


def write_texts(pack: Pack) -> None:
    """Take the words over from the lines; what stands above the mark is kept."""
    head = HEAD.format(name=pack.name)
    if pack.manifest_file.exists():
        head, _, _ = pack.manifest_file.read_text("utf-8").partition(MARK)
    pack.folder.mkdir(exist_ok=True)
    pack.manifest_file.write_text(head + sheet(pack.lines, pack.manifest()["voice"]), "utf-8")


def check(pack: Pack) -> int:
    """How many files are not what the workshop makes."""
    jobs = pack.jobs()
    wrong = sorted(pack.audio_files() ^ {job.file for job in jobs})
    for job, (data, _) in build([job for job in jobs if not isinstance(job, VoicedJob)]):
        if job.path.exists() and job.path.read_bytes() != data:
            wrong.append(job.file)
    if not wrong:  # a length can only be told of files that are there
        wrong = [file.name for file, text in pack.seconds().items() if file.read_text("utf-8") != text]
    tell(*(f"{pack.name}: not what the workshop makes: {file}" for file in wrong))
    tell(*([] if wrong else [f"{pack.name}: every file is what the workshop makes"]))
    return len(wrong)


def bring_up_to_date(pack: Pack, everything: bool) -> None:
    """Make what has changed, and take away what is not wanted any more."""
    jobs, ledger = pack.jobs(), pack.built()
    stale = [job for job in jobs if everything or not is_fresh(job, ledger)]
    wanted = {job.file for job in jobs}
    for file in pack.audio_files() - wanted:
        (pack.folder / file).unlink()
    ledger = {file: made for file, made in ledger.items() if file in wanted}
    try:
        for job, (data, noted) in build(stale):
            job.path.parent.mkdir(parents=True, exist_ok=True)
            job.path.write_bytes(data)
            ledger[job.file] = noted
    finally:
        pack.write_built(ledger)
    for place, text in pack.seconds().items():
        place.write_text(text, "utf-8")
    size = sum(job.path.stat().st_size for job in jobs)
    tell(f"{pack.name}: {len(stale)} files made, {len(jobs) - len(stale)} were fresh; {size / 1e6:.1f} MB")


def missing_tools() -> set[str]:
    return {*lacking(), "" if encode.encoder() else "apt install vorbis-tools"} - {""}


def main() -> int:
    there = packs()
    options = argparse.ArgumentParser(description="Build the sound packs from their manifests.")
    options.add_argument("--all", action="store_true", help="make every file, also what has not changed")
    options.add_argument("--check", action="store_true", help="only say whether the files are what the workshop makes")
    options.add_argument("--texts", action="store_true", help="first take the words over from the butler's lines")
    options.add_argument("--game", choices=(*there, IN_THE_HOUSE), help="only this game's; murder's are the house's")
    chosen = options.parse_args()
    wanted = [pack_of(chosen.game)] if chosen.game else list(there.values())
    if chosen.texts:
        for pack in wanted:
            write_texts(pack)
    if needed := sorted(missing_tools()):
        tell("The workshop lacks a tool. Please run: " + "; ".join(needed))
        return 2
    fetch(KOKORO, tell)
    if chosen.check:
        return 1 if sum([check(pack) for pack in wanted]) else 0
    for pack in wanted:
        bring_up_to_date(pack, chosen.all)
    return 0


if __name__ == "__main__":
    sys.exit(main())
