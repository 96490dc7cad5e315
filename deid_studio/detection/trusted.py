"""Trusted PHI: strings accepted as PHI in one part of a report, searched in the rest of it.

Source: Yang & Garibaldi (2015), as the sectioned hybrid's thesis takes it up (section 4.3.3), with its safeguards.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.sections import fields
from deid_studio.detection.spreading import believed
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.lines import LINE_END
from deid_studio.model.ontology import classes_of
from deid_studio.model.span import Evidence, Span, Suggestion, without_overlaps
from deid_studio.model.tagset import TagSet
from deid_studio.people import exact
from deid_studio.people.person import Marked


def _never_common(folded: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Safeguards:
    """What a string must be to be trusted.

    At least `least_length` letters and digits (thesis: more than 3), at least `least_digits` when it holds no letters;
    no class of `never`; nothing that `is_common`, which is asked for each folded word. Strings of the classes `persons`
    are searched as names, those of `places` as places (`people.exact.Safeguards`).
    """

    least_length: int = 4
    least_digits: int = 5
    least_confidence: float = 0.5
    never: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    is_common: Callable[[str], bool] = _never_common

    @classmethod
    def of(cls, tagset: TagSet, is_common: Callable[[str], bool] = _never_common) -> Safeguards:
        """What a string of these classes must be."""
        never, persons, places = (
            classes_of(tagset, kinds) for kinds in (exact.NEVER, (Kind.PERSON,), (Kind.PLACE, Kind.COUNTRY))
        )
        return cls(never=never, persons=persons, places=places, is_common=is_common)

    def kind(self, phi_class: str) -> Kind:
        """What strings of a class are searched as."""
        if phi_class in self.persons:
            return Kind.PERSON
        return Kind.PLACE if phi_class in self.places else Kind.UNKNOWN


class TrustedPhi:
    """The trusted strings of one report, made from its suggestions."""

    def __init__(
        self,
        text: str,
        lines: Sequence[TokenLine],
        sources: Iterable[Suggestion],
        safeguards: Safeguards,
        index: GazetteerIndex,
    ) -> None:
        self._text = text
        self._lines = lines
        self._line_starts = [line.starts[0] for line in lines]
        self._sources: dict[Marked, Suggestion] = {}
        for one in sources:
            span = one.span
            sure = one.confidence >= safeguards.least_confidence
            if sure and span.phi_class not in safeguards.never and not span.gaps:
                self._sources.setdefault(Marked("", span.start, text[span.start : span.end], span.phi_class), one)
        rules = exact.Safeguards(
            safeguards.least_length, safeguards.least_digits, frozenset(), True, safeguards.is_common, index.kinds
        )
        marked = ((source, safeguards.kind(source.phi_class)) for source in self._sources)
        self._exact = exact.Exact(marked, rules)

    def suggestions(self, numbers: Iterable[int], taken: Sequence[Span]) -> list[Suggestion]:
        """Where trusted strings stand in the lines with these numbers, outside of the spans `taken`."""
        busy = sorted(taken)
        starts = [span.start for span in busy]
        found: list[Suggestion] = []
        for number in self._likely(numbers, busy, starts):
            for hit in self._exact.hits_in(self._lines[number]):
                source = self._sources[hit.source]
                span = Span(hit.start, hit.end, source.span.phi_class)
                at = bisect_right(starts, span.start)
                if not any(span.overlaps(other) for other in busy[max(at - 1, 0) : at + 1]):
                    confidence = source.confidence * (0.8 if hit.part else 0.95)
                    of = next((fact.rule for fact in source.evidence if fact.rule), "")
                    evidence = Evidence("trusted", "", f"also in {self._place(source.span)}", of)
                    found.append(Suggestion(span, confidence, (evidence,)))
        return without_overlaps(found)

    def _likely(self, numbers: Iterable[int], busy: Sequence[Span], starts: Sequence[int]) -> Iterable[int]:
        """The lines in which a trusted string may stand outside of spans; where a part of it is in one, all is passed
        over."""
        places = self._exact.places(self._text)
        if places is None:
            return numbers
        free = (place for place in places if not (at := bisect_right(starts, place)) or busy[at - 1].end <= place)
        likely = {bisect_right(self._line_starts, place) - 1 for place in free}
        return [number for number in numbers if number in likely]

    def _place(self, span: Span) -> str:
        """Where a source stands: its field's label, else its line; never its text."""
        number = bisect_right(self._line_starts, span.start) - 1
        line = self._lines[number]
        for one in reversed(fields(line)):
            if one.start == 0 and line.starts[one.colon] < span.start and span.end <= line.ends[one.end - 1]:
                return f"`{' '.join(line.words[one.start : one.colon])}:`"
        return f"line {1 + bisect_right(self._line_ends, span.start)}"

    @cached_property
    def _line_ends(self) -> list[int]:
        # Asked for by few reports.
        return [end.end() for end in LINE_END.finditer(self._text)]


class TrustedDetector:
    """Searches what the detectors before it found in the rest of the report."""

    def __init__(self, index: GazetteerIndex, safeguards: Safeguards, name: str = "trusted") -> None:
        self.name = name
        self._index = index
        self._safeguards = safeguards

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: without other suggestions no string is trusted."""
        return []

    def detect_after(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The trusted strings of `suggestions` elsewhere in the report, in text order."""
        lines = tokenizer().lines(doc.text)
        trusted = TrustedPhi(doc.text, lines, suggestions, self._safeguards, self._index)
        found = trusted.suggestions(range(len(lines)), [suggestion.span for suggestion in suggestions])
        return believed(found, suggestions, doc.text, self._index)
