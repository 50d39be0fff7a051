"""One whole game for each edition and each end, from the first round to the outcome."""

from __future__ import annotations

import pytest

from games.murder.moves import (
    FRIDAY,
    MONDAY,
    SATURDAY,
    SATURDAY_NIGHT,
    SUNDAY,
    SUNDAY_NIGHT,
    judged,
    killed_by_day,
    killed_by_night,
    look_at,
    released,
    talked,
    voted,
)
from majordome.core.cues import Cue, Outcome, Top
from majordome.games.murder.events import Kissed, Winked
from majordome.games.murder.facts import (
    AliveAgain,
    Charmed,
    Death,
    Jail,
    Round,
    Sacrifice,
    Scream,
    Spared,
    Swap,
    Youngest,
)
from majordome.games.murder.roles import Edition
from majordome.games.murder.testing import MurderParty, a_table, a_weekend
from majordome.testing import NAMES

BOTH_EDITIONS = pytest.mark.parametrize("edition", ["A", "B"])


def without(*dead: str, among: int = 12) -> tuple[str, ...]:
    """The circle, but for the dead."""
    return tuple(name for name in NAMES[:among] if name not in dead)


def sacrificed(candidates: tuple[str, ...], name: str, role: str = "guest") -> list[Cue]:
    """From the hourglass to the turned card."""
    return [*talked(), *voted(candidates, 1, **{name: 2}), Sacrifice(name, role)]


@BOTH_EDITIONS
def test_a_weekend_that_the_murderers_win(edition: Edition) -> None:
    party = a_weekend(edition=edition)
    for victim, suspects in (
        ("Lia", ("Ana", "Jo")),
        ("Kim", ("Bob", "Jo")),
        ("Ida", ("Ana", "Hal")),
        ("Gus", ("Bob", "Hal")),
        ("Fay", ("Ana", "Eve")),
    ):
        party.murder(victim)
        party.jail(*suspects)
    assert party.deeds() == [
        *[FRIDAY, *killed_by_night("Lia")],
        *judged(without("Lia"), "Ana", "Jo"),
        *[SATURDAY, *killed_by_day("Kim"), *released("Ana", "Jo")],
        *judged(without("Lia", "Kim"), "Bob", "Jo"),
        *[SATURDAY_NIGHT, *killed_by_night("Ida"), *released("Bob", "Jo")],
        *judged(without("Lia", "Kim", "Ida"), "Ana", "Hal"),
        *[SUNDAY, *killed_by_day("Gus"), *released("Ana", "Hal")],
        *judged(without("Lia", "Kim", "Ida", "Gus"), "Bob", "Hal"),
        *[SUNDAY_NIGHT, *killed_by_night("Fay"), *released("Bob", "Hal")],
        *judged(without("Lia", "Kim", "Ida", "Gus", "Fay"), "Ana", "Eve"),
        *MONDAY,
    ]


@BOTH_EDITIONS
def test_a_weekend_that_the_guests_win_on_saturday(edition: Edition) -> None:
    party = a_weekend(edition=edition)
    party.murder("Lia")
    party.jail("Ana", "Jo")
    party.murder("Kim")
    party.jail("Ana", "Bob")
    assert party.deeds() == [
        *[FRIDAY, *killed_by_night("Lia")],
        *judged(without("Lia"), "Ana", "Jo"),
        *[SATURDAY, *killed_by_day("Kim"), *released("Ana", "Jo")],
        *judged(without("Lia", "Kim"), "Ana", "Bob"),
        Outcome("guests"),
    ]


def full_house(edition: Edition) -> MurderParty:
    """Every special card of edition A is at the party, and in edition B an alchemist too."""
    alchemist = "alchemist" if edition == "B" else "guest"
    return a_weekend(
        16,
        edition=edition,
        Cid="charmer",
        Dora="heart",
        Eve="insomniac",
        Fay="vampire",
        Gus="shortsighted",
        Hal=alchemist,
    )


def play_the_full_house(party: MurderParty) -> None:
    party.murder("Dora", by="Ana")
    party.jail("Jo", "Kim")
    look_at(party, "turning")
    party.say(Kissed("Ida"))
    party.say(Winked("Gus", "Bob"))
    party.ballots({"Cid": ("Jo", "Ana"), "Ida": ("Max", "Lia")})
    party.press()
    party.murder("Fay", by="Bob")  # Ana sits
    party.jail("Jo", "Kim")
    party.murder("Cid", by="Ana")
    party.ballots({"Ida": ("Jo", "Lia"), "Max": ("Jo", "Pia")})
    party.vote(Lia=4, Pia=4)
    party.press()
    party.murder("Hal")


@BOTH_EDITIONS
def test_a_full_house(edition: Edition) -> None:
    party = full_house(edition)
    play_the_full_house(party)
    party.jail("Ana", "Fay")
    everyone = 16
    round_two = without("Dora", among=everyone)
    round_three = without("Dora", "Bob", among=everyone)
    round_four = without("Dora", "Bob", "Cid", among=everyone)
    reborn: list[Cue] = [AliveAgain("Hal")] if edition == "B" else []
    last = round_four if edition == "B" else without("Dora", "Bob", "Cid", "Hal", among=everyone)
    assert party.deeds() == [
        *[Charmed("Ida"), Spared("Gus"), *released("Jo", "Kim"), *talked()],
        *[*voted(round_two, Ana=2, Jo=2), Jail(("Ana", "Jo"))],
        *[SATURDAY_NIGHT, Top("stop"), Swap("Fay", "Bob"), Scream(), Death("Bob"), *released("Ana", "Jo")],
        *judged(round_three, "Jo", "Kim"),
        *[SUNDAY, *killed_by_day("Cid"), *released("Jo", "Kim"), *talked()],
        *[*voted(round_four, Jo=2, Lia=1, Pia=1), *voted(("Lia", "Pia"), 1, Lia=4, Pia=4)],
        *[Youngest("Pia"), Jail(("Jo", "Pia"))],
        *[SUNDAY_NIGHT, *killed_by_night("Hal"), *reborn, *released("Jo", "Pia")],
        *judged(last, "Ana", "Fay"),
        Outcome("guests"),
    ]


def test_the_same_evening_is_the_same_to_the_second() -> None:
    first, second = full_house("B"), full_house("B")
    play_the_full_house(first)
    play_the_full_house(second)
    assert first.seen == second.seen


@BOTH_EDITIONS
def test_a_table_that_the_guests_win(edition: Edition) -> None:
    party = a_table(6, edition=edition)
    party.murder("Fay")
    party.vote(Ana=2)
    party.press()
    party.murder("Eve")
    party.vote(Bob=2)
    party.press()
    assert party.deeds() == [
        *[FRIDAY, *killed_by_night("Fay")],
        *sacrificed(without("Fay", among=6), "Ana", "murderer"),
        *[Round(2, "saturday", "night"), *killed_by_night("Eve")],
        *sacrificed(without("Fay", "Ana", "Eve", among=6), "Bob", "murderer"),
        Outcome("guests"),
    ]


@BOTH_EDITIONS
def test_a_table_that_the_murderers_win(edition: Edition) -> None:
    party = a_table(6, edition=edition, Eve="heart")
    party.murder("Fay")
    party.vote(Dora=2)
    party.press()
    party.murder("Eve")
    party.vote(Cid=2)
    party.press()
    assert party.deeds() == [
        *[FRIDAY, *killed_by_night("Fay")],
        *sacrificed(without("Fay", among=6), "Dora"),
        *[Round(2, "saturday", "night"), *killed_by_night("Eve", seconds=5)],
        *sacrificed(("Ana", "Bob", "Cid"), "Cid"),
        Outcome("murderers"),
    ]
