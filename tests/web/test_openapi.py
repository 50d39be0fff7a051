"""The API is what its OpenAPI says: Schemathesis asks all of it, as nobody and as a host, on a box that plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import BaseSchema, GenerationMode
from schemathesis.core.result import Ok

from majordome.games.murder.testing import guest_list
from majordome.web import connection_gate, http
from web.boxes import Box, Visitor, murder

pytestmark = pytest.mark.long

Asked: TypeAlias = "schemathesis.Case[Any]"
EXAMPLES = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http, "QUESTIONS", 1e9)  # nobody else asks as much, or comes as often
        patch.setattr(connection_gate, "COMES", 1e9)
        box = Box(tmp_path_factory.mktemp("asked"), murder(guest_list(12), chairs=True))
        yield box
        box.close()


def document(standing: Box, who: str) -> BaseSchema:
    """As it is served. The host's phone has its cookie as a browser has it: Schemathesis shall not make one up."""
    told = httpx.get(f"{standing.url}/api/openapi.json", trust_env=False).json()
    if who == "host":
        for operation in (each for ways in told["paths"].values() for each in ways.values()):
            operation.pop("security", None)
    # A link that is used up is gone, and no schema knows how many guests a game is for: good data may be refused so.
    refused = ["2xx", "401", "403", "404", "409", "410", "422", "429"]
    config = schemathesis.Config.from_dict({"checks": {"positive_data_acceptance": {"expected-statuses": refused}}})
    loaded = schemathesis.openapi.from_dict(told, config=config)
    loaded.config.update(base_url=standing.url)
    return loaded


@pytest.fixture(scope="module")
def phones(standing: Box) -> dict[str, Visitor]:
    return {"nobody": standing.visitor(), "host": standing.visitor()}


def lead(standing: Box, phone: Visitor) -> None:
    """The phone is a host's - again, where it has just been asked to be forgotten."""
    if phone.get("/api/me?as=host").json()["kind"] != "host":
        keys = standing.pages.keys
        keys._patience.tries.clear()
        assert phone.post("/api/pair", code=keys.code).is_success
        keys.let_in(keys.hosts[-1].id)


def ask(case: Asked, standing: Box, phone: Visitor) -> None:
    """By our own page, and for the moment of now: what is refused is refused for what was asked."""
    if isinstance(case.body, dict) and isinstance(case.body.get("moment"), str):
        case.body["moment"] = standing.pages.board.states.moment(standing.prompter.moment)
    cookies = {cookie.name: cookie.value for cookie in phone.http.cookies.jar}
    case.call_and_validate(headers={"Origin": standing.url}, cookies=cookies)
    assert standing.lives


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("who", ["nobody", "host"])
def test_everybody_is_answered_as_the_document_says(
    who: str, mode: GenerationMode, standing: Box, phones: dict[str, Visitor]
) -> None:
    asked = set()
    for found in document(standing, who).get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        asked.add((operation.method.upper(), operation.path))

        @EXAMPLES
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: Asked) -> None:
            if who == "host":
                lead(standing, phones["host"])
            ask(case, standing, phones[who])

        try:
            check()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE  # nothing can be wrong where nothing is asked
    assert asked == {(route.method, route.path) for route in standing.pages._rules.routes}
