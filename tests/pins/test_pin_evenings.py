"""Whole evenings by levels alone: hands on pins go in, buzzer, hourglass and lamps come out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from majordome.core.cues import Countdown, Cue, Outcome
from majordome.core.library import manifest
from majordome.core.rehearsal import Rehearsal, line_of
from majordome.games.murder.facts import Death, Scream, Tally
from majordome.settings.evening_file import read_evening
from majordome.settings.pin_map import Pins
from majordome.testing.pins import SURE, TOUCH, PinParty
from majordome.words.narrator import Narrator
from pins.moves import PINS, SECOND, a_box, an_evening, go_to, heard, sounds, step

NIGHT, DAY = "night", "day"
WEEKEND = (NIGHT, DAY, NIGHT, DAY, NIGHT)


class Plan:
    """What happens in one round: told to the box by hands, and to the rehearsal by its file."""

    def __init__(self, *, heart: bool = False, nobody: bool = False, ties: int = 0, over: str = "") -> None:
        self.heart, self.nobody, self.ties, self.over = heart, nobody, ties, over

    def toml(self) -> str:
        lines = ["[[rounds]]"]
        lines += ["heart = true"] * self.heart + ["nobody = true"] * self.nobody
        lines += [f"ties = {self.ties}"] * (self.ties > 0)
        lines += ["both_murderers = true"] * (self.over == "both")
        lines += [f'winner = "{self.over}"'] * (self.over in ("guests", "murderers"))
        return "\n".join(lines)


def rehearsed(game: str, plans: list[Plan], folder: Path, *, chairs: bool) -> list[object]:
    """The cues of a rehearsal, without their times."""
    head = [f'game = "{game}"', 'lang = "en"', f"chairs = {str(chairs).lower()}"]
    path = folder / "evening.toml"
    path.write_text("\n".join([*head, *(plan.toml() for plan in plans)]), "utf-8")
    lines: list[str] = []
    plan = read_evening(path)
    assert Rehearsal(plan.evening, plan.lang, plan.host, lines.append).play()
    return [without_time(json.loads(line)) for line in lines]


def without_time(line: dict[str, object]) -> object:
    return {key: value for key, value in line.items() if key != "t"}


def played(party: PinParty) -> list[object]:
    """The cues of an evening on pins, as the rehearsal writes them."""
    narrator = Narrator("en", game=manifest(party.prompter.evening.game))
    return [without_time(json.loads(json.dumps(line_of(cue, 0.0, narrator)))) for _, cue in party.seen]


def weekend_by_hand(plans: list[Plan]) -> PinParty:
    """From the welcome to Monday, by button, chairs and patience."""
    party = a_box(chairs=True)
    for number, (plan, time) in enumerate(zip(plans, WEEKEND, strict=False)):
        if time == NIGHT:
            go_to(party, "murder")
            party.double() if plan.heart else party.press()
        else:
            go_to(party, "turning")
            party.double() if plan.nobody else party.press()
        go_to(party, "mourning" if time == NIGHT else "mourning_day")
        party.press()
        if number:
            party.stand("left")
            party.stand("right")
        vote_by_hand(party, plan)
        go_to(party, "verdict", "last_verdict")
        party.press(2.2) if plan.over == "both" else party.press()
        party.wait(3)
    return party


def vote_by_hand(party: PinParty, plan: Plan) -> None:
    for n in range(plan.ties + 1):
        go_to(party, "counting_aloud")
        party.double() if n < plan.ties else party.press()
        if plan.ties == 2 and n == 1:
            return  # tied again: there is no third vote


def table_by_hand(plans: list[Plan]) -> PinParty:
    """From the welcome until one side is left."""
    party = PinParty(an_evening("table"))
    for plan in plans:
        go_to(party, "last_guest")
        party.press()
        vote_by_hand(party, plan)
        go_to(party, "one_side_left")
        if not plan.over:
            party.press()
            continue
        party.press(2.2)
        party.double() if plan.over == "murderers" else party.press()
    return party


def cue_rows(party: PinParty, *kinds: type[Cue]) -> list[Cue]:
    return [cue for _, cue in party.seen if isinstance(cue, kinds)]


@pytest.mark.parametrize(
    "plans",
    [
        [Plan(), Plan(), Plan(), Plan(), Plan()],
        [Plan(heart=True), Plan(nobody=True), Plan(ties=1), Plan(ties=2), Plan(over="both")],
        [Plan(ties=2, heart=True), Plan(over="both")],
    ],
    ids=["five plain rounds", "hearts and ties", "a short one"],
)
def test_a_weekend_on_pins_is_the_weekend_of_a_rehearsal_cue_for_cue(plans: list[Plan], tmp_path: Path) -> None:
    party = weekend_by_hand(plans)
    assert party.beat == "finished"
    assert played(party) == rehearsed("weekend", plans, tmp_path, chairs=True)


@pytest.mark.parametrize(
    "plans",
    [
        [Plan(over="guests")],
        [Plan(), Plan(ties=1), Plan(over="murderers")],
        [Plan(ties=2), Plan(over="guests")],
    ],
    ids=["one night", "three nights", "a tie for the youngest"],
)
def test_a_table_game_on_pins_is_that_of_a_rehearsal_cue_for_cue(plans: list[Plan], tmp_path: Path) -> None:
    party = table_by_hand(plans)
    assert party.beat == "finished"
    assert played(party) == rehearsed("table", plans, tmp_path, chairs=False)


def playing(party: PinParty) -> bool:
    """No pause: asked anew each time."""
    return not party.prompter.paused


# What is heard and seen.


def test_a_whole_weekend_is_heard_on_the_buzzers_pin() -> None:
    party = weekend_by_hand([Plan() for _ in range(5)])
    by_night, by_day = ["stop", "empty", "vote"], ["stop", "turn", "empty", "vote"]
    assert heard(party) == [*by_night, *by_day, *by_night, *by_day, *by_night]
    assert cue_rows(party, Outcome) == [Outcome("murderers")]


def test_a_whole_table_game_is_heard_on_the_buzzers_pin() -> None:
    party = table_by_hand([Plan(), Plan(ties=1), Plan(over="guests")])
    assert heard(party) == ["stop", "empty", "vote", "stop", "empty", "vote", "vote", "stop", "empty", "vote"]


def test_each_top_begins_in_the_moment_in_which_the_finger_leaves() -> None:
    party = a_box()
    tops = []
    for beat in ("walking", "circle"):
        go_to(party, beat)
        party.down()
        party.wait(0.1)
        assert (party.beat, party.level(PINS.buzzer)) == (beat, 0)
        tops.append(round(party.clock.now(), 3))
        party.up()
        assert party.level(PINS.buzzer) == 1
        party.wait(3)
    assert [t for t, name in sounds(party) if name in ("stop", "vote")] == tops


def test_the_five_sounds_of_an_evening_are_all_different() -> None:
    party = a_box(chairs=True)
    go_to(party, "verdict")
    party.press()
    go_to(party, "walking")
    party.stand("left", 3.0)
    go_to(party, "mourning_day")
    assert heard(party) == ["stop", "empty", "vote", "alarm", "stop", "turn"]


def test_the_row_of_lights_runs_out_from_its_end_and_flashes_when_it_is_empty() -> None:
    party = go_to(a_box(), "opening")  # a press here turns the hourglass
    party.press()
    rows = [party.row()]
    began = party.clock.now() - SURE
    for left in (154.0, 103.0, 51.5):
        party.wait(began + 180 - left - party.clock.now())
        rows.append(party.row())
    assert rows == [
        [1, 1, 1, 1, 1, 1, 0.98],
        [1, 1, 1, 1, 1, 0.98, 0],
        [1, 1, 1, 1, 0, 0, 0],
        [1, 1, 0, 0, 0, 0, 0],
    ]
    party.wait(began + 180 - party.clock.now())
    flashes = []
    for _ in range(8):
        flashes.append(set(party.row()))
        party.wait(0.25)
    assert flashes == [{1}, {0}, {1}, {0}, {1}, {0}, {0}, {0}]


def test_the_lamp_follows_the_mood_of_the_weekend() -> None:
    party = a_box(chairs=True)
    party.wait(2)
    shown = {"welcome": party.level(12)}
    while party.beat != "finished":
        step(party)
        party.wait(2)
        shown.setdefault(f"{party.beat} {party.prompter.table.round}", party.level(12))
    assert {beat: round(level, 2) for beat, level in shown.items() if not beat.endswith(("3", "4"))} == {
        "welcome": 0.6,
        "walking 1": 0.05,
        "murder 1": 0.0,
        "dying 1": 0.0,
        "mourning 1": 0.8,
        "opening 1": 0.45,
        "discussion 1": 0.45,
        "circle 1": 0.3,
        "counting_aloud 1": 0.3,
        "jailing 1": 0.15,
        "verdict 1": 0.15,
        "walking 2": 1.0,
        "standing 2": 1.0,
        "turning 2": 1.0,
        "mourning_day 2": 0.8,
        "opening 2": 0.45,
        "discussion 2": 0.45,
        "circle 2": 0.3,
        "counting_aloud 2": 0.3,
        "verdict 2": 0.15,
        "walking 5": 0.05,
        "murder 5": 0.0,
        "dying 5": 0.0,
        "mourning 5": 0.8,
        "opening 5": 0.45,
        "discussion 5": 0.45,
        "circle 5": 0.3,
        "counting_aloud 5": 0.3,
        "last_verdict 5": 0.15,
        "finished 5": 0.9,
    }


def test_the_scream_flashes_in_all_colours_and_then_the_room_wakes() -> None:
    party = PinParty(an_evening(), Pins(lamp=(12, 7, 8), free=("spi",)))
    go_to(party, "murder")
    party.press()
    party.wait_for("mourning")
    party.wait(3)
    (screams,) = [t for t, cue in party.seen if isinstance(cue, Scream)]
    white = {t for t, pin, level in party.trace if pin == 12 and level == 1 and t >= screams}
    flashes = sorted(round(t - screams, 3) for t in white)[:3]
    assert flashes == [0.0, 0.24, 0.48]
    assert [round(party.level(pin), 2) for pin in (12, 7, 8)] == [1.0, 0.8, 0.5]


def test_the_light_in_the_button_says_that_the_box_waits_is_held_runs_by_itself_or_is_paused() -> None:
    party = go_to(a_box(), "opening")
    assert party.level(27) == 1
    party.down()
    assert round(party.level(27), 2) == 0.15
    party.wait(0.1)
    party.up()
    assert (party.beat, party.level(27)) == ("discussion", 1)  # a press ends the talk
    party.wait(1)
    party.press(2.5)
    assert party.prompter.paused
    breath = []
    for _ in range(3):
        party.wait(0.6)
        breath.append(round(party.level(27), 1))
    assert len(set(breath)) > 1


def test_after_the_scream_of_the_table_game_the_light_of_the_button_comes_back() -> None:
    party = go_to(PinParty(an_evening("table")), "last_guest")
    assert party.level(27) == 1


# The one button.


def the_scream_after(party: PinParty, first_edge: float) -> float:
    party.wait(20)
    (at,) = [t for t, cue in party.seen if isinstance(cue, Scream)]
    return at - first_edge


def test_the_victim_screams_ten_seconds_after_the_finger_left_the_button() -> None:
    party = go_to(a_box(), "murder")
    edge = party.clock.now() + TOUCH
    party.press()
    assert the_scream_after(party, edge) == pytest.approx(10.0, abs=1e-6)


def test_the_heart_patient_screams_five_seconds_after_the_finger_left_for_the_first_time() -> None:
    party = go_to(a_box(), "murder")
    edge = party.clock.now() + TOUCH
    party.double()
    assert the_scream_after(party, edge) == pytest.approx(5.0, abs=1e-6)
    assert cue_rows(party, Countdown, Death) == [Countdown(5), Death(None)]


def test_the_second_button_is_a_double_press() -> None:
    party = go_to(a_box(SECOND), "murder")
    edge = party.clock.now()
    party.down(SECOND.second_button)
    assert party.beat == "dying"
    party.wait(0.2)
    party.up(SECOND.second_button)
    assert the_scream_after(party, edge) == pytest.approx(5.0, abs=1e-6)


def test_the_second_button_says_a_tie_at_the_count_and_nothing_where_there_is_no_choice() -> None:
    party = go_to(a_box(SECOND), "counting_aloud")
    for _ in range(2):
        party.down(SECOND.second_button)
        party.wait(0.2)
        party.up(SECOND.second_button)
        party.wait(1)
    assert (party.beat, cue_rows(party, Tally)) == ("circle", [Tally(())])
    assert heard(party)[-1] == "vote"


def test_the_scream_is_seen_on_the_lamps_pin_in_the_very_moment() -> None:
    party = go_to(a_box(), "murder")
    edge = party.clock.now() + TOUCH
    party.press()
    party.wait(20)
    assert next(t for t, pin, level in party.trace if t > edge and pin == 12 and level == 1) == pytest.approx(edge + 10)


def test_two_seconds_at_the_verdict_say_that_both_murderers_sit() -> None:
    party = go_to(a_box(), "verdict")
    party.down()
    party.wait(1.99)
    assert party.beat == "verdict"
    party.wait(0.01)
    assert (party.beat, cue_rows(party, Outcome)) == ("verdict", [])
    party.up()
    assert cue_rows(party, Outcome) == [Outcome("guests")]
    assert party.beat == "finished"


def test_a_short_press_at_the_verdict_acts_as_the_button_is_let_go() -> None:
    party = go_to(a_box(), "verdict")
    party.down()
    party.wait(1.0)
    assert party.beat == "verdict"
    party.up()
    assert party.beat == "walking"


def test_two_seconds_in_the_discussion_pause_the_sand_and_it_breathes_until_a_press() -> None:
    party = go_to(a_box(), "discussion")
    party.wait(40)
    sand = party.prompter.sand(party.clock.now() + 2.5)  # it falls until the finger leaves
    party.press(2.5)
    assert not playing(party)
    breaths = []
    for _ in range(4):
        breaths.append(party.row())
        party.wait(1.0)
    assert len({tuple(row) for row in breaths}) > 2
    assert all(row[0] > 0 for row in breaths)
    party.wait(600)
    assert (party.beat, party.prompter.sand(party.clock.now())) == ("discussion", sand)
    party.down()
    party.wait(0.1)
    assert not playing(party)
    party.up()
    assert playing(party)
    assert party.row() == [1, 1, 1, 1, 1, 0.24, 0]
    party.wait(sand[0] + 3 if sand else 0)
    assert (party.beat, heard(party)) == ("circle", ["stop", "empty"])


def test_who_holds_the_button_to_end_a_pause_does_not_begin_another() -> None:
    party = go_to(a_box(), "discussion")
    party.press(2.5)
    assert not playing(party)
    party.press(2.5)
    assert (party.beat, playing(party)) == ("discussion", True)


def test_five_seconds_take_back_the_last_step() -> None:
    party = go_to(a_box(), "discussion")
    party.down()
    party.wait(9.9)
    assert (party.beat, party.prompter.paused) == ("discussion", False)  # nothing has happened before the finger leaves
    party.up()
    assert (party.beat, party.prompter.paused) == ("opening", False)
    party.wait(1)
    assert (party.beat, party.prompter.paused) == ("opening", False)


@pytest.mark.parametrize(("seconds", "then"), [(2.0, ("walking", True)), (5.0, ("welcome", False))])
def test_a_hold_where_a_press_calls_top_sounds_no_top_and_takes_nothing_back(
    seconds: float, then: tuple[str, bool]
) -> None:
    party = go_to(a_box(), "walking")
    party.down()
    party.wait(seconds)
    assert (party.beat, party.prompter.paused) == ("walking", False)
    party.up()
    party.wait(1)
    assert (party.beat, party.prompter.paused) == then
    assert heard(party) == []


def test_the_light_in_the_button_answers_the_finger_and_counts_two_five_and_ten_seconds() -> None:
    party = go_to(a_box(), "discussion")
    began = party.clock.now()
    party.down()
    assert 0 < party.level(PINS.button_lamp) < 0.5
    party.wait(11)
    bright = [
        round(t - began, 2) for t, pin, level in party.trace if pin == PINS.button_lamp and level == 1 and t > began
    ]
    assert bright == [2.0, 5.0, 5.24, 10.0, 10.24, 10.48]


def test_five_seconds_at_the_verdict_take_back_the_yes_and_the_prisoners() -> None:
    party = go_to(a_box(), "verdict")
    party.press(5.1)
    assert (party.beat, party.prompter.finished) == ("jailing", False)
    party.wait(2)
    assert round(party.level(12), 2) == 0.15


def test_who_holds_the_button_after_a_step_back_can_go_on_with_a_press() -> None:
    party = go_to(a_box(), "discussion")
    party.press(5.5)
    assert party.beat == "opening"
    party.press()
    assert party.beat == "discussion"
