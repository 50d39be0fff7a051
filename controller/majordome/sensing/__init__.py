"""What an edge means over time: gestures, and who sits. Pure; pins, Pico and twin share it."""
