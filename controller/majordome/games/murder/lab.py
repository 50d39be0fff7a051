"""The murder party in the lab: how guests and murderers point, whom they kill, and what is measured.

Guests: `random`, or `readers`, who point at a murderer `skill` times as readily as at anybody else. A reader who is the
insomniac, and who lived through a night, has seen who killed, and points there. Murderers: `random`, or `loyal`, who
never point at each other. Whoever plays, the victim is any guest whom the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from majordome.core.asks import Ballots
from majordome.core.evening import Evening
from majordome.core.events import Event, TimeUp
from majordome.core.script import Beat
from majordome.games.murder.corrections import Table
from majordome.games.murder.deaths import who_may_kill
from majordome.games.murder.events import HandsCounted, Kissed, NobodyDied, Tapped, Winked
from majordome.games.murder.facts import Death, Round, Sacrifice, Time, Vote
from majordome.games.murder.guests import Player
from majordome.games.murder.refusals import refuse_kiss
from majordome.games.murder.roles import INSOMNIAC, MURDERER, SPECIAL_CARDS, Role
from majordome.games.murder.vote import as_charmed, under_charm
from majordome.lab.players import Dice, Played, Players, Ways

TIME_UP = TimeUp()


class MurderPlayers:
    """The host and every guest."""

    __slots__ = ("_dice", "_guests", "_held", "_loyal", "_readers", "_seen", "_skill")

    def __init__(self, dice: Dice, ways: Ways) -> None:
        self._dice = dice
        self._readers = ways.side("guests") == "readers"
        self._skill = ways.skill if self._readers else 1.0
        self._loyal = ways.side("murderers") == "loyal"
        self._seen: set[str] = set()  # murderers whom the insomniac has seen at work
        self._guests: tuple[Player, ...] = ()
        self._held: dict[str, Role | None] = {}  # the cards of these guests

    def answer(self, beat: Beat) -> Event:
        """A murder, a kiss, a vote; everywhere else the host goes on, and the clock runs out."""
        decide = DECISIONS.get(beat.name)
        if decide is not None:
            return decide(self, beat)
        press = beat.press
        return TIME_UP if press is None or (beat.within is not None and not beat.soft) else press

    def _roles(self, table: Table) -> dict[str, Role | None]:
        """Everybody's card; most evenings, none ever changes hands."""
        if table.guests is not self._guests:
            self._guests, self._held = table.guests, {guest.name: guest.role for guest in table.guests}
        return self._held

    def _murder(self, table: Table, time: Time) -> tuple[str | None, str | None]:
        may, roles, jail = who_may_kill(table, time), self._roles(table), table.jail
        mortal = [name for name in table.living if roles[name] is not MURDERER and name not in jail]
        if not may or not mortal:
            return None, None
        return self._dice.choice(mortal), self._dice.choice(may)

    def _by_night(self, beat: Beat) -> Event:
        table: Table = beat.table
        victim, killer = self._murder(table, "night")
        if victim is None or killer is None:
            return NobodyDied()
        if self._readers and (awake := table.living_with(INSOMNIAC)) and victim not in awake:
            self._seen.add(killer)
        return Tapped(victim, killer)

    def _by_day(self, beat: Beat) -> Event:
        table: Table = beat.table
        if table.charmer is not None and not table.kissed_today:
            kissable = [name for name in table.living if refuse_kiss(table, name) is None]
            if kissable:
                return Kissed(self._dice.choice(kissable))
        victim, killer = self._murder(table, "day")
        return NobodyDied() if victim is None else Winked(victim, killer)

    def _vote(self, beat: Beat) -> Event:
        _, ballots, _ = beat.asks
        assert type(ballots) is Ballots, beat.asks
        table: Table = beat.table
        roles = self._roles(table)
        murderers = [name for name in ballots.among if roles[name] is MURDERER]
        others = [name for name in ballots.among if roles[name] is not MURDERER]
        hands = ballots.hands
        if hands == 1 and not self._seen and not self._loyal and not (table.charmed and under_charm(table)):
            return HandsCounted(self._one_hand_each(ballots.players, roles, murderers, others))
        points = self._points
        box = {voter: points(voter, roles[voter], hands, murderers, others) for voter in ballots.players}
        if under_charm(table):
            box = dict(as_charmed(table, box))
        votes: dict[str, int] = {}
        for names in box.values():
            for name in names:
                votes[name] = votes.get(name, 0) + 1
        return HandsCounted(tuple(votes.items()))

    def _one_hand_each(
        self, voters: tuple[str, ...], roles: dict[str, Role | None], murderers: list[str], others: list[str]
    ) -> tuple[tuple[str, int], ...]:
        """The same as `_points` for each of them, where nothing special is known: most votes of a table are so."""
        throw, guests_skill, votes = self._dice.random, self._skill, dict[str, int]()
        few, many = len(murderers), len(others)
        if guests_skill == 1.0:  # then a hand may point anywhere: with the same dice, at the same players as below
            everybody, whole = murderers + others, float(few + many)
            for voter in voters:
                while (name := everybody[int(throw() * whole)]) == voter:
                    pass
                votes[name] = votes.get(name, 0) + 1
            return tuple(votes.items())
        for voter in voters:
            skill = 1.0 if roles[voter] is MURDERER else guests_skill
            suspected = skill * few
            name, whole = voter, suspected + many
            while name == voter:
                at = throw() * whole
                name = murderers[int(at / skill)] if at < suspected else others[int(at - suspected)]
            votes[name] = votes.get(name, 0) + 1
        return tuple(votes.items())

    def _points(
        self, voter: str, role: Role | None, hands: int, murderers: list[str], others: list[str]
    ) -> tuple[str, ...]:
        """At different players, never at oneself."""
        chosen: list[str] = []
        skill = 1.0
        if role is MURDERER:
            if self._loyal and len(others) >= hands:
                return tuple(self._dice.sample(others, hands))
        else:
            skill = self._skill
            if self._seen and role is INSOMNIAC:
                chosen = [name for name in murderers if name in self._seen][:hands]
        suspected = skill * len(murderers)
        whole, throw = suspected + len(others), self._dice.random
        while len(chosen) < hands:
            at = throw() * whole
            name = murderers[int(at / skill)] if at < suspected else others[int(at - suspected)]
            if name != voter and name not in chosen:
                chosen.append(name)
        return tuple(chosen)


DECISIONS: Mapping[str, Callable[[MurderPlayers, Beat], Event]] = {
    "counting": MurderPlayers._vote,
    "murder": MurderPlayers._by_night,
    "murder_at_table": MurderPlayers._by_night,
    "turning": MurderPlayers._by_day,
}


class MurderBench:
    """Both murder games."""

    ways: Mapping[str, tuple[str, ...]] = {"guests": ("random", "readers"), "murderers": ("random", "loyal")}
    measures: tuple[str, ...] = ("rounds", "deaths", "votes_again", "minutes_dead")
    usual: Ways = Ways((("guests", "readers"), ("murderers", "loyal")), 2.0)
    each_round: str = "discussion"
    picks_up = True  # the table is all that these players know

    def side(self, evening: Evening) -> str:
        """The guests."""
        return "guests"

    def cards(self, evening: Evening) -> tuple[str, ...]:
        """The special cards of this edition."""
        return tuple(str(role) for role in SPECIAL_CARDS[evening.word("edition")])

    def seat(self, evening: Evening, dice: Dice, ways: Ways) -> Players:
        """For one evening."""
        return MurderPlayers(dice, ways)

    def measure(self, played: Played, players: Players) -> tuple[float, ...]:
        """Rounds; deaths for good; votes that had to be held again; how long a dead guest sits and watches."""
        table: Table = played.table
        again, voted = 0, False
        died: dict[str, float] = {}
        for at, fact in played.facts:
            kind = type(fact)
            if kind is Vote:
                again, voted = again + voted, True
            elif kind is Round:
                voted = False
            elif (kind is Death or kind is Sacrifice) and fact.name in table.dead:  # type: ignore[attr-defined]  # its kind says so
                died[fact.name] = at  # type: ignore[attr-defined]  # likewise
        sat = sum(played.seconds - at for at in died.values()) / len(died) / 60 if died else 0.0
        return float(table.round), float(len(table.dead)), float(again), sat


BENCH = MurderBench()
