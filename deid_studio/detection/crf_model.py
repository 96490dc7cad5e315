"""CrfModel: the weights, tags and rules of a trained model, read from its folder with every byte checked.

Who detects by the kernel takes it as it is stored (`StoredCrf`): a twentieth of all weights are not zero.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deid_studio import paths
from deid_studio.detection.features import FEATURES_VERSION
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRule, InducedRules
from deid_studio.detection.model_arrays import array, check_weights
from deid_studio.detection.model_files import (
    check_manifest,
    check_tags,
    checked,
    damaged,
    manifest_of,
    misfit,
    other_gazetteers,
    reading,
)
from deid_studio.detection.signed_layouts import LAYOUTS
from deid_studio.texts import Text

FORMAT_VERSION = 2
ATTRIBUTES = "attributes.json"
RULES = "rules.json"
_FORMS = {"rows": ("<u4", 1), "tags": ("<u1", 1), "weights": ("<f4", 1), "transitions": ("<f4", 2)}  # of each array
ARRAYS = tuple(_FORMS)


@dataclass(frozen=True, slots=True)
class CrfFrame:
    """What a linear-chain CRF is beside its weights: `transitions` is `(tag before, tag)`, float32."""

    tags: tuple[str, ...]
    transitions: NDArray[np.float32]
    rules: InducedRules
    manifest: dict[str, Any]

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the manifest, which holds those of the model's files."""
        return str(self.manifest.get("manifest_sha256", ""))

    @property
    def frame(self) -> CrfFrame:
        """The model without its weights, which are most of it."""
        return CrfFrame(self.tags, self.transitions, self.rules, self.manifest)


@dataclass(frozen=True, slots=True)
class CrfModel(CrfFrame):
    """A linear-chain CRF: `weights` is `(attributes, tags)`, float32."""

    attributes: dict[str, int]
    weights: NDArray[np.float32]

    @property
    def whole(self) -> CrfModel:
        """This."""
        return self

    @property
    def stored(self) -> StoredCrf:
        """The model as it is stored."""
        names = sorted(self.attributes, key=self.attributes.__getitem__)
        # NumPy looks through truths five times as fast as through numbers.
        places = np.flatnonzero(self.weights != 0)
        rows, columns = np.divmod(places, len(self.tags))
        frame = self.tags, self.transitions, self.rules, self.manifest
        return StoredCrf(*frame, names, rows, columns.astype(np.uint16), self.weights.ravel()[places])


@dataclass(frozen=True, slots=True)
class StoredCrf(CrfFrame):
    """The same as it is stored: `names` are the attributes, and each weight that is not zero has its attribute and tag.

    Attributes, and the tags of each, are in ascending order.
    """

    names: list[str]
    rows: NDArray[np.integer[Any]]
    columns: NDArray[np.uint16]
    values: NDArray[np.float32]

    @property
    def whole(self) -> CrfModel:
        """The model with all its weights."""
        weights = np.zeros((len(self.names), len(self.tags)), dtype=np.float32)
        weights[self.rows, self.columns] = self.values
        attributes = dict(zip(self.names, range(len(self.names)), strict=True))
        return CrfModel(self.tags, self.transitions, self.rules, self.manifest, attributes, weights)

    @property
    def stored(self) -> StoredCrf:
        """This."""
        return self


def read_model(folder: Path) -> CrfModel:
    """The model in a folder; raises what `read_stored` raises."""
    return read_stored(folder).whole


def read_stored(folder: Path) -> StoredCrf:
    """The model in a folder, as it is stored.

    Raises `ModelMissingError` when there is none, `ModelDamagedError` when a file is missing or is not what was
    written, or the model was trained by another version of the program or with other gazetteers.
    """
    with reading(folder):
        return _read(folder, manifest_of(folder))


def _read(folder: Path, manifest: dict[str, Any]) -> StoredCrf:
    _check_manifest(folder, manifest)
    files = manifest["files"]
    content = {name: checked(folder, name, files[name]) for name in (ATTRIBUTES, RULES, *map("{}.npy".format, ARRAYS))}
    rows, columns, values, transitions = (array(folder, content[f"{name}.npy"], _FORMS[name]) for name in ARRAYS)
    tags = tuple(manifest["tags"])
    names = json.loads(content[ATTRIBUTES])
    size, count = len(names), len(tags)
    if transitions.shape != (count, count) or not rows.shape == columns.shape == values.shape:
        raise misfit(folder)
    if rows.size and (rows.min() < 0 or rows.max() >= size or columns.min() < 0 or columns.max() >= count):
        raise damaged(folder, Text("its weights point outside its tables"))
    check_weights(folder, values)
    check_weights(folder, transitions)
    if not isinstance(names, list) or not set(map(type, names)) <= {str}:
        raise TypeError(ATTRIBUTES)
    if len(set(names)) != size:
        raise damaged(folder, Text("an attribute occurs twice"))
    # What a user's own reports gave is kept nowhere but in the model.
    shipped = folder.is_relative_to(paths.resources())
    rules = InducedRules((InducedRule(**fields) for fields in json.loads(content[RULES])), shipped)
    read = StoredCrf(
        tags, transitions.astype(np.float32), rules, manifest, names, rows, columns.astype(np.uint16), values
    )
    places = rows.astype(np.int64) * count + columns
    return read if (np.diff(places) > 0).all() else read.whole.stored


def _check_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    check_manifest(folder, manifest, "format_version", FORMAT_VERSION)
    # Other features or gazetteers would silently give other suggestions than the model's figures stand for.
    if manifest["features_version"] != FEATURES_VERSION:
        raise damaged(folder, Text("it was trained with the features of another version of the program"))
    if manifest["gazetteers_sha256"] != default_gazetteers().sha256:
        raise other_gazetteers(folder)
    if not isinstance(manifest.get("adapted", []), list):
        raise TypeError("adapted")
    layouts = manifest.get(LAYOUTS, [])
    if not isinstance(layouts, list) or not all(isinstance(mark, str) for mark in layouts):
        raise TypeError(LAYOUTS)
    check_tags(folder, manifest["tags"], manifest["tag_set"]["classes"])
