"""What all props on pins have in common: they are context managers, and fall silent and dark on close."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from types import TracebackType
from typing import Any, Self


class PinProp(ABC):
    """A prop that holds pins."""

    @abstractmethod
    def close(self) -> None:
        """Silent and dark; twice does no harm."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def put_out(*devices: Any) -> None:
    """Off, and only then let go: some kernels keep the level of a pin that nobody holds. One that fails is left."""
    for device in devices:
        if device is not None and not device.closed:
            with suppress(Exception):
                (getattr(device, "stop", None) or device.off)()
            with suppress(Exception):
                device.close()
