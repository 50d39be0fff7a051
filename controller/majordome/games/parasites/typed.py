"""The host's words at this table, typed in English or French: `shot Ana real at Bob`, `tir Ana vrai sur Bob`."""

from __future__ import annotations

from collections.abc import Callable

from majordome.core.events import Event
from majordome.core.script import Beat
from majordome.core.typed_commands import Command, Words, always, one_name
from majordome.games.parasites.events import (
    Agreed,
    CardGiven,
    CardTaken,
    CentreCorrected,
    DeckCorrected,
    Declared,
    FailuresCorrected,
    Fired,
    Laid,
    RulesAsked,
    TokenMoved,
)

SHOWN = {"real": True, "vrai": True, "parasite": False}


def _fired(words: Words, beat: Beat | None) -> Event:
    by, real = words.name(), words.one_of(SHOWN)
    at = words.name() if words.word("at", "sur") else None
    return Fired(by, real, at, free=True if words.word("free", "gratuit") else None)


def _number(means: Callable[[int], Event]) -> Callable[[Words, Beat | None], Event]:
    return lambda words, beat: means(words.seconds())  # a whole number, as of seconds


COMMANDS: tuple[Command, ...] = (
    Command(("rules", "règles"), "", always(RulesAsked())),
    Command(("laid", "pose"), "NAME", one_name(Laid)),
    Command(("shot", "tir"), "NAME real | parasite [at NAME] [free]", _fired),
    Command(("declare", "déclarer"), "NAME", one_name(Declared)),
    Command(("agree", "accord"), "NAME", one_name(Agreed)),
    Command(("token", "jeton"), "NAME", one_name(TokenMoved)),
    Command(("failures", "échecs"), "0-3", _number(FailuresCorrected)),
    Command(("center", "centre"), "0-24", _number(CentreCorrected)),
    Command(("deck", "paquet"), "0-24", _number(DeckCorrected)),
    Command(("card", "carte"), "NAME", one_name(CardGiven)),
    Command(("nocard", "sanscarte"), "NAME", one_name(CardTaken)),
)
