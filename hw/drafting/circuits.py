"""The driver circuits, drawn by schemdraw with the values that electrics.py computes.

Each drawing notes the parts that it shows, so that the parts lists can be held to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import electrics as e
import schemdraw
from schemdraw import elements, svgconfig
from schemdraw.backends import svg

from drafting.languages import Say, english

elm: Any = elements  # schemdraw has types for half of its elements only
backend: Any = svg
schemdraw.use("svg")
backend.ziamath = None  # where it is installed, words would be measured in whichever fonts are there
svgconfig.text = "text"  # letters, not outlines: the same file whichever fonts are there

UNIT = 2.2
MARGIN = 60.0
FONT = "Arial, Helvetica, sans-serif"


def ohms(value: float) -> str:
    """470 Ω, 2.2 kΩ."""
    return f"{value:g} Ω" if value < 1000 else f"{value / 1000:g} kΩ"


def resistor(value: float) -> str:
    """How a resistor is called in the parts lists: resistor-470, resistor-2k2."""
    if value < 1000:
        return f"resistor-{value:g}"
    return f"resistor-{value / 1000:g}".replace(".", "k") + ("" if value % 1000 else "k")


class Sheet:
    """A drawing that remembers which parts are on it."""

    def __init__(self, say: Say = english) -> None:
        self.say = say
        self.drawing: Any = schemdraw.Drawing(show=False)
        self.drawing.config(unit=UNIT, fontsize=13, font=FONT, lw=1.6, inches_per_unit=0.45)
        self.parts: Counter[str] = Counter()

    def wire(self, element: Any) -> Any:
        """A line, a dot, a label: nothing to buy."""
        return self.drawing.add(element)

    def part(self, key: str, element: Any) -> Any:
        """Something to buy."""
        self.parts[key] += 1
        return self.drawing.add(element)

    def pin(self, text: str, at: Any = None, side: str = "left") -> Any:
        """Where a pin or a terminal comes in."""
        dot = elm.Dot(open=True).label(self.say(text), side, ofst=0.15)
        return self.wire(dot.at(at) if at is not None else dot)

    def ground(self) -> None:
        """To ground, a little way on."""
        self.wire(elm.Line().right().length(0.4))
        self.wire(elm.Ground())

    def svg(self) -> str:
        """On white, with room for the words at the edges: schemdraw does not know how wide they are."""
        text = str(self.drawing.get_imagedata("svg").decode("utf-8"))
        x, y, width, height = (float(side) for side in re.findall(r'viewBox="([^"]*)"', text)[0].split())
        box = x - MARGIN, y - MARGIN / 4, width + 2 * MARGIN, height + MARGIN / 2
        frame = " ".join(f"{side:.1f}" for side in box)
        paper = '<rect x="-2000" y="-2000" width="4000" height="4000" fill="white"/>'
        head, _, body = text.partition(">")
        size = f'width="{box[2]:.0f}" height="{box[3]:.0f}" viewBox="{frame}"'
        return re.sub(r"<svg .*", f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', head) + paper + body


def hourglass(s: Sheet) -> None:
    """One LED of the starter's hourglass."""
    s.pin("GPIO")
    s.wire(elm.Line().right().length(0.6))
    s.part("led", elm.LED().right().label(s.say("red LED, its long\nleg to the pin"), "bottom", ofst=(0, -0.5)))
    s.part(resistor(e.LED_R), elm.Resistor().right().label(s.say(ohms(e.LED_R)), ofst=0.2))
    s.ground()


def light(s: Sheet) -> None:
    """The light in the button: the LED is the button's own."""
    s.pin("GPIO27")
    s.wire(elm.Line().right().length(0.4))
    s.part(resistor(e.LED_R), elm.Resistor().right().label(s.say(ohms(e.LED_R)), ofst=0.2))
    s.wire(elm.LED().right().label(s.say("the light\nin the button"), "bottom", ofst=(0, -0.5)))
    s.ground()


def buzzer(s: Sheet) -> None:
    """TOP."""
    s.pin("GPIO22")
    s.wire(elm.Line().right().length(0.4))
    s.part(resistor(e.BASE_R), elm.Resistor().right().label(s.say(ohms(e.BASE_R)), ofst=0.2))
    q = s.part("transistor", elm.BjtNpn(circle=True).right().anchor("base").label("BC547", "right", ofst=0.2))
    s.wire(elm.Ground().at(q.emitter))
    s.wire(elm.Line().at(q.collector).up().length(0.6))
    joint = s.wire(elm.Dot())
    s.wire(elm.Line().at(joint.center).up().length(0.75))
    horn = s.wire(elm.Speaker().right().anchor("in2").label(s.say("buzzer"), "right", ofst=0.15))
    s.wire(elm.Line().at(horn.in1).up().length(0.75))
    top = s.wire(elm.Dot())
    s.wire(elm.Vdd().at(top.center).label("5 V"))
    s.wire(elm.Label().at((horn.in1[0] - 0.25, horn.in1[1] + 0.1)).label("+"))
    s.wire(elm.Line().at(joint.center).left().length(1.5))
    s.part("diode", elm.Diode().up().toy(top.center))
    s.wire(elm.Label().at((joint.center[0] - 2.5, (joint.center[1] + top.center[1]) / 2 - 0.15)).label("1N4148"))
    s.wire(elm.Line().at((joint.center[0] - 1.5, top.center[1])).right().tox(top.center))


def switch(s: Sheet) -> None:
    """A contact at the end of a cable: a chair of the starter, a guest's buzzer of the full build."""
    s.pin("pin")
    s.wire(elm.Line().right().length(0.3))
    s.part(resistor(e.SERIES_R), elm.Resistor().right().label(s.say(ohms(e.SERIES_R)), ofst=0.2))
    node = s.wire(elm.Dot())
    s.part(resistor(e.PULL_UP), elm.Resistor().at(node.center).up().label(s.say(ohms(e.PULL_UP)), "bottom", ofst=0.2))
    s.wire(elm.Vdd().label(s.say("3.3 V")))
    s.part("capacitor-100n", elm.Capacitor().at(node.center).down().label("100 nF", "bottom", ofst=0.2))
    s.wire(elm.Ground())
    s.wire(elm.Line().at(node.center).right().length(1.6))
    s.pin("tip", side="top")
    s.wire(elm.Line().right().length(3.0).linestyle("--").label(s.say(f"cable, {e.CABLE:g} m"), ofst=(0.35, 0.2)))
    contact = s.wire(elm.Switch().down().label(s.say("switch"), "bottom"))
    s.wire(elm.Line().at(contact.end).left().length(3.0).linestyle("--"))
    s.pin("sleeve", side="top")
    s.wire(elm.Ground())


def pad(s: Sheet) -> None:
    """A pressure pad at the end of a cable: a chair of the full build."""
    s.pin("GP26 / GP27")
    s.wire(elm.Line().right().length(0.3))
    s.part(resistor(e.SERIES_R), elm.Resistor().right().label(s.say(ohms(e.SERIES_R)), ofst=0.2))
    node = s.wire(elm.Dot())
    s.part(resistor(e.FSR_R), elm.Resistor().at(node.center).down().label(s.say(ohms(e.FSR_R)), "bottom", ofst=0.2))
    s.wire(elm.Ground())
    s.wire(elm.Line().at(node.center).right().length(2.1))
    second = s.wire(elm.Dot())
    s.part("capacitor-100n", elm.Capacitor().down().label("100 nF", "bottom", ofst=0.2))
    s.wire(elm.Ground())
    s.wire(elm.Line().at(second.center).right().length(1.2))
    tip = s.pin("")
    s.wire(elm.Label().at((tip.center[0], tip.center[1] - 0.6)).label(s.say("tip")))
    s.wire(elm.Line().right().length(3.0).linestyle("--").label(s.say(f"cable, {e.CABLE:g} m"), ofst=(0.45, -0.75)))
    joint = s.wire(elm.Dot())
    sensor = s.wire(elm.ResistorVar().up().label(s.say("pressure\nsensor"), ofst=(0, 0.45)))
    top = s.wire(elm.Dot())
    s.wire(elm.Line().at(joint.center).right().length(1.5))
    words = s.say(f"{ohms(e.FSR_ACROSS)},\nin the pad")
    s.part(resistor(e.FSR_ACROSS), elm.Resistor().up().label(words, "bottom", ofst=0.2))
    s.wire(elm.Line().left().tox(top.center))
    s.wire(elm.Line().at(sensor.end).left().tox(tip.center).linestyle("--"))
    s.pin("sleeve", side="top")
    s.part(resistor(e.FEED_R), elm.Resistor().left().label(s.say(ohms(e.FEED_R)), "bottom", ofst=(0, 0.5)))
    s.wire(elm.Line().left().length(0.4))
    s.wire(elm.Vdd().label(s.say("3.3 V\nof the Pico"), ofst=0.2))


def glass(s: Sheet) -> None:
    """Data and power of the 2 x 30 WS2812."""
    feet = [("4OE", "13", "left"), ("4A", "12", "left"), ("", "14", "top"), ("4Y", "11", "right"), ("", "7", "bot")]
    pins = [
        elm.IcPin(name=name or None, pin=foot if name else None, side=side, anchorname=f"foot{foot}")
        for name, foot, side in feet
    ]
    chip = s.part("level-shifter", elm.Ic(pins=pins, size=(3.4, 3.0), pinspacing=1.2, lsize=11, plblsize=10))
    s.wire(elm.Label().at((chip.foot14[0], chip.foot14[1] - 1.0)).label("14 VCC", fontsize=11))
    s.wire(elm.Label().at((chip.foot7[0], chip.foot7[1] + 0.75)).label("7 GND", fontsize=11))
    s.wire(elm.Label().at((chip.foot7[0] + 0.25, chip.foot7[1] - 0.25)).label("74AHCT125", halign="left"))
    s.wire(elm.Line().at(chip.foot12).left().length(2.2))
    s.pin("GP16")
    s.wire(elm.Line().at(chip.foot13).left().length(0.5))
    s.wire(elm.Ground())
    s.wire(elm.Ground().at(chip.foot7))
    s.part(resistor(e.DATA_R), elm.Resistor().at(chip.foot11).right().label(s.say(ohms(e.DATA_R)), ofst=0.2))
    s.wire(elm.Line().right().length(1.2))
    data = s.pin("T9: data", side="right")
    s.wire(elm.Line().at(chip.foot14).up().length(1.0))
    beside = s.wire(elm.Dot())
    s.wire(elm.Line().up().length(1.5))
    feed = s.wire(elm.Dot())
    s.wire(elm.Line().at(beside.center).left().length(2.6))
    s.part("capacitor-100n", elm.Capacitor().down().length(1.2).label("100 nF", "top", ofst=0.2))
    s.wire(elm.Ground())
    s.wire(elm.Line().at(feed.center).left().length(3.2))
    s.pin("T6: 5 V")
    words = s.say(f"{e.GLASS_FUSE * 1000:g} mA, slow")
    s.part("fuse-holder", elm.Fuse().at(feed.center).right().label(words, ofst=0.2))
    s.parts["fuse"] += 1
    tank = s.wire(elm.Dot())
    s.part("capacitor-1000u", elm.Capacitor(polar=True).down().length(1.6).label("1000 µF", "bottom", ofst=0.2))
    s.wire(elm.Ground())
    s.wire(elm.Line().at(tank.center).right().tox(data.center))
    s.pin("T8: 5 V of the glass", side="right")
    s.wire(elm.Line().at((data.center[0], data.center[1] - 1.6)).left().length(0.8))
    s.wire(elm.Ground())
    s.pin("T10: ground", at=(data.center[0], data.center[1] - 1.6), side="right")


def lamp(s: Sheet) -> None:
    """One colour of the mood lamp."""
    s.pin("GP18 / GP19 / GP20")
    s.wire(elm.Line().right().length(0.4))
    s.part(resistor(e.BASE_R), elm.Resistor().right().label(s.say(ohms(e.BASE_R)), ofst=0.2))
    q = s.part("transistor", elm.BjtNpn(circle=True).right().anchor("base").label("BC547", "right", ofst=0.2))
    s.wire(elm.Ground().at(q.emitter))
    s.wire(elm.Line().at(q.collector).up().length(0.3))
    words = s.say(f"{ohms(e.RED_R)} for red,\n{ohms(e.GREEN_BLUE_R)} for green and blue")
    s.wire(elm.Resistor().up().label(words, "bottom", halign="left", ofst=0.2))
    s.wire(elm.LED().up().reverse())
    s.wire(elm.Vdd().label(s.say("5 V, the common leg"), ofst=0.2))


@dataclass(frozen=True, slots=True)
class Circuit:
    """A drawing, and how often it is built."""

    draw: Callable[[Sheet], None]
    times: Mapping[str, int]
    more: Mapping[str, int]  # parts whose value is not the same each time

    @property
    def name(self) -> str:
        return self.draw.__name__

    def sheet(self, say: Say = english) -> Sheet:
        sheet = Sheet(say)
        self.draw(sheet)
        return sheet


CIRCUITS = (
    Circuit(hourglass, {"starter": 10}, {}),
    Circuit(light, {"starter": 1, "full": 1}, {}),
    Circuit(buzzer, {"starter": 1, "full": 1}, {}),
    Circuit(switch, {"starter": 2, "full": 6}, {}),
    Circuit(pad, {"full": 2}, {}),
    Circuit(glass, {"full": 1}, {}),
    Circuit(lamp, {"full": 3}, {resistor(e.RED_R): 1, resistor(e.GREEN_BLUE_R): 2}),
)


def parts(build: str) -> Counter[str]:
    """All that the circuits of a build are made of."""
    needed: Counter[str] = Counter()
    for circuit in CIRCUITS:
        times = circuit.times.get(build, 0)
        for key, count in circuit.sheet().parts.items():
            needed[key] += times * count
        if times:
            needed.update(circuit.more)
    return +needed
