"""The role cards of the murder party, for a company of any size."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from majordome.errors import CannotPrint
from majordome.games.murder import pictures
from majordome.games.murder.roles import MURDERERS, SPECIAL_CARDS, Edition, Role, too_many
from majordome.printing.deck import Card, Deck, Face, Lang
from majordome.printing.engraving import star
from majordome.printing.ink import INK, MIDNIGHT, Paragraph, Picture, Shape
from majordome.printing.ornament import frame, house_back, title_plate

FEWEST, MOST = 5, 20
# Edition B says 22. Edition A does not say: as many as twenty players without special cards need.
GUEST_CARDS: dict[Edition, int] = {"A": MOST - MURDERERS, "B": 22}

PICTURES: dict[Role, Callable[[], pictures.Shapes]] = {
    Role.GUEST: pictures.guest,
    Role.MURDERER: pictures.murderer,
    Role.HEART: pictures.heart,
    Role.INSOMNIAC: pictures.insomniac,
    Role.VAMPIRE: pictures.vampire,
    Role.CHARMER: pictures.charmer,
    Role.SHORTSIGHTED: pictures.shortsighted,
    Role.ALCHEMIST: pictures.alchemist,
}

DECK_TITLES: dict[Lang, str] = {"fr": "Un week-end au château", "en": "A weekend at the castle"}

TITLES: dict[Lang, dict[Role, str]] = {
    "fr": {
        Role.GUEST: "L’invité",
        Role.MURDERER: "L’assassin",
        Role.HEART: "Le cardiaque",
        Role.INSOMNIAC: "L’insomniaque",
        Role.VAMPIRE: "Le vampire",
        Role.CHARMER: "La vamp",
        Role.SHORTSIGHTED: "Le myope",
        Role.ALCHEMIST: "L’alchimiste",
    },
    "en": {
        Role.GUEST: "The guest",
        Role.MURDERER: "The murderer",
        Role.HEART: "The heart patient",
        Role.INSOMNIAC: "The insomniac",
        Role.VAMPIRE: "The vampire",
        Role.CHARMER: "The charmer",
        Role.SHORTSIGHTED: "The short-sighted",
        Role.ALCHEMIST: "The alchemist",
    },
}

TEXTS: dict[Lang, dict[Role, str]] = {
    "fr": {
        Role.GUEST: "Vous ne savez rien, et vous n’avez tué personne. Regardez, écoutez, discutez, et trouvez les deux "
        "assassins.",
        Role.MURDERER: "Vous êtes deux. La nuit, l’un de vous touche trois fois sa victime. Le jour, celui qui n’a pas "
        "tué la nuit d’avant fait un clin d’œil. En prison, on n’agit pas.",
        Role.HEART: "Si l’on vous tue la nuit, votre cœur lâche : vous comptez jusqu’à cinq, et non jusqu’à dix, avant "
        "de crier et de mourir.",
        Role.INSOMNIAC: "La nuit, quand tous les yeux sont fermés, vous pouvez ouvrir les vôtres. Ne vous faites pas "
        "surprendre.",
        Role.VAMPIRE: "Si un assassin vient vous tuer la nuit, échangez vos deux cartes : vous voilà assassin. "
        "L’ancien regagne sa place et meurt aussitôt.",
        Role.CHARMER: "Le jour, vous pouvez envoyer un baiser à un joueur{most}. Il vote dès lors exactement comme "
        "vous, jusqu’à la fin ou jusqu’à votre mort.",
        Role.SHORTSIGHTED: "Vous ne voyez ni clins d’œil ni baisers : le jour, on ne peut ni vous tuer ni vous "
        "charmer. La nuit, vous mourez comme les autres.",
        Role.ALCHEMIST: "Une fois dans la partie, si l’on vous tue la nuit : criez et mourez comme tout le monde. "
        "Quand tous sont réveillés, montrez cette carte. Vous revoilà en vie.",
    },
    "en": {
        Role.GUEST: "You know nothing, and you have killed no one. Watch, listen, argue, and find the two murderers.",
        Role.MURDERER: "There are two of you. By night one of you taps the victim three times. By day the one who did "
        "not kill the night before winks. In jail you do not act.",
        Role.HEART: "If you are killed by night, your heart gives out: you count to five, not to ten, before you "
        "scream and die.",
        Role.INSOMNIAC: "By night, when all eyes are closed, you may open yours. Do not be seen looking.",
        Role.VAMPIRE: "If a murderer comes to kill you by night, exchange your two cards: you are a murderer now. The "
        "old one goes back and dies at once.",
        Role.CHARMER: "By day you may blow a kiss to a player{most}, who from then on votes exactly as you do, until "
        "the end or until you die.",
        Role.SHORTSIGHTED: "You see neither winks nor kisses: by day you can be neither killed nor charmed. By night "
        "you are as mortal as anyone.",
        Role.ALCHEMIST: "Once in the game, if you are killed by night: scream and die like anyone. When all are awake, "
        "show this card. You are alive again.",
    },
}

# How many the charmer may charm: edition A knows no limit but one a day.
CHARMED: dict[Lang, dict[Edition, str]] = {
    "fr": {"A": " par jour", "B": " par jour, deux en tout"},
    "en": {"A": " a day", "B": " a day, two in all"},
}


def deck(
    lang: Lang,
    *,
    players: int = 12,
    edition: Edition = "B",
    special: Mapping[str, int] | None = None,
    whole: bool = False,
) -> Deck:
    """Two murderers, the special cards that are wanted, and guests.

    `whole`: all the cards of the edition, whatever the company.
    """
    wanted = SPECIAL_CARDS[edition] if whole else _checked(special or {}, players, edition)
    company = GUEST_CARDS[edition] + MURDERERS + sum(wanted.values()) if whole else players
    counts = {Role.MURDERER: MURDERERS, **wanted}
    counts[Role.GUEST] = company - sum(counts.values())
    back = house_back(MIDNIGHT)
    cards = [Card(role, _front(role, lang, edition), back) for role, count in counts.items() for _ in range(count)]
    return Deck(DECK_TITLES[lang], (tuple(cards),))


def deck_for(lang: Lang, players: int | None, wishes: Mapping[str, str]) -> Deck:
    """As the command line asks: `edition=A heart=1`; without a number of players, the whole deck of the edition."""
    edition = wishes.get("edition", "B")
    if edition not in SPECIAL_CARDS:
        raise CannotPrint(f"there is no edition {edition}: choose from {', '.join(SPECIAL_CARDS)}")
    if players is None:
        return deck(lang, edition=edition, whole=True)
    return deck(lang, players=players, edition=edition, special=_numbers(wishes))


def _numbers(wishes: Mapping[str, str]) -> dict[str, int]:
    for name, number in wishes.items():
        if name != "edition" and not number.isdecimal():
            raise CannotPrint(f"{name}={number} is not a card and a number: write {name or 'heart'}=1")
    return {name: int(number) for name, number in wishes.items() if name != "edition"}


def _checked(special: Mapping[str, int], players: int, edition: Edition) -> dict[Role, int]:
    """The special cards as roles, if this edition has so many and the company is large enough for them."""
    if not FEWEST <= players <= MOST:
        raise CannotPrint(f"{players} players: choose from {FEWEST} to {MOST}")
    names = SPECIAL_CARDS[edition]
    for name in special:
        if name not in names:
            raise CannotPrint(f"edition {edition} has no special card {name!r}: choose from {', '.join(names)}")
    wanted = {Role(name): count for name, count in special.items() if count > 0}
    dealt = [role for role, count in wanted.items() for _ in range(count)]
    for role, count, most in too_many(dealt, edition):
        raise CannotPrint(f"{count} {role} cards: edition {edition} has {most}: ask for {most} or fewer")
    if len(dealt) > (room := players - MURDERERS):
        raise CannotPrint(f"{len(dealt)} special cards for {players} players: ask for {room} or fewer, or more players")
    return wanted


def _front(role: Role, lang: Lang, edition: Edition) -> Face:
    left, top = 7.5, 7.4
    window = (Shape(pictures.WINDOW, line=INK, width=0.6),)
    return Face(
        (
            *frame(),
            Shape(f"{star(10.2, 10.2, 1.3)} {star(52.8, 10.2, 1.3)}", fill=INK),
            Picture(PICTURES[role](), left, top, clip=pictures.WINDOW),
            Picture(window, left, top),
            *title_plate(TITLES[lang][role], 56.4),
            Paragraph(TEXTS[lang][role].format(most=CHARMED[lang][edition]), 8.0, 60.0, 47.0, 22.0, 9.0),
        )
    )
