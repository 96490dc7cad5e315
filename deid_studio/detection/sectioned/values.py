"""Values: what stands after each label of a header line, told apart from the value before by what labels are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from deid_studio.detection.sections import Field, fields
from deid_studio.detection.tokens import TokenLine
from deid_studio.people.folding import fold

_PREFIX_ENDS = frozenset("-/")
_PART_ENDS = frozenset(",.()/;")
_TREATMENTS = frozenset("d dna don dona dr dra doctor doctora sr sra".split())


@dataclass(frozen=True, slots=True)
class Value:
    """A label (folded) in tokens `[label_start, colon)` of a line and its value in tokens `[start, end)`."""

    label: str
    label_start: int
    colon: int
    end: int

    @property
    def start(self) -> int:
        """The first token after the colon."""
        return self.colon + 1


def label_endings(line: TokenLine, one: Field) -> Iterator[tuple[int, str]]:
    """What the label of a field may be, as (first token, folded label), the longest first.

    At the line's start it is the whole; after another value, whose last words may look like the label's first
    (`Médico: Ana Ruiz NºCol:`), any of its endings.
    """
    starts = range(one.start, one.colon) if one.start > 0 else (one.start,)
    for start in starts:
        yield start, fold(" ".join(line.words[start : one.colon]))


def values(line: TokenLine, count: Callable[[str], int]) -> list[Value]:
    """The values of one line; of a label's possible endings the one with the highest `count`, then the longest."""
    found: list[Value] = []
    for one in fields(line):
        start, label = max(label_endings(line, one), key=lambda ending: (count(ending[1]), -ending[0]))
        if found:
            last = found[-1]
            found[-1] = Value(last.label, last.label_start, last.colon, max(start, last.start))
        found.append(Value(label, start, one.colon, one.end))
    return found


def value_place(line: TokenLine, value: Value, count: Callable[[str], int]) -> tuple[int, int] | None:
    """The first and last token of the value itself, `[first, last)`: without treatments and marks.

    A label that is written again as a prefix stays out too (`CIPA: nhc-123`).
    """
    first, last = value.start, value.end
    while first < last and (not line.words[first][0].isalnum() or fold(line.words[first]) in _TREATMENTS):
        first += 1
    if last - first > 2 and line.words[first + 1] in _PREFIX_ENDS and count(fold(line.words[first])):
        first += 2
    while last > first and not line.words[last - 1][-1].isalnum():
        last -= 1
    return (first, last) if first < last else None


def value_parts(line: TokenLine, first: int, last: int) -> list[tuple[int, int]]:
    """The stretches of tokens `[first, last)` between commas, full stops, brackets and slashes."""
    parts: list[tuple[int, int]] = []
    start = first
    for at in range(first, last + 1):
        if at == last or line.words[at] in _PART_ENDS:
            if start < at:
                parts.append((start, at))
            start = at + 1
    return parts
