"""What nobody may learn from a game: its views searched for what is hidden, and compared with those of other cards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from majordome.core.asks import Ballots
from majordome.core.cues import Countdown, Cue, Fact, Say
from majordome.core.evening import Evening
from majordome.core.events import Event
from majordome.core.game import HOST, ROOM, SECRETS, Viewer
from majordome.core.guest_list import refuse_evening
from majordome.core.library import load
from majordome.core.manifest import Manifest
from majordome.core.plain_values import to_plain
from majordome.core.prompter import Prompter
from majordome.core.script import Beat
from majordome.core.view import card, check_view, host, room
from majordome.words.narrator import Narrator

HIDDEN = ("role", "roles", "card", "cards")  # keys under which no view but a player's own may tell anything
MOST_BALLOTS = 5  # of one game, that are cast otherwise


def look(prompter: Prompter, now: float) -> None:
    """Each view can be taken, can be sent, and tells nobody what is hidden."""
    seen = prompter.snapshot
    if seen.table is not None:
        for viewer in (ROOM, HOST, SECRETS, *(Viewer("player", name) for name in seen.evening.names)):
            check_view(load(seen.evening.game).view(seen.table, seen.beat, viewer))  # a page would go on without it
    for view in (to_plain(room(seen, now)), to_plain(host(seen))):
        json.dumps(view)
        for where in _hidden(view):
            raise AssertionError(f"at '{seen.beat.name if seen.beat else 'the end'}' a view tells {where}")
    for name in seen.evening.names:
        json.dumps(to_plain(card(seen, name)))


def _hidden(view: Any, where: str = "") -> Iterator[str]:
    if isinstance(view, Mapping):
        for key, value in view.items():
            if key in HIDDEN and isinstance(value, str) and "name" in view:
                yield f"{where}.{key} = {value}"
            yield from _hidden(value, f"{where}.{key}")
    elif isinstance(view, list | tuple):
        for number, value in enumerate(view):
            yield from _hidden(value, f"{where}[{number}]")


def nothing_hidden_is_told_by_the_start(found: Manifest, evenings: Sequence[Evening]) -> None:
    """Two deals of the same company look and sound alike to the room and to the host."""
    prompters = [Prompter(evening, Narrator("en")) for evening in evenings]
    first_cues, second_cues = ([cue for cue in prompter.begin(0.0).cues if _is_public(cue)] for prompter in prompters)
    first, second = ((to_plain(room(p.snapshot, 0.0)), to_plain(host(p.snapshot))) for p in prompters)
    assert first == second, f"a view of {found.id} differs by the cards that were dealt"
    assert first_cues == second_cues, (
        f"what {found.id} says and shows at the start differs by the cards that were dealt"
    )


def nobody_knows_the_others_cards(evening: Evening, said: Sequence[tuple[Event, float]], dice: Random) -> None:
    """The same game where only the others hold other cards: until all can hear a difference, nobody sees one.

    That is the room, the host, and one of those whose card is the commonest: special cards may know more.
    """
    guests = evening.guests
    (common, _), *others = Counter(guest.role for guest in guests).most_common()
    if not others:
        return  # there are no cards, or all are equal
    who = dice.choice([guest.name for guest in guests if guest.role == common])
    roles = [guest.role for guest in guests if guest.name != who]
    dealt_anew = iter(dice.sample(roles, len(roles)))
    other = replace(
        evening,
        guests=tuple(guest if guest.name == who else replace(guest, role=next(dealt_anew)) for guest in guests),
    )
    if other == evening or refuse_evening(other) is not None:
        return
    prompters = [Prompter(each, Narrator("en")) for each in (evening, other)]
    answers = [prompter.begin(0.0) for prompter in prompters]
    for number, (event, now) in enumerate(said):
        first, second = ([cue for cue in answer.cues if _is_public(cue)] for answer in answers)
        beat, beside = (prompter.beat for prompter in prompters)
        if beat is None or beside is None or beat.name != beside.name:
            return
        if first != second:
            _nothing_is_said_by_the_cards(first, second, beat, repr(said[:number]))
            return
        views = [
            {"the room": room(p.snapshot, now), "the host": host(p.snapshot), f"{who}'s card": card(p.snapshot, who)}
            for p in prompters
        ]
        for whose, view in views[0].items():
            one, two = to_plain(view), to_plain(views[1][whose])
            differ = sorted(key for key in one if one[key] != two.get(key))
            assert one == two, f"at '{beat.name}' {whose} tells which cards the others hold: {', '.join(differ)}"
        answers = [prompter.offer(event, now) for prompter in prompters]
        if any(answer.refused for answer in answers):
            return


def _nothing_is_said_by_the_cards(first: Sequence[Cue], second: Sequence[Cue], beat: Beat, heard: str) -> None:
    """The same words of others, and the game goes on as it did: then the butler told who holds which card.

    Where the rules turn the card of somebody who was named before (`heard`), all may see it; where they turn another,
    other words are said, or another beat follows.
    """
    if [_wording(cue) for cue in first] != [_wording(cue) for cue in second]:
        return
    for one, two in zip(first, second, strict=True):
        if one == two or not isinstance(one, Say) or not isinstance(two, Say):
            continue
        if one.names == two.names and one.names and all(repr(name) in heard for name in one.names):
            continue  # a card is turned
        raise AssertionError(
            f"before '{beat.name}' the butler says {one.line} of {_of(one)}, and with other cards of {_of(two)}: "
            "that tells who holds them; where the rules turn a card, say it by a line for each card"
        )


def _wording(cue: Cue) -> tuple[str, str]:
    return type(cue).__name__, cue.line if isinstance(cue, Say) else ""


def _of(say: Say) -> str:
    return ", ".join(filter(None, (*say.names, say.role))) or "nobody"


def nobody_sees_anothers_ballot(evening: Evening, said: Sequence[tuple[Event, float]]) -> None:
    """The same vote with another name on one ballot: as long as the vote goes on, only that voter sees a difference."""
    prompter, looked = Prompter(evening, Narrator("en")), 0
    prompter.begin(0.0)
    for number, (event, now) in enumerate(said):
        ask = _ballots(prompter.beat)
        if ask is not None and type(event) is ask.means and looked < MOST_BALLOTS and prompter.beat is not None:
            voter, names = (getattr(event, field) for field in event.__struct_fields__[:2])
            turned = [(*ask.among[n:], *ask.among[:n])[: ask.hands] for n in range(len(ask.among))]
            others = [ask.means(voter, tuple(other)) for other in turned if set(other) != set(names)]
            good = [other for other in others if prompter.beat.refuses(other) is None and ask.refuses(other) is None]
            if good:
                looked += 1
                _one_ballot(evening, (*said[:number], (event, now)), (*said[:number], (good[0], now)), voter)
        prompter.offer(event, now)


def _ballots(beat: Beat | None) -> Ballots | None:
    return next((ask for ask in (beat.asks if beat else ()) if isinstance(ask, Ballots)), None)


def _one_ballot(
    evening: Evening, one: Sequence[tuple[Event, float]], two: Sequence[tuple[Event, float]], voter: str
) -> None:
    told = []
    for steps in (one, two):
        prompter = Prompter(evening, Narrator("en"))
        cues = prompter.begin(0.0).cues
        for event, now in steps:
            cues = prompter.offer(event, now).cues
        seen = prompter.snapshot
        if _ballots(seen.beat) is None:
            return  # it was the last, and they are counted
        views = {f"the card of {name}": card(seen, name) for name in seen.names if name != voter}
        views |= {"the room": to_plain(room(seen, 0.0)), "the host's page": to_plain(host(seen))}
        told.append(views | {"what is said or shown": [cue for cue in cues if _is_public(cue)]})
    for whose in told[0]:
        assert told[0][whose] == told[1].get(whose), f"{whose} tells what stands on the ballot of {voter}"


def _is_public(cue: Cue) -> bool:
    """Everyone in the room can hear or see it."""
    return not isinstance(cue, Countdown) and not (isinstance(cue, Fact) and cue.secret)
