"""Where a jump leads: stretches that belong together, and letters of which none begins another's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui.control.token_edges import TokenEdges
from deid_studio.gui.text.hint_targets import LETTERS, Target, further, hints, stretch_at, targets
from deid_studio.model.visible_words import VisibleWords

_TEXTS = st.text(st.sampled_from("aáZñÑ19.,:;-/ \n\t@ºª😀'’de"), max_size=120)


@pytest.mark.parametrize(
    "stretch",
    [
        "Lucía Quintanar Ríos",
        "Mª José Olmedo-Sanz",
        "J. Olmedo",
        "Hospital Universitario de la Ribera",
        "C/ Mayor de los Ángeles, 12",
        "Avda. de Villabrezo, 3",
        "03/04/2021",
        "12 de marzo de 2020",
        "marzo de 2020",
        "61 años",
        "600 11 22 33",
        "+34 600112233",
        "28/35489",
        "A123-45B",
        "lucia.quintanar@ejemplo.es",
        "www.ejemplo.es/uno",
    ],
)
def test_a_stretch_that_belongs_together_is_taken_whole_and_no_more(stretch):
    text = f"visto {stretch}. Otra cosa\ny más"
    edges = TokenEdges(text)
    start = text.index(stretch)
    assert text[start : stretch_at(text, start, edges(start, 1), len(text))] == stretch


def test_what_is_marked_bounds_a_stretch_and_has_no_letters():
    text = "visto Lucía Quintanar Ríos."
    marked = [(12, 21)]
    found = targets(text, TokenEdges(text), 0, len(text), marked)
    assert [text[one.start : one.end].strip() for one in found] == ["visto", "Lucía", "Ríos"]


def test_what_is_held_possible_takes_the_place_of_what_its_first_word_leads_to():
    text = "Nicoya, visto en (Puesto Lidia) por Anselma."
    doubt = Target(text.index("(Puesto"), text.index(")") + 1, True, "SITE")
    marked = Target(text.index("Anselma"), len(text) - 1, True, "SITE")
    found = targets(text, TokenEdges(text), 0, len(text), [(marked.start, marked.end)], [doubt, marked])
    assert [text[one.start : one.end] for one in found] == ["Nicoya", "visto", "(Puesto Lidia)", "Lidia", "por"]
    given = hints(found, 0, {})
    assert [one for keys, one in given.items() if one.phi_class and len(keys) == 1] == [doubt]


def test_initials_that_are_held_possible_have_letters_once():
    text = "avisa N.Z. hoy"
    doubt = Target(6, 9, True, "STAFF")
    found = targets(text, TokenEdges(text), 0, len(text), [], [doubt])
    assert [text[one.start : one.end] for one in found] == ["avisa", "N.Z", "hoy"]


def test_a_word_more_passes_over_signs():
    text = "Calle Mayor, 12 bis."
    words = VisibleWords(text)
    end = further(words, text.index(","))
    assert text[:end] == "Calle Mayor, 12"
    assert text[: further(words, end)] == "Calle Mayor, 12 bis"
    assert further(words, len(text)) == len(text)


def test_no_letters_lead_to_a_part_of_a_code():
    text = "Firmado: C. Ontoria R2MI, Dr. Ugalde R1"
    found = targets(text, TokenEdges(text), 0, len(text), [])
    stretches = [text[one.start : one.end] for one in found]
    assert "C. Ontoria" in stretches and "R2MI" in stretches and "R1" in stretches
    assert not {"C. Ontoria R", "R", "2MI"}.intersection(stretches)


@given(_TEXTS, st.lists(st.tuples(st.integers(0, 120), st.integers(1, 20)), max_size=4))
def test_targets_begin_at_words_once_and_reach_into_no_mention(text, marks):
    marked = [(start, min(start + length, len(text))) for start, length in marks if start < len(text)]
    edges = TokenEdges(text)
    found = targets(text, edges, 0, len(text), marked)
    starts = [one.start for one in found]
    assert starts == sorted(set(starts))
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        assert text[one.start].isalnum() and not text[one.end - 1].isspace()
        assert "\n" not in text[one.start : one.end]
        assert not any(start < one.end and one.start < end for start, end in marked)


@given(st.lists(st.booleans(), max_size=900), st.integers(0, 2000))
def test_letters_are_unique_and_none_begins_another(likely, caret):
    found = [Target(at * 2, at * 2 + 1, one) for at, one in enumerate(likely)]
    given_letters = hints(found, caret, {})
    assert all(set(keys) <= set(LETTERS) and len(keys) <= 2 for keys in given_letters)
    singles = {keys for keys in given_letters if len(keys) == 1}
    assert not [keys for keys in given_letters if len(keys) == 2 and keys[0] in singles]
    assert len(set(given_letters.values())) == len(given_letters)
    assert len(given_letters) >= min(len(found), 25 * 24)  # more words than any page holds
    if singles and len(given_letters) > 25:
        assert all(given_letters[keys].likely for keys in singles)


@given(st.sets(st.integers(0, 300), max_size=200), st.sets(st.integers(0, 300), max_size=20), st.integers(0, 9))
def test_what_stays_in_sight_keeps_its_letters_and_what_comes_has_others(at_first, changed, every):
    def letters(places: set[int], kept: dict[str, Target]) -> dict[str, Target]:
        return hints([Target(at, at + 1, at % 10 < every) for at in sorted(places)], 0, kept)

    before, places = letters(at_first, {}), at_first ^ changed
    now = letters(places, before)
    assert len(now) == len(places)
    singles = {keys for keys in now if len(keys) == 1}
    assert not [keys for keys in now if len(keys) == 2 and keys[0] in singles]
    if not changed - at_first:  # some were marked, and nothing else
        gone = len(at_first) - len(places)
        assert all(now.get(keys) == one for keys, one in before.items() if one in now.values()) or gone > len(places)


def test_no_two_letters_look_alike():
    assert len(set(LETTERS)) == len(LETTERS) and "i" not in LETTERS  # J and L are there
