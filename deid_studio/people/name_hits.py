"""Name hits: the words of a report that may stand for a part of a person's name, before their place is looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import IntEnum
from operator import add
from typing import NamedTuple

import regex

from deid_studio.kernel.compiled import native
from deid_studio.people.report_words import ReportWords
from deid_studio.people.sought import Form, Sought, Target
from deid_studio.people.spelling import allowed_edits, near, near_by_python, near_words, near_words_by_python
from deid_studio.people.vocabulary import Vocabulary

# Where one word may have been parted into two: a blank, a hyphen, a hyphen at a line's end.
_PARTED = regex.compile(r"[ \u00a0]{1,2}|-(?:\r?\n)?|\u00ad")
_LEAST_PARTED = 5
_LEAST_LOWER_FUZZY = 7
_LONGEST_CODE = 4
_LEAST_PLURAL = 7
_COMPARED = (Form.WHOLE, Form.JOINED)  # others are found as they are
_MANY = 5_000_000  # pairs
_Near = tuple[int, int, int]


class Strength(IntEnum):
    """How much a hit says by itself: an anchor is a name, two supports are, a weak hit only completes others."""

    WEAK = 1
    SUPPORT = 2
    ANCHOR = 3


class NameHit(NamedTuple):
    """Words `first` … `last` stand for parts of a person's name, `edits` away from how the field writes them."""

    first: int
    last: int
    parts: tuple[int, ...]
    form: Form
    edits: int
    strength: Strength

    @property
    def merit(self) -> tuple[int, int, int, int]:
        """What is better sorts first: fewer edits, more parts, more words, a whole word."""
        return (self.edits, -len(self.parts), self.first - self.last, self.form is not Form.WHOLE)


def hits_of_people(people: Sequence[Sought], words: ReportWords, vocabulary: Vocabulary) -> list[list[NameHit]]:
    """For each person the hits in text order, none overlapping another of the same person; initials are not among
    them."""
    if not people:
        return []
    found: list[list[NameHit]] = [[] for _ in people]
    targets = [(number, target) for number, person in enumerate(people) for target in person.targets]
    alone, parted = _words_near([target for _, target in targets], words)
    for at, index, edits in alone:
        number, target = targets[at]
        hit = _hit(index, target, edits, words, vocabulary) if target.form in _COMPARED else None
        if hit is not None:
            found[number].append(hit)
    whole = [(n, t) for n, t in targets if t.form in _COMPARED] if words.chunks else []
    for at, chunk, edits in near_words([t.folded for _, t in whole], [folded for _, _, folded in words.chunks]):
        number, target = whole[at]
        first, last, folded = words.chunks[chunk]
        if edits and len(folded) <= _LONGEST_CODE:
            continue
        found[number].append(NameHit(first, last, target.parts, target.form, edits, Strength.ANCHOR))
    for at, index, edits in alone:
        number, target = targets[at]
        if target.form not in _COMPARED and not edits:
            strength = Strength.SUPPORT if words.capital[index] else Strength.WEAK
            found[number].append(NameHit(index, index, target.parts, target.form, 0, strength))
    for at, index, edits in parted:
        number, target = targets[at]
        hit = _hit_of_two(index, target, edits, words, vocabulary)
        if hit is not None:
            found[number].append(hit)
    return [_disjoint(hits) for hits in found]


def _words_near(targets: Sequence[Target], words: ReportWords) -> tuple[list[_Near], list[_Near]]:
    """Words, and two that stand together, that may be those that are looked for: which, where, edits."""
    edits = [allowed_edits(len(target.folded)) if target.form in _COMPARED else 0 for target in targets]
    parted = list(map(_edits_parted, targets))
    if native is None or len(targets) * len(words) > _MANY:
        return words_near_by_python(targets, edits, parted, words)
    names = [target.folded for target in targets]
    found: tuple[list[_Near], list[_Near]] = native.name_hits(names, edits, parted, words.folded, words.capital)
    return found


def _edits_parted(target: Target) -> int:
    """How many edits away it may be where it was parted; -1 where it is not looked for."""
    if target.form is not Form.WHOLE or len(target.folded) < _LEAST_PARTED:
        return -1
    # A word that was parted and misspelt as well has to be long to be known again.
    return 1 if len(target.folded) > 2 * _LEAST_PARTED - 3 else 0


def words_near_by_python(
    targets: Sequence[Target], edits: Sequence[int], parted: Sequence[int], words: ReportWords
) -> tuple[list[_Near], list[_Near]]:
    """The same in Python; every different word is compared once."""
    names = [target.folded for target in targets]
    distinct = [folded for folded in words.places if len(folded) > 1 and not folded.isdigit()]
    alone = [
        (at, index, away)
        for at, word, away in near_words_by_python(names, distinct, edits)
        for index in words.places[distinct[word]]
    ]
    own = [at for at, most in enumerate(parted) if most >= 0]
    both: dict[str, list[int]] = defaultdict(list)
    sizes = {len(names[at]) + by for at in own for by in (-parted[at], 0, parted[at])}
    for index, together in enumerate(map(add, words.folded, words.folded[1:])):
        if len(together) in sizes:
            both[together].append(index)
    joined = list(both)
    pairs = near_by_python([names[at] for at in own], joined, [parted[at] for at in own])
    # A misspelt name has a capital.
    two = [
        (own[at], index, away)
        for at, word, away in pairs
        for index in both[joined[word]]
        if not away or words.capital[index]
    ]
    return alone, two


def _hit(index: int, target: Target, edits: int, words: ReportWords, vocabulary: Vocabulary) -> NameHit | None:
    folded = words.folded[index]
    capital = words.capital[index]
    cased = capital and not words.shouted(index)
    ordinary = folded in vocabulary
    if edits and cased and len(folded) < _LEAST_PLURAL:
        # A short misspelt name is soon the plural of something.
        ordinary = vocabulary.lists(folded)
    if not edits:
        if ordinary:
            strength = Strength.SUPPORT if cased else Strength.WEAK
        else:
            strength = Strength.ANCHOR if capital or len(folded) > 3 else Strength.SUPPORT
    elif ordinary:
        if target.form is not Form.WHOLE:
            return None
        strength = Strength.WEAK
    elif capital:
        # Acronyms (`ALT`) and codes (`p13`) are near many short names.
        code = len(folded) <= _LONGEST_CODE and (not cased or not folded.isalpha())
        strength = Strength.SUPPORT if code else Strength.ANCHOR
    else:
        sure = len(folded) >= _LEAST_LOWER_FUZZY * edits and target.folded not in vocabulary
        strength = Strength.ANCHOR if sure else Strength.SUPPORT
    return NameHit(index, index, target.parts, target.form, edits, strength)


def _hit_of_two(index: int, target: Target, edits: int, words: ReportWords, vocabulary: Vocabulary) -> NameHit | None:
    gap, folded = words.gap(index), words.folded
    if gap != " " and not _PARTED.fullmatch(gap):
        return None
    if _is_name(target.folded, folded[index]) or _is_name(target.folded, folded[index + 1]):
        return None
    capital = words.capital[index]
    # Two ordinary words with a blank between are two words, unless the rest of the name is beside them.
    two_words = gap.isspace() and folded[index] in vocabulary and folded[index + 1] in vocabulary
    if not capital and (edits or two_words):
        return None
    strength = Strength.ANCHOR if capital and not two_words else Strength.SUPPORT
    return NameHit(index, index + 1, target.parts, Form.SPLIT, edits, strength)


def _is_name(name: str, word: str) -> bool:
    """Whether one half is the name by itself, the other then being the next word."""
    return bool(near([name], [word], [min(allowed_edits(len(name)), 1)]))


def _disjoint(hits: Sequence[NameHit]) -> list[NameHit]:
    taken: set[int] = set()
    kept: list[NameHit] = []
    for hit in sorted(hits, key=lambda h: (h.merit, h.first)):
        if taken.isdisjoint(range(hit.first, hit.last + 1)):
            taken.update(range(hit.first, hit.last + 1))
            kept.append(hit)
    kept.sort(key=lambda h: h.first)
    return kept
