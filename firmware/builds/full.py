"""The Pico of the full build (docs/builder.md): `majordome pico flash --settings` puts it on the board as settings.py.

Button, its light and the buzzer are on the Pi. The chairs' numbers are those of the guide's table: a pad without a
cushion reads 6500, under a cushion 19600, with a guest 49000, and nothing at all where its cable is torn.

Pins are GPIO numbers (GP16, not the foot's number). None, or an empty tuple: not fitted.
"""

NAME = "props"  # the box can look for a board by this name

# The hourglass: one chain of WS2812, from the top of the upper bulb to the neck, and on to the bottom of the lower one.
SAND = 16
UPPER, LOWER = 30, 30
SAND_COLOUR = (255, 140, 30)
BRIGHTNESS = 160  # of 255, before the current budget

LAMP = (18, 19, 20)  # red, green, blue; or one pin for a white lamp
LAMP_ACTIVE_HIGH = True

# The seat ring: a ring or a strip of WS2812 of its own, from the first seat clockwise.
RING = None  # 17, for instance
RING_LEDS = 24
RING_MA = 80  # of the budget below, when it shines; the sand gets the rest

BUZZER = None
BUZZER_TONAL = True  # a passive one is played a tone; an active one is only switched
BUZZER_ACTIVE_HIGH = True

BUTTON = None
BUTTON_LIGHT = None

GUESTS = (2, 3, 4, 5, 6, 7)  # up to six buzzers for guests, against ground; the first is the first guest's
GUEST_LIGHTS = ()  # the lights in them, in the same order: (8, 9, 10, 11, 12, 21), for instance

CHAIRS = (26, 27)  # analogue: GP26 to GP28. A pressure sensor with 100 kilohm across it to 3.3 V, 10 kilohm to ground
CHAIR_EMPTY = 12000  # of 65535, until the first tare: between a bare pad and a cushion
CHAIR_TAKEN = 20000  # so much above empty, and someone sits
CHAIR_LEFT = 14500  # below this above empty, and nobody does
CHAIR_SETTLES_MS = 150
CHAIR_TORN = 2500  # below this the cable is torn

# The current budget, in mA at 5 V. A computer's USB port gives 500; the rest is for start-up.
BUDGET_MA = 450
BOARD_MA = 60  # the Pico itself
LED_MA = 20  # one channel of one WS2812 at full light: the worst maker's
LED_IDLE_MA = 1  # one WS2812 that is dark
LAMP_MA = 20  # one channel of the lamp, as far as the board feeds it; 0 where it has its own supply
BUZZER_MA = 30

WATCHDOG_MS = 4000  # 0: none
