"""The Pico's PIO, as far as the firmware uses it: state machines that only remember what they were given.

A PIO program is taken down as the list of its instructions, so that a test can play it cycle by cycle.
"""


class PIO:
    OUT_LOW = 0
    SHIFT_LEFT = 0


class Step:
    """One instruction; `step[n]` gives it n more cycles."""

    def __init__(self, words):
        self.words = words
        self.cycles = 1

    def __getitem__(self, more):
        self.cycles += more
        return self


def asm_pio(**how):
    """Runs the program's body once, with the words of the PIO in its reach, and keeps what it said."""

    def assemble(program):
        steps = []

        def word(name):
            def said(*arguments):
                step = Step((name,) + arguments)  # noqa: RUF005 - MicroPython knows no star in a tuple
                steps.append(step)
                return step

            return said

        reach = program.__globals__
        mine = {"x": "x", "pins": "pins"}
        for name in ("wrap_target", "wrap", "out", "set", "mov"):
            mine[name] = word(name)
        kept = {name: reach[name] for name in mine if name in reach}
        reach.update(mine)
        try:
            program()
        finally:
            for name in mine:
                del reach[name]
            reach.update(kept)
        return {"steps": [(step.words, step.cycles) for step in steps], "how": how}

    return assemble


class StateMachine:
    all = []

    def __init__(self, number, program, freq, out_base, set_base):
        self.program = program
        self.freq = freq
        self.pin = out_base
        self.sent = None  # the words as they were put
        self.shown = 0
        StateMachine.all.append(self)

    def active(self, on):
        self.on = on

    def put(self, words, shift):
        assert self.on
        assert shift == 8
        if self.sent is None:
            self.sent = list(words)
        sent = self.sent
        for n in range(len(sent)):
            sent[n] = words[n]
        self.shown += 1
