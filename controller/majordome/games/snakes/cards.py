"""The whole deck of the snakes: thirteen masks, nine cards with a night and a day, six doors."""

from __future__ import annotations

from collections.abc import Mapping

from majordome.errors import CannotPrint
from majordome.games.snakes import pictures
from majordome.printing.deck import CARD_HEIGHT, CARD_WIDTH, Card, Deck, Face, Lang
from majordome.printing.engraving import dark_castle, engraved_castle, mixed, rays, star, tone
from majordome.printing.ink import (
    FOREST,
    GOLD,
    INK,
    MIDNIGHT,
    PAPER,
    Colour,
    Lettering,
    Mark,
    Picture,
    Shape,
    ellipse,
    polyline,
)
from majordome.printing.ornament import MIDDLE, corner_signs, frame, house_back

NUMBERS = range(10)  # the 0 is a mask only
SNAKES = 3
DOORS = 6
CONFUSED = {6, 9}

WORDS: dict[Lang, dict[str, str]] = {
    "fr": {
        "title": "Masques et serpents",
        "snake": "Serpent",
        "night": "Nuit",
        "day": "Jour",
        "open": "Porte ouverte",
        "closed": "Porte fermée",
    },
    "en": {
        "title": "Masks and snakes",
        "snake": "Snake",
        "night": "Night",
        "day": "Day",
        "open": "Open door",
        "closed": "Closed door",
    },
}


def deck(lang: Lang) -> Deck:
    """Every card that six players need; fewer players leave some in the box."""
    words = WORDS[lang]
    back = house_back(FOREST)
    masks = [Card(f"mask {number}", _mask(number), back) for number in NUMBERS]
    snakes = [Card("snake", _snake(words["snake"]), back)] * SNAKES
    nights = [
        Card(f"night {number}", _night(number, words["night"]), _day(number, words["day"]), two_sided=True)
        for number in NUMBERS
        if number
    ]
    door = Card(
        "door",
        _door(pictures.open_door(), words["open"]),
        _door(pictures.closed_door(), words["closed"]),
        two_sided=True,
    )
    return Deck(words["title"], ((*masks, *snakes), tuple(nights), (door,) * DOORS))


def deck_for(lang: Lang, players: int | None, wishes: Mapping[str, str]) -> Deck:
    """As the command line asks: always the whole deck."""
    if wishes:
        raise CannotPrint(f"{next(iter(wishes))}: this deck has no such choice: leave it out")
    return deck(lang)


def _mask(number: int) -> Face:
    underlined = number in CONFUSED
    return Face(
        (
            *frame(),
            *corner_signs(str(number), underlined=underlined),
            Picture(pictures.mask(number), MIDDLE, 42.0, scale=0.98),
            Lettering(str(number), MIDDLE, 76.0, 66, "bold", underlined=underlined),
        )
    )


def _snake(name: str) -> Face:
    sign = pictures.small_snake()
    return Face(
        (
            *frame(),
            Picture(sign, 9.6, 11.6, scale=0.9),
            Picture(sign, CARD_WIDTH - 9.6, CARD_HEIGHT - 11.6, scale=0.9, turn=180),
            Picture(pictures.snake(), MIDDLE + 1.2, 40.0, scale=1.1),
            *_name(name, INK),
        )
    )


def _number(number: int, colour: Colour, signs: Colour) -> tuple[Mark, ...]:
    underlined = number in CONFUSED
    return (
        Lettering(str(number), MIDDLE, 39.2, 48, "bold", colour, underlined=underlined),
        *corner_signs(str(number), signs, underlined=underlined),
    )


def _name(name: str, colour: Colour) -> tuple[Lettering]:
    return (Lettering(name.upper(), MIDDLE, 80.0, 12, "bold", colour, widest=36, spacing=0.5),)


def _ground(colour: Colour) -> Shape:
    """The line on which the castle stands."""
    return Shape(polyline([(7, 72), (CARD_WIDTH - 7, 72)]), line=colour, width=0.4)


def _night(number: int, name: str) -> Face:
    places = (
        (14, 24, 1.2),
        (10.5, 36, 0.8),
        (50, 20, 1.0),
        (53, 33, 1.3),
        (13, 46, 0.9),
        (49.5, 45, 0.8),
        (24, 13, 0.8),
    )
    moonlight = mixed(GOLD, PAPER, 0.45)
    body = mixed(MIDNIGHT, (0, 0, 0), 0.55)
    return Face(
        (
            *frame(GOLD),
            tone(None, (7, 39, CARD_WIDTH - 14, 32), 0.0, 0.5, spacing=1.0, colour=mixed(MIDNIGHT, GOLD, 0.4)),
            Shape(" ".join(star(*place) for place in places), fill=GOLD),
            Shape(ellipse(MIDDLE, 33.5, 13.5), fill=moonlight),
            Shape(ellipse(MIDDLE, 33.5, 12.5), line=mixed(moonlight, MIDNIGHT, 0.6), width=0.15),
            Picture(dark_castle(body, GOLD), MIDDLE - 23.2, 44.4, scale=1.15),
            *_number(number, MIDNIGHT, GOLD),
            _ground(GOLD),
            *_name(name, GOLD),
        ),
        MIDNIGHT,
    )


def _day(number: int, name: str) -> Face:
    bird = "q1.6 -1.6 2.6 0 q1 -1.6 2.6 0"
    birds = f"M11 47 {bird} M47.5 21.5 {bird} M50 50 {bird}"
    return Face(
        (
            *frame(),
            Shape(rays(MIDDLE, 33.5, 14.8, 20.5, 48, short=0.5), line=INK, width=0.45),
            Shape(ellipse(MIDDLE, 33.5, 13.5), fill=mixed(PAPER, (240, 200, 90), 0.35), line=INK, width=0.6),
            Shape(ellipse(MIDDLE, 33.5, 12.5), line=INK, width=0.15),
            Shape(birds, line=INK, width=0.3),
            Picture(engraved_castle(PAPER, INK), MIDDLE - 23.2, 44.4, scale=1.15),
            *_number(number, INK, INK),
            _ground(INK),
            *_name(name, INK),
        )
    )


def _door(picture: pictures.Shapes, name: str) -> Face:
    return Face((*frame(), Picture(picture), *_name(name, INK)))
