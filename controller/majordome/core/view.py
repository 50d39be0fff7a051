"""What a viewer may know. Pages and screens read this, never the script: what is not in here cannot be shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from majordome.core.cues import Light, Mood, Refused, Round
from majordome.core.events import CHAIRS, BallotCast, Chair, ChairLeft, ChairTaken, Gesture, Override
from majordome.core.plain import snake
from majordome.core.prompter import Prompter
from majordome.games.murder.ballots import Poll, refuse_ballot
from majordome.games.murder.guests import Game
from majordome.games.murder.murder import who_may_kill
from majordome.games.murder.roles import Edition, Role
from majordome.games.murder.weekend import ROUNDS

ASLEEP = "dark"  # the beat as the room knows it from TOP to the scream
VOTING = ("circle", "counting", "counting_ballots", "youngest")
CHOSEN = ("jailing", "sacrifice")
COUNTING = ("counting", "counting_ballots")


@dataclass(frozen=True, slots=True)
class GuestView:
    """A guest as everyone in the room sees them."""

    name: str
    alive: bool
    in_jail: bool


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone in the room may see. No card, no killer, no kiss, and no countdown: closed eyes may peep."""

    beat: str
    moment: int
    round: int
    day: str | None
    time: str | None
    dark: bool
    paused: bool
    finished: bool
    gestures: tuple[Gesture, ...]  # those that mean something at this beat
    takes_back: str | None  # the beat whose step a step back would take back
    sand: tuple[float, float] | None  # seconds left, seconds in all
    guests: tuple[GuestView, ...]
    chairs: tuple[tuple[Chair, bool], ...]  # taken or not; none where chairs are not fitted


def public(prompter: Prompter, now: float) -> PublicView:
    """The view of the room."""
    beat, table = prompter.beat, prompter.table
    now_round = next((cue for cue in prompter.lasting(now) if isinstance(cue, Round)), None)
    meant = {} if beat is None else {Gesture.PRESS: beat.press, Gesture.DOUBLE: beat.double, Gesture.HOLD: beat.hold}
    return PublicView(
        beat=beat.name if beat else "finished",
        moment=prompter.moment,
        round=table.round,
        day=now_round.day if now_round else None,
        time=now_round.time if now_round else None,
        dark=beat is not None and beat.dark,
        paused=prompter.paused,
        finished=prompter.finished,
        gestures=tuple(gesture for gesture, event in meant.items() if event is not None),
        takes_back=prompter.takes_back,
        sand=prompter.sand(now),
        guests=tuple(GuestView(g.name, g.name not in table.dead, g.name in table.jail) for g in table.guests),
        chairs=tuple((c, c in table.chairs) for c in CHAIRS) if table.evening.chairs_fitted else (),
    )


@dataclass(frozen=True, slots=True)
class SandView:
    """The hourglass at this moment."""

    left: float
    total: float
    running: bool


@dataclass(frozen=True, slots=True)
class ChairsView:
    """Who sits."""

    left: bool
    right: bool


@dataclass(frozen=True, slots=True)
class VoteView:
    """The vote as it is seen in the circle: against whom, and how many have voted - never who for whom."""

    candidates: tuple[str, ...]
    seats: int
    again: bool
    voted: int  # ballots that are in
    voters: int
    chosen: tuple[str, ...] = ()  # who goes to jail, or is sacrificed


@dataclass(frozen=True, slots=True)
class RoomView:
    """What a page may show to everyone: the big screen, the guests, and whoever looks in."""

    game: Game
    edition: Edition
    beat: str
    round: int
    rounds: int | None
    day: str | None
    time: str | None
    dark: bool
    paused: bool
    finished: bool
    mood: Mood
    sand: SandView | None
    guests: tuple[GuestView, ...]
    chairs: ChairsView | None
    vote: VoteView | None


def room(prompter: Prompter, now: float, before: RoomView | None = None) -> RoomView:
    """The room as its guests see it. From TOP to the scream it stands still as it was `before`, whatever happens."""
    view, beat, table = public(prompter, now), prompter.beat, prompter.table
    if view.dark and before is not None:
        return replace(before, beat=ASLEEP, dark=True, paused=False, mood="dark", sand=None, vote=None)
    light = next((cue for cue in prompter.lasting(now) if isinstance(cue, Light)), None)
    vote = None
    if beat is not None and beat.name in CHOSEN:
        vote = VoteView((), len(beat.among), False, 0, len(table.living), beat.among)
    elif beat is not None and beat.name in VOTING:
        vote = VoteView(beat.among, beat.hands, beat.revote, len(beat.heard), len(table.living))
    return RoomView(
        game=table.evening.game,
        edition=table.evening.edition,
        beat=ASLEEP if view.dark else view.beat,
        round=view.round,
        rounds=len(ROUNDS) if table.evening.game == "weekend" else None,
        day=view.day,
        time=view.time,
        dark=view.dark,
        paused=view.paused and not view.dark,
        finished=view.finished,
        mood=light.mood if light else "evening",
        sand=SandView(*view.sand, running=not view.paused) if view.sand else None,
        guests=view.guests,
        chairs=ChairsView(*(chair in table.chairs for chair in CHAIRS)) if view.chairs else None,
        vote=vote,
    )


@dataclass(frozen=True, slots=True)
class RecountView:
    """The latest count, as long as it can be corrected: against whom, and with how many hands each."""

    among: tuple[str, ...]
    hands: int


@dataclass(frozen=True, slots=True)
class HostView:
    """What the host may see without holding a finger on it: no card, no killer, no kiss."""

    moment: int
    beat: str
    gestures: tuple[str, ...]
    takes: tuple[str, ...]  # the events this beat asks for
    takes_back: str | None
    puts_back: str | None
    listed: bool
    knows_roles: bool
    among: tuple[str, ...]
    hands: int
    heard: tuple[str, ...]  # whose ballots are in
    sand_can_change: bool
    can_correct: bool
    recount: RecountView | None
    paused: bool  # told in the dark, too


def host(prompter: Prompter) -> HostView:
    """The evening as the host leads it."""
    beat, table, view = prompter.beat, prompter.table, public(prompter, 0.0)
    return HostView(
        moment=view.moment,
        beat=view.beat,
        gestures=tuple(gesture.value for gesture in view.gestures),
        takes=tuple(snake(kind.__name__) for kind in beat.takes) if beat else (),
        takes_back=view.takes_back,
        puts_back=prompter.puts_back,
        listed=table.listed,
        knows_roles=table.knows_roles,
        among=beat.among if beat else (),
        hands=beat.hands if beat else 0,
        heard=beat.heard if beat else (),
        sand_can_change=beat is not None and beat.within is not None and not beat.dark,
        can_correct=table.poll is not None and beat is not None,
        recount=RecountView(table.poll.candidates, table.poll.hands) if table.poll is not None and beat else None,
        paused=view.paused,
    )


@dataclass(frozen=True, slots=True)
class Secret:
    """A guest's card."""

    name: str
    role: Role | None


@dataclass(frozen=True, slots=True)
class Secrets:
    """What only the host may see, and only while a finger is held on it."""

    guests: tuple[Secret, ...]
    charmed: tuple[str, ...]
    may_kill: tuple[str, ...]
    night_killer: str | None


def secrets(prompter: Prompter) -> Secrets:
    """Everything that is hidden."""
    table = prompter.table
    time = public(prompter, 0.0).time
    return Secrets(
        guests=tuple(Secret(guest.name, guest.role) for guest in table.guests),
        charmed=table.charmed,
        may_kill=who_may_kill(table, "day" if time == "day" else "night"),
        night_killer=table.night_killer,
    )


@dataclass(frozen=True, slots=True)
class BallotView:
    """A ballot that a guest may hand in now."""

    moment: int
    hands: int
    among: tuple[str, ...]
    cast: tuple[str, ...] | None = None  # as it stands; a later one replaces it


def ballot(prompter: Prompter, name: str) -> BallotView | None:
    """What this guest may vote on now; None where no vote is open, or the guest has no voice."""
    beat = prompter.beat
    if beat is None or beat.name not in COUNTING or name not in prompter.table.living or prompter.paused:
        return None
    cast = None
    for step in reversed(prompter.history):
        if not isinstance(step.event, BallotCast | Override | ChairTaken | ChairLeft):
            break
        if isinstance(step.event, BallotCast) and step.event.voter == name:
            cast = step.event.against
            break
    return BallotView(prompter.moment, beat.hands, beat.among, cast)


def refused_ballot(prompter: Prompter, voter: str, against: tuple[str, ...]) -> Refused | None:
    """Why the rules refuse this ballot, whoever hands it in; what is not due now they tell themselves."""
    beat = prompter.beat
    if beat is None or beat.name not in COUNTING:
        return None
    poll = Poll(beat.among, beat.hands, prompter.table.living, hands=beat.hands)
    return refuse_ballot(poll, voter, against)


def card(prompter: Prompter, name: str) -> Secret | None:
    """One guest's own card; None for somebody who is not here."""
    guest = prompter.table.guest(name)
    return Secret(guest.name, guest.role) if guest else None
