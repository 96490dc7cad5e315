"""Name words: abbreviations and short forms of names, and the words around a name that show that it is one.

All are folded (lower case, no accents).
"""

from __future__ import annotations

import regex

from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

_WORDS = word_lists("people")
PARTICLES = _WORDS.words("particles")

TITLES = _WORDS.words("titles")
OF_EITHER = _WORDS.words("of_either")  # of which the article alone tells the sex
LABELS = _WORDS.words("labels")  # a name follows
KINSHIP = word_lists("relatives").words("nearest")
# What a person does in a report: the capitalised word before it is whoever does it.
PERSON_VERBS = _WORDS.words("verbs")
# Words that begin a sentence and that a person's name may follow at once, a thing's seldom without an article.
BEFORE_PERSONS = _WORDS.words("before_persons")
EPONYM_CUES = _WORDS.words("eponym_cues")
# What is written in capitals and is nobody's initials.
ACRONYMS = _WORDS.words("acronyms")

ABBREVIATED = _WORDS.table("abbreviations")
SHORTENED = _WORDS.table("short_forms")
WRITTEN_OUT: dict[str, str] = {form: name for name, forms in ABBREVIATED.items() for form in forms}

_LAST_WORD = regex.compile(r"([\p{L}\p{M}ª]+)\.?\s+$")


def follows_address(before: str) -> bool:
    """Whether what stands before a place ends with a form of address (`el Sr. `), behind which any word is a name."""
    last = _LAST_WORD.search(before)
    return last is not None and fold(last.group(1)) in TITLES
