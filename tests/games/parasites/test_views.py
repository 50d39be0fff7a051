"""What the television, the host and a phone are told: the whole table, and never a side."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings

from games.parasites.company import Company, an_evening, company_of
from games.parasites.files import dinners
from games.parasites.ways import ByPhones, play
from majordome.core.plain_values import to_plain
from majordome.core.view import ask_for_player, ask_for_room, card, host, room, secrets
from majordome.games.parasites.events import Agreed, CentreTurned, Declared, Fired


def at_cards(mode: str = "advanced") -> Company:
    return Company(an_evening(3, mode)).begin("Ana").top()


def seen(company: Company) -> dict[str, Any]:
    table: dict[str, Any] = to_plain(room(company.prompter.snapshot, 0.0).table)
    return table


def test_the_room_sees_the_table() -> None:
    company = at_cards()
    company.well(Fired("Ana", True, free=True))
    company.well(Fired("Ana", False, "Bob"))
    company.double()
    table = seen(company)
    assert table["failures"] == 1
    assert table["centre"] == 5
    assert table["left"] == 15
    assert table["first"] == table["turn"] == "Ana"
    assert table["aim"] == {"by": "Ana", "at": None}
    assert room(company.prompter.snapshot, 0.0).seats == (("Ana", ("first", "turn")), ("Bob", ("freed",)), ("Cid", ()))
    assert table["players"][1] == {
        "name": "Bob",
        "first": False,
        "turn": False,
        "laid": False,
        "card": False,
        "shot": False,
    }


def test_the_room_sees_how_many_agree() -> None:
    company = at_cards()
    company.well(Declared("Bob"))
    company.well(Agreed("Ana"))
    told = seen(company)["declaration"]
    assert told == {"by": "Bob", "agree": 2, "needed": 2, "of": 3, "yes": ["Bob", "Ana"], "no": []}


def test_at_dinner_the_heading_speaks_of_the_table_and_no_more_of_a_round() -> None:
    company = at_cards()
    assert room(company.prompter.snapshot, 0.0).heading == {"is": "round", "number": 1, "first": "Ana", "last": False}
    for said in (Declared("Bob"), Agreed("Ana"), Agreed("Cid"), CentreTurned(clean=True)):
        company.well(said)
    assert room(company.prompter.snapshot, 0.0).heading == {"is": "dinner"}


def test_a_phone_is_asked_only_what_is_its_own() -> None:
    company = at_cards()
    asks = [ask_for_player(ask, "Bob") for ask in company.beat.asks]
    assert [ask["means"] for ask in asks if ask] == [{"is": "declared", "by": "Bob"}]
    assert card(company.prompter.snapshot, "Bob") == {
        "name": "Bob",
        "first": False,
        "turn": False,
        "laid": False,
        "card": True,
        "shot": False,
    }
    assert card(company.prompter.snapshot, "Zoe") is None


def test_the_host_sees_what_can_be_put_right() -> None:
    told = host(at_cards().prompter.snapshot).table
    assert told["winners"] == ["reals", "parasites", "nobody"]
    assert told["has_card"] == ["Ana", "Bob", "Cid"]


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(dinners())
def test_no_view_ever_tells_a_side(file: dict[str, Any]) -> None:
    company = company_of(file)
    views: list[Any] = []

    def look() -> None:
        now_at = company.prompter.snapshot
        views.extend((room(now_at, 0.0).table, host(now_at).table, secrets(now_at)))
        views.extend(card(now_at, name) for name in company.table.seats)
        views.extend(ask_for_room(ask) for ask in (now_at.beat.asks if now_at.beat else ()))

    company.performance.watchers.append(look)
    play(file, company, ByPhones(company))
    told = json.dumps(to_plain(views))
    assert '"side":' not in told
    assert '"real":' not in told
