"""Moves that the rule tests share: what a host does in one breath, and the rows of cues that come of it."""

from __future__ import annotations

from majordome.core.cues import Countdown, Cue, Hourglass, HourglassEmpty, Outcome, Top
from majordome.games.murder.facts import Death, Jail, Release, Round, Scream, Tally, Vote
from majordome.games.murder.testing import MurderParty

FRIDAY = Round(1, "friday", "night")
SATURDAY = Round(2, "saturday", "day")
SATURDAY_NIGHT = Round(3, "saturday", "night")
SUNDAY = Round(4, "sunday", "day")
SUNDAY_NIGHT = Round(5, "sunday", "night")
MONDAY: list[Cue] = [Outcome("murderers")]


def play_round(party: MurderParty, victim: str | None = None, *, by: str | None = None, jail: tuple[str, str]) -> None:
    """A whole round: the murder, the vote, these two in jail; then look away."""
    party.murder(victim, by)
    party.jail(*jail)
    if party.beat == "verdict":
        party.press()
    party.cues()


def look_at(party: MurderParty, *beats: str) -> MurderParty:
    """Go there and forget what was seen on the way."""
    party.go_to(*beats)
    party.cues()
    return party


def killed_by_night(victim: str | None, seconds: int = 10) -> list[Cue]:
    """From TOP to the death, by night."""
    return [Top("stop"), Countdown(seconds), Scream(), Death(victim)]


def killed_by_day(victim: str | None) -> list[Cue]:
    """From the first TOP to the death, by day."""
    return [Top("stop"), Top("turn"), Scream(), Death(victim)]


def voted(candidates: tuple[str, ...], seats: int = 2, **votes: int) -> list[Cue]:
    """A vote, its TOP and its count."""
    return [Vote(candidates, seats), Top("vote"), Tally(tuple(votes.items()))]


def judged(candidates: tuple[str, ...], *jailed: str) -> list[Cue]:
    """From the hourglass to the jail, as `Party.jail` plays it."""
    return [*talked(), *voted(candidates, **dict.fromkeys(jailed, 3)), Jail(jailed)]


def talked(seconds: int = 180) -> list[Cue]:
    """The hourglass, from the first grain to the last."""
    return [Hourglass(seconds), HourglassEmpty()]


def released(*names: str) -> list[Cue]:
    """The prisoners of the round before."""
    return [Release(names)]
