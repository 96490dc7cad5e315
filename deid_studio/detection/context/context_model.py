"""ContextModel: the weights, words and tags of a trained context model, read with every byte checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from deid_studio.detection.context.columns import Reader, reader
from deid_studio.detection.context.network import DILATIONS, Floats
from deid_studio.detection.context.word_table import PARTS, SHAPES
from deid_studio.detection.model_arrays import array, check_weights
from deid_studio.detection.model_files import (
    check_manifest,
    check_tags,
    checked,
    manifest_of,
    misfit,
    other_gazetteers,
    reading,
)

FORMAT_KEY, CONTEXT_FORMAT = "context_format", 2
WORDS, WEIGHTS = "words.json", "weights.npy"
_WIDEST = 1024
_FORM = ("<f2", 1)  # of the array


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
        "parts": (PARTS, width),
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
    with reading(folder):
        return _read(folder, manifest_of(folder))


def _read(folder: Path, manifest: dict[str, Any]) -> tuple[ContextModel, Reader]:
    check_manifest(folder, manifest, FORMAT_KEY, CONTEXT_FORMAT)
    words_read, weights_read = (checked(folder, name, manifest["files"][name]) for name in (WORDS, WEIGHTS))
    words = tuple(map(str, json.loads(words_read)))
    tags, width = tuple(map(str, manifest["tags"])), int(manifest["width"])
    own = reader(words)
    if list(own.marks) != manifest["marks"]:
        raise other_gazetteers(folder)
    check_tags(folder, tags, manifest["tag_set"]["classes"])
    flat: Floats = array(folder, weights_read, _FORM).astype(np.float32)
    shapes = forms(len(words), len(own.marks), len(tags), width)
    fits = flat.size == sum(int(np.prod(shape)) for shape in shapes.values())
    if not (0 < width <= _WIDEST and fits and tags[0] == "O" and len(set(words)) == len(words)):
        raise misfit(folder)
    check_weights(folder, flat)
    weights: dict[str, Floats] = {}
    at = 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        weights[name] = flat[at : at + size].reshape(shape)
        at += size
    return ContextModel(words, tags, weights, manifest), own
