"""Who may play: names, ages and numbers. One place for what a guest list on file, a form and the API may say."""

from __future__ import annotations

import unicodedata

from majordome.core.cues import Refused
from majordome.core.error_log import log_exception
from majordome.core.evening import Evening
from majordome.core.library import load, manifest
from majordome.errors import Trouble

YOUNGEST, OLDEST = 1, 130
LONGEST_NAME = 60
JOINERS = "\u200c\u200d"


def clean(name: str) -> str:
    """One way to write each name: composed letters, no space around it, and one space between two words."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def speakable(name: str) -> bool:
    """No control character that would break a line, a page or a terminal."""
    # Joiners are kept: several scripts, and emoji, cannot be written without them.
    return all(c in JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in name)


def refuse_evening(evening: Evening) -> Refused | None:
    """Why this cannot be played, or None. `what` names the place: `guests[2].name`, `discussion`."""
    game = manifest(evening.game)
    for name, setting in game.settings.items():
        if refused := setting.refuses(evening.settings.get(name)):
            return Refused(name, *refused)
    for name in evening.settings:
        if name not in game.settings:
            return Refused(name, "no_such_setting", (name, evening.game))
    if refused_name := _refuse_names(evening):
        return refused_name
    number = len(evening.guests)
    if number and not game.fewest <= number <= game.most:
        return Refused("guests", "how_many_guests", (str(number), str(game.fewest), str(game.most)))
    for place, guest in enumerate(evening.guests):
        if guest.role is not None and guest.role not in game.roles:
            return Refused(f"guests[{place}].role", "no_such_role", (guest.role, evening.game))
    try:
        return load(evening.game).check(evening)
    except Trouble:
        raise
    except Exception:  # noqa: BLE001  # log_exception() writes it down; whoever asked is told
        log_exception(__name__, "the check of %s failed", evening.game)
        return Refused("game", "check_fails", (evening.game,))


def _refuse_names(evening: Evening) -> Refused | None:
    seen: dict[str, int] = {}
    for place, guest in enumerate(evening.guests):
        where = f"guests[{place}]"
        if not speakable(guest.name):
            return Refused(f"{where}.name", "name_has_controls", (clean(guest.name),))
        if not clean(guest.name).strip(JOINERS) or clean(guest.name) != guest.name:
            return Refused(f"{where}.name", "name_needed")
        if len(guest.name) > LONGEST_NAME:
            return Refused(f"{where}.name", "name_too_long", (guest.name[:LONGEST_NAME], str(LONGEST_NAME)))
        first = seen.setdefault(guest.name.casefold(), place)
        if first != place:
            return Refused(f"{where}.name", "same_name", (guest.name, str(first + 1)))
        if guest.age is not None and not YOUNGEST <= guest.age <= OLDEST:
            return Refused(f"{where}.age", "number_out_of_range", (str(guest.age), str(YOUNGEST), str(OLDEST)))
    return None
