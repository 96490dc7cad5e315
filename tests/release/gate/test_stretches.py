"""Stretches: what is left beside what is covered begins and ends with a letter or a figure, or is not there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.release.gate.stretches import telling_pieces, uncovered

TEXTS = st.text(alphabet="aB3 .,\n", min_size=1, max_size=20)


@given(TEXTS, st.data())
def test_a_piece_is_of_the_stretch_and_of_nothing_covered_and_is_never_of_signs_alone(text: str, data: st.DataObject):
    ends = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=6, max_size=6)))
    covered = [(ends[1], ends[2]), (ends[3], ends[4])]
    stretch = ends[0], ends[5]
    pieces = list(uncovered(stretch, covered, text))
    held = {at for start, end in pieces for at in range(start, end)}
    free = set(range(*stretch)).difference(*(range(*one) for one in covered))
    assert all(text[start].isalnum() and text[end - 1].isalnum() for start, end in pieces)
    assert held <= free and {at for at in free if text[at].isalnum()} <= held
    assert set(telling_pieces(stretch, covered, text)) <= set(pieces)
