"""Expression: a regular expression that is compiled when it is first matched, as a program where there is a kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import regex

from deid_studio.detection.expressions.alphabet import in_bytes
from deid_studio.detection.expressions.program import PROGRAMS, program
from deid_studio.detection.kept_expressions import kept_expressions
from deid_studio.kernel.compiled import native

if TYPE_CHECKING:
    from deid_studio.kernel.native import Program

# Far above what any expression needs for a part of a report: whether one is left out does not depend on how busy the
# machine is.
TIMEOUT_SECONDS = 0.5

Place = tuple[int, int]
Found = tuple[int, int, tuple[tuple[Place, ...], ...]]
"""Start, end and of each group the stretches that it took, without those that are empty."""


class MatchedText:
    """A text that expressions are matched in."""

    def __init__(self, plain: str) -> None:
        self.plain = plain
        self.in_bytes = None if native is None else in_bytes(plain)


@dataclass(frozen=True)
class Expression:
    """A regular expression; it is the engine's (`regex`), and a program finds what the engine would find.

    Unless it is `kept`, what it is compiled into is kept nowhere. All raise `TimeoutError` when the engine takes too
    long, and `regex.error` when the expression is not valid.
    """

    source: str
    flags: int
    kept: bool = True

    @cached_property
    def pattern(self) -> regex.Pattern[str]:
        """The expression, compiled; raises `regex.error` when it is not valid."""
        return (kept_expressions().compiled if self.kept else regex.compile)(self.source, self.flags)

    @cached_property
    def program(self) -> Program | None:
        """The expression as a program; None where it is the engine's alone."""
        if native is None:
            return None
        if self.kept:
            written = kept_expressions().written(PROGRAMS, program, self.source, self.flags)
        else:
            written = program(self.source, self.flags)
        return native.Program(written, self.backwards) if written else None

    @cached_property
    def backwards(self) -> bool:
        """Whether it is matched from the end to the left."""
        return bool(self.flags & regex.REVERSE)

    def match(self, text: MatchedText, start: int, end: int, seconds: float | None = None) -> Found | None:
        """The match that begins at `start`, or, of an expression that is matched to the left, ends at `end`.

        The engine may take so many seconds.
        """
        # Leftwards in an empty stretch the engine looks no further behind.
        if self.program is not None and text.in_bytes is not None and (start < end or not self.backwards):
            try:
                return self.program.match(text.in_bytes, start, end)
            except TimeoutError:
                pass
        return found_of(self.pattern.match(text.plain, start, end, timeout=seconds or TIMEOUT_SECONDS))

    def fullmatch(self, text: MatchedText, start: int, end: int) -> Found | None:
        """The match of the whole stretch."""
        if self.program is not None and text.in_bytes is not None:
            try:
                return self.program.fullmatch(text.in_bytes, start, end)
            except TimeoutError:
                pass
        return found_of(self.pattern.fullmatch(text.plain, start, end, timeout=TIMEOUT_SECONDS))

    def search(self, text: MatchedText, start: int, end: int, seconds: float | None = None) -> Found | None:
        """The first match that begins at `start` or later."""
        if self.program is not None and text.in_bytes is not None:
            try:
                return self.program.search(b"", text.in_bytes, text.in_bytes, start, end)
            except TimeoutError:
                pass
        return found_of(self.pattern.search(text.plain, start, end, timeout=seconds or TIMEOUT_SECONDS))

    def places(self, text: MatchedText) -> Iterator[Place]:
        """Where it matches in a text, one after the other, however long that takes; it matches nothing empty."""
        at = 0
        try:
            while (found := self.search(text, at, len(text.plain))) is not None:
                yield found[:2]
                at = found[1]
        except TimeoutError:
            yield from (match.span() for match in self.pattern.finditer(text.plain, at))


def found_of(match: regex.Match[str] | None) -> Found | None:
    """What the engine found."""
    if match is None:
        return None
    groups = range(1, match.re.groups + 1)
    return match.start(), match.end(), tuple([tuple([p for p in match.spans(n) if p[0] < p[1]]) for n in groups])
