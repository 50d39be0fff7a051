"""The Pi's header as it is seen with the card on top: which wire is screwed to which place, in its colour."""

from __future__ import annotations

from html import escape

from drafting.colours import CODE
from drafting.harnesses import harnesses
from drafting.languages import Say, english
from majordome.settings.pin_map import GROUND, HEADER, POWER

PITCH, TOP = 27.0, 74.0
INNER, OUTER = 400.0, 440.0  # the two rows of pins
WIRE = 70.0  # as much of a wire as is drawn
WIDE = INNER + OUTER
# the Pi's ends, above and below; its two rows, left and right
SIDES = (
    "the end of the Pi with the memory card",
    "the end with the USB sockets",
    "towards the middle of the Pi",
    "at the edge of the Pi",
)
DARK_INK = ("WH", "YE", "OG", "")  # on these colours white is not read


def svg(build: str, say: Say = english) -> str:
    wires = {
        one.place: (f"{other.connector} {say(other.place)}, {say(other.label)}", colour)
        for harness in harnesses(build)
        for one, other, colour in harness.links()
        if one.connector == "PI"
    }
    high = TOP + 20 * PITCH + 34
    above, below, inner, outer = map(say, SIDES)
    case = f'x="{INNER - 16:.0f}" y="{TOP - 18:.0f}" width="{OUTER - INNER + 32:.0f}" height="{20 * PITCH + 9:.0f}"'
    drawn = [
        f'<rect width="{WIDE:.0f}" height="{high:.0f}" fill="white"/>',
        f'<rect {case} rx="4" fill="#333"/>',
        _text(WIDE / 2, 20, above, 13, "middle"),
        _text(WIDE / 2, high - 10, below, 13, "middle"),
        _text(INNER - 24, 46, inner, 12, "end", "#666"),
        _text(OUTER + 24, 46, outer, 12, "start", "#666"),
    ]
    names = {place: f"GPIO{pin}" for pin, place in HEADER.items()} | POWER | dict.fromkeys(GROUND, "GND")
    for place, name in sorted(names.items()):
        x, out, anchor = (OUTER, 1, "start") if place % 2 == 0 else (INNER, -1, "end")
        y = TOP + (place - 1) // 2 * PITCH
        goes, code = wires.get(str(place), ("", ""))
        if goes:
            line = f'x1="{x:.0f}" y1="{y:.1f}" x2="{x + out * WIRE:.0f}" y2="{y:.1f}" stroke-linecap="round"'
            drawn.append(f'<line {line} stroke="#444" stroke-width="8"/>')
            drawn.append(f'<line {line} stroke="{CODE[code][1]}" stroke-width="6"/>')
            words = f"{name} {say('to')} {goes}{say(': ')}{say(CODE[code][0])}"
            drawn.append(_text(x + out * (WIRE + 10), y + 4.5, words, 13, anchor))
        else:
            drawn.append(_text(x + out * 22, y + 4.5, name, 12, anchor, "#999"))
        fill = CODE[code][1] if goes else "#bbb"
        drawn.append(f'<circle cx="{x:.0f}" cy="{y:.1f}" r="11" fill="{fill}" stroke="#eee"/>')
        drawn.append(_text(x, y + 4, str(place), 11, "middle", "#222" if code in DARK_INK else "white"))
    frame = f'width="{WIDE:.0f}" height="{high:.0f}" viewBox="0 0 {WIDE:.0f} {high:.0f}"'
    fonts = 'font-family="Arial, Helvetica, sans-serif"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {fonts}>\n' + "\n".join(drawn) + "\n</svg>\n"


def _text(x: float, y: float, words: str, size: float, anchor: str, fill: str = "#222") -> str:
    look = f'font-size="{size:g}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'
