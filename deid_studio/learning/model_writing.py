"""Model folders: a CRF written so that the same model gives the same bytes, and appears whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.context.context_model import WEIGHTS, WORDS
from deid_studio.detection.crf_model import ARRAYS, ATTRIBUTES, FORMAT_VERSION, RULES, CrfModel
from deid_studio.detection.features import FEATURES_VERSION
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.model_files import MANIFEST, manifest_sha256
from deid_studio.detection.sectioned.sectioned_model import INDICATORS
from deid_studio.errors import ModelDamagedError, WouldOverwriteError, WriteError, reason
from deid_studio.formats.files import write_file
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.learning.importance import IMPORTANCE

CARD, CARD_DATA = "MODEL_CARD.md", "card.json"
# What the folders of the kinds of models hold.
CRF_FILES = frozenset((
    MANIFEST, CARD, CARD_DATA, ATTRIBUTES, RULES, IMPORTANCE, *(f"{name}.npy" for name in ARRAYS),
))  # fmt: skip
SECTIONED_FILES = CRF_FILES | {INDICATORS}
CONTEXT_FILES = frozenset((MANIFEST, CARD, WORDS, WEIGHTS))


def write_model(
    model: CrfModel,
    folder: Path,
    replace: bool = False,
    extra: Mapping[str, bytes] | None = None,
    private: bool = True,
) -> None:
    """Write a model folder; `extra` are further files, e.g. a model card.

    A `private` one nobody but its owner can read: a model that was not audited may hold names of its reports.
    Everything is written into a folder beside, which then takes its place. Raises `WouldOverwriteError` when the folder
    exists and is not to be replaced or holds anything but a model, `WriteError` when the disk refuses; what was there
    is intact then.
    """
    refuse_to_replace(folder, replace)
    content = model_files(model) | dict(extra or {})
    with whole_folder(folder) as fresh:
        for name, data in content.items():
            write_file(fresh / name, data)
            if private:
                (fresh / name).chmod(0o600)
    if private:
        folder.chmod(0o700)


def refuse_to_replace(folder: Path, replace: bool = False) -> None:
    """Raise `WouldOverwriteError` for a folder that exists, unless it is to be replaced and holds only a model.

    Raises `WriteError` where no folder can be made: to be asked before a training that takes hours.
    """
    try:
        if (folder.exists() or folder.is_symlink()) and not (replace and _is_model(folder)):
            raise WouldOverwriteError(path=folder, count=1)
        nearest = next(parent for parent in folder.absolute().parents if parent.exists())
        if not nearest.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(nearest, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise WriteError(path=folder, detail=reason(error)) from error


def strange_files(folder: Path, known: frozenset[str]) -> tuple[str, ...]:
    """The names of what lies in a model's folder beside the files of its kind; raises `ModelDamagedError`."""
    try:
        return tuple(sorted(path.name for path in folder.iterdir() if path.name not in known or path.is_dir()))
    except OSError as error:
        raise ModelDamagedError(path=folder, detail=reason(error)) from error


def _is_model(folder: Path) -> bool:
    """Whether a folder holds a model and nothing else, or nothing: replacing it then loses nothing but the model."""
    if not folder.is_dir():
        return False
    inside = list(folder.iterdir())
    names = {path.name for path in inside}
    return not names or (
        MANIFEST in names and names <= SECTIONED_FILES | CONTEXT_FILES and not any(path.is_dir() for path in inside)
    )


def model_files(model: CrfModel) -> dict[str, bytes]:
    """The files of a model folder by name; weights of zero and attributes without any other are left out."""
    kept = np.flatnonzero((model.weights != 0).any(axis=1))
    names = {number: name for name, number in model.attributes.items()}
    ordered = sorted((names[int(number)], int(number)) for number in kept)
    weights = model.weights[[number for _, number in ordered]]
    rows, columns = np.nonzero(weights != 0)  # NumPy looks through truths five times as fast as through numbers
    arrays: dict[str, NDArray[Any]] = {
        "rows": rows.astype("<u4"),
        "tags": columns.astype("<u1"),
        "weights": weights[rows, columns].astype("<f4"),
        "transitions": model.transitions.astype("<f4"),
    }
    files = {
        ATTRIBUTES: json.dumps([name for name, _ in ordered], separators=(",\n", ":")).encode(),
        RULES: json.dumps([rule.to_json() for rule in model.rules.rules], ensure_ascii=False, indent=1).encode(),
    }
    files |= {f"{array}.npy": _npy(arrays[array]) for array in ARRAYS}
    versions = {
        "format_version": FORMAT_VERSION,
        "features_version": FEATURES_VERSION,
        "gazetteers_sha256": default_gazetteers().sha256,
    }
    content = {
        "tags": list(model.tags),
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())},
    }
    return files | {MANIFEST: manifest_bytes(versions | model.manifest | versions | content)}


def manifest_bytes(manifest: Mapping[str, Any]) -> bytes:
    """The file `manifest.json`, with the hash of itself as its last field."""
    content = {key: value for key, value in manifest.items() if key != "manifest_sha256"}
    sealed = content | {"manifest_sha256": manifest_sha256(content)}
    return (json.dumps(sealed, ensure_ascii=False, indent=2) + "\n").encode()


def _npy(array: NDArray[Any]) -> bytes:
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    return out.getvalue()
