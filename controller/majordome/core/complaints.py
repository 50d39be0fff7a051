"""What broke, for the log. The library for it is loaded when something breaks: most evenings never need it."""

from __future__ import annotations


def complain(where: str, message: str, *args: object) -> None:
    """Write it down, with the exception that is being handled."""
    import logging

    logging.getLogger(where).exception(message, *args)


def warn(where: str, message: str, *args: object) -> None:
    """Write it down."""
    import logging

    logging.getLogger(where).warning(message, *args)
