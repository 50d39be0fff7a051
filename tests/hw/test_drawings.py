"""Every picture, STL file and label is there, is what its sources make, and can be used."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from drafting import enclosure, gestures, guide, harnesses, labels, ledger, programs
from drafting.colours import CODE
from drafting.languages import LANGUAGES, Language, drawn_in
from PIL import ImageFont

ROOT = Path(__file__).parents[2]
JOBS = {job.file: job for job in ledger.jobs()}
STLS = sorted(f"{name}.stl" for name in enclosure.PRINTED)
BED = 220.0  # millimetres, of a small printer
PLA = 1.24  # grams a cubic centimetre
BOTH = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


@pytest.mark.parametrize("file", JOBS)
def test_a_file_is_what_its_sources_make(file: str) -> None:
    assert JOBS[file].is_fresh(ledger.built()), f"{file} or its source was changed: run make hw"


def test_nothing_lies_about_that_no_source_makes() -> None:
    made = [path for folder in ("pictures", "stl", "labels", "board") for path in (ledger.HW / folder).iterdir()]
    assert {str(path.relative_to(ledger.HW)) for path in made} == {*JOBS, "labels/words.toml"}


def test_a_changed_source_is_noticed(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_text("one", "utf-8")
    job = ledger.Job("pictures/x.svg", "python", (source,), lambda: b"")
    before = job.fingerprint()
    source.write_text("two", "utf-8")
    assert job.fingerprint() != before


@pytest.mark.parametrize("file", [file for file in JOBS if file.endswith(".svg")])
def test_a_drawing_is_sound_and_tells_no_date_and_no_place(file: str) -> None:
    text = (ledger.HW / file).read_text("utf-8")
    assert ET.fromstring(text).tag.endswith("svg")
    assert not re.search(r"20\d\d-\d\d|/home|/tmp|/root", text)


def words_on(svg: ET.Element) -> Iterator[tuple[str, float, float, str]]:
    """What is written, where it begins, how large, and whether that is its start, middle or end."""
    for text in svg.iter("{http://www.w3.org/2000/svg}text"):
        if "transform" in text.attrib:  # turned, along an edge
            continue
        lines = [line for line in text if line.text] or [text]
        for line in lines:
            x = float(line.get("x") or text.attrib["x"])
            yield str(line.text), x, float(text.attrib["font-size"]), text.get("text-anchor", "start")


@pytest.mark.parametrize("file", [f for f, job in JOBS.items() if f.endswith(".svg") and job.tool != "wireviz"])
def test_no_word_of_a_drawing_is_cut_off_at_its_edge(file: str) -> None:
    """In Liberation Sans, which is as wide as Arial and Helvetica; WireViz makes room for its words itself."""
    if programs.missing_fonts():
        pytest.skip("apt install " + " ".join(programs.missing_fonts()))
    svg = ET.fromstring((ledger.HW / file).read_text("utf-8"))
    left, _, wide, _ = map(float, svg.attrib["viewBox"].split())
    letters = ImageFont.truetype(str(programs.font("LiberationSans-Regular.ttf")), 100)
    for words, x, size, anchor in words_on(svg):
        long = letters.getlength(words) * size / 100
        start = x - {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        assert left <= start, f"{words} at the left"
        assert start + long <= left + wide, f"{words} at the right"


@BOTH
def test_the_guide_shows_every_picture_and_only_pictures_that_are_there(language: Language) -> None:
    page = language.page.read_text("utf-8")
    shown = {Path(path).name for path in re.findall(r"\]\(\.\./hw/pictures/([^)]+)\)", page)}
    others = {
        drawn_in(file, lang) for file in ledger.lettered_pictures() for lang in LANGUAGES if lang != language.lang
    }
    assert shown == {Path(file).name for file in JOBS.keys() - others if file.startswith("pictures/")}
    for path in re.findall(r"\]\(([^)#]+)\)", page):
        assert (language.page.parent / path).exists(), path


@BOTH
@pytest.mark.parametrize("harness", [harness.name for harness in harnesses.harnesses()])
def test_a_wiring_picture_names_every_pin_of_its_source(harness: str, language: Language) -> None:
    file = ledger.HW / drawn_in(f"pictures/wiring-{harness}.svg", language.lang)
    drawn = "".join(ET.fromstring(file.read_text("utf-8")).itertext())
    for pin in harnesses.Harness(harnesses.WIRING / f"{harness}.yml").pins():
        assert language.say(pin.label) in drawn


@pytest.mark.parametrize("file", STLS)
def test_a_printed_part_is_closed_the_right_way_out_and_fits_a_small_printer(file: str) -> None:
    data = (ledger.HW / "stl" / file).read_bytes()
    assert enclosure.open_edges(data) == 0
    assert enclosure.volume(data) > 0
    assert max(enclosure.measures(data)) <= BED


def test_a_hole_in_a_part_is_noticed() -> None:
    data = (ledger.HW / "stl" / STLS[0]).read_bytes()
    assert enclosure.open_edges(enclosure.pack(enclosure.triangles(data)[1:])) == 3


@pytest.mark.parametrize("build", harnesses.BUILDS)
def test_the_plastic_that_is_bought_is_enough(build: str) -> None:
    whole = 0.0
    for file in STLS:
        if file.startswith(build):
            pieces = 2 if "pad" in file else 1
            whole += pieces * enclosure.volume((ledger.HW / "stl" / file).read_bytes()) / 1000 * PLA
    listed = next(part.part for part in guide.parts_list(build) if part.key == "print")
    grams = re.search(r"(\d+) g", listed)
    assert grams is not None
    assert whole <= int(grams[1]) <= 1.2 * whole


@pytest.mark.parametrize("file", STLS)
def test_a_printed_part_compiles(file: str, tmp_path: Path) -> None:
    if shutil.which("openscad") is None:
        pytest.skip("openscad is not installed (apt install openscad)")
    source, values = enclosure.PRINTED[file.removesuffix(".stl")]
    command = ["openscad", "--hardwarnings", *enclosure.settings(values), "-o", str(tmp_path / "part.csg"), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "linear_extrude" in (tmp_path / "part.csg").read_text("utf-8")


def test_the_labels_say_the_same_in_both_languages() -> None:
    words = labels.words()
    assert set(words) == {"en", "fr"}
    assert words["en"].keys() == words["fr"].keys()
    for lang, said in words.items():
        drawn = "".join(ET.fromstring(labels.svg(lang)).itertext())
        printed = {key: word for key, word in said.items() if not key.startswith("key_")}  # those are for a picture
        assert [word for word in printed.values() if word not in drawn] == []


@pytest.mark.parametrize("lang", ledger.LANGS)
def test_the_labels_print_on_a4(lang: str) -> None:
    data = (ledger.HW / f"labels/labels-{lang}.pdf").read_bytes()
    box = re.search(rb"MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    assert box is not None
    assert (round(float(box[1])), round(float(box[2]))) == (595, 842)


def test_the_strip_lies_on_the_flat_of_the_top() -> None:
    """Between the rounded edges of the box."""
    source = enclosure.BOX.read_text("utf-8")
    width, corner = (
        float(re.findall(rf"^{name} = ([\d.]+);", source, re.MULTILINE)[0]) for name in ("width", "corner")
    )
    assert width - 2 * corner >= labels.STRIP


@pytest.mark.parametrize("build", harnesses.BUILDS)
def test_the_header_shows_every_wire_of_the_pi_and_its_colour(build: str) -> None:
    words = list(ET.fromstring((ledger.HW / f"pictures/header-{build}.svg").read_text("utf-8")).itertext())
    wires = [link for harness in harnesses.harnesses(build) for link in harness.links() if link[0].connector == "PI"]
    assert len(wires) > 10
    for one, other, colour in wires:
        assert f"{one.label} to {other.connector} {other.place}, {other.label}: {CODE[colour][0]}" in words


@pytest.mark.parametrize(("lang", "file"), ledger.GESTURES.items())
def test_the_picture_of_the_gestures_shows_each_with_what_it_does(lang: str, file: str) -> None:
    drawn = "".join(ET.fromstring((ledger.HW / "pictures" / file).read_text("utf-8")).itertext())
    said = labels.words()[lang]
    for gesture in gestures.FINGER:
        assert said[gesture] in drawn
        assert said[f"{gesture}_does"] in drawn
