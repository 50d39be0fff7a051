"""Writes docs/heard.md and docs/entendu.md: two whole evenings as a party hears them, by `majordome rehearse`.

.venv/bin/python docs/what_is_heard.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from majordome.core.rehearsal import Rehearsal
from majordome.settings.evening_file import read_evening
from majordome.words import Lang

HERE = Path(__file__).parent
EVENINGS = HERE.parent / "tests" / "evenings"
PLAYED = ("weekend-4", "table-7")
PAGES: dict[Lang, str] = {"en": "heard.md", "fr": "entendu.md"}
WORDS: dict[Lang, dict[str, str]] = {
    "en": {
        "title": "What a party hears",
        "why": "Two whole evenings, word for word as the butler speaks them, by `majordome rehearse --lang en`. "
        "Which sentence of several is said hangs on the evening; names are said where they can be spoken. "
        "In brackets, what else is heard.",
        "weekend": "A castle weekend",
        "table": "An evening around a table",
        "top": "TOP",
        "countdown": "{seconds} silent seconds",
        "scream": "a scream",
        "hourglass": "the hourglass runs: {seconds} s",
        "other": "*In French: [entendu.md](entendu.md).*",
    },
    "fr": {
        "title": "Ce qu’entend une soirée",
        "why": "Deux soirées entières, mot pour mot comme le majordome les dit, par `majordome rehearse --lang fr`. "
        "Laquelle de plusieurs phrases est dite, cela dépend de la soirée ; les noms sont dits là où ils peuvent "
        "l’être. Entre crochets, ce que l’on entend d’autre.",
        "weekend": "Un week-end au château",
        "table": "Une soirée autour d’une table",
        "top": "TOP",
        "countdown": "{seconds} secondes de silence",
        "scream": "un cri",
        "hourglass": "le sablier coule : {seconds} s",
        "other": "*In English: [heard.md](heard.md).*",
    },
}


def heard(name: str, lang: Lang) -> list[dict[str, Any]]:
    """Every cue of one rehearsal."""
    plan = read_evening(EVENINGS / f"{name}.toml")
    lines: list[str] = []
    Rehearsal(plan.evening, lang, plan.host, lines.append).play()
    return [json.loads(line) for line in lines]


def page(lang: Lang) -> str:
    """The whole page."""
    words = WORDS[lang]
    told = [f"# {words['title']}", words["other"], words["why"]]
    for name in PLAYED:
        told.append(f"## {words[name.partition('-')[0]]}")
        for cue in heard(name, lang):
            match cue["cue"]:
                case "say":
                    told.append(cue["text"])
                case "top" | "countdown" | "scream" | "hourglass":
                    told.append(f"[{words[cue['cue']].format_map(cue)}]")
    return "\n\n".join(told) + "\n"


def main() -> None:
    """Both pages."""
    for lang, name in PAGES.items():
        (HERE / name).write_text(page(lang), "utf-8")


if __name__ == "__main__":
    main()
