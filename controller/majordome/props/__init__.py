"""The physical things: buzzer, hourglass, lamps. Each is optional, takes its pins and clock as keywords, never waits,
and falls silent and dark on close."""
