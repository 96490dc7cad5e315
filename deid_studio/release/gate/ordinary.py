"""Ordinary: what readers take for PHI and tells of nobody: laws, guidelines, the family doctor, titles, eponyms."""

from __future__ import annotations

import regex

from deid_studio.people.folding import fold
from deid_studio.people.name_words import EPONYM_CUES, LABELS, TITLES
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.surrogates.name_lists import default_lists

_LAW = regex.compile(r"(?i)\b(?:ley|l\.?o\.?|r\.?d\.?|decreto|orden|reglamento|directiva|norma|n[.ºo]* de ley)\.?\s*$")
_LAW_WITH_NUMBER = regex.compile(r"(?i)(?:la |el )?(?:ley|real decreto|rd|decreto|orden|reglamento) \d+/\d{4}")
_NUMBER_OF_YEAR = regex.compile(r"\d+/(?:19|20)\d\d")
_GUIDELINE = regex.compile(r"\b(?!\p{Lu}{1,2}\b)\p{Lu}[\p{Lu}-]+\s+$")
_YEAR = regex.compile(r"(?:19|20)\d\d")
_GUIDELINE_WITH_YEAR = regex.compile(r"\p{Lu}[\p{Lu}-]{2,} (?:19|20)\d\d")
_OF_FAMILY = regex.compile(r"(?i)\bm[eé]dic[oa]s? de\s+$|\bdomicilio\s+$")
# What a doctor does or where somebody lives (`intervención de`, `área de`) is no eponym's cue here.
_NO_DISEASES = frozenset("area cirugia intervencion linea operacion procedimiento punto region tecnica tipo".split())
_OF_DISEASE = regex.compile(r"([\p{L}\p{M}]+) del? $")
_REACH = 30  # code points before


def is_ordinary(text: str, start: int, end: int) -> bool:
    """Whether a stretch of a report is one of the set phrases that name nobody."""
    own, before = text[start:end], text[max(start - _REACH, 0) : start]
    words = [fold(word) for word in regex.findall(r"[\p{L}\p{M}ªº]+", own)]
    if words and not any(c.isdigit() for c in own) and all(word in TITLES or word in LABELS for word in words):
        return True
    if _GUIDELINE_WITH_YEAR.fullmatch(own) or (_YEAR.fullmatch(own) and _GUIDELINE.search(before)):
        return True
    if _LAW_WITH_NUMBER.fullmatch(own) or (_NUMBER_OF_YEAR.fullmatch(own) and _LAW.search(before)):
        return True
    disease = _OF_DISEASE.search(before)
    if disease is not None and fold(disease.group(1)) in EPONYM_CUES - _NO_DISEASES and own.isalpha():
        spanish = default_lists().written(words[0]) is not None or words[0] in default_vocabulary()
        return own[0].isupper() and not spanish
    return words == ["familia"] and _OF_FAMILY.search(before) is not None
