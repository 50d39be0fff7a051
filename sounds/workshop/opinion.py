"""What listeners would say of a voice, on a scale of 1 to 5, by DistillMOS (Microsoft, MIT).

The package from PyPI carries its weights, and wants torch to read them: some gigabytes for four million numbers. They
are read here without it, and the network is built of them anew. `tests/sounds/test_opinion.py` holds it to the scores
that the original gave.
"""

from __future__ import annotations

import importlib.util
import io
import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import resample_poly

from workshop.tones import Sound

Numbers = NDArray[np.float32]
RATE, SEGMENT, STEP = 16000, 122880, 16000
HOP, WINDOW = 160, 320
CONVOLUTIONS, HEADS, LAYERS = 6, 8, 7
KINDS = {"FloatStorage": np.float32, "LongStorage": np.int64}
WEIGHTS = Path("weights") / "distill_mos_v7.pt"


def missing() -> str:
    """What to install before opinions can be had; empty where all is there."""
    needed = {"distillmos": "pip install --no-deps distillmos", "onnxruntime": "pip install onnx onnxruntime"}
    return next((remedy for module, remedy in needed.items() if importlib.util.find_spec(module) is None), "")


def opinion(sound: Sound, rate: int) -> float:
    """The predicted mean of many listeners' marks. Long sounds are heard in parts, short ones with
    silence behind them, as the original does: short words are marked low, whoever speaks.
    """
    common = gcd(RATE, rate)
    heard = resample_poly(sound, RATE // common, rate // common).astype(np.float32)
    over = max(len(heard) - SEGMENT, 0)
    heard = np.pad(heard, (0, max(SEGMENT - len(heard), 0)))
    starts = np.linspace(0, 1, int(np.ceil(over / STEP)) + 1)
    marks = [_mark(heard[int(start * over) : int(start * over) + SEGMENT]) for start in starts]
    return float(np.mean(marks))


def _mark(segment: Numbers) -> float:
    weights, head = _weights(), "transformer_pool_attn."
    spectrum = _spectrum(segment / (np.max(np.abs(segment)) + 1e-8))
    (seen,) = _eyes().run(None, {"spectrum": spectrum[None]})
    x = seen[0].reshape(-1, seen.shape[-1]).T
    for norm in (f"{head}norm_input", f"{head}transformer.norm"):
        x = _batch_norm(x, norm)
    x = _linear(x, f"{head}transformer.linear_proj") + weights[f"{head}transformer.position_encoding.pe"][0, : len(x)]
    for layer in range(LAYERS):
        x = _attends(x, f"{head}transformer.transformer_encoder.layers.{layer}")
    x = _batch_norm(x, f"{head}norm_trans")
    heed = _linear(np.maximum(_linear(x, f"{head}pool.linear1"), 0), f"{head}pool.linear2")[:, 0]
    drawn = _linear(_softmax(heed) @ x, f"{head}pool.linear3")[0]
    return float(1 + 4 / (1 + np.exp(-drawn)))


def _spectrum(sound: Numbers) -> Numbers:
    """Frames of 20 ms as real and imaginary parts, with their strengths to the power of 0.3."""
    padded = np.pad(sound, (WINDOW - HOP) // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    bell = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    waves = np.fft.rfft(frames * bell).T
    strength = np.maximum(np.abs(waves), 1e-12)
    pressed = waves * strength**-0.7
    return np.stack((pressed.real, pressed.imag)).astype(np.float32)


def _attends(x: Numbers, name: str) -> Numbers:
    weights = _weights()
    asked = x @ weights[f"{name}.self_attn.in_proj_weight"].T + weights[f"{name}.self_attn.in_proj_bias"]
    query, key, value = (part.reshape(len(x), HEADS, -1).transpose(1, 0, 2) for part in np.split(asked, 3, axis=1))
    heed = _softmax(query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1]))
    told = (heed @ value).transpose(1, 0, 2).reshape(len(x), -1)
    x = _layer_norm(x + _linear(told, f"{name}.self_attn.out_proj"), f"{name}.norm1")
    thought = _linear(np.maximum(_linear(x, f"{name}.linear1"), 0), f"{name}.linear2")
    return _layer_norm(x + thought, f"{name}.norm2")


def _linear(x: Numbers, name: str) -> Numbers:
    product: Numbers = x @ _weights()[f"{name}.weight"].T + _weights()[f"{name}.bias"]
    return product


def _batch_norm(x: Numbers, name: str) -> Numbers:
    weights = _weights()
    scale = weights[f"{name}.weight"] / np.sqrt(weights[f"{name}.running_var"] + 1e-5)
    normal: Numbers = (x - weights[f"{name}.running_mean"]) * scale + weights[f"{name}.bias"]
    return normal


def _layer_norm(x: Numbers, name: str) -> Numbers:
    level = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    normal: Numbers = level * _weights()[f"{name}.weight"] + _weights()[f"{name}.bias"]
    return normal


def _softmax(x: Numbers) -> Numbers:
    raised = np.exp(x - x.max(-1, keepdims=True))
    shares: Numbers = raised / raised.sum(-1, keepdims=True)
    return shares


@cache
def _eyes() -> Any:
    """The convolutions, which look at the spectrum."""
    import onnx
    import onnxruntime
    from onnx import helper, numpy_helper

    weights, nodes, tensors = _weights(), [], []
    for number in range(CONVOLUTIONS):
        name, entry, last = f"cnn.cnn.{2 * number}", f"x{number}" if number else "spectrum", number == CONVOLUTIONS - 1
        tensors += [numpy_helper.from_array(weights[f"{name}.{part}"], f"{name}.{part}") for part in ("weight", "bias")]
        strides = [2 if number else 1, 2 if last else 1]
        nodes.append(
            helper.make_node(
                "Conv", [entry, f"{name}.weight", f"{name}.bias"], [f"y{number}"], strides=strides, pads=[0, 1, 0, 1]
            )
        )
        nodes.append(helper.make_node("LeakyRelu", [f"y{number}"], ["seen" if last else f"x{number + 1}"], alpha=0.1))
    real = onnx.TensorProto.FLOAT
    inside = [helper.make_tensor_value_info("spectrum", real, [1, 2, WINDOW // 2 + 1, None])]
    outside = [helper.make_tensor_value_info("seen", real, None)]
    graph = helper.make_graph(nodes, "eyes", inside, outside, tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


@cache
def _weights() -> dict[str, Numbers]:
    package = importlib.util.find_spec("distillmos")
    if package is None or package.origin is None:
        raise FileNotFoundError(missing())
    with zipfile.ZipFile(Path(package.origin).parent / WEIGHTS) as archive:
        (index,) = (name for name in archive.namelist() if name.endswith("/data.pkl"))
        told = _Reader(archive, index).load()
    return {name: np.asarray(numbers) for name, numbers in told["model"].items()}


class _Reader(pickle.Unpickler):
    """Reads arrays, and nothing else, out of what torch has written."""

    def __init__(self, archive: zipfile.ZipFile, index: str) -> None:
        super().__init__(io.BytesIO(archive.read(index)))
        self._archive, self._folder = archive, index.removesuffix("data.pkl")

    def find_class(self, module: str, name: str) -> Any:
        known = {"_rebuild_tensor_v2": _array, "OrderedDict": OrderedDict, **{kind: kind for kind in KINDS}}
        if name not in known:
            raise pickle.UnpicklingError(f"{module}.{name} is no array")
        return known[name]

    def persistent_load(self, told: Sequence[Any]) -> NDArray[Any]:
        _, kind, number, _, _ = told
        return np.frombuffer(self._archive.read(f"{self._folder}data/{number}"), dtype=KINDS[kind])


def _array(numbers: NDArray[Any], start: int, shape: Sequence[int], steps: Sequence[int], *_: object) -> NDArray[Any]:
    return np.lib.stride_tricks.as_strided(numbers[start:], shape, [step * numbers.itemsize for step in steps])
