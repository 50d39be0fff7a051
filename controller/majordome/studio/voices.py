"""The voices of the house, as mixtures of Kokoro's. The workshop makes the pack with them, `majordome voice` names."""

from __future__ import annotations

from collections.abc import Mapping

from majordome.studio.kokoro import Mixture
from majordome.words import Lang, Voice


def _one(name: str, speed: float = 0.9) -> Mixture:
    return Mixture({name: 1.0}, {name: 1.0}, speed=speed)


# The French butler has no model of his own: an Italian throat, the manner of Kokoro's French lady, a man's pitch.
MIXTURES: Mapping[tuple[Lang, Voice], Mixture] = {
    ("fr", "butler"): Mixture({"im_nicola": 0.6, "ff_siwis": 0.4}, {"ff_siwis": 1.0}, pitch=0.53),
    ("fr", "housekeeper"): _one("ff_siwis"),
    ("en", "butler"): _one("bm_fable", speed=0.95),
    ("en", "housekeeper"): _one("bf_emma"),
}
