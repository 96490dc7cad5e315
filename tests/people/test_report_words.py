"""ReportWords: where words are cut, and that it does not matter how they are looked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.report_words import ReportWords

LATIN = st.characters(max_codepoint=255)


def told(words: ReportWords) -> tuple[object, ...]:
    return words.starts, words.ends, words.folded, words.capital, words.chunks


@given(st.lists(st.one_of(st.sampled_from(("M.ª", "\xad", "x" * 99, "Aa", "AAAbbb1", "12")), LATIN)).map("".join))
def test_words_of_latin_letters_are_the_same_beside_another_sign(text: str) -> None:
    assert told(ReportWords(text)) == told(ReportWords(text + " —"))


def test_words_are_cut_where_they_are_run_together() -> None:
    words = ReportWords("GarcíaNºCol 28Rivera M.ª Ru\xadiz " + "a" * 101 + " Ω")
    assert words.folded == ["garcia", "nºcol", "28", "rivera", "mª", "ruiz", "ω"]
    assert [words.text[start:end] for start, end in zip(words.starts, words.ends, strict=True)][:4] == [
        "García", "NºCol", "28", "Rivera",
    ]  # fmt: skip
    assert words.capital == [True, True, False, True, True, True, True]
    assert words.chunks == [(0, 1, "garcianºcol"), (2, 3, "28rivera")]


def test_an_empty_text_has_no_words() -> None:
    assert told(ReportWords("")) == ([], [], [], [], [])
