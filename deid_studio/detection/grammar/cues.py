"""Cues: on which lines of a report the strings stand that the rules ask for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import ahocorasick

from deid_studio.detection.grammar.folded_text import FoldedText


class Cues:
    """The cues of all rules of a grammar; a report is gone through once, however many there are."""

    def __init__(self, cues: Iterable[str]) -> None:
        self._automaton = ahocorasick.Automaton()
        for cue in cues:
            self._automaton.add_word(cue, cue)
        if len(self._automaton):
            self._automaton.make_automaton()

    def lines(self, text: FoldedText, line_starts: Sequence[int]) -> dict[str, list[int]]:
        """The numbers of the lines on which each cue begins, ascending; a cue that is nowhere has no entry.

        `line_starts` are offsets of the original text.
        """
        found: dict[str, list[int]] = {}
        if not len(self._automaton):
            return found
        for last, cue in self._automaton.iter(text.folded):
            start = last + 1 - len(cue)
            number = bisect_right(line_starts, text.to_text(start, start + 1)[0]) - 1
            lines = found.get(cue)
            if lines is None:
                found[cue] = [number]
            elif lines[-1] != number:
                lines.append(number)
        return found
