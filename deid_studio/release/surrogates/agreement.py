"""Agreement: the grammatical gender and number of Spanish words, and whether what stands before a word fits them.

By endings, with the exceptions that reports have; a word that may be either (`auxiliar`, `periodista`) fits both.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import regex

from deid_studio.people.folding import fold
from deid_studio.people.number_words import read_number
from deid_studio.people.word_lists import word_lists


class Gender(StrEnum):
    """Grammatical gender."""

    FEMININE = "feminine"
    MASCULINE = "masculine"


@dataclass(frozen=True, slots=True)
class Form:
    """Gender and number of a word, or those that the words before it ask for; None: either."""

    gender: Gender | None = None
    plural: bool | None = None

    def agrees(self, other: Form) -> bool:
        """Whether nothing of one speaks against the other."""
        return all(
            mine is None or its is None or mine == its
            for mine, its in ((self.gender, other.gender), (self.plural, other.plural))
        )

    def replaces(self, other: Form) -> bool:
        """Whether a word of this form can stand for one of the other: of any gender where that may be of any."""
        return self.agrees(other) and self.gender in (None, other.gender)

    def narrowed(self, other: Form) -> Form:
        """What is open in this one as it is in the other."""
        return Form(self.gender or other.gender, other.plural if self.plural is None else self.plural)


ANY = Form()
_FEMININE, _MASCULINE = Gender.FEMININE, Gender.MASCULINE
_ASKED = {
    word: form
    for words, form in (
        ("el del al un este ese aquel otro nuestro dicho mismo algun ningun cuyo primer tercer antiguo propio"
         " senor don",
         Form(_MASCULINE, False)),
        ("la una esta esa aquella otra nuestra dicha misma alguna ninguna cuya primera tercera antigua"
         " propia senora dona",
         Form(_FEMININE, False)),
        ("los unos estos esos aquellos otros nuestros dichos mismos algunos cuyos ambos varios muchos todos antiguos",
         Form(_MASCULINE, True)),
        ("las unas estas esas aquellas otras nuestras dichas mismas algunas cuyas ambas varias muchas todas antiguas",
         Form(_FEMININE, True)),
        ("su mi tu cada", Form(plural=False)),
        ("sus mis tus", Form(plural=True)),
    )
    for word in words.split()
}  # fmt: skip
# A number or an adjective may stand between an article and its noun.
_LISTS = word_lists("agreement")
_BETWEEN = _LISTS.words("between")
_GENDERS = dict.fromkeys(_LISTS.words("feminine"), _FEMININE) | dict.fromkeys(_LISTS.words("masculine"), _MASCULINE)
_EITHER = _LISTS.words("either")
_EITHER_ENDINGS = ("ista", "iatra", "euta", "crata", "cida", "ita")
_FEMININE_ENDINGS = ("cion", "sion", "dad", "tad", "tud", "umbre")
_MASCULINE_ENDINGS = ("o", "or", "on", "an", "in", "aje")
_INVARIABLE = regex.compile(r"(?:aparca|guarda|lava|limpia|lustra|pincha|salva)[a-z]+s")  # `guardaespaldas`
_WEEKDAYS = frozenset("lunes martes miercoles jueves viernes".split())
_MONTH = "mes"  # one, in spite of its end
_NO_NOUNS = _LISTS.words("no_nouns")
_LINKS = frozenset("de del en a al con por para y e o u mas".split())
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_WORDS_BEFORE = regex.compile(r"(?:([\p{L}\p{M}]+|\d+)\s+)?(?:([\p{L}\p{M}]+|\d+)\s+)$")


def form_of(text: str) -> Form:
    """Gender and number of the noun that a text begins with, after articles and numbers; of any form if with none."""
    written = _WORD.findall(text)
    words = [fold(word) for word in written]
    at = 0
    while at < len(words):
        number = read_number(words, at)
        if number is None and words[at] not in _ASKED and words[at] not in _NO_NOUNS:
            break
        at = number[1] if number else at + 1
    if at == len(words) or words[at] in _LINKS:
        return ANY
    word, folded = written[at].lower(), words[at]
    if _INVARIABLE.fullmatch(folded) or folded in _WEEKDAYS:
        return ANY
    if word.endswith("és") and folded != "bebes":
        return Form(_MASCULINE, False)
    if folded == _MONTH:
        return Form(_MASCULINE, False)
    plural = folded.endswith("s")
    gender = _gender(_singular(folded) if plural else folded)
    if gender is None and written[at + 1 : at + 2] and written[at + 1].islower() and words[at + 1] not in _LINKS:
        # `auxiliar administrativa`: the adjective tells, but not the name in `Hospital Santa Elena`.
        gender = _gender(_singular(words[at + 1]) if plural else words[at + 1])
    return Form(gender, plural)


def asked_before(before: str) -> Form:
    """What the words right before a noun ask of it: `la ` a feminine, `dos ` a plural, `paciente ` nothing."""
    found = _WORDS_BEFORE.search(before)
    if found is None:
        return ANY
    further, last = (fold(word or "") for word in found.groups())
    own = _asked(last)
    if own != ANY and own.gender is not None:
        return own
    if own != ANY or last in _BETWEEN:
        return own.narrowed(_asked(further))
    return own


def _asked(folded: str) -> Form:
    if folded in _ASKED:
        return _ASKED[folded]
    if folded.isdigit():
        return Form(plural=int(folded) != 1)
    read = read_number([folded]) if folded else None
    return ANY if read is None else Form(plural=read[0] != 1)


def _singular(folded: str) -> str:
    if folded in _GENDERS:
        return folded
    without = folded.removesuffix("es")
    return without if without != folded and without[-1:] in "rnldzsj" else folded[:-1]


def _gender(folded: str) -> Gender | None:
    if folded in _GENDERS:
        return _GENDERS[folded]
    if folded in _EITHER or folded.endswith(_EITHER_ENDINGS):
        return None
    if folded.endswith(("a", *_FEMININE_ENDINGS)):
        return _FEMININE
    return _MASCULINE if folded.endswith(_MASCULINE_ENDINGS) else None
