"""Ordinary: what readers take for PHI and tells of nobody: laws, guidelines, family doctors, labels, scores."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from deid_studio.people.folding import fold
from deid_studio.people.name_words import EPONYM_CUES, LABELS, PARTICLES, TITLES
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.people.word_lists import word_lists
from deid_studio.release.gate.behind_labels import contact_labels
from deid_studio.release.gate.laws import is_of_law
from deid_studio.release.gate.scales import is_head_of_column, is_name_of_scale, is_score
from deid_studio.release.gate.set_phrases import is_set_phrase
from deid_studio.release.surrogates.name_lists import default_lists

_GUIDELINE = regex.compile(r"\b(?!\p{Lu}{1,2}\b)\p{Lu}[\p{Lu}-]+\s+$")
_YEAR = regex.compile(r"(?:19|20)\d\d")
_GUIDELINE_WITH_YEAR = regex.compile(r"\p{Lu}[\p{Lu}-]{2,} (?:19|20)\d\d")
_OF_FAMILY = regex.compile(r"(?i)\bm[eé]dic[oa]s? de\s+$|\bdomicilio\s+$")
# What a doctor does or where somebody lives (`intervención de`, `área de`) is no eponym's cue here.
_NO_DISEASES = frozenset("area cirugia intervencion linea operacion procedimiento punto region tecnica tipo".split())
_OF_DISEASE = regex.compile(r"([\p{L}\p{M}]+) del? $")
_ABBREVIATIONS = word_lists("ordinary").words("abbreviations")
_LINKING = word_lists("ordinary").words("linking")
_RESIDENT = regex.compile(r"[BEFMPQ]IR[ -]?[1-5]?|R[1-5]")  # `MIR2`: what somebody is in training for, and the year
_VARIANT = regex.compile(r"(?:\d+_)?\d+(?:delins|del|dup|ins|inv)[ACGT]*")  # of a gene: `c.68_69delAG`
_SPELT = regex.compile(r"(?<!\p{L})\p{Ll}\.$")  # `t.m.`
_REACH = 30  # code points before


def is_ordinary(text: str, start: int, end: int) -> bool:
    """Whether a stretch of a report is one of the set phrases that name nobody."""
    own, before = text[start:end], text[max(start - _REACH, 0) : start]
    words = [fold(word) for word in regex.findall(r"[\p{L}\p{M}ªº]+", own)]
    if words and not any(c.isdigit() for c in own) and (all(map(_is_label, words)) or _is_abbreviation(words)):
        return True
    if _RESIDENT.fullmatch(own) or _VARIANT.fullmatch(own) or (own.islower() and _links(own, before)):
        return True
    if _GUIDELINE_WITH_YEAR.fullmatch(own) or (_YEAR.fullmatch(own) and _GUIDELINE.search(before)):
        return True
    if is_of_law(text, start, end) or is_score(text, start, end):
        return True
    if is_name_of_scale(text, start, end) or is_head_of_column(text, start, end) or is_set_phrase(text, start, end):
        return True
    disease = _OF_DISEASE.search(before)
    if disease is not None and fold(disease.group(1)) in EPONYM_CUES - _NO_DISEASES and own.isalpha():
        spanish = default_lists().written(words[0]) is not None or words[0] in default_vocabulary()
        return own[0].isupper() and not spanish
    return words == ["familia"] and _OF_FAMILY.search(before) is not None


def _is_label(folded: str) -> bool:
    return folded in TITLES or folded in LABELS or folded in contact_labels()


def _is_abbreviation(words: Sequence[str]) -> bool:
    return words[0] in _ABBREVIATIONS and all(word in _ABBREVIATIONS | PARTICLES for word in words)


def _links(word: str, before: str) -> bool:
    """Whether a word in small letters links others, or is a letter of an abbreviation."""
    return fold(word) in _LINKING or (len(word) == 1 and _SPELT.search(before) is not None)
