"""WordWeights: how much speaks against PHI in a word by itself, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.harmless.number_forms import is_core
from deid_studio.people.folding import fold
from deid_studio.people.vocabulary import Vocabulary
from deid_studio.people.word_lists import word_lists

_LISTS = word_lists("harmless")
_VALUED = _LISTS.words("laboratory") | _LISTS.words("scales") | _LISTS.words("drugs") | _LISTS.words("brands")
_EPONYMS = _LISTS.words("eponyms") | _LISTS.words("scales")
_EPONYM_CUES = _LISTS.words("eponym_cues")
_EVERYDAY = _LISTS.words("everyday")
_TERMS = _VALUED.union(*map(_LISTS.words, ("devices", "microorganisms", "labels", "abbreviations")))
_ENDINGS = tuple(_LISTS.words("drug_endings") | _LISTS.words("term_endings"))
_LEAST_WITH_ENDING = 7
LEAST_TERM = 3
_STAFF = word_lists("looks").words("no_profession")
# Kinds of gazetteers whose words tell what stands beside them, and are none of it themselves.
_CUES = frozenset(
    "identifier_cue profession_cue age_cue title department eponym_cue other_subject_word speciality".split()
)
_PLAIN = frozenset("date_cue contact_cue duration_cue unit nationality company profession".split())
_NAMES = frozenset("first_name last_name town region country".split())
_TELLING = _CUES | _PLAIN
_PARTICLE = ("particle",)
_EXTENSIONS = frozenset("ext extension".split())  # part of a telephone number
_CACHED_KINDS = 1000
# Signs that say something of the words beside them, numbered from 1 on.
SIGN = {sign: number for number, sign in enumerate(":@_.-/ºª°", 1)}

_BETWEEN = frozenset(": = ( de del . > < ≥ ≤ + , score puntuacion total".split())
_FINDINGS = _LISTS.words("findings") | frozenset("ii iii iv vi vii viii ix xi xii".split())
_JOINS = frozenset("y e o i / - –".split())
_OF = frozenset("de of d - di".split())
_LONGEST_VALUE = 4
_CENTURIES = ("19", "20")

# What is known of a word: its weight in a line where names have a capital (`cased`) and in another one (`alone`); the
# number of a sign; whether it is letters, has a figure or another core of a harmless number, is written as names are;
# whether short numbers may be its values, it may be an eponym, tells of one, or is somebody's first name. Of words
# beside such: whether it may stand between what is measured and its value, be a value, go on a number, consist of
# figures, be an eponym by its length, tell what an eponym found, stand between an eponym and its cue; whether it joins
# eponyms, leads from a cue to its complement, opens a bracket. The kernel has the same (columns.h).
_TRUTHS = (
    "letters", "figure", "core", "title", "valued", "eponym", "cue", "first_name",
    "between", "value", "alnum", "digits", "term", "found", "bridge", "joins", "of", "opens",
)  # fmt: skip
KNOWN = np.dtype([(name, np.uint8) for name in ("alone", "cased", "sign")] + [(name, np.bool_) for name in _TRUTHS])
Known = tuple[int | bool, ...]


# What small lists say of a folded word, a bit for each (word_facts.c).
_ROLES: dict[str, int] = {}
for _bit, _words in enumerate((
    _EXTENSIONS, _TERMS, _VALUED, _EPONYMS, _EVERYDAY, _STAFF, _EPONYM_CUES, _BETWEEN, _FINDINGS, _JOINS, _OF, ("(",),
)):  # fmt: skip
    for _word in _words:
        _ROLES[_word] = _ROLES.get(_word, 0) | 1 << _bit


class Weight(IntEnum):
    """How much speaks against PHI; what is joining may begin a name (`La Unión`), and ends none."""

    OPEN = 0
    JOINING = 1
    PLAIN = 2
    HARMLESS = 3


class _Listed(NamedTuple):
    """What the lists that hold a word say of it: `other` is its weight by those that are none of names."""

    named: bool
    first_name: bool
    cue: bool
    other: Weight | None


class WordWeights:
    """Tells what is known of words.

    `is_word` tells of a folded word whether it is one of the language, `no_names` are further folded words that are
    nobody's name by themselves.
    """

    def __init__(self, index: GazetteerIndex, is_word: Callable[[str], bool], no_names: Vocabulary) -> None:
        self._index = index
        self._is_word = is_word
        self._no_names = no_names

    def known(self, word: str) -> Known:
        """What is known of a word (`KNOWN`)."""
        folded = fold(word)
        kinds = self._index.kinds(folded)
        listed = _listed(kinds)
        letters = word.isalpha()
        figure = not letters and any(map(str.isdigit, word))
        eponym = folded in _EPONYMS or folded in self._no_names
        alone = cased = Weight.OPEN
        if len(folded) == 1 or folded in _EXTENSIONS:
            pass
        elif kinds == _PARTICLE:
            alone = cased = Weight.JOINING
        elif letters:
            alone, cased = self._weights(word, folded, listed, eponym)
        elif folded in _TERMS and len(folded) >= LEAST_TERM:
            alone = cased = Weight.HARMLESS
        return (
            alone,
            cased,
            SIGN.get(word, 0),
            letters,
            figure,
            figure or is_core(word),
            word.istitle(),
            folded in _VALUED,
            eponym,
            listed.cue or folded in _EPONYM_CUES,
            listed.first_name,
            folded in _BETWEEN,
            word.isdecimal() and len(word) <= _LONGEST_VALUE and not _is_year(word),
            word[:1].isalnum(),
            word.isdigit(),
            len(folded) >= LEAST_TERM and folded.isalpha(),
            folded in _FINDINGS or (len(folded) < _LONGEST_VALUE and folded.isdigit()),
            folded.isalpha() or folded == "-",
            folded in _JOINS,
            folded in _OF,
            folded == "(",
        )

    def compiled(self) -> tuple[object, ...]:
        """What the kernel tells the same by (word_facts.c)."""
        entries, kinds = self._index.entries
        endings = [ending.encode("ascii") for ending in _ENDINGS]
        return entries, list(map(_bits, kinds)), _ROLES, endings, self._no_names.words, self._is_word

    def _weights(self, word: str, folded: str, listed: _Listed, eponym: bool) -> tuple[Weight, Weight]:
        """What letters weigh, in any line and where names have a capital: in small ones they are no name there."""
        if listed.other is Weight.OPEN:
            return Weight.OPEN, Weight.OPEN
        if not listed.named:
            weight = Weight.HARMLESS if _is_term(folded, eponym) else self._as_word(folded, listed)
            return weight, weight
        everyday, small = folded in _EVERYDAY and not word.istitle(), word.islower()
        if not everyday and not (small and self._is_word(folded)):
            return Weight.OPEN, Weight.OPEN
        weight = self._as_word(folded, listed)
        return weight if everyday else Weight.OPEN, weight

    def _as_word(self, folded: str, listed: _Listed) -> Weight:
        """What a word weighs that is no name."""
        if folded in _STAFF:
            return Weight.HARMLESS
        if listed.other is not None:
            return listed.other
        return Weight.PLAIN if self._is_word(folded) else Weight.OPEN


@lru_cache(_CACHED_KINDS)
def _listed(kinds: tuple[str, ...]) -> _Listed:
    others = frozenset(kinds) - _NAMES
    weight = None
    if others:
        weight = Weight.HARMLESS if others <= _CUES else Weight.PLAIN if others <= _TELLING else Weight.OPEN
    return _Listed(len(others) < len(kinds), "first_name" in kinds, "eponym_cue" in kinds, weight)


def _bits(kinds: tuple[str, ...]) -> int:
    """What kinds say of weight, and one more than the weight by those that are none of names."""
    listed = _listed(kinds)
    flags = listed.named, listed.first_name, listed.cue, kinds == _PARTICLE
    return sum(flag << bit for bit, flag in enumerate(flags)) + 16 * (0 if listed.other is None else listed.other + 1)


def _is_year(word: str) -> bool:
    return len(word) == _LONGEST_VALUE and word.startswith(_CENTURIES)


def _is_term(folded: str, eponym: bool) -> bool:
    if len(folded) >= LEAST_TERM and (eponym or folded in _TERMS):
        return True
    return len(folded) >= _LEAST_WITH_ENDING and folded.endswith(_ENDINGS)
