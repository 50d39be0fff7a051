"""Random evening files: as plain tables, and as TOML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

NAMES = ("Ana", "Bob", "Cid d'Arc", "Dora", "Rose-Marie")


def toml(file: dict[str, Any]) -> str:
    """Written out. JSON's texts, numbers and lists are TOML's too."""
    top = [f"{key} = {_value(value)}" for key, value in file.items() if key not in ("guests", "rounds", "dinner")]
    for key in ("guests", "rounds", "dinner"):
        for entry in file.get(key, []):
            top += [f"[[{key}]]", *(f"{name} = {_value(value)}" for name, value in entry.items())]
    return "\n".join(top) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def written(file: dict[str, Any], folder: Path) -> Path:
    """On disk."""
    path = folder / "evening.toml"
    path.write_text(toml(file), "utf-8")
    return path


@st.composite
def files(draw: st.DrawFn) -> dict[str, Any]:
    """Any evening that the contract allows; shots are mostly at parasites, or no game would last."""
    mode = draw(st.sampled_from(("classic", "advanced")))
    names = NAMES[: draw(st.integers(2 if mode == "classic" else 3, 5))]
    name = st.sampled_from(names)
    real = st.sampled_from((False, False, False, True))
    rarely = st.sampled_from((False,) * 7 + (True,))

    def entry(*, dinner: bool) -> st.SearchStrategy[dict[str, Any]]:
        optional: dict[str, Any] = {"side": st.sampled_from(("real", "parasite"))}
        if not dinner:
            optional |= {"turn": name, "free": st.booleans()}
            optional |= {"at": name} if mode == "advanced" or draw(rarely) else {}
        required: dict[str, Any] = {"by": name, "real": real} | ({"at": name} if dinner else {})
        return st.fixed_dictionaries(required, optional=optional)

    declared = st.fixed_dictionaries({"by": name}, optional={"agree": st.lists(name, max_size=5)})
    rounds = []
    for _ in range(draw(st.integers(0, 24))):
        round_: dict[str, Any] = {"shots": draw(st.lists(entry(dinner=False), max_size=3))}
        if draw(rarely):
            round_["declared"] = draw(declared)
        rounds.append(round_)
    file: dict[str, Any] = {"game": "parasites", "mode": mode, "lang": draw(st.sampled_from(("fr", "en")))}
    if draw(st.booleans()):
        file["starts"] = draw(name)
    if draw(st.booleans()):
        file["clean"] = True
    if draw(st.booleans()):
        file["parasite_left"] = draw(st.booleans())
    return file | {
        "guests": [{"name": one} for one in names],
        "rounds": rounds,
        "dinner": draw(st.lists(entry(dinner=True), max_size=6)),
    }


@st.composite
def dinners(draw: st.DrawFn) -> dict[str, Any]:
    """A short hunt with a clean centre, and a long dinner."""
    names = NAMES[: draw(st.integers(3, 5))]
    name = st.sampled_from(names)
    side = st.sampled_from(("real", "parasite"))
    at_players = st.fixed_dictionaries({"by": name, "at": name, "real": st.just(False)})
    real = st.sampled_from((False,) * 9 + (True,))
    dinner = st.fixed_dictionaries({"by": name, "at": name, "real": real}, optional={"side": side})
    return {
        "game": "parasites",
        "mode": "advanced",
        "starts": draw(name),
        "clean": True,
        "parasite_left": draw(st.booleans()),
        "guests": [{"name": one} for one in names],
        "rounds": [
            {
                "shots": draw(st.lists(at_players, max_size=2)),
                "declared": {"by": names[0], "agree": list(names)},
            }
        ],
        "dinner": draw(st.lists(dinner, min_size=2, max_size=14)),
    }


def any_file() -> st.SearchStrategy[dict[str, Any]]:
    """Long hunts and long dinners."""
    return st.one_of(files(), dinners())
