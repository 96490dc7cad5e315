"""Colours of classes for which nobody chose one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.class_colours import default_colours
from deid_studio.model.kinds import Kind
from deid_studio.model.tagset import PhiClass, coloured, shipped_tagset

MEDDOCAN = shipped_tagset("meddocan")
_kinds = st.lists(st.sampled_from([*Kind, "odd"]), max_size=29)


def test_a_class_has_the_hue_of_its_kind_wherever_it_stands() -> None:
    of = {one.kind: one.colour for one in reversed(MEDDOCAN.classes)}
    person, date, place = of["person"], "#9a7000", "#ffe83f"
    assert default_colours(["person", "date", "place"]) == [person, date, place]
    assert default_colours(["place", "person", "date"]) == [place, person, date]
    assert default_colours(["", "person", ""])[1] == person


def test_a_second_class_of_a_kind_has_another_hue_and_the_first_keeps_its_own() -> None:
    alone, two = default_colours(["person", "date"]), default_colours(["person", "date", "person"])
    assert two[:2] == alone and two[2] not in two[:2] and two[2][1:3] != two[0][1:3]


@given(_kinds)
def test_every_class_has_a_colour_of_its_own(kinds: list[str]) -> None:
    found = default_colours(kinds)
    assert len(set(found)) == len(kinds) and found == default_colours(kinds)


@given(st.lists(st.sampled_from(list(Kind)), min_size=30, max_size=60))
def test_more_classes_than_there_are_colours_have_some(kinds: list[str]) -> None:
    assert len(default_colours(kinds)) == len(kinds)


def test_what_a_person_chose_stays_and_is_nobody_elses() -> None:
    green = default_colours(["person"])[0]
    made = coloured((PhiClass("A", {}, colour=green), PhiClass("B", {}, kind="person", uncoloured=True)))
    assert made[0].colour == green and made[1].colour != green and made[1].uncoloured


def test_further_classes_leave_the_others_as_they_are() -> None:
    own = coloured(PhiClass(name, {}, uncoloured=True).as_named() for name in ("NAME", "DATE"))
    more = coloured((*own, *(PhiClass(name, {}, uncoloured=True).as_named() for name in ("XYZ", "NHC"))))
    assert [one.colour for one in more][:2] == [one.colour for one in own]
    assert len({one.colour for one in more}) == 4
