"""What an edge means over time: gestures, presence, and who was first. Pure; pins, Pico and twin share it."""
