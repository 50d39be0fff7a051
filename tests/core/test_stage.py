"""The stage: each cue to its prop, and one broken prop never stops the evening."""

from __future__ import annotations

import pytest

from majordome.core.cues import (
    Countdown,
    Cue,
    GoOn,
    Hourglass,
    HourglassAway,
    HourglassEmpty,
    Light,
    Notice,
    Outcome,
    Pause,
    Refused,
    Say,
    Top,
)
from majordome.core.stage import Stage
from majordome.games.murder.facts import Alarm, Death, Jail, Release, Round, Scream, Tally
from majordome.games.murder.testing import button_only

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

    def mood(self, mood: str) -> None:
        self._note("mood", mood)

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

    def scream(self) -> None:
        self._note("scream")

    def show(self, cue: Cue) -> None:
        self._note("show", cue)


class BrokenBuzzer(Props):
    pass


class BrokenPage(Props):
    pass


def a_stage(calls: Calls) -> Stage:
    prop = Props(calls)
    return Stage(buzzers=[prop], hourglasses=[prop], lamps=[prop], speakers=[prop], pages=[prop])


@pytest.mark.parametrize(
    ("cue", "told"),
    [
        (Top("stop"), [("sound", "stop"), ("call", "stop")]),
        (Top("turn"), [("sound", "turn"), ("call", "turn")]),
        (Top("vote"), [("sound", "vote"), ("call", "vote")]),
        (Alarm("left"), [("sound", "alarm"), ("call", "alarm")]),
        (Scream(), [("scream",), ("mood", "scream")]),
        (Say("circle"), [("interrupt",), ("say", "circle")]),
        (Countdown(10), [("hush",)]),
        (Light("dark"), [("mood", "dark"), ("mood", "dark")]),
        (Hourglass(180), [("run", 180, 180), ("effect", "gong")]),
        (Hourglass(180, left=61.5), [("run", 61.5, 180)]),
        (Hourglass(180, left=0.0), [("run", 0.0, 180)]),
        (Pause(), [("freeze",)]),
        (GoOn(), []),
        (HourglassEmpty(), [("clear", True), ("sound", "empty"), ("call", "empty")]),
        (HourglassAway(), [("clear", False)]),
        (Death("Ana"), []),
        (Round(1, "friday", "night"), [("effect", "church_bell")]),
        (Round(3, "saturday", "night"), [("effect", "owl")]),
        (Round(2, "saturday", "day"), [("effect", "cock_crow")]),
        (Jail(("Ana", "Bob")), [("effect", "jail_door")]),
        (Release(()), [("effect", "handcuffs")]),
        (
            Tally((("Ana", 2), ("Bob", 7), ("Cid", 1), ("Dora", 3), ("Eve", 4))),
            [("say", "Bob 7, Eve 4, Dora 3, Ana 2")],
        ),
        (Tally(()), []),
        (Outcome("guests"), [("effect", "victory_guests")]),
        (Outcome("murderers"), [("effect", "victory_murderers")]),
        (Outcome("nobody"), [("effect", "victory_nobody")]),
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
        ("scream",),
        ("mood", "scream"),
        ("show", Scream()),
        ("mood", "awake"),  # the lamp
        ("mood", "awake"),  # the bed of sound
        ("show", Light("awake")),
        ("show", Death(None)),
    ]


def test_a_step_that_says_something_interrupts_once_what_was_being_said() -> None:
    calls: Calls = []
    Stage(speakers=[Props(calls)]).perform([Say("turn"), Say("circle")])
    assert calls == [("interrupt",), ("say", "turn"), ("say", "circle")]


def test_two_props_of_a_kind_both_play() -> None:
    calls: Calls = []
    Stage(buzzers=[Props(calls, "first "), Props(calls, "second ")]).perform([Top("stop")])
    assert calls == [("first sound", "stop"), ("second sound", "stop")]


def test_a_stage_without_props_plays_everything_in_silence() -> None:
    Stage().perform([Top("stop"), Scream(), Hourglass(3), Pause(), HourglassEmpty(), Light("day"), Say("turn")])


def test_a_broken_prop_does_not_stop_the_others_and_the_host_is_told_once() -> None:
    calls: Calls = []
    good = Props(calls)
    stage = Stage(buzzers=[BrokenBuzzer(calls, broken=True), good], pages=[good])
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
    stage = Stage(buzzers=[buzzer])
    stage.perform([Top("stop")])
    buzzer.broken = False
    stage.perform([Top("turn")])
    assert calls == [("sound", "turn")]


def test_a_broken_page_leaves_the_room_as_it_is_and_the_other_page_is_told() -> None:
    calls: Calls = []
    good = Props(calls)
    stage = Stage(buzzers=[good], pages=[BrokenPage(calls, broken=True), good])
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
    stage = Stage(buzzers=[BrokenBuzzer(calls, broken=True)], speakers=[BrokenPage(calls, broken=True)], pages=[good])
    stage.perform([Top("stop"), Say("turn")])
    assert [cue for _, cue in calls if isinstance(cue, Notice)] == [
        Notice("prop_failed", ("BrokenPage", "no wire")),  # asked first, to leave the last step's words unsaid
        Notice("prop_failed", ("BrokenBuzzer", "no wire")),
    ]


def test_a_watcher_that_fails_does_not_end_the_evening() -> None:
    party = button_only()

    def look() -> None:
        raise OSError("no eyes")

    party._performance.watchers.append(look)
    party.press()
    party.press()
    assert party.beat == "murder"
    assert [cue for cue in party.all(Notice) if cue.what == "prop_failed"] == [
        Notice("prop_failed", ("function", "no eyes"))
    ]
