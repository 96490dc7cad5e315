"""Vocabulary: words of everyday and clinical Spanish, which are no names unless their place says so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from deid_studio import paths
from deid_studio.errors import ResourceError


class Vocabulary:
    """Folded words; a plural of one that it holds is one too (`Iglesias`, `Flores`)."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)

    def __contains__(self, folded: object) -> bool:
        words = self._words
        if folded in words:
            return True
        if not isinstance(folded, str) or not folded.endswith("s") or len(folded) < 5:
            return False
        return folded[:-1] in words or (folded.endswith("es") and folded[:-2] in words)

    def holds_any(self, folded: Collection[str]) -> bool:
        """Whether it holds one of some words."""
        return not self._words.isdisjoint(folded) or any(word in self for word in folded if word[-1:] == "s")

    @property
    def words(self) -> frozenset[str]:
        """The words that are listed."""
        return self._words

    def lists(self, folded: str) -> bool:
        """Whether a word itself is listed, its plural not counted."""
        return folded in self._words

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def read_vocabulary(folder: Path) -> Vocabulary:
    """The vocabulary in the lists (`*.txt`, UTF-8, a folded word a line) of a folder; raises `ResourceError`."""
    words: set[str] = set()
    for path in sorted(folder.glob("*.txt")):
        try:
            words.update(path.read_text(encoding="utf-8").split())
        except (OSError, UnicodeDecodeError) as error:
            raise ResourceError(path=path, detail=str(error)) from error
    return Vocabulary(words)


@cache
def default_vocabulary() -> Vocabulary:
    """The vocabulary that is shipped."""
    return read_vocabulary(paths.resources() / "vocabulary")
