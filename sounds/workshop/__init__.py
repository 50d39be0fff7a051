"""The workshop that makes the sound pack. It runs on a maker's machine; the box only plays the files."""
