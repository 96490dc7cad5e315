"""Affixes: a blank-free chunk split into words as spaCy's blank Spanish tokenizer does, without loading spaCy.

Source: spaCy (MIT), `spacy/tokenizer.pyx`; packaging/build_tokenizer.py wrote down its expressions and exceptions.
spaCy takes half a second to load, and what it does with a chunk is this.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby

from deid_studio import paths
from deid_studio.detection.kept_expressions import kept_expressions
from deid_studio.errors import ResourceError


class Affixes:
    """Splits chunks; safe to share between threads."""

    def __init__(self) -> None:
        path = paths.resources() / "tokenizer" / "spanish.json"
        try:
            told = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise ResourceError(path=path, detail=str(error)) from error
        compiled = kept_expressions().compiled
        self._prefix, self._suffix, self._infix, self._whole = (
            compiled(told[name], 0) for name in ("prefix", "suffix", "infix", "whole")
        )
        self.exceptions: dict[str, list[str]] = told["exceptions"]
        self._inside = {tuple(words) for words in told["inside"]}
        self._longest = max(map(len, self._inside))

    def split(self, chunk: str) -> list[str]:
        """The words of a chunk; one behind the other they are the chunk."""
        words: list[str] = []
        # Blanks to spaCy are more than to us: a chunk may hold some.
        for _, signs in groupby(chunk, str.isspace):
            words += self._parted("".join(signs))
        return self._with_exceptions(words)

    def _parted(self, chunk: str) -> list[str]:
        exceptions = self.exceptions
        if chunk in exceptions:
            return exceptions[chunk]
        before: list[str] = []
        after: list[str] = []
        size = -1
        while chunk and len(chunk) != size and chunk not in exceptions:
            if chunk.isalpha():  # letters alone are one word, and most that is left of a chunk is just that
                return [*before, chunk, *reversed(after)]
            size = len(chunk)
            found = self._prefix.search(chunk)
            left = found.end() - found.start() if found else 0
            if left and chunk[left:] in exceptions:
                before.append(chunk[:left])
                chunk = chunk[left:]
                break
            found = self._suffix.search(chunk[left:])
            right = found.end() - found.start() if found else 0
            if right and chunk[:-right] in exceptions:
                after.append(chunk[-right:])
                chunk = chunk[:-right]
                break
            if left:
                before.append(chunk[:left])
            if right and (not left or left + right <= len(chunk)):
                after.append(chunk[len(chunk) - right :])
                chunk = chunk[left : len(chunk) - right]
            else:
                chunk = chunk[left:]
        return [*before, *self._middle(chunk), *reversed(after)]

    def _middle(self, chunk: str) -> list[str]:
        """What is left between prefixes and suffixes, split at infixes."""
        if not chunk:
            return []
        if chunk in self.exceptions:
            return self.exceptions[chunk]
        if self._whole.match(chunk):
            return [chunk]
        words: list[str] = []
        at = 0
        for found in self._infix.finditer(chunk):
            start, end = found.span()
            if start == 0:
                continue
            if start != at:
                words.append(chunk[at:start])
            if start != end:
                words.append(chunk[start:end])
            at = end
        return [*words, chunk[at:]] if at < len(chunk) else words

    def _with_exceptions(self, words: list[str]) -> list[str]:
        """The words with those that together are an exception put together: the longest, then the first."""
        found = [
            (size, start)
            for size in range(min(self._longest, len(words)), 0, -1)
            for start in range(len(words) - size + 1)
            if tuple(words[start : start + size]) in self._inside
        ]
        if not found:
            return words
        taken: set[int] = set()
        at: dict[int, int] = {}
        for size, start in found:
            if start not in taken and start + size - 1 not in taken:
                at[start] = size
            taken.update(range(start, start + size))
        return list(self._joined(words, at))

    def _joined(self, words: Sequence[str], at: dict[int, int]) -> list[str]:
        joined: list[str] = []
        place = 0
        while place < len(words):
            size = at.get(place, 1)
            together = words[place : place + size]
            joined += self.exceptions.get("".join(together), together) if place in at else together
            place += size
        return joined
