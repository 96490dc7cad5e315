"""Numbers: what may be one number, whatever stands around it."""

from __future__ import annotations

from collections.abc import Sequence

import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deid_studio.people.numbers import written_numbers

_GAP = regex.compile(r"(?:[^\S\n\r]|[.\-\u2010-\u2015/·_()\\,:]){0,3}")
_TEXTS = st.text("aAñbc 019٣²Ⅷ.-–/·_()\\,:\t\n\r\u00a0;\u0301ªß", max_size=40)


def _groups(text: str) -> list[list[tuple[int, int, str]]]:
    """Runs of figures and of up to three letters with little between, piece by piece."""
    groups: list[list[tuple[int, int, str]]] = [[]]
    for match in regex.finditer(r"\p{L}+|[0-9]+", text):
        if groups[-1] and not _GAP.fullmatch(text, groups[-1][-1][1], match.start()):
            groups.append([])
        if match.group()[0].isdigit() or len(match.group()) <= 3:
            groups[-1].append((*match.span(), match.group().upper()))
    return [group for group in groups if any(piece[0].isdigit() for _, _, piece in group)]


@given(_TEXTS)
@example("NHC 12-34 abcd 5 67")
@example("a1\u0301b 2")
@settings(max_examples=300)
def test_numbers_are_found_among_the_letters_around_them(text: str) -> None:
    runs = [group[first:end] for group in _groups(text) for first in range(len(group)) for end in _ends(first, group)]
    wanted = [(run[0][0], run[-1][1]) for run in runs if any(piece[0].isdigit() for _, _, piece in run)]
    assert [(start, end) for start, end, _ in written_numbers(text, 1, 1000)] == wanted


def _ends(first: int, group: Sequence[object]) -> range:
    """Where a number of at most twelve pieces may end."""
    return range(first + 1, min(first + 12, len(group)) + 1)
