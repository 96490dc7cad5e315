"""Set phrases: brands, bodies, greetings, eponyms with what is called so, weekdays by letters, ways into a vein."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import regex

from deid_studio import paths
from deid_studio.people.folded_text import FoldedText
from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES
from deid_studio.people.word_lists import any_of
from deid_studio.release.own_words import HEADS

_WORD = regex.compile(r"[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*")
_REACH = 60  # code points on both sides
_WEEKDAYS = regex.compile(r"[LMXJVSD](?:\s?[-,/]\s?[LMXJVSD]){1,6}")
_SIDE = r"(?:\s+(?:izq\w*|izdo?a?|der\w*|dcho?a?|d|i)\b\.?)?"
_VEIN = regex.compile(
    r"(?i)v[ií]as?\s+(?:(?:venosas?|perif[eé]ricas?|centrale?s?|arteriale?s?|i\.?v\.?)\s*)*"
    r"(?:(?:en|de|del|por)\s+(?:el\s+|la\s+)?(?:m\.?s\.?[id]\.?|m\.?i\.?[id]\.?|brazo|antebrazo|mano|mu[nñ]eca|pie|flexura"
    rf"|fosa\s+antecubital|yugular|femoral|subclavia|bas[ií]lica|cef[aá]lica|ESI|ESD){_SIDE})?(?:\s+(?:del?|el|a))?"
)


def is_set_phrase(text: str, start: int, end: int) -> bool:
    """Whether each word of a stretch is of a set phrase that names nobody."""
    own = text[start:end]
    if _WEEKDAYS.fullmatch(own) or (_VEIN.fullmatch(own) and " " in own):
        return True
    words = [(start + word.start(), start + word.end()) for word in _WORD.finditer(own)]
    if not words or regex.search(r"\d", own):
        return False
    around = max(start - _REACH, 0)
    folded = FoldedText(text[around : end + _REACH])
    there = [folded.to_text(*match.span()) for match in _eponyms().finditer(folded.folded)]
    phrases = [(around + one, around + other) for one, other in there]
    said = [fold(text[one:other]) for one, other in words]
    if len(said) > 1 and said[0] in HEADS and PARTICLES.issuperset(said[1:]):
        return True  # what an institution is, before a name that was marked: `Convento de`, but not `La Granja`
    return all(
        _names_nobody(text[one:other]) or any(first <= one and other <= last for first, last in phrases)
        for one, other in words
    )


def _names_nobody(word: str) -> bool:
    """Whether a word names nobody wherever it stands; a body only in capitals (`SAMU`)."""
    folded = fold(word)
    if _WEEKDAYS.fullmatch(word):
        return True
    return folded in _alone("drugs") | _alone("greetings") or (word.isupper() and folded in _alone("bodies"))


@cache
def _alone(name: str) -> frozenset[str]:
    return frozenset(_listed()["words"][name].split())


@cache
def _eponyms() -> regex.Pattern[str]:
    """Things that are called by an eponym, with it, over folded text; with `de` or without."""
    listed = [(any_of(things.split("|")), any_of(names.split("|"))) for things, names in _listed()["eponyms"].values()]
    kinds = [f"(?:{things})(?:[ ](?:de|del|tipo|de tipo))?[ ](?:{names})" for things, names in listed]
    return regex.compile(rf"(?<!\p{{L}})(?:{'|'.join(kinds)})(?![\p{{L}}\p{{N}}])")


@cache
def _listed() -> dict[str, dict[str, Any]]:
    with (paths.resources() / "gate" / "phrases.toml").open("rb") as file:
        return tomllib.load(file)
