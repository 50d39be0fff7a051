"""What the host and the builder have written: settings, wiring, guest lists."""
