"""Cues: where in a report the strings stand that the rules ask for."""

from __future__ import annotations

from collections.abc import Iterable

import ahocorasick

from deid_studio.people.folded_text import FoldedText


class Cues:
    """The cues of all rules of a grammar; a report is gone through once, however many there are."""

    def __init__(self, cues: Iterable[str]) -> None:
        self._automaton = ahocorasick.Automaton()
        for cue in cues:
            self._automaton.add_word(cue, cue)
        if len(self._automaton):
            self._automaton.make_automaton()

    def places(self, text: FoldedText) -> dict[str, list[int]]:
        """The offsets in the original text at which each cue begins, ascending; a cue that is nowhere has no entry."""
        found: dict[str, list[int]] = {}
        if not len(self._automaton):
            return found
        to_text = text.to_text
        for last, cue in self._automaton.iter(text.folded):
            start = last + 1 - len(cue)
            found.setdefault(cue, []).append(to_text(start, start + 1)[0])
        return found
