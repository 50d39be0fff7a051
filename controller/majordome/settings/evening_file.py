"""Guest lists and evening files: TOML -> a frozen `Evening`, or an error that names the place and the remedy."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from majordome.core.events import Votes, Winner
from majordome.core.game import RULEBOOKS
from majordome.games.murder.guests import Evening, Game, Guest
from majordome.games.murder.roles import MURDERERS, SPECIAL_CARDS, Role, too_many
from majordome.settings.toml_reader import Section, read_toml
from majordome.words.narrator import LANGS, Lang

EDITIONS = tuple(SPECIAL_CARDS)
SHORTEST_TALK, LONGEST_TALK = 1, 3600
SHORTEST_CHOICE, LONGEST_CHOICE = 5, 120
YOUNGEST, OLDEST = 1, 130
LONGEST_NAME = 60
USUAL = Evening()
JOINERS = "\u200c\u200d"

Ballots = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """What the host will answer in one round of a rehearsal."""

    killer: str | None = None
    victim: str | None = None
    kiss: str | None = None
    heart: bool = False
    nobody: bool = False
    ballots: tuple[Ballots, ...] = ()
    tallies: tuple[Votes, ...] = ()
    ties: int = 0
    youngest: tuple[str, ...] = ()
    both_murderers: bool = False
    winner: Winner | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole evening file."""

    evening: Evening
    lang: Lang
    rounds: tuple[PlannedRound, ...] = field(default=())


def read_evening(path: Path) -> Plan:
    """An evening file, as the rehearsal contract has it."""
    file = read_toml(path)
    game: Game = file.choice("game", tuple(RULEBOOKS))
    lang = file.choice("lang", LANGS, "fr")
    evening = _with_guests(file, evening_of(file, game))
    rounds = tuple(_round(section) for section in file.tables("rounds"))
    file.done()
    return Plan(evening, lang, rounds)


def read_guests(path: Path, game: Game | None = None, usual: Evening = USUAL, *, chosen: Game | None = None) -> Evening:
    """A guest list: `[[guests]]`, and whatever else of the evening the host likes; `usual` where the list is silent.

    The game is the `chosen` one, or the list's own, or `game`; where nobody says, the number of guests tells.
    """
    file = read_toml(path)
    guessed: Game = "table" if 0 < len(file.tables("guests")) < RULEBOOKS["weekend"].fewest else "weekend"
    listed = file.choice("game", tuple(RULEBOOKS), game or guessed)
    evening = _with_guests(file, evening_of(file, chosen or listed, usual))
    file.any("lang")  # an evening file is a guest list too
    file.any("rounds")
    file.done()
    if not evening.guests:
        raise file.wrong(None, "has no guests: write a [[guests]] table for each, with name = ...")
    return evening


def evening_of(section: Section, game: Game, usual: Evening = USUAL) -> Evening:
    """What a file says of an evening, but for its guests."""
    return replace(
        usual,
        game=game,
        edition=section.choice("edition", EDITIONS, usual.edition),
        discussion=section.whole("discussion", SHORTEST_TALK, LONGEST_TALK, usual.discussion),
        choosing=section.whole("choosing", SHORTEST_CHOICE, LONGEST_CHOICE, usual.choosing),
        chairs_fitted=section.flag("chairs", usual.chairs_fitted),
    )


def _with_guests(file: Section, evening: Evening) -> Evening:
    sections = file.tables("guests")
    evening = replace(evening, guests=tuple(_guest(section) for section in sections))
    if sections:
        _check_list(file, sections, evening)
    return evening


def _guest(section: Section) -> Guest:
    written = section.text("name")
    if not speakable(written):
        raise section.wrong("name", "has control characters in it: type it anew")
    name = clean(written)
    if not name.strip(JOINERS):
        raise section.wrong("name", "is empty: give this guest a name")
    if len(name) > LONGEST_NAME:
        raise section.wrong("name", f"is longer than {LONGEST_NAME} letters: shorten it")
    age = section.whole("age", YOUNGEST, OLDEST, None)
    role = section.choice("role", tuple(Role), None)
    section.done()
    return Guest(name, age, role)


def _check_list(file: Section, sections: list[Section], evening: Evening) -> None:
    """The list as a whole: names, numbers and cards."""
    seen: dict[str, int] = {}
    for number, (section, guest) in enumerate(zip(sections, evening.guests, strict=True), 1):
        first = seen.setdefault(guest.name.casefold(), number)
        if first != number:
            raise section.wrong(
                "name", f'"{guest.name}" is also guest {first}: tell them apart, as in "{guest.name} B."'
            )
    book, number = RULEBOOKS[evening.game], len(sections)
    if not book.fewest <= number <= book.most:
        raise file.wrong(
            "guests", f"{number} guests, but {evening.game} is for {book.fewest} to {book.most}: add or remove some"
        )
    without = [n for n, guest in enumerate(evening.guests, 1) if guest.role is None]
    if len(without) == number:
        return
    if without:
        raise sections[without[0] - 1].wrong("role", "is missing: give every guest a role, or none of them")
    roles = [guest.role for guest in evening.guests if guest.role]
    murderers = Counter(roles)[Role.MURDERER]
    if murderers != MURDERERS:
        raise file.wrong("guests", f"{murderers} with role murderer: there must be exactly {MURDERERS}")
    for role, wanted, there in too_many(roles, evening.edition):
        raise file.wrong(
            "guests",
            f"{wanted} with role {role}, but the deck of edition {evening.edition} has {there}: make the others guests",
        )


def _round(section: Section) -> PlannedRound:
    youngest = section.any("youngest")
    names = [youngest] if isinstance(youngest, str) else ([] if youngest is None else youngest)
    if section.has("ballots") and section.has("tallies"):
        raise section.wrong("tallies", "cannot stand beside ballots in one round: keep one of them")
    planned = PlannedRound(
        killer=_name(section, "killer"),
        victim=_name(section, "victim"),
        kiss=_name(section, "kiss"),
        heart=section.flag("heart", False),
        nobody=section.flag("nobody", False),
        ballots=tuple(_ballots(section, table) for table in _list(section, "ballots")),
        tallies=tuple(_tally(section, table) for table in _list(section, "tallies")),
        ties=section.whole("ties", 0, 2, 0),
        youngest=_names(section, "youngest", names),
        both_murderers=section.flag("both_murderers", False),
        winner=section.choice("winner", ("guests", "murderers"), None),
    )
    section.done()
    return planned


def _name(section: Section, key: str) -> str | None:
    name = section.text(key, None)
    return None if name is None else clean(name)


def _list(section: Section, key: str) -> list[Any]:
    value = section.any(key)
    if value is None:
        return []
    if not isinstance(value, list) or any(type(item) is not dict for item in value):
        raise section.wrong(key, "must be a list of tables, one for the vote and one for each re-vote")
    return value


def _ballots(section: Section, table: dict[str, Any]) -> Ballots:
    return tuple((clean(voter), _names(section, "ballots", names)) for voter, names in table.items())


def _names(section: Section, key: str, names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or any(type(name) is not str for name in names):
        raise section.wrong(key, 'must name guests as a list, as in ["Bob", "Cid"]')
    return tuple(clean(name) for name in names)


def _tally(section: Section, table: dict[str, Any]) -> Votes:
    for name, votes in table.items():
        if type(votes) is not int:
            raise section.wrong("tallies", f"the votes against {name!r} must be a whole number")
        if not 0 <= votes <= 1000:
            raise section.wrong("tallies", f"the votes against {name!r} must be from 0 to 1000")
    return tuple((clean(name), votes) for name, votes in table.items())


def clean(name: str) -> str:
    """One way to write each name: composed letters, no space around it, and one space between two words."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def speakable(name: str) -> bool:
    """No control character that would break a line, a page or a terminal."""
    # Joiners are kept: several scripts, and emoji, cannot be written without them.
    return all(c in JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in name)
