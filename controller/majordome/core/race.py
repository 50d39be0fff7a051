"""Who slammed first: one lock for pins, Pico, phones, twin and keys.

The evening's own thread arms it after each step. Whoever slams does so in the thread of the pin, the port or the page:
there and then the others are locked out, and the lights say so. What counts is the time of each hand's own edge. Edges
of one clock never come far out of order, but two threads, or the air, may bring an earlier edge a little later: until
the evening is told, such an edge still overtakes. So the light is lit at once, and the rules hear of it a blink later.
"""

from __future__ import annotations

import logging
from bisect import insort
from collections.abc import Callable
from functools import partial
from threading import Lock

from majordome.core.clock import Clock
from majordome.core.cues import Refused
from majordome.core.evening_loop import Performance
from majordome.core.evening_queue import Heard, Moment, Sensed
from majordome.core.events import Buzz, Gesture, Slammed
from majordome.core.prompter import Answer
from majordome.core.snapshot import REACTION, Snapshot

log = logging.getLogger(__name__)

OVERTAKES = 0.03  # seconds that an earlier edge may come behind a later one
Reply = Callable[[Answer, bool], None] | None
Lights = Callable[[tuple[str, ...]], None]  # these players' lights are lit, the winner's first; all others are dark


def _told_who_won(reply: Callable[[Answer, bool], None], winner: str, answer: Answer, safe: bool) -> None:
    """To a phone that was too slow, where the game does not take it."""
    reply(Answer(refused=Refused("slam", "locked_out", (winner,))) if answer.refused else answer, safe)


class _Race:
    """One race: who may slam, and who has, by the time of their edges."""

    def __init__(self, moment: int, players: tuple[str, ...], armed_at: float = float("-inf")) -> None:
        self.moment = moment
        self.players = players
        self.order: list[tuple[float, int, str, Reply]] = []  # when, as which it came, who, and who waits for an answer
        self.arrived = 0
        self.armed_at = self.opens = armed_at  # a hand that moved before was meant for the beat before
        self.closes = 0.0  # when nobody can overtake any more
        self.told = 0  # how many of the order the evening has heard of
        self.accepted = False

    def came(self, player: str, at: float, reply: Reply) -> None:
        """A slam: in its order as long as nobody was told, and behind the others from then on."""
        self.arrived += 1
        slam = (at, self.arrived, player, reply)
        if self.told:
            self.order.append(slam)
        else:
            insort(self.order, slam)

    def has(self, player: str) -> bool:
        return any(player == slam[2] for slam in self.order)

    def waits_for(self, player: str, at: float) -> bool:
        """The first has slammed, and this hand was moving already: it comes behind."""
        late = bool(self.order) and at - self.order[0][0] <= REACTION
        return late and player in self.players and not self.has(player)


class RaceLock:
    """An ear of the evening. `slam` may be called from any thread, and never raises."""

    def __init__(self, clock: Clock, tell: Callable[[Sensed | Heard], None], snapshot: Callable[[], Snapshot]) -> None:
        self.lights: list[Lights] = []
        self._clock = clock
        self._tell = tell
        self._snapshot = snapshot
        self._lock = Lock()
        self._race = self._before = _Race(-1, ())
        self._lit: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self._seats: dict[str, int] = {}  # both kept: a slam has no time to ask

    # For whoever has a buzzer.

    def seats(self, players: tuple[str, ...]) -> frozenset[int]:
        """The numbers of the seats of these players, from 0."""
        return frozenset([self._seats[player] for player in players if player in self._seats])

    def meant(self, moment: Callable[[], int]) -> int:
        """The moment for which a guest's hand moves: before a race is armed, that is the moment before."""
        return min(moment(), self._race.moment)

    def seated(self, seat: int) -> str | None:
        """Who sits there, from 0: players sit in the order of the guest list, or of the numbers of the seats."""
        return self._names[seat] if seat < len(self._names) else None

    def doubles(self, player: str, moment: int) -> bool:
        """A double press of this player's buzzer means something at this moment."""
        now_at = self._snapshot()
        beat = now_at.beat if now_at.moment == moment and not now_at.paused else None
        return beat is not None and any(player == name for name, _ in beat.double_buzz)

    def hear(self, heard: Heard) -> None:
        """What pages say: a slam goes into its race, with whoever waits for an answer; all else into the queue."""
        match heard.said:
            case Buzz(player, Gesture.PRESS) | Slammed(player, 0):
                at = self._clock.now() if heard.at is None else heard.at
                if self.slam(player, at, heard.meant_for, heard.reply):
                    return
        self._tell(heard)

    def slam(self, player: str, at: float, moment: int | None = None, reply: Reply = None) -> bool:
        """A hand came down, by its own edge's time. True: it was in a race, whatever its place.

        `moment`: for which it was meant, where somebody says so (a phone); else its time tells.
        """
        with self._lock:
            race = self._race
            if self._before.order and self._before.waits_for(player, at):
                race = self._before
            elif player not in race.players or at < race.opens or moment not in (None, race.moment):
                return False
            again = bool(race.order) and race.has(player)
            if not again:
                race.came(player, at, reply)
                if not race.told and race.order[0][2] == player:
                    self._light((player,))
                if len(race.order) == 1:
                    race.closes = self._clock.now() + OVERTAKES
        if not again:
            self._tell(Sensed(self, True, at, race.moment))
        elif reply is not None:
            reply(Answer(), True)  # once is enough
        return True

    # For the evening's own thread.

    def attach(self, performance: Performance) -> None:
        """Take part in the evening."""
        performance.ears.append(self)
        performance.watchers.append(self.look)
        self.look()

    def look(self) -> None:
        """After each step: who may slam now."""
        now_at = self._snapshot()
        around = now_at.evening.names if now_at.table is None else now_at.table.around
        if around != self._names:
            self._names = around
            self._seats = {name: seat for seat, name in enumerate(self._names)}
        racing = now_at.beat is not None and not now_at.paused
        with self._lock:
            self._arm(now_at.moment, now_at.beat.race if racing and now_at.beat else ())
            self._race.opens = max(self._race.armed_at, now_at.opens_at(self._clock.now()))
            if now_at.dark or now_at.finished:
                self._light(())

    def _arm(self, moment: int, players: tuple[str, ...]) -> None:
        race = self._race
        if moment != race.moment:
            if race.order:
                self._before = race
            self._race = race = _Race(moment, players, self._clock.now())
        elif not race.order:
            race.players = players  # a pause, or its end
        else:
            return
        if players or not self._before.order:
            self._light(players)  # else the light stays with whoever has the floor

    def _light(self, players: tuple[str, ...]) -> None:
        if players == self._lit:
            return
        self._lit = players
        for show in self.lights:
            try:
                show(players)
            except Exception:  # a light that fails costs nobody the race, and no thread its life
                log.exception("a light of the race failed")

    def due(self) -> float | None:
        """When the evening is to be told."""
        waiting = [race.closes for race in (self._before, self._race) if self._untold(race)]
        return min(waiting, default=None)

    def _untold(self, race: _Race) -> bool:
        return len(race.order) > race.told and (race.told == 0 or race.accepted)

    def sense(self, sensed: Sensed, moment: Moment) -> list[Heard]:
        """Somebody has slammed: `due` says when that is told."""
        return []

    def tick(self, now: float, moment: Moment) -> list[Heard]:
        """The winner, once nobody can overtake; behind an accepted winner, the others in their order."""
        with self._lock:
            for race in (self._before, self._race):
                if not self._untold(race) or now < race.closes:
                    continue
                behind, (at, _, player, reply) = race.told, race.order[race.told]
                race.told += 1  # one at a time: each is meant for what the one before began
                if behind and reply is not None:
                    reply = partial(_told_who_won, reply, race.order[0][2])
                return [Heard(Slammed(player, behind), moment.number if behind else race.moment, at, reply)]
        return []

    def took(self, heard: Heard, answer: Answer) -> None:
        """A winner whom the rules refuse has not won: the next in order has, or the race is open again."""
        if not isinstance(heard.said, Slammed) or heard.said.behind:
            return
        with self._lock:
            race = next((race for race in (self._before, self._race) if race.moment == heard.meant_for), None)
            if race is None or not race.order:
                return
            race.accepted = answer.refused is None
            if not race.accepted:
                race.order.pop(0)
                race.told = 0
                if race is self._race:
                    self._light((race.order[0][2],) if race.order else race.players)
