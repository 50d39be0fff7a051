"""The prompter: what it takes, what it refuses, how it pauses, and how far a host can go back."""

from __future__ import annotations

import pytest

from majordome.core.cues import (
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
    Refused,
    Say,
    Top,
)
from majordome.core.evening import Evening
from majordome.core.events import (
    ChairLeft,
    ChairTaken,
    Event,
    GameEnded,
    Gesture,
    Pressed,
    TimeAdded,
    TimeUp,
    Wish,
)
from majordome.core.prompter import Answer, Prompter
from majordome.core.records import Happened, Paused, Pulse, WentBack, WentOn
from majordome.core.script import Script, expect
from majordome.core.script_reading import Reading
from majordome.core.snapshot import Snapshot
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import Freed, HandsCounted, Killed, NobodyDied, Tapped
from majordome.games.murder.facts import Alarm, Round, Scream
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only
from majordome.games.murder.weekend import GAME


def offer(party: MurderParty, said: Event | Gesture | Wish, meant_for: int | None = None) -> Answer:
    """Straight to the prompter, with the moment for which it was meant."""
    return party.prompter.offer(said, party.clock.now(), meant_for)


def refused(party: MurderParty, said: Event | Gesture | Wish, meant_for: int | None = None) -> Refused | None:
    return offer(party, said, meant_for).refused


# What is taken and what is not.


def test_a_press_is_taken_and_kept_with_its_beat_and_its_time() -> None:
    party = a_weekend()
    party.wait(12)
    answer = offer(party, Gesture.PRESS)
    assert answer.records == (Happened(12.0, "welcome", Pressed()),)
    assert answer.refused is None
    assert answer.cues[:3] == (Round(1, "friday", "night"), Effect("church_bell"), answer.cues[2])
    assert party.beat == "walking"


def test_what_is_not_asked_for_is_refused_with_a_reason_and_leaves_no_trace() -> None:
    party = a_weekend()
    for event in (Tapped("Cid"), NobodyDied(), HandsCounted((("Ana", 3),)), TimeUp()):
        assert offer(party, event) == Answer(refused=Refused(type(event).__name__.lower(), "not_now"))
    assert (party.beat, party.prompter.history) == ("welcome", [])


def test_a_gesture_that_means_nothing_is_refused() -> None:
    party = a_weekend()
    party.press()
    assert refused(party, Gesture.DOUBLE) == Refused("double", "nothing_to_press")
    table = a_table()
    table.go_to("asleep")
    assert refused(table, Gesture.PRESS) == Refused("press", "nothing_to_press")


def test_the_check_of_the_beat_says_why() -> None:
    party = a_weekend()
    party.go_to("murder")
    assert refused(party, Tapped("Zed")) == Refused("victim", "unknown_name", ("Zed",))
    assert refused(party, Killed("Zed")) == Refused("name", "unknown_name", ("Zed",))
    assert party.prompter.history[-1].event == Pressed()


def test_after_the_outcome_everything_but_a_step_back_is_refused() -> None:
    party = a_weekend()
    party.say(GameEnded("nobody"))
    assert party.prompter.finished
    for said in (Gesture.PRESS, Gesture.HOLD, Pressed(), Killed("Cid"), ChairTaken("left")):
        assert refused(party, said) == Refused("press", "finished")
    assert refused(party, Wish.PAUSE) == Refused("pause", "finished")
    assert refused(party, Wish.GO_ON) == Refused("pause", "not_now")


# Races: an input says for which moment it was meant.


def test_a_press_queued_behind_the_last_grain_does_not_skip_the_circle() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    seen = party.prompter.moment
    party.wait(180)
    assert party.beat == "circle"
    assert refused(party, Gesture.PRESS, seen) == Refused("press", "too_late")
    assert party.beat == "circle"
    assert refused(party, Gesture.PRESS, party.prompter.moment) is None
    assert party.beat == "counting"


def test_two_hasty_presses_are_one() -> None:
    party = a_weekend()
    seen = party.prompter.moment
    assert refused(party, Gesture.PRESS, seen) is None
    assert refused(party, Gesture.PRESS, seen) == Refused("press", "too_late")
    assert party.beat == "walking"


def test_the_last_grain_that_falls_behind_a_press_is_too_late() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    seen = party.prompter.moment
    party.press()
    assert refused(party, TimeUp(), seen) == Refused("press", "too_late")


@pytest.mark.parametrize("between", [ChairTaken("left"), Killed("Dora"), TimeAdded(30)])
def test_what_leaves_the_beat_as_it_is_does_not_make_a_press_late(between: Event) -> None:
    party = a_weekend(chairs=True)
    party.murder("Cid")
    party.go_to("discussion")
    seen = party.prompter.moment
    party.say(between)
    assert party.beat == "discussion"
    assert refused(party, Gesture.PRESS, seen) is None
    assert party.beat == "circle"


def test_the_first_suspect_who_sits_down_does_not_make_the_press_late() -> None:
    party = a_weekend(chairs=True)
    party.murder("Cid")
    party.vote(Dora=5, Eve=4)
    seen = party.prompter.moment
    party.sit("left")
    assert party.beat == "jailing"
    assert refused(party, Gesture.PRESS, seen) is None
    assert (party.beat, party.table.jail) == ("walking", ("Dora", "Eve"))


def test_the_second_suspect_who_sits_down_makes_the_press_late() -> None:
    party = a_weekend(chairs=True)
    party.murder("Cid")
    party.vote(Dora=5, Eve=4)
    seen = party.prompter.moment
    party.sit("left")
    party.sit("right")
    assert party.beat == "walking"
    assert refused(party, Gesture.PRESS, seen) == Refused("press", "too_late")


def test_a_chair_is_never_too_late() -> None:
    party = a_weekend(chairs=True)
    seen = party.prompter.moment
    party.press()
    assert refused(party, ChairTaken("left"), seen) is None
    assert party.table.chairs == {"left"}


def test_a_step_back_makes_a_queued_press_late() -> None:
    party = a_weekend()
    party.press()
    party.press()
    seen = party.prompter.moment
    party.back()
    assert refused(party, Gesture.PRESS, seen) == Refused("press", "too_late")
    assert party.beat == "walking"


def test_a_refusal_does_not_make_a_press_late() -> None:
    party = a_weekend()
    seen = party.prompter.moment
    offer(party, Tapped("Cid"))
    assert refused(party, Gesture.PRESS, seen) is None


# The pause.


def test_a_pause_freezes_the_sand() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(60)
    party.cues()
    party.hold()
    assert party.cues() == [Pause(), Notice("paused")]
    assert party.prompter.time_left(party.clock.now()) is None
    party.wait(1000)
    assert party.sand == 120
    party.press()
    assert party.cues() == [
        GoOn(),
        Light("discussion"),
        Round(1, "friday", "night"),
        Hourglass(180, left=120.0),
        Notice("went_on"),
        *party.prompter._said_again(),  # where were we?
    ]
    assert party.beat == "discussion"
    party.wait(119)
    assert party.times(HourglassEmpty) == []
    party.wait(1)
    assert party.times(HourglassEmpty) == [party.clock.now()]


def test_a_pause_freezes_the_countdown_and_the_scream_comes_with_what_was_left() -> None:
    party = a_weekend()
    party.go_to("murder")
    party.say(Tapped("Cid"))
    party.wait(4)
    party.say(Wish.PAUSE)
    party.wait(500)
    assert party.all(Scream) == []
    party.say(Wish.GO_ON)
    begun = party.clock.now()
    party.wait(10)
    assert party.times(Scream) == [begun + 6]


@pytest.mark.parametrize("gesture", [Gesture.PRESS, Gesture.HOLD])
def test_a_press_in_a_pause_goes_on_and_does_nothing_else(gesture: Gesture) -> None:
    party = a_weekend()
    party.press()
    party.say(Wish.PAUSE)
    answer = offer(party, gesture)
    assert answer.cues == (
        GoOn(),
        HourglassAway(),
        Light("night"),
        Round(1, "friday", "night"),
        Notice("went_on"),
    )
    assert answer.records == (WentOn(0.0),)
    assert (party.beat, party.prompter.paused) == ("walking", False)


def test_an_answer_in_a_pause_waits_until_the_evening_goes_on() -> None:
    party = a_weekend()
    party.go_to("murder")
    party.say(Wish.PAUSE)
    for said in (Tapped("Cid"), NobodyDied(), Gesture.DOUBLE):
        assert refused(party, said) == Refused("press", "paused")
    assert refused(party, Wish.PAUSE) == Refused("pause", "paused")
    party.say(Wish.GO_ON)
    assert refused(party, Tapped("Cid")) is None


def test_going_on_without_a_pause_is_refused() -> None:
    assert refused(a_weekend(), Wish.GO_ON) == Refused("pause", "not_now")


def test_the_host_may_correct_in_a_pause() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.say(Wish.PAUSE)
    party.say(Killed("Dora"))
    party.say(ChairTaken("left"))
    assert party.table.dead == {"Cid", "Dora"}
    assert party.table.chairs == {"left"}
    assert party.prompter.paused


def test_sand_that_is_added_in_a_pause_does_not_begin_to_run() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(30)
    party.say(Wish.PAUSE)
    assert offer(party, TimeAdded(60)).cues == (Hourglass(240.0, left=210.0), Pause())
    party.wait(100)
    assert party.sand == 210


def test_a_step_back_in_a_pause_leaves_the_pause() -> None:
    party = a_weekend()
    party.press()
    party.say(Wish.PAUSE)
    cues = offer(party, Gesture.BACK).cues
    assert cues == (Notice("taken_back", ("welcome",)), HourglassAway(), Light("evening"), Pause())
    assert (party.beat, party.prompter.paused) == ("welcome", True)


def test_pause_and_going_on_are_kept() -> None:
    party = a_weekend()
    party.press()
    party.wait(3)
    party.hold()
    party.wait(5)
    party.hold()
    assert party.writer.records[1:] == [Paused(3.0), WentOn(3.0)]


# Steps back.


def test_at_the_first_beat_there_is_nothing_to_take_back() -> None:
    party = a_weekend()
    assert refused(party, Gesture.BACK) == Refused("back", "nothing_to_take_back")
    party.say(ChairTaken("left"))
    assert refused(party, Wish.TAKE_BACK) == Refused("back", "nothing_to_take_back")


def test_a_step_back_shows_the_room_as_it_was_and_says_again_what_was_said() -> None:
    party = a_weekend()
    party.wait(7)
    party.cues()
    party.press()
    said = [cue for cue in party.cues() if isinstance(cue, Say)]
    party.wait(8)
    party.press()
    party.wait(9)
    party.cues()
    party.back()
    assert party.cues() == [
        Notice("taken_back", ("walking",)),
        HourglassAway(),
        Light("night"),
        Round(1, "friday", "night"),
        *said,
    ]
    assert party.beat == "walking"
    assert party.writer.records[-1] == WentBack(24.0, 1)
    assert party.prompter.played(party.clock.now()) == 15


def test_a_step_back_goes_past_the_scream_to_the_tap() -> None:
    party = a_weekend()
    party.murder("Cid")
    assert party.beat == "mourning"
    party.back()
    assert (party.beat, party.table.dead) == ("murder", frozenset())
    party.wait(1000)
    assert party.beat == "murder"


def test_a_step_back_into_the_hourglass_finds_the_sand_that_was_left_then() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(100)
    party.press()
    party.wait(500)
    party.back()
    assert (party.beat, party.sand) == ("discussion", 80)
    assert party.all(Hourglass)[-1] == Hourglass(180, left=80.0)
    party.wait(80)
    assert party.beat == "circle"


def test_a_correction_in_the_hourglass_is_taken_back_alone() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(50)
    party.say(Killed("Dora"))
    party.wait(20)
    party.back()
    assert (party.beat, party.sand, party.table.dead) == ("discussion", 130, frozenset({"Cid"}))


def test_a_step_back_into_a_countdown_in_the_dark_begins_it_anew() -> None:
    party = a_table()
    party.go_to("murder_at_table")
    party.wait(party.prompter.time_left(party.clock.now()) or 0)
    assert party.beat == "dying_at_table"
    party.wait(8)
    party.press()
    party.back()
    assert party.beat == "dying_at_table"
    assert party.prompter.time_left(party.clock.now()) == 10


def test_all_steps_of_two_rounds_can_be_taken_back_to_the_first_press() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.jail("Dora", "Eve")
    party.murder("Fay", by="Bob")
    party.go_to("circle")
    assert (party.table.round, party.table.jail) == (2, ())
    steps = sum(step.event.by_host for step in party.prompter.history)
    beats = []
    for _ in range(steps):
        party.back()
        beats.append(party.beat)
    assert beats == [
        "mourning_day",
        "turning",
        "standing",
        "walking",
        "jailing",
        "counting",
        "circle",
        "mourning",
        "murder",
        "walking",
        "welcome",
    ]
    assert (party.table, party.prompter.history) == (Table.laid(party.prompter.evening), [])
    assert refused(party, Wish.TAKE_BACK) == Refused("back", "nothing_to_take_back")


def test_a_step_back_after_the_outcome_opens_the_evening_again() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.jail("Ana", "Bob")
    assert party.prompter.finished
    party.back()
    assert (party.beat, party.table.jail) == ("jailing", ())
    party.back()
    party.vote(Ana=5, Eve=4)
    party.press()
    assert (party.beat, party.table.jail) == ("walking", ("Ana", "Eve"))


def test_a_button_only_evening_can_be_taken_back_too() -> None:
    party = button_only()
    party.go_to("verdict")
    party.hold()
    assert party.prompter.finished
    party.back()
    assert party.beat == "verdict"
    party.press()
    assert (party.beat, party.table.round) == ("walking", 2)


# Steps put back.


def test_a_step_put_back_leaves_everything_as_it_was() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(60)
    table, now = party.table, party.clock.now()
    lasting = party.prompter.lasting(now)
    party.back()
    assert party.beat == "mourning"
    party.wait(33)
    party.cues()
    party.say(Wish.PUT_BACK)
    assert (party.beat, party.table, party.sand) == ("discussion", table, 120)
    assert party.cues() == [Notice("put_back", ("mourning",)), *lasting]


def test_a_step_is_put_back_with_the_scream_that_followed_and_nobody_screams_again() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.back()
    party.say(Wish.PUT_BACK)
    assert (party.beat, party.table.dead) == ("mourning", frozenset({"Cid"}))
    assert len(party.all(Scream)) == 1
    assert party.writer.records[-3:] == [
        Happened(0.0, "murder", Tapped("Cid")),
        Happened(10.0, "dying", TimeUp()),
        Pulse(10.0),
    ]


def test_several_steps_are_put_back_in_their_order() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.jail("Dora", "Eve")
    before = party.table
    for _ in range(4):
        party.back()
    beats = []
    for _ in range(4):
        party.say(Wish.PUT_BACK)
        beats.append(party.beat)
    assert beats == ["circle", "counting", "jailing", "walking"]
    assert party.table == before
    assert refused(party, Wish.PUT_BACK) == Refused("redo", "nothing_to_put_back")


def test_a_new_step_leaves_nothing_to_put_back() -> None:
    party = a_weekend()
    party.go_to("murder")
    party.back()
    party.press()
    assert refused(party, Wish.PUT_BACK) == Refused("redo", "nothing_to_put_back")


def test_a_new_correction_leaves_nothing_to_put_back() -> None:
    party = a_weekend()
    party.say(Killed("Dora"))
    party.back()
    party.say(Killed("Eve"))
    assert refused(party, Wish.PUT_BACK) == Refused("redo", "nothing_to_put_back")
    assert party.table.dead == {"Eve"}


def test_a_step_that_fits_no_more_is_not_put_back() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.press()
    party.back()
    party.wait(180)
    assert party.beat == "circle"
    assert refused(party, Wish.PUT_BACK) == Refused("redo", "nothing_to_put_back")
    assert party.beat == "circle"


def test_the_outcome_can_be_put_back() -> None:
    party = a_weekend()
    party.say(GameEnded("guests"))
    party.back()
    party.say(Wish.PUT_BACK)
    assert party.prompter.finished
    assert party.all(Outcome) == [Outcome("guests")]


# Chairs are levels.


def test_after_a_step_back_the_script_is_told_the_chairs_as_they_are() -> None:
    party = a_weekend(chairs=True)
    party.press()
    party.sit("left")
    party.sit("right")
    party.stand("left")
    party.back()
    assert party.beat == "welcome"
    assert party.table.chairs == {"right"}
    assert party.writer.records[-2:] == [WentBack(0.0, 0), Happened(0.0, "welcome", ChairTaken("right"))]


def test_a_prisoner_who_stands_up_after_the_outcome_is_noticed_when_it_is_taken_back() -> None:
    party = a_weekend(chairs=True)
    party.murder("Cid")
    party.vote(Dora=5, Eve=4)
    party.sit("left")
    party.sit("right")
    party.say(GameEnded("nobody"))
    assert refused(party, ChairLeft("left")) == Refused("press", "finished")
    answer = offer(party, Gesture.BACK)
    assert party.table.chairs == {"right"}
    assert Alarm("left") in answer.cues


def test_jail_is_done_when_the_step_to_it_is_put_back_and_both_still_sit() -> None:
    party = a_weekend(chairs=True)
    party.murder("Cid")
    party.vote(Dora=5, Eve=4)
    party.sit("left")
    party.sit("right")
    assert party.table.jail == ("Dora", "Eve")
    party.back()
    assert (party.beat, set(party.table.jail)) == ("counting", set[str]())
    assert party.table.chairs == {"left", "right"}
    party.say(Wish.PUT_BACK)
    assert (party.beat, party.table.jail) == ("walking", ("Dora", "Eve"))


def test_a_chair_that_is_as_it_was_is_no_news() -> None:
    party = a_weekend(chairs=True)
    assert refused(party, ChairLeft("left")) == Refused("chair", "no_news")
    party.sit("left")
    assert refused(party, ChairTaken("left")) == Refused("chair", "no_news")


# A rulebook with a bug in it.


def stumbling(evening: Evening) -> Script[Table]:
    """Falls over `NobodyDied`, over the end of its time, and over any question about Zed."""

    def ask(table: Table, event: Event) -> Refused | None:
        if event == Tapped("Zed"):
            raise KeyError("Zed")
        return None

    table = Table.laid(evening)
    yield Light("evening")
    table, _ = yield from expect(table, "welcome", Pressed, press=Pressed())
    yield Hourglass(30)
    while True:
        table, told = yield from expect(
            table, "murder", Tapped, NobodyDied, TimeUp, press=Tapped(), within=30, dark=True, refuse=ask
        )
        if not isinstance(told, Tapped):
            raise ZeroDivisionError("a bug")
        yield Top("stop")


@pytest.fixture
def buggy(monkeypatch: pytest.MonkeyPatch) -> MurderParty:
    monkeypatch.setattr(GAME, "_script", stumbling)
    party = a_weekend()
    party.wait(5)
    party.press()
    party.wait(10)
    return party


@pytest.mark.parametrize("poison", [NobodyDied(), Tapped("Zed")])
def test_what_the_rulebook_stumbles_over_is_left_out_and_the_evening_goes_on(buggy: MurderParty, poison: Event) -> None:
    seen = buggy.prompter.moment
    assert offer(buggy, poison) == Answer(refused=Refused(type(poison).__name__.lower(), "stumbled"))
    assert [step.event for step in buggy.prompter.history] == [Pressed()]
    assert (buggy.beat, buggy.sand) == ("murder", 20)
    # A press that was queued behind it counts.
    answer = offer(buggy, Gesture.PRESS, seen)
    assert answer.cues == (Top("stop"),)
    assert answer.records == (Happened(15.0, "murder", Tapped()),)


def test_what_the_rulebook_stumbles_over_is_never_written(buggy: MurderParty) -> None:
    assert buggy.refusal_of(NobodyDied()) == Refused("nobodydied", "stumbled")
    assert buggy.writer.records == [Happened(5.0, "welcome", Pressed())]


def test_a_countdown_that_began_anew_after_a_power_cut_is_not_cut_short_by_a_bug(buggy: MurderParty) -> None:
    woken = Prompter(buggy.prompter.evening, buggy.narrator)
    woken.recall([*buggy.writer.records, Pulse(15.0)], 0.0)
    assert woken.time_left(4.0) == 26
    assert woken.offer(NobodyDied(), 4.0).refused == Refused("nobodydied", "stumbled")
    assert woken.time_left(4.0) == 26


def test_a_rulebook_that_stumbles_over_the_clock_stands_still_until_the_host_helps(buggy: MurderParty) -> None:
    buggy.cues()
    buggy.wait(1000)
    assert buggy.cues() == [Refused("timeup", "stumbled"), Pause(), Notice("paused")]
    buggy.back()
    assert buggy.beat == "welcome"


# What a viewer may look at.


def test_the_voice_is_over_when_all_sentences_are_said() -> None:
    party = a_weekend()
    welcome = sum(say.seconds for say in party.all(Say))
    assert party.prompter.voice_left(party.clock.now()) == welcome > 0
    party.wait(welcome + 1)
    assert party.prompter.voice_left(party.clock.now()) == 0


def test_no_hourglass_no_sand() -> None:
    party = a_weekend()
    assert party.sand is None
    assert party.prompter.time_left(party.clock.now()) is None
    party.go_to("murder")
    party.say(Tapped("Cid"))
    assert party.sand is None
    assert party.prompter.time_left(party.clock.now()) == 10


def test_the_room_looks_as_the_last_lasting_cues_say() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    now = party.clock.now()
    full: set[Cue] = {Round(1, "friday", "night"), Light("discussion"), Hourglass(180)}
    assert set(party.prompter.lasting(now)) == full
    assert Hourglass(180, left=179.0) in party.prompter.lasting(now + 1)


def test_a_freed_prisoner_can_be_put_back_into_jail_by_a_step_back() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.jail("Dora", "Eve")
    party.say(Freed("Dora"))
    freed = party.table.jail
    party.back()
    assert (freed, party.table.jail) == (("Eve",), ("Dora", "Eve"))


# A half-read book.


@pytest.mark.parametrize("how", [Wish.TAKE_BACK, Wish.PUT_BACK, "another evening", "a power cut"])
def test_while_a_book_is_being_read_everybody_sees_the_moment_before(
    how: Wish | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = a_weekend()
    for _ in range(3):
        party.press()
    if how is Wish.PUT_BACK:
        party.say(Wish.TAKE_BACK)
    prompter, feed = party.prompter, Reading.feed
    before, seen = prompter.snapshot, list[Snapshot]()

    def watched(reading: Reading, event: Event | None, t: float) -> list[Cue]:
        seen.append(prompter.snapshot)
        cues = feed(reading, event, t)
        seen.append(prompter.snapshot)
        return cues

    monkeypatch.setattr(Reading, "feed", watched)
    now = party.clock.now()
    if how == "another evening":
        prompter.begin_another(prompter.evening, now)
    elif how == "a power cut":
        prompter.recall(list(prompter.history), now)
    else:
        assert isinstance(how, Wish)
        assert prompter.offer(how, now).refused is None
    assert seen
    assert all(snapshot is before for snapshot in seen)
    assert prompter.snapshot is not before
