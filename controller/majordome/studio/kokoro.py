"""Kokoro-82M, a speech synthesiser: a text and a voice in, a sound out. Only where voices are made.

A voice is a table of style vectors, one row for each length of text: 128 numbers of timbre, then 128 of manner. A voice
of our own mixes the two halves of several of Kokoro's, and may be told another pitch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from majordome.studio.phonemes import LONGEST, numbers, sentences
from majordome.words.narrator import Lang

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wave = NDArray[np.float32]

RATE = 24000
TIMBRE = 128  # of 256 numbers; the rest is manner
MODEL = "model.onnx"
QUIET = 0.004  # what is softer than this before the first word and after the last is breath
PAUSE = 0.45  # seconds between two sentences
EDGE = 0.03  # seconds left about the words of a sentence


@dataclass(frozen=True, slots=True)
class Mixture:
    """A voice: whose throats, whose manner, how high, how fast."""

    timbre: Mapping[str, float]
    manner: Mapping[str, float]
    pitch: float = 1.0
    speed: float = 0.9


class Kokoro:
    """The model of this folder, on one core: two processes are quicker than two threads."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._folder = folder
        self._session = onnxruntime.InferenceSession(folder / MODEL, options, providers=["CPUExecutionProvider"])

    def say(self, text: str, lang: Lang, mixture: Mixture) -> Wave:
        """Whole sentences with a breath between them."""
        import numpy as np

        spoken = [self.sentence(sentence, lang, mixture) for sentence in sentences(text)]
        pause = np.zeros(round(PAUSE * RATE), dtype=np.float32)
        pieces = [piece for sentence in spoken for piece in (sentence, pause)][:-1]
        return np.concatenate(pieces)

    def sentence(self, text: str, lang: Lang, mixture: Mixture) -> Wave:
        """In one breath, without the silence about it."""
        import numpy as np

        symbols = numbers(text, lang)
        if not 0 < len(symbols) <= LONGEST:
            raise ValueError(f"{len(symbols)} symbols, and 1 to {LONGEST} can be said in one breath: {text!r}")
        feed = {
            "input_ids": np.array([[0, *symbols, 0]], dtype=np.int64),
            "style": _style(self._folder, _key(mixture.timbre), _key(mixture.manner))[len(symbols)][None],
            "speed": np.array([mixture.speed], dtype=np.float32),
            "pitch": np.array([mixture.pitch], dtype=np.float32),
        }
        wave: Wave = self._session.run(None, feed)[0].reshape(-1)
        if not np.isfinite(wave).all():
            raise ValueError(f"the model gave no sound for {text!r}")
        heard = np.flatnonzero(np.abs(wave) > QUIET)
        edge = round(EDGE * RATE)
        return wave[max(heard[0] - edge, 0) : heard[-1] + edge]


def _key(shares: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(shares.items()))


@cache
def _style(folder: Path, timbre: tuple[tuple[str, float], ...], manner: tuple[tuple[str, float], ...]) -> Wave:
    import numpy as np

    def mixed(shares: tuple[tuple[str, float], ...]) -> Any:
        return sum(share * np.fromfile(folder / f"{name}.bin", dtype="<f4").reshape(-1, 256) for name, share in shares)

    return np.concatenate((mixed(timbre)[:, :TIMBRE], mixed(manner)[:, TIMBRE:]), axis=1).astype(np.float32)
