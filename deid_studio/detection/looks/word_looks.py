"""Words that look like names, places, organisations or relatives: capitalised and unknown, or listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.harmless.harmless import Harmless
from deid_studio.detection.harmless.word_weights import Weight
from deid_studio.detection.looks.look import Look, LookKind
from deid_studio.detection.tokens import TokenLine
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

_NAMES = frozenset("first_name last_name".split())
_PLACES = frozenset("town region country".split())
_ORGANISATIONS = frozenset("hospital_word health_centre_word institution_word health_service".split())
_DATES = frozenset("month weekday season".split())
_ROLES = word_lists("looks").words("roles")
# A single listed word of these kinds is taken as it stands.
_LISTED = {"population_group": LookKind.GROUP}
_NO_PROFESSION = word_lists("looks").words("no_profession")
_SENTENCE_ENDS = frozenset(".:;!?•·|-–—*")
_JOINS = frozenset("de del la las los el y i e da do dos d l van von der ' ’ -".split())
_LONGEST_ORGANISATION = 8
_LEAST_STRANGE = 3
_ORDER = (
    LookKind.ORGANISATION, LookKind.NAME, LookKind.PLACE, LookKind.UNKNOWN, LookKind.DATE, LookKind.GROUP,
    LookKind.PROFESSION,
)  # fmt: skip
# Endings of verbs, of abstract nouns and of the words of medicine: whatever no vocabulary holds of them is no name.
NO_NAME = regex.compile(
    r".{2,}(?:[aei]mos|ado|ada|ados|adas|ido|idas?|idos|ando|iendo|aron|ieron|aban?|ia[ns]?|mente|cion|ciones|dad"
    r"|itis|osis|emia|emico|uria|patia|grafia|grama|logia|logico|tomia|scopia|scopico|algia|oma|omas|lisis|genia|plasia"
    r"|plastia|pexia|rragia|rrea|trofia|fagia|pnea|ismo|ivo|iva|ico|ica|icos|icas|al|ales|oso|osa|ario|aria|metro|fobia"
    r"|pam|lam|pril|statina|sartan|mab|nib|azol|azoles|olol|cilina|micina|xacino|parina|dipino|prazol|zepina|tidina|pina"
    r"|triptan|cort|sona|solona|fen|caina|mida|zida|platino|taxel|rubicina|vir|virus|bacter|coccus|cillus|ella|oxona)"
)


@dataclass(frozen=True, slots=True)
class WordLooks:
    """Tells the looks of words."""

    index: GazetteerIndex
    harmless: Harmless

    def looks(self, line: TokenLine, weights: Sequence[Weight], caseless: bool = False) -> Iterator[Look]:
        """The looks in one line of tokens with these weights, in text order, none overlapping another.

        In a `caseless` report, where nothing has a capital, whatever is no known word may be a name.
        """
        folded = [fold(word) for word in line.words]
        small = not any(word[0].isupper() for word in line.words)
        kinds = [self._kind(line, folded, i, small) for i in range(len(line))]
        if caseless:
            for i, word in enumerate(line.words):
                if kinds[i] is None and weights[i] is Weight.OPEN and self._is_strange(word, folded[i]):
                    kinds[i] = LookKind.UNKNOWN
        self._spread_names(line, folded, kinds)
        self._spread_organisations(line, folded, kinds, small)
        for at, weight in enumerate(weights):
            if weight is Weight.HARMLESS and kinds[at] is not LookKind.ORGANISATION:
                kinds[at] = None
        i = 0
        while i < len(kinds):
            if kinds[i] is None:
                i += 1
                continue
            last = i
            while last + 1 < len(kinds) and kinds[last + 1] is not None:
                last += 1
            met = set(kinds[i : last + 1])
            yield Look(line.starts[i], line.ends[last], next(kind for kind in _ORDER if kind in met))
            i = last + 1

    def _kind(self, line: TokenLine, folded: Sequence[str], i: int, small: bool) -> LookKind | None:
        word = line.words[i]
        if len(word) < 3 or not word.isalpha() or self._after_eponym_cue(folded, i):
            return None
        kinds = set(self.index.kinds(folded[i]))
        if kinds & _DATES and len(word) > 3:
            return LookKind.DATE
        for kind, look in _LISTED.items():
            if kind in kinds:
                return look
        if "profession" in kinds and len(word) > 3 and folded[i] not in _NO_PROFESSION:
            return LookKind.PROFESSION
        inside = i > 0 and line.words[i - 1] not in _SENTENCE_ENDS
        if self.harmless.is_word(folded[i]):
            # `Rosa`, `Blanco`: words that are names too, by a capital that no sentence's start gives them.
            return LookKind.NAME if word.istitle() and inside and kinds & _NAMES else None
        if kinds & _NAMES:
            return LookKind.NAME
        if kinds & _PLACES:
            return LookKind.PLACE
        if self._after_role(line, folded, i):
            return LookKind.NAME
        # Without a gazetteer only the capital speaks; a short word in capitals is mostly an abbreviation.
        if len(word) <= 3 or not word[0].isupper() or (word.isupper() and len(word) <= 4):
            return None
        if word[-1] == "ó" or NO_NAME.fullmatch(folded[i]):
            return None
        # At a sentence's start the capital says nothing, unless another one follows.
        following = line.words[i + 1][0].isupper() if i + 1 < len(line) else False
        return LookKind.UNKNOWN if inside or following else None

    def _is_strange(self, word: str, folded: str) -> bool:
        """Whether a word in small letters is nothing that any list, vocabulary or ending knows."""
        known = self.harmless.is_word(folded) or self.index.kinds(folded) or NO_NAME.fullmatch(folded)
        return word.isalpha() and word.islower() and len(word) > _LEAST_STRANGE and not known

    def _spread_names(self, line: TokenLine, folded: Sequence[str], kinds: list[LookKind | None]) -> None:
        """Words beside a name that may be names too: listed ones, and initials."""
        for order, step in ((range(len(kinds) - 1), 1), (range(len(kinds) - 1, 0, -1), -1)):
            for i in order:
                beside = i + step
                if kinds[i] is not LookKind.NAME or kinds[beside] is not None:
                    continue
                listed = not _NAMES.isdisjoint(self.index.kinds(folded[beside]))
                alone = line.words[beside + 1 : beside + 2] != ["-"]  # not the E of `E-mail`
                initial = len(line.words[beside]) == 1 and line.words[beside].isupper() and alone
                same_case = line.words[beside][0].isupper() == line.words[i][0].isupper()
                if (listed and same_case and len(folded[beside]) > 2) or initial:
                    kinds[beside] = LookKind.NAME

    def _spread_organisations(
        self, line: TokenLine, folded: Sequence[str], kinds: list[LookKind | None], small: bool
    ) -> None:
        """What follows a word such as `Hospital` while it is capitalised, or anything in a line of small letters."""
        for i, word in enumerate(folded):
            if _ORGANISATIONS.isdisjoint(self.index.kinds(word)) or not (small or line.words[i][0].isupper()):
                continue
            last = i
            for at in range(i + 1, min(i + _LONGEST_ORGANISATION, len(folded))):
                if line.starts[at] - line.ends[at - 1] > 1 or "department" in self.index.kinds(folded[at]):
                    break
                if line.words[at][0].isupper() or (small and line.words[at].isalpha() and len(folded[at]) > 2):
                    last = at
                elif folded[at] not in _JOINS and not (line.words[at] == "." and len(folded[at - 1]) < 5):
                    break
            if last > i:
                kinds[i : last + 1] = [LookKind.ORGANISATION] * (last + 1 - i)

    def _after_role(self, line: TokenLine, folded: Sequence[str], i: int) -> bool:
        """Whether the word before, with at most a full stop, colon or comma between, is a role."""
        before = i - 1
        if before > 0 and line.words[before] in ".:,(/":
            before -= 1
        verb = line.words[i].islower() and NO_NAME.fullmatch(folded[i])
        return before >= 0 and folded[before] in _ROLES and not verb

    def _after_eponym_cue(self, folded: Sequence[str], i: int) -> bool:
        return any("eponym_cue" in self.index.kinds(word) for word in folded[max(i - 3, 0) : i])
