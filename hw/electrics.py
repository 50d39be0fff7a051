"""The sums behind the wiring: what each part carries, and why it has the value it has. Pure.

The values here are typical ones of the cheapest parts that do, with the worst case beside them; every number that the
builder's guide or a drawing gives is computed here, so that neither can drift. Volt, ampere, ohm, farad, second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log, pi, sqrt

from majordome.settings.pin_map import Pins

# -- the Raspberry Pi ------------------------------------------------------------------------------------------------
V33, V5 = 3.3, 5.0
TOLERANCE = 0.05  # of the 3.3 V rail, and of the resistors
PIN_MOST = 0.016  # one pin, before it is harmed
PIN_GOOD = 0.004  # one pin, with its level still good: the Pi 5's pads start at 4 mA, older ones at 8 mA
ALL_PINS_MOST = 0.050  # all pins together
LOW, HIGH = 0.8, 0.7 * V33  # a pin reads low below, and surely high above
INNER_PULL_UP = 50e3  # the Pi's own pull-up

E12 = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)
FUSES = (0.5, 0.63, 0.8, 1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0)  # slow ones, 5 x 20 mm


def e12() -> Iterator[float]:
    """Every resistor there is to buy, from one ohm up."""
    for decade in range(6):
        for value in E12:
            yield value * 10**decade / 10


def at_least(ohms: float) -> float:
    """The smallest resistor of the series that is not smaller."""
    return next(value for value in e12() if value >= ohms)


def nearest(ohms: float) -> float:
    """The resistor of the series that is nearest, by ratio."""
    return min(e12(), key=lambda value: abs(log(value / ohms)))


def at_most(ohms: float) -> float:
    """The largest resistor of the series that is not larger."""
    return max(value for value in e12() if value <= ohms)


# -- LEDs on pins: the hourglass, the light in the button ------------------------------------------------------------
LED_V, LED_V_LEAST = 1.9, 1.7  # forward voltage of a red, amber or yellow-green LED: typical, and the lowest


def led_worst(ohms: float) -> float:
    """The most that this resistor lets through: high rail, low LED, low resistor."""
    return (V33 * (1 + TOLERANCE) - LED_V_LEAST) / (ohms * (1 - TOLERANCE))


LED_R = next(value for value in e12() if led_worst(value) <= PIN_GOOD)
LED_I = (V33 - LED_V) / LED_R
LED_I_WORST = led_worst(LED_R)
LED_R_LEAST, LED_R_MOST = LED_R * (1 - TOLERANCE), LED_R * (1 + TOLERANCE)
LED_DROP_LEAST, LED_DROP_MOST = V33 - 2.2, V33 - LED_V_LEAST  # across the resistor of a lit LED
LED_I_330 = led_worst(330)
TEN_LEDS_I, TEN_LEDS_I_WORST = 10 * LED_I, 10 * LED_I_WORST

# -- the buzzer: a transistor, since 3.3 V and 4 mA call nobody ------------------------------------------------------
BUZZER_I = 0.040  # a magnetic buzzer of 5 V takes most; an active piezo about 10 mA
FORCED_GAIN = 20  # far below the transistor's own 100 to 800, so that it is surely full on
BASE_V, BASE_V_MOST, BASE_V_LEAST = 0.7, 0.8, 0.6
SATURATED_V = 0.2
BASE_WANTED = BUZZER_I / FORCED_GAIN
BASE_R_MOST = (V33 * (1 - TOLERANCE) - BASE_V_MOST) / BASE_WANTED
BASE_R = at_most(BASE_R_MOST)
BASE_I = (V33 - BASE_V) / BASE_R
BASE_I_WORST = (V33 * (1 + TOLERANCE) - BASE_V_LEAST) / (BASE_R * (1 - TOLERANCE))
BUZZER_HEAT = SATURATED_V * BUZZER_I
BUZZER_L = 0.025  # henry, of a magnetic buzzer's coil
BUZZER_ENERGY = BUZZER_L * BUZZER_I**2 / 2  # what the coil still holds when the transistor opens
DIODE_I = 0.150  # a 1N4148, for ever
PIEZO_C = 20e-9  # a passive piezo disc is a capacitor: it needs a resistor to empty it
PIEZO_R = 1e3
PIEZO_TAU = PIEZO_R * PIEZO_C
HALF_WAVE = 0.5 / 880  # of the highest tone

# -- a switch at the end of a cable: chairs, guest buzzers -----------------------------------------------------------
CABLE = 3.0  # metres
PULL_UP, SERIES_R, SPIKE_C = 2.2e3, 1e3, 100e-9
PULL_AND_SERIES = PULL_UP + SERIES_R  # what a multimeter reads from the pin to 3.3 V
WETTING_I = V33 / PULL_UP  # clears the film off a cheap contact
RELEASE_TAU = PULL_UP * SPIKE_C
RELEASE_TIME = -RELEASE_TAU * log(1 - HIGH / V33)
LOW_LEVEL = V33 * SERIES_R / (SERIES_R + INNER_PULL_UP)  # the pin's own pull-up still pulls
CABLE_L = 0.7e-6 * 2 * CABLE  # henry, out and back
CONTACT_I = V33 / sqrt(CABLE_L / SPIKE_C)  # the closing contact empties the capacitor through the cable
MAINS, MAINS_HZ, COUPLING = 230.0, 50.0, 50e-12 * CABLE  # a mains cord alongside, 50 pF a metre
HUM_I = 2 * pi * MAINS_HZ * COUPLING * MAINS * sqrt(2)
HUM_BARE, HUM = HUM_I * INNER_PULL_UP, HUM_I * PULL_UP
SPARK_V, SPARK_C = 8e3, 150e-12  # a person who slid over a cushion (IEC 61000-4-2)
SPARK_RISE = SPARK_V * SPARK_C / (SPARK_C + SPIKE_C)
SPARK_I = SPARK_RISE / SERIES_R  # what reaches the pin's own clamps

# -- a pressure pad (FSR) at the end of the same cable ---------------------------------------------------------------
FSR_EMPTY, FSR_CUSHION, FSR_SITS, FSR_JUMPS = 1e6, 30e3, 3e3, 300.0  # nothing, a cushion, a light guest, a heavy one
FSR_ACROSS = 100e3  # across the sensor, in the pad: an empty chair reads something, and a torn cable nothing
ADC_STEPS = 65535  # MicroPython's read_u16
FEED_R = 330.0  # 3.3 V goes out on the cable through this: a crushed cable cannot take the Pico down
# The widest swing between cushion and guest is where the resistor is the geometric mean of the two.
FSR_MEAN = sqrt(FSR_CUSHION * FSR_SITS)
FSR_R = nearest(FSR_MEAN)
FSR_FAULT_I = V33 / FEED_R  # the cable's two wires against ground


def fsr_volts(ohms: float) -> float:
    """The sensor, with its resistor across, lies between 3.3 V and the pin, another one between the pin and ground."""
    return V33 * FSR_R / (FSR_R + ohms * FSR_ACROSS / (ohms + FSR_ACROSS) + FEED_R)


def fsr_steps(ohms: float) -> int:
    """The same, as the firmware reads it."""
    return round(fsr_volts(ohms) / V33 * ADC_STEPS)


FSR_TAU = SPIKE_C * FSR_R * (FSR_SITS + FEED_R) / (FSR_R + FSR_SITS + FEED_R)

# -- the glass of 2 x 30 WS2812 --------------------------------------------------------------------------------------
BULBS, GRAINS = 2, 30
GRAIN_WHITE, GRAIN_IDLE = 0.060, 0.001  # all three colours full; only its own chip
GLASS_WHITE = BULBS * GRAINS * GRAIN_WHITE
GLASS_IDLE = BULBS * GRAINS * GRAIN_IDLE
GLASS_BUDGET = 0.390  # the firmware dims whatever would take more: its budget less what the Pico itself takes
FUSE_LOAD = 0.75  # a fuse carries three quarters of its number for ever
GLASS_FUSE = next(fuse for fuse in FUSES if fuse * FUSE_LOAD >= GLASS_BUDGET)
FUSE_USED, FUSE_OVER = GLASS_BUDGET / GLASS_FUSE, GLASS_WHITE / GLASS_FUSE
WS_HIGH = 0.7 * V5  # what a WS2812 at 5 V reads as high: more than a pin gives
SHIFTER_HIGH = 2.0  # what a 74AHCT125 at 5 V reads as high
DATA_R = 330.0  # beside the cable's own 100 ohm: the edge does not ring
GLASS_C = 1000e-6
SUPPLY_WAKES = 100e-6  # seconds until the supply follows a step
GLASS_DIP = (GLASS_BUDGET - GLASS_IDLE) * SUPPLY_WAKES / GLASS_C
FEED, COPPER, FEED_MM2 = 0.5, 0.0178, 0.5  # metres; ohm mm2 a metre
FEED_DROP = 2 * FEED * COPPER / FEED_MM2 * GLASS_BUDGET

# -- the mood lamp: one RGB LED at 5 V, a transistor for each colour -------------------------------------------------
LAMP_MOST = 0.020  # one colour: what the LED bears, and what the firmware reckons with
RED_V, GREEN_BLUE_V = 2.0, 3.1
RED_R = at_least((V5 - RED_V - SATURATED_V) / LAMP_MOST)
GREEN_BLUE_R = at_least((V5 - GREEN_BLUE_V - SATURATED_V) / LAMP_MOST)
RED_I = (V5 - RED_V - SATURATED_V) / RED_R
GREEN_BLUE_I = (V5 - GREEN_BLUE_V - SATURATED_V) / GREEN_BLUE_R
LAMP_I = RED_I + 2 * GREEN_BLUE_I
PICO_PINS_MOST = 0.050  # an RP2040's pins together

# -- the amplifier ---------------------------------------------------------------------------------------------------
SPEAKER_W, EFFICIENCY = 3.2, 0.92  # MAX98357A at 5 V, 4 ohm, at its very loudest
AMPLIFIER_I = SPEAKER_W / EFFICIENCY / V5


@dataclass(frozen=True, slots=True)
class Load:
    """Something that draws current from a supply: as a rule, and at worst."""

    what: str
    usual: float
    most: float


@dataclass(frozen=True, slots=True)
class Supply:
    """A plug in the wall, with all that hangs on it."""

    name: str
    rated: float
    loads: tuple[Load, ...]

    @property
    def usual(self) -> float:
        return sum(load.usual for load in self.loads)

    @property
    def most(self) -> float:
        return sum(load.most for load in self.loads)


def pin_loads(pins: Pins) -> tuple[Load, ...]:
    """What each output pin of the Pi gives. A lamp on a pin is one more LED."""
    loads = []
    for pin, user in pins.users():
        setting = user.split(" ")[0]
        if setting == "buzzer":
            loads.append(Load(f"GPIO{pin} buzzer", BASE_I, BASE_I_WORST))
        elif setting in ("button_lamp", "hourglass", "lamp"):
            loads.append(Load(f"GPIO{pin} {user.replace('_', ' ')}", LED_I, LED_I_WORST))
    return tuple(loads)


def pico_loads() -> tuple[Load, ...]:
    """What each output pin of the Pico gives in the full build: three transistors, and the shifter's input: nothing."""
    return tuple(Load(f"lamp {n}", BASE_I, BASE_I_WORST) for n in (1, 2, 3))


def supply(build: str, pins: Pins) -> Supply:
    """The one plug of a build, and all that hangs on it."""
    on_pins = pin_loads(pins)
    body = (
        Load("Raspberry Pi 4, sound and Wi-Fi on", 0.700, 1.250),
        Load("all pins of the Pi", sum(load.usual for load in on_pins), sum(load.most for load in on_pins)),
        Load("buzzer", 0.010, BUZZER_I),
    )
    rest = {
        "starter": (Load("chair switches", 0.0, 2 * WETTING_I), Load("USB speaker", 0.150, 0.500)),
        "full": (
            Load("Pico, with chairs and guest buzzers", 0.030, 0.060),
            Load("glass of 60 WS2812, held by the firmware", 0.250, GLASS_BUDGET),
            Load("mood lamp", LAMP_I / 3, LAMP_I),
            Load("amplifier and speaker", 0.100, AMPLIFIER_I),
        ),
    }
    return Supply("the Pi's own USB-C supply, 5.1 V", 3.0, (*body, *rest[build]))
