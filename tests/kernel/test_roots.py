"""The kernel tells of what a word may be a form as the Python beside it does, and refuses what is none of its."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.harmless import inflection
from deid_studio.detection.harmless.inflection import Inflection
from deid_studio.kernel.compiled import native
from deid_studio.people.vocabulary import Vocabulary

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


@given(st.one_of(WORDS, st.text(st.characters(max_codepoint=127), max_size=100)), st.data())
def test_each_root_that_python_tells_is_one(word: str, data: st.DataObject) -> None:
    root = data.draw(st.sampled_from(inflection.roots(word)))
    assert Inflection((Vocabulary((root,)),)).is_form(word)


FORM = Inflection((Vocabulary("costo rombar due blanc abeto gas".split()), Vocabulary(("prefer", "ar", "toser"))))


@given(WORDS)
def test_whether_a_word_is_a_form_is_what_python_tells(word: str) -> None:
    assert FORM.is_form(word) == FORM.is_plainly_form(word)


@given(st.lists(WORDS, min_size=1, max_size=200), st.lists(WORDS, max_size=5))
def test_so_it_is_with_lists_of_any_words(listed: list[str], words: list[str]) -> None:
    form = Inflection((Vocabulary(listed[::2]), Vocabulary(listed[1::2])))
    for word in (*words, *listed, *(word + "s" for word in listed)):
        assert form.is_form(word) == form.is_plainly_form(word)


@pytest.mark.parametrize("word", ["abetos", "abetes", "gases", "gass", "costorombares", "lumbares", "blanquea", ""])
def test_plurals_are_forms_as_python_tells(word: str) -> None:
    assert FORM.is_form(word) == FORM.is_plainly_form(word)


def test_sets_of_another_form_are_refused() -> None:
    for wrong in (None, [], ({"casa"},), (1,), (frozenset((b"casa",)),)):
        with pytest.raises(TypeError):
            native.Roots(*TABLES, wrong)
    own = native.Roots(*TABLES, (frozenset(), frozenset(("casa", "\ud800", "ñandú"))))
    for word in (b"casa", 1, None):
        with pytest.raises(TypeError):
            own.are_listed(word)
    with pytest.raises(UnicodeEncodeError):
        own.are_listed("\ud800")
    assert own.are_listed("casas") and not own.are_listed("cosas")
    assert not native.Roots(*TABLES, ()).are_listed("casas")


def test_words_with_other_letters_and_long_ones_are_told_by_python() -> None:
    form = Inflection((Vocabulary(("øystar", "x" * 200 + "ar")),))
    assert form.is_form("øystando") and form.is_form("x" * 200 + "ando")


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("wrong", [None, "as", [1], ["as"]])
def test_other_tables_are_refused(number: int, wrong: object) -> None:
    tables = [*TABLES]
    tables[number] = wrong  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        native.Roots(*tables, ())


@pytest.mark.parametrize("number", range(4))
def test_a_pair_has_two_halves(number: int) -> None:
    tables = [*TABLES]
    tables[number] = [b"as", b"a", b"os"]
    with pytest.raises(ValueError, match="pairs"):
        native.Roots(*tables, ())


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="long"):
        native.Roots(*TABLES, ()).are_listed("x" * 300)
    with pytest.raises(ValueError, match="long"):
        native.Roots([b"a", b"x" * 300], *TABLES[1:], ()).are_listed("casa")
    assert native.Roots(*TABLES, (frozenset(("",)),)).are_listed("")
