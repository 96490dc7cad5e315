"""Spelling: how many slips of the pen, the keyboard or a scanner lie between a field's text and a word.

Source of the approach: "Automated Anonymization as Spelling Variant Detection" (minimum edit distance over the fields
of a patient's record, with expressions for the rest).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from rapidfuzz.distance import DamerauLevenshtein
from rapidfuzz.process import cdist

from deid_studio.people.deletions import candidates

_SHORT = 4
_LONG = 8
_CACHED = 50_000
_FEW = 200_000  # pairs that are compared sooner than an index of them is made
# What a scanner or a hasty eye takes for another letter: one slip each, however many letters it changes.
_LOOKALIKES = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u"))
_LOOKALIKE_LETTERS = str.maketrans("01i|58234", "olllsbzea")
_LOOKALIKE_DIGITS = str.maketrans("OQDILSBZG|", "0001158261")


def allowed_edits(length: int) -> int:
    """How many edits a name of that many letters may be away: none below 4, one below 8, then two."""
    return 0 if length < _SHORT else 1 if length < _LONG else 2


@lru_cache(maxsize=_CACHED)
def letter_skeleton(folded: str) -> str:
    """The folded word with look-alikes made one (`rn` and `m`, `0` and `o`, `1`, `i` and `l`)."""
    for written, read in _LOOKALIKES:
        if written in folded:
            folded = folded.replace(written, read)
    return folded.translate(_LOOKALIKE_LETTERS)


def digit_skeleton(number: str) -> str:
    """Letters and digits of a number in capitals, look-alike letters turned into digits (`O` into `0`)."""
    return number.upper().translate(_LOOKALIKE_DIGITS)


def near(wanted: Sequence[str], words: Sequence[str], allowed: Sequence[int]) -> list[tuple[int, int, int]]:
    """Pairs of what is near each other: (index in `wanted`, index in `words`, edits).

    An edit inserts, deletes or replaces a letter or swaps two neighbours (Damerau and Levenshtein); `allowed` holds
    the most for each wanted text.
    """
    if not wanted or not words:
        return []
    if len(wanted) * len(words) <= _FEW:
        return _compared(wanted, words, allowed)
    found: list[tuple[int, int, int]] = []
    for most in set(allowed):
        own = [at for at, edits in enumerate(allowed) if edits == most]
        for rows, columns in candidates([wanted[at] for at in own], words, most):
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
                edits = DamerauLevenshtein.distance(wanted[own[row]], words[column], score_cutoff=most)
                if edits <= most:
                    found.append((own[row], column, edits))
    return sorted(found)


def _compared(wanted: Sequence[str], words: Sequence[str], allowed: Sequence[int]) -> list[tuple[int, int, int]]:
    """The same, each compared with each."""
    distances = cdist(wanted, words, scorer=DamerauLevenshtein.distance, score_cutoff=max(allowed), dtype=np.uint8)
    rows, columns = np.nonzero(distances <= np.asarray(allowed, dtype=np.uint8)[:, None])
    return [
        (row, column, int(distances[row, column])) for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]


def near_words(wanted: Sequence[str], words: Sequence[str]) -> list[tuple[int, int, int]]:
    """The same for folded names and words, where a confusion of look-alikes is one edit whatever it changes."""
    allowed = [allowed_edits(len(name)) for name in wanted]
    best: dict[tuple[int, int], int] = {(name, word): edits for name, word, edits in near(wanted, words, allowed)}
    shapes = [letter_skeleton(name) for name in wanted]
    # One edit less than allowed, since the confusion itself is one; a short name may only be misread as digits.
    rest = [max(edits - 1, 0) for edits in allowed]
    for name, word, edits in near(shapes, [letter_skeleton(word) for word in words], rest):
        if words[word] == wanted[name]:
            continue
        if not allowed[name] and words[word].isalpha():
            continue
        if edits + 1 < best.get((name, word), 9):
            best[name, word] = edits + 1
    return [(name, word, edits) for (name, word), edits in best.items()]
