"""ReportWords: where words are cut, and that it does not matter how they are looked for."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.kernel.compiled import native
from deid_studio.people.report_words import ReportWords, cut_by_python

SIGNS = st.one_of(st.characters(max_codepoint=255), st.sampled_from("—ωÁ\u0301\ud800𝒳"))


def told(words: ReportWords) -> tuple[object, ...]:
    return words.starts, words.ends, words.folded, words.capital, words.chunks, words.letters


@given(st.lists(st.one_of(st.sampled_from(("M.ª", "\xad", "x" * 99, "Aa", "AAAbbb1", "12")), SIGNS)).map("".join))
def test_the_kernel_cuts_words_as_python_does(text: str) -> None:
    assert told(ReportWords(text)) == cut_by_python(text)


@pytest.mark.skipif(native is None, reason="the kernel was not compiled")
def test_the_kernel_takes_tables_of_all_signs_alone() -> None:
    with pytest.raises(ValueError, match="table"):
        native.report_words(b"a", b"\1" * 255, b"a" * 256, 100)
    assert native.report_words(b"ab c", b"\1" * 256, b"a" * 256, -1)[2] == ["aaaa"]
    assert native.report_words(b"ab c", b"\0" * 256, b"a" * 256, 100)[2] == []


def test_words_are_cut_where_they_are_run_together() -> None:
    words = ReportWords("GarcíaNºCol 28Rivera M.ª Ru\xadiz " + "a" * 101 + " Ω")
    assert words.folded == ["garcia", "nºcol", "28", "rivera", "mª", "ruiz", "ω"]
    assert [words.text[start:end] for start, end in zip(words.starts, words.ends, strict=True)][:4] == [
        "García", "NºCol", "28", "Rivera",
    ]  # fmt: skip
    assert words.capital == [True, True, False, True, True, True, True]
    assert words.chunks == [(0, 1, "garcianºcol"), (2, 3, "28rivera")]


def test_an_empty_text_has_no_words() -> None:
    assert told(ReportWords("")) == (array("I"), array("I"), [], [], [], [])
