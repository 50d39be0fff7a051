"""The props board: a Raspberry Pi Pico on USB, its wire, its port, and the same props by serial."""
