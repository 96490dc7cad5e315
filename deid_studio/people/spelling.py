"""Spelling: how many slips of the pen, the keyboard or a scanner lie between a field's text and a word.

Source of the approach: "Automated Anonymization as Spelling Variant Detection" (minimum edit distance over the fields
of a patient's record, with expressions for the rest).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import DamerauLevenshtein

from deid_studio.kernel.compiled import native
from deid_studio.people.deletions import candidates
from deid_studio.people.sign_table import SignTable

_SHORT = 4
_LONG = 8
_VERY_FEW = 64  # pairs that are all compared
_FEW = 200_000  # pairs that are looked through sooner than an index of them is made
_MOST_EDITS = 2  # that the kernel counts
_MOST_LETTERS = 10_000  # beyond which texts are taken to be equally long
_BETWEEN = " "  # texts that are looked at together; a sign without a bit of its own
# What a scanner or a hasty eye takes for another letter: one slip each, however many letters it changes.
_LOOKALIKES = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u"))
_LOOKALIKE_LETTERS = SignTable(str.maketrans("01i|58234", "olllsbzea"))
_LOOKALIKE_DIGITS = SignTable(str.maketrans("OQDILSBZG|", "0001158261"))


def allowed_edits(length: int) -> int:
    """How many edits a name of that many letters may be away: none below 4, one below 8, then two."""
    return 0 if length < _SHORT else 1 if length < _LONG else 2


def letter_skeleton(folded: str) -> str:
    """The folded word with look-alikes made one (`rn` and `m`, `0` and `o`, `1`, `i` and `l`)."""
    for written, read in _LOOKALIKES:
        if written in folded:
            folded = folded.replace(written, read)
    return _LOOKALIKE_LETTERS.of(folded)


def _letter_skeletons(words: Sequence[str]) -> list[str]:
    """The same of many words, of which hardly ever one holds the sign that is put between them."""
    together = letter_skeleton("\n".join(words)).split("\n")
    return together if len(together) == len(words) else list(map(letter_skeleton, words))


def digit_skeleton(number: str) -> str:
    """Letters and digits of a number in capitals, look-alike letters turned into digits (`O` into `0`)."""
    return _LOOKALIKE_DIGITS.of(number.upper())


def digit_skeletons(numbers: Sequence[str]) -> list[str]:
    """The same of many numbers of letters and digits."""
    return digit_skeleton("\n".join(numbers)).split("\n") if numbers else []


def near(wanted: Sequence[str], words: Sequence[str], allowed: Sequence[int]) -> list[tuple[int, int, int]]:
    """Pairs of what is near each other: (index in `wanted`, index in `words`, edits).

    An edit inserts, deletes or replaces a letter or swaps two neighbours (Damerau and Levenshtein); `allowed` holds
    the most for each wanted text.
    """
    if native is not None and len(wanted) * len(words) <= _FEW and max(allowed, default=0) <= _MOST_EDITS:
        found: list[tuple[int, int, int]] = native.near(list(wanted), list(words), list(allowed))
        return found
    return near_by_python(wanted, words, allowed)


def near_by_python(wanted: Sequence[str], words: Sequence[str], allowed: Sequence[int]) -> list[tuple[int, int, int]]:
    """The same in Python, of very many without comparing each with each."""
    if not wanted or not words:
        return []
    pairs = len(wanted) * len(words)
    if pairs <= _VERY_FEW:
        return _compared(wanted, words, allowed, product(range(len(wanted)), range(len(words))))
    if pairs <= _FEW:
        return _compared(wanted, words, allowed, _alike(wanted, words, allowed))
    found: list[tuple[int, int, int]] = []
    for most in set(allowed):
        own = [at for at, edits in enumerate(allowed) if edits == most]
        for rows, columns in candidates([wanted[at] for at in own], words, most):
            at_own = ((own[row], column) for row, column in zip(rows.tolist(), columns.tolist(), strict=True))
            found += _compared(wanted, words, allowed, at_own)
    return sorted(found)


def _compared(
    wanted: Sequence[str], words: Sequence[str], allowed: Sequence[int], pairs: Iterable[tuple[int, int]]
) -> list[tuple[int, int, int]]:
    """Those of some pairs that are near each other."""
    found: list[tuple[int, int, int]] = []
    for row, column in pairs:
        edits = DamerauLevenshtein.distance(wanted[row], words[column], score_cutoff=allowed[row])
        if edits <= allowed[row]:
            found.append((row, column, edits))
    return found


def _alike(wanted: Sequence[str], words: Sequence[str], allowed: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pairs that are about as long and have about the same letters, among which are all that are near.

    An edit puts in a letter and takes another one out, or one of both, which tells on the length too.
    """
    most = np.array(allowed, dtype=np.int16)[:, np.newaxis]
    own_sizes, own_letters = _sizes_and_letters(wanted)
    sizes, letters = _sizes_and_letters(words)
    apart = np.abs(own_sizes[:, np.newaxis] - sizes)
    differing = _count(own_letters[:, np.newaxis] ^ letters)
    rows, columns = np.nonzero((apart <= most) & (differing <= 2 * most - apart))
    return zip(rows.tolist(), columns.tolist(), strict=True)


def _sizes_and_letters(texts: Sequence[str]) -> tuple[NDArray[np.int16], NDArray[np.uint32]]:
    """How long texts are, as far as numbers of this size go, and which letters each has, as bits; those of other
    alphabets and figures share them."""
    sizes = np.fromiter(map(len, texts), np.intp, len(texts))
    codes = np.frombuffer(_BETWEEN.join((*texts, "")).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    begins = np.cumsum(sizes + 1) - sizes - 1
    letters = np.bitwise_or.reduceat(np.uint32(1) << (codes & 31), begins)
    return np.minimum(sizes, _MOST_LETTERS).astype(np.int16), letters & ~np.uint32(1)  # without what is between


def _added_up(bits: NDArray[Any]) -> NDArray[Any]:
    """How many bits are set, added up side by side: what NumPy has a function for from its version 2 on."""
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    bits = bits + (bits >> 8)
    counts: NDArray[Any] = (bits + (bits >> 16)) & 0x3F
    return counts


_count: Callable[[NDArray[Any]], NDArray[Any]] = getattr(np, "bitwise_count", _added_up)


def near_words(wanted: Sequence[str], words: Sequence[str]) -> list[tuple[int, int, int]]:
    """The same for folded names and words, where a confusion of look-alikes is one edit whatever it changes."""
    allowed = [allowed_edits(len(name)) for name in wanted]
    if native is not None and len(wanted) * len(words) <= _FEW:
        found: list[tuple[int, int, int]] = native.near_words(list(wanted), list(words), allowed)
        return found
    return near_words_by_python(wanted, words, allowed)


def near_words_by_python(
    wanted: Sequence[str], words: Sequence[str], allowed: Sequence[int]
) -> list[tuple[int, int, int]]:
    """The same in Python."""
    first = near_by_python(wanted, words, allowed)
    best = {(name, word): edits for name, word, edits in first}
    shapes = _letter_skeletons(wanted)
    # One edit less than allowed, since the confusion itself is one; a short name may only be misread as digits.
    rest = [max(edits - 1, 0) for edits in allowed]
    for name, word, edits in near_by_python(shapes, _letter_skeletons(words), rest):
        if words[word] == wanted[name]:
            continue
        if not allowed[name] and words[word].isalpha():
            continue
        if edits + 1 < best.get((name, word), 9):
            best[name, word] = edits + 1
    return [(name, word, edits) for (name, word), edits in best.items()]
