"""ContextModel: the weights, words and tags of a trained context model, read with every byte checked."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from deid_studio.detection.context.columns import ENDINGS, SHAPES, Reader, reader
from deid_studio.detection.context.network import DILATIONS, Floats
from deid_studio.detection.crf_model import MANIFEST, manifest_sha256
from deid_studio.errors import ModelDamagedError, ModelMissingError, reason
from deid_studio.texts import Text

CONTEXT_FORMAT = 1
WORDS, WEIGHTS = "words.json", "weights.npy"
_LARGEST_FILE = 64_000_000
_LARGEST_WEIGHT = 100.0
_WIDEST = 1024


@dataclass(frozen=True, slots=True)
class ContextModel:
    """A network: `weights` by name (float32), the words told by themselves, the tags (`O` first)."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    weights: Mapping[str, Floats]
    manifest: Mapping[str, Any]

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the manifest, which holds those of the model's files."""
        return str(self.manifest.get("manifest_sha256", ""))


def forms(words: int, marks: int, tags: int, width: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network, in the order in which they are written."""
    found: dict[str, tuple[int, ...]] = {
        "words": (words + 1, width),
        "endings": (ENDINGS, width),
        "shapes": (len(SHAPES), width),
        "marks": (marks, width),
        "gain": (width,),
        "shift": (width,),
    }
    for number in range(len(DILATIONS)):
        found |= {f"W{number}": (3 * width, 2 * width), f"b{number}": (2 * width,), f"g{number}": (width,)}
    return found | {"out": (width, tags), "bias": (tags,)}


def read_context_model(folder: Path) -> tuple[ContextModel, Reader]:
    """The model in a folder, and what reads reports for it.

    Raises `ModelMissingError` when there is none, `ModelDamagedError` when a file is missing or is not what was
    written, or the model was trained with other kinds of lists than the program has.
    """
    try:
        if not (folder / MANIFEST).exists():
            raise ModelMissingError(path=folder)
        return _read(folder, json.loads(_content(folder, MANIFEST)))
    except OSError as error:
        raise ModelDamagedError(path=folder, detail=reason(error)) from error
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError) as error:
        # The cause may quote a file's content; its kind is enough to tell a person.
        kind = type(error).__name__
        raise _damaged(folder, Text("its files cannot be read ({kind})", kind=kind)) from error


def _read(folder: Path, manifest: dict[str, Any]) -> tuple[ContextModel, Reader]:
    if manifest["context_format"] != CONTEXT_FORMAT or manifest["manifest_sha256"] != manifest_sha256(manifest):
        raise _damaged(folder, Text("{name} is not the file that was written", name=MANIFEST))
    content = {name: _content(folder, name) for name in (WORDS, WEIGHTS)}
    for name, data in content.items():
        if hashlib.sha256(data).hexdigest() != manifest["files"][name]:
            raise _damaged(folder, Text("{name} is not the file that was written", name=name))
    words = tuple(map(str, json.loads(content[WORDS])))
    tags, width, classes = tuple(map(str, manifest["tags"])), int(manifest["width"]), manifest["tag_set"]["classes"]
    own = reader(words)
    if list(own.marks) != manifest["marks"]:
        raise _damaged(folder, Text("it was trained with other gazetteers than this program's"))
    if tags[:1] != ("O",) or len(set(tags)) != len(tags) or len(set(words)) != len(words):
        raise _damaged(folder, Text("its tags are not BIO tags"))
    if not all(tag[:2] in ("B-", "I-") and tag[2:] in classes for tag in tags[1:]):
        raise _damaged(folder, Text("it has tags that are not of its tag set"))
    flat = _flat(folder, content[WEIGHTS])
    shapes = forms(len(words), len(own.marks), len(tags), width)
    if not 0 < width <= _WIDEST or flat.size != sum(int(np.prod(shape)) for shape in shapes.values()):
        raise _damaged(folder, Text("its arrays do not fit together"))
    if not np.isfinite(flat).all() or np.abs(flat).max(initial=0.0) > _LARGEST_WEIGHT:
        raise _damaged(folder, Text("it holds impossible weights"))
    weights: dict[str, Floats] = {}
    at = 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        weights[name] = flat[at : at + size].reshape(shape)
        at += size
    return ContextModel(words, tags, weights, manifest), own


def _flat(folder: Path, raw: bytes) -> Floats:
    try:
        found = np.load(io.BytesIO(raw), allow_pickle=False)
    except Exception as error:  # NumPy reads the head as Python's words: much can be wrong there
        raise _damaged(folder, Text("its files cannot be read ({kind})", kind=type(error).__name__)) from error
    if found.dtype != "<f2" or found.ndim != 1:
        raise _damaged(folder, Text("its arrays do not fit together"))
    flat: Floats = found.astype(np.float32)
    return flat


def _content(folder: Path, name: str) -> bytes:
    path = folder / name
    if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
        raise _damaged(folder, Text("{name} is missing or too large", name=name))
    return path.read_bytes()


def _damaged(folder: Path, detail: Text) -> ModelDamagedError:
    return ModelDamagedError(path=folder, detail=detail)
