"""After a power cut: the journal is played to a fresh script, and the box is where it was."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from majordome.core.cues import Cue, Hourglass, HourglassAway, Light, Pause, Refused
from majordome.core.evening import Evening, Guest
from majordome.core.events import Answered, Gesture, Pressed, TimeAdded, TimeUp, Wish
from majordome.core.prompter import Prompter
from majordome.core.records import Happened, Paused, Pulse, Record, WentBack
from majordome.errors import Diverged
from majordome.games.murder.corrections import Table
from majordome.games.murder.events import (
    BallotCast,
    HandsCounted,
    Imprisoned,
    Killed,
    Kissed,
    NobodyDied,
    Revived,
    Tapped,
    VoteCorrected,
    YoungestNamed,
)
from majordome.games.murder.facts import Round, Scream
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, an_evening, button_only
from majordome.words.narrator import Narrator

LATER = 7000.0  # by the clock of the next boot


@dataclass(frozen=True)
class Snapshot:
    """How the evening stood when a record was handed to the writer."""

    records: tuple[Record, ...]
    table: Table
    beat: str
    lasting: tuple[Cue, ...]
    paused: bool
    sand: tuple[float, float] | None
    time_left: float | None


def watch(party: MurderParty, monkeypatch: pytest.MonkeyPatch) -> list[Snapshot]:
    """Take a picture of the evening each time something is written."""
    album: list[Snapshot] = []
    write = party.writer.write

    def write_and_look(records: tuple[Record, ...]) -> object:
        done = write(records)
        now, prompter = party.clock.now(), party.prompter
        album.append(
            Snapshot(
                tuple(party.writer.records),
                prompter.table,
                party.beat,
                prompter.lasting(now),
                prompter.paused,
                prompter.sand(now),
                prompter.time_left(now),
            )
        )
        return done

    monkeypatch.setattr(party.writer, "write", write_and_look)
    return album


def recall(evening: Evening, records: tuple[Record, ...] | list[Record]) -> Prompter:
    prompter = Prompter(evening, Narrator("en"))
    prompter.recall(records, LATER)
    return prompter


def hold(evening: Evening, snapshot: Snapshot) -> None:
    """A fresh prompter who is told the records is where the old one was."""
    prompter = Prompter(evening, Narrator("en"))
    answer = prompter.recall(snapshot.records, LATER)
    assert prompter.table == snapshot.table
    assert (prompter.beat.name if prompter.beat else "finished") == snapshot.beat
    assert prompter.lasting(LATER) == snapshot.lasting
    assert (prompter.paused, prompter.sand(LATER)) == (snapshot.paused, snapshot.sand)
    # Nothing is said, sounded or screamed again.
    assert answer.cues == snapshot.lasting
    assert all(cue.lasting or isinstance(cue, HourglassAway | Pause) for cue in answer.cues)
    assert answer.records == ()
    # A short countdown in the dark starts again, whole; the hourglass goes on with what was left.
    if prompter.beat is not None and prompter.beat.dark and not prompter.paused:
        assert prompter.time_left(LATER) == prompter.beat.within
    else:
        assert prompter.time_left(LATER) == snapshot.time_left
    # A press that was meant for a moment before the power cut is not meant for this one.
    late = Refused("press", "too_late")
    assert prompter.offer(Gesture.PRESS, LATER, prompter.moment - 1).refused == late
    assert prompter.offer(Gesture.PRESS, LATER, prompter.moment).refused != late


def play_a_weekend(party: MurderParty) -> None:
    """A long evening with a bit of everything."""
    party.wait(5)
    party.murder("Hal", by="Ana")  # the alchemist
    party.go_to("discussion")
    party.wait(61)
    party.say(Wish.PAUSE)
    party.wait(30)
    party.say(TimeAdded(-30))
    party.say(Wish.GO_ON)
    party.wait(200)
    party.go_to("counting")
    for voter, against in (("Ana", ("Dora", "Eve")), ("Bob", ("Dora", "Fay")), ("Jo", ("Fay", "Dora"))):
        party.say(BallotCast(voter, against))
    party.back()
    party.hold()
    party.vote(Eve=1, Fay=1)  # tied again: Fay is younger
    assert party.beat == "jailing"
    party.sit("left")
    party.sit("right")
    party.go_to("turning")
    party.say(Kissed("Ida"))
    party.murder("Jo")  # short-sighted
    party.go_to("discussion")
    party.back()
    party.back()
    party.say(Wish.PUT_BACK)
    party.go_to("discussion")
    party.stand("right")
    party.wait(10)
    party.press()
    party.vote(Ana=4, Kim=3)
    party.say(VoteCorrected((("Ana", 4), ("Lia", 5))))
    party.sit("right")
    party.go_to("walking")
    party.stand("left")
    party.murder("Gus", by="Bob")  # the vampire
    party.say(Revived("Bob"))
    party.back()
    party.say(Killed("Ida"))
    party.jail("Dora", "Eve")
    party.murder(None)
    party.jail("Dora", "Eve")
    party.murder("Cid", by="Ana")
    party.go_to("circle")
    party.say(Imprisoned("Gus"))
    party.vote(Ana=5)
    assert party.table.round == 5


def test_a_whole_weekend_can_be_recalled_after_every_record(monkeypatch: pytest.MonkeyPatch) -> None:
    party = a_weekend(chairs=True, Hal="alchemist", Jo="shortsighted", Gus="vampire", Kim="charmer", Cid="heart")
    album = watch(party, monkeypatch)
    play_a_weekend(party)
    party.go_to("finished")
    assert party.prompter.finished
    assert len(album) > 60
    for snapshot in album:
        hold(party.prompter.evening, snapshot)


def test_a_whole_game_at_the_table_can_be_recalled_after_every_record(monkeypatch: pytest.MonkeyPatch) -> None:
    party = a_table(9, Cid="heart", Dora="vampire", Eve="alchemist")
    album = watch(party, monkeypatch)
    for victim, condemned in (("Cid", "Fay"), ("Eve", "Gus"), ("Hal", "Ana"), ("Eve", "Ida")):
        party.murder(victim, by="Bob")
        party.vote({condemned: 1})
        party.go_to("nightfall", "finished", "sacrifice")
        if party.beat == "sacrifice":
            party.press()
    for snapshot in album:
        hold(party.prompter.evening, snapshot)
    assert party.table.dead >= {"Cid", "Fay", "Gus", "Hal"}


@pytest.mark.parametrize("game", ["weekend", "table"])
def test_a_button_only_evening_can_be_recalled_after_every_record(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    party = button_only("table" if game == "table" else "weekend")
    album = watch(party, monkeypatch)
    for _ in range(60):
        if party.prompter.finished:
            break
        party.wait(party.prompter.time_left(party.clock.now()) or 3)
        if party.prompter.beat and party.prompter.beat.double and party.table.round == 2:
            party.double()
        elif party.prompter.beat and party.prompter.beat.press:
            party.press()
    assert len(album) > 40
    for snapshot in album:
        hold(party.prompter.evening, snapshot)


def test_nobody_knows_the_youngest_before_or_after_a_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    party = MurderParty(an_evening(guests=tuple(Guest(name) for name in "ABCDEFGHIJKL")))
    album = watch(party, monkeypatch)
    party.murder("C")
    for _ in range(2):
        party.vote(D=2, E=2, F=2)
    party.say(YoungestNamed(("F", "E")))
    party.go_to("verdict")
    party.say(Answered(yes=True))
    assert party.prompter.finished
    for snapshot in album:
        hold(party.prompter.evening, snapshot)


# The clock.


def test_the_hourglass_goes_on_with_what_was_left_at_the_last_sign_of_life() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    for _ in range(3):
        party.wait(20)
        party.writer.records.append(party.prompter.pulse(party.clock.now()))
    party.wait(4)  # and then the power fails
    prompter = recall(party.prompter.evening, party.writer.records)
    assert prompter.sand(LATER) == (120.0, 180)
    assert prompter.time_left(LATER + 100) == 20
    assert Hourglass(180, left=120.0) in prompter.lasting(LATER)


def test_without_a_sign_of_life_the_hourglass_is_full_again() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(4)
    assert recall(party.prompter.evening, party.writer.records).sand(LATER) == (180.0, 180)


def test_a_short_countdown_starts_again_whole() -> None:
    party = a_weekend(Cid="heart")
    party.go_to("murder")
    party.say(Tapped("Cid"))
    party.wait(4)
    party.writer.records.append(party.prompter.pulse(party.clock.now()))
    prompter = recall(party.prompter.evening, party.writer.records)
    assert prompter.time_left(LATER) == 5
    assert prompter.lasting(LATER) == (HourglassAway(), Light("dark"), Round(1, "friday", "night"))
    assert Scream() in prompter.offer(TimeUp(), LATER + 5).cues


def test_after_a_step_back_into_the_hourglass_the_power_may_fail() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(70)
    party.press()
    party.wait(300)
    party.back()
    assert recall(party.prompter.evening, party.writer.records).sand(LATER) == (110.0, 180)
    party.wait(15)
    party.writer.records.append(party.prompter.pulse(party.clock.now()))
    assert recall(party.prompter.evening, party.writer.records).sand(LATER) == (95.0, 180)


def test_a_pause_is_still_a_pause_after_a_power_cut() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    party.wait(30)
    party.hold()
    party.wait(99)
    prompter = recall(party.prompter.evening, party.writer.records)
    assert prompter.paused
    assert prompter.lasting(LATER)[-1] == Pause()
    prompter.offer(Gesture.PRESS, LATER + 1000)
    assert prompter.sand(LATER + 1000) == (150.0, 180)


# Steps back, after.


def test_a_step_from_before_the_power_cut_can_be_taken_back_and_put_back() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("discussion")
    prompter = recall(party.prompter.evening, party.writer.records)
    prompter.offer(Wish.TAKE_BACK, LATER)
    assert prompter.beat is not None
    assert prompter.beat.name == "mourning"
    prompter.offer(Wish.TAKE_BACK, LATER)
    assert prompter.beat.name == "murder"
    prompter.offer(Wish.PUT_BACK, LATER)
    prompter.offer(Wish.PUT_BACK, LATER)
    assert (prompter.table, prompter.beat.name) == (party.table, "discussion")


def test_what_was_taken_back_before_the_power_cut_can_be_put_back_after_it() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.wait(2)
    party.press()
    party.wait(2)
    party.back()
    party.back()
    party.say(Wish.PUT_BACK)
    assert party.beat == "mourning"
    prompter = recall(party.prompter.evening, party.writer.records)
    assert prompter.offer(Wish.PUT_BACK, LATER).refused is None
    assert prompter.beat is not None
    assert prompter.beat.name == "opening"
    assert prompter.offer(Wish.PUT_BACK, LATER).refused == Refused("redo", "nothing_to_put_back")


def test_the_chairs_of_before_the_power_cut_are_known() -> None:
    party = a_weekend(chairs=True)
    party.sit("left")
    party.press()
    party.sit("right")
    party.stand("left")
    prompter = recall(party.prompter.evening, party.writer.records)
    assert prompter.table.chairs == {"right"}
    prompter.offer(Wish.TAKE_BACK, LATER)
    assert prompter.table.chairs == {"right"}


def test_the_butler_does_not_repeat_himself_after_a_power_cut() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.jail("Dora", "Eve")
    prompter = recall(party.prompter.evening, party.writer.records)
    played = [party.prompter.offer(Gesture.PRESS, party.clock.now()).cues for _ in range(3)]
    assert [prompter.offer(Gesture.PRESS, LATER).cues for _ in range(3)] == played


def test_an_empty_journal_is_an_evening_at_its_first_beat() -> None:
    prompter = recall(an_evening(), [])
    assert prompter.beat is not None
    assert prompter.beat.name == "welcome"
    assert prompter.lasting(LATER) == (HourglassAway(), Light("evening"))


# A journal that does not fit.


def test_an_event_at_another_beat_is_told_with_its_place_and_what_to_do() -> None:
    records: list[Record] = [Happened(1.0, "welcome", Pressed()), Happened(2.0, "murder", Tapped("Cid"))]
    with pytest.raises(Diverged) as diverged:
        recall(a_weekend().prompter.evening, records)
    assert str(diverged.value) == (
        "event 2 of the journal (Tapped at 'murder') does not fit these rules, which wait at 'walking': "
        "play it with the version that wrote it, or start a new evening with --new"
    )


def test_an_event_that_fits_but_was_meant_for_another_beat_is_told() -> None:
    records: list[Record] = [Happened(1.0, "welcome", Pressed()), Happened(2.0, "mourning", Pressed())]
    with pytest.raises(
        Diverged, match=r"^event 2 of the journal \(Pressed at 'mourning'\).* wait at 'walking': play it"
    ):
        recall(an_evening(), records)


def test_an_event_that_these_rules_refuse_is_told() -> None:
    party = a_weekend()
    party.go_to("murder")
    records = [*party.writer.records, Happened(3.0, "murder", Tapped("Zed"))]
    with pytest.raises(Diverged, match=r"^event 3 of the journal \(Tapped at 'murder'\).* wait at 'murder': play it"):
        recall(party.prompter.evening, records)


def test_an_event_after_the_end_is_told() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.jail("Ana", "Bob")
    records = [*party.writer.records, Happened(900.0, "walking", Pressed())]
    with pytest.raises(Diverged, match="wait at 'the end'"):
        recall(party.prompter.evening, records)


def test_the_journal_of_other_guests_is_told() -> None:
    party = a_weekend()
    party.murder("Cid")
    others = replace(party.prompter.evening, guests=tuple(Guest(name) for name in "ABCDEFGHIJ"))
    with pytest.raises(Diverged, match=r"Tapped at 'murder'"):
        recall(others, party.writer.records)


def test_a_journal_over_which_the_rules_stumble_is_told() -> None:
    party = a_weekend()
    party.murder("Cid")
    party.go_to("counting")
    broken = HandsCounted((("Dora",),))  # type: ignore[arg-type]  # as if the rules had meant something else once
    with pytest.raises(Diverged, match=r"HandsCounted at 'counting'"):
        recall(party.prompter.evening, [*party.writer.records, Happened(300.0, "counting", broken)])


def test_a_step_back_further_than_the_beginning_changes_nothing() -> None:
    prompter = recall(an_evening(), [WentBack(1.0, 0), Paused(2.0), Pulse(2.0)])
    assert prompter.beat is not None
    assert (prompter.beat.name, prompter.paused) == ("welcome", True)


def test_a_wrong_victim_is_refused_after_a_power_cut_as_before() -> None:
    party = a_weekend()
    party.go_to("murder")
    prompter = recall(party.prompter.evening, party.writer.records)
    assert prompter.offer(Tapped("Zed"), LATER).refused == Refused("victim", "unknown_name", ("Zed",))
    assert prompter.offer(NobodyDied(), LATER).refused is None


def redo_after(party: MurderParty) -> tuple[str | None, str | None]:
    """What a "put back" would do, before the plug is pulled and after."""
    resumed = Prompter(party.prompter.evening, Narrator("en"))
    resumed.recall(party.writer.records, LATER)
    assert resumed.history == party.prompter.history
    return party.prompter.snapshot.puts_back, resumed.snapshot.puts_back


def test_a_correction_that_is_taken_back_and_made_anew_in_a_pause_is_no_redo() -> None:
    """Paused, the clock of the play stands still: both corrections are of the same second."""
    party = a_weekend()
    party.go_to("walking")
    party.say(Wish.PAUSE)
    party.say(Killed("Hal"))
    party.say(Killed("Ida"))
    party.say(Wish.TAKE_BACK)
    party.say(Wish.TAKE_BACK)
    assert redo_after(party) == ("walking", "walking")
    party.say(Killed("Hal"))  # by hand: Ida is not put back with the next redo
    assert redo_after(party) == (None, None)


def test_the_same_correction_put_back_is_still_a_redo() -> None:
    party = a_weekend()
    party.go_to("walking")
    party.say(Wish.PAUSE)
    party.say(Killed("Hal"))
    party.say(Killed("Ida"))
    party.say(Wish.TAKE_BACK)
    party.say(Wish.TAKE_BACK)
    party.say(Wish.PUT_BACK)
    assert redo_after(party) == ("walking", "walking")
    party.say(Wish.PUT_BACK)
    assert redo_after(party) == (None, None)
