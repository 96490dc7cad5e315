"""CrfModel: the weights, tags and rules of a trained model, read from its folder with every byte checked."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.features import FEATURES_VERSION
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRule, InducedRules
from deid_studio.errors import ModelDamagedError, ModelMissingError, reason
from deid_studio.texts import Text

FORMAT_VERSION = 2
MANIFEST = "manifest.json"
ATTRIBUTES = "attributes.json"
RULES = "rules.json"
_FORMS = {"rows": ("<u4", 1), "tags": ("<u1", 1), "weights": ("<f4", 1), "transitions": ("<f4", 2)}  # of each array
ARRAYS = tuple(_FORMS)
_LARGEST_FILE = 64_000_000
_LARGEST_WEIGHT = 100.0  # ten times the largest that training ever gave; probabilities overflow from 300 on


@dataclass(frozen=True, slots=True)
class CrfModel:
    """A linear-chain CRF: `weights` is `(attributes, tags)`, `transitions` `(tag before, tag)`, both float32."""

    tags: tuple[str, ...]
    attributes: dict[str, int]
    weights: NDArray[np.float32]
    transitions: NDArray[np.float32]
    rules: InducedRules
    manifest: dict[str, Any]

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the manifest, which holds those of the model's files."""
        return str(self.manifest.get("manifest_sha256", ""))


def read_model(folder: Path) -> CrfModel:
    """The model in a folder.

    Raises `ModelMissingError` when there is none, `ModelDamagedError` when a file is missing or is not what was
    written, or the model was trained by another version of the program or with other gazetteers.
    """
    try:
        if not (folder / MANIFEST).exists():
            raise ModelMissingError(path=folder)
        return _read(folder, json.loads(_content(folder, MANIFEST)))
    except OSError as error:
        raise ModelDamagedError(path=folder, detail=reason(error)) from error
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError) as error:
        raise _unreadable(folder, error) from error


def manifest_sha256(manifest: Mapping[str, Any]) -> str:
    """What a manifest's field `manifest_sha256` has to be: the SHA-256 of its other fields as canonical JSON."""
    content = {key: value for key, value in manifest.items() if key != "manifest_sha256"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _read(folder: Path, manifest: dict[str, Any]) -> CrfModel:
    _check_manifest(folder, manifest)
    content: dict[str, bytes] = {}
    for name in (ATTRIBUTES, RULES, *(f"{array}.npy" for array in ARRAYS)):
        content[name] = _content(folder, name)
        if hashlib.sha256(content[name]).hexdigest() != manifest["files"][name]:
            raise _changed(folder, name)
    rows, columns, values, transitions = (_array(folder, array, content[f"{array}.npy"]) for array in ARRAYS)
    tags = tuple(manifest["tags"])
    names = json.loads(content[ATTRIBUTES])
    size, count = len(names), len(tags)
    if transitions.shape != (count, count) or not rows.shape == columns.shape == values.shape:
        raise _damaged(folder, Text("its arrays do not fit together"))
    if rows.size and (rows.min() < 0 or rows.max() >= size or columns.min() < 0 or columns.max() >= count):
        raise _damaged(folder, Text("its weights point outside its tables"))
    if not (np.isfinite(values).all() and np.isfinite(transitions).all()):
        raise _damaged(folder, Text("it holds weights that are not numbers"))
    if max(np.abs(values).max(initial=0.0), np.abs(transitions).max(initial=0.0)) > _LARGEST_WEIGHT:
        raise _damaged(folder, Text("it holds impossible weights"))
    weights = np.zeros((size, count), dtype=np.float32)
    weights[rows, columns] = values
    attributes = {str(name): number for number, name in enumerate(names)}
    if len(attributes) != size:
        raise _damaged(folder, Text("an attribute occurs twice"))
    rules = InducedRules(InducedRule(**fields) for fields in json.loads(content[RULES]))
    return CrfModel(tags, attributes, weights, transitions.astype(np.float32), rules, manifest)


def _array(folder: Path, name: str, raw: bytes) -> NDArray[Any]:
    """One of the arrays, of the form in which it is written."""
    try:
        array: NDArray[Any] = np.load(io.BytesIO(raw), allow_pickle=False)
        fits = array.dtype == _FORMS[name][0] and array.ndim == _FORMS[name][1]
    except Exception as error:  # NumPy reads the head as Python's words: much can be wrong there
        raise _unreadable(folder, error) from error
    if not fits:
        raise _damaged(folder, Text("its arrays do not fit together"))
    return array


def _check_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    if manifest["format_version"] != FORMAT_VERSION:
        found = f"{manifest['format_version']!s:.20}"
        raise _damaged(
            folder,
            Text(
                "its format is {found}, this program reads {FORMAT_VERSION}", found=found, FORMAT_VERSION=FORMAT_VERSION
            ),
        )
    if manifest["manifest_sha256"] != manifest_sha256(manifest):
        raise _changed(folder, MANIFEST)
    # Other features or gazetteers would silently give other suggestions than the model's figures stand for.
    if manifest["features_version"] != FEATURES_VERSION:
        raise _damaged(
            folder,
            Text("it was trained with the features of another version of the program"),
        )
    if manifest["gazetteers_sha256"] != default_gazetteers().sha256:
        raise _damaged(
            folder,
            Text("it was trained with other gazetteers than this program's"),
        )
    if not isinstance(manifest.get("adapted", []), list):
        raise TypeError("adapted")
    tags, classes = manifest["tags"], set(manifest["tag_set"]["classes"])
    if len(set(tags)) != len(tags) or "O" not in tags:
        raise _damaged(folder, Text("its tags are not BIO tags"))
    if not all(tag == "O" or (tag[:2] in ("B-", "I-") and tag[2:] in classes) for tag in tags):
        raise _damaged(folder, Text("it has tags that are not of its tag set"))


def _content(folder: Path, name: str) -> bytes:
    path = folder / name
    if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
        raise _damaged(folder, Text("{name} is missing or too large", name=name))
    return path.read_bytes()


def _changed(folder: Path, name: str) -> ModelDamagedError:
    return _damaged(folder, Text("{name} is not the file that was written", name=name))


def _unreadable(folder: Path, error: Exception) -> ModelDamagedError:
    # The cause may quote a file's content; its kind is enough to tell a person.
    kind = type(error).__name__
    return _damaged(folder, Text("its files cannot be read ({kind})", kind=kind))


def _damaged(folder: Path, detail: Text) -> ModelDamagedError:
    return ModelDamagedError(path=folder, detail=detail)
