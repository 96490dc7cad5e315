"""Around: what of a report may be quoted when it is said why something is suggested."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from deid_studio.model.lines import LINE_END
from deid_studio.model.span import Span
from deid_studio.people.folding import fold

_LONGEST = 300  # code points before a mention among which its label stands
_SIGNS = " \t:=.\u2013\u2014|>\u2026-"  # between a label and its value
_BETWEEN = regex.compile(r"[:=;|\t,()«»\"]|[.]\s|\s{2,}|\p{N}{3,}")  # no label goes on over these
_WORDS = 4


@dataclass(frozen=True, slots=True)
class Around:
    """The words before a mention on its line, as they stand there, and its own, folded; empty where nobody knows."""

    label: str = ""
    words: str = ""

    @classmethod
    def of(cls, text: str, span: Span) -> Around:
        """What is around a span of a text."""
        before = LINE_END.split(text[max(span.start - _LONGEST, 0) : span.start])[-1].rstrip(_SIGNS)
        label = " ".join(_BETWEEN.split(before)[-1].split()[-_WORDS:]).strip(_SIGNS)
        return cls(label, fold(text[span.start : span.end][:_LONGEST]))

    def says(self, entry: str) -> bool:
        """Whether an entry of a list may be quoted: its words are the mention's own."""
        return bool(entry) and (not self.words or fold(entry) in self.words)


NOWHERE = Around()
