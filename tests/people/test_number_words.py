"""Numbers in Spanish words are written and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.folding import fold
from deid_studio.people.number_words import LARGEST, before_noun, in_words, read_number, read_spoken


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "cero"), (1, "uno"), (16, "dieciséis"), (29, "veintinueve"), (30, "treinta"), (31, "treinta y uno"),
     (100, "cien"), (101, "ciento uno"), (500, "quinientos"), (745, "setecientos cuarenta y cinco"),
     (1000, "mil"), (1100, "mil cien"), (1998, "mil novecientos noventa y ocho"), (2015, "dos mil quince")],
)  # fmt: skip
def test_numbers_in_words(number, words):
    assert in_words(number) == words


@pytest.mark.parametrize(
    ("number", "masculine", "feminine"),
    [(1, "un", "una"), (21, "veintiún", "veintiuna"), (31, "treinta y un", "treinta y una"),
     (40, "cuarenta", "cuarenta")],
)  # fmt: skip
def test_before_a_noun_one_is_shorter(number, masculine, feminine):
    assert (before_noun(number), before_noun(number, feminine=True)) == (masculine, feminine)


@pytest.mark.parametrize("number", [-1, LARGEST + 1])
def test_other_numbers_are_refused(number):
    with pytest.raises(ValueError):
        in_words(number)


@given(st.integers(0, LARGEST), st.sampled_from((in_words, before_noun, lambda n: before_noun(n, feminine=True))))
def test_what_is_written_is_read(number, write):
    words = fold(write(number)).split()
    assert read_number(["hace", *words, "anos"], 1) == (number, 1 + len(words))


def test_the_longest_number_counts_and_other_words_are_none():
    assert read_number("cuarenta y dos y medio".split()) == (42, 3)
    assert read_number("cuarenta y pocos".split()) == (40, 1)
    assert read_number(["anos"]) is None
    assert read_number([]) is None


@pytest.mark.parametrize(
    ("words", "read"),
    [("dos mil", (2000, 2)), ("mil uno", (1001, 2)), ("nueve mil novecientas", (9000, 2)), ("once mil", (11, 1)),
     ("un mil", (1, 1)), ("cero mil", (0, 1)), ("mil cero", (1000, 1)), ("mil mil", (1000, 1)),
     ("mil una semanas", (1001, 2))],
)  # fmt: skip
def test_thousands_are_read_as_they_are_written(words, read):
    assert read_number(words.split()) == read


@pytest.mark.parametrize(
    ("words", "read"),
    [("noranta dos anys", (92, 2)), ("vint i cinc", (25, 3)), ("noventa e catro anos", (94, 3)), ("cent un", (101, 2)),
     ("laurogeita hamabi urte", (92, 2)), ("ehun eta bi", (102, 3)), ("noventayseis anos", (96, 1)), ("hogei", (20, 1)),
     ("cuarenta y dos y medio", (42, 3)), ("mil dos", (1002, 2)), ("treinta cuarenta", (30, 1)), ("anys", None)],
)  # fmt: skip
def test_numbers_below_two_hundred_are_read_in_other_languages(words, read):
    assert read_spoken(words.split()) == read
    assert read is None or read_spoken(["te", *words.split()], 1) == (read[0], read[1] + 1)
