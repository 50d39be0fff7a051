"""The full build's board, hole by hole and as a printed board: the same nets as circuit, harnesses and pin maps."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from itertools import combinations, pairwise
from pathlib import Path

import nets
import placement
import pytest
from drafting import board_pictures, boards, fabrication, guide, kicad, ledger, ways
from drafting.languages import LANGUAGES, Language
from placement import PLACED

WANTED = {frozenset(legs) for legs in nets.NETS.values()}


@pytest.fixture(params=[boards.prototype, boards.printed], ids=["prototype", "printed"])
def laid(request: pytest.FixtureRequest) -> boards.Laid:
    """Laid when a test asks for it: finding its ways takes a second or two."""
    ways_found: boards.Laid = request.param()
    return ways_found


def metal(joined: list[set[str]]) -> set[frozenset[str]]:
    """Legs that are joined to others."""
    return {frozenset(legs) for legs in joined if len(legs) > 1}


def test_what_the_wires_join_is_what_the_circuit_joins(laid: boards.Laid) -> None:
    assert metal(laid.joined()) == WANTED


def test_a_wire_that_is_left_out_or_laid_wrong_would_be_noticed(laid: boards.Laid) -> None:
    for missing in range(0, len(laid.runs), 7):
        without = boards.Laid((*laid.runs[:missing], *laid.runs[missing + 1 :]), laid.links)
        assert metal(without.joined()) != WANTED
    known = boards.net_of_leg()
    feed, foot = (hole for hole, leg in placement.holes().items() if leg in ("T6.6", "PICO.24"))
    assert known["T6.6"] != known["PICO.24"]
    wrong = boards.Run("5V", boards.SOLDER_SIDE, (float(feed[0]), float(feed[1])), (float(foot[0]), float(foot[1])))
    assert metal(boards.Laid(laid.runs, (*laid.links, wrong)).joined()) != WANTED


def test_every_leg_of_the_circuit_has_a_hole_of_its_own() -> None:
    legs = set(placement.holes().values())
    assert {leg for joined in nets.NETS.values() for leg in joined} <= legs
    open_feet = {leg.split(".")[0] for leg in legs - {leg for joined in nets.NETS.values() for leg in joined}}
    assert open_feet == {"PICO", "U1"}  # feet that nobody uses
    assert all(0 <= x < placement.COLUMNS and 0 <= y < placement.ROWS for x, y in placement.holes())


def test_no_part_stands_where_another_one_stands() -> None:
    for one, other in combinations(placement.PLACED, 2):
        (l1, t1, r1, b1), (l2, t2, r2, b2) = one.body, other.body
        assert min(r1, r2) - max(l1, l2) <= 0.01 or min(b1, b2) - max(t1, t2) <= 0.01, (one.name, other.name)


def test_every_insulated_wire_begins_and_ends_in_a_free_hole_of_its_own() -> None:
    ends = [end for link in boards.prototype().links for end in (link.at, link.to)]
    assert len(ends) == len(set(ends))
    assert not {(round(x), round(y)) for x, y in ends} & placement.holes().keys()
    for x, y in ends:
        assert not any(p.body[0] <= x <= p.body[2] and p.body[1] <= y <= p.body[3] for p in placement.PLACED)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_the_guide_names_every_wire_of_the_prototype_board_and_every_hole_of_a_part(language: Language) -> None:
    page = language.page.read_text("utf-8")
    laid = boards.prototype()
    for wire in (*laid.runs, *laid.links):
        assert guide.hole_to_hole(wire) in page
    for part in placement.PLACED:
        for leg in ("1", "2", "C", "B", "E", "K", "A"):
            if leg in part.legs and len(part.legs) <= 3:
                assert f"{leg} {language.say('in')} {placement.written(part.legs[leg])}" in page, part.name


def test_a_bc547_stands_with_its_round_side_where_it_is_drawn() -> None:
    """Looking at the flat side, legs down: collector left, base, emitter right. The lamp's look to the right."""
    for part in placement.PLACED:
        if part.kind == "transistor":
            (cx, cy), (bx, by), (ex, ey) = (part.legs[leg] for leg in "CBE")
            dx, dy = (ex - cx) / 2, (ey - cy) / 2
            middle = (part.body[0] + part.body[2]) / 2 - bx, (part.body[1] + part.body[3]) / 2 - by
            # with the flat side towards you, the round one away from you: it is a quarter to the left of C -> E
            assert middle[0] * dy - middle[1] * dx > 0, part.name


# -- the printed board -----------------------------------------------------------------------------------------------
BOARD = (ledger.HW / fabrication.BOARD).read_text("utf-8")


def test_the_tracks_in_the_board_file_join_what_the_circuit_joins() -> None:
    assert metal(kicad.metal(BOARD)) == WANTED


def test_the_pads_in_the_board_file_have_the_names_of_the_nets() -> None:
    assert kicad.named(BOARD) == {net: set(legs) for net, legs in nets.NETS.items()}


def test_a_track_that_was_cut_in_the_board_file_would_be_noticed() -> None:
    cut = re.sub(r"  \(segment .*\n", "", BOARD, count=1)
    assert metal(kicad.metal(cut)) != WANTED


def test_the_netlist_is_the_circuit() -> None:
    listed = kicad.parsed((ledger.HW / "board/props.net").read_text("utf-8"))
    (found,) = kicad.told(listed, "nets")
    joined = {
        kicad.one(net, "name")[0]: {
            f"{kicad.one(node, 'ref')[0]}.{kicad.one(node, 'pin')[0]}" for node in kicad.told(net, "node")
        }
        for net in kicad.told(found, "net")
    }
    assert joined == {net: set(legs) for net, legs in nets.NETS.items()}


def test_kicad_found_no_fault() -> None:
    said = (ledger.HW / fabrication.FAULTS).read_text("utf-8")
    assert re.findall(r"Found (\d+) ", said) == ["0", "0", "0"], said


def test_the_makers_archive_has_every_layer_and_a_hole_for_every_leg() -> None:
    with zipfile.ZipFile(io.BytesIO((ledger.HW / fabrication.GERBERS).read_bytes())) as archive:
        names = archive.namelist()
        drilled = archive.read("props.drl").decode()
    layers = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "Edge_Cuts")
    assert sorted(names) == sorted([*(f"props-{layer}.gbr" for layer in layers), "props.drl"])
    holes = {tuple(map(float, place)) for place in re.findall(r"^X([\d.]+)Y-([\d.]+)$", drilled, re.M)}
    legs = {kicad.on_sheet(*hole) for hole in placement.holes()}
    assert {(round(x, 2), round(y, 2)) for x, y in legs} <= {(round(x, 2), round(y, 2)) for x, y in holes}
    assert len(holes) == len(legs) + 4  # and the four screws


@pytest.mark.skipif(fabrication.version() is None, reason="apt install kicad")
def test_kicad_finds_no_fault_here_either() -> None:
    assert re.findall(r"Found (\d+) ", fabrication.faults().decode()) == ["0", "0", "0"]


def test_the_makers_archive_is_what_kicad_makes_of_the_board() -> None:
    here, then = fabrication.version(), ledger.built_with()["kicad"]
    if here != then:
        pytest.skip(f"apt install kicad (the archive was made by {then}, here is {here})")
    assert fabrication.gerbers() == (ledger.HW / fabrication.GERBERS).read_bytes()
    assert fabrication.faults() == (ledger.HW / fabrication.FAULTS).read_bytes()


def test_a_fault_would_be_found(tmp_path: Path) -> None:
    if fabrication.version() is None:
        pytest.skip("apt install kicad")
    (tmp_path / "props.kicad_pcb").write_text(re.sub(r"  \(segment .*\n", "", BOARD, count=3), "utf-8")
    command = [fabrication.SYSTEM_PYTHON, str(fabrication.SCRIPT), str(tmp_path / "props.kicad_pcb"), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    unconnected = re.search(r"Found (\d+) unconnected", (tmp_path / "drc.txt").read_text("utf-8"))
    assert unconnected is not None
    assert int(unconnected[1]) > 0


def test_the_box_has_the_boards_measures_and_its_socket_at_the_right_place() -> None:
    source = (ledger.HW / "enclosure/box.scad").read_text("utf-8")
    assert f"props = [{placement.BOARD[0]:g}, {placement.BOARD[1]:g}];" in source
    assert f"props_holes = [{placement.MOUNTS[0]:g}, {placement.MOUNTS[1]:g}];" in source
    middle = placement.millimetres((sum(placement.PICO_COLUMNS) / 2, 0))[0]
    assert f"props[0] / 2 + {middle:.2f};" in source


def test_an_insulated_wire_is_drawn_from_hole_to_hole_and_over_no_part() -> None:
    links = boards.prototype().links
    for link, way in zip(links, ways.ways(links), strict=True):
        assert (way[0], way[-1]) == (link.at, link.to)
        corners = [(round(x), round(y)) for x, y in way]
        for (x1, y1), (x2, y2) in pairwise(corners):
            assert x1 == x2 or y1 == y2
            steps = max(abs(x2 - x1), abs(y2 - y1), 1)
            for n in range(steps + 1):
                x, y = x1 + (x2 - x1) * n // steps, y1 + (y2 - y1) * n // steps
                assert not [
                    part.name
                    for part in placement.PLACED
                    if part.body[0] <= x <= part.body[2] and part.body[1] <= y <= part.body[3]
                ]


def test_what_kicad_made_is_still_kicads_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    made_by = ledger.built_with()["kicad"]
    monkeypatch.setattr(fabrication, "version", lambda: None)
    assert "kicad" not in ledger.versions()
    assert ledger.last_used()["kicad"] == made_by


def test_a_machine_without_drawing_tools_can_still_be_asked_what_it_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "dot" not in ledger.versions()
    assert ledger.last_used()["dot"] == ledger.built_with()["dot"]


def test_the_names_on_the_picture_of_the_printed_board_lie_on_no_copper_and_on_no_other_name() -> None:
    laid = boards.printed()
    names = board_pictures.names_beside(laid)
    assert [name.words for name in names] == [part.name for part in PLACED if part.kind != "terminal"]
    for name in names:
        for run in laid.runs:
            assert all(not within(name, point) for point in run.points()), f"{name.words} on {run.net}"
        for part in PLACED:
            assert all(not within(name, hole) for hole in part.legs.values()), f"{name.words} on a hole of {part.name}"
        others = (other for other in names if other is not name)
        assert all(
            o.left > name.right or o.right < name.left or o.top > name.bottom or o.bottom < name.top for o in others
        )
        left, top, right, bottom = next(part.body for part in PLACED if part.name == name.words)
        assert left - 1.5 < (name.left + name.right) / 2 < right + 1.5, f"{name.words} is far from its part"
        assert top - 1 < (name.top + name.bottom) / 2 < bottom + 1, f"{name.words} is far from its part"


def within(name: board_pictures.Name, point: tuple[float, float]) -> bool:
    return name.left < point[0] < name.right and name.top < point[1] < name.bottom
