"""Model arrays: the numbers in a model's folder, read with every one checked (`model_files` reads all else)."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.model_files import damaged, misfit, unreadable
from deid_studio.texts import Text

_LARGEST_WEIGHT = 100.0  # ten times the largest that training ever gave; probabilities overflow from 300 on


def array(folder: Path, raw: bytes, form: tuple[str, int]) -> NDArray[Any]:
    """The array in a file, of the form in which it is written: type of its numbers, and how many axes."""
    try:
        found: NDArray[Any] = np.load(io.BytesIO(raw), allow_pickle=False)
        fits = found.dtype == form[0] and found.ndim == form[1]
    except Exception as error:  # NumPy reads the head as Python's words: much can be wrong there
        raise unreadable(folder, error) from error
    if not fits:
        raise misfit(folder)
    return found


def check_weights(folder: Path, weights: NDArray[Any]) -> None:
    """Raise `ModelDamagedError` when weights are no numbers, or none that training gives."""
    least, largest = weights.min(initial=0.0), weights.max(initial=0.0)  # either is NaN where one is
    if not (np.isfinite(least) and np.isfinite(largest)):
        raise damaged(folder, Text("it holds weights that are not numbers"))
    if max(-least, largest) > _LARGEST_WEIGHT:
        raise damaged(folder, Text("it holds impossible weights"))
