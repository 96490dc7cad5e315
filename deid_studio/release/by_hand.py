"""By hand: whether what a person typed as a surrogate can be one."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from deid_studio.model.document import Document
from deid_studio.people.folding import fold
from deid_studio.release.survivals import survivals

_LEAST = 4  # characters of a real value that must not even be a part


class Refusal(StrEnum):
    """Why a text cannot be a surrogate: nothing is left of it, it is more than a line, it is real, or keeps a word."""

    EMPTY = "empty"
    LINES = "lines"
    REAL = "real"
    KEEPS_WORD = "keeps-word"


def refusal(text: str, reports: Iterable[Document], name: str = "", kind: str = "") -> Refusal | None:
    """Why a text cannot be a surrogate in these reports of one scope; None when it can.

    It is real when it is, or holds as whole words, what stands in one of their spans, whatever its case, accents and
    signs. Of `name`, what it takes the place of, and its class's kind, no word must stay but what says in general what
    it is (`Calle`, `Hospital`): the release would not take it (`survivals`).
    """
    words = _words(text)
    if not words.strip():
        return Refusal.EMPTY
    if any(not c.isprintable() for c in text):
        return Refusal.LINES
    bare = words.replace(" ", "")
    for doc in reports:
        for span in doc.spans:
            real = _words(span.text(doc.text))
            own = real.replace(" ", "")
            if own and (own == bare or (len(own) >= _LEAST and real in words)):
                return Refusal.REAL
    return Refusal.KEEPS_WORD if survivals(name, text, kind) else None


def _words(text: str) -> str:
    """The folded words of a text, each between single blanks."""
    letters = "".join(c if c.isalnum() else " " for c in fold(text))
    return f" {' '.join(letters.split())} "
