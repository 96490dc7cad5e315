"""The vocabulary: what it holds, plurals, and lists that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.errors import ResourceError
from deid_studio.people.vocabulary import Vocabulary, default_vocabulary, read_vocabulary


@pytest.mark.parametrize(
    "word", "cabeza cabezas blanco calvo rubio cruz iglesias flores torres dolores leon paz hematuria cipa".split()
)
def test_names_that_are_words_are_words(word: str) -> None:
    assert word in default_vocabulary()


@pytest.mark.parametrize("word", "garcia pedro villarrubia fernandez martin carlos lopez rivera".split())
def test_names_alone_are_none(word: str) -> None:
    assert word not in default_vocabulary()


def test_plurals_count_but_are_not_listed() -> None:
    words = Vocabulary(["flor", "mesa", "as"])
    assert all(word in words for word in ("flores", "mesas", "flor"))
    assert "ases" not in words  # too short to be told from a name
    assert words.lists("flor")
    assert not words.lists("flores")
    assert 3 not in words


def test_every_list_is_folded() -> None:
    words = read_vocabulary(Path(__file__).parents[2] / "resources" / "vocabulary")
    assert len(words) > 20_000


def test_a_list_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ResourceError):
        read_vocabulary(tmp_path)
