"""The one colour code of every wire: on the drawings, in the tables, on the boards, and in the box."""

from __future__ import annotations

# WireViz's code -> what the guide calls it, how it is drawn, and what such a wire is, always
CODE: dict[str, tuple[str, str, str]] = {
    "BK": ("black", "#222222", "ground, and nothing else"),
    "RD": ("red", "#cc2222", "5 V, and nothing else"),
    "OG": ("orange", "#e07b00", "3.3 V, and nothing else"),
    "YE": ("yellow", "#c9a400", "hourglass: its LEDs or its data; the amplifier's clock"),
    "GN": ("green", "#22883a", "button; left chair; the lamp's green; the amplifier's left-right clock"),
    "BU": ("blue", "#2266cc", "buzzer; right chair; the lamp's blue; the amplifier's data"),
    "WH": ("white", "#ffffff", "the light in the button; the tip of a socket"),
    "PK": ("pink", "#e377a2", "the lamp's red"),
    "VT": ("violet", "#7a4fb0", "speaker +"),
    "GY": ("grey", "#6b7780", "speaker -, buzzer -, cables with colours of their own: never ground"),
}
DRAWN = {code: drawn for code, (_, drawn, _) in CODE.items()}
