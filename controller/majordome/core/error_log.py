"""Tells the log what broke. `logging` is loaded when something breaks: most evenings never need it."""

from __future__ import annotations


def log_exception(where: str, message: str, *args: object) -> None:
    """Log this message of the module `where`, with the exception that is being handled."""
    import logging

    logging.getLogger(where).exception(message, *args)


def log_warning(where: str, message: str, *args: object) -> None:
    """Log this message of the module `where` as a warning."""
    import logging

    logging.getLogger(where).warning(message, *args)
