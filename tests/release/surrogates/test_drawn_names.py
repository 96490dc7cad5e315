"""What no surrogate can be called: whoever has this program can tell it from those that it draws."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.release.surrogates.drawn_names import never_drawn
from deid_studio.release.surrogates.name_lists import name_lists
from tests.release.surrogates.naming import surrogate_of

# Read by the first test that draws one.
SURNAME = st.deferred(lambda: st.sampled_from(name_lists().surnames.names))
GIVEN = st.deferred(
    lambda: st.sampled_from([name for weighted in name_lists().given_by_sex.values() for name in weighted.names])
)


@pytest.mark.parametrize("name", ["Berengaria Ruiz", "Ana Xirinacs", "Dr. L. Uzcudun", "ANA XIRINACS"])
def test_a_word_of_no_list_is_never_drawn(name):
    assert never_drawn("person", name)


@pytest.mark.parametrize("name", ["", "L. R.", "Dra. Ana Ruiz", "Mª José de la Torre", "García-López", "A. del Saz"])
def test_particles_titles_and_initials_say_nothing(name):
    assert not never_drawn("person", name)


def test_of_other_things_nothing_is_said():
    assert not any(never_drawn(kind, "Xirinacs") for kind in ("place", "street", "relative", "number", ""))


@settings(max_examples=30)
@given(GIVEN, SURNAME, SURNAME, st.sampled_from(["{} {} {}", "Dra. {} de la {} {}", "{1}, {0}", "{0}", "{0} del {1}"]))
def test_surrogates_are_among_what_is_drawn(given_name, first, second, form):
    text = form.format(given_name, first, second)
    made = surrogate_of(text, lists=name_lists())
    assert not never_drawn("person", made), made
