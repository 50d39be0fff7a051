"""The stage: each cue to its prop, and one broken prop never stops the evening."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from majordome.core.cues import (
    Arc,
    Countdown,
    Cue,
    Effect,
    GoOn,
    Hourglass,
    HourglassAway,
    HourglassEmpty,
    Light,
    Notice,
    Outcome,
    Pause,
    ReadOut,
    Refused,
    Ring,
    Say,
    Scores,
    Top,
)
from majordome.core.library import manifest
from majordome.core.manifest import Look, Manifest, Mood
from majordome.core.stage import Stage
from majordome.games.murder.facts import Alarm, Death, Jail, KilledBy, Release, Round, Scream, Tally
from majordome.games.murder.testing import button_only
from majordome.terminal.line_mode import PlainPage

Calls = list[tuple[object, ...]]


class Props:
    """Buzzer, hourglass, lamp, speaker and page in one: notes what it is told, or breaks."""

    def __init__(self, calls: Calls, name: str = "", broken: bool = False) -> None:
        self.calls = calls
        self.name = name
        self.broken = broken

    def _note(self, *what: object) -> None:
        if self.broken:
            raise OSError("no wire")
        self.calls.append((f"{self.name}{what[0]}", *what[1:]))

    def sound(self, pattern: str) -> None:
        self._note("sound", pattern)

    def run(self, left: float, total: float) -> None:
        self._note("run", left, total)

    def freeze(self) -> None:
        self._note("freeze")

    def clear(self, *, empty: bool) -> None:
        self._note("clear", empty)

    def shine(self, mood: Mood) -> None:
        self._note("shine", mood.name)

    def flash(self, mood: Mood) -> None:
        self._note("flash", mood.name)

    def bed(self, mood: Mood) -> None:
        self._note("bed", mood.bed)

    def say(self, say: Say | str) -> None:
        self._note("say", say if isinstance(say, str) else say.line)

    def interrupt(self) -> None:
        self._note("interrupt")

    def call(self, pattern: str) -> None:
        self._note("call", pattern)

    def effect(self, name: str) -> None:
        self._note("effect", name)

    def hush(self) -> None:
        self._note("hush")

    def show(self, cue: Cue) -> None:
        self._note("show", cue)


class BrokenBuzzer(Props):
    pass


class BrokenPage(Props):
    pass


class LightRing:
    def __init__(self) -> None:
        self.shown: list[tuple[tuple[Arc, Mood], ...]] = []
        self.ran: list[tuple[int, Mood] | None] = []

    def show(self, arcs: tuple[tuple[Arc, Mood], ...], runs: tuple[int, Mood] | None = None) -> None:
        self.shown.append(arcs)
        self.ran.append(runs)


def weekend() -> Manifest:
    return manifest("weekend")


def a_stage(calls: Calls) -> Stage:
    prop = Props(calls)
    return Stage(weekend, buzzer=[prop], hourglass=[prop], lamp=[prop], speaker=[prop], page=[prop])


@pytest.mark.parametrize(
    ("cue", "told"),
    [
        (Top("stop"), [("sound", "stop"), ("call", "stop")]),
        (Top("turn"), [("sound", "turn"), ("call", "turn")]),
        (Top("vote"), [("sound", "vote"), ("call", "vote")]),
        (Alarm("left"), [("sound", "alarm"), ("call", "alarm")]),
        (Scream(), [("flash", "scream"), ("effect", "scream")]),
        (Say("circle"), [("interrupt",), ("say", "circle")]),
        (Countdown(10), [("hush",)]),
        (Light("dark"), [("shine", "dark"), ("bed", "bed_night")]),
        (Light("evening"), [("shine", "evening"), ("bed", "")]),
        (Hourglass(180), [("run", 180, 180), ("effect", "gong")]),
        (Hourglass(180, left=61.5), [("run", 61.5, 180)]),
        (Hourglass(180, left=0.0), [("run", 0.0, 180)]),
        (Pause(), [("freeze",)]),
        (GoOn(), []),
        (HourglassEmpty(), [("sound", "empty"), ("clear", True), ("call", "empty")]),
        (HourglassAway(), [("clear", False)]),
        (Death("Ana"), []),
        (Round(1, "friday", "night"), []),
        (Effect("church_bell"), [("effect", "church_bell")]),
        (Effect("owl"), [("effect", "owl")]),
        (Effect("cock_crow"), [("effect", "cock_crow")]),
        (Jail(("Ana", "Bob")), [("effect", "jail_door")]),
        (Release(()), [("effect", "handcuffs")]),
        (Tally((("Ana", 2), ("Bob", 7))), []),
        (ReadOut("Bob 7, Eve 4, Dora 3, Ana 2"), [("say", "Bob 7, Eve 4, Dora 3, Ana 2")]),
        (KilledBy("Ana"), []),
        (Effect("victory_guests"), [("effect", "victory_guests")]),
        (Effect("victory_murderers"), [("effect", "victory_murderers")]),
        (Effect("victory_nobody"), [("effect", "victory_nobody")]),
        (Outcome("guests"), []),
        (Scores((("Ana", 2),)), []),
        (Ring((Arc("day"),)), []),
        (Refused("press", "not_now"), []),
        (Notice("paused"), []),
    ],
)
def test_each_cue_goes_to_its_prop_and_then_to_the_page(cue: Cue, told: Calls) -> None:
    calls: Calls = []
    a_stage(calls).perform([cue])
    assert calls == [*told, ("show", cue)]


def test_cues_are_played_in_their_order() -> None:
    calls: Calls = []
    a_stage(calls).perform([Scream(), Light("awake"), Death(None)])
    assert calls == [
        ("flash", "scream"),
        ("effect", "scream"),
        ("show", Scream()),
        ("shine", "awake"),
        ("bed", ""),
        ("show", Light("awake")),
        ("show", Death(None)),
    ]


def test_a_step_that_says_something_interrupts_once_what_was_being_said() -> None:
    calls: Calls = []
    Stage(weekend, speaker=[Props(calls)]).perform([Say("turn"), Say("circle")])
    assert calls == [("interrupt",), ("say", "turn"), ("say", "circle")]


def test_two_props_of_a_kind_both_play() -> None:
    calls: Calls = []
    Stage(weekend, buzzer=[Props(calls, "first "), Props(calls, "second ")]).perform([Top("stop")])
    assert calls == [("first sound", "stop"), ("second sound", "stop")]


def test_a_stage_without_props_plays_everything_in_silence() -> None:
    Stage(weekend).perform([Top("stop"), Scream(), Hourglass(3), Pause(), HourglassEmpty(), Light("day"), Say("turn")])


def test_a_broken_prop_does_not_stop_the_others_and_the_host_is_told_once() -> None:
    calls: Calls = []
    good = Props(calls)
    stage = Stage(weekend, buzzer=[BrokenBuzzer(calls, broken=True), good], page=[good])
    stage.perform([Top("stop"), Top("turn")])
    assert calls == [
        ("show", Notice("prop_failed", ("BrokenBuzzer", "no wire"))),
        ("sound", "stop"),
        ("show", Top("stop")),
        ("sound", "turn"),
        ("show", Top("turn")),
    ]


def test_a_prop_that_is_mended_plays_again() -> None:
    calls: Calls = []
    buzzer = BrokenBuzzer(calls, broken=True)
    stage = Stage(weekend, buzzer=[buzzer])
    stage.perform([Top("stop")])
    buzzer.broken = False
    stage.perform([Top("turn")])
    assert calls == [("sound", "turn")]


def test_a_broken_page_leaves_the_room_as_it_is_and_the_other_page_is_told() -> None:
    calls: Calls = []
    good = Props(calls)
    stage = Stage(weekend, buzzer=[good], page=[BrokenPage(calls, broken=True), good])
    stage.perform([Top("vote"), Scream()])
    assert calls == [
        ("sound", "vote"),
        ("show", Notice("prop_failed", ("BrokenPage", "no wire"))),
        ("show", Top("vote")),
        ("show", Scream()),
    ]


def test_two_broken_props_of_different_kinds_are_both_told() -> None:
    calls: Calls = []
    good = Props(calls)
    stage = Stage(
        weekend, buzzer=[BrokenBuzzer(calls, broken=True)], speaker=[BrokenPage(calls, broken=True)], page=[good]
    )
    stage.perform([Top("stop"), Say("turn")])
    assert [cue for _, cue in calls if isinstance(cue, Notice)] == [
        Notice("prop_failed", ("BrokenPage", "no wire")),  # asked first, to leave the last step's words unsaid
        Notice("prop_failed", ("BrokenBuzzer", "no wire")),
    ]


def test_the_calls_moods_and_facts_are_those_of_the_game_that_is_played() -> None:
    calls: Calls = []
    prop = Props(calls)
    game = weekend()
    stage = Stage(lambda: game, buzzer=[prop], lamp=[prop])
    stage.perform([Top("stop"), Scream()])
    game = replace(game, calls={"stop": "turn"}, facts={"scream": Look(flash="monday", call="alarm")})
    stage.perform([Top("stop"), Top("vote"), Scream()])
    assert calls == [
        ("sound", "stop"),
        ("flash", "scream"),
        ("sound", "turn"),
        ("sound", "vote"),
        ("sound", "alarm"),
        ("flash", "monday"),
    ]


def test_the_ring_is_told_the_colour_of_each_arc() -> None:
    ring, day, dark = LightRing(), Arc("day", "Ana", bright=True), Arc("dark", "Bob")
    stage = Stage(weekend, ring=[ring])
    stage.perform([Ring((day, dark), runs=(1, "day")), Ring()])
    assert ring.ran == [(1, weekend().mood("day")), None]
    assert ring.shown == [((day, weekend().mood("day")), (dark, weekend().mood("dark"))), ()]


def test_a_prop_that_joins_later_plays_from_the_next_cue_on() -> None:
    calls: Calls = []
    stage = Stage(weekend)
    stage.perform([Top("stop")])
    stage.add(buzzer=[Props(calls)])
    stage.perform([Top("turn")])
    assert calls == [("sound", "turn")]


class Watching:
    """A part that looks on, and has a fault in it."""

    def look(self, why: str = "no eyes") -> None:
        raise OSError(why)


def test_watchers_that_fail_do_not_end_the_evening_and_each_is_told_once_by_its_own_name() -> None:
    party, watching = button_only(), Watching()

    def stare() -> None:
        raise OSError("no stare")

    page = PlainPage(party.narrator, partial(watching.look))
    party._performance.watchers += [watching.look, stare, partial(page.tell_beat, party._performance)]
    party.press()
    party.press()
    assert party.beat == "murder"
    told = [cue for cue in party.all(Notice) if cue.what == "prop_failed"]
    assert [notice.names[0] for notice in told] == [
        "Watching",
        "test_stage",
        "PlainPage",
    ]
    assert party.narrator.notice(told[-1]).startswith("screen does not answer (")
