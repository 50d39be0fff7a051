"""The terminal butler: a live screen for a person, plain lines for a pipe. Shows only what the room may know."""
