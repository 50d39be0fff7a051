"""What the room reads on a whole terminal: the lines that were told, and what goes when the dark does."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from prompt_toolkit.application import Application

from majordome.core.cues import Cue, Fact, Notice, Refused, Top
from majordome.terminal.cue_text import Headings, Line, tell
from majordome.words.narrator import Narrator

KEPT_LINES = 500
CODES = ("page_code", "page_code_new")


class ScreenPage:
    """A page of the stage that is shown on a whole terminal."""

    def __init__(self, narrator: Narrator, *, bell: bool = True) -> None:
        self._narrator = narrator
        self._bell = bell
        self._headings = Headings()
        self._code: Line = ("", "")  # where the page is, as it was told last
        self.lines: deque[Line] = deque(maxlen=KEPT_LINES)
        self.dark: Callable[[], bool] = lambda: False  # eyes are closed
        self._whispered: list[Line] = []  # refused in the dark: nobody else may read it
        self._app: Application[None] | None = None

    def show(self, cue: Cue) -> None:
        """A line for the room, and the bell for TOP and for whatever is heard as a shock."""
        if self._headings.repeats(cue):
            return
        if line := tell(cue, self._narrator):
            if isinstance(cue, Notice) and cue.what in CODES:  # an old code may not stand beside the new one
                self._forget(self._code)
                self._code = line
            lines = [(line[0], text) for text in line[1].splitlines()]
            if isinstance(cue, Refused) and self.dark():
                self._whispered += lines
            self.lines.extend(lines)
        if self._bell and self._app and (isinstance(cue, Top) or (isinstance(cue, Fact) and cue.seconds)):
            self._app.output.bell()
        self.refresh()

    def _forget(self, line: Line) -> None:
        while line in self.lines:
            self.lines.remove(line)

    def told(self) -> list[Line]:
        """What may be read now: what was refused in the dark goes with it."""
        hidden = () if self.dark() else self._whispered
        return [line for line in list(self.lines) if line not in hidden]

    def note(self, text: str) -> None:
        """A text of the page itself."""
        self.lines.extend(("notice", line) for line in text.splitlines())
        self.refresh()

    def refresh(self) -> None:
        """Draw again, soon."""
        if self._whispered and not self.dark():
            self.lines = deque(self.told(), maxlen=KEPT_LINES)
            self._whispered = []
        if self._app is not None:
            self._app.invalidate()

    def attach(self, app: Application[None] | None) -> None:
        """From now on this is drawn there."""
        self._app = app
