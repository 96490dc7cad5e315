"""Fragments: stretches [start, end) of a text, joined, cut out of one another and trimmed; pure."""

from __future__ import annotations

from collections.abc import Iterable

Fragment = tuple[int, int]


def joined(stretches: Iterable[Fragment], text: str = "") -> tuple[Fragment, ...]:
    """The stretches, ascending; those that touch, overlap or have only blanks of the text between are one."""
    found: list[Fragment] = []
    for start, end in sorted(stretches):
        if found and (start <= found[-1][1] or text[found[-1][1] : start].isspace()):
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)


def without(stretches: Iterable[Fragment], taken: Iterable[Fragment]) -> tuple[Fragment, ...]:
    """What of ascending stretches none of those `taken` holds, ascending."""
    left = list(stretches)
    for first, last in taken:
        cut = [((start, min(end, first)), (max(start, last), end)) for start, end in left]
        left = [piece for pieces in cut for piece in dict.fromkeys(pieces) if piece[0] < piece[1]]
    return tuple(left)


def trimmed(text: str, start: int, end: int) -> Fragment | None:
    """A stretch without what is no letter or digit at its ends; None when there is nothing else."""
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return (start, end) if start < end else None
