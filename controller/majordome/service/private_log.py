"""The log beside the journals, which nobody else on the machine reads."""

from __future__ import annotations

import os
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler


class PrivateLog(RotatingFileHandler):
    """Whatever the umask is, and also after it was turned over."""

    def _open(self) -> TextIOWrapper:
        log = super()._open()
        with suppress(OSError):
            os.fchmod(log.fileno(), 0o600)
        return log
