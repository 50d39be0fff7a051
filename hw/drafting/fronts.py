"""The front of each build with its measures, and the names of what is on it: for who drills a cigar box, too."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from drafting import programs
from drafting.enclosure import BOX
from drafting.languages import Say, english

SCALE, LEFT, TOP = 3.6, 150.0, 70.0  # dots a millimetre; room for the measures
RIGHT, BOTTOM = 262.0, 90.0
ASK = """include <{box}>
part = "none";
echo(width = width); echo(height = height); echo(depth = depth); echo(window = window); echo(window_at = window_at);
echo(button_at = button_at); echo(button_hole = button_hole); echo(button_rim = button_rim);
echo(speaker_at = speaker_at); echo(speaker = speaker); echo(socket_at = socket_at); echo(jack_hole = jack_hole);
echo(neck = neck); echo(lamp_hole = lamp_hole); echo(lamp_at = lamp_at); echo(horn_at = horn_at);
"""
CUT = """include <{box}>
part = "none";
difference() {{
    rounded([width, height], corner);
    translate(window_at) hourglass(window, neck);
    translate(button_at) circle(d = button_hole);
    translate(speaker_at) grille(speaker - 4);
}}
"""


def asked(build: str) -> dict[str, Any]:
    """The measures, as OpenSCAD reckons them."""
    lines = _openscad(build, ASK, "told.echo").splitlines()
    told = (line.removeprefix("ECHO: ").partition(" = ") for line in lines if line.startswith("ECHO: "))
    return {name: json.loads(value) for name, _, value in told}


def outline(build: str) -> str:
    """The front as one path, y downwards from its lower edge."""
    return "".join(re.findall(r'\bd="([^"]*)"', _openscad(build, CUT, "front.svg")))


def _openscad(build: str, text: str, out: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "ask.scad"
        source.write_text(text.format(box=BOX), "utf-8")
        programs.run("openscad", "-D", f'build="{build}"', "-o", str(Path(folder) / out), str(source))
        return (Path(folder) / out).read_text("utf-8")


class Drawing:
    """Millimetres from the lower left corner of the front, on paper."""

    def __init__(self, width: float, height: float, say: Say) -> None:
        self.say = say
        self.size = width, height
        self.drawn: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        return LEFT + x * SCALE, TOP + (self.size[1] - y) * SCALE

    def line(
        self, one: tuple[float, float], other: tuple[float, float], *, arrows: bool = False, dash: str = ""
    ) -> None:
        (x1, y1), (x2, y2) = self.at(*one), self.at(*other)
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        more = ' marker-start="url(#a)" marker-end="url(#a)"' if arrows else ""
        more += f' stroke-dasharray="{dash}"' if dash else ""
        self.drawn.append(f'<line {ends} stroke="#444" stroke-width="1"{more}/>')

    def dot(self, x: float, y: float) -> None:
        px, py = self.at(x, y)
        self.drawn.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="2.5" fill="#444"/>')

    def text(self, x: float, y: float, words: str, *, turn: int = 0, anchor: str = "middle", size: float = 13) -> None:
        px, py = self.at(x, y)
        place = f'x="{px:.1f}" y="{py:.1f}" font-size="{size:g}" text-anchor="{anchor}"'
        turned = f' transform="rotate({turn} {px:.1f} {py:.1f})"' if turn else ""
        self.drawn.append(f'<text {place} fill="#222"{turned}>{escape(words)}</text>')

    def across(self, x1: float, x2: float, y: float, from_y: float) -> None:
        """A measure along x, at height y; thin lines lead to what it measures."""
        for x in (x1, x2):
            self.line((x, from_y), (x, y - (1 if y < from_y else -1)), dash="2 3")
        self.line((x1, y), (x2, y), arrows=True)
        self.text((x1 + x2) / 2, y + 1.2, f"{x2 - x1:g}")

    def upright(self, y1: float, y2: float, x: float, from_x: float) -> None:
        """A measure along y, at the place x."""
        for y in (y1, y2):
            self.line((from_x, y), (x - (1 if x < from_x else -1), y), dash="2 3")
        self.line((x, y1), (x, y2), arrows=True)
        self.text(x - 1.2, (y1 + y2) / 2, f"{y2 - y1:g}", turn=-90)

    def named(self, x: float, y: float, row: float, *words: str) -> None:
        """What it is, on the right, with a line to it: upright from the thing, and then across."""
        edge = self.size[0] + 5
        self.dot(x, y)
        self.line((x, y), (x, row))
        self.line((x, row), (edge, row))
        for n, word in enumerate(words):
            self.text(edge + 1, row - 1 - 4.6 * n, self.say(word), anchor="start", size=13 if n == 0 else 11.5)


def svg(build: str, say: Say = english) -> str:
    return drawn(build, asked(build), outline(build), say)


def drawn(build: str, m: Mapping[str, Any], path: str, say: Say = english) -> str:
    """The drawing of measured values."""
    width, height = m["width"], m["height"]
    sheet = Drawing(width, height, say)
    (wx, wy), (ww, wh) = m["window_at"], m["window"]
    (bx, by), (sx, sy) = m["button_at"], m["speaker_at"]
    x0, y0 = sheet.at(0, 0)
    shape = f'transform="translate({x0:.1f} {y0:.1f}) scale({SCALE})" fill="#e9e2f3" stroke="#5b4684"'
    sheet.drawn.append(f'<path {shape} stroke-width="0.3" fill-rule="evenodd" d="{path}"/>')
    px, py = sheet.at(bx, by)
    rim = f'r="{m["button_rim"] / 2 * SCALE:.1f}" fill="none" stroke="#c4221f" stroke-dasharray="5 4"'
    sheet.drawn.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" {rim}/>')
    for x, y in ((bx, by), (sx, sy), (wx, wy)):
        sheet.line((x - 3, y), (x + 3, y))
        sheet.line((x, y - 3), (x, y + 3))
    sheet.across(0, width, height + 10, height)
    sheet.across(0, sx, -7, 0)
    sheet.across(sx, bx, -7, 0)
    sheet.across(bx, width, -7, 0)
    sheet.across(wx - ww / 2, wx + ww / 2, wy + wh / 2 - 6, wy + wh / 2)
    sheet.upright(0, height, -30, 0)
    sheet.upright(0, sy, -8, 0)
    sheet.upright(wy - wh / 2, wy + wh / 2, -18, wx - ww / 2)
    sheet.upright(0, wy - wh / 2, -18, 0)
    sheet.named(
        wx + ww / 4, wy + wh / 3, wy + wh / 3, "hourglass", f"window {ww:g} x {wh:g} mm,", f"neck {m['neck']:g} mm"
    )
    hole = f"hole {m['button_hole']:g} mm, rim {m['button_rim']:g} mm"
    sheet.named(bx + 16, by + 10, by + 34, "the button", hole)
    what = "speaker behind the grille" if build == "full" else "buzzer behind the grille"
    sheet.named(sx, sy - m["speaker"] / 2 + 4, 5, what, f"{m['speaker']:g} mm across")
    side, deep = m["socket_at"]
    where = f"{side:g} mm up, {deep:g} mm from the front"
    sheet.named(width, side, side, "chair sockets in both walls", f"hole {m['jack_hole']:g} mm,", where)
    if build == "full":
        lamp, horn = (f"{x:g} mm from the left, {deep:g} mm from the front" for x, deep in (m["lamp_at"], m["horn_at"]))
        sheet.named(m["lamp_at"][0], height, height + 4, "mood lamp, in the top", f"hole {m['lamp_hole']:g} mm,", lamp)
        sheet.named(m["horn_at"][0], height, height - 10.5, "buzzer under the top", "small holes,", horn)
    wide, high = LEFT + width * SCALE + RIGHT, TOP + height * SCALE + BOTTOM
    title = say(f"Front of the {build} build, millimetres, as you see it; {m['depth']:g} deep")
    arrow = '<marker id="a" markerWidth="9" markerHeight="6" refX="9" refY="3" orient="auto-start-reverse">'
    head = f'<defs>{arrow}<path d="M0,0 L9,3 L0,6 z" fill="#444"/></marker></defs>'
    head += f'<rect width="{wide:.0f}" height="{high:.0f}" fill="white"/>'
    head += f'<text x="20" y="{high - 16:.0f}" font-size="15" fill="#222">{title}</text>'
    frame = f'width="{wide:.0f}" height="{high:.0f}" viewBox="0 0 {wide:.0f} {high:.0f}"'
    fonts = 'font-family="Arial, Helvetica, sans-serif"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {fonts}>\n{head}\n' + "\n".join(sheet.drawn) + "\n</svg>\n"
