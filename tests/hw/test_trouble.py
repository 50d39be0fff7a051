"""When it does not work: whatever the doctor can find unwell has its tree in the builder's guide, in his words."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest
from drafting.languages import LANGUAGES, Language

from majordome.pico.selftest import PARTS
from majordome.settings.prop_table import PROP_TABLE
from majordome.words.narrator import Narrator

ROOT = Path(__file__).parents[2]
TREES = {lang: tomllib.loads(language.trouble.read_text("utf-8")) for lang, language in LANGUAGES.items()}
BOTH = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
TROUBLE = {"en": "When it does not work", "fr": "Quand ça ne marche pas"}


def unwell_by_name() -> set[str]:
    """Every part that the doctor's own modules can call unwell by a name of their own."""
    found = set()
    for file in ("box/doctor.py", "pico/selftest.py", "cli/doctor.py"):
        tree = ast.parse((ROOT / "controller/majordome" / file).read_text("utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Finding":
                first = call.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def test_every_part_that_can_be_unwell_has_a_tree() -> None:
    wanted = {row.name for row in PROP_TABLE if row.check} | {part for part, _ in PARTS.values()} | unwell_by_name()
    assert len(wanted) > 15
    for trees in TREES.values():
        assert wanted - trees.keys() == set()
        assert all(looks for looks in trees.values())


@BOTH
def test_the_guide_has_each_tree_under_the_words_that_the_doctor_says(language: Language) -> None:
    page = language.page.read_text("utf-8")
    narrator = Narrator(language.lang)
    for part, looks in TREES[language.lang].items():
        assert f"## {narrator.part(part)} {narrator.word('doctor', 'fail')}\n\n1. {looks[0]}" in page


@BOTH
def test_the_doctor_leads_there(language: Language) -> None:
    said = Narrator(language.lang).word("doctor", "look_further")
    assert f"docs/{language.page.name}" in said
    assert TROUBLE[language.lang] in said
    assert f"\n# {TROUBLE[language.lang]}\n" in language.page.read_text("utf-8")


def test_what_the_guide_says_that_the_doctor_does_he_does() -> None:
    """Each promise of a check in the guide, and the check that keeps it."""
    page = "\n".join(language.page.read_text("utf-8") for language in LANGUAGES.values())
    checks = {row.name: row.check.rpartition(":")[2] for row in PROP_TABLE}
    promises = {
        "lights one LED after the other": ("hourglass", "hourglass"),
        "the light goes on and off, and a press is seen": ("button_lamp", "button_lamp"),
        "`majordome doctor` sounds it": ("buzzer", "buzzer"),
        "asks you to sit down and to stand up": ("left_chair", "sat_upon"),
        "shows red, green, blue, in this order": ("lamp", "lamp"),
        "asks for a press on each, and names those that it did not hear": ("guest_buzzers", "slammed"),
        "allume une LED après l’autre": ("hourglass", "hourglass"),
        "la lumière s’allume et s’éteint, et une pression est vue": ("button_lamp", "button_lamp"),
        "`majordome doctor` le fait sonner": ("buzzer", "buzzer"),
        "vous demande de vous asseoir et de vous lever": ("left_chair", "sat_upon"),
        "montre rouge, vert, bleu, dans cet ordre": ("lamp", "lamp"),
        "demande une pression sur chacun, et nomme ceux qu’il n’a pas entendus": ("guest_buzzers", "slammed"),
    }
    for promise, (part, check) in promises.items():
        assert promise in page, promise
        assert checks[part] == check


WHOLE = (
    *("Print", "The Pi", "The starter build", "The full build", "The first evening"),
    *("Imprimer", "Le Pi", "La version de départ", "La version complète", "La première soirée"),
)


@BOTH
def test_every_step_has_a_picture_and_ends_with_a_test(language: Language) -> None:
    page = language.page.read_text("utf-8").partition(f"\n# {TROUBLE[language.lang]}\n")[0]
    sections = re.split(r"^##? (.+)$", page, flags=re.MULTILINE)
    steps = {
        (number, title): text
        for number, (title, text) in enumerate(zip(sections[1::2], sections[2::2], strict=True))
        if title.startswith(("Step ", "Étape ")) or title in WHOLE
    }
    assert len(steps) == 5 + 8 + 5
    for (_, title), text in steps.items():
        assert "![" in text, title
        assert "*Test" in text, title
