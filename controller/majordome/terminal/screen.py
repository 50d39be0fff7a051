"""The butler on a screen: where we are, what a press will do, the sand, the chairs, and what was said.

Keys only put what they mean into the queue of the evening, which runs in a thread of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread

from msgspec.structs import replace
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import Output

from majordome.core.clock import RealClock
from majordome.core.cues import Refused
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import LEAVE, Heard, Inputs, Said
from majordome.core.events import CHAIRS, Chair, ChairLeft, ChairTaken, Gesture, Slammed, Wish
from majordome.core.prompter import Answer
from majordome.core.snapshot import Snapshot
from majordome.core.view import RoomView, room
from majordome.terminal.line_mode import Understand
from majordome.terminal.paint import STYLE, Painter
from majordome.terminal.round_table import HEIGHT, WIDTH
from majordome.terminal.screen_page import ScreenPage
from majordome.words.narrator import Narrator

BESIDE_THE_CODE, BELOW_THE_CODE = 46, 9  # columns and rows that all else needs
BESIDE_THE_STATUS = 10  # rows: bar, line, keys, and a few for what was said
FRAMES_A_SECOND = 4
TO_LEAVE = 1.5  # seconds for the evening: one that takes longer hangs


class Screen:
    """The live view and its keys."""

    def __init__(
        self,
        page: ScreenPage,
        performance: Performance,
        inputs: Inputs,
        narrator: Narrator,
        understand: Understand,
        completer: Completer,
        invited: Callable[[], tuple[str, str, str] | None] = lambda: None,
        hear: Callable[[Heard], None] | None = None,
        leave: Callable[[], None] | None = None,
    ) -> None:
        """`invited` tells where the host's page is: address, code, and QR code as text. `hear`: where slams race.

        `leave`: how one leaves, if not by the queue.
        """
        self._hear = hear or inputs.put
        self._let_go = leave or partial(inputs.put, LEAVE)
        self._page = page
        self._invited = invited
        self._shows_code = False  # asked for by `page`, until the next thing is said
        self._performance = performance
        page.dark = lambda: performance.prompter.snapshot.dark
        self._inputs = inputs
        self._understand = understand
        self._typing = False
        self._fault: BaseException | None = None
        self._seen: RoomView | None = None
        self._painter = Painter(
            narrator,
            view=self._view,
            columns=lambda: self._app.output.get_size().columns,
            rows=lambda: self._app.output.get_size().rows,
            invited=lambda: invited() if self._waits_for_a_phone() else None,
            code=self._code,
        )
        self._command = Buffer(completer=completer, complete_while_typing=True, multiline=False)
        self._command.accept_handler = self._accept
        self._log = Window(
            FormattedTextControl(lambda: self._painter.log(page.told()), focusable=True, show_cursor=False),
            wrap_lines=True,
            always_hide_cursor=True,
        )
        self._command_window = Window(BufferControl(self._command), height=1)

    def _view(self) -> tuple[Snapshot, RoomView]:
        """How things stand; while eyes are closed, as they were when the lights went out."""
        now_at = self._performance.prompter.snapshot
        self._seen = room(now_at, self._performance.clock.now(), self._seen)
        return now_at, self._seen

    def _waits_for_a_phone(self) -> bool:
        return self._shows_code or self._performance.prompter.snapshot.takes_back is None

    def _code(self) -> str:
        """The QR code, where it is wanted and there is room for it."""
        told = self._invited() if self._waits_for_a_phone() else None
        if told is None:
            return ""
        size, lines = self._app.output.get_size(), told[2].splitlines()
        fits = size.columns >= len(lines[0]) + BESIDE_THE_CODE and size.rows >= len(lines) + BELOW_THE_CODE
        return told[2] if fits else ""

    def run(self, clock: RealClock, input: Input | None = None, output: Output | None = None) -> None:
        """Play until the host leaves."""
        app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._keys(),
            style=STYLE,
            full_screen=True,
            refresh_interval=1 / FRAMES_A_SECOND,
            input=input,
            output=output,
        )
        self._app = app
        self._page.attach(app)
        self._performance.watchers.append(self._page.refresh)
        evening = Thread(target=self._play, args=(clock,), name="evening", daemon=True)
        evening.start()
        try:
            app.run(handle_sigint=False)  # Ctrl-C leaves in the one way that every signal does
        finally:
            self._page.attach(None)
            self._let_go()
            evening.join(TO_LEAVE)
        if evening.is_alive():
            raise RuntimeError("the evening hangs")
        if self._fault is not None:  # whatever ends the evening's own thread ends the process, with a word
            raise self._fault

    def _play(self, clock: RealClock) -> None:
        try:
            self._performance.run(self._inputs, clock)
        except BaseException as fault:  # noqa: BLE001  # raised again where somebody sees it
            self._fault = fault
        self.give_up()

    def give_up(self) -> None:
        """From any thread: give the terminal back, whatever becomes of the evening."""
        if self._app.loop is not None and self._app.is_running:
            self._app.loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    # Keys.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        typing = Condition(lambda: self._typing)
        for names, said in (
            ((" ", "enter"), Gesture.PRESS),
            (("d",), Gesture.DOUBLE),
            (("h",), Gesture.HOLD),
            (("b",), Gesture.BACK),
            (("r",), Wish.PUT_BACK),
            (("a",), Wish.REPEAT),
        ):
            for name in names:
                keys.add(name, filter=~typing)(self._sayer(said))
        keys.add("p", filter=~typing)(
            lambda event: self._say(Wish.GO_ON if self._performance.prompter.paused else Wish.PAUSE)
        )
        for name, chair in zip("12", CHAIRS, strict=True):
            keys.add(name, filter=~typing)(self._chair_toggler(chair))
        keys.add(":", filter=~typing)(lambda event: self._open_command())
        keys.add("?", filter=~typing)(lambda event: self._answer("help"))
        keys.add("q", filter=~typing)(lambda event: self._leave())
        keys.add("escape", filter=typing, eager=True)(lambda event: self._close_command())
        keys.add("c-c")(lambda event: self._close_command() if self._typing else self._leave())
        keys.add("c-d", filter=~typing)(lambda event: self._leave())
        return keys

    def _sayer(self, said: Gesture | Wish):  # type: ignore[no-untyped-def]  # prompt_toolkit's own handler type is private
        return lambda event: self._say(said)

    def _chair_toggler(self, chair: Chair):  # type: ignore[no-untyped-def]  # likewise
        def toggle(event: KeyPressEvent) -> None:
            taken = chair in self._performance.prompter.chairs
            self._say(ChairLeft(chair) if taken else ChairTaken(chair))

        return toggle

    def _say(self, said: Said) -> None:
        self._shows_code = False
        heard = Heard(said, self._performance.prompter.moment)
        if isinstance(said, Slammed):  # into the race with all other hands
            self._hear(replace(heard, reply=self._answered))
        else:
            self._inputs.put(heard)

    def _answered(self, answer: Answer, safe: bool) -> None:
        if answer.refused is not None:
            self._page.show(answer.refused)

    def _open_command(self) -> None:
        self._typing = True
        self._app.layout.focus(self._command_window)

    def _close_command(self) -> None:
        self._typing = False
        self._command.reset()
        self._app.layout.focus(self._log)

    def _accept(self, buffer: Buffer) -> bool:
        line = buffer.text
        self._close_command()
        if line.strip():
            self._answer(line)
        return False

    def _answer(self, line: str) -> None:
        spoken = self._understand(line)
        if spoken is None:
            self._leave()
        elif isinstance(spoken, str):
            told = self._invited()
            if told is not None and told[2] in spoken:
                self._shows_code = True
                spoken = spoken.replace(told[2], "" if self._code() else self._painter.too_small()).rstrip()
            self._page.note(spoken)
        elif isinstance(spoken, Refused):
            self._page.show(spoken)
        else:
            self._say(spoken)

    # What is drawn.

    def _height_of_status(self) -> Dimension:
        """All of it, as long as a few lines are left: what is asked is worth more than what was said."""
        lines = sum(text[1].count("\n") for text in self._painter.status()) + 1
        return Dimension(min=max(1, min(lines, self._app.output.get_size().rows - BESIDE_THE_STATUS)))

    def _layout(self) -> Layout:
        bar = Window(FormattedTextControl(self._painter.bar), height=1, style="class:bar")
        status = Window(
            FormattedTextControl(self._painter.status),
            height=self._height_of_status,
            dont_extend_height=True,
            wrap_lines=True,
        )
        table = ConditionalContainer(
            Window(FormattedTextControl(self._painter.table), width=WIDTH, height=HEIGHT),
            filter=Condition(self._painter.draws_table),
        )
        code = ConditionalContainer(
            Window(
                FormattedTextControl(self._code),
                width=lambda: len(self._code().partition("\n")[0]),
                height=lambda: len(self._code().splitlines()),
            ),
            filter=Condition(lambda: bool(self._code())),
        )
        prompt = ConditionalContainer(
            VSplit(
                [Window(FormattedTextControl([("class:gesture", ": ")]), width=2), self._command_window],
            ),
            filter=Condition(lambda: self._typing),
        )
        keys = Window(
            FormattedTextControl(self._painter.keys),
            dont_extend_height=True,
            wrap_lines=True,
        )
        stand = VSplit([status, code, table])
        rows = HSplit([bar, stand, Window(char="─", height=1, style="class:dim"), self._log, prompt, keys])
        menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        return Layout(FloatContainer(rows, [menu]), focused_element=self._log)
