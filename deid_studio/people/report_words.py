"""Words of a report as patient fields are compared with them: folded, with case, cut where words are run together."""

from __future__ import annotations

from functools import cached_property, lru_cache

import regex

from deid_studio.people.folding import fold

# Soft hyphens belong to a word that they only divide on screen.
_CHUNK = regex.compile(r"\bM\.[ªa](?![\p{L}\p{M}])|[\p{L}\p{M}\p{N}\u00ad]+")
# `GarcíaNºCol`, `DRAlberto`, `Rivera28`, `28Rivera`: words run together; one digit among letters is a misread letter.
_SEAM = regex.compile(
    r"""(?<=\p{Ll}\p{M}*)(?=\p{Lu}) | (?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{3})
      | (?<=\p{L}\p{M}*)(?=\p{N}{2}) | (?<=\p{N}{2})(?=\p{L})""",
    regex.VERBOSE | regex.VERSION1,
)
_CACHED = 50_000
_KEPT = 4  # texts: a report that is searched again and again, and short ones between
# Longer than any name with all of its particles and surnames: sequences, keys, encoded data.
_LONGEST = 100


class ReportWords:
    """The words of one report: `starts` and `ends` in code points, `folded`, `capital` whether it begins with one.

    `chunks` are what was cut: (first word, last word, all of it folded).
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.folded: list[str] = []
        self.capital: list[bool] = []
        self.chunks: list[tuple[int, int, str]] = []
        # Asked for once: a report has thousands of words.
        keep_start, keep_end = self.starts.append, self.ends.append
        keep_folded, keep_capital = self.folded.append, self.capital.append
        end = 0
        for chunk in _CHUNK.findall(text):
            at = text.find(chunk, end)  # between chunks is nothing that one may begin with
            end = at + len(chunk)
            if len(chunk) > _LONGEST:
                continue
            pieces = _pieces(chunk)
            if len(pieces) > 1:
                first = len(self.starts)
                self.chunks.append((first, first + len(pieces) - 1, "".join(folded for _, folded, _ in pieces)))
            for length, folded, capital in pieces:
                keep_start(at)
                at += length
                keep_end(at)
                keep_folded(folded)
                keep_capital(capital)

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The places of each different word."""
        found: dict[str, list[int]] = {}
        for index, folded in enumerate(self.folded):
            found.setdefault(folded, []).append(index)
        return found

    def shouted(self, index: int) -> bool:
        """Whether a word of two letters or more is all in capitals."""
        start, end = self.starts[index], self.ends[index]
        return end - start > 1 and self.text[start:end].isupper()

    def gap(self, index: int) -> str:
        """What stands between a word and the next; empty after the last."""
        if index + 1 >= len(self.starts):
            return ""
        return self.text[self.ends[index] : self.starts[index + 1]]


@lru_cache(maxsize=_KEPT)
def words_of_report(text: str) -> ReportWords:
    """The words of a report that is searched again and again; those of the last ones are kept."""
    return ReportWords(text)


@lru_cache(maxsize=_CACHED)
def _pieces(chunk: str) -> tuple[tuple[int, str, bool], ...]:
    """The words of a chunk: length in code points, folded, whether it begins with a capital."""
    if "." in chunk:
        return ((len(chunk), "mª", True),)
    plain = chunk.isalpha() and (chunk.islower() or chunk[1:].islower() or chunk.isupper())
    parts = [chunk] if plain or chunk.isdigit() else [part for part in _SEAM.split(chunk) if part]
    return tuple((len(part), fold(part).replace("\u00ad", ""), part[0].isupper()) for part in parts)
