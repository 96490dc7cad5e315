"""PlaceFilter: the five filters (and one more) that leave ambiguous names out of a list of places.

Source: Sánchez-León (IberLEF 2019), section 2: names shorter than four characters; first names; last names; names all
of whose words are lexical; names that another gazetteer holds; names that occur in eponyms (`signo de <name>`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import regex

from deid_studio.people.folding import fold

_LEAST_LENGTH = 4
_PLACES = frozenset(("town", "region", "country", "large_town"))
_NAMES = {"first_name": "first_name", "last_name": "last_name"}
# Kinds whose entries are looked at in other ways, or that are single letters and cues.
_NO_RIVALS = frozenset(
    ("common_word", "first_name", "last_name", "eponym", "particle", "address", "street", "health_centre", "hospital")
)
_WORD = regex.compile(r"\w+")


class PlaceFilter:
    """Filters place names by what the other gazetteers hold.

    `entries`: the entries of every kind. A kind that is absent filters nothing.
    """

    def __init__(self, entries: Mapping[str, Iterable[str]]) -> None:
        self._entries = entries
        self._folded: dict[str, frozenset[str]] = {}

    def kept(self, names: Iterable[str], filters: frozenset[str]) -> list[str]:
        """The names that pass the named filters (`language.FILTERS`), in their order."""
        return [name for name in names if not (filters and self.reason(name, filters))]

    def reason(self, name: str, filters: frozenset[str]) -> str:
        """The first filter that leaves a name out, or an empty string."""
        folded = fold(name)
        if "short" in filters and len(name) < _LEAST_LENGTH:
            return "short"
        for filter_name, kind in _NAMES.items():
            if filter_name in filters and folded in self._of(kind):
                return filter_name
        if "lexical" in filters:
            lexical = self._of("common_word")
            words = _WORD.findall(folded)
            if words and all(word in lexical for word in words):
                return "lexical"
        if "ambiguous" in filters and folded in self._rivals():
            return "ambiguous"
        if "eponym" in filters and folded in self._of("eponym"):
            return "eponym"
        return ""

    def _of(self, kind: str) -> frozenset[str]:
        if kind not in self._folded:
            self._folded[kind] = frozenset(fold(entry) for entry in self._entries.get(kind, ()))
        return self._folded[kind]

    def _rivals(self) -> frozenset[str]:
        if "\0rivals" not in self._folded:
            others = (kind for kind in self._entries if kind not in _PLACES | _NO_RIVALS)
            self._folded["\0rivals"] = frozenset().union(*(self._of(kind) for kind in list(others)))
        return self._folded["\0rivals"]
