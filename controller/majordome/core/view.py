"""What a viewer may know. Pages and screens read this, never the script: what is not in here cannot be shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from majordome.core.asks import Ask, Ballots
from majordome.core.cues import DARK
from majordome.core.error_log import log_exception
from majordome.core.events import CHAIRS, Chair, Event, Gesture
from majordome.core.game import HOST, ROOM, SECRETS, Viewer
from majordome.core.library import HOUSE as GAMES
from majordome.core.library import load, manifest
from majordome.core.plain_values import event_to_plain, is_plain, snake, to_plain
from majordome.core.records import Happened
from majordome.core.script import Beat
from majordome.core.snapshot import Snapshot

FAILED: set[tuple[str, str, str]] = set()  # views that were complained about: the game, the beat, who looked
ASLEEP = "dark"  # the beat as the room knows it while eyes are closed
Seats = tuple[tuple[str, tuple[str, ...]], ...]  # each player, and the marks that everyone sees: "dead", "out"


class SandShown(Struct, frozen=True):
    """The hourglass at this moment."""

    left: float
    total: float
    running: bool


class RoomView(Struct, frozen=True, kw_only=True):
    """What everyone in the room may see. No secret, and no countdown: closed eyes may peep."""

    game: str
    beat: str
    dark: bool
    paused: bool
    finished: bool
    mood: str
    sand: SandShown | None
    heading: Mapping[str, Any] | None  # the part of the game that is being played
    asks: tuple[Mapping[str, Any], ...]  # what is asked, as everyone may read it
    seats: Seats
    scores: tuple[tuple[str, int], ...]
    ring: Mapping[str, Any] | None
    winner: str | None
    winners: tuple[str, ...]
    table: Mapping[str, Any]  # the game's own


def room(now_at: Snapshot, now: float, before: RoomView | None = None) -> RoomView:
    """The room as its guests see it. While eyes are closed it stands still as it was `before`, whatever happens."""
    if now_at.dark and before is not None:
        return replace(before, beat=ASLEEP, dark=True, paused=False, mood=DARK, sand=None, asks=())
    # After a power cut in the dark, too, nobody learns before the light is back what was corrected there.
    lit = now_at.lit if now_at.dark else None
    beat, table = (lit, lit.table) if lit is not None else (now_at.beat, now_at.table)
    shown = dict(_games_own(now_at.evening.game, table, beat, ROOM))
    sand = now_at.sand(now)
    heading, scores, outcome = now_at.heading, now_at.scores, now_at.outcome
    return RoomView(
        game=now_at.evening.game,
        beat=ASLEEP if now_at.dark else beat_name(now_at),
        dark=now_at.dark,
        paused=now_at.paused and not now_at.dark,
        finished=now_at.finished,
        mood=now_at.mood,
        sand=SandShown(*sand, running=not now_at.paused) if sand and not now_at.dark else None,
        heading={"is": snake(type(heading).__name__), **to_plain(heading)} if heading else None,
        asks=() if now_at.dark or now_at.beat is None else tuple(ask_for_room(ask) for ask in now_at.beat.asks),
        seats=shown.pop("seats", tuple((name, ()) for name in now_at.names)),
        scores=scores.points if scores else (),
        ring=to_plain(now_at.ring),
        winner=outcome.winner if outcome and now_at.finished else None,
        winners=outcome.names if outcome and now_at.finished else (),
        table=shown,
    )


def beat_name(now_at: Snapshot) -> str:
    """Where the box waits."""
    return now_at.beat.name if now_at.beat else "finished"


def gestures(now_at: Snapshot) -> tuple[Gesture, ...]:
    """Those that mean something at this beat."""
    return tuple(gesture for gesture, _ in _meant(now_at.beat))


def _meant(beat: Beat | None) -> Iterator[tuple[Gesture, Event]]:
    if beat is not None:
        for gesture, event in ((Gesture.PRESS, beat.press), (Gesture.DOUBLE, beat.double), (Gesture.HOLD, beat.hold)):
            if event is not None:
                yield gesture, event


def chairs(now_at: Snapshot) -> tuple[tuple[Chair, bool], ...]:
    """Taken or not; none where this evening has no chairs."""
    return tuple((c, c in now_at.chairs) for c in CHAIRS) if now_at.evening.flag("chairs") else ()


# What is asked, as a page renders it: the kind, the question's key, and for each answer what to say back.


def ask_for_host(ask: Ask) -> dict[str, Any]:
    """All of it, but for what stands on a ballot."""
    told = {"kind": ask.kind, **{name: _told(getattr(ask, name)) for name in ask.__struct_fields__ if name != "box"}}
    if isinstance(ask, Ballots):
        told["heard"] = list(ask.heard)
    return told


def ask_for_room(ask: Ask) -> dict[str, Any]:
    """What is asked of whom, without the answers' meaning."""
    told = {"kind": ask.kind, "players": list(ask.players), "question": getattr(ask, "question", "")}
    for name in ("at", "among", "hands", "again", "least", "most"):
        if name in ask.__struct_fields__:
            told[name] = to_plain(getattr(ask, name))
    if "options" in ask.__struct_fields__:
        told["options"] = [{"name": option.name, "label": option.label} for option in getattr(ask, "options", ())]
    if isinstance(ask, Ballots):
        told["in"] = len(ask.heard)
    return told


def ask_for_player(ask: Ask, name: str) -> dict[str, Any] | None:
    """What this player's own phone may answer now; None where it is asked of others."""
    if name not in ask.players:
        return None
    told = ask_for_host(ask)
    if isinstance(ask, Ballots):
        told["cast"] = next((list(names) for voter, names in ask.box if voter == name), None)
        told.pop("heard")
    return told


def _told(value: Any) -> Any:
    if isinstance(value, type) and issubclass(
        value, Event
    ):  # an event that the answer fills: which, and the names of its fields
        return {"is": snake(value.__name__), "fields": list(value.__struct_fields__)}
    if isinstance(value, tuple) and value and hasattr(value[0], "means"):
        return [{"name": o.name, "label": o.label, "says": event_to_plain(o.means)} for o in value]
    return event_to_plain(value) if hasattr(value, "by_host") else to_plain(value)


class HostView(Struct, frozen=True, kw_only=True):
    """What the host may see without holding a finger on it: nothing that is hidden."""

    moment: int
    beat: str
    gestures: tuple[str, ...]
    says: Mapping[str, Any]  # what each of them says, by its name
    takes: tuple[str, ...]  # the events this beat asks for
    asks: tuple[Mapping[str, Any], ...]
    takes_back: str | None
    puts_back: str | None
    undoes: Mapping[str, Any] | None  # the step that a step back takes back, without what is hidden
    redoes: Mapping[str, Any] | None
    listed: bool
    knows_roles: bool
    sand_can_change: bool
    skips: bool  # the rest of a phase may be left out
    winners: tuple[str, ...]  # who can have won, where the host ends the game
    paused: bool  # told in the dark, too
    table: Mapping[str, Any]  # the game's own


def host(now_at: Snapshot) -> HostView:
    """The evening as the host leads it."""
    beat, evening = now_at.beat, now_at.evening
    return HostView(
        moment=now_at.moment,
        beat=beat_name(now_at),
        gestures=tuple(gesture.value for gesture in gestures(now_at)),
        says={gesture.value: event_to_plain(event) for gesture, event in _meant(now_at.beat)},
        takes=tuple(snake(kind.__name__) for kind in beat.takes) if beat else (),
        asks=tuple(ask_for_host(ask) for ask in beat.asks) if beat else (),
        takes_back=now_at.takes_back,
        puts_back=now_at.puts_back,
        undoes=step_told(now_at.undoes),
        redoes=step_told(now_at.redoes),
        listed=bool(evening.guests),
        knows_roles=bool(evening.guests) and evening.guests[0].role is not None,
        sand_can_change=beat is not None and beat.sand,
        skips=now_at.table is not None and now_at.table.skips,
        winners=now_at.table.winners if now_at.table is not None else (),
        paused=now_at.paused,
        table=seen_by(now_at, HOST),
    )


def step_told(step: Happened | None) -> dict[str, Any] | None:
    """A step as a page calls it: only by those of its fields that hide nothing."""
    if step is None:
        return None
    event = step.event
    told = {name: to_plain(getattr(event, name)) for name in event.told}
    return {"is": snake(type(event).__name__), "beat": step.beat, **told}


def seen_by(now_at: Snapshot, viewer: Viewer) -> Mapping[str, Any]:
    """The game's own, for that viewer."""
    return _games_own(now_at.evening.game, now_at.table, now_at.beat, viewer)


def _games_own(game: str, table: Any, beat: Beat | None, viewer: Viewer) -> Mapping[str, Any]:
    """A view that fails shows nothing of the game's own: the host's page goes on, and can still take a step back."""
    if table is None:
        return {}
    try:
        shown = load(game).view(table, beat, viewer)
        if manifest(game).folder.parent != GAMES:  # the house's own are held by its tests
            check_view(shown)
        return shown
    except Exception:  # noqa: BLE001  # log_exception() writes it down, once a beat
        failed = game, beat.name if beat else "", viewer.kind
        if failed not in FAILED:
            FAILED.add(failed)
            log_exception(__name__, "the view of %s failed at %s for the %s", *failed)
        return {}


def check_view(shown: Any) -> None:
    """Every page stops over a view that cannot be sent: it is found before it is anybody's."""
    if not isinstance(shown, Mapping):
        raise TypeError(f"a view is a mapping, not {type(shown).__name__}")
    for key, value in shown.items():
        if not is_plain(to_plain(value)):
            raise TypeError(f"a page cannot be sent {key} = {value!r}: use texts, numbers, lists and tables")
    for seat in shown.get("seats", ()):
        name, marks = seat
        if type(name) is not str or isinstance(marks, str) or any(type(mark) is not str for mark in marks):
            raise TypeError(f"seats are names with their marks, as in (('Ana', ('out',)),), not {seat!r}")


def secrets(now_at: Snapshot) -> Mapping[str, Any]:
    """What only the host may see, and only while a finger is held on it."""
    return seen_by(now_at, SECRETS)


def card(now_at: Snapshot, name: str) -> Mapping[str, Any] | None:
    """One player's own card; None for somebody who is not here."""
    return seen_by(now_at, Viewer("player", name)) if name in now_at.names else None
