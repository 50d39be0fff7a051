"""What the room may see: no card, no killer, no kiss, and nothing that would tell them between the lines."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from majordome.core.cues import Countdown, Cue
from majordome.core.events import ChairLeft, ChairTaken, Gesture, Wish
from majordome.core.view import GuestView, PublicView, public
from majordome.games.murder.events import HandsCounted, Kissed, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import Charmed, Spared, Swap
from majordome.games.murder.roles import Role
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only, guest_list
from majordome.terminal.cue_text import clock_face, heading, hints, tell
from majordome.words.narrator import LANGS, Narrator

SECRET_WORDS = re.compile(
    "|".join([*(role for role in Role if role is not Role.GUEST), "charm", "kiss", "killer", "swap", "spared", "role"])
)


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def seen(party: MurderParty) -> PublicView:
    return public(party.prompter, party.clock.now())


def weekend_of_secrets(first: Tapped, kiss: str, wink: Winked, last: Tapped | NobodyDied) -> list[PublicView]:
    """The view at every beat from the first press to Sunday, with these secrets in it."""
    party = a_weekend(14, Dora="charmer", Eve="shortsighted", Fay="vampire", Gus="alchemist", Hal="heart")
    views = [seen(party)]

    def note_all_until(*beats: str) -> None:
        while party.beat not in beats:
            current = party.prompter.beat
            assert current is not None
            party.wait(current.within) if current.within is not None else party.press()
            views.append(seen(party))

    for said in (first, Kissed(kiss), wink, last):
        note_all_until("murder", "turning")
        party.say(said)
        views.append(seen(party))
        if not isinstance(said, Kissed):
            note_all_until("counting")
            party.say(HandsCounted((("Max", 3), ("Noé", 3))))
            views.append(seen(party))
            note_all_until("walking")
    return views


def test_no_view_of_a_whole_weekend_holds_a_secret_word() -> None:
    views = weekend_of_secrets(Tapped("Hal", "Ana"), "Ida", Winked("Eve", "Bob"), Tapped("Fay", "Ana"))
    assert len(views) > 25
    assert {view.beat for view in views} >= {"walking", "murder", "dying", "turning", "discussion", "counting"}
    for view in views:
        beats = re.sub(r"(beat|takes_back)='murder'", "", repr(view))  # that there is a murder is no secret
        assert SECRET_WORDS.search(beats) is None, view


def test_the_view_is_the_same_whoever_killed_whoever_was_kissed_and_whatever_was_not_seen() -> None:
    one = weekend_of_secrets(Tapped("Ida", "Ana"), "Jo", Winked("Eve", "Bob"), Tapped("Lia", "Ana"))
    other = weekend_of_secrets(Tapped("Ida", "Bob"), "Kim", Winked("Eve", "Ana"), Tapped("Lia", "Bob"))
    assert one == other


def test_while_the_victim_counts_the_view_tells_neither_who_nor_for_how_long() -> None:
    views = []
    for victim in ("Hal", "Ida", "Gus"):
        party = a_weekend(14, Gus="alchemist", Hal="heart")
        party.go_to("murder")
        party.say(Tapped(victim, "Ana"))
        views.append(seen(party))
    assert views[0] == views[1] == views[2]
    assert (views[0].beat, views[0].dark, views[0].sand) == ("dying", True, None)
    assert all(guest.alive for guest in views[0].guests)


def test_the_cards_dealt_do_not_change_the_view() -> None:
    plain, special = a_weekend(), a_weekend(Cid="vampire", Dora="charmer", Eve="heart")
    for party in (plain, special):
        party.go_to("murder")
    assert seen(plain) == seen(special)


def test_a_view_has_only_these_fields() -> None:
    assert [field.name for field in fields(GuestView)] == ["name", "alive", "in_jail"]
    assert [field.name for field in fields(PublicView)] == [
        *("beat", "moment", "round", "day", "time", "dark", "paused", "finished", "gestures", "takes_back", "sand"),
        *("guests", "chairs"),
    ]


def test_the_view_of_the_first_moment() -> None:
    assert seen(button_only()) == PublicView(
        beat="welcome",
        moment=0,
        round=0,
        day=None,
        time=None,
        dark=False,
        paused=False,
        finished=False,
        gestures=(Gesture.PRESS,),
        takes_back=None,
        sand=None,
        guests=(),
        chairs=(),
    )


def test_day_and_time_follow_the_rounds() -> None:
    party = a_weekend()
    party.press()
    assert (seen(party).round, seen(party).day, seen(party).time) == (1, "friday", "night")
    party.murder("Cid", by="Ana")
    party.jail("Dora", "Eve")
    assert (seen(party).round, seen(party).day, seen(party).time) == (2, "saturday", "day")


def test_the_sand_falls_and_is_put_away() -> None:
    party = a_weekend()
    party.murder("Cid", by="Ana")
    assert seen(party).sand is None
    party.go_to("discussion")
    assert seen(party).sand == (180, 180)
    party.wait(45)
    assert seen(party).sand == (135, 180)
    party.say(Wish.PAUSE)
    party.wait(1000)
    assert seen(party).sand == (135, 180)
    assert seen(party).paused
    party.say(Wish.GO_ON)
    party.wait(135)
    assert (seen(party).beat, seen(party).sand) == ("circle", None)


def test_who_is_dead_and_who_sits_is_seen() -> None:
    party = a_weekend(10)
    party.murder("Cid", by="Ana")
    party.jail("Dora", "Ana")
    shown = {guest.name: (guest.alive, guest.in_jail) for guest in seen(party).guests}
    assert shown == {
        **{guest.name: (True, False) for guest in guest_list(10)},
        "Cid": (False, False),
        "Dora": (True, True),
        "Ana": (True, True),
    }


def test_chairs_are_seen_where_they_are_fitted() -> None:
    party = a_weekend(chairs=True)
    assert seen(party).chairs == (("left", False), ("right", False))
    party.say(ChairTaken("right"))
    assert seen(party).chairs == (("left", False), ("right", True))
    party.say(ChairLeft("right"))
    assert seen(party).chairs == (("left", False), ("right", False))


def test_chairs_that_are_not_fitted_are_not_seen() -> None:
    assert seen(a_weekend()).chairs == ()


@pytest.mark.parametrize(
    ("beat", "gestures"),
    [
        ("welcome", (Gesture.PRESS,)),
        ("murder", (Gesture.PRESS, Gesture.DOUBLE)),
        ("dying", ()),
        ("discussion", (Gesture.PRESS,)),
        ("counting_aloud", (Gesture.PRESS, Gesture.DOUBLE)),
        ("verdict", (Gesture.PRESS, Gesture.HOLD)),
    ],
)
def test_the_view_names_the_gestures_that_mean_something_now(beat: str, gestures: tuple[Gesture, ...]) -> None:
    party = button_only()
    party.go_to(beat)
    assert seen(party).gestures == gestures


def test_the_view_tells_which_step_a_step_back_takes_back() -> None:
    party = button_only()
    party.go_to("murder")
    assert seen(party).takes_back == "walking"
    party.press()
    party.wait(10)  # the scream is the clock's step, not the host's
    assert (seen(party).beat, seen(party).takes_back) == ("mourning", "murder")
    party.back()
    assert (seen(party).beat, seen(party).takes_back) == ("murder", "walking")


def test_the_end_is_seen() -> None:
    party = a_table(5)
    party.murder("Cid", by="Ana")
    party.vote(Dora=2)
    party.press()
    party.murder("Eve", by="Bob")
    assert (seen(party).beat, seen(party).finished, seen(party).gestures) == ("finished", True, ())


# What is told of it.


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("cue", [Swap("Fay", "Ana"), Spared("Eve"), Charmed("Ida"), Countdown(10)])
def test_a_secret_is_never_told_to_the_room(cue: Cue, lang: str) -> None:
    narrator = Narrator("en" if lang == "en" else "fr")
    told = tell(cue, narrator)
    assert told is None or told == ("notice", narrator.word("ui", "noted"))


PATHS = {
    "a weekend": ("walking", "murder", "dying", "mourning", "discussion", "circle", "counting", "jailing"),
    "a table": ("nightfall", "asleep", "murder_at_table", "dying", "mourning", "discussion", "circle", "counting"),
    "a button": ("walking", "murder", "dying", "mourning", "discussion", "circle", "counting_aloud", "verdict"),
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", PATHS)
def test_every_beat_has_a_heading_and_hints(kind: str, lang: str) -> None:
    narrator = Narrator("en" if lang == "en" else "fr")
    party = a_weekend() if kind == "a weekend" else a_table() if kind == "a table" else button_only()
    for beat in PATHS[kind]:
        if beat == "dying" and party.table.listed:
            party.say(Tapped("Cid", "Ana"))
        if beat == "jailing":
            party.vote(Dora=3, Eve=2)
        party.go_to(beat)
        assert narrator.beat(beat, "title") in heading(seen(party), narrator)
        assert all(gesture and words for gesture, words in hints(seen(party), narrator)), beat


def test_a_pause_is_hinted_with_the_way_out() -> None:
    party = button_only()
    party.say(Wish.PAUSE)
    assert hints(seen(party), Narrator("en")) == [("press", "go on")]


def test_where_a_press_means_nothing_the_hint_says_so() -> None:
    party = button_only()
    party.go_to("dying")
    view = replace(seen(party), takes_back=None)
    assert hints(view, Narrator("en")) == [("press", "nothing: wait"), ("hold", "pause")]


@pytest.mark.parametrize(
    ("seconds", "face"), [(0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (60, "1:00"), (125, "2:05"), (3600, "60:00")]
)
def test_the_clock_shows_zero_only_when_it_is_over(seconds: float, face: str) -> None:
    assert clock_face(seconds) == face
