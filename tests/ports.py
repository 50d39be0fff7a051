"""A port for a server that a test starts in a process of its own."""

from __future__ import annotations

import random
import socket

# Below those that the system gives to whoever dials out: none of the test's own connections can take it meanwhile.
BELOW = range(20_000, 32_000)


def free_port() -> int:
    """One that nobody listens on."""
    for port in random.SystemRandom().sample(BELOW, len(BELOW)):
        with socket.socket() as plug:
            try:
                plug.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("every port is taken")
