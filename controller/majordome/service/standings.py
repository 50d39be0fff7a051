"""What the ledger tells: how everybody stands, awards, and what a host might make up for. No card is dealt by it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from majordome.core.library import manifest
from majordome.service.ledger import Ledger, LedgerPlayer, who
from majordome.words.narrator import Lang, Narrator

AN_AWARD = 2  # times: once is chance
A_HINT = 3


class Standing(Struct, frozen=True):
    """One name over all evenings."""

    name: str
    evenings: int
    won: int
    sides: tuple[tuple[str, int], ...]
    score: int


def standings(ledger: Ledger) -> list[Standing]:
    """Everyone, those who won most first; each as the name was written last."""
    played: dict[str, list[LedgerPlayer]] = defaultdict(list)
    for page in ledger.pages:
        for player in page.players:
            played[who(player.name)].append(player)
    told = [
        Standing(
            times[-1].name,
            len(times),
            sum(player.won for player in times),
            tuple(sorted(Counter(player.side for player in times if player.side).items())),
            sum(player.score or 0 for player in times),
        )
        for times in played.values()
    ]
    return sorted(told, key=lambda each: (-each.won, -each.score, each.name.casefold()))


class Award(Struct, frozen=True):
    """Something that happened to one name more often than to any other."""

    game: str  # whose words tell it
    deed: str
    name: str
    times: int


def awards(ledger: Ledger) -> list[Award]:
    """One for each deed; none where two have an equal claim, or where it happened only once."""
    found = []
    for claims in _claims(ledger):
        first, *others = claims
        if first.times >= AN_AWARD and (not others or others[0].times < first.times):
            found.append(first)
    return sorted(found, key=lambda award: (award.deed, award.game))


def hints(ledger: Ledger, names: Sequence[str] = ()) -> list[Award]:
    """What a host might make up for tonight, by seats and by courtesy: no card is ever dealt by it.

    To whomever of tonight's company it happened most often, each where several have an equal claim: what somebody bore
    more often who is not here is no comfort.
    """
    here = {who(name) for name in names}
    found: list[Award] = []
    for claims in _claims(ledger):
        mine = [claim for claim in claims if not here or who(claim.name) in here]
        found += [
            claim for claim in mine if claim.times >= A_HINT and claim.times == mine[0].times and _has_hint(claim)
        ]
    return sorted(found, key=lambda award: (award.deed, award.game))


def _claims(ledger: Ledger) -> Iterator[list[Award]]:
    """For each deed, how often it happened to each name, the most often first.

    Games of one folder share their words, and so their deeds; what two others call by the same word is not the same.
    """
    counted: dict[tuple[Path, str], Counter[str]] = defaultdict(Counter)
    told_by: dict[Path, str] = {}
    written: dict[str, str] = {}
    for page in ledger.pages:
        family = manifest(page.game).folder
        told_by[family] = page.game
        for player in page.players:
            written[who(player.name)] = player.name
            for deed in player.deeds:
                counted[family, deed][who(player.name)] += 1
    for (family, deed), times in counted.items():
        yield [Award(told_by[family], deed, written[name], number) for name, number in times.most_common()]


def sentence(award: Award, kind: str, lang: Lang) -> str:
    """An award, or a hint, in the words of its game."""
    words = Narrator(lang, game=manifest(award.game)).table(kind)
    return words.get(award.deed, f"{award.deed}: {{0}}, {{1}}").format(award.name, award.times)


def _has_hint(award: Award) -> bool:
    return award.deed in Narrator("en", game=manifest(award.game)).table("hint")
