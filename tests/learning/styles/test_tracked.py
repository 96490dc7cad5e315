"""A text that knows where its characters came from."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.learning.styles.tracked import Phi, Tracked, joined

WORD = re.compile(r"\w+")


def test_marks_go_with_their_characters() -> None:
    text = Tracked.of("Ana Gil")
    turned = joined([text[4:], ", ", text[:3]])
    assert turned.text == "Gil, Ana" and turned.marks == (4, 5, 6, None, None, 0, 1, 2)
    assert Tracked.of(" a b ").strip() == Tracked("a b", (1, 2, 3))
    assert [line.marks for line in Tracked.of("a\n\r\n b").lines()] == [(0,), (4, 5)]


def test_what_is_said_otherwise_stands_in_the_same_place() -> None:
    assert Tracked.of("rn").said("m").marks == (0,)
    assert Tracked.of("45").said("cuarenta").marks == (0, 0, 0, 0, 1, 1, 1, 1)
    assert Tracked.of("ß").each(str.upper) == Tracked("SS", (0, 0))
    assert Tracked().said("x").marks == (None,)


def test_two_mentions_that_are_put_in_are_two() -> None:
    one, other = Tracked.put_in("Ana", "NAME"), Tracked.put_in("Ana", "NAME")
    assert isinstance(one.marks[0], Phi) and len(set(one.marks)) == 1
    assert one.marks[0] != other.marks[0]
    assert Tracked.put_in("Ana").marks == (None, None, None)


@given(st.text(), st.text(max_size=3))
def test_replacing_keeps_the_rest_and_the_order(text: str, new: str) -> None:
    made = Tracked.of(text).sub(WORD, lambda match: new)
    assert made.text == WORD.sub(lambda match: new, text)
    assert len(made.marks) == len(made.text)
    assert list(made.marks) == sorted(made.marks)  # type: ignore[type-var]
    assert Tracked.of(text).sub(WORD, lambda match: None) == Tracked.of(text)
    assert joined(Tracked.of(text).split(WORD)).text == WORD.sub("", text)
