"""Plays the studies of docs/balance.md and docs/equilibre.md anew, and draws their pictures into docs/balance/."""

from __future__ import annotations

import sys
from pathlib import Path

from majordome.lab.report import as_table, pictures
from majordome.lab.study import Study, study
from majordome.terminal.progress import Bar
from majordome.words.narrator import LANGS

FOLDER = Path(__file__).parent / "balance"
PEOPLE = (("guests", "readers"), ("murderers", "loyal"))
SIDED = (("day", "sided"), ("snakes", "sided"))
SHOWN = {
    "weekend": ("chance", "rounds", "cards", "minutes"),
    "table": ("chance", "cards"),
    "snakes": ("chance", "first"),
    "exchange": ("ends",),
}


def studies(evenings: int, bar: Bar) -> list[Study]:
    """The four that the page tells of."""
    skills = [1.0, 1.5, 2.0, 3.0]
    return [
        study("weekend", range(10, 21, 2), evenings, 1, skills=skills, ways=PEOPLE, each_card=True, progress=bar),
        study("table", range(5, 10), evenings, 1, skills=skills, ways=PEOPLE, each_card=True, progress=bar),
        study("snakes", range(3, 7), evenings, 1, skills=[1.0, 1.5, 2.0], ways=SIDED, progress=bar),
        study("exchange", range(2, 6), evenings, 1, progress=bar),
    ]


def main() -> None:
    """Play, draw, and print the tables that the words are written from."""
    evenings = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    FOLDER.mkdir(exist_ok=True)
    with Bar("pictures of the lab") as bar:
        found = studies(evenings, bar)
    for each in found:
        print(as_table(each, "en"), end="\n\n")
        for lang in LANGS:
            for name, svg in pictures(each, lang):
                if name in SHOWN[each.game]:
                    (FOLDER / f"{each.game}-{name}.{lang}.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
