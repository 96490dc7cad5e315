"""CrfModel: the weights, tags and rules of a trained model, read from its folder with every byte checked."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.features import FEATURES_VERSION
from deid_studio.detection.induced_rules import InducedRule, InducedRules
from deid_studio.errors import ModelDamagedError, ModelMissingError, reason

FORMAT_VERSION = 1
MANIFEST = "manifest.json"
ATTRIBUTES = "attributes.json"
RULES = "rules.json"
ARRAYS = ("rows", "tags", "weights", "transitions")
_LARGEST_FILE = 64_000_000


@dataclass(frozen=True, slots=True)
class CrfModel:
    """A linear-chain CRF: `weights` is `(attributes, tags)`, `transitions` `(tag before, tag)`, both float32."""

    tags: tuple[str, ...]
    attributes: dict[str, int]
    weights: NDArray[np.float32]
    transitions: NDArray[np.float32]
    rules: InducedRules
    manifest: dict[str, Any]


def read_model(folder: Path) -> CrfModel:
    """The model in a folder.

    Raises `ModelMissingError` when there is none, `ModelDamagedError` when a file is missing, is not what the manifest
    says, or belongs to another version of the program.
    """
    try:
        manifest_bytes = (folder / MANIFEST).read_bytes()
    except FileNotFoundError as error:
        raise ModelMissingError(path=folder) from error
    except OSError as error:
        raise ModelDamagedError(path=folder, detail=reason(error)) from error
    try:
        return _read(folder, json.loads(manifest_bytes))
    except ModelDamagedError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, RecursionError) as error:
        # The cause may quote a file's content; its kind is enough to tell a person.
        raise ModelDamagedError(path=folder, detail=f"its files cannot be read ({type(error).__name__})") from error


def _read(folder: Path, manifest: dict[str, Any]) -> CrfModel:
    def damaged(detail: str) -> ModelDamagedError:
        return ModelDamagedError(path=folder, detail=detail)

    if manifest["format_version"] != FORMAT_VERSION:
        raise damaged(f"its format is {manifest['format_version']!s:.20}, this program reads {FORMAT_VERSION}")
    if manifest["features_version"] != FEATURES_VERSION:
        raise damaged(f"its features are {manifest['features_version']!s:.20}, this program's {FEATURES_VERSION}")
    content: dict[str, bytes] = {}
    for name in (ATTRIBUTES, RULES, *(f"{array}.npy" for array in ARRAYS)):
        path = folder / name
        if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
            raise damaged(f"{name} is missing or too large")
        content[name] = path.read_bytes()
        if hashlib.sha256(content[name]).hexdigest() != manifest["files"][name]:
            raise damaged(f"{name} is not the file that was written")
    rows, columns, values, transitions = (
        np.load(io.BytesIO(content[f"{array}.npy"]), allow_pickle=False) for array in ARRAYS
    )
    tags = tuple(manifest["tags"])
    names = json.loads(content[ATTRIBUTES])
    size, count = len(names), len(tags)
    if len(set(tags)) != count or not all(tag == "O" or tag[:2] in ("B-", "I-") for tag in tags):
        raise damaged("its tags are not BIO tags")
    if "O" not in tags or transitions.shape != (count, count) or not rows.shape == columns.shape == values.shape:
        raise damaged("its arrays do not fit together")
    if rows.size and (rows.min() < 0 or rows.max() >= size or columns.min() < 0 or columns.max() >= count):
        raise damaged("its weights point outside its tables")
    if not (np.isfinite(values).all() and np.isfinite(transitions).all()):
        raise damaged("it holds weights that are not numbers")
    weights = np.zeros((size, count), dtype=np.float32)
    weights[rows, columns] = values
    attributes = {str(name): number for number, name in enumerate(names)}
    if len(attributes) != size:
        raise damaged("an attribute occurs twice")
    rules = InducedRules(InducedRule(**fields) for fields in json.loads(content[RULES]))
    return CrfModel(tags, attributes, weights, transitions.astype(np.float32), rules, manifest)
