"""Searching: an expression of a rule, compiled when it is first needed, and asked only where its outline stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import regex

from deid_studio.detection.grammar.kept_outlines import kept_outline
from deid_studio.detection.grammar.outlines import signs
from deid_studio.detection.kept_expressions import kept_expressions
from deid_studio.detection.kernel.compiled import native

# Far above what any expression needs for a part of a report: whether one is left out does not depend on how busy the
# machine is.
TIMEOUT_SECONDS = 0.5
# Places that are tried one by one before the engine goes on by itself.
_TRIES = 8

Place = tuple[int, int]


class SearchedText:
    """A report's text without accents, and its signs as outlines are laid on them."""

    def __init__(self, plain: str) -> None:
        self.plain = plain
        self.signs = signs(plain)

    def places(self, outlines: list[bytes], stretches: list[list[Place]]) -> list[list[Place]]:
        """Those stretches of each outline in which it stands, from where it may begin on; all of one that is empty."""
        return stretches if native is None else native.outline_places(outlines, self.signs, stretches)


@dataclass(frozen=True)
class Expression:
    """A regular expression that is compiled when it is first matched: few rules are tried on any one report.

    All raise `TimeoutError` when the engine takes too long, and `regex.error` when the expression is not valid.
    """

    source: str
    flags: int

    @cached_property
    def pattern(self) -> regex.Pattern[str]:
        """The expression, compiled; raises `regex.error` when it is not valid."""
        return kept_expressions().compiled(self.source, self.flags)

    @cached_property
    def outline(self) -> bytes:
        """The expression's outline; empty where there is none, or no kernel that reads it."""
        return b"" if native is None else kept_outline(self.source, self._backwards)

    @cached_property
    def _backwards(self) -> bool:
        return bool(self.flags & regex.REVERSE)

    def search(self, text: SearchedText, at: int, end: int) -> regex.Match[str] | None:
        """The first match that begins at `at` or later."""
        outline = self.outline
        if outline and native is not None:
            for _ in range(_TRIES):
                at = native.outline_start(outline, text.signs, at, end)
                if at < 0:
                    return None
                found = self.pattern.match(text.plain, at, end, timeout=TIMEOUT_SECONDS)
                if found is not None:
                    return found
                at += 1
        return self.pattern.search(text.plain, at, end, timeout=TIMEOUT_SECONDS)

    def match(self, text: SearchedText, start: int, end: int) -> regex.Match[str] | None:
        """The match that begins at `start`, or, of an expression that is matched to the left, ends at `end`."""
        if not self.may_match(text, start, end):
            return None
        return self.pattern.match(text.plain, start, end, timeout=TIMEOUT_SECONDS)

    def fullmatch(self, text: SearchedText, start: int, end: int) -> regex.Match[str] | None:
        """The match of the whole stretch."""
        if not self.may_match(text, start, end):
            return None
        return self.pattern.fullmatch(text.plain, start, end, timeout=TIMEOUT_SECONDS)

    def may_match(self, text: SearchedText, start: int, end: int) -> bool:
        """Whether `match` may find anything, quickly told."""
        outline = self.outline
        if not outline or native is None or start > end:
            return True
        if self._backwards:
            start, end = end, start
        return bool(native.outline_fits(outline, text.signs, start, end))
