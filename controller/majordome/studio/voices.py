"""The voices of the house, as mixtures of Kokoro's. The workshop makes the pack with them, `majordome voice` names."""

from __future__ import annotations

from collections.abc import Mapping

from majordome.studio.kokoro import Mixture
from majordome.words import Lang, Voice


def _one(name: str) -> Mixture:
    return Mixture({name: 1.0}, {name: 1.0})


# The French butler has no model of his own: an Italian throat, the manner of Kokoro's French lady, a man's pitch. The
# English one could be `bm_fable` as he is; in the lady's manner he is marked better (sounds/README.md).
MIXTURES: Mapping[tuple[Lang, Voice], Mixture] = {
    ("fr", "butler"): Mixture({"im_nicola": 0.6, "ff_siwis": 0.4}, {"ff_siwis": 1.0}, pitch=0.53),
    ("fr", "housekeeper"): _one("ff_siwis"),
    ("en", "butler"): Mixture({"bm_fable": 0.8, "bf_emma": 0.2}, {"bf_emma": 1.0}, pitch=0.56),
    ("en", "housekeeper"): _one("bf_emma"),
}
