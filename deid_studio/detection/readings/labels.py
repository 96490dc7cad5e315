"""Labels: fields of a dictated header, which has no colons, with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from deid_studio.detection.readings.reading import Edit
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

_WORD = regex.compile(r"[^\s]+")
_Place = tuple[str, int, int]
_MOST = 4
# A sentence begins with these as well.
_SENTENCE = frozenset(
    "paciente patient name visita padre madre hijo hija hijos esposo esposa via calle familiar id alta".split()
)
_LABELS = (
    frozenset(("edad", "sexo", *(name for names in word_lists("columns").table("fields").values() for name in names)))
    - _SENTENCE
)


def labelled(text: str, start: int, end: int) -> Iterator[Edit]:
    """The blanks behind the labels of a line without colons, each with a colon before it."""
    if ":" in text[start:end]:
        return
    words = [(word.group(), *word.span()) for word in _WORD.finditer(text, start, end)]
    i = 0
    while i < len(words):
        count = _of_label(words, i) if _begins(text, words, i) else 0
        if count and not (_begins(text, words, i + count) and _of_label(words, i + count)):
            yield Edit(words[i + count - 1][2], words[i + count][1], ": ")
        i += count or 1


def _begins(text: str, words: Sequence[_Place], i: int) -> bool:
    """Whether a word begins a line or a column."""
    between = text[words[i - 1][2] : words[i][1]] if i else "\t"
    return len(between) > 1 or between == "\t"


def _of_label(words: Sequence[_Place], i: int) -> int:
    """How many words from one on are a label behind which something stands; 0 where none is."""
    name, found = "", 0
    for at in range(i, min(i + _MOST, len(words) - 1)):
        if at > i and words[at][1] - words[at - 1][2] > 1:
            break
        name += fold(words[at][0]).strip("ºª°.")
        found = at - i + 1 if name in _LABELS else found
    return found
