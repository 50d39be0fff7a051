"""A house with two evenings, keys, a Wi-Fi password, own sounds and a talkative log: everything that may be packed."""

from __future__ import annotations

import json
import time
from pathlib import Path

from majordome.core.evening import Evening, Guest
from majordome.core.events import Pressed
from majordome.core.journal import Header
from majordome.core.journal_file import Journal
from majordome.core.library import manifest
from majordome.core.records import Happened
from majordome.games.murder.roles import Role
from majordome.service.hotspot import FILE as HOTSPOT

NAMES = ("Zoé", "Maximilienne", 'Bob "le Grand"', "Ümit", "Kāne", "Ann-Sophie", "D'Arcy", "Père Noël", "Lou", "Jo")
ROLES = (Role.MURDERER, Role.MURDERER, Role.VAMPIRE, Role.CHARMER, Role.HEART, *[Role.GUEST] * 5)
PASSWORD, CODE, TOKEN, HOST = "kq7wd3xm9p", "482913", "Yq5_twin-token-Zx81", "Philippine"

CONFIG = """[evening]
lang = "en"
guests = "guests.toml"   # Zoé's password is hunter2
[journal]
folder = "evenings"
[sound]
pack = "my-voice"
"""


def our_evening() -> Evening:
    guests = zip(NAMES, range(30, 40), ROLES, strict=True)
    return Evening("weekend", tuple(Guest(*guest) for guest in guests), manifest("weekend").usual())


def furnish(home: Path) -> Path:
    """The config of this house."""
    evenings, voice = home / "evenings", home / "my-voice" / "fr"
    for folder in (evenings, voice):
        folder.mkdir(parents=True)
    config = home / "majordome.toml"
    config.write_text(CONFIG, "utf-8")
    tables = (
        f"[[guests]]\nname = {json.dumps(g.name, ensure_ascii=False)}\nage = {g.age}\nrole = '{g.role}'\n"
        for g in our_evening().guests
    )
    (home / "guests.toml").write_text("".join(tables), "utf-8")
    header = Header(our_evening(), "en", 7, rules=1, wall=1000.0, majordome="0.1.0")
    for name, steps in (("evening-1", 2), ("evening-2", 0)):
        journal = Journal.begin(evenings, header, name)
        journal.write(tuple(Happened(float(n), "welcome", Pressed()) for n in range(steps)), time.time())
        journal.close()
    keys = {"hosts": [{"id": "ab12cd34", "name": HOST, "digest": "d" * 64, "waiting": False}], "cards": []}
    (evenings / "keys.json").write_text(json.dumps(keys))
    page = {"url": "http://192.0.2.7:8080/", "code": CODE, "twin": f"http://127.0.0.1:8080/twin#{TOKEN}", "pid": 1}
    (evenings / "page.json").write_text(json.dumps(page))
    (evenings / HOTSPOT).write_text(json.dumps({"name": "Castle", "password": PASSWORD, "up": None}))
    (voice / "walk_night.0.ogg").write_bytes(b"OggS, a voice")
    log = [f"KeyError: {name!r} {name!a} {json.dumps(name)} {name.upper()}" for name in (*NAMES, HOST)]
    log += [f"{role} at the table, a vampire, un assassin; {PASSWORD} {CODE} #{TOKEN}" for role in set(ROLES)]
    (evenings / "majordome.log").write_text("\n".join([*log, "the buzzer does not answer"]), "utf-8")
    return config
