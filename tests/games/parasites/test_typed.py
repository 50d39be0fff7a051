"""What the host types at this table, in English and French."""

from __future__ import annotations

import pytest

from games.parasites.company import Company, an_evening
from majordome.core.cues import Refused
from majordome.core.events import Event
from majordome.core.library import load, manifest
from majordome.core.typed_commands import understand
from majordome.games.parasites.events import (
    Agreed,
    AimTaken,
    CardDone,
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
from majordome.words.narrator import LANGS, lines

COMMANDS = load("parasites").commands
FOLDER = manifest("parasites").folder


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("rules", RulesAsked()),
        ("laid bob", Laid("Bob")),
        ("pose Bob", Laid("Bob")),
        ("shot ana parasite", Fired("Ana", False)),
        ("tir Ana vrai", Fired("Ana", True)),
        ("shot Ana real at Bob", Fired("Ana", True, "Bob")),
        ("tir Ana vrai sur Bob gratuit", Fired("Ana", True, "Bob", free=True)),
        ("declare Cid", Declared("Cid")),
        ("agree Cid", Agreed("Cid")),
        ("jeton Cid", TokenMoved("Cid")),
        ("failures 2", FailuresCorrected(2)),
        ("centre 7", CentreCorrected(7)),
        ("paquet 9", DeckCorrected(9)),
        ("card Ana", CardGiven("Ana")),
        ("nocard Ana", CardTaken("Ana")),
        ("card_done", CardDone()),
        ("a shot", AimTaken()),
    ],
)
def test_a_typed_line_is_understood(line: str, event: Event) -> None:
    company = Company(an_evening(3)).begin("Ana").top()
    labels = lines("en", FOLDER)["label"]
    assert understand(line, company.beat, ("Ana", "Bob", "Cid"), COMMANDS, labels) == event


@pytest.mark.parametrize("line", ["shot", "shot Ana", "shot Ana maybe", "failures", "failures many", "laid"])
def test_a_line_that_lacks_something_is_told_how_to_write_it(line: str) -> None:
    said = understand(line, None, ("Ana", "Bob"), COMMANDS)
    assert isinstance(said, Refused)
    assert said.why == "command_needs"


@pytest.mark.parametrize("lang", LANGS)
def test_every_command_has_its_help(lang: str) -> None:
    told = lines("fr" if lang == "fr" else "en", FOLDER)["command"]
    assert {command.words[0] for command in COMMANDS} <= set(told)
