"""A Pico board on the desk: the real firmware under real MicroPython, on a pty that pyserial opens like a port.

```python
with MicroPythonBoard() as board:            # `fitted={"GUESTS": (2, 3)}` changes lines of settings.py
    port = serial.Serial(board.path)         # a path that stays the same over unplug and replug
    board.sit("left"); board.stand("left")   # or chair 0, 1, ...; `weigh(chair, raw)` for a value of one's own
    board.press_buzzer(3); board.release_buzzer(3)
    board.press_button(); board.release_button()
    board.leds()                             # [(red, green, blue), ...] as last shown, the upper bulb first
    board.ring()                             # the same of the seat ring
    board.lamp()                             # (red, green, blue), each 0.0 to 1.0 of its PWM
    board.button_light()                     # 0.0 to 1.0
    board.sounds()                           # [(microseconds of the board's clock, tone in hertz or 0), ...]
    board.unplug(); board.replug()           # power gone and back: a new pty behind the same path
    board.restart("watchdog")                # or "power", "asked", "crash"...: the port vanishes for a moment
    board.lose(every=3)                      # every third frame is lost, both ways; every=0 ends it
    board.noise(b"...", to="box")            # bytes that nobody meant; to="board" the other way
    board.hang(1.0)                          # the firmware stands still for so long
    board.ask("core.session")                # any expression inside MicroPython (see standins/boot.py)
```

`firmware=False` is a board fresh from the shop: MicroPython's own prompt, which mpremote can talk to. What is
copied there starts at the next reset.
When the firmware restarts itself the rig lets it start again, as a Pico does. The board's clock is this machine's
monotonic clock in microseconds modulo 2**30.

`run_on_micropython(source)` runs a piece of MicroPython beside firmware and stand-ins, without a line, and gives back
what it printed. Both need node and the npm package in `.micropython/` (`make micropython`); `needs_micropython` skips
a test with a word where they are missing.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import tty
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Literal, Self

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FIRMWARE = ROOT / "firmware"
STANDINS = HERE / "standins"
PACKAGE = ROOT / ".micropython/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"
HEAP = 192 * 1024  # what a Pico leaves to Python
PATIENCE = 20.0  # seconds: machines that run tests are busy
EMPTY, TAKEN = 1500, 30000  # of a chair's sensor
CHAIRS = {"left": 0, "right": 1}
CAUSES = ("unknown", "power", "watchdog", "asked", "prompt", "crash")
MARK = 0x2A500  # of the firmware's note in the scratch register

needs_micropython = pytest.mark.skipif(
    shutil.which("node") is None or not PACKAGE.exists(), reason="needs node and MicroPython: `make micropython`"
)


def _settings(fitted: Mapping[str, object]) -> str:
    lines = [f"{name} = {value!r}" for name, value in fitted.items()]
    return "\n".join([(FIRMWARE / "settings.py").read_text("utf-8"), *lines, ""])


class MicroPythonBoard:
    """The board; see the module's docstring."""

    def __init__(
        self, *, fitted: Mapping[str, object] | None = None, firmware: Path | Literal[False] = FIRMWARE
    ) -> None:
        self._firmware = firmware
        self._fitted = dict(fitted or {})
        self._folder = Path(tempfile.mkdtemp(prefix="pico-"))
        self.path = str(self._folder / "port")
        self._scratch = 0
        self._files = {"settings.py": _settings(self._fitted)} if firmware else {}
        self._node: subprocess.Popen[str] | None = None
        self._slave = -1
        self._answers: Queue[dict[str, Any]] = Queue()
        self._asking = Lock()
        self._changing = Lock()
        self._asked = 0
        self.starts = 0
        self.left: list[str] = []  # how the firmware left by itself: prompt, reset, bootloader

    # Power.

    def __enter__(self) -> Self:
        self.replug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, trouble: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()
        shutil.rmtree(self._folder, ignore_errors=True)

    def unplug(self) -> None:
        """Pull the cable: power and port are gone. Twice does no harm."""
        with self._changing:
            self._remember()
            self._stop()
            self._scratch = 0

    def replug(self) -> None:
        """Put it in again; it starts by itself."""
        with self._changing:
            if self._node is None:
                self._start()

    def restart(self, cause: str = "watchdog") -> None:
        """The firmware starts anew, for this reason (one of the causes of wire.py)."""
        with self._changing:
            self._remember()
            self._stop()
            self._scratch = 0 if cause == "power" else MARK | CAUSES.index(cause)
            self._start()

    def _remember(self) -> None:
        """Flash memory needs no power."""
        if self._node is not None and self._node.poll() is None:
            _, self._files = self.ask("kept()")

    def _start(self) -> None:
        master, self._slave = os.openpty()
        tty.setraw(self._slave)
        link = self._folder / "port.new"
        link.symlink_to(os.ttyname(self._slave))
        wanted = {
            "package": str(PACKAGE),
            "standins": str(STANDINS),
            "firmware": str(self._firmware) if self._firmware and "main.py" not in self._files else "",
            "files": self._files,
            "heap": HEAP,
            "scratch": self._scratch,
            "fd": master,
        }
        told = self._folder / "wanted.json"  # too long for a command line once there are files
        told.write_text(json.dumps(wanted))
        self._node = subprocess.Popen(
            ["node", str(HERE / "board.mjs"), str(told)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[master],
            text=True,
        )
        os.close(master)
        self._answers = Queue()
        Thread(target=self._listen, args=(self._node, self._answers), daemon=True).start()
        if "ready" not in self._answers.get(timeout=PATIENCE):
            raise RuntimeError("the board did not start: see standard error")
        self.starts += 1
        link.replace(self.path)  # only now: a port that opens is one that answers

    def _stop(self) -> None:
        node, self._node = self._node, None
        Path(self.path).unlink(missing_ok=True)
        if node is not None:
            node.kill()
            node.wait()
            for pipe in (node.stdin, node.stdout):
                if pipe is not None:
                    pipe.close()
        if self._slave >= 0:
            os.close(self._slave)
            self._slave = -1

    def _listen(self, node: subprocess.Popen[str], answers: Queue[dict[str, Any]]) -> None:
        assert node.stdout is not None
        left = ""
        try:
            for line in node.stdout:
                told = json.loads(line)
                if "left" in told:
                    left = told["left"]
                    self.left.append(left)
                    self._scratch, self._files = told["kept"]
                else:
                    answers.put(told)
        except ValueError:
            pass  # the pipe was closed under us: the cable is out
        answers.put({"ready": None} if left else {"trouble": "the board is gone"})
        if left == "reset":
            with self._changing:
                if self._node is node:
                    self._stop()
                    self._start()

    def _order(self, do: str, **order: object) -> Any:
        with self._asking:
            node = self._node
            assert node is not None, "the board is unplugged"
            assert node.stdin is not None
            self._asked += 1
            node.stdin.write(json.dumps({"do": do, "id": self._asked, **order}) + "\n")
            node.stdin.flush()
            while True:
                try:
                    told = self._answers.get(timeout=PATIENCE)
                except Empty:
                    raise TimeoutError(f"the board gives no answer to {do} {order}") from None
                if "trouble" in told:
                    raise RuntimeError(f"{do} {order}: {told['trouble']}")
                if told.get("id") == self._asked:
                    return json.loads(told["value"])

    def ask(self, words: str) -> Any:
        """An expression inside MicroPython; its value, by way of JSON."""
        return self._order("ask", words=words)

    # Hands and bodies.

    def setting(self, name: str) -> Any:
        """A line of its settings."""
        return self.ask(f"__import__('settings').{name}")

    def weigh(self, chair: str | int, raw: int) -> None:
        """So much presses on a chair's sensor, 0 to 65535."""
        self.ask(f"weigh({CHAIRS[chair] if isinstance(chair, str) else chair}, {raw})")

    def sit(self, chair: str | int) -> None:
        """Someone sits down."""
        self.weigh(chair, TAKEN)

    def stand(self, chair: str | int) -> None:
        """And stands up."""
        self.weigh(chair, EMPTY)

    def press_buzzer(self, number: int) -> None:
        """A guest slams a buzzer, from 1."""
        self.ask(f"press(__import__('settings').GUESTS[{number - 1}])")

    def release_buzzer(self, number: int) -> None:
        """And lets go."""
        self.ask(f"release(__import__('settings').GUESTS[{number - 1}])")

    def press_button(self) -> None:
        """The big button."""
        self.ask("press(__import__('settings').BUTTON)")

    def release_button(self) -> None:
        """And up."""
        self.ask("release(__import__('settings').BUTTON)")

    # Eyes and ears.

    def leds(self) -> list[tuple[int, int, int]]:
        """The sand as last shown, the upper bulb from its top first."""
        return [(red, green, blue) for red, green, blue in self.ask("leds()")]

    def ring(self) -> list[tuple[int, int, int]]:
        """The seat ring as last shown, on a board that has one."""
        return [(red, green, blue) for red, green, blue in self.ask("leds(-1)")]

    def guest_lights(self) -> list[int]:
        """The lights in the guests' buzzers."""
        return list(self.ask("[machine.Pin.all[pin].level for pin in __import__('settings').GUEST_LIGHTS]"))

    def lamp(self) -> tuple[float, ...]:
        """The lamp's channels."""
        return tuple(round(duty / 65025, 3) for duty in self.ask("duties(__import__('settings').LAMP)"))

    def button_light(self) -> float:
        """The light in the big button."""
        return round(float(self.ask("duties([__import__('settings').BUTTON_LIGHT])")[0]) / 65025, 3)

    def sounds(self) -> list[tuple[int, int]]:
        """When the buzzer changed, and to which tone; 0: silence."""
        buzzer = self.setting("BUZZER")
        return [(at, what) for at, pin, what in self.ask("machine.story") if pin == buzzer]

    # Faults.

    def lose(self, every: int, ways: tuple[Literal["toBox", "toBoard"], ...] = ("toBox", "toBoard")) -> None:
        """Every so-manieth frame is lost from now on; 0: none."""
        self._order("lose", every=every, ways=ways)

    def noise(self, noise: bytes, to: Literal["box", "board"] = "box") -> None:
        """Bytes that nobody meant."""
        self._order("noise", bytes=noise.hex(), way="toBox" if to == "box" else "toBoard")

    def hang(self, seconds: float) -> None:
        """It stands still, and hears nothing."""
        self._order("hang", seconds=seconds)


def run_on_micropython(source: str, *, fitted: Mapping[str, object] | None = None) -> str:
    """What this piece of MicroPython prints. It can import the firmware and its stand-ins."""
    wanted = {
        "package": str(PACKAGE),
        "standins": str(STANDINS),
        "firmware": str(FIRMWARE),
        "settings": _settings(fitted or {}),
        "heap": HEAP,
        "source": source,
    }
    done = subprocess.run(
        ["node", str(HERE / "script.mjs")], input=json.dumps(wanted).encode(), capture_output=True, timeout=300
    )
    if done.returncode:
        raise RuntimeError((done.stdout + done.stderr).decode())
    return done.stdout.decode()  # not as text: that would change the line ends
