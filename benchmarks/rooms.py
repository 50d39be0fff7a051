"""What the other rooms cost: a cue to a remote prop beside bare paho, and a press to TOP with MQTT on and off.

Both by turns in the same run, over a real mosquitto on this machine. The way of a cue begins where the stage hands it
over and ends in another client; bare paho publishes the same bytes. Goals: the cue within twice bare, and a press
that cannot tell whether there is a broker, a flooded one included.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any

from _running import Running, running
from press_to_top import SPEED, our_press, percentiles

from majordome.core.cues import Top
from majordome.rooms.leader_link import LeaderLink
from majordome.rooms.topics import as_bytes
from majordome.settings.rooms import Mqtt, Rooms

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
CUES, PRESSES = 300, 100
TOPIC = "majordome/box/cue"  # what satellites play
BARE = "majordome/bare/cue"


@contextmanager
def broker() -> Iterator[int]:
    """A mosquitto of its own; the port it listens on."""
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        port = int(some.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mosquitto.conf"
        config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
        assert MOSQUITTO is not None
        quiet = subprocess.DEVNULL
        with subprocess.Popen([MOSQUITTO, "-c", str(config)], stdout=quiet, stderr=quiet) as process:
            try:
                time.sleep(0.5)
                yield port
            finally:
                process.kill()


def client(port: int, name: str) -> Any:
    """Bare paho, in its own thread."""
    import paho.mqtt.client as paho
    from paho.mqtt.enums import CallbackAPIVersion

    made = paho.Client(CallbackAPIVersion.VERSION2, name, protocol=paho.MQTTv5)
    made.connect("127.0.0.1", port)
    made.loop_start()
    return made


@contextmanager
def leader_link_of(box: Running, port: int) -> Iterator[LeaderLink]:
    """The box takes part."""
    leader_link = LeaderLink(
        Mqtt(broker="127.0.0.1", port=port, home_assistant=""),
        Rooms(),
        "0123456789abcdef",
        snapshot=lambda: box.prompter.snapshot,
        narrator=box.narrator,
        clock=box.clock,
        tell=box.inputs.put,
    )
    leader_link.join(box.performance)
    while not leader_link.leadership.leading:
        time.sleep(0.01)
    try:
        yield leader_link
    finally:
        leader_link.close()


def cue_to_prop(port: int) -> None:
    """By turns: ours from the stage on, and bare paho with the same bytes."""
    came: Queue[int] = Queue()
    prop, bare = client(port, "prop"), client(port, "bare")
    prop.on_message = lambda c, u, message: came.put(time.perf_counter_ns())
    prop.subscribe([(TOPIC, 1), (BARE, 1)])
    same = as_bytes({"step": 1, "game": "weekend", "dark": False, "cues": [{"is": "top", "call": "stop"}]})
    ours, reference = [], []

    def once(send: Callable[[], object]) -> float:
        began = time.perf_counter_ns()
        send()
        took = (came.get(timeout=10) - began) / 1000
        time.sleep(0.005)
        return took

    with running() as box, leader_link_of(box, port) as leader_link:

        def stage() -> None:
            leader_link.announcer.show(Top("stop"))
            leader_link.announcer.look()

        time.sleep(0.5)
        for _ in range(CUES):
            ours.append(once(stage))
            reference.append(once(lambda: bare.publish(BARE, same, 1)))
    for each in (prop, bare):
        each.disconnect()
        each.loop_stop()
    (p50, p99), (bare50, bare99) = percentiles(ours), percentiles(reference)
    print(
        f"rooms, cue to remote prop: median {p50:.0f} us beside {bare50:.0f} us bare paho, ratio {p50 / bare50:.2f}; "
        f"p99 {p99:.0f} us beside {bare99:.0f} us"
    )


@contextmanager
def flooded(port: int) -> Iterator[None]:
    """Somebody sends thousands of orders a second."""
    over, source = Event(), client(port, "flood")

    def flood() -> None:
        while not over.is_set():
            for thing in ("volume", "lamp", "time"):
                source.publish(f"majordome/box/{thing}/set", b"x" * 500)
            time.sleep(0.001)

    thread = Thread(target=flood, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        source.disconnect()
        source.loop_stop()


def press_to_top(port: int) -> None:
    """The same press in a box with a broker, in one with a flooded broker, and in one without."""
    times: dict[str, list[float]] = {"on": [], "off": [], "flooded": []}
    with running(speed=SPEED) as on, running(speed=SPEED) as off, leader_link_of(on, port):
        for _ in range(PRESSES):
            times["on"].append(our_press(on))
            times["off"].append(our_press(off))
        with flooded(port):
            for _ in range(PRESSES):
                times["flooded"].append(our_press(on))
    (off50, off99) = percentiles(times["off"])
    for name in ("on", "flooded"):
        p50, p99 = percentiles(times[name])
        print(
            f"rooms, press to TOP with MQTT {name}: median {p50:.0f} us beside {off50:.0f} us off, "
            f"ratio {p50 / off50:.2f}; p99 {p99:.0f} us beside {off99:.0f} us"
        )


def main() -> None:
    """Measure and tell."""
    if MOSQUITTO is None:
        return print("rooms: no mosquitto here (sudo apt install mosquitto): nothing is measured")
    with broker() as port:
        cue_to_prop(port)
    with broker() as port:
        press_to_top(port)
    return None


if __name__ == "__main__":
    main()
