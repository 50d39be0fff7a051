"""What a finger on the one button means: how long it stays, what the button's light answers, and what comes of it."""

from __future__ import annotations

from html import escape

from drafting import labels
from majordome.core.events import GOOD_NIGHT, HOLD, LONG_HOLD
from majordome.props.lamps import BLINKS
from majordome.sensing.gestures import SECOND_PRESS

LEFT, TOP, ROW, SECOND = 130.0, 62.0, 46.0, 56.0  # dots; SECOND is one on the line of time
LAST = 10.6  # seconds on paper
LETTER = 6.3  # dots, about, of a word
# gesture -> when the finger is down, in seconds
FINGER = {
    "press": ((0.0, 0.25),),
    "double": ((0.0, 0.25), (0.25 + SECOND_PRESS / 2, 0.5 + SECOND_PRESS / 2)),
    "hold": ((0.0, HOLD + 0.8),),
    "long": ((0.0, LONG_HOLD + 0.8),),
    "longest": ((0.0, GOOD_NIGHT),),
}
RECIPE = str((FINGER, BLINKS))  # what a changed program would draw otherwise


def svg(lang: str) -> str:
    say = labels.words()[lang]
    wide, high = LEFT + LAST * SECOND + 20, TOP + len(FINGER) * ROW + 44
    drawn = [f'<rect width="{wide:.0f}" height="{high:.0f}" fill="white"/>']
    for second in range(int(LAST) + 1):
        x, bold = LEFT + second * SECOND, second in (HOLD, LONG_HOLD, GOOD_NIGHT)
        look = 'stroke="#c9a400"' if bold else 'stroke="#ddd" stroke-dasharray="2 3"'
        drawn.append(f'<line x1="{x:.1f}" y1="44" x2="{x:.1f}" y2="{TOP + len(FINGER) * ROW - 14:.1f}" {look}/>')
        drawn.append(_text(x, 34, f"{second} s", 12, "bold" if bold else "normal", "middle"))
    for row, (gesture, downs) in enumerate(FINGER.items()):
        y = TOP + row * ROW + 6
        drawn.append(_text(LEFT - 14, y + 11, say[gesture], 14, "bold", "end"))
        for start, end in downs:
            place = f'x="{LEFT + start * SECOND:.1f}" y="{y:.1f}" width="{(end - start) * SECOND:.1f}" height="15"'
            drawn.append(f'<rect {place} rx="5" fill="#c4221f"/>')
        held = downs[-1][1]
        for after, blinks in BLINKS:
            for n in range(blinks if held >= after else 0):
                at = f'cx="{LEFT + after * SECOND + 6 + 11 * n:.1f}" cy="{y + 7.5:.1f}"'
                drawn.append(f'<circle {at} r="4.5" fill="#ffe27a" stroke="#7a5c00"/>')
        if gesture == "longest":
            drawn.append(_text(LEFT + held * SECOND - 8, y + 30, say[f"{gesture}_does"], 13, "normal", "end"))
        else:
            words = say[f"{gesture}_does"]
            x = _clear_of_lines(held * SECOND + 10, LETTER * len(words))
            drawn.append(_text(LEFT + x, y + 12, words, 13, "normal", "start"))
    y = high - 23.5
    drawn.append(f'<rect x="{LEFT:.0f}" y="{y - 6.5:.1f}" width="26" height="13" rx="5" fill="#c4221f"/>')
    drawn.append(_text(LEFT + 34, y + 4.5, say["key_finger"], 12, "normal", "start"))
    drawn.append(f'<circle cx="{LEFT + 213:.0f}" cy="{y:.1f}" r="4.5" fill="#ffe27a" stroke="#7a5c00"/>')
    drawn.append(_text(LEFT + 224, y + 4.5, say["key_light"], 12, "normal", "start"))
    frame = f'width="{wide:.0f}" height="{high:.0f}" viewBox="0 0 {wide:.0f} {high:.0f}" xml:lang="{lang}"'
    fonts = 'font-family="Arial, Helvetica, sans-serif"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {fonts}>\n' + "\n".join(drawn) + "\n</svg>\n"


def _clear_of_lines(x: float, wide: float) -> float:
    """Words that would lie across one of the three lines begin behind it."""
    for line in (HOLD * SECOND, LONG_HOLD * SECOND, GOOD_NIGHT * SECOND):
        x = line + 10 if x < line < x + wide else x
    return x


def _text(x: float, y: float, words: str, size: float, weight: str, anchor: str) -> str:
    look = f'font-size="{size:g}" font-weight="{weight}" text-anchor="{anchor}" fill="#222"'
    look += ' stroke="white" stroke-width="5" paint-order="stroke"'  # read over a line
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(words)}</text>'
