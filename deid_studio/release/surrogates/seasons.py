"""Seasons: the words beside the name of a season take its gender (`la primavera pasada`, `el otoño pasado`)."""

from __future__ import annotations

import regex

from deid_studio.people.folding import fold
from deid_studio.people.word_lists import any_of
from deid_studio.release.surrogates.agreement import Gender
from deid_studio.release.written import cased

_PAIRS = tuple(
    tuple(pair.split("/"))
    for pair in (
        "el/la los/las un/una este/esta estos/estas ese/esa esos/esas aquel/aquella aquellos/aquellas mismo/misma"
        " pasado/pasada pasados/pasadas último/última últimos/últimas próximo/próxima próximos/próximas"
        " primer/primera primero/primera segundo/segunda tercer/tercera tercero/tercera todo/toda todos/todas"
        " entrado/entrada mediado/mediada otro/otra antepasado/antepasada"
    ).split()
)
_FORMS = {
    Gender.FEMININE: {fold(masculine): feminine for masculine, feminine in _PAIRS} | {"del": "de la", "al": "a la"},
    Gender.MASCULINE: {fold(feminine): masculine for masculine, feminine in reversed(_PAIRS)},
}
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_NAME = regex.compile(r"(?i)\b(?:invierno|primavera|verano|otoño)s?\b")
# Words of that kind right before the name and right behind it.
_INFLECTED = any_of({one for pair in _PAIRS for one in pair} | {"del", "al"})
_BEFORE = regex.compile(rf"(?i)(?:\b(?:de|a)\s+)?(?:\b(?:{_INFLECTED})\s+)+$")
_BEHIND = regex.compile(rf"(?i)(?:\s+(?:{_INFLECTED})\b)+")
_CONTRACTED = regex.compile(r"(?i)\b(de|a)\s+el\b")
# A noun of the other gender, where what is before a season and stays asks for it.
_NOUNS = {Gender.FEMININE: "estación", Gender.MASCULINE: "tiempo"}


def with_words_agreeing(text: str) -> str:
    """A date in which what stands beside the name of a season has its gender."""
    found = _NAME.search(text)
    return text if found is None else _inflected(text, found.start(), found.end(), _gender(found.group()))


def with_noun(text: str, gender: Gender) -> str:
    """A date that begins with a season, with a noun of another gender before it (`estación de otoño`)."""
    found = _NAME.match(text)
    if found is None or _gender(found.group()) is gender:
        return text
    plural = "es" if gender is Gender.FEMININE else "s"
    noun = _NOUNS[gender].replace("ó", "o") + plural if fold(found.group()).endswith("s") else _NOUNS[gender]
    phrase = cased(f"{noun} de {found.group().lower()}", found.group())
    return _inflected(phrase + text[found.end() :], 0, len(phrase), gender)


def _gender(name: str) -> Gender:
    return Gender.FEMININE if fold(name).startswith("primavera") else Gender.MASCULINE


def _inflected(text: str, start: int, end: int, gender: Gender) -> str:
    """The text with the words beside [start, end) in a gender."""
    forms = _FORMS[gender]

    def form(match: regex.Match[str]) -> str:
        return cased(forms.get(fold(match.group()), match.group()), match.group())

    before, behind = _BEFORE.search(text[:start]), _BEHIND.match(text, end)
    left, right = start if before is None else before.start(), end if behind is None else behind.end()
    words = _CONTRACTED.sub(r"\1l", _WORD.sub(form, text[left:start]))
    return f"{text[:left]}{words}{text[start:end]}{_WORD.sub(form, text[end:right])}{text[right:]}"
