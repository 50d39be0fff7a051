"""What the room hears and sees around the deeds: the butler's lines and the mood of the lamp, in order."""

from __future__ import annotations

import pytest

from games.murder.moves import look_at, play_round
from majordome.core.cues import Cue, HourglassAway, Light, Say
from majordome.core.events import GameEnded
from majordome.games.murder.events import Winner
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import MurderParty, a_table, a_weekend, button_only


def room(party: MurderParty) -> list[str]:
    """Lines as they are, moods in brackets, since the last look."""
    return [told for cue in party.cues() if (told := of_the_room(cue))]


def of_the_room(cue: Cue) -> str | None:
    match cue:
        case Say(line):
            return line
        case Light(mood):
            return f"[{mood}]"
        case _:
            return None


CIRCLE = ["[vote]", "circle", "two_hands"]
JUDGED = ["[discussion]", "discussion", "talk_is_over", *CIRCLE, "[jail]", "to_jail", "jailed"]
WALK_BY_DAY = ["saturday_day", "[day]", "walk_day"]


@pytest.mark.parametrize("edition", ["A", "B"])
def test_friday_from_the_welcome_to_the_jail(edition: Edition) -> None:
    party = a_weekend(edition=edition)
    party.murder("Lia")
    party.jail("Jo", "Kim")
    assert room(party) == [
        *["[evening]", "welcome_weekend", "cards_dealt", "rules_offered"],
        *[
            "friday_night",
            "[night]",
            "walk_night_free",
            f"victim_counts_{edition}",
        ],  # how to count is told on the first night only
        *["[dark]", "eyes_open", "[awake]", "somebody_died"],
        *JUDGED,
        *WALK_BY_DAY,
    ]


def test_saturday_and_its_night() -> None:
    party = a_weekend()
    play_round(party, "Lia", jail=("Jo", "Kim"))
    party.murder("Hal")
    party.jail("Jo", "Kim")
    party.murder("Ida")
    assert room(party) == [
        *["stand_still", "turn", "[awake]", "somebody_died_day", "release"],
        *JUDGED,
        *["saturday_night", "[night]", "walk_night", "[dark]", "eyes_open", "[awake]", "somebody_died"],
    ]


def test_a_day_on_which_nobody_died() -> None:
    party = a_weekend()
    play_round(party, "Lia", jail=("Jo", "Kim"))
    party.murder(None)
    assert room(party) == ["stand_still", "turn", "[awake]", "nobody_died_day"]


def test_the_alchemist_is_welcomed_back() -> None:
    party = look_at(a_weekend(Lia="alchemist"), "murder")
    party.murder("Lia")
    assert room(party) == ["[awake]", "somebody_died"]
    party.press()  # the card has been shown
    assert room(party)[0] == "alive_again"


def test_without_names_the_butler_names_nobody() -> None:
    party = look_at(button_only(), "murder")
    party.go_to("verdict")
    party.press()
    party.go_to("discussion")
    assert room(party) == [
        *["[awake]", "a_death", "[discussion]", "discussion", "talk_is_over", *CIRCLE],
        *["[jail]", "to_jail_unnamed", "jailed", *WALK_BY_DAY],
        *["stand_still", "turn", "[awake]", "a_death_day", "release_unnamed", "[discussion]", "discussion"],
    ]


def test_a_re_vote_and_the_youngest() -> None:
    party = a_weekend()
    party.murder("Lia")
    look_at(party, "counting")
    party.vote(Hal=5, Ida=3, Jo=3)
    party.vote(Ida=3, Jo=3)
    assert room(party) == ["[vote]", "vote_again", "one_hand_again", "youngest", "[jail]", "to_jail"]
    assert [say.names for say in party.all(Say)][-4:] == [("Ida", "Jo"), (), ("Jo",), ("Hal", "Jo")]


def test_two_ties_without_names() -> None:
    party = look_at(button_only(), "counting_aloud")
    party.double()
    party.go_to("counting_aloud")
    party.double()
    again = ["[vote]", "vote_again_unnamed", "two_hands_again"]
    assert room(party) == [*again, "youngest_two_unnamed", "[jail]", "to_jail_unnamed"]


def test_a_night_and_a_day_at_the_table() -> None:
    party = a_table()
    party.murder("Gus")
    party.vote(Fay=2)
    party.press()
    assert room(party) == [
        *["[evening]", "welcome_table", "cards_dealt", "rules_offered"],
        *["[night]", "table_first_night", "victim_counts_table_B", "[dark]", "table_sleep", "eyes_open_table"],
        *["[awake]", "somebody_died_table", "[discussion]", "discussion", "talk_is_over"],
        *["[vote]", "circle_table", "one_hand_table"],
        *["condemned", "card_turned", "[night]", "table_night"],
    ]


@pytest.mark.parametrize(
    ("winner", "line"), [("guests", "guests_win"), ("murderers", "murderers_win"), ("nobody", "called_off")]
)
def test_the_last_morning(winner: Winner, line: str) -> None:
    party = look_at(a_weekend(), "discussion")
    party.say(GameEnded(winner))
    assert party.all(HourglassAway) == [HourglassAway()]
    tale = [] if winner == "nobody" else ["tale_murderers", "tale_ends"]
    assert room(party) == ["[monday]", line, *tale]
