"""What the room may see: no card, no killer, no kiss, and nothing that would tell them between the lines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from majordome.core.cues import Countdown, Cue, Notice
from majordome.core.events import ChairLeft, ChairTaken, GameEnded, Gesture, Wish
from majordome.core.library import manifest
from majordome.core.view import (
    HostView,
    RoomView,
    SandShown,
    ask_for_host,
    ask_for_room,
    card,
    chairs,
    host,
    room,
    secrets,
)
from majordome.games.murder.events import BallotCast, HandsCounted, Killed, Kissed, Named, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import Charmed, KilledBy, Round, Spared, Swap
from majordome.games.murder.roles import Role
from majordome.games.murder.teaching import BEGIN
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only, guest_list
from majordome.terminal.cue_text import clock_face, heading, hints, tell
from majordome.terminal.line_mode import PlainPage
from majordome.words.narrator import LANGS, Lang, Narrator

SECRET_WORDS = re.compile(
    "|".join([*(role for role in Role if role is not Role.GUEST), "charm", "kiss", "killer", "swap", "spared", "role"])
)


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def seen(party: MurderParty) -> RoomView:
    return room(party.prompter.snapshot, party.clock.now())


def led(party: MurderParty) -> HostView:
    return host(party.prompter.snapshot)


def when(party: MurderParty) -> tuple[Any, ...]:
    """The game's own part of the view."""
    table = seen(party).table
    return table["round"], table["day"], table["time"]


def speaking(lang: Lang, party: MurderParty) -> Narrator:
    return Narrator(lang, game=manifest(party.prompter.evening.game))


def weekend_of_secrets(
    first: Tapped, kiss: str, wink: Winked, last: Tapped | NobodyDied
) -> list[tuple[RoomView, HostView]]:
    """The views at every beat from the first press to Sunday, with these secrets in it."""
    party = a_weekend(14, Dora="charmer", Eve="shortsighted", Fay="vampire", Gus="alchemist", Hal="heart")
    views = [(seen(party), led(party))]

    def note_all_until(*beats: str) -> None:
        while party.beat not in beats:
            current = party.prompter.beat
            assert current is not None
            party.wait(party.prompter.time_left(party.clock.now()) or 0) if current.timed else party.press()
            views.append((seen(party), led(party)))

    for said in (first, Kissed(kiss), wink, last):
        note_all_until("murder", "turning")
        party.say(said)
        views.append((seen(party), led(party)))
        if not isinstance(said, Kissed):
            note_all_until("counting")
            party.say(HandsCounted((("Max", 3), ("Noé", 3))))
            views.append((seen(party), led(party)))
            note_all_until("walking")
    return views


def test_no_view_of_a_whole_weekend_holds_a_secret_word() -> None:
    views = weekend_of_secrets(Tapped("Hal", "Ana"), "Ida", Winked("Eve", "Bob"), Tapped("Fay", "Ana"))
    assert len(views) > 25
    # From TOP to the scream, the room is not told which beat it is.
    assert {view.beat for view, _ in views} >= {"walking", "dark", "turning", "discussion", "counting"}
    assert {view.beat for _, view in views} >= {"walking", "murder", "dying", "turning", "discussion", "counting"}
    for view, _ in views:
        # Whom the charmer kissed is asked every day, whether or not there is a charmer.
        told = repr(view).replace("'question': 'kiss'", "")
        assert SECRET_WORDS.search(told) is None, view


def test_the_host_is_not_told_who_killed_or_was_kissed_before_a_finger_is_on_it() -> None:
    views = weekend_of_secrets(Tapped("Hal", "Ana"), "Ida", Winked("Eve", "Bob"), Tapped("Fay", "Ana"))
    for _, view in views:
        assert list(view.table) == ["can_name", "can_correct", "recount"]
        asked = {ask["question"] for ask in view.asks}
        assert asked <= {"welcome", "victim", "kiss", "hands", "ballot", "count", "verdict"}


def test_the_view_is_the_same_whoever_killed_whoever_was_kissed_and_whatever_was_not_seen() -> None:
    one = weekend_of_secrets(Tapped("Ida", "Ana"), "Jo", Winked("Eve", "Bob"), Tapped("Lia", "Ana"))
    other = weekend_of_secrets(Tapped("Ida", "Bob"), "Kim", Winked("Eve", "Ana"), Tapped("Lia", "Bob"))
    assert one == other


def test_while_the_victim_counts_the_view_tells_neither_who_nor_for_how_long() -> None:
    views, hosts = [], []
    for victim in ("Hal", "Ida", "Gus"):
        party = a_weekend(14, Gus="alchemist", Hal="heart")
        party.go_to("murder")
        party.say(Tapped(victim, "Ana"))
        views.append(seen(party))
        hosts.append(led(party))
    assert views[0] == views[1] == views[2]
    assert hosts[0] == hosts[1] == hosts[2]
    assert (views[0].beat, views[0].dark, views[0].sand, views[0].asks) == ("dark", True, None, ())
    assert hosts[0].beat == "dying"
    assert all(guest["alive"] for guest in views[0].table["guests"])
    assert all(marks == () for _, marks in views[0].seats)


def test_while_eyes_are_closed_the_room_stands_still_whatever_happens() -> None:
    party = a_weekend()
    party.go_to("walking")
    before = seen(party)
    party.press()
    asleep = replace(before, beat="dark", dark=True, mood="dark", asks=())
    assert room(party.prompter.snapshot, party.clock.now(), before) == asleep
    party.say(Killed("Cid"))  # the host corrects in the dark
    party.say(Wish.PAUSE)
    assert room(party.prompter.snapshot, party.clock.now(), asleep) == asleep
    party.say(Wish.GO_ON)
    party.say(NobodyDied())
    awake = room(party.prompter.snapshot, party.clock.now(), asleep)
    assert (awake.beat, awake.dark, awake.mood) == ("mourning", False, "awake")
    assert dict(awake.seats)["Cid"] == ("dead",)


def test_the_cards_dealt_do_not_change_the_view() -> None:
    plain, special = a_weekend(), a_weekend(Cid="vampire", Dora="charmer", Eve="heart")
    for party in (plain, special):
        party.go_to("murder")
    assert seen(plain) == seen(special)
    assert led(plain) == led(special)


def test_a_view_has_only_these_fields() -> None:
    assert list(RoomView.__struct_fields__) == [
        *("game", "beat", "dark", "paused", "finished", "mood", "sand", "heading", "asks", "seats", "scores", "ring"),
        *("winner", "winners", "table"),
    ]
    assert list(HostView.__struct_fields__) == [
        *("moment", "beat", "gestures", "says", "takes", "asks", "takes_back", "puts_back", "undoes", "redoes"),
        *("listed", "knows_roles", "sand_can_change", "skips", "winners", "paused", "table"),
    ]
    party = a_weekend()
    fields = [
        "edition",
        "round",
        "rounds",
        "day",
        "time",
        "guests",
        "chairs",
        "jail",
        "cards",
        "vote",
        "tale",
        "mourned",
    ]
    assert list(seen(party).table) == fields
    assert list(led(party).table) == ["can_name", "can_correct", "recount"]
    assert {tuple(guest) for guest in seen(party).table["guests"]} == {("name", "alive", "in_jail")}


def test_the_host_may_say_who_was_the_victim_as_long_as_the_murder_is_open() -> None:
    party = a_weekend()
    assert not led(party).table["can_name"]
    party.murder("Lia")
    assert led(party).table["can_name"]
    party.say(Named("Kim"))  # put right
    party.go_to("discussion")
    assert led(party).table["can_name"]
    party.jail("Hal", "Ida")
    assert party.table.dead == {"Kim"}
    party.go_to("turning")
    assert not led(party).table["can_name"]


def test_the_view_of_the_first_moment() -> None:
    party = button_only()
    assert seen(party) == RoomView(
        game="weekend",
        beat="welcome",
        dark=False,
        paused=False,
        finished=False,
        mood="evening",
        sand=None,
        heading=None,
        asks=(ask_for_room(BEGIN),),
        seats=(),
        scores=(),
        ring=None,
        winner=None,
        winners=(),
        table={
            "edition": "B",
            "round": 0,
            "rounds": 5,
            "day": None,
            "time": None,
            "guests": [],
            "chairs": None,
            "jail": (),
            "cards": None,
            "vote": None,
            "tale": (),
            "mourned": (),
        },
    )
    assert led(party) == HostView(
        moment=0,
        beat="welcome",
        gestures=("press", "double", "hold"),
        says={"press": {"is": "pressed"}, "double": {"is": "explained"}, "hold": {"is": "tried_out"}},
        takes=("pressed", "explained", "tried_out"),
        asks=(ask_for_host(BEGIN),),
        takes_back=None,
        puts_back=None,
        undoes=None,
        redoes=None,
        listed=False,
        knows_roles=False,
        sand_can_change=False,
        skips=True,
        winners=("guests", "murderers", "nobody"),
        paused=False,
        table={"can_name": False, "can_correct": False, "recount": None},
    )
    assert chairs(party.prompter.snapshot) == ()


def test_day_and_time_follow_the_rounds() -> None:
    party = a_weekend()
    party.press()
    assert when(party) == (1, "friday", "night")
    assert seen(party).heading == {"is": "round", "number": 1, "day": "friday", "time": "night"}
    party.murder("Cid", by="Ana")
    party.jail("Dora", "Eve")
    assert when(party) == (2, "saturday", "day")
    assert seen(party).heading == {"is": "round", "number": 2, "day": "saturday", "time": "day"}


def test_around_a_table_the_days_go_on_and_it_is_always_night() -> None:
    party = a_table()
    assert when(party) == (0, None, None)
    party.press()
    assert when(party) == (1, "friday", "night")
    assert seen(party).table["rounds"] is None


def test_the_sand_falls_and_is_put_away() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    assert seen(party).sand is None
    party.go_to("discussion")
    assert seen(party).sand == SandShown(180, 180, running=True)
    party.wait(45)
    assert seen(party).sand == SandShown(135, 180, running=True)
    party.say(Wish.PAUSE)
    party.wait(1000)
    assert seen(party).sand == SandShown(135, 180, running=False)
    assert seen(party).paused
    party.say(Wish.GO_ON)
    party.wait(135)
    assert (seen(party).beat, seen(party).sand) == ("circle", None)


def test_who_is_dead_and_who_sits_is_seen() -> None:
    party = a_weekend(10)
    party.murder("Cid", by="Ana")
    party.jail("Dora", "Ana")
    shown = {guest["name"]: (guest["alive"], guest["in_jail"]) for guest in seen(party).table["guests"]}
    assert shown == {
        **{guest.name: (True, False) for guest in guest_list(10)},
        "Cid": (False, False),
        "Dora": (True, True),
        "Ana": (True, True),
    }
    marks = {name: marks for name, marks in seen(party).seats if marks}
    assert marks == {"Cid": ("dead",), "Dora": ("in_jail",), "Ana": ("in_jail",)}
    assert [name for name, _ in seen(party).seats] == [guest.name for guest in guest_list(10)]


# The vote.


def test_the_vote_is_seen_as_it_is_seen_in_the_circle_and_never_who_for_whom() -> None:
    party = a_weekend(10)
    party.murder("Cid", by="Ana")
    assert seen(party).table["vote"] is None
    party.go_to("circle")
    living = tuple(guest.name for guest in guest_list(10) if guest.name != "Cid")
    called = {"candidates": living, "seats": 2, "again": False, "chosen": [], "ballots": None, "tally": None}
    assert seen(party).table["vote"] == called
    party.press()
    assert seen(party).table["vote"] == {**called, "ballots": {"in": 0, "of": 9}}
    party.say(BallotCast("Ana", ("Dora", "Eve")))
    voting = seen(party)
    assert voting.table["vote"] == {**called, "ballots": {"in": 1, "of": 9}}
    (ballots,) = (ask for ask in voting.asks if ask["kind"] == "ballots")
    assert ballots == {
        "kind": "ballots",
        "players": list(living),
        "question": "ballot",
        "among": list(living),
        "hands": 2,
        "again": False,
        "at": None,
        "in": 1,
    }
    (for_host,) = (ask for ask in led(party).asks if ask["kind"] == "ballots")
    assert for_host["heard"] == ["Ana"]
    assert "box" not in for_host


def test_the_count_and_who_goes_to_jail_are_seen_and_then_put_away() -> None:
    party = a_weekend(10)
    party.murder("Cid", by="Ana")
    party.vote(Dora=5, Eve=4, Fay=1)
    tally = (("Dora", 5), ("Eve", 4), ("Fay", 1))
    chosen = ("Dora", "Eve")
    shown = {"candidates": [], "seats": 2, "again": False, "chosen": chosen, "ballots": None, "tally": tally}
    assert seen(party).table["vote"] == shown
    assert led(party).table["recount"] == {"among": tuple(party.table.living), "hands": 2}
    party.press()
    assert party.beat == "walking"
    assert seen(party).table["vote"] is None
    assert led(party).table["recount"] is None


def test_a_tie_is_seen_with_its_count_and_those_who_are_tied() -> None:
    party = a_weekend(10)
    party.murder("Cid", by="Ana")
    party.vote(Dora=5, Eve=4, Fay=4)
    vote = seen(party).table["vote"]
    assert (vote["candidates"], vote["seats"], vote["again"]) == (("Eve", "Fay"), 1, True)
    assert vote["tally"] == (("Dora", 5), ("Eve", 4), ("Fay", 4))
    party.press()
    assert seen(party).table["vote"]["tally"] is None


# What is hidden.


def test_with_a_finger_on_it_the_host_sees_every_card_kiss_and_killer() -> None:
    party = a_weekend(10, Dora="charmer")
    party.murder("Cid", by="Ana")
    party.jail("Eve", "Fay")
    party.go_to("turning")
    party.say(Kissed("Gus"))
    hidden = secrets(party.prompter.snapshot)
    assert [guest["role"] for guest in hidden["guests"]] == [guest.role for guest in party.table.guests]
    assert [guest["name"] for guest in hidden["guests"] if guest["mark"] == "†"] == ["Cid"]
    assert (hidden["charmed"], hidden["may_kill"], hidden["night_killer"]) == (("Gus",), ("Bob",), "Ana")


def test_a_guest_sees_their_own_card_and_a_stranger_none() -> None:
    now_at = a_weekend(10, Dora="charmer").prompter.snapshot
    assert card(now_at, "Dora") == {"name": "Dora", "role": Role.CHARMER}
    assert card(now_at, "Zoe") is None


@pytest.mark.parametrize("winner", ["guests", "murderers", "nobody"])
def test_the_cards_are_turned_when_somebody_has_won_and_covered_when_that_is_taken_back(winner: str) -> None:
    party = a_weekend(10, Dora="charmer")
    party.say(GameEnded(winner))
    held = [(guest.name, guest.role) for guest in party.prompter.snapshot.table.guests]
    assert seen(party).finished
    assert seen(party).table["cards"] == (None if winner == "nobody" else held)
    party.say(Wish.TAKE_BACK)
    assert seen(party).table["cards"] is None


def test_where_the_box_knows_no_cards_it_turns_none() -> None:
    party = a_weekend(known=False)
    party.say(GameEnded("guests"))
    assert seen(party).table["cards"] is None


def test_a_table_game_has_no_jail_and_no_chairs() -> None:
    assert seen(button_only("table", chairs=True)).table["chairs"] is None


def test_chairs_are_seen_where_they_are_fitted() -> None:
    party = a_weekend(chairs=True)
    for chair, taken in (("left", False), ("right", True), ("right", False)):
        if taken:
            party.say(ChairTaken("right"))
        elif chair == "right":
            party.say(ChairLeft("right"))
        assert chairs(party.prompter.snapshot) == (("left", False), ("right", taken))
        assert seen(party).table["chairs"] == {"left": False, "right": taken}


def test_chairs_that_are_not_fitted_are_not_seen() -> None:
    party = a_weekend()
    assert chairs(party.prompter.snapshot) == ()
    assert seen(party).table["chairs"] is None


@pytest.mark.parametrize(
    ("beat", "gestures"),
    [
        ("welcome", (Gesture.PRESS, Gesture.DOUBLE, Gesture.HOLD)),
        ("murder", (Gesture.PRESS, Gesture.DOUBLE)),
        ("dying", (Gesture.PRESS,)),
        ("discussion", (Gesture.PRESS,)),
        ("counting_aloud", (Gesture.PRESS, Gesture.DOUBLE)),
        ("verdict", (Gesture.PRESS, Gesture.HOLD)),
    ],
)
def test_the_view_names_the_gestures_that_mean_something_now(beat: str, gestures: tuple[Gesture, ...]) -> None:
    party = button_only()
    party.go_to(beat)
    assert led(party).gestures == tuple(gesture.value for gesture in gestures)
    assert tuple(led(party).says) == led(party).gestures


def test_the_view_tells_which_step_a_step_back_takes_back() -> None:
    party = button_only()
    party.go_to("murder")
    assert led(party).takes_back == "walking"
    party.press()
    party.wait(10)  # the scream is the clock's step, not the host's
    assert (led(party).beat, led(party).takes_back, led(party).puts_back) == ("mourning", "murder", None)
    party.back()
    assert (led(party).beat, led(party).takes_back, led(party).puts_back) == ("murder", "walking", "murder")


def test_a_step_is_called_by_its_fact_and_by_nothing_that_is_hidden() -> None:
    party = a_weekend()
    party.press()
    assert led(party).undoes == {"is": "pressed", "beat": "welcome"}
    party.murder("Cid", by="Ana")
    undoes, mourned = led(party).undoes, seen(party).table["mourned"]
    assert (undoes, mourned) == ({"is": "tapped", "beat": "murder"}, ("Cid",))  # nobody reads there who came to whom
    party.say(Killed("Dora"))
    assert led(party).undoes == {"is": "killed", "beat": "mourning", "name": "Dora"}
    assert seen(party).table["mourned"] == ("Cid", "Dora")
    party.back()
    assert led(party).redoes == {"is": "killed", "beat": "mourning", "name": "Dora"}
    assert seen(party).table["mourned"] == ("Cid",)
    party.jail("Eve", "Fay")
    assert seen(party).table["mourned"] == ()  # another round


def test_the_end_is_seen() -> None:
    party = a_table(5)
    party.murder("Cid", by="Ana")
    party.vote(Dora=2)
    party.press()
    party.murder("Eve", by="Bob")
    assert (seen(party).beat, seen(party).finished, led(party).gestures) == ("finished", True, ())
    assert (seen(party).winner, seen(party).winners) == ("murderers", ())


# What is told of it.


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("cue", [Swap("Fay", "Ana"), Spared("Eve"), Charmed("Ida"), KilledBy("Ana"), Countdown(10)])
def test_a_secret_is_never_told_to_the_room(cue: Cue, lang: Lang) -> None:
    assert tell(cue, Narrator(lang, game=manifest("weekend"))) is None


def test_a_kiss_is_answered_by_a_word_on_the_hosts_phone_and_by_nothing_that_the_room_can_read() -> None:
    party = a_weekend(Cid="charmer")
    party.murder("Lia", by="Ana")
    party.jail("Jo", "Kim")
    party.go_to("turning")
    party.cues()
    lines: list[str] = []
    page = PlainPage(party.narrator, lines.append)
    page.tell_beat(party._performance)
    told, hinted = list(lines), hints(party.prompter.snapshot, party.narrator)
    party.say(Kissed("Hal"))
    cues = party.cues()
    assert cues == [Charmed("Hal"), Notice("noted")]
    for cue in cues:
        page.show(cue)
    page.tell_beat(party._performance)
    assert lines == told
    assert hints(party.prompter.snapshot, party.narrator) == hinted
    undoes = party.prompter.snapshot.undoes
    assert undoes is not None
    assert undoes.event == Kissed("Hal")  # what the host can take back is the kiss


PATHS = {
    "a weekend": ("walking", "murder", "dying", "mourning", "discussion", "circle", "counting", "jailing"),
    "a table": (
        *("nightfall", "asleep", "murder_at_table", "dying", "mourning_at_table"),
        *("discussion", "circle", "counting"),
    ),
    "a button": ("walking", "murder", "dying", "mourning", "discussion", "circle", "counting_aloud", "verdict"),
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", PATHS)
def test_every_beat_has_a_heading_and_hints(kind: str, lang: Lang) -> None:
    party = a_weekend() if kind == "a weekend" else a_table() if kind == "a table" else button_only()
    narrator = speaking(lang, party)
    for beat in PATHS[kind]:
        if beat == "dying" and party.table.listed:
            party.say(Tapped("Cid", "Ana"))
        if beat == "jailing":
            party.vote(Dora=3, Eve=2)
        party.go_to(beat)
        title, now_at = narrator.beat(beat, "title"), party.prompter.snapshot
        assert title
        part = narrator.fact(party.all(Round)[-1], "heading")
        assert heading(now_at, narrator) == f"{part} · {title}"
        assert all(gesture and words for gesture, words in hints(now_at, narrator)), beat


def test_a_pause_is_hinted_with_the_way_out() -> None:
    party = button_only()
    party.say(Wish.PAUSE)
    assert hints(party.prompter.snapshot, party.narrator) == [("press", "go on")]


def test_where_a_press_means_nothing_the_hint_says_so() -> None:
    party = button_only("table")
    party.go_to("asleep")
    view = replace(party.prompter.snapshot, steps=0)
    assert hints(view, party.narrator) == [("press", "nothing: wait"), ("hold", "pause")]


@pytest.mark.parametrize(
    ("seconds", "face"), [(0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (60, "1:00"), (125, "2:05"), (3600, "60:00")]
)
def test_the_clock_shows_zero_only_when_it_is_over(seconds: float, face: str) -> None:
    assert clock_face(seconds) == face
