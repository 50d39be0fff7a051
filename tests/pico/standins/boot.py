"""Starts the firmware on the stand-in pins, for the node process that plays the board."""

import sys

sys.path[:0] = ["/standins", "/"]

import builtins
import gc
import json
import os

import js
import machine

machine.scratch = int(js.scratch)
machine.clock = js.clock


class Line:
    """Bytes come as hex: a string is cut at its first NUL on the way to JavaScript."""

    def __init__(self):
        self.bytes = bytearray(4096)
        self.first = self.last = 0

    def feed(self, hexed):
        for byte in bytes.fromhex(hexed):
            self.bytes[self.last] = byte
            self.last = (self.last + 1) % 4096

    def read(self):
        if self.first == self.last:
            return -1
        byte = self.bytes[self.first]
        self.first = (self.first + 1) % 4096
        return byte

    def write(self, frame, size):
        js.send(bytes(memoryview(frame)[:size]).hex())


line = Line()
core = None


def start():
    global core
    import why

    why._WATCHDOG = {sys.implementation._machine: 0x40058000}  # whatever it calls itself: it is a Pico
    import main

    core = main.build(line, js.clock)


def turn():
    """'' as long as it goes on; otherwise how it left: prompt, reset, bootloader."""
    try:
        core.turn()
    except Exception as end:
        import main

        core.props.away()
        try:
            main.leave(end)
        except machine.Reset as reset:
            return str(reset)
        return "prompt"
    return ""


def at_prompt():
    """For mpremote: resets are real, and a missing file is error 2, as on a Pico (it is 44 in this port)."""
    machine.on_reset = js.resetSoon

    def as_on_a_pico(deed):
        def done(path, *arguments):
            try:
                return deed(path or "/", *arguments)
            except OSError as trouble:
                raise OSError(2 if trouble.errno == 44 else trouble.errno) from None

        return done

    os.stat = as_on_a_pico(os.stat)
    builtins.open = as_on_a_pico(open)


def feed(hexed):
    line.feed(hexed)


def ask(words):
    """An expression from outside; its value as JSON."""
    return json.dumps(eval(words))


# What a test does and sees.


def press(pin):
    machine.set_pin(pin, 0)


def release(pin):
    machine.set_pin(pin, 1)


def weigh(chair, raw):
    import settings

    machine.ADC.values[settings.CHAIRS[chair]] = raw


def leds(strip=0):
    import rp2

    sent = rp2.StateMachine.all[strip].sent if rp2.StateMachine.all else None
    return [(word >> 8 & 255, word >> 16 & 255, word & 255) for word in sent or []]


def duties(pins):
    return [machine.PWM.all[pin].duty for pin in pins]


def heap():
    return [gc.mem_alloc(), gc.mem_free()]


def kept():
    """What outlives a reset: the scratch register and the files."""
    files = {}
    for name in os.listdir("/"):
        if name.endswith((".txt", ".py")):
            with open("/" + name) as file:
                files[name] = file.read()
    return [machine.scratch, files]
