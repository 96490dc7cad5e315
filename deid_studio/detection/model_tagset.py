"""The tag set of a trained model, as its manifest tells it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from deid_studio.detection.suggester import DETECTED
from deid_studio.model.tagset import PhiClass, TagSet, shipped_names, shipped_tagset
from deid_studio.plain_files import plain_bytes


def tag_set_entry(tagset: TagSet) -> dict[str, Any]:
    """What a manifest says of a tag set: its name, version and classes, and what each class means."""
    return {
        "name": tagset.name,
        "version": tagset.version,
        "classes": [one.name for one in tagset],
        "meanings": {one.name: [one.kind, one.role, one.subkind] for one in tagset},
    }


def tagset_of(model: Path) -> TagSet:
    """The tag set of the model in a folder; that of the detectors where it cannot be read.

    What is wrong with a model is told where it is loaded.
    """
    try:
        return tagset_from(json.loads(plain_bytes(model / "manifest.json"))["tag_set"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return shipped_tagset(DETECTED)


def tagset_from(entry: Mapping[str, Any]) -> TagSet:
    """The tag set that a manifest's entry says; of classes whose meaning it does not say, what the shipped tag set of
    its name does. Raises what reading a wrong entry does."""
    known = _known(str(entry["name"]))
    meanings = entry.get("meanings", {})
    classes = tuple(_class(str(name), meanings, known) for name in entry["classes"])
    return TagSet(str(entry["name"]), str(entry["version"]), classes)


def _known(name: str) -> Mapping[str, PhiClass]:
    return {one.name: one for one in shipped_tagset(name)} if name in shipped_names() else {}


def _class(name: str, meanings: Mapping[str, Iterable[str]], known: Mapping[str, PhiClass]) -> PhiClass:
    if name in meanings:
        kind, role, subkind = map(str, meanings[name])
        return PhiClass(name, {}, kind=kind, role=role, subkind=subkind)
    return known.get(name, PhiClass(name, {}).as_named())
