"""The butler on a screen: where we are, what a press will do, the sand, the chairs, and what was said.

Keys only put what they mean into the queue of the evening, which runs in a thread of its own.
"""

from __future__ import annotations

import textwrap
from collections import deque
from threading import Thread

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
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
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from majordome.clock import RealClock
from majordome.cues import Cue, Refused, Round, Scream, Top
from majordome.events import CHAIRS, Chair, ChairLeft, ChairTaken, Event, Gesture, Wish
from majordome.narrator import Narrator, join
from majordome.performance import LEAVE, Heard, Inputs, Performance
from majordome.terminal.plain import Understand
from majordome.terminal.telling import Line, clock_face, heading, hints, tell
from majordome.view import PublicView, public

KEPT_LINES = 500
FRAMES_A_SECOND = 4
SAND_WIDTH = 40
LABEL_WIDTH = 9
MARGIN = "  "

STYLE = Style.from_dict(
    {
        "bar": "bg:#3a2233 #f3e6d0 bold",
        "heading": "#e8c77d bold",
        "gesture": "#e8c77d bold",
        "sand": "#e8c77d",
        "sand-last": "#ff5f5f bold",
        "say": "#f3e6d0 italic",
        "round": "#e8c77d bold underline",
        "top": "#ffffff bg:#7a1f2b bold",
        "scream": "#ffffff bg:#b00020 bold",
        "alarm": "#ffffff bg:#b00020 bold",
        "outcome": "#111111 bg:#e8c77d bold",
        "fact": "#c9b6d6",
        "refused": "#ff8f6b",
        "notice": "#8fb8a8",
        "label": "#9a8c98",
        "dim": "#55505a",
        "paused": "#111111 bg:#e8c77d bold",
    }
)


class ScreenPage:
    """A page of the stage that is shown on a whole terminal."""

    def __init__(self, narrator: Narrator, *, bell: bool = True) -> None:
        self._narrator = narrator
        self._bell = bell
        self._round: Round | None = None
        self.lines: deque[Line] = deque(maxlen=KEPT_LINES)
        self._app: Application[None] | None = None

    def show(self, cue: Cue) -> None:
        """A line for the room, and the bell for TOP and scream."""
        if isinstance(cue, Round):  # after a pause the room looks as before: that is no news
            if cue == self._round:
                return
            self._round = cue
        if line := tell(cue, self._narrator):
            self.lines.append(line)
        if self._bell and isinstance(cue, Top | Scream) and self._app:
            self._app.output.bell()
        self.refresh()

    def note(self, text: str) -> None:
        """A text of the page itself."""
        self.lines.extend(("notice", line) for line in text.splitlines())
        self.refresh()

    def refresh(self) -> None:
        """Draw again, soon."""
        if self._app is not None:
            self._app.invalidate()

    def attach(self, app: Application[None] | None) -> None:
        """From now on this is drawn there."""
        self._app = app


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
    ) -> None:
        self._page = page
        self._performance = performance
        self._inputs = inputs
        self._narrator = narrator
        self._understand = understand
        self._typing = False
        self._command = Buffer(completer=completer, complete_while_typing=True, multiline=False)
        self._command.accept_handler = self._accept
        self._log = Window(
            FormattedTextControl(self._log_text, focusable=True, show_cursor=False),
            wrap_lines=True,
            always_hide_cursor=True,
        )
        self._command_window = Window(BufferControl(self._command), height=1)

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
            app.run()
        finally:
            self._page.attach(None)
            self._inputs.put(LEAVE)
            evening.join()

    def _play(self, clock: RealClock) -> None:
        self._performance.run(self._inputs, clock)
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
        ):
            for name in names:
                keys.add(name, filter=~typing)(self._sayer(said))
        keys.add("p", filter=~typing)(lambda event: self._say(Wish.GO_ON if self._view().paused else Wish.PAUSE))
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
            taken = chair in self._performance.prompter.table.chairs
            self._say(ChairLeft(chair) if taken else ChairTaken(chair))

        return toggle

    def _say(self, said: Event | Gesture | Wish) -> None:
        self._inputs.put(Heard(said, self._performance.prompter.moment))

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
            self._page.note(spoken)
        elif isinstance(spoken, Refused):
            self._page.show(spoken)
        else:
            self._say(spoken)

    # What is drawn.

    def _layout(self) -> Layout:
        bar = Window(FormattedTextControl(self._bar_text), height=1, style="class:bar")
        status = Window(FormattedTextControl(self._status_text), dont_extend_height=True, wrap_lines=True)
        prompt = ConditionalContainer(
            VSplit(
                [Window(FormattedTextControl([("class:gesture", ": ")]), width=2), self._command_window],
            ),
            filter=Condition(lambda: self._typing),
        )
        keys = Window(
            FormattedTextControl(
                lambda: [("class:label", "\n".join(MARGIN + part for part in self._wrapped(self._ui("keys"))))]
            ),
            dont_extend_height=True,
            wrap_lines=True,
        )
        rows = HSplit([bar, status, Window(char="─", height=1, style="class:dim"), self._log, prompt, keys])
        menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        return Layout(FloatContainer(rows, [menu]), focused_element=self._log)

    def _view(self) -> PublicView:
        return public(self._performance.prompter, self._performance.clock.now())

    def _ui(self, key: str, *words: str) -> str:
        return self._narrator.word("ui", key).format(*words)

    def _bar_text(self) -> StyleAndTextTuples:
        view = self._view()
        weekend = self._performance.prompter.evening.game == "weekend"
        number = self._ui("round_of", str(view.round), "5") if weekend else self._ui("round_number", str(view.round))
        parts = [self._ui("title"), heading(view, self._narrator), *([number] if view.round else [])]
        return [("", "  " + "   ·   ".join(parts))]

    def _status_text(self) -> StyleAndTextTuples:
        view = self._view()
        style = "class:dim" if view.dark else ""
        text: StyleAndTextTuples = [("", "\n")]
        if view.paused and not view.finished:
            text += [("class:paused", f"  {self._ui('paused')}  "), ("", "\n\n")]
        for gesture, words in hints(view, self._narrator):
            text += [(style or "class:gesture", f"  {gesture:>{LABEL_WIDTH}}  "), (style, f"{words}\n")]
        text.append(("", "\n"))
        if view.sand is not None:
            text += self._sand_text(*view.sand)
        if view.chairs:
            chairs = "   ".join(f"{self._ui(c)}: {self._ui('taken' if taken else 'free')}" for c, taken in view.chairs)
            text += self._row("chairs", chairs)
        if view.guests:
            alive = [guest.name for guest in view.guests if guest.alive]
            text += self._row("living", f"{len(alive)}: {', '.join(alive)}")
            for label, names in (
                ("in_jail", [guest.name for guest in view.guests if guest.in_jail]),
                ("dead", [guest.name for guest in view.guests if not guest.alive]),
            ):
                if names:
                    text += self._row(label, join(names, self._narrator.lang))
        return text[:-1] if text[-1] == ("", "\n") else text

    def _row(self, label: str, words: str) -> StyleAndTextTuples:
        return [("class:label", f"  {self._ui(label):>{LABEL_WIDTH}}  "), ("", f"{words}\n")]

    def _sand_text(self, left: float, total: float) -> StyleAndTextTuples:
        grains = round(SAND_WIDTH * left / total) if total else 0
        style = "class:sand-last" if left <= 30 else "class:sand"
        bar = "█" * grains + "░" * (SAND_WIDTH - grains)
        return [
            ("class:label", f"  {self._ui('hourglass'):>{LABEL_WIDTH}}  "),
            (style, bar),
            ("", f"  {clock_face(left)}\n"),
        ]

    def _log_text(self) -> StyleAndTextTuples:
        dark = self._view().dark
        text: StyleAndTextTuples = []
        for style, line in list(self._page.lines):
            for part in self._wrapped(line) or [""]:
                text += [("", MARGIN), ("class:dim" if dark else f"class:{style}", part), ("", "\n")]
        if text:
            text[-1] = ("[SetCursorPosition]", "")
        return text

    def _wrapped(self, text: str) -> list[str]:
        width = self._app.output.get_size().columns - 2 * len(MARGIN)
        return textwrap.wrap(text, max(20, width), drop_whitespace=True, replace_whitespace=False)
