"""LooksDetector: what merely looks like PHI, suggested with little confidence.

Precise detectors miss PHI in layouts that they do not know; this one errs on the other side.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from copy import copy

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.harmless.harmless import Harmless
from deid_studio.detection.harmless.word_weights import Weight
from deid_studio.detection.looks.look import Look, LookKind
from deid_studio.detection.looks.number_looks import number_looks
from deid_studio.detection.looks.word_looks import WordLooks
from deid_studio.detection.rule_ids import RuleId, own
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.span import Evidence, Span, Suggestion, without_overlaps
from deid_studio.model.tagset import TagSet

# What each kind of look is taken for.
MEANINGS: Mapping[LookKind, Meaning] = {
    LookKind.DATE: Meaning(Kind.DATE),
    LookKind.NUMBER: Meaning(Kind.NUMBER),
    LookKind.CODE: Meaning(Kind.NUMBER),
    LookKind.ADDRESS: Meaning(Kind.EMAIL),
    LookKind.NAME: Meaning(Kind.PERSON, Role.PATIENT),
    LookKind.PLACE: Meaning(Kind.PLACE),
    LookKind.UNKNOWN: Meaning(Kind.OTHER, Role.PATIENT),
    LookKind.ORGANISATION: Meaning(Kind.INSTITUTION),
    LookKind.GROUP: Meaning(Kind.NUMBER, Role.PATIENT, Subkind.PATIENT_NUMBER),
    LookKind.PROFESSION: Meaning(Kind.PROFESSION),
}

_OWNER = "looks"
_CAPITALS = 0.02  # of the words of a report in small letters


def look_classes(tagset: TagSet) -> dict[LookKind, str]:
    """The class of each kind of look in a tag set; empty where it has none."""
    return {look: class_for(meaning, tagset) for look, meaning in MEANINGS.items()}


class LooksDetector:
    """Suggests what looks like PHI; `harmless` tells what does not, although it is capitalised or listed.

    `classes` gives the class of each kind of look; a kind without one, or with an empty one, is not suggested.
    `confidence` is that of all suggestions: low, so that any other detector's wins. Safe to share between threads.
    """

    def __init__(
        self,
        index: GazetteerIndex,
        harmless: Harmless,
        classes: Mapping[LookKind, str],
        confidence: float = 0.2,
        name: str = "looks",
    ) -> None:
        self.name = name
        self._index = index
        self._words = WordLooks(index, harmless)
        self._harmless = harmless
        self._classes = dict(classes)
        self._confidence = confidence

    def without(self, off: Collection[str]) -> LooksDetector:
        """The detector without these kinds of looks."""
        detector = copy(self)
        names = {one.name for one in own(off, _OWNER)}
        detector._classes = {kind: phi_class for kind, phi_class in self._classes.items() if kind.value not in names}
        return detector

    def unknown(self, off: Collection[str]) -> frozenset[str]:
        """Those of the ids that are meant for looks and name none."""
        known = {str(RuleId(_OWNER, kind.value)) for kind in LookKind}
        return frozenset(str(one) for one in own(off, _OWNER)) - known

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for a report in text order, none overlapping another."""
        found: list[Suggestion] = []
        lines = tokenizer().lines(doc.text)
        caseless = _is_caseless(lines)
        # Codes are written in capitals, where there are any.
        written = capitals if caseless and len(capitals := doc.text.upper()) == len(doc.text) else doc.text
        for line, weights in zip(lines, self._harmless.weights(lines), strict=True):
            numbers = [
                look
                for look in number_looks(written, line.starts[0], line.ends[-1], self._index)
                if not _is_harmless(look, line, weights)
            ]
            for look in (*numbers, *self._words.looks(line, weights, caseless)):
                phi_class = self._classes.get(look.kind)
                if phi_class:
                    evidence = Evidence("rule", "looks", look.kind.value, str(RuleId(_OWNER, look.kind.value)))
                    found.append(Suggestion(Span(look.start, look.end, phi_class), self._confidence, (evidence,)))
        return without_overlaps(found)


def _is_harmless(look: Look, line: TokenLine, weights: Sequence[Weight]) -> bool:
    """Whether nothing in a look is anything but harmless."""
    own = range(bisect_right(line.ends, look.start), bisect_left(line.starts, look.end))
    return all(weights[i] is Weight.HARMLESS for i in own if any(map(str.isalnum, line.words[i])))


def _is_caseless(lines: Sequence[TokenLine]) -> bool:
    """Whether a report is written in small letters, as dictation is."""
    words = [word for line in lines for word in line.words if word.isalpha() and len(word) > 1]
    return sum(map(str.istitle, words)) < _CAPITALS * len(words) and any(map(str.islower, words))
