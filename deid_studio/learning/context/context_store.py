"""Context model folders: written so that the same model gives the same bytes, and appears whole or not at all."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import numpy as np

from deid_studio.detection.context.context_model import (
    CONTEXT_FORMAT,
    WEIGHTS,
    WORDS,
    ContextModel,
    forms,
)
from deid_studio.detection.model_files import MANIFEST
from deid_studio.formats.files import write_file
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.learning.model_writing import CARD, manifest_bytes


def write_context_model(model: ContextModel, folder: Path, card: str = "") -> None:
    """Write a model folder; whether it may be replaced was asked before (`refuse_to_replace`).

    Raises `WriteError` when the disk refuses; what was there is intact then.
    """
    content = context_files(model) | ({CARD: card.encode("utf-8")} if card else {})
    with whole_folder(folder) as fresh:
        for name, data in content.items():
            write_file(fresh / name, data)


def context_files(model: ContextModel) -> dict[str, bytes]:
    """The files of a model folder by name; weights are kept in half precision."""
    width = len(model.weights["gain"])
    order = forms(len(model.words), len(model.weights["marks"]), len(model.tags), width)
    flat = np.concatenate([model.weights[name].ravel() for name in order]).astype("<f2")
    out = io.BytesIO()
    np.save(out, flat, allow_pickle=False)
    files = {
        WORDS: (json.dumps(list(model.words), ensure_ascii=False, separators=(",\n", ":")) + "\n").encode(),
        WEIGHTS: out.getvalue(),
    }
    content = {
        "context_format": CONTEXT_FORMAT,
        "tags": list(model.tags),
        "width": width,
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())},
    }
    return files | {MANIFEST: manifest_bytes({**model.manifest, **content})}
