"""No rule changes unnoticed: hundreds of evenings by dice come out as they did when the version was made."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from golden.digests import EVENINGS, digests, file_of
from majordome.core.library import manifests
from majordome.games.murder import ballots, deaths, refusals, table, view, vote, weekend
from majordome.games.murder.roles import Role

pytestmark = pytest.mark.long


def kept(game: str) -> list[str]:
    found: list[str] = json.loads(file_of(game).read_text())
    return found


@pytest.mark.parametrize("game", sorted(manifests()))
def test_the_rules_of_this_version_are_what_they_were(game: str) -> None:
    assert file_of(game).exists(), f"{file_of(game).name} is missing: 'make golden' writes it for a new version"
    assert digests(game) == kept(game), (
        f"the rules of {game} have changed: raise `version` in its game.toml and run 'make golden'"
    )


def the_oldest_goes(patch: pytest.MonkeyPatch) -> None:
    def oldest(ages: dict[str, int | None], seats: int) -> Any:
        return ballots.youngest({name: None if age is None else -age for name, age in ages.items()}, seats)

    patch.setattr(vote, "youngest", oldest)


def the_dead_may_be_voted_for(patch: pytest.MonkeyPatch) -> None:
    open_ = vote._open

    def opened(now: Any, seats: int, poll: Any) -> Any:
        found = open_(now, seats, poll)
        return replace(found, candidates=(*found.candidates, *sorted(now.dead)))

    patch.setattr(vote, "_open", opened)


def the_alchemist_lives_twice(patch: pytest.MonkeyPatch) -> None:
    rises = deaths.the_alchemist_rises

    def again(now: Any) -> Any:
        risen = yield from rises(now)
        return replace(risen, reborn=frozenset())

    for module in (table, weekend):
        patch.setattr(module, "the_alchemist_rises", again)


def by_day_any_murderer(patch: pytest.MonkeyPatch) -> None:
    def who_may_kill(now: Any, time: str) -> tuple[str, ...]:
        return tuple(name for name in now.living_with(Role.MURDERER) if name not in now.jail)

    for module in (deaths, refusals, view):
        patch.setattr(module, "who_may_kill", who_may_kill)


CHANGES = (the_oldest_goes, the_dead_may_be_voted_for, the_alchemist_lives_twice, by_day_any_murderer)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_changed_rule_is_noticed(
    change: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """These four once passed unnoticed."""
    change(monkeypatch)
    assert any(digests(game, EVENINGS) != kept(game) for game in ("weekend", "table"))
