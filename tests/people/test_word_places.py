"""Word places: where words stand in a text, by the kernel and by Python."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.kernel.compiled import native
from deid_studio.people.word_places import word_places, word_places_by_python

TEXT = st.text(alphabet="abaá\0𝒳\ud800 ", max_size=40)
WORDS = st.lists(st.text(alphabet="abaá\0𝒳\ud800", min_size=1, max_size=4), max_size=8, unique=True)


@given(TEXT, WORDS)
def test_words_are_found_wherever_they_stand(text: str, words: list[str]) -> None:
    expected = sorted((at, k) for k, word in enumerate(words) for at in range(len(text)) if text.startswith(word, at))
    assert word_places(text, words) == word_places_by_python(text, words) == expected


@pytest.mark.skipif(native is None, reason="the kernel was not compiled")
@pytest.mark.parametrize("words", [[""], [b"a"], [None], ("a",)])
def test_the_kernel_takes_words_alone(words: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        native.word_places("a", words)
