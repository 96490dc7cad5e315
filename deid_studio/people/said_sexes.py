"""Said sexes: what the forms of address and the words for relatives right before a name say of who bears it."""

from __future__ import annotations

from functools import lru_cache

import regex

from deid_studio.people.misread import with_letters
from deid_studio.people.name_words import OF_EITHER
from deid_studio.people.person import Sex

_CACHED = 10_000
# Names that women and men bear beside others.
BORNE_BY_BOTH = frozenset("jesus maria jose".split())
# Whoever it is, the article tells: `el auxiliar Trinidad`.
_OF_EITHER = "(?:{})".format("|".join(sorted(OF_EITHER)))
_KIN_END = r"\b[^\p{L}\p{N}.;]*"  # no name of theirs: `con su hermana. Trinidad refiere`
_KIN_WOMEN = (
    "madre|mamá|hija|hermana|esposa|mujer|abuela|nieta|tía|prima|sobrina|suegra|nuera|cuñada|novia|niña|nena|filla|nai"
    "|mare|irmá|germana|muller|avoa|àvia|neta"
)
_KIN_MEN = (
    "padre|papá|hijo|hermano|marido|esposo|abuelo|nieto|tío|primo|sobrino|suegro|yerno|cuñado|novio|niño|nene|fillo|fill"
    "|pai|pare|irmán|germà|marit|avó|avi|neto|net"
)
_TITLES_OF_WOMEN = r"\b(?:dra|sra|srta|dña|doña|ña|enfermera|doctora|señora|señorita)\b\W*"
_WOMAN = regex.compile(
    rf"(?i)(?:{_TITLES_OF_WOMEN}|\b(?:{_KIN_WOMEN}){_KIN_END}|\bD\.?ª\W*|\b(?:la|una)\s+{_OF_EITHER}\s+)$"
)
_MAN = regex.compile(
    rf"(?i)(?:\b(?:dr|sr|d|don|ño|enfermero|doctor|señor)\b\W*|\b(?:{_KIN_MEN}){_KIN_END}"
    rf"|\b(?:el|al|del|un)\s+{_OF_EITHER}\s+"
    r"|\bvarones\b[^.;]*)$"  # `tres hijos varones: José, Trinidad`
)
# `D./Dña.`, `Sr. o Sra.`, `el/la paciente` of a form say nothing.
_BOTH = regex.compile(
    r"(?i)\b(?:(?:d|don|sr|señor|dr|doctor)\.?\s*(?:/|\bo\b)\s*(?:d\.?ª|dñ?a|doña|sra|señora|dra|doctora)"
    r"|(?:d\.?ª|dñ?a|doña|sra|señora|dra|doctora)\.?\s*(?:/|\bo\b)\s*(?:d|don|sr|señor|dr|doctor)"
    r"|(?:el\s*/\s*la|la\s*/\s*el)\s+\p{L}+)\b\W*$"
)


# What no form prints whoever it is: no `Dr.`, and a comma only before names that women and men bear beside others
# (`madre, Jesús Soto`, but `con su marido, Ana y los niños`).
_SURE_END = r"\b[^\p{L}\p{N}.;,]*(?P<comma>,?)[^\p{L}\p{N}.;,]*$"
_SURE_WOMAN = regex.compile(rf"(?i)(?:{_TITLES_OF_WOMEN}$|\bla\s+{_OF_EITHER}\s+$|\b(?:{_KIN_WOMEN}){_SURE_END})")
_SURE_MAN = regex.compile(rf"(?i)\b(?:{_KIN_MEN}){_SURE_END}")
_EITHER_OF_TWO = regex.compile(r"(?i)\p{L}\s*(?:/|\b[oyue]\b)\s*\p{L}+\W*$")


@lru_cache(maxsize=_CACHED)
def told_sex(before: str) -> Sex | None:
    """The sex that a form of address or a word for a relative right before a name tells."""
    before = with_letters(before)  # `su h1jo`
    if _BOTH.search(before):
        return None
    return Sex.FEMALE if _WOMAN.search(before) else Sex.MALE if _MAN.search(before) else None


def sure_sex_in(before: str, first: str) -> Sex | None:
    """The sex that words which leave no doubt say before a name, of which `first` (folded) is the first word."""
    before = with_letters(before)
    if _EITHER_OF_TWO.search(before):
        return None
    for sex, words_of_sex in ((Sex.FEMALE, _SURE_WOMAN), (Sex.MALE, _SURE_MAN)):
        found = words_of_sex.search(before)
        if found is not None and (not found["comma"] or first in BORNE_BY_BOTH):
            return sex
    return None
