"""Comparing annotated text with the report: exact, and lenient in white space, in time linear in the annotation."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

Fragments = tuple[tuple[int, int], ...]

_SHORT = 64


class ReportText:
    """A report's text with what is needed to ask often, and cheaply, what stands at some offsets.

    White space is what `str.isspace` says. The index for lenient questions is built at the first one: offsets before
    which white space ends, so that no question costs more than the length of the annotation that it is about.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._squeezed: str | None = None
        self._run_starts = array("q")
        self._run_ends = array("q")
        self._removed = array("q", [0])  # white space in all runs before the i-th

    def __len__(self) -> int:
        return len(self.text)

    def is_blank(self, start: int, end: int) -> bool:
        """Whether the text between two offsets is white space only (or empty)."""
        if end - start <= _SHORT:
            return not self.text[start:end].strip()
        return self._ink_before(start) == self._ink_before(end)

    def match(self, fragments: Fragments, annotated: str) -> int | None:
        """How many characters of `annotated` are the text of the fragments; None when it is another text.

        Fragments are joined by one space (BRAT), by nothing (BRAT before 1.3), or read leniently: white space may
        differ or be missing. What follows in `annotated` must be empty, blank, or begin with a tab.
        """
        length = sum(end - start for start, end in fragments)
        for joint in (" ", ""):
            whole = length + len(joint) * (len(fragments) - 1)
            if whole <= len(annotated):
                text = joint.join(self.text[start:end] for start, end in fragments)
                if annotated.startswith(text) and _ends_at(annotated, whole):
                    return whole
        return self._match_ink(fragments, annotated)

    def _match_ink(self, fragments: Fragments, annotated: str) -> int | None:
        ink = [(self._ink_before(start), self._ink_before(end)) for start, end in fragments]
        length = sum(end - start for start, end in ink)
        if length > len(annotated):
            return None
        assert self._squeezed is not None
        at = 0
        for character in "".join(self._squeezed[start:end] for start, end in ink):
            while at < len(annotated) and annotated[at] != character and annotated[at].isspace():
                at += 1
            if at == len(annotated) or annotated[at] != character:
                return None
            at += 1
        return at if _ends_at(annotated, at) else None

    def _ink_before(self, offset: int) -> int:
        """How many characters before `offset` are not white space."""
        if self._squeezed is None:
            self._build()
        run = bisect_right(self._run_starts, offset) - 1
        if run < 0:
            return offset
        inside = min(offset, self._run_ends[run]) - self._run_starts[run]
        return offset - self._removed[run] - inside

    def _build(self) -> None:
        removed = 0
        for match in re.finditer(r"\s+", self.text):
            self._run_starts.append(match.start())
            self._run_ends.append(match.end())
            removed += match.end() - match.start()
            self._removed.append(removed)
        self._squeezed = "".join(self.text.split())


def _ends_at(annotated: str, at: int) -> bool:
    return at == len(annotated) or annotated[at] == "\t" or not annotated[at:].strip()
