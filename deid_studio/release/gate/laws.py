"""Laws: their numbers, days and articles, which are nobody's: `LO 10/1995, de 23 de noviembre`."""

from __future__ import annotations

import regex

from deid_studio.people.date_words import MONTHS

_KIND = (
    r"(?:ley|llei|lei|l\.?o\.?|r\.?d\.?(?:\.?l\.?|leg\.?)?|real decreto|decreto|orden|reglamento|reglament|directiva"
    r"|norma|resoluci[oó]n|circular)"
)
_KINDS = rf"{_KIND}(?:[ -](?:ley|org[aá]nica|legislativo|foral|ministerial|general|\(?[uc]e\)?|n[.ºo°]*))*"
_MONTH = "|".join(sorted({month for months in MONTHS.values() for month in months if len(month) > 3}))
_LAW = regex.compile(
    rf"(?i)\b(?:{_KINDS}|n[.ºo]* de ley)\.?\s*\d{{1,5}}/(?:19|20)\d\d(?:/[A-Z]{{2}})?"
    rf"(?:,?\s+del?\s+(?:d[ií]a\s+)?\d{{1,2}}\s+(?:de\s+)?(?:{_MONTH})\b(?:\s+de\s+(?:19|20)\d\d)?)?"
)
_ARTICLE = regex.compile(r"(?i)\bart(?:s|[ií]culos?)?\.?\s+(?:\d+(?:\.\d+)*(?:\s?(?:bis|ter))?\s?(?:,|y|a|e|-)\s?)*$")
_ARTICLES = regex.compile(r"\d{1,4}(?:\.\d{1,2})*(?:(?:, ?| y | a |-)\d{1,4}(?:\.\d{1,2})*)*")
_SAYS = regex.compile(r"(?i)(?<![\p{L}\p{N}])(?!\b(?:la|el|los|las|de|del|y|e|por|en)\b)[\p{L}\p{N}]+")
_REACH = 80  # code points on both sides


def is_of_law(text: str, start: int, end: int) -> bool:
    """Whether a stretch is of a law alone: its kind, its number or a part of that, its day, or articles of it."""
    if _ARTICLES.fullmatch(text, start, end) and _ARTICLE.search(text, max(start - _REACH, 0), start):
        return True
    laws = [match.span() for match in _LAW.finditer(text, max(start - _REACH, 0), end + _REACH)]
    said = [match.span() for match in _SAYS.finditer(text, start, end)]
    return bool(said) and all(any(first <= one and other <= last for first, last in laws) for one, other in said)
