"""The kernel tells of words by themselves what Python tells, and refuses what does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.context.columns import reader
from deid_studio.detection.context.word_table import _CHARACTERS, WordTable
from deid_studio.kernel.compiled import native

if native is None:
    pytest.skip("the kernel is not compiled", allow_module_level=True)

# Words of all lists and of none, and letters whose case and folding are odd.
WORDS = (
    "Paciente vino de la García Rosa ROSA rosas Murcia San Barthel Hb EXT Na losartan electromiografías dr. enfermera"
    " Tinel signo MX Mx ½ 1987 120 12 ² : . - / ª º ( negativo IV ii Xanell acude cefaleas UCI aaaaaaa 9999999 ------"
).split()
LETTERS = "aAáÁñÑszZ19²½ºª.-ßİıǅǇŉǰȺⱥbMxX\n\t\u0301王\ud800"
TEXTS = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(WORDS).map(str.upper),
    st.text(st.sampled_from(LETTERS), max_size=45),
    st.text(max_size=8),
).filter(lambda word: word != "\n")


def tables() -> tuple[WordTable, WordTable]:
    """A table that learns by the kernel, and one by Python."""
    compiled, plain = (reader(("paciente", "vino", "de", "la", ":"))._table for _ in range(2))
    plain._compiled = None
    return compiled, plain


def facts(table: WordTable) -> list[Any]:
    return [table.facts[name][: len(table)].tolist() for name in table.facts.dtype.names or ()]


def learn(table: WordTable, words: list[str]) -> None:
    table.learn({word: len(table) + at for at, word in enumerate(words)})


@given(st.lists(TEXTS, max_size=30, unique=True))
def test_words_have_the_facts_that_python_tells(words: list[str]) -> None:
    compiled, plain = tables()
    learn(compiled, words)
    learn(plain, words)
    rows = len(words) + 1
    assert facts(compiled) == facts(plain)
    assert np.array_equal(compiled.marked[:rows], plain.marked[:rows])
    assert (compiled.folded, compiled.keys, compiled._same) == (plain.folded, plain.keys, plain._same)
    assert [list(own) for own in compiled.seconds] == [list(own) for own in plain.seconds]


def test_many_words_are_learnt() -> None:
    compiled, plain = tables()
    for table in (compiled, plain):
        for first in range(0, 3000, 500):
            learn(table, [f"Palabra{at}" for at in range(first, first + 500)])
    assert facts(compiled) == facts(plain)


def test_words_that_could_not_be_learnt_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table, plain = tables()
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(table, "_tell", lambda word, row: 1 / 0)
        learn(table, ["Rosa", "Murcia", "王"])
    for one in (table, plain):
        learn(one, ["acude", "王", "vino"])
    assert (table.folded, table.keys) == (plain.folded, plain.keys)
    assert np.array_equal(table.facts["known"], plain.facts["known"])
    assert np.array_equal(table.marked, plain.marked)


def given_to(table: WordTable) -> list[list[Any]]:
    """What the kernel is handed to tell words."""
    entries, kinds = table._index.entries
    weighed_entries, weighed, roles, endings, no_names, is_word = table._weights.compiled()
    return [
        [_CHARACTERS, str.lower, table._words, (table._ordinary.words,)],
        [entries, [tuple(table._list(own)) for own in kinds]],
        [weighed_entries, weighed, roles, {}, endings, (no_names,), is_word],
        [0, 1, 2, table.marked.shape[1]],
    ]


PLACES = [(group, place) for group, size in enumerate((4, 2, 7, 4)) for place in range(size)]


@pytest.mark.parametrize("other", [None, 5, "x", {"rosa": "x", "acudes": 1}, [], ("x",), b"\x80", -1, 1 << 70])
@pytest.mark.parametrize(("group", "place"), PLACES)
def test_what_is_of_another_form_is_refused_or_says_nothing(group: int, place: int, other: Any) -> None:
    assert native is not None
    table, _ = tables()
    made = given_to(table)
    made[group][place] = other
    words = ["rosa", "acudes", "Ñu", ":", "xyz", "Rosa", "Barthel"]
    try:
        facts = native.WordFacts(*map(tuple, made))
        lists: Any = (table.facts.view(np.uint8), table.marked, [""], [()], [""], {})
        facts.learn(words, 1, lists, table._index.seconds, lambda word, row: None)
    except (TypeError, ValueError, OverflowError, IndexError, SystemError):
        return
    # Other words, characters of which none is told, and what holds none of the words.
    assert (group, place) in {
        (0, 0),
        (0, 2),
        (0, 3),
        (1, 0),
        (2, 0),
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 5),
        (3, 0),
        (3, 1),
        (3, 2),
    } or other == []


@pytest.mark.parametrize(
    ("place", "other"),
    [
        (0, None),
        (0, np.zeros(55, np.uint8)),
        (0, np.zeros(560, np.int8)),
        (1, np.zeros((3, 3), np.bool_)),
        (2, ()),
        (5, []),
    ],
)
def test_tables_of_another_form_are_refused(place: int, other: Any) -> None:
    table, _ = tables()
    lists: list[Any] = [table.facts.view(np.uint8), table.marked, [""], [()], [""], {}]
    lists[place] = other
    with pytest.raises((TypeError, ValueError)):
        table._compiled.learn(["Rosa"], 1, tuple(lists), table._index.seconds, table._tell)


@pytest.mark.parametrize(("words", "first"), [(["a"], -1), (["a"], 1024), (["a", "b"], 1023), ([1], 1), ((), 1)])
def test_rows_that_the_table_has_not_and_what_is_no_word_are_refused(words: Any, first: int) -> None:
    table, _ = tables()
    lists = (table.facts.view(np.uint8), table.marked, [""], [()], [""], {})
    with pytest.raises((TypeError, ValueError)):
        table._compiled.learn(words, first, lists, table._index.seconds, table._tell)


@pytest.mark.parametrize("group", range(4))
def test_sequences_that_are_no_tuples_are_refused(group: int) -> None:
    assert native is not None
    table, _ = tables()
    made: list[Any] = [tuple(own) for own in given_to(table)]
    made[group] = list(made[group])
    with pytest.raises(TypeError):
        native.WordFacts(*made)
    with pytest.raises(TypeError):
        table._compiled.learn([], 1, [], table._index.seconds, table._tell)
