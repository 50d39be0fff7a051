"""Every effect by its name in the manifest."""

from __future__ import annotations

from collections.abc import Callable

from workshop import beds, calls, castle, music, screams
from workshop.tones import Sound

MAKERS: tuple[Callable[[], Sound], ...] = (
    calls.top_stop,
    calls.top_turn,
    calls.top_vote,
    calls.top_empty,
    screams.scream_1,
    screams.scream_2,
    screams.scream_3,
    screams.scream_4,
    screams.scream_5,
    calls.alarm,
    calls.last_ten,
    castle.gong,
    castle.handcuffs,
    castle.jail_door,
    castle.owl,
    castle.cock_crow,
    castle.church_bell,
    music.ready,
    music.victory_guests,
    music.victory_murderers,
    music.victory_nobody,
    beds.bed_night,
    beds.bed_evening,
)
EFFECTS: dict[str, Callable[[], Sound]] = {maker.__name__: maker for maker in MAKERS}
