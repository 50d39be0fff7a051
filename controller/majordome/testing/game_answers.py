"""What can be answered at each beat of a game: enough, by the button or a phone, and nothing beyond what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from majordome.core.asks import Ask, Ballots, Choose, ChooseSome, Counts, Number, Option, Race, unasked
from majordome.core.events import Event, Slammed, TimeUp
from majordome.core.script import Beat

STRANGER = "Nobody We Know"
FILLED = (ChooseSome, Number, Counts, Ballots)  # asks whose answers are too many to list


def answers_fit(beat: Beat, offered: list[Event]) -> None:
    """Somebody can answer here; what cannot be is refused; and `answers` offers whatever could be said."""
    assert beat.within is None or TimeUp in beat.takes, (
        f"the time of '{beat.name}' runs out, and it does not take TimeUp"
    )
    assert beat.asks or by_button(beat), f"'{beat.name}' asks nothing: give it a press, a time or a question"
    assert by_button(beat) or list(by_phone(beat)), (
        f"nobody can answer '{beat.name}': no press means anything, and every answer to what it asks is refused"
    )
    for ask in beat.asks:
        for event in beyond(ask):
            assert not takes(beat, event), (
                f"'{beat.name}' takes {event}, which is not among what it asks: refuse it, as `choose` and `dial` do"
            )
    _offers_enough(beat, offered)


def by_button(beat: Beat) -> list[Event]:
    """What the one button alone can say here, and the clock."""
    meant = [event for event in (beat.press, beat.double, beat.hold) if event is not None and takes(beat, event)]
    return [*meant, TimeUp()] if beat.within is not None else meant


def by_phone(beat: Beat) -> Iterator[Event]:
    """What a page can answer to what is asked here."""
    for ask in beat.asks:
        yield from (event for event in ask.answers() if takes(beat, event))


def takes(beat: Beat, event: Event) -> bool:
    """Whether the house would take it: the limits of what is asked hold where the beat has no `refuse` of its own."""
    return beat.refuses(event) is None and (beat.refuse is not None or unasked(beat.asks, event) is None)


def beyond(ask: Ask) -> Iterator[Event]:
    """Answers that this question cannot have: an unknown name, one too many, a number out of range."""
    match ask:
        case Choose(options=options):
            for option in {type(option.means): option for option in options if option.name}.values():
                yield from (replace(option.means, **{field: STRANGER}) for field in _holding(option))
        case ChooseSome(among=among, means=means):
            yield means((*among[: max(ask.least, 1) - 1], STRANGER))
            if len(among) > ask.most:
                yield means(among[: ask.most + 1])
            if ask.least:
                yield means(among[: ask.least - 1])
            if ask.most > 1 and among:
                yield means((among[0],) * max(ask.least, 2))
        case Number(least=least, most=most, means=means):
            yield from (means(number) for number in (least - 1, most + 1))
        case Counts(among=among, means=means):
            yield means(((STRANGER, 1),))
            yield means(((among[0], ask.most_each + 1),))
        case Ballots(among=among, means=means) if ask.players and among:
            yield means(ask.players[0], (*among[: ask.hands - 1], STRANGER))
            yield means(ask.players[0], (*among, STRANGER)[: ask.hands + 1])
        case Race():
            yield Slammed(STRANGER)


def _holding(option: Option) -> list[str]:
    """The fields of its event that hold the name itself."""
    return [field for field in option.means.__struct_fields__ if getattr(option.means, field) == option.name]


def _offers_enough(beat: Beat, offered: list[Event]) -> None:
    """Everything that could be said is among the answers; of many names or numbers, some of them."""
    wanted = by_button(beat)
    wanted += [
        event for ask in beat.asks if not isinstance(ask, FILLED) for event in ask.answers() if takes(beat, event)
    ]
    missing = [event for event in wanted if event not in offered]
    kinds = {type(event) for event in offered}
    for ask in beat.asks:
        if isinstance(ask, FILLED) and ask.means not in kinds:
            missing += [event for event in ask.answers() if takes(beat, event)][:1]
    assert not missing, f"at '{beat.name}' {missing[0]} could be said, and is not among the answers of the game"
