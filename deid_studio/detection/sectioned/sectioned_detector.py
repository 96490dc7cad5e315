"""SectionedDetector: each part of a report by the method that suits it (thesis, chapter 4)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from copy import copy

from deid_studio.detection.detector import Detector
from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.rule_ids import LABEL, RuleId, own
from deid_studio.detection.sectioned.footer import OWNER, PLACES, RULES, footer_suggestions
from deid_studio.detection.sectioned.header import header_suggestions, label_id, parts
from deid_studio.detection.sectioned.indicators import Indicators
from deid_studio.detection.sections import Section
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.trusted import Safeguards, TrustedPhi
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Subkind
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.span import Suggestion, without_overlaps
from deid_studio.model.tagset import TagSet

# Of the body only these are trusted: elsewhere the CRF is not sure enough, and the footer needs them (thesis, 4.4.1).
TRUSTED_OF_BODY = (Meaning(Kind.CENTRE, subkind=Subkind.HOSPITAL), Meaning(Kind.INSTITUTION))


class SectionedDetector:
    """Finds PHI by indicators in the header, by `body` in the body, by trusted PHI and expressions in the footer.

    `body` is a detector trained on bodies; what it suggests elsewhere is not looked at. One detector serves one thread
    at a time when its `body` does.
    """

    def __init__(
        self,
        indicators: Indicators,
        body: Detector,
        index: GazetteerIndex,
        tagset: TagSet,
        safeguards: Safeguards | None = None,
        name: str = "sectioned",
    ) -> None:
        self.name = name
        self._indicators = indicators
        self._body = body
        self._index = index
        self._tagset = tagset
        self._safeguards = safeguards or Safeguards.of(tagset)
        self._of_body = frozenset(class_for(meaning, tagset) for meaning in TRUSTED_OF_BODY)
        self._off: frozenset[str] = frozenset()

    def without(self, off: Collection[str]) -> SectionedDetector:
        """The detector without these rules of the footer, entries of its lists, and labels of the header."""
        detector = copy(self)
        detector._off = frozenset(map(str, own(off, OWNER)))
        kept = (one for one in self._indicators if str(label_id(one)) not in detector._off)
        detector._indicators = Indicators(kept)
        return detector

    def unknown(self, off: Collection[str]) -> frozenset[str]:
        """Those of the ids that are meant for this detector and name none of its rules, lists and labels."""
        rules = {str(RuleId(OWNER, name)) for name in RULES} | {str(label_id(one)) for one in self._indicators}
        others = (one for one in own(off, OWNER) if str(one) not in rules)
        return frozenset(str(one) for one in others if one.name == LABEL or one.name not in PLACES)

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for a report in text order, none overlapping another."""
        lines = tokenizer().lines(doc.text)
        if not lines:
            return []
        kinds = parts(lines, self._indicators)
        starts = [line.starts[0] for line in lines]
        header = [
            suggestion
            for line, part in zip(lines, kinds, strict=True)
            if part is Section.HEADER
            for suggestion in header_suggestions(line, self._indicators)
        ]
        body = [
            suggestion
            for suggestion in self._body.detect(doc)
            if kinds[bisect_right(starts, suggestion.span.start) - 1] is Section.BODY
        ]
        footer_lines = [number for number, part in enumerate(kinds) if part is Section.FOOTER]
        sources = [*header, *(s for s in body if s.span.phi_class in self._of_body)]
        trusted = TrustedPhi(doc.text, lines, sources, self._safeguards, self._index).suggestions(footer_lines, ())
        footer = list(trusted)
        for number in footer_lines:
            taken = [suggestion.span for suggestion in trusted]
            footer += footer_suggestions(doc.text, lines[number], taken, self._index, self._tagset, self._off)
        return without_overlaps([*header, *body, *footer])
