"""The kernel tells of what a word may be a form as the Python beside it does, and refuses what is none of its."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.harmless import inflection
from deid_studio.kernel.compiled import native

if native is None:
    pytest.skip("the kernel is not compiled", allow_module_level=True)

TABLES = ([b"as", b"a"], [b"ando", b"ar"], [b"qu", b"c"], [b"ue", b"o"], [b"la"], [b"ar"], [b"anti"])
ENDINGS = (*inflection._ENDINGS, *inflection._CLITICS, *inflection._BARE, "arla", "andolas")
PARTS = (
    *inflection._PREFIXES,
    *inflection._SPELLINGS,
    *inflection._VOWELS,
    "blanqu",
    "prefier",
    "due",
    "rm",
    "o",
    "costo",
)
WORDS = st.tuples(
    st.lists(st.sampled_from(PARTS), max_size=4),
    st.text(st.sampled_from("abcegiorstuz"), max_size=6),
    st.sampled_from(ENDINGS),
).map(lambda word: "".join(word[0]) + word[1] + word[2])


@given(st.one_of(WORDS, st.text(st.characters(max_codepoint=127), max_size=100)))
def test_the_roots_of_a_word_are_those_that_python_tells(word: str) -> None:
    assert set(inflection._ROOTS.of(word)) == set(inflection.roots(word))


FORM = inflection.Inflection(
    (
        inflection.Vocabulary("costo rombar due blanc abeto gas".split()),
        inflection.Vocabulary(("prefer", "ar", "toser")),
    )
)


@given(WORDS)
def test_whether_a_word_is_a_form_is_what_python_tells(word: str) -> None:
    assert FORM.is_form(word) == FORM.is_plainly_form(word)


@pytest.mark.parametrize("word", ["abetos", "abetes", "gases", "gass", "costorombares", "lumbares", "blanquea", ""])
def test_plurals_are_forms_as_python_tells(word: str) -> None:
    assert FORM.is_form(word) == FORM.is_plainly_form(word)


def test_sets_of_another_form_are_refused() -> None:
    own = native.Roots(*TABLES)
    for wrong in (None, [], ({"casa"},), (1,)):
        with pytest.raises(TypeError):
            own.are_in("casas", wrong)
    for word in (b"casa", 1, None):
        with pytest.raises(TypeError):
            own.are_in(word, ())
    with pytest.raises(ValueError, match="long"):
        own.are_in("x" * 300, (frozenset(),))
    with pytest.raises(UnicodeEncodeError):
        own.are_in("\ud800", (frozenset(),))
    assert own.are_in("casas", (frozenset(), frozenset(("casa",))))
    assert not own.are_in("casas", ())


def test_words_with_other_letters_and_long_ones_are_told_by_python() -> None:
    form = inflection.Inflection((inflection.Vocabulary(("øystar", "x" * 200 + "ar")),))
    assert form.is_form("øystando") and form.is_form("x" * 200 + "ando")


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("wrong", [None, "as", [1], ["as"]])
def test_other_tables_are_refused(number: int, wrong: object) -> None:
    tables = [*TABLES]
    tables[number] = wrong  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        native.Roots(*tables)


@pytest.mark.parametrize("number", range(4))
def test_a_pair_has_two_halves(number: int) -> None:
    tables = [*TABLES]
    tables[number] = [b"as", b"a", b"os"]
    with pytest.raises(ValueError, match="pairs"):
        native.Roots(*tables)


def test_what_is_no_word_or_too_long_is_refused() -> None:
    own = native.Roots(*TABLES)
    for wrong in (b"casa", 1, None):
        with pytest.raises(TypeError):
            own.of(wrong)
    with pytest.raises(ValueError, match="long"):
        own.of("x" * 300)
    with pytest.raises(ValueError, match="long"):
        native.Roots([b"a", b"x" * 300], *TABLES[1:]).of("casa")
    assert own.of("") == [""]
    assert own.of("casas") == ["casas", "casa"]
