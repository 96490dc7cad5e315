"""LooksDetector: what merely looks like PHI, suggested with little confidence.

Precise detectors miss PHI in layouts that they do not know; this one errs on the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping
from copy import copy

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.looks.look import LookKind
from deid_studio.detection.looks.number_looks import number_looks
from deid_studio.detection.looks.word_looks import WordLooks
from deid_studio.detection.rule_ids import RuleId, own
from deid_studio.detection.tokens import tokenizer
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


def look_classes(tagset: TagSet) -> dict[LookKind, str]:
    """The class of each kind of look in a tag set; empty where it has none."""
    return {look: class_for(meaning, tagset) for look, meaning in MEANINGS.items()}


class LooksDetector:
    """Suggests what looks like PHI; `is_word` tells of a folded word whether it is one of the language.

    `no_names` are folded words that reports capitalise and that are nobody's name by themselves: eponyms, brands.

    `classes` gives the class of each kind of look; a kind without one, or with an empty one, is not suggested.
    `confidence` is that of all suggestions: low, so that any other detector's wins. Safe to share between threads.
    """

    def __init__(
        self,
        index: GazetteerIndex,
        is_word: Callable[[str], bool],
        classes: Mapping[LookKind, str],
        confidence: float = 0.2,
        name: str = "looks",
        no_names: Container[str] = frozenset(),
    ) -> None:
        self.name = name
        self._index = index
        self._words = WordLooks(index, is_word, no_names)
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
        for line in tokenizer().lines(doc.text):
            numbers = number_looks(doc.text, line.starts[0], line.ends[-1], self._index)
            for look in (*numbers, *self._words.looks(line)):
                phi_class = self._classes.get(look.kind)
                if phi_class:
                    evidence = Evidence("rule", "looks", look.kind.value, str(RuleId(_OWNER, look.kind.value)))
                    found.append(Suggestion(Span(look.start, look.end, phi_class), self._confidence, (evidence,)))
        return without_overlaps(found)
