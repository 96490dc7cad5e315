"""Labelled values: what stands before a value on its line, and whether that, or words around, say what it is; pure."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from deid_studio.model.span import Span, Suggestion
from deid_studio.people.folded_text import fold_signs
from deid_studio.people.folding import fold
from deid_studio.people.roles import told_role

_BESIDE = 48  # characters around a mention whose words may say of whom it is
_LABEL = r"(?:^|[|;\t]|[.,]\s|\s{2})[ \t]*(\p{L}[^|;:=\t\n]{1,40}?)[ \t]*[:=][ \t]*"
_BEFORE = regex.compile(_LABEL + r"\Z")
_ANY = regex.compile(_LABEL + r"(?=[^\s|;:=])", regex.MULTILINE)


def label_before(text: str, start: int) -> str:
    """The folded label that a place stands after on its line; empty where there is none."""
    found = _BEFORE.search(text[text.rfind("\n", 0, start) + 1 : start])
    return fold(found[1]) if found else ""


def labels_in(text: str) -> Iterator[tuple[str, int]]:
    """The folded labels of a text that a value follows on the line, each with where the value begins."""
    last = -1
    for found in _ANY.finditer(text, overlapped=True):
        if found.end() > last:  # of two that end there the longer one
            last = found.end()
            yield fold(found[1]), last


def stands_labelled(text: str, span: Span) -> bool:
    """Whether a label stands before a span, or words beside it say whose name it is."""
    first = max(span.start - _BESIDE, 0)
    beside = fold_signs(text[first : span.end + _BESIDE])
    return bool(label_before(text, span.start)) or told_role(beside, span.start - first, span.end - first) is not None


def has_its_own_right(suggestion: Suggestion, text: str, by_label: bool = True) -> bool:
    """Whether the patient's record says of what class a suggestion is or, where that counts, a label or words beside
    it do: whoever else is called so, it keeps its class."""
    known = any(fact.kind == "patient" for fact in suggestion.evidence)
    return known or (by_label and stands_labelled(text, suggestion.span))
