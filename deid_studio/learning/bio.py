"""BIO: a report's spans as one tag a token, and back-end checks of what tokens cannot express."""

from __future__ import annotations

from collections.abc import Sequence

from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.model.document import Document
from deid_studio.model.span import Span

OUTSIDE = "O"


def tag_lines(lines: Sequence[TokenLine], spans: Sequence[Span]) -> list[list[str]]:
    """One tag a token for `lines`: `B-` the first token of a span, `I-` its others, `O` elsewhere.

    A span that begins or ends inside a token is left out (see `unreachable`), as is one that overlaps an earlier one or
    goes from one sequence into the next.
    """
    spans = sorted(spans)
    tags = []
    at = 0
    for line in lines:
        own = [OUTSIDE] * len(line)
        place = {start: i for i, start in enumerate(line.starts)}
        while at < len(spans) and spans[at].start < line.ends[-1]:
            span = spans[at]
            at += 1
            first = place.get(span.start)
            if first is None or own[first] != OUTSIDE:
                continue
            last = first
            while last + 1 < len(line) and line.ends[last] < span.end:
                last += 1
            if line.ends[last] == span.end:
                own[first : last + 1] = [f"B-{span.phi_class}"] + [f"I-{span.phi_class}"] * (last - first)
        tags.append(own)
    return tags


def bio_lines(doc: Document) -> list[list[tuple[str, int, int, str]]]:
    """The report as sequences of (token, start, end, tag); offsets are code points of its text."""
    lines = tokenizer().lines(doc.text)
    return [
        list(zip(line.words, line.starts, line.ends, tags, strict=True))
        for line, tags in zip(lines, tag_lines(lines, doc.spans), strict=True)
    ]


def unreachable(doc: Document) -> list[Span]:
    """The spans of the report that its token sequences cannot express, in text order."""
    expressed = set()
    for line in bio_lines(doc):
        start = end = -1
        for _, token_start, token_end, tag in [*line, ("", 0, 0, OUTSIDE)]:
            if not tag.startswith("I-") and start >= 0:
                expressed.add((start, end))
                start = -1
            if tag.startswith("B-"):
                start = token_start
            end = token_end
    return [span for span in sorted(doc.spans) if (span.start, span.end) not in expressed]
