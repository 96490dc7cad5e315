"""Searching: an expression of a rule, asked only where its outline stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from deid_studio.detection.expressions import compiled_expression as matching
from deid_studio.detection.expressions.compiled_expression import Expression, Found, MatchedText, found_of
from deid_studio.detection.grammar.outlines import OUTLINES, outline, signs
from deid_studio.detection.kept_expressions import kept_expressions
from deid_studio.kernel.compiled import native

ListPlace = tuple[int, int, str, str]  # start, end, list and entry, or class and nothing


class SearchedText(MatchedText):
    """A text, of rules a report's without accents, and its signs as outlines are laid on them."""

    def __init__(self, plain: str) -> None:
        super().__init__(plain)
        self.signs = signs(plain, self.in_bytes)


@dataclass(frozen=True)
class SearchedExpression(Expression):
    """An expression that is searched for in reports."""

    @cached_property
    def outline(self) -> bytes:
        """The expression's outline; empty where there is none, or no kernel that reads it."""
        return b"" if native is None else kept_expressions().written(OUTLINES, outline, self.source, self.flags)

    def find(self, text: SearchedText, at: int, end: int) -> Found | None:
        """The first match that begins at `at` or later, tried where the outline stands."""
        if self.program is not None and text.in_bytes is not None:
            try:
                return self.program.search(self.outline, text.signs, text.in_bytes, at, end)
            except TimeoutError:
                pass
        return found_of(self.pattern.search(text.plain, at, end, timeout=matching.TIMEOUT_SECONDS))

    def search(self, text: MatchedText, start: int, end: int, seconds: float | None = None) -> Found | None:
        """The same, in a text on which outlines are laid."""
        if isinstance(text, SearchedText):
            return self.find(text, start, end)
        return super().search(text, start, end, seconds)


def next_beside(
    before: SearchedExpression | None,
    after: SearchedExpression | None,
    text: SearchedText,
    places: list[ListPlace],
    number: int,
    start: int,
    end: int,
) -> int:
    """The number of the first of some ascending places, from `number` on, that is in a stretch and beside which
    expressions may match, as far as is quickly told; how many there are where none is."""
    if native is not None:
        outlines = before.outline if before else b"", after.outline if after else b""
        return int(native.outline_beside(*outlines, text.signs, places, number, start, end))
    while number < len(places) and places[number][0] <= end:
        if places[number][1] <= end:
            return number
        number += 1
    return len(places)
