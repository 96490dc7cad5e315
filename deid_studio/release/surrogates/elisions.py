"""Elisions: what a moved date takes before it where a Catalan `l'` or `d'` stands there and stays: `l'11 de maig`."""

from __future__ import annotations

import regex

from deid_studio.people.date_words import MONTHS, SEASONS
from deid_studio.people.folding import fold

_ELIDED = regex.compile(r"(?i)(?<![\p{L}\p{N}])([ld])['’]$")
_ARTICLE = regex.compile(r"(?i)\bel\s+$")
_VOWEL = regex.compile(r"(?:1|11)(?!\d)|h?[aeiou]")  # `l'1`, `l'11`: u, onze
_FIGURE = regex.compile(r"\d")
_FEMININE = frozenset(fold(season) for season in SEASONS["ca"] if season in ("primavera", "tardor"))
_CATALAN = frozenset(map(fold, MONTHS["ca"])) - frozenset(map(fold, MONTHS["es"]))


def with_elision(made: str, before: str) -> str:
    """A moved date with a word before it that fits an elided article or preposition, or the article that is not."""
    folded = fold(made)
    elided = _ELIDED.search(before)
    if elided is None:
        is_catalan = not _CATALAN.isdisjoint(regex.findall(r"\p{L}+", folded))
        has_vowel = _FIGURE.match(folded) is not None and _VOWEL.match(folded) is not None
        return f"dia {made}" if _ARTICLE.search(before) and is_catalan and has_vowel else made
    if not made or made.startswith("[") or _VOWEL.match(folded):
        return made
    is_feminine = regex.split(r"\W", folded, maxsplit=1)[0] in _FEMININE
    if fold(elided.group(1)) == "d":
        word = "aquella" if is_feminine else "aquell"
    else:
        word = "època de" if is_feminine else "assenyalat"
    return f"{word} {made}".upper() if made.isupper() else f"{word} {made}"
