"""The sample evenings, cue for cue; and the naive referee against them and against random plans."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.exchange.parties import COMPANY, EVENINGS, contract, rehearse
from games.exchange.referee import referee
from majordome.cli.commands import main

SAMPLES = sorted(EVENINGS.glob("*.toml"))


def listed(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.with_suffix(".cues").read_text("utf-8").splitlines() if line]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_played_cue_for_cue(path: Path) -> None:
    lines, finished = rehearse(path)
    assert contract(lines) == listed(path)
    assert finished is (lines[-1]["cue"] == "outcome")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_second_referee_comes_to_the_same(path: Path) -> None:
    plan = tomllib.loads(path.read_text("utf-8"))
    names = [guest["name"] for guest in plan["guests"]]
    assert referee(names, plan.get("starts", names[0]), plan.get("turns", [])) == listed(path)


@pytest.mark.parametrize(("name", "code"), [("exchange-3", 0), ("exchange-4", 1)])
def test_the_command_says_how_it_ended(name: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", str(EVENINGS / f"{name}.toml")]) == code
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert contract(lines) == listed(EVENINGS / f"{name}.toml")


def test_the_same_file_prints_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for _ in range(2):
        main(["rehearse", str(SAMPLES[0])])
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    """Any evening file that can be read, good play or not."""
    names = list(COMPANY[: draw(st.integers(2, 5))])
    name = st.sampled_from(names)
    total = st.integers(0, 99) | st.integers(5, 7)
    joker = st.fixed_dictionaries({"by": name, "joker": st.just(True)}, optional={"passed": st.booleans()})
    police = st.fixed_dictionaries(
        {"by": name, "police": name, "assassin": st.booleans()}, optional={"passed": st.booleans()}
    )
    murder = st.fixed_dictionaries({"by": name, "murder": name, "crime": total, "survival": total})
    turn = st.fixed_dictionaries(
        {},
        optional={
            "pile_empty": st.sampled_from([True, False, False]),
            "assassins": st.lists(name, max_size=3),
            "actions": st.lists(police | joker | murder, max_size=4),
        },
    )
    plan: dict[str, Any] = {"guests": names, "turns": draw(st.lists(turn, max_size=30))}
    if draw(st.booleans()):
        plan["starts"] = draw(name)
    return plan


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def as_toml(plan: dict[str, Any]) -> str:
    lines = ['game = "exchange"']
    if "starts" in plan:
        lines.append(f"starts = {written(plan['starts'])}")
    for name in plan["guests"]:
        lines += ["[[guests]]", f"name = {written(name)}"]
    for turn in plan["turns"]:
        lines += ["[[turns]]", *(f"{key} = {written(value)}" for key, value in turn.items())]
    return "\n".join(lines) + "\n"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=plans())
def test_a_random_evening_is_judged_as_the_second_referee_judges_it(plan: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "random.toml"
    path.write_text(as_toml(plan), "utf-8")
    lines, finished = rehearse(path)
    names = plan["guests"]
    expected = referee(names, plan.get("starts", names[0]), plan["turns"])
    assert contract(lines) == expected
    assert lines[-1]["cue"] == expected[-1]["cue"]
    assert finished is (expected[-1]["cue"] == "outcome")
