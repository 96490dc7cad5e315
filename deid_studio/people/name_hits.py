"""Name hits: the words of a report that may stand for a part of a person's name, before their place is looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import IntEnum
from operator import add
from typing import NamedTuple

import regex

from deid_studio.people.report_words import ReportWords
from deid_studio.people.sought import Form, Sought, Target
from deid_studio.people.spelling import allowed_edits, near, near_words
from deid_studio.people.vocabulary import Vocabulary

# Where one word may have been parted into two: a blank, a hyphen, a hyphen at a line's end.
_PARTED = regex.compile(r"[ \u00a0]{1,2}|-(?:\r?\n)?|\u00ad")
_LEAST_PARTED = 5
_LEAST_LOWER_FUZZY = 7
_LONGEST_CODE = 4
_LEAST_PLURAL = 7


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
    """For each person the hits in text order, none overlapping another of the same person; initials are not among them.

    Every distinct word is compared once, so that the cost grows with the report's vocabulary and not its length.
    """
    if not people:
        return []
    found: list[list[NameHit]] = [[] for _ in people]
    targets = [(number, target) for number, person in enumerate(people) for target in person.targets]
    distinct = [folded for folded in dict.fromkeys(words.folded) if len(folded) > 1 and not folded.isdigit()]
    whole = [(n, t) for n, t in targets if t.form in (Form.WHOLE, Form.JOINED)]
    compared = list(_compared(whole, distinct))
    forms = {target.folded for _, target in targets if target.form not in (Form.WHOLE, Form.JOINED)}
    places = words.places_of({distinct[word] for _, word, _ in compared} | forms.intersection(distinct))
    for (number, target), word, edits in compared:
        for index in places[distinct[word]]:
            hit = _hit(index, target, edits, words, vocabulary)
            if hit is not None:
                found[number].append(hit)
    for (number, target), chunk, edits in _compared(whole, [folded for _, _, folded in words.chunks]):
        first, last, folded = words.chunks[chunk]
        if edits and len(folded) <= _LONGEST_CODE:
            continue
        found[number].append(NameHit(first, last, target.parts, target.form, edits, Strength.ANCHOR))
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


def _parted(
    targets: Sequence[tuple[int, Target]], words: ReportWords, vocabulary: Vocabulary
) -> Iterator[tuple[int, NameHit]]:
    whole = [(number, t) for number, t in targets if t.form is Form.WHOLE and len(t.folded) >= _LEAST_PARTED]
    if not whole:
        return
    # A word that was parted and misspelt as well has to be long to be known again.
    allowed = [1 if len(t.folded) > 2 * _LEAST_PARTED - 3 else 0 for _, t in whole]
    names = {t.folded for _, t in whole}
    lengths = set(map(len, names))
    near_lengths = {
        len(t.folded) + by for (_, t), most in zip(whole, allowed, strict=True) for by in (-1, 0, 1) if most
    }
    folded = words.folded
    both: dict[str, list[int]] = defaultdict(list)
    sizes = list(map(len, folded))
    likely = {True: lengths | near_lengths, False: lengths}
    both_sizes = zip(map(add, sizes, sizes[1:]), words.capital, strict=False)
    for index in [index for index, (size, capital) in enumerate(both_sizes) if size in likely[capital]]:
        together = folded[index] + folded[index + 1]
        # A misspelt name has a capital.
        if together in names or (words.capital[index] and len(together) in near_lengths):
            gap = words.gap(index)
            if gap == " " or _PARTED.fullmatch(gap):
                both[together].append(index)
    joined = list(both)
    for target, word, edits in near([t.folded for _, t in whole], joined, allowed):
        number, name = whole[target]
        for index in both[joined[word]]:
            if _is_name(name.folded, folded[index]) or _is_name(name.folded, folded[index + 1]):
                continue
            capital = words.capital[index]
            # Two ordinary words with a blank between are two words, unless the rest of the name is beside them.
            two_words = words.gap(index).isspace() and folded[index] in vocabulary and folded[index + 1] in vocabulary
            if not capital and (edits or two_words):
                continue
            strength = Strength.ANCHOR if capital and not two_words else Strength.SUPPORT
            yield number, NameHit(index, index + 1, name.parts, Form.SPLIT, edits, strength)


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
