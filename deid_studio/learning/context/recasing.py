"""Recasing: reports as dictation and old systems write them, and with other names."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.learning.made.augment import joined, segments_of
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import meaning_in
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold

_WORD = re.compile(r"[^\W\d_]+")
_TITLED = frozenset((
    Kind.PERSON, Kind.RELATIVE, Kind.PLACE, Kind.STREET, Kind.CENTRE, Kind.INSTITUTION,
))  # fmt: skip
_NAMED = frozenset((Kind.PERSON, Kind.RELATIVE))
_NO_NAMES = frozenset(("particle", "kinship", "kinship_side", "age_word", "number_word", "title"))


def small(text: str) -> str:
    """In small letters, as many characters."""
    return "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)


def upper(text: str) -> str:
    """In capitals without accents but for Ñ, as many characters."""
    return "".join(map(_capital, text))


def _capital(sign: str) -> str:
    big = sign.upper()
    if len(big) != 1:
        return sign
    return big if big == "Ñ" else unicodedata.normalize("NFD", big)[0]


def recased(doc: Document, way: str, tagset: TagSet, chance: float, source: random.Random) -> Document:
    """A report in `small` letters, in capitals (`upper`), or with the share `chance` of its `names` in small ones."""
    if way != "names":
        return Document(doc.id, (small if way == "small" else upper)(doc.text), doc.spans)
    text = doc.text
    for span in doc.spans:
        if meaning_in(tagset, span.phi_class).kind in _TITLED and not span.gaps and source.random() < chance:
            text = text[: span.start] + small(text[span.start : span.end]) + text[span.end :]
    return Document(doc.id, text, doc.spans)


class NameSwapper:
    """Puts other names in the place of a report's names, each word's the same everywhere in it."""

    def __init__(self, first: Sequence[str], last: Sequence[str], index: GazetteerIndex, tagset: TagSet) -> None:
        self._first, self._last = first, last
        self._index = index
        self._tagset = tagset

    def swapped(self, doc: Document, source: random.Random) -> Document:
        """The report with other names."""
        table: dict[str, str] = {}

        def other(found: re.Match[str]) -> str:
            word = found.group()
            folded = fold(word)
            kinds = self._index.kinds(folded)
            if len(word) < 3 or not _NO_NAMES.isdisjoint(kinds) or not (word[0].isupper() or "first_name" in kinds):
                return word
            if folded not in table:
                pool = self._first if "first_name" in kinds else self._last
                name, end = source.choice(pool), source.choice(pool)
                if source.random() < 0.3:
                    name = name[: len(name) // 2] + end[len(end) // 2 :].lower()
                table[folded] = name
            return (
                table[folded].upper() if word.isupper() else small(table[folded]) if word.islower() else table[folded]
            )

        made = [
            (_WORD.sub(other, text) if phi_class and self._is_named(phi_class) else text, phi_class)
            for text, phi_class in segments_of(doc)
        ]
        return joined(doc.id, made)

    def _is_named(self, phi_class: str) -> bool:
        return meaning_in(self._tagset, phi_class).kind in _NAMED
