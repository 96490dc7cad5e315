"""Header: the value after an indicator has the indicator's class (thesis, section 4.4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deid_studio.detection.rule_ids import LABEL, RuleId
from deid_studio.detection.sectioned.footer import OWNER
from deid_studio.detection.sectioned.indicators import NO_PHI, Indicator, Indicators
from deid_studio.detection.sectioned.values import Value, value_parts, value_place, values
from deid_studio.detection.sections import Section, fields, sections
from deid_studio.detection.tokens import TokenLine
from deid_studio.model.span import Evidence, Span, Suggestion


def parts(lines: Sequence[TokenLine], indicators: Indicators) -> list[Section]:
    """The section of each line; a header line in which no indicator decides is left to the method of the body."""
    kinds = sections(lines, [fields(line) for line in lines])
    for number, line in enumerate(lines):
        if kinds[number] is Section.HEADER and not any(True for _ in _decided(line, indicators)):
            kinds[number] = Section.BODY
    return kinds


def label_id(indicator: Indicator) -> RuleId:
    """The id by which what was learned of a label can be turned off."""
    return RuleId(OWNER, LABEL, indicator.label)


def header_suggestions(line: TokenLine, indicators: Indicators) -> Iterator[Suggestion]:
    """The suggestions in one header line; confidence is the share of the indicator's values that had its class."""
    for value, indicator in _decided(line, indicators):
        place = value_place(line, value, indicators.total)
        if place is None:
            continue
        counted = f"`{indicator.written}:` {indicator.counts[0][1]}/{indicator.total}"
        evidence = Evidence("rule", "indicator", counted, str(label_id(indicator)))
        for first, last in value_parts(line, *place) if indicator.split else [place]:
            span = Span(line.starts[first], line.ends[last - 1], indicator.phi_class)
            yield Suggestion(span, indicator.share, (evidence,))


def _decided(line: TokenLine, indicators: Indicators) -> Iterator[tuple[Value, Indicator]]:
    for value in values(line, indicators.total):
        indicator = indicators.of(value.label)
        if indicator is not None and indicator.phi_class != NO_PHI:
            yield value, indicator
