"""Diminutives and short forms: the names of which a word may be another form, in the languages of Spain."""

from __future__ import annotations

from functools import lru_cache

from deid_studio.people.name_words import SHORTENED

# Castilian, northern, Catalan, Galician, Basque.
_DIMINUTIVE = (
    "ecito ecita cecito cecita cito cita ito ita ico ica illo illa in ina iquin"
    " ete eta et ino uco uca ucho ucha txo txu txa"
).split()
_SPELT_BEFORE_I = {"gu": "g", "qu": "c", "c": "z"}  # `Huguito`, `Blanquita`, `Beatricita`
_LEAST_STEM = 3
_OF_WOMEN = ("ova", "eva", "ina", "ska")
_CACHED = 10_000


@lru_cache(maxsize=_CACHED)
def wholes_of(folded: str) -> tuple[str, ...]:
    """The names of which a word may be another form and no slip: a diminutive (`Pilarín`, `Pedrito`), or what a woman
    is called by a man's surname (`Petrova`)."""
    found: list[str] = []
    for end in _DIMINUTIVE:
        stem = folded.removesuffix(end)
        if stem != folded and len(stem) >= _LEAST_STEM:
            ends = [old for old in _SPELT_BEFORE_I if stem.endswith(old)]
            stems = [stem, *(stem.removesuffix(old) + _SPELT_BEFORE_I[old] for old in ends)]
            found += (one + vowel for one in stems for vowel in ("", "o", "a", "e", "io", "ia"))
    if folded.endswith(_OF_WOMEN):
        found.append(folded[:-1])
    return tuple(found)


def is_variant(word: str, other: str) -> bool:
    """Whether a word differs from another by no slip: `Washingtona` is a woman."""
    short, long = sorted((word, other), key=len)
    return short in wholes_of(long) or (long == short + "a" and short[-1] not in "aeiou")


def is_short_for(word: str, name: str) -> bool:
    """Whether somebody of a given name may be called by a word: its beginning, a diminutive, a short form."""
    beginning = len(word) >= _LEAST_STEM and name.startswith(word) and name != word
    return beginning or name in wholes_of(word) or word in SHORTENED.get(name, ())


# The names that have each short form.
WHOLE_OF: dict[str, tuple[str, ...]] = {
    form: tuple(whole for whole, forms in SHORTENED.items() if form in forms)
    for form in {form for forms in SHORTENED.values() for form in forms}
}
