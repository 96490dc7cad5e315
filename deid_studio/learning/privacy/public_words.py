"""Public words: those of the lists that are shipped, which tell nothing of the reports that a model was trained on."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import Gazetteer, read_gazetteers
from deid_studio.people.folding import fold
from deid_studio.people.pieces import pieces
from deid_studio.people.vocabulary import default_vocabulary

LONGEST_AFFIX = 4
_CACHED = 100_000
_WORD = regex.compile(r"[\p{L}\p{M}]+|\p{N}+")
_SLOT = regex.compile(r"\{\w*\}")
_PEOPLE = frozenset(("first_name", "last_name"))


class PublicWords:
    """Folded words that anybody can look up, and the affixes of those.

    `names` are those that people bear, `ordinary` those of the language; some are both. Neither holds what is known of
    places alone. `also` says of any further word whether it is ordinary.
    """

    def __init__(
        self,
        places: Iterable[str],
        names: Iterable[str],
        ordinary: Iterable[str],
        particles: Iterable[str] = (),
        also: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._particles = frozenset(particles)
        self._names = frozenset(names) - self._particles
        self._ordinary = frozenset(ordinary) | self._particles
        self._words = frozenset(places) | self._names | self._ordinary
        self._also = also
        ends = range(1, LONGEST_AFFIX + 1)
        self._openings = {word[:n] for word in self._words for n in ends if len(word) > n}
        self._endings = {word[-n:] for word in self._words for n in ends if len(word) > n}

    def __contains__(self, word: object) -> bool:
        """Whether a folded word stands in a list; a letter, and a number of two figures, are no secret either."""
        if not isinstance(word, str):
            return False
        return len(word) == 1 or (len(word) == 2 and word.isdigit()) or word in self._words or self._also(word)

    def has_opening(self, affix: str) -> bool:
        """Whether a longer public word begins so."""
        return affix in self._openings

    def has_ending(self, affix: str) -> bool:
        """Whether a longer public word ends so."""
        return affix in self._endings

    def is_particle(self, word: str) -> bool:
        """Whether a word only joins the words of names (`de`, `la`)."""
        return word in self._particles

    def is_name(self, word: str) -> bool:
        """Whether people bear the word as a name."""
        return word in self._names

    def is_ordinary(self, word: str) -> bool:
        """Whether a word is one of the language and nobody's name."""
        return word not in self._names and (word in self._ordinary or self._also(word))


def words_in(text: str) -> list[str]:
    """The runs of letters and of digits of a text, split as its tokens are, and folded."""
    chunks = text.split()
    if len(chunks) == 1:  # most of what an attribute of a model says
        return [*_words_of(chunks[0])]
    return [word for chunk in chunks for word in _words_of(chunk)]


@lru_cache(maxsize=_CACHED)  # the attributes of a model say the same words many times
def _words_of(chunk: str) -> tuple[str, ...]:
    return tuple([word for piece in pieces(chunk) for word in words_of_piece(piece)])


def words_of_piece(piece: str) -> list[str]:
    """The runs of letters and of digits of a piece, folded."""
    folded = fold(piece)
    # Most are one word as they are; letters and digits of other scripts are left to the expression.
    if folded.isascii() and (folded.isalpha() or folded.isdigit()):
        return [folded]
    found: list[str] = _WORD.findall(folded)
    return found


@cache
def public_words() -> PublicWords:
    """The words of what is shipped: gazetteers, vocabulary, and the layouts that training makes reports in.

    The lists in `gazetteers/meddocan` were gathered from annotated spans, so they are no witness of what is public.
    """
    resources = paths.resources()
    libraries, lists, grammar = (
        read_gazetteers(resources / "gazetteers" / part) for part in ("libraries", "lists", "grammar")
    )
    people = [one for one in (*libraries, *grammar) if one.kind in _PEOPLE]
    vocabulary = default_vocabulary()
    return PublicWords(
        places=_entries(one for one in libraries if one.kind not in _PEOPLE),
        names=_entries(people),
        ordinary=_entries((*lists, *(one for one in grammar if one.kind not in _PEOPLE)))
        | _layout_words(resources / "augmentation" / "es.toml")
        | _layout_words(resources / "augmentation" / "styles.toml")
        | set(vocabulary),
        particles=_entries(one for one in lists if one.kind == "particle"),
        also=vocabulary.__contains__,
    )


def _entries(gazetteers: Iterable[Gazetteer]) -> set[str]:
    return {word for one in gazetteers for entry in one.entries for word in words_in(entry)}


def _layout_words(path: Path) -> set[str]:
    layouts = tomllib.loads(path.read_text(encoding="utf-8"))
    return {word for text in _texts(layouts) for word in words_in(_SLOT.sub(" ", text))}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
