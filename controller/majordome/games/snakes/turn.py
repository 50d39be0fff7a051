"""One turn: a door is chosen and closed, up to three cards are offered, and the one that is taken decides."""

from __future__ import annotations

from msgspec.structs import replace

from majordome.core.asks import Choose, OneAnswer, Option, YesNo
from majordome.core.cues import Hourglass, HourglassAway, HourglassEmpty, Refused, Say
from majordome.core.events import Event, TimeUp
from majordome.core.script import Script, choose, expect
from majordome.games.snakes.corrections import Ended, Table, refuse_touch
from majordome.games.snakes.deck import OFFERS
from majordome.games.snakes.events import CORRECTIONS, DoorChosen, OfferDeclined, OfferTaken, Touched
from majordome.games.snakes.facts import Declined, Door, Flip, Gone, Nothing, Offer, Taken

PONDERS = 6.0  # seconds people take over an offer


def turn(table: Table) -> Script[Table]:
    """The player with three cards gives one away; who takes it holds three, and plays next."""
    table = yield from close_a_door(table)
    if not table.chosen:  # the host has closed the last one
        return table
    table = yield from offers(table)
    table = yield from touch(table)
    curtain_if_over(table)  # tested after every flip and every removal
    if table.choices:
        yield Say("your_turn" if len(table.choices) > 1 else "last_door", (table.active,))
    return table


def curtain_if_over(table: Table) -> None:
    """The game ends at once, in the middle of whatever was going on."""
    if (winner := table.ending) is not None:
        raise Ended(table, winner)


def close_a_door(table: Table) -> Script[Table]:
    """The active player picks someone whose door is open; that player closes the door."""
    while table.choices:
        table, said = yield from (pick_a_door(table) if len(table.choices) > 1 else last_door(table))
        if isinstance(said, DoorChosen):
            yield Door(said.player)
            if table.evening.flag("reminder"):
                yield Say("close_your_door", (said.player,))
            table = table.close(said.player)
            yield table.ring
            return table
    return table


def pick_a_door(table: Table) -> Script[tuple[Table, Event]]:
    """Any of the open ones. Who is called by name across the table may close their own door, too."""
    return (
        yield from choose(
            table,
            "choosing",
            "door",
            tuple(Option(DoorChosen(name), name=name) for name in table.choices),
            *CORRECTIONS,
            players=(table.active,),
            double_buzz=tuple((name, DoorChosen(name)) for name in table.choices),
            usually=8,
            refuse=refuse_door,
        )
    )


def last_door(table: Table) -> Script[tuple[Table, Event]]:
    """The last open door of a round needs no choice: one press closes it."""
    (name,) = table.choices
    door = DoorChosen(name)
    hands = ((table.active, door), (name, door))
    return (
        yield from expect(
            table,
            "last_door",
            DoorChosen,
            *CORRECTIONS,
            asks=(Choose("door", (Option(door, name=name),), players=(table.active,)),),
            press=door,
            buzz=hands,
            double_buzz=hands,
            refuse=refuse_door,
        )
    )


def refuse_door(table: Table, event: Event) -> Refused | None:
    """Only an open door, and somebody else's."""
    match event:
        case DoorChosen(name) if name not in table.players:
            return Refused("to", "unknown_name", (name,))
        case DoorChosen(name) if name == table.active:
            return Refused("to", "own_door", (name,))
        case DoorChosen(name) if name in table.closed:
            return Refused("to", "door_is_closed", (name,))
    return None


def offers(table: Table) -> Script[Table]:
    """Up to three cards, face down, each with a claim that may be a lie."""
    for number in range(1, OFFERS + 1):
        table = replace(table, offer=number)
        yield Offer(number, table.active, table.chosen)
        if number < OFFERS:
            if number > 1:
                yield Say("offer_again", (table.active,))
            table, answer = yield from may_refuse(table)
        else:
            yield Say("last_offer", (table.chosen,))
            table, answer = yield from must_take(table)
        if isinstance(answer, OfferTaken):
            break
        yield Declined(number)  # unseen
    yield Taken(table.chosen)
    return replace(table, taken=True)


def may_refuse(table: Table) -> Script[tuple[Table, Event]]:
    """The first two may be refused. Where offers have a time, silence is consent: the card is taken."""
    seconds = table.evening.number("offer_seconds")
    chosen, decline, take = table.chosen, OfferDeclined(), OfferTaken()
    if seconds:
        yield Hourglass(seconds)
    table, answer = yield from expect(
        table,
        "offer",
        OfferDeclined,
        OfferTaken,
        *((TimeUp,) if seconds else ()),
        asks=(YesNo("offer", take, decline, players=(chosen,)),),
        press=decline,
        double=take,
        buzz=((chosen, decline),),
        double_buzz=((chosen, take),),
        within=seconds or None,
        usually=min(PONDERS, seconds / 2) if seconds else PONDERS,
    )
    if isinstance(answer, TimeUp):
        yield HourglassEmpty()
        yield Say("time_is_up", (chosen,))
        return table, take
    if seconds:
        yield HourglassAway()
    return table, answer


def must_take(table: Table) -> Script[tuple[Table, Event]]:
    """The third must be taken: a press is dead, and so is the buzzer's."""
    chosen, take = table.chosen, OfferTaken()
    return (
        yield from expect(
            table,
            "last_offer",
            OfferTaken,
            asks=(OneAnswer(means=take, label="take", players=(chosen,)),),
            double=take,
            buzz=((chosen, OfferDeclined()),),  # refused, with the reason
            double_buzz=((chosen, take),),
        )
    )


def touch(table: Table) -> Script[Table]:
    """The card taken decides, not the claim. Who took it says which number it touches, or nothing - never the card."""
    yield Say("look_at_it", (table.chosen,))
    said: Event | None = None
    while not isinstance(said, Touched):
        nothing = Option(Touched(0), label="nothing")
        numbers = tuple(Option(Touched(card), name=str(card)) for card in table.on_table)
        table, said = yield from choose(
            table,
            "touching",
            "touched",
            (nothing, *numbers),
            *CORRECTIONS,
            players=(table.chosen,),
            usually=6,
            refuse=refuse_number,
        )
    before, card = table, said.card
    match table.side(card):
        case "night":  # turn it to day
            yield Flip(card)
            table = table.lay(card, "day")
        case "day":  # take it off the table
            yield Gone(card, "touched")
            table = table.lay(card, "gone")
        case "gone":  # no such number on the table, a 0 or a snake
            yield Nothing()
            yield Say("nothing")
            return table.hand_over()
    yield table.ring
    yield Say("flip" if table.side(card) == "day" else "gone", (str(card),))
    if table.one_night_left and not before.one_night_left:
        yield Say("one_night_left")
    return table.hand_over()


def refuse_number(table: Table, event: Event) -> Refused | None:
    """A number that has left the table is not touched."""
    return refuse_touch(table, event.card) if isinstance(event, Touched) else None
