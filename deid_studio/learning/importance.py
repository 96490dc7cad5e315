"""Importance: how much the reports that a model was trained on say of each of its weights.

The diagonal of the Fisher information at the model's weights (elastic weight consolidation, Kirkpatrick et al. 2017):
learning more, a weight that those reports are sure of is held where it is, all others are free. It is a number for each
weight that the model shows anyway, coarsely rounded, and holds no word of its reports.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.linear_chain import posterior
from deid_studio.detection.model_files import MANIFEST
from deid_studio.detection.word_features import Words
from deid_studio.errors import ModelDamagedError
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.learning.encode import Encoded, Encoder
from deid_studio.model.document import Document
from deid_studio.progress import Progress
from deid_studio.texts import Text

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

IMPORTANCE = "importance.npz"
_LEAST = 0.02  # what is less is nothing
_STEPS = 2  # into which a doubling is divided
_AT_ONCE = 20
_LARGEST_FILE_MB = 16.0
_LARGEST_UNPACKED = 100_000_000


def importance_of(
    model: CrfModel, documents: Sequence[Document], progress: Progress | None = None
) -> NDArray[np.float32]:
    """How much `documents` say of each weight of a model, `(attributes, tags)`."""
    encoder = Encoder(Words(default_gazetteers()), model.rules, model.attributes)
    total = np.zeros(model.weights.shape)
    for first in (progress or Progress()).each(range(0, len(documents), _AT_ONCE), what="importance"):
        total += _of_some(model, encoder.encode(documents[first : first + _AT_ONCE], Progress()))
    return np.where(total < _LEAST, 0, total).astype(np.float32)


def _of_some(model: CrfModel, encoded: Encoded) -> NDArray[np.float64]:
    lengths = list(map(len, encoded.tags))
    if not lengths:
        return np.zeros(model.weights.shape)
    known = occurrences(encoded, np.arange(len(model.weights)))
    chances = posterior(np.asarray(known @ model.weights), lengths, model.transitions).probabilities()
    return np.asarray(known.T @ (chances * (1 - chances)))


def occurrences(encoded: Encoded, columns: NDArray[np.int64]) -> csr_matrix:
    """Which tokens of sequences have which attributes, `(tokens, columns)`: `columns` tells the one of an attribute by
    its number, -1 or none for attributes that do not matter."""
    from scipy.sparse import csr_matrix  # takes a moment to load: only where something is learned

    places = np.concatenate(encoded.numbers)
    per_token = np.concatenate([np.diff(bounds) for bounds in encoded.bounds])
    token_of = np.repeat(np.arange(len(per_token)), per_token)
    inside = places < len(columns)
    token_of, found = token_of[inside], columns[places[inside]]
    present = found >= 0
    shape = len(per_token), int(columns.max(initial=-1)) + 1
    return csr_matrix((np.ones(int(present.sum()), np.float32), (token_of[present], found[present])), shape=shape)


def write_importance(folder: Path, model: CrfModel, importance: NDArray[np.float32]) -> None:
    """Put the importance of the weights of the model in a folder, as it was read there, beside it; the same importance
    gives the same bytes. Raises `WriteError`."""
    steps = np.log2(np.maximum(importance, _LEAST) / _LEAST) * _STEPS
    rows, columns = np.nonzero(importance != 0)
    out = io.BytesIO()
    np.savez_compressed(
        out,
        rows=rows.astype("<u4"),
        tags=columns.astype("<u1"),
        steps=np.round(steps[rows, columns]).astype("<u1"),
        model=np.frombuffer(model.fingerprint.encode(), dtype="<u1"),
    )
    write_file(folder / IMPORTANCE, out.getvalue(), like=folder / MANIFEST)


def read_importance(folder: Path, model: CrfModel) -> NDArray[np.float32] | None:
    """The importance of the weights of the model in a folder, `(attributes, tags)`; None where nobody counted it.

    Raises `ModelDamagedError` when the file is not one of this model.
    """
    raw = read_bytes_if_any(folder / IMPORTANCE, _LARGEST_FILE_MB)
    if raw is None:
        return None
    found = np.zeros(model.weights.shape, dtype=np.float32)
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:  # what is packed small may be huge
            if sum(one.file_size for one in archive.infolist()) > _LARGEST_UNPACKED:
                raise _damaged(folder)
        with np.load(io.BytesIO(raw), allow_pickle=False) as file:
            fits = bytes(file["model"]).decode() == model.fingerprint
            found[file["rows"], file["tags"]] = _LEAST * np.exp2(file["steps"] / np.float32(_STEPS))
    except Exception as error:  # NumPy reads heads as Python's words: much can be wrong there
        raise _damaged(folder) from error
    if not fits:
        raise _damaged(folder)
    return found


def _damaged(folder: Path) -> ModelDamagedError:
    return ModelDamagedError(path=folder, detail=Text("{name} is not the file that was written", name=IMPORTANCE))
