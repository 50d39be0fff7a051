"""The builder's guide is the same in English and in French: pictures, commands, numbers, pins and nets."""

from __future__ import annotations

import re
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree as ET

import pytest
from drafting import board_pictures, boards, exploded, fronts, glass_rows, guide, harnesses, headers, ledger
from drafting.languages import LANGUAGES, Language, drawn_in, french, key_of, phrases

ENGLISH, FRENCH = LANGUAGES.values()
PAGES = [language.page.read_text("utf-8") for language in (ENGLISH, FRENCH)]
README = Path(__file__).parents[2] / "README.md"
# what the French guide leads to -> what the English one leads to at that place
SISTERS = {
    "builder.md": "constructeur.md",
    "hote.md": "host.md",
    "host.md": "hote.md",
} | {Path(drawn_in(file, "fr")).name: Path(file).name for file in ledger.lettered_pictures()}


def steps(page: str) -> list[str]:
    """A page from its first step on, title by title, as it is written by hand."""
    return re.split(r"\n##? ", guide.BLOCK.sub(r"\1", page))[2:]


def links(page: str) -> list[str]:
    """Every picture, file and page that it shows or leads to, by its name."""
    return [Path(path).name for path in re.findall(r"\]\(([^)#]+)\)", page)]


def commands(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def names(text: str) -> list[str]:
    """Terminals, pins, parts and holes: T12, GPIO17, Q2, C12."""
    return re.findall(r"\b[A-Z]+\d+[A-Z]*\b", text)


def numbers(text: str) -> list[str]:
    """In whatever order; 3,3 and 3.3 are the same."""
    return sorted(re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d)", ".", text)))


def test_the_same_pictures_files_and_pages_in_the_same_order() -> None:
    one, other = map(links, PAGES)
    assert one == [SISTERS.get(name, name) for name in other]


def test_the_same_commands_in_the_same_order() -> None:
    one, other = (commands(page.partition("\n## ")[2]) for page in PAGES)
    assert len(one) > 60
    assert one == other


def test_each_step_has_the_same_numbers_and_names_the_same_terminals_pins_and_parts() -> None:
    assert sum(len(names(step)) for step in steps(PAGES[0])) > 30
    for one, other in zip(*map(steps, PAGES), strict=True):
        assert numbers(one) == numbers(other), other.partition("\n")[0]
        assert sorted(names(one)) == sorted(names(other))


def test_the_same_blocks_in_the_same_order_with_the_same_numbers() -> None:
    one, other = ([(block[2], numbers(block[0])) for block in guide.BLOCK.finditer(page)] for page in PAGES)
    assert one == [block for block in other if block[0] != "words"]


def test_every_block_joins_the_same_nets_at_the_same_pins() -> None:
    for build in ("starter", "full"):
        for name in (f"{build} terminals", f"{build} pinout", "full nets", "full holes", "full links"):
            one, other = (guide.blocks(language)[name]() for language in (ENGLISH, FRENCH))
            assert names(one) == names(other), name


def test_what_nobody_has_built_is_said_in_both() -> None:
    assert PAGES[0].count("by anyone**") == PAGES[1].count("**personne ne l") == 3


def test_each_tree_of_trouble_has_the_same_steps_with_the_same_numbers_and_commands() -> None:
    one, other = (tomllib.loads(language.trouble.read_text("utf-8")) for language in (ENGLISH, FRENCH))
    assert list(one) == list(other)
    for part, looks in one.items():
        for look, said in zip(looks, other[part], strict=True):
            assert numbers(look) == numbers(said), said
            assert commands(look) == commands(said), said


def test_both_sums_fill_in_the_same_fields() -> None:
    fields = []
    for language in (ENGLISH, FRENCH):
        text = language.sums.read_text("utf-8")
        fields.append(sorted((name, unit) for _, name, unit, _ in Formatter().parse(text) if name))
    assert fields[0] == fields[1]


@pytest.mark.skipif(shutil.which("openscad") is None, reason="apt install openscad")
def test_every_french_phrase_is_said_somewhere_and_has_its_numbers() -> None:
    said = set()

    def hear(text: str) -> str:
        said.add(key_of(text))
        return french(text)

    for make in guide.blocks(replace(FRENCH, say=hear)).values():
        make()
    for harness in harnesses.harnesses():
        harnesses.said(harness.source, hear)
        harnesses.numbered("P/N: terminal-board >2-pin< >0.3 m<", harness.build, hear)
    for name in ledger.CIRCUITS:
        ledger.circuit(name, hear)
    for name in ledger.BOARDS:
        ledger.board(name, hear)
    for build in harnesses.BUILDS:
        headers.svg(build, hear)
        fronts.drawn(build, fronts.asked(build), "", hear)
    glass_rows.svg(hear)
    board_pictures.parts_side(boards.prototype(), hear)
    for build, show in (("starter", "pi"), ("full", "coupon")):
        for words, _ in exploded.anchors(build, show):
            hear(words)
    assert phrases().keys() - said == set()
    assert [key for key, phrase in phrases().items() if key.count("#") != phrase.count("#")] == []


def test_a_number_is_carried_over_with_a_comma_and_a_phrase_that_is_missing_is_told() -> None:
    assert french("Resistor 2.2 kilohm, 1/4 W, 5 %") == "Résistance 2,2 kΩ, 1/4 W, 5 %"
    assert french("92%") == "92 %"
    with pytest.raises(KeyError, match="a # mm spoon"):
        french("a 12.5 mm spoon")


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_the_readme_and_the_other_guide_lead_to_it(language: Language) -> None:
    assert f"](docs/{language.page.name})" in README.read_text("utf-8")
    others = (other.page for other in LANGUAGES.values() if other is not language)
    assert all(f"]({language.page.name})" in other.read_text("utf-8") for other in others)


def test_every_heading_that_a_page_leads_to_is_there() -> None:
    for page in PAGES:
        found = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
        titles = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in found}
        assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= titles


def test_each_guide_shows_the_drawings_in_its_own_language() -> None:
    assert len(ledger.lettered_pictures()) > 25
    for language, page in zip(LANGUAGES.values(), PAGES, strict=True):
        for file in ledger.lettered_pictures():
            assert f"(../hw/{drawn_in(file, language.lang)})" in page


@pytest.mark.parametrize("file", [file for file in ledger.lettered_pictures() if file.endswith(".svg")])
def test_a_drawing_has_the_same_pins_numbers_and_places_in_both_languages(file: str) -> None:
    """And what it says in English is not left in English."""
    one, other = ((ledger.HW / drawn_in(file, lang)).read_text("utf-8") for lang in LANGUAGES)
    words, mots = ([text for text in ET.fromstring(svg).itertext() if text.strip()] for svg in (one, other))
    assert numbers(" ".join(words)) == numbers(" ".join(mots))
    assert sorted(names(" ".join(words))) == sorted(names(" ".join(mots)))
    same = {key for key, phrase in phrases().items() if key == phrase}
    english = {text for text in words if re.search("[a-z]{3}", text)} - {"buzzer", "buzzer +", "buzzer -", "orange"}
    left = [text for text in mots if text in english and key_of(text) in phrases() and key_of(text) not in same]
    assert left == []
