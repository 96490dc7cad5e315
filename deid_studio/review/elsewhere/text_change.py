"""TextChange: where the places of a report are after another program changed its text; pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import accumulate, pairwise

from deid_studio.formats.text import Report
from deid_studio.model.mentions import Desk, Mention
from deid_studio.model.span import Span

# Pairs of lines compared one with one where no line is unique; `SequenceMatcher` is cubic on equal lines.
_COMPARED = 2_500

Run = tuple[int, int, int]  # equal lines: the first one's index in the old text, in the new text, how many


@dataclass(frozen=True, slots=True)
class _Block:
    """A stretch of the old text (code points) and what stands in its place in the new one."""

    equal: bool
    old_start: int
    old_end: int
    new_start: int
    new_end: int


class TextChange:
    """From one text of a report to another, line by line (the patience diff of Bram Cohen), however lines end.

    Takes time in proportion to the texts but for stretches without a line of their own, which are bounded.
    """

    def __init__(self, old_text: str, new_text: str) -> None:
        self.old_text, self.new_text = old_text, new_text
        self._blocks = list(_blocks(old_text, new_text))
        self._starts = [block.old_start for block in self._blocks]
        self._ends = [block.old_end for block in self._blocks]
        self._moved: dict[Span, Span | None] = {}  # the desk and the `.ann` ask for the same spans

    def moved(self, span: Span) -> Span | None:
        """Where a span of the old text stands in the new one; None when it has no place there.

        It has one where its lines are unchanged, or where its text stands exactly once in what replaced them.
        """
        if span not in self._moved:
            self._moved[span] = self._searched(span)
        return self._moved[span]

    def _searched(self, span: Span) -> Span | None:
        touched = self._blocks[bisect_right(self._ends, span.start) : bisect_left(self._starts, span.end)]
        first, last = touched[0], touched[-1]
        if all(block.equal for block in touched):
            shift = first.new_start - first.old_start
            if shift != last.new_start - last.old_start:
                return None
        else:
            wanted = self.old_text[span.start : span.end]
            found = self.new_text.find(wanted, first.new_start, last.new_end)
            if found < 0 or self.new_text.find(wanted, found + 1, last.new_end) >= 0:
                return None
            shift = found - span.start
        gaps = tuple((a + shift, b + shift) for a, b in span.gaps)
        return Span(span.start + shift, span.end + shift, span.phi_class, gaps)

    def carried(self, desk: Desk) -> tuple[Desk, tuple[Mention, ...]]:
        """The desk for the new text, decisions and all, and the mentions that have no place in it."""
        kept: list[Mention] = []
        lost: list[Mention] = []
        for mention in desk:
            moved = self.moved(mention.span)
            if moved is None:
                lost.append(mention)
                continue
            suggestion = mention.suggestion
            if suggestion is not None:
                suggestion = replace(suggestion, span=self.moved(suggestion.span) or moved)
            kept.append(replace(mention, span=moved, suggestion=suggestion))
        return Desk(kept, desk.next_id), tuple(lost)


@dataclass(frozen=True, slots=True)
class NewText:
    """A report as another program changed it, and where its places went."""

    report: Report
    change: TextChange


def _blocks(old_text: str, new_text: str) -> Iterator[_Block]:
    old, new = old_text.splitlines(keepends=True), new_text.splitlines(keepends=True)
    # Another program may have written every line end anew.
    old_bodies, new_bodies = old_text.splitlines(), new_text.splitlines()
    old_at, new_at = ([0, *accumulate(map(len, lines))] for lines in (old, new))
    i = j = 0
    for old_line, new_line, count in (*_equal_runs(old_bodies, new_bodies), (len(old), len(new), 0)):
        if i < old_line or j < new_line:
            yield _Block(False, old_at[i], old_at[old_line], new_at[j], new_at[new_line])
        i, j = old_line + count, new_line + count
        if old[old_line:i] == new[new_line:j]:
            if count:
                yield _Block(True, old_at[old_line], old_at[i], new_at[new_line], new_at[j])
            continue
        for a, b in zip(range(old_line, i), range(new_line, j), strict=True):
            length = len(old_bodies[a])
            yield _Block(True, old_at[a], old_at[a] + length, new_at[b], new_at[b] + length)
            yield _Block(old[a] == new[b], old_at[a] + length, old_at[a + 1], new_at[b] + length, new_at[b + 1])


def _equal_runs(old: Sequence[str], new: Sequence[str]) -> list[Run]:
    runs: list[Run] = []
    waiting = [(0, len(old), 0, len(new))]
    while waiting:
        i, i_end, j, j_end = waiting.pop()
        head = 0
        while i + head < i_end and j + head < j_end and old[i + head] == new[j + head]:
            head += 1
        runs.append((i, j, head))
        i, j = i + head, j + head
        tail = 0
        while i < i_end - tail and j < j_end - tail and old[i_end - tail - 1] == new[j_end - tail - 1]:
            tail += 1
        i_end, j_end = i_end - tail, j_end - tail
        runs.append((i_end, j_end, tail))
        if i == i_end or j == j_end:
            continue
        anchors = _anchors(old[i:i_end], new[j:j_end])
        if anchors:
            # Each part but the first begins with its anchor, so that the parts shrink.
            cuts = [(i, j), *((i + a, j + b) for a, b in anchors), (i_end, j_end)]
            waiting += [(a, c, b, d) for (a, b), (c, d) in pairwise(cuts)]
        elif (i_end - i) * (j_end - j) <= _COMPARED:
            matcher = SequenceMatcher(None, old[i:i_end], new[j:j_end], autojunk=False)
            runs += [(i + a, j + b, count) for a, b, count in matcher.get_matching_blocks()]
    return sorted(run for run in runs if run[2])


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The lines that stand once in either text and in the same order: index in the old and in the new text."""
    old_times, new_times = Counter(old), Counter(new)
    place = {line: j for j, line in enumerate(new) if new_times[line] == 1}
    pairs = [(i, place[line]) for i, line in enumerate(old) if old_times[line] == 1 and line in place]
    # The longest ascending subsequence, by patience sorting.
    tops: list[int] = []
    piles: list[int] = []
    below: list[int] = []
    for index, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        below.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [j]
        piles[pile : pile + 1] = [index]
    found: list[tuple[int, int]] = []
    index = piles[-1] if piles else -1
    while index >= 0:
        found.append(pairs[index])
        index = below[index]
    return found[::-1]
