"""Cues as lines of text, for the room: nothing secret is told, and nothing at all while somebody counts."""

from __future__ import annotations

from majordome.core.cues import Cue, Fact, HourglassEmpty, Notice, ReadOut, Refused, Say, Top
from majordome.core.events import Gesture
from majordome.core.plain_values import snake
from majordome.core.snapshot import Snapshot
from majordome.core.view import beat_name, gestures
from majordome.terminal.asked_text import types_what
from majordome.words.narrator import Narrator

Style = str
Line = tuple[Style, str]
HINTS = {Gesture.PRESS: "press", Gesture.DOUBLE: "double", Gesture.HOLD: "hold"}


class Headings:
    """The part of the game that was told last. After a pause the room looks as before: that is no news."""

    def __init__(self) -> None:
        self._told: Fact | None = None

    def repeats(self, cue: Cue) -> bool:
        """Whether it is the heading that was told last; else it is, from now on, if it is one."""
        if not (isinstance(cue, Fact) and cue.heading):
            return False
        before, self._told = self._told, cue
        return cue == before


def tell(cue: Cue, narrator: Narrator) -> Line | None:
    """One line for what the room heard or saw, or None."""

    def ui(key: str, *words: str) -> str:
        return narrator.word("ui", key).format(*words)

    match cue:
        case Say():
            return "say", ui("quote", narrator.words(cue))
        case ReadOut(text):  # whom the button points at, or how the hands were counted
            return "say", ui("quote", text)
        case Top(call):
            return "top", ui("top", narrator.called("call", call))
        case HourglassEmpty():
            return "fact", ui("sand_is_out")
        case Fact() if not cue.secret:
            style = narrator.game.look(snake(type(cue).__name__)).style if narrator.game else "fact"
            line = narrator.fact(cue)
            return (style, line) if line else None
        case Refused():
            return "refused", narrator.refusal(cue)
        case Notice("noted" | "forgotten"):
            return None  # for the host's own phone: the room may read this screen, and nothing else is noted
        case Notice():
            return "notice", narrator.notice(cue)
        case _:
            return None


def hints(view: Snapshot, narrator: Narrator, *, stays: bool = False) -> list[tuple[str, str]]:
    """What each gesture will do now: (gesture, words). `stays`: after the end a press begins another evening."""
    if view.paused and not view.finished:
        told = [(narrator.word("ui", "press"), narrator.word("ui", "press_goes_on"))]
    elif view.finished:
        press = narrator.word("ui", "press_again") if stays else narrator.beat("finished", "press")
        told = [(narrator.word("ui", "press"), press)]
    else:
        meant, beat = gestures(view), beat_name(view)
        again = view.beat is not None and any(getattr(ask, "again", False) for ask in view.beat.asks)  # after a tie
        told = [(narrator.word("ui", HINTS[g]), narrator.does(beat, HINTS[g], again=again)) for g in meant]
        if Gesture.PRESS not in meant:
            told.insert(0, (narrator.word("ui", "press"), narrator.word("ui", _nothing_to_press(view))))
        if Gesture.HOLD not in meant:
            told.append((narrator.word("ui", "hold"), narrator.word("ui", "hold_pauses")))
    if view.takes_back is not None:
        step = narrator.word("ui", "takes_back").format(narrator.beat(view.takes_back, "title"))
        told.append((narrator.word("ui", "back"), step))
    return told


def _nothing_to_press(view: Snapshot) -> str:
    """An answer is waited for, or time goes on by itself."""
    return (view.beat and types_what(view.beat)) or "press_waits"


def clock_face(seconds: float) -> str:
    """Seconds as `2:05`."""
    whole = int(seconds + 0.999)
    return f"{whole // 60}:{whole % 60:02d}"


def heading(view: Snapshot, narrator: Narrator) -> str:
    """Where the evening stands, as `Saturday night · walk`."""
    part = narrator.fact(view.heading, "heading") if view.heading else ""
    return " · ".join(told for told in (part, narrator.beat(beat_name(view), "title")) if told)
