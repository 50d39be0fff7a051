"""Which games there are: in the house, installed beside it, and in a folder of the host's. Only a name leads to one."""

from __future__ import annotations

import importlib
import os
import sys
from functools import lru_cache
from importlib.machinery import ModuleSpec
from pathlib import Path

from majordome.core.error_log import log_warning
from majordome.core.evening import Evening
from majordome.core.game import Game
from majordome.core.manifest import FILE, Manifest, read_manifests
from majordome.errors import GameError

GROUP = "majordome.games"  # of entry points: NAME = "package.with.a.game_toml"
HOUSE = Path(__file__).parent.parent / "games"
OWN = "majordome_game_"  # how the packages of the host's games begin
USUAL = "weekend"  # what is played where nobody says


def own_folder() -> Path:
    """Where the host may put games of their own, each in a folder."""
    if named := os.environ.get("MAJORDOME_GAMES"):
        return Path(named)
    try:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    except RuntimeError:  # a service may have no home
        return Path("/var/lib/majordome/games")
    return data / "majordome" / "games"


def manifests(*, strict: bool = False) -> dict[str, Manifest]:
    """Every game by its name; of two with one name the house's wins, then the host's. A broken one is left out."""
    return _found(own_folder(), strict)[0]


def hidden() -> list[tuple[Manifest, Manifest]]:
    """Games that cannot be played because another one has their name: each with that other one."""
    return _found(own_folder(), False)[1]


def forget() -> None:
    """Look again: games were added or changed."""
    _found.cache_clear()
    _of_the_house.cache_clear()
    _loaded.cache_clear()
    for name in [name for name in sys.modules if name.startswith(OWN)]:
        del sys.modules[name]


@lru_cache
def _found(own: Path, strict: bool) -> tuple[dict[str, Manifest], list[tuple[Manifest, Manifest]]]:
    games: dict[str, Manifest] = {}
    lost: list[tuple[Manifest, Manifest]] = []
    for folder, package in (*_in(HOUSE, "majordome.games"), *_in(own, None), *_installed(strict)):
        try:
            for manifest in read_manifests(folder, package):
                other = games.setdefault(manifest.id, manifest)
                if other.folder != manifest.folder:
                    lost.append((manifest, other))
                    told = "%s: is hidden by the game %r of %s: give its folder another name"
                    log_warning(__name__, told, manifest.folder, other.id, other.folder)
        except GameError as trouble:
            if strict:
                raise
            log_warning(__name__, "%s", trouble)
    return games, lost


def _in(place: Path, package: str | None) -> list[tuple[Path, str]]:
    try:
        folders = sorted(path.parent for path in place.glob(f"*/{FILE}"))
    except OSError:
        return []
    return [(folder, f"{package}.{folder.name}" if package else "") for folder in folders]


def _installed(strict: bool) -> list[tuple[Path, str]]:
    import importlib.util
    from importlib import metadata  # slow, and only needed when a game is looked for that the house has not

    found = []
    for point in metadata.entry_points(group=GROUP):
        try:
            spec, why = importlib.util.find_spec(point.value), f"no {FILE} in it"
        except Exception as trouble:  # noqa: BLE001  # whatever a package does when it is looked at
            spec, why = None, f"{type(trouble).__name__}: {trouble}"
        places = [Path(place) for place in (spec.submodule_search_locations or () if spec is not None else ())]
        games = [(place, point.value) for place in places if (place / FILE).is_file()]
        if not games:
            lost = (
                f"the installed game {point.name!r} cannot be used ({why}): mend or remove the package {point.value!r}"
            )
            if strict:
                raise GameError(lost)
            log_warning(__name__, "%s", lost)
        found += games
    return found


def manifest(name: str) -> Manifest:
    """What the game's folder tells of itself."""
    if (found := _of_the_house(name)) is not None:  # most often: nothing else need be looked at
        return found
    games = manifests()
    if name not in games:
        raise GameError(f"there is no game called {name!r}: there are {', '.join(sorted(games))}")
    return games[name]


@lru_cache
def _of_the_house(name: str) -> Manifest | None:
    for folder, package in _in(HOUSE, "majordome.games"):
        if folder.name == name or f"[games.{name}]" in (folder / FILE).read_text("utf-8"):
            for found in read_manifests(folder, package):
                if found.id == name:
                    return found
    return None


def with_fitted(evening: Evening, part: str) -> Evening:
    """The evening on a box that has this part: the settings that hang on it are on."""
    settings = manifest(evening.game).settings.values()
    return evening.set(**{setting.name: True for setting in settings if setting.fitted == part})


def load(name: str) -> Game:
    """The game itself."""
    return _loaded(manifest(name))


@lru_cache
def _loaded(manifest: Manifest) -> Game:
    play, folder = manifest.play, manifest.folder
    module_name, _, attribute = play.partition(":")
    try:
        package = package_of(manifest)
        module = importlib.import_module(f"{package}.{module_name}")
        game: Game = getattr(module, attribute or "GAME")
    except GameError:
        raise
    except Exception as trouble:
        raise GameError(
            f"{folder}: the game cannot be loaded from {play!r} ({type(trouble).__name__}: {trouble}): "
            f"'majordome games check {folder.name}' tells more"
        ) from trouble
    return game


def package_of(game: Manifest) -> str:
    """The package that the game's folder is."""
    return game.package or _imported(game.folder)


def _imported(folder: Path) -> str:
    """A folder of the host's, as a package under a name that nobody else has."""
    import importlib.util

    name = f"{OWN}{folder.name}"
    if name not in sys.modules:
        init = folder / "__init__.py"
        spec = importlib.util.spec_from_file_location(name, init) if init.is_file() else None
        spec = spec or ModuleSpec(name, None, is_package=True)  # a folder without an __init__ is one, too
        spec.submodule_search_locations = [str(folder)]
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            if spec.loader is not None:
                spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]  # half of it is nothing to go on with
            raise
    return name
