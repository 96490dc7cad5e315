"""FlatLines: the tokens of a report's lines one behind the other, for what is reckoned of all of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.tokens import TokenLine

LINE_END = "\n"


@dataclass(frozen=True, slots=True)
class FlatLines:
    """A place for each token and, behind those of a line, one that is its end: no rule has to ask where lines end.

    `words` (`LINE_END` for the end of a line); `bounds` `(places, 2)` has where a token begins and ends, or -1; `gaps`
    what is between a token and the one before: 1 for the first of a line, less than 0 for the end of one. Of each line,
    `begins` has the place of its first token and `sizes` the number of its places.
    """

    words: list[str]
    bounds: NDArray[np.int64]
    gaps: NDArray[np.int64]
    begins: NDArray[np.intp]
    sizes: NDArray[np.intp]


def flattened(lines: Sequence[TokenLine]) -> FlatLines:
    """Lines, of which none is empty, one behind the other."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for line in lines:
        words += line.words
        starts += line.starts
        ends += line.ends
        words.append(LINE_END)
        starts.append(-1)
        ends.append(-1)
    bounds = np.fromiter(chain(starts, ends), dtype=np.int64, count=2 * len(words)).reshape(2, -1)
    sizes = np.array([len(line) + 1 for line in lines], dtype=np.intp)
    begins = np.cumsum(sizes) - sizes
    gaps = bounds[0].copy()
    gaps[1:] -= bounds[1, :-1]
    gaps[begins] = 1
    return FlatLines(words, bounds.T, gaps, begins, sizes)
