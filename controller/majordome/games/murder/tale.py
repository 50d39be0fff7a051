"""The evening told when it is over: who the murderers were, who died by whose hand, the nearest miss, the vote that
decided. Ten sentences or so, made of what the script noted on the way; aloud, on the pages and in the account.
"""

from __future__ import annotations

from collections.abc import Iterator

from majordome.core.script import NOBODY
from majordome.games.murder.guests import Chapter, Company
from majordome.games.murder.roles import MURDERER

Sentence = tuple[str, tuple[str, ...]]  # a key of the lines, and the names in it
MOST_DEATHS = 4  # told one by one aloud: nobody listens to more
MOST_HANDS = 2
MOST_VOTES = 3  # around a table


def murderers(table: Company) -> tuple[str, ...]:
    """Who holds the murderers' cards by now, alive or not."""
    return tuple([guest.name for guest in table.guests if guest.role is MURDERER])


def told(table: Company, winner: str) -> tuple[Sentence, ...]:
    """The evening in writing: `tale_...` of the page's words."""
    return tuple(_written(table, winner))


def _written(table: Company, winner: str) -> Iterator[Sentence]:
    if table.knows_roles:
        yield "tale_murderers", murderers(table)
    chapters, decided = table.chronicle, _decided(table, winner)
    swapped = {(chapter.round, chapter.names[1:]) for chapter in chapters if chapter.what == "swap"}
    for chapter in chapters:
        match chapter.what:
            case "death" if (chapter.round, chapter.names) in swapped:
                pass  # told with the vampire
            case "sacrificed" if chapter is decided:
                pass  # told last
            case "death":
                yield "tale_killed" if len(chapter.names) > 1 else "tale_died", chapter.names
            case "swap" | "alchemist" | "spared" | "sacrificed" if table.knows_roles or chapter.what == "sacrificed":
                yield f"tale_{chapter.what}", chapter.names
    yield from _judged(table, winner)
    if not table.knows_roles and _named(table):
        yield "tale_no_cards", ()
    elif not chapters or not table.knows_roles:
        yield "tale_unknown", ()


def spoken(table: Company, winner: str) -> Iterator[Sentence]:
    """The same aloud, in ten sentences or so: `tale_...` of the butler's lines."""
    if winner == NOBODY:
        return
    if not table.knows_roles and not _named(table):
        yield "tale_unknown", ()
        return
    if table.knows_roles:
        yield "tale_murderers", murderers(table)
    decided = _decided(table, winner)
    deaths = hands = votes = 0
    for chapter in table.chronicle:
        match chapter.what:
            case "death" if (deaths := deaths + 1) <= MOST_DEATHS:
                yield "tale_first" if deaths == 1 else "tale_then", chapter.names[:1]
                if table.knows_roles and len(chapter.names) > 1 and hands < MOST_HANDS:
                    hands += 1
                    yield "tale_killer", chapter.names[1:]
            case "sacrificed" if chapter is decided:
                pass  # told last
            case "sacrificed" if (votes := votes + 1) <= MOST_VOTES:
                yield "tale_sacrificed", chapter.names
            case "swap" if table.knows_roles:
                yield "tale_swap", chapter.names
            case "alchemist" | "spared" if table.knows_roles:
                yield f"tale_{chapter.what}", chapter.names
    yield from _judged(table, winner)
    yield "tale_ends" if table.knows_roles else "tale_no_cards", ()


def _named(table: Company) -> bool:
    """Something was told by its name."""
    return any(chapter.names for chapter in table.chronicle)


def _decided(table: Company, winner: str) -> Chapter | None:
    """The vote by which the guests have won: it was against murderers alone, and nothing came after it."""
    votes = [chapter for chapter in table.chronicle if chapter.what in ("jail", "sacrificed")]
    if winner != "guests" or not table.knows_roles or not votes or votes[-1].round != table.round:
        return None
    return votes[-1] if 0 < len(votes[-1].names) == _right(table, votes[-1]) else None


def _judged(table: Company, winner: str) -> Iterator[Sentence]:
    """The nearest miss, and the vote that decided."""
    if (decided := _decided(table, winner)) is not None and not table.has_jail:
        yield "tale_decided_guests", decided.names
    jails = [chapter for chapter in table.chronicle if chapter.what == "jail" and chapter.names]
    if not table.knows_roles or not jails or winner == NOBODY:
        return
    seen = {name for chapter in jails for name in chapter.names if name in murderers(table)}
    near = [chapter for chapter in jails[:-1] if len(chapter.names) > 1 and _right(table, chapter) == 1]
    if winner == "murderers" and len(seen) == len(murderers(table)):
        yield "tale_near_both", ()
    elif near:
        yield "tale_near", near[-1].names
    if decided is not None:
        yield "tale_decided_guests", decided.names
    elif not _right(table, jails[-1]):
        yield "tale_decided_murderers", jails[-1].names
    elif winner == "murderers":
        yield "tale_decided_half", jails[-1].names


def _right(table: Company, chapter: Chapter) -> int:
    return sum(name in murderers(table) for name in chapter.names)
