"""Harmless: which words and numbers of a line are hardly PHI, or none at all, as long as no better witness says so.

What a list of names or places holds, and whatever may be part of an address, an age or an organisation, is left open,
but for eponyms where they stand as such (`signo de Murphy`, `Murphy negativo`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.harmless.number_forms import harmless_numbers
from deid_studio.detection.tokens import TokenLine
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

_LISTS = word_lists("harmless")
_VALUED = _LISTS.words("laboratory") | _LISTS.words("scales") | _LISTS.words("drugs") | _LISTS.words("brands")
_EPONYMS = _LISTS.words("eponyms") | _LISTS.words("scales")
_EPONYM_CUES = _LISTS.words("eponym_cues")
_EVERYDAY = _LISTS.words("everyday")
_FINDINGS = _LISTS.words("findings")
_TERMS = _VALUED.union(*map(_LISTS.words, ("devices", "microorganisms", "labels", "abbreviations")))
_ENDINGS = tuple(_LISTS.words("drug_endings") | _LISTS.words("term_endings"))
_LEAST_WITH_ENDING = 7
_LEAST_TERM = 3
_STAFF = word_lists("looks").words("no_profession")
# Kinds of gazetteers whose words tell what stands beside them, and are none of it themselves.
_CUES = frozenset(
    "identifier_cue profession_cue age_cue title department eponym_cue other_subject_word speciality".split()
)
_PLAIN = frozenset("date_cue contact_cue duration_cue unit nationality company profession".split())
_NAMES = frozenset("first_name last_name town region country".split())
_TELLING = _CUES | _PLAIN
_PARTICLE = {"particle"}
_EXTENSIONS = frozenset("ext extension".split())  # part of a telephone number
_ORDINALS = frozenset("ºª°")
_BETWEEN = frozenset(": = ( de del . > < ≥ ≤ + , score puntuacion total".split())
_SIGNS = frozenset("+-")
_JOINS = frozenset("y e o i / - –".split())
_ROMAN = frozenset("ii iii iv vi vii viii ix xi xii".split())
_LONGEST_VALUE = 4
_REACH = 3
_CENTURIES = ("19", "20")
_LONGEST_SPEAKER = 20
_GLUE = frozenset("-@._/")
_COLON = frozenset(":")
_CACHED_WORDS = 40_000


class Weight(IntEnum):
    """How much speaks against PHI; what is joining may begin a name (`La Unión`), and ends none."""

    OPEN = 0
    JOINING = 1
    PLAIN = 2
    HARMLESS = 3


class _Known(NamedTuple):
    """What is known of a word wherever it stands.

    `alone` is its weight in a line where names have a capital (1) and in another (0), `inside` the same in the middle
    of a name.
    """

    folded: str
    kinds: frozenset[str]
    alone: tuple[Weight, Weight]
    inside: tuple[Weight, Weight]
    is_title: bool
    has_figure: bool
    is_valued: bool
    is_eponym: bool
    is_cue: bool


class Harmless:
    """Weighs the tokens of a line.

    `is_word` tells of a folded word whether it is one of the language, `no_names` are further folded words that are
    nobody's name by themselves. What is known of a word is kept.
    """

    def __init__(self, index: GazetteerIndex, is_word: Callable[[str], bool], no_names: Container[str] = ()) -> None:
        self._index = index
        self.is_word = is_word
        self._no_names = no_names
        self._known: dict[str, _Known] = {}

    def weights(self, line: TokenLine) -> list[Weight]:
        """The weight of each token of a line."""
        words = line.words
        known = [self._known.get(word) or self._learn(word) for word in words]
        cased = _is_cased(line)
        weights = [one.alone[cased] for one in known]
        before = False
        for i, one in enumerate(known):
            # In the middle of a name words of reports are part of it: `Hospital de la Ribera Alta`.
            if one.is_title and before:
                weights[i] = one.inside[cased]
            before = one.is_title
        for i in _glued(line):
            weights[i] = Weight.OPEN
        for i in _places(words, _ORDINALS):
            numbered = any(map(str.isdigit, words[max(i - 2, 0) : i]))
            weights[i] = Weight.OPEN if numbered else Weight.HARMLESS
        if any(one.has_figure for one in known):
            for i in harmless_numbers(line):
                weights[i] = Weight.HARMLESS
        if any(one.is_valued or one.is_eponym or one.is_cue for one in known):
            for i in (*self._values(line, known), *self._eponyms(known)):
                weights[i] = Weight.HARMLESS
        for i in _places(words, _COLON):
            if i and weights[i - 1] is Weight.PLAIN and len(known[i - 1].folded) > 1:
                weights[i - 1] = Weight.HARMLESS
        return weights

    def is_term(self, folded: str) -> bool:
        """Whether a word is one of clinical reports, and nobody's name."""
        return _NAMES.isdisjoint(self._index.kinds(folded)) and self._is_known(folded)

    def _is_known(self, folded: str) -> bool:
        known = len(folded) >= _LEAST_TERM and (folded in _TERMS or folded in _EPONYMS or folded in self._no_names)
        return known or (len(folded) >= _LEAST_WITH_ENDING and folded.endswith(_ENDINGS))

    def _learn(self, word: str) -> _Known:
        if len(self._known) > _CACHED_WORDS:
            self._known = {}
        folded = fold(word)
        kinds = frozenset(self._index.kinds(folded))
        plain = self._weight(word, folded, kinds, False)
        alone = plain, self._weight(word, folded, kinds, True) if kinds & _NAMES and word.islower() else plain
        known = self._known[word] = _Known(
            folded,
            kinds,
            alone,
            (_inside(word, alone[0]), _inside(word, alone[1])),
            word.istitle(),
            not word.isalpha() and any(map(str.isdigit, word)),
            folded in _VALUED,
            folded in _EPONYMS or folded in self._no_names,
            folded in _EPONYM_CUES or "eponym_cue" in kinds,
        )
        return known

    def _weight(self, word: str, folded: str, kinds: frozenset[str], cased: bool) -> Weight:
        """What a word is by itself; in small letters in a line where names have a capital (`cased`) it is no name."""
        if len(folded) == 1 or folded in _EXTENSIONS:
            return Weight.OPEN
        if kinds == _PARTICLE:
            return Weight.JOINING
        if not word.isalpha():
            return Weight.HARMLESS if folded in _TERMS and len(folded) >= _LEAST_TERM else Weight.OPEN
        named = not _NAMES.isdisjoint(kinds)
        if named:
            everyday = folded in _EVERYDAY and not word.istitle()
            if not everyday and not (cased and word.islower() and self.is_word(folded)):
                return Weight.OPEN
            kinds -= _NAMES
        if not kinds <= _TELLING:
            return Weight.OPEN
        if folded in _STAFF or (not named and self._is_known(folded)):
            return Weight.HARMLESS
        if kinds:
            return Weight.HARMLESS if kinds <= _CUES else Weight.PLAIN
        return Weight.PLAIN if self.is_word(folded) else Weight.OPEN

    def _values(self, line: TokenLine, known: Sequence[_Known]) -> Iterator[int]:
        """Short numbers behind what is measured, with short names of it: `Barthel 55`, `Na 138`."""
        for i, word in enumerate(known):
            if not word.is_valued:
                continue
            at = i + 1
            while at < min(i + 1 + _REACH, len(known)) and known[at].folded in _BETWEEN:
                at += 1
            if at < len(known) and _is_value(line, at):
                yield i
                yield at

    def _eponyms(self, known: Sequence[_Known]) -> set[int]:
        """Names of signs, diseases, scales … that stand as such."""
        found: set[int] = set()
        named = [i for i, word in enumerate(known) if word.is_eponym]
        cues = [i for i, word in enumerate(known) if word.is_cue]
        called = {at for i in cues for at in range(i + 1, min(i + 2 + _REACH, len(known)))}
        for i in called.union(named):
            word = known[i]
            if not word.folded.isalpha() or len(word.folded) < _LEAST_TERM:
                continue
            if (word.is_eponym and self._is_found(known, i)) or (
                (word.is_eponym or "first_name" not in word.kinds) and self._is_called(known, i)
            ):
                found.add(i)
        if not found:
            return found
        # `Phalen y Tinel negativos`, `Hawkins-Kennedy`
        for order, step in ((named, -2), (reversed(named), 2)):
            for i in order:
                if i + step in found and known[i + step // 2].folded in _JOINS:
                    found.add(i)
        return found

    def _is_found(self, known: Sequence[_Known], i: int) -> bool:
        after = [word.folded for word in known[i + 1 : i + 4]]
        if after[:1] == ["("]:
            del after[0]
        if not after:
            return False
        return after[0] in _FINDINGS or after[0] in _ROMAN or (after[0].isdigit() and len(after[0]) < _LONGEST_VALUE)

    def _is_called(self, known: Sequence[_Known], i: int) -> bool:
        """Whether a cue stands before, with nothing but `de`, its complement and another name between."""
        if i == 0 or known[i - 1].folded not in ("de", "of", "d", "-", "di"):
            return i > 0 and known[i - 1].is_cue
        for at in range(i - 2, max(i - 2 - _REACH, -1), -1):
            if known[at].is_cue:
                return True
            if not known[at].folded.isalpha() and known[at].folded != "-":
                return False
        return False


def _inside(word: str, alone: Weight) -> Weight:
    return Weight.PLAIN if alone is Weight.HARMLESS and word.isalpha() else alone


def _places(words: Sequence[str], sought: frozenset[str]) -> list[int]:
    """Where one of some words stands; most lines have none."""
    return [] if sought.isdisjoint(words) else [i for i, word in enumerate(words) if word in sought]


def _is_value(line: TokenLine, at: int) -> bool:
    """Whether the token is a short number, no year, and no beginning of a date or telephone number."""
    word = line.words[at]
    if (
        not word.isdecimal()
        or len(word) > _LONGEST_VALUE
        or (len(word) == _LONGEST_VALUE and word.startswith(_CENTURIES))
    ):
        return False
    glued = at + 2 < len(line) and line.starts[at + 1] == line.ends[at] and line.starts[at + 2] == line.ends[at + 1]
    return not (glued and line.words[at + 1] in ("/", "-", ".", ":") and line.words[at + 2][0].isalnum())


def _is_cased(line: TokenLine) -> bool:
    """Whether names have a capital in a line, as far as its words tell behind the name of who speaks."""
    words = line.words
    first = 0
    for i in _places(words[: min(len(words) - 1, _LONGEST_SPEAKER)], _COLON):
        if line.starts[i + 1] > line.ends[i]:
            first = i + 1
    return any(word.istitle() and len(word) > 1 for word in words[first + 1 :])


def _glued(line: TokenLine) -> Iterator[int]:
    """The words that are part of a longer one, as in an address or code: `urg-24-0088316`, `vila-endocrino.example`."""
    words, starts, ends = line.words, line.starts, line.ends
    for i in _places(words, _GLUE):
        if not (0 < i < len(words) - 1 and ends[i - 1] == starts[i] and ends[i] == starts[i + 1]):
            continue
        for one, other in ((i - 1, words[i + 1]), (i + 1, words[i - 1])):
            if words[i] in "@_" or any(map(str.isdigit, other)) or (words[i] == "." and other.isalpha()):
                yield one
