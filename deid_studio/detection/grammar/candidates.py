"""Candidates: names gathered from the report itself, to be searched in the rest of it by their munged variants.

Source: Sánchez-León (IberLEF 2019), section 3: the core of entities is complemented with the candidates of the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import regex

from deid_studio.detection.grammar.lists import ScannedLists
from deid_studio.detection.grammar.searching import ListPlace
from deid_studio.people.folded_text import FoldedText, fold_line

_LEAST_LENGTH = 4
_MOST_CANDIDATES = 200
# How the entries of a list are munged, by the end of its name.
_FORMS = {"person": "person", "hospital": "bare-hospital"}
_WORD = regex.compile(r"\p{L}[\p{L}'-]+")


class Candidates:
    """The candidates of one report by list; `common` are folded words that never stand for a name by themselves."""

    def __init__(self, common: frozenset[str]) -> None:
        self._common = common
        self._entries: dict[str, dict[str, None]] = {}
        self._count = 0

    def add(self, name: str, text: str) -> None:
        """Add a stretch of the report to the list `name`, unless it is too short or a common word.

        A list whose name ends in `person` also gets each word of it that is long and rare enough.
        """
        if self._count >= _MOST_CANDIDATES:
            return
        own = self._entries.setdefault(name, {})
        words = _WORD.findall(text)
        if not words or len(text) > 80:
            return
        parts = [text] if len(words) > 1 else []
        if name.endswith("person") or len(words) == 1:
            parts += words
        for part in parts:
            if part not in own and self._distinctive(part):
                own[part] = None
                self._count += 1

    def _distinctive(self, part: str) -> bool:
        words = [fold_line(word) for word in part.split()]
        if max(len(word) for word in words) < _LEAST_LENGTH or not any(c.isupper() for c in part):
            return False
        return len(words) > 1 or words[0] not in self._common

    def hits(self, text: FoldedText) -> dict[str, list[ListPlace]]:
        """Where the candidates' variants are in the report, by list; only with a capital."""
        if not self._count:
            return {}
        lists = ScannedLists(cased=self._entries)
        for name, entries in self._entries.items():
            form = next((form for end, form in _FORMS.items() if name.endswith(end)), "plain")
            # A single word has no variants: no expression need be compiled for it.
            lists.add(name, (entry for entry in entries if " " not in entry))
            lists.add(name, (entry for entry in entries if " " in entry), form)
        lists.close()
        return lists.hits(text)


def merged(
    hits: Mapping[str, list[ListPlace]], more: Mapping[str, list[ListPlace]], names: Iterable[str]
) -> dict[str, list[ListPlace]]:
    """The hits with those of the gathered lists `names` added."""
    return {**hits, **{name: more.get(name, []) for name in names}}
