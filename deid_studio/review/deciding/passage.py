"""Passage: what a person reads at one look around a mention, and which suggestions in it one key may accept; pure.

Each is accepted by a person who sees it, but not each by itself. So whatever asks for a look of its own is left out:
what is not likely, doubts, what shares text with another mention, and what goes on elsewhere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from deid_studio.model.lines import LINE, LINE_END, NEXT_LINE, SENTENCE_END
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.span import Span
from deid_studio.review.deciding.sensitivity import confidence_of, is_doubt

# The window calls likely what is as sure. In layouts that the model never saw 9 of 10 of these are right as they stand,
# and of what is less sure 5 (docs/experiments.md, "A passage with one key").
LEAST = 0.8
_LINE = 160  # code points, two full lines on the screen: of what is longer a sentence is read
_ONE_LOOK = 240  # three
_REACH = 240  # code points before and after a mention: text without an end is no passage as a whole
_TITLE = regex.compile(r"\b\p{Lu}\p{L}{0,3}\.\s*$")  # Dr., Avda., C.: a full stop that ends no sentence


@dataclass(frozen=True, slots=True)
class Passage:
    """The stretch [start, end) in code points: a line of the report and the short ones that follow it, or of a long
    line the sentence; of so many whole `lines` that are not blank."""

    start: int
    end: int
    lines: int

    def holds(self, span: Span) -> bool:
        """Whether all of a span stands within."""
        return self.start <= span.start and span.end <= self.end


def passage_at(text: str, span: Span) -> Passage:
    """The passage in which a span stands; of text without an end what is near it."""
    first, last = max(span.start - _REACH, 0), min(span.end + _REACH, len(text))
    breaks = list(LINE_END.finditer(text, first, last))
    start = max((one.end() for one in breaks if one.end() <= span.start), default=first)
    end = min((one.start() for one in breaks if one.start() >= span.end), default=last)
    is_whole = (start > first or first == 0) and (end < last or last == len(text))
    if is_whole and end - start <= _LINE:
        return _with_what_follows(text, start, end)
    ends = [one.end() for one in SENTENCE_END.finditer(text, start, end) if not _TITLE.search(text, start, one.end())]
    start = max((one for one in ends if one <= span.start), default=start)
    end = min((one for one in ends if one >= span.end), default=end)
    return Passage(start, end, 0)


def _with_what_follows(text: str, start: int, end: int) -> Passage:
    """A line with those after it that are read at the same look, as the fields of a form are."""
    lines, limit = 1, start + _ONE_LOOK
    while (gap := NEXT_LINE.match(text, end)) is not None:
        following = LINE.match(text, gap.end(), limit + 1)
        if following is None or following.end() > limit:
            break
        lines, end = lines + 1, following.end()
    return Passage(start, end, lines)


def pending_in(passage: Passage, pending: Sequence[Mention]) -> list[Mention]:
    """Those of the pending mentions, which are in text order, that stand in a passage."""
    first = bisect_left(pending, passage.start, key=lambda m: m.span.start)
    last = bisect_left(pending, passage.end, lo=first, key=lambda m: m.span.start)
    return [m for m in pending[first:last] if passage.holds(m.span)]


def acceptable_together(desk: Desk, pending: Iterable[Mention]) -> list[Mention]:
    """Those of the pending mentions of a passage that one look is enough for."""
    return [m for m in pending if _is_plain(m) and not _is_shared(desk, m)]


def _is_plain(mention: Mention) -> bool:
    doubt = mention.suggestion is not None and is_doubt(mention.suggestion)
    return not doubt and not mention.span.gaps and confidence_of(mention) >= LEAST


def _is_shared(desk: Desk, mention: Mention) -> bool:
    there = desk.overlapping(mention.span)
    return any(m.id != mention.id and m.decision is not Decision.REJECTED for m in there)
