"""Lexicon: what a word may be, whatever its case: an everyday word, a name, a place, a role."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.looks.word_looks import NO_NAME
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

_NAMES = frozenset("first_name last_name".split())
_PLACES = frozenset("town region country".split())
_ORGANISATIONS = frozenset("hospital_word health_centre_word institution_word".split())
_ROLES = word_lists("looks").words("roles")
_LEAST = 3
_VOWELS = frozenset("aeiou")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Tells folded words apart by gazetteers and a vocabulary (`is_word`)."""

    index: GazetteerIndex
    is_word: Callable[[str], bool]

    def is_name(self, folded: str) -> bool:
        """Whether somebody may be called so, everyday words such as `rosa` included."""
        return len(folded) >= _LEAST and not _NAMES.isdisjoint(self.index.kinds(folded))

    def is_place(self, folded: str) -> bool:
        """Whether a place may be called so."""
        return len(folded) > _LEAST and not _PLACES.isdisjoint(self.index.kinds(folded))

    def is_organisation(self, folded: str) -> bool:
        """Whether the word begins an organisation's name, as `hospital` does."""
        return not _ORGANISATIONS.isdisjoint(self.index.kinds(folded))

    def is_street(self, folded: str) -> bool:
        """Whether the word begins an address."""
        return len(folded) > _LEAST and "street_kind" in self.index.kinds(folded)

    def is_role(self, folded: str) -> bool:
        """Whether a name is written behind the word."""
        return folded in _ROLES

    def is_known(self, folded: str) -> bool:
        """Whether any list or the vocabulary holds it."""
        return self.is_word(folded) or bool(self.index.kinds(folded))

    def is_unknown(self, folded: str) -> bool:
        """Whether nothing is known of the word and no ending makes it a verb or a word of medicine."""
        return len(folded) > _LEAST and not self.is_known(folded) and not NO_NAME.fullmatch(folded)

    def is_acronym(self, folded: str) -> bool:
        """Whether a word in capitals is to stay so."""
        short = len(folded) <= 4 and not self.is_known(folded)
        return short or (_VOWELS.isdisjoint(folded) and len(folded) > 1)

    def places(self, folded: Sequence[str]) -> set[int]:
        """The words of places of several words, `las palmas`, by their numbers."""
        hits = (hit for hit in self.index.phrases(folded) if hit.kind in _PLACES)
        return {
            i
            for hit in hits
            if not all(map(self.is_word, folded[hit.start : hit.end]))
            for i in range(hit.start, hit.end)
        }


def words_folded(words: Sequence[str]) -> list[str]:
    """Words as the lexicon is asked for them."""
    return [fold(word) for word in words]
