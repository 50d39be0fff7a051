"""Majordome: the butler of a murder party, in a box."""

__version__ = "0.1.0"
