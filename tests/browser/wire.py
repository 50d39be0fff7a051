"""The air between pages and box: a Wi-Fi that can go and come back while the box plays on."""

from __future__ import annotations

import selectors
import socket
from contextlib import suppress
from threading import Lock, Thread


class Wire:
    """Carries every connection to the box, byte by byte; cut, it drops them all and takes no new one."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._door = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self._door.getsockname()[1])
        self._lock = Lock()
        self._open: set[socket.socket] = set()
        self._is_cut = False
        Thread(target=self._answer, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def moved(self, link: str) -> str:
        """The same page, by way of this wire."""
        return link.replace(f":{self._to}/", f":{self.port}/")

    def cut(self) -> None:
        """No goodbye."""
        with self._lock:
            self._is_cut = True
            for plug in self._open:
                with suppress(OSError):
                    plug.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _answer(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if self._is_cut:
                near.close()
            else:
                Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near, socket.create_connection(("127.0.0.1", self._to)) as far, selectors.DefaultSelector() as both:
            pair = {near, far}
            with self._lock:
                if self._is_cut:
                    return
                self._open |= pair
            try:
                both.register(near, selectors.EVENT_READ, (near, far))
                both.register(far, selectors.EVENT_READ, (far, near))
                while True:
                    for key, _ in both.select():
                        speaks, hears = key.data
                        said = speaks.recv(65536)
                        if not said:
                            return
                        hears.sendall(said)
            except OSError:
                return
            finally:
                with self._lock:
                    self._open -= pair
