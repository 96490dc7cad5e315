"""Name hits: the words of a report that may stand for a part of a person's name, before their place is looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

import regex

from deid_studio.detection.patient.people import Form, Person, Target
from deid_studio.detection.patient.spelling import allowed_edits, near, near_words
from deid_studio.detection.patient.vocabulary import Vocabulary
from deid_studio.detection.patient.words import ReportWords

# Where one word may have been parted into two: a blank, a hyphen, a hyphen at a line's end.
_PARTED = regex.compile(r"[ \u00a0]{1,2}|-(?:\r?\n)?|\u00ad")
_LEAST_PARTED = 5
_LEAST_LOWER_FUZZY = 6


class Strength(IntEnum):
    """How much a hit says by itself: an anchor is a name, two supports are, a weak hit only completes others."""

    WEAK = 1
    SUPPORT = 2
    ANCHOR = 3


@dataclass(frozen=True, slots=True)
class NameHit:
    """Words `first` … `last` stand for parts of a person's name, `edits` away from how the field writes them."""

    first: int
    last: int
    parts: tuple[int, ...]
    form: Form
    edits: int
    strength: Strength

    @property
    def merit(self) -> tuple[int, int, int]:
        """What is better sorts first: fewer edits, more parts, a whole word."""
        return (self.edits, -len(self.parts), self.form is not Form.WHOLE)


def hits_of_people(
    people: Sequence[Person], words: ReportWords, vocabulary: Vocabulary
) -> list[list[NameHit]]:
    """For each person the hits in text order, none overlapping another of the same person; initials are not among them.

    Every distinct word is compared once, so that the cost grows with the report's vocabulary and not its length.
    """
    found: list[list[NameHit]] = [[] for _ in people]
    targets = [(number, target) for number, person in enumerate(people) for target in person.targets]
    places: dict[str, list[int]] = defaultdict(list)
    for index, folded in enumerate(words.folded):
        if len(folded) > 1 and not folded.isdigit():
            places[folded].append(index)
    distinct = list(places)
    whole = [(n, t) for n, t in targets if t.form in (Form.WHOLE, Form.JOINED)]
    for (number, target), word, edits in _compared(whole, distinct):
        for index in places[distinct[word]]:
            hit = _hit(index, index, target, edits, words, vocabulary)
            if hit is not None:
                found[number].append(hit)
    for number, target in targets:
        if target.form not in (Form.WHOLE, Form.JOINED):
            for index in places.get(target.folded, ()):
                strength = Strength.SUPPORT if words.capital[index] else Strength.WEAK
                found[number].append(NameHit(index, index, target.parts, target.form, 0, strength))
    for number, hit in _parted(targets, words, vocabulary):
        found[number].append(hit)
    return [_disjoint(hits) for hits in found]


def _compared(
    targets: Sequence[tuple[int, Target]], distinct: Sequence[str]
) -> Iterator[tuple[tuple[int, Target], int, int]]:
    for target, word, edits in near_words([t.folded for _, t in targets], distinct):
        yield targets[target], word, edits


def _hit(
    first: int, last: int, target: Target, edits: int, words: ReportWords, vocabulary: Vocabulary
) -> NameHit | None:
    folded = words.folded[first]
    capital = words.capital[first]
    cased = capital and not words.shouted(first)
    ordinary = folded in vocabulary
    strength: Strength | None
    if not edits:
        if ordinary:
            strength = Strength.SUPPORT if cased else Strength.WEAK
        else:
            strength = Strength.ANCHOR if capital or len(folded) > 3 else Strength.SUPPORT
    elif ordinary:
        # An ordinary word in lower case is that word, however near a name it is.
        strength = Strength.WEAK if capital and target.form is Form.WHOLE else None
    elif capital:
        strength = Strength.ANCHOR
    else:
        strength = Strength.ANCHOR if edits == 1 and len(folded) >= _LEAST_LOWER_FUZZY else Strength.SUPPORT
    return None if strength is None else NameHit(first, last, target.parts, target.form, edits, strength)


def _parted(
    targets: Sequence[tuple[int, Target]], words: ReportWords, vocabulary: Vocabulary
) -> Iterator[tuple[int, NameHit]]:
    whole = [(number, t) for number, t in targets if t.form is Form.WHOLE and len(t.folded) >= _LEAST_PARTED]
    if not whole:
        return
    lengths = {len(t.folded) for _, t in whole}
    least, most = min(lengths) - 1, max(lengths) + 1
    folded = words.folded
    both: dict[str, list[int]] = defaultdict(list)
    for index in range(len(words) - 1):
        one, other = folded[index], folded[index + 1]
        if not least <= len(one) + len(other) <= most or (one in vocabulary and other in vocabulary):
            continue
        if _PARTED.fullmatch(words.gap(index)):
            both[one + other].append(index)
    joined = list(both)
    # A word that was parted and misspelt as well has to be long to be known again.
    allowed = [1 if len(t.folded) > 2 * _LEAST_PARTED - 3 else 0 for _, t in whole]
    for target, word, edits in near([t.folded for _, t in whole], joined, allowed):
        number, name = whole[target]
        for index in both[joined[word]]:
            if _is_name(name.folded, folded[index]) or _is_name(name.folded, folded[index + 1]):
                continue
            capital = words.capital[index]
            if edits and not capital:
                continue
            strength = Strength.ANCHOR if capital else Strength.SUPPORT
            yield number, NameHit(index, index + 1, name.parts, Form.SPLIT, edits, strength)


def _is_name(name: str, word: str) -> bool:
    """Whether one half is the name by itself, the other then being the next word."""
    return bool(near([name], [word], [min(allowed_edits(len(name)), 1)]))


def _disjoint(hits: Sequence[NameHit]) -> list[NameHit]:
    taken: set[int] = set()
    kept: list[NameHit] = []
    for hit in sorted(hits, key=lambda h: (h.merit, h.first)):
        if hit.first not in taken and hit.last not in taken:
            taken.update((hit.first, hit.last))
            kept.append(hit)
    kept.sort(key=lambda h: h.first)
    return kept
