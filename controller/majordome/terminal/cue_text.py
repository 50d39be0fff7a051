"""Cues as lines of text, for the room: nothing secret is told, and nothing at all while a victim counts."""

from __future__ import annotations

from majordome.core.cues import Cue, HourglassEmpty, Notice, Outcome, Refused, Say, Top
from majordome.core.events import Gesture
from majordome.core.view import PublicView
from majordome.games.murder.facts import (
    Alarm,
    AliveAgain,
    Charmed,
    Death,
    Jail,
    Release,
    Round,
    Sacrifice,
    Scream,
    Tally,
    Vote,
    Youngest,
)
from majordome.words.narrator import Narrator, join

Style = str
Line = tuple[Style, str]
HINTS = {Gesture.PRESS: "press", Gesture.DOUBLE: "double", Gesture.HOLD: "hold"}


def tell(cue: Cue, narrator: Narrator) -> Line | None:
    """One line for what the room heard or saw, or None."""

    def ui(key: str, *words: str) -> str:
        return narrator.word("ui", key).format(*words)

    match cue:
        case Say():
            return "say", ui("quote", narrator.words(cue))
        case Round(number, day, time):
            return "round", ui("round_line", str(number), narrator.when(day, time))
        case Top(call):
            return "top", ui("top", ui(f"top_{call}"))
        case Scream():
            return "scream", ui("scream")
        case Alarm(chair):
            return "alarm", ui("alarm", ui(chair))
        case HourglassEmpty():
            return "fact", ui("sand_is_out")
        case Death(name):
            return "fact", ui("death", name or ui("somebody"))
        case AliveAgain(name):
            return "fact", ui("alive_again", name)
        case Release(names) if names:
            return "fact", ui("release", join(names, narrator.lang))
        case Vote(candidates, seats) if candidates:
            return "fact", ui("vote", join(candidates, narrator.lang), str(seats))
        case Tally(votes) if votes:
            ranked = sorted(votes, key=lambda vote: -vote[1])
            return "fact", ui("tally", ", ".join(f"{name} {count}" for name, count in ranked))
        case Youngest(name):
            return "fact", ui("youngest", name)
        case Jail(names) if names:
            return "fact", ui("jail", join(names, narrator.lang))
        case Sacrifice(name, role) if name:
            return "fact", ui("sacrifice", name, narrator.word("role", role) if role else "?")
        case Outcome(winner):
            return "outcome", ui("outcome", narrator.word("winner", winner))
        case Charmed():
            return "notice", ui("noted")
        case Refused():
            return "refused", narrator.refusal(cue)
        case Notice():
            return "notice", narrator.notice(cue)
        case _:
            return None


def hints(view: PublicView, narrator: Narrator, *, stays: bool = False) -> list[tuple[str, str]]:
    """What each gesture will do now: (gesture, words). `stays`: after the end a press begins another evening."""
    if view.paused and not view.finished:
        told = [(narrator.word("ui", "press"), narrator.word("ui", "press_goes_on"))]
    elif view.finished:
        press = narrator.word("ui", "press_again") if stays else narrator.beat("finished", "press")
        told = [(narrator.word("ui", "press"), press)]
    else:
        told = [(narrator.word("ui", HINTS[g]), narrator.beat(view.beat, HINTS[g])) for g in view.gestures]
        if Gesture.PRESS not in view.gestures:
            told.insert(0, (narrator.word("ui", "press"), narrator.word("ui", "press_waits")))
        if Gesture.HOLD not in view.gestures:
            told.append((narrator.word("ui", "hold"), narrator.word("ui", "hold_pauses")))
    if view.takes_back is not None:
        step = narrator.word("ui", "takes_back").format(narrator.beat(view.takes_back, "title"))
        told.append((narrator.word("ui", "back"), step))
    return told


def clock_face(seconds: float) -> str:
    """`2:05`."""
    whole = int(seconds + 0.999)
    return f"{whole // 60}:{whole % 60:02d}"


def heading(view: PublicView, narrator: Narrator) -> str:
    """`Saturday night · walk`."""
    when = narrator.when(view.day, view.time) if view.day and view.time else ""
    return " · ".join(part for part in (when, narrator.beat(view.beat, "title")) if part)
