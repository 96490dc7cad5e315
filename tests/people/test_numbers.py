"""Numbers: what may be one number, whatever stands around it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deid_studio.kernel.compiled import native
from deid_studio.model.patient_fields import FieldValue
from deid_studio.people.numbers import NUMBER_KINDS, find_numbers, written_numbers

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


_NUMBERS = st.sampled_from(("12345", "O2345", "1234", "12 34 56 78 9", "600123123", "ab123", "µß12", "B0B0B", "28001"))
_SIGNS = st.sampled_from([*"12OlBßµÿªñé .-—–/\n·(_٣", "345", "abc", "abcd", "  ", "\u2009", "\x1c", "\xa0", "\ud800"])
_STRETCHES = st.lists(st.one_of(_NUMBERS, _SIGNS), max_size=12).map("".join)


@given(_STRETCHES, st.lists(st.builds(FieldValue, st.sampled_from(NUMBER_KINDS), st.one_of(_NUMBERS, _STRETCHES))))
def test_the_kernel_finds_the_numbers_that_python_does(text: str, values: list[FieldValue]) -> None:
    found = find_numbers(values, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deid_studio.people.numbers.native", None)
        assert sorted(found, key=repr) == sorted(find_numbers(values, text), key=repr)


@pytest.mark.skipif(native is None, reason="the kernel was not compiled")
def test_the_kernel_takes_numbers_with_skeletons_and_tables_alone() -> None:
    for kinds, plain, skeletons, edits in (
        (b"\2" * 255, ["1"], ["1"], [0]),
        (b"\2" * 256, ["1"], [], [0]),
        (b"\2" * 256, ["1"], ["1"], []),
        (b"\2" * 256, ["1"], ["1"], [3]),
    ):
        with pytest.raises(ValueError):
            native.number_hits(b"1", kinds, plain, skeletons, edits)
    assert native.number_hits(b"1 \xdf", b"\x22" * 256, ["1", ""], ["1", ""], [1, 2]) == [(0, 1, 0, 0), (0, 1, 1, 1)]
