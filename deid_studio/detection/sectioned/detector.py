"""SectionedDetector: each part of a report by the method that suits it (thesis, chapter 4)."""

from __future__ import annotations

from bisect import bisect_right

from deid_studio.detection.detector import Detector
from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.sectioned.footer import footer_suggestions
from deid_studio.detection.sectioned.header import header_suggestions, parts
from deid_studio.detection.sectioned.indicators import Indicators
from deid_studio.detection.sections import Section
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.trusted import Safeguards, TrustedPhi
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion, without_overlaps

# Of the body only these are trusted: elsewhere the CRF is not sure enough, and the footer needs them (thesis, 4.4.1).
TRUSTED_OF_BODY = frozenset(("HOSPITAL", "INSTITUCION"))


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
        safeguards: Safeguards | None = None,
        name: str = "sectioned",
    ) -> None:
        self.name = name
        self._indicators = indicators
        self._body = body
        self._index = index
        self._safeguards = safeguards or Safeguards()

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
        sources = [*header, *(s for s in body if s.span.phi_class in TRUSTED_OF_BODY)]
        trusted = TrustedPhi(lines, sources, self._safeguards, self._index).suggestions(footer_lines, ())
        footer = list(trusted)
        for number in footer_lines:
            taken = [suggestion.span for suggestion in trusted]
            footer += footer_suggestions(doc.text, lines[number], taken, self._index)
        return without_overlaps([*header, *body, *footer])
