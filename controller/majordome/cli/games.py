"""`majordome games`: which games there are, whether one is whole, and a new one to begin with."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from majordome.core.library import HOUSE, forget, hidden, manifests, own_folder
from majordome.core.manifest import FILE, Manifest, read_manifests
from majordome.errors import DONE, UNFINISHED, FileError, Trouble

TEMPLATE = Path(__file__).parent / "new_game"


def run_list(args: argparse.Namespace) -> int:
    """Each game: its name, for how many, how long, and where it comes from; and what it hides."""
    lang = args.lang or "en"
    rows = [
        (
            found.id,
            found.title.get(lang, found.id),
            f"{found.fewest}-{found.most}",
            f"{found.minutes} min",
            "; ".join([_from(found), *(f"hides {lost.folder}" for lost, other in hidden() if other == found)]),
        )
        for found in manifests().values()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)) + f"  {row[4]}")
    return DONE


def _from(found: Manifest) -> str:
    if found.folder.parent == HOUSE:
        return "Majordome"
    return f"installed: {found.package}" if found.package else str(found.folder)


def run_check(args: argparse.Namespace) -> int:
    """Play it by dice and look at all that the house promises of a game."""
    from majordome.testing.game_test import game_test  # hypothesis is not needed, but the whole of testing is

    troubles = 0
    for name in _names(args.game):
        try:
            with TemporaryDirectory() as folder:  # each journal is written and read back
                events = game_test(name, games=args.games, folder=Path(folder))
        except (AssertionError, Trouble) as trouble:
            troubles += 1
            print(f"{name}: {trouble}")
        else:
            print(f"{name}: well; {events} events were played by dice, replayed, undone and redone")
    return UNFINISHED if troubles else DONE


def _names(game: str) -> list[str]:
    """A game by its name, or the games of a folder."""
    folder = Path(game)
    if (folder / FILE).is_file():
        names, known = [found.id for found in read_manifests(folder)], manifests(strict=False)
        if all(name in known and known[name].folder.resolve() == folder.resolve() for name in names):
            return names
        for name in names:
            if name in known:  # the other one would be played, and nobody would know
                raise FileError(f"{folder}: there is a game {name} already ({known[name].folder}): choose another name")
        raise FileError(
            f"{folder}: is not where games are looked for: move it to {own_folder()}, or set MAJORDOME_GAMES"
        )
    return [game]


def run_new(args: argparse.Namespace) -> int:
    """A folder that plays at once."""
    name: str = args.name
    if not name.isidentifier() or not name.islower():
        raise FileError(f"{name}: cannot be the name of a game: use small letters and _ only")
    if name in manifests():
        raise FileError(f"{name}: there is a game of that name already: choose another")
    folder = (args.folder or own_folder()) / name
    if folder.exists():
        raise FileError(f"{folder}: is there already: choose another name, or remove it")
    for source in sorted(TEMPLATE.rglob("*")):
        target = folder / source.relative_to(TEMPLATE)
        if source.is_file() and source.suffix in (".py", ".toml", ".md"):
            target.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text("utf-8").replace("new_game", name).replace("NewGame", _class_name(name))
            target.write_text(text, "utf-8")
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)
    forget()
    sys.stdout.write(
        f"{folder}: a game of {name} to begin with\n"
        f"  majordome games check {name}\n"
        f"  majordome rehearse {folder / 'evenings' / 'first.toml'}\n"
        f"  majordome play --guests {folder / 'evenings' / 'first.toml'}\n"
    )
    return DONE


def _class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))
