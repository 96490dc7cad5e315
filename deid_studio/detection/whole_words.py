"""Whole words: no suggestion ends within a number, a code or a name that goes on without a blank.

Codes go on over hyphens, and over other signs where figures stand on both sides (`V-RN-20-3391`, `9.120.447`);
telephone numbers over whatever stands between figures until they have enough (`6 5 9. 0 0. 7 1. 4 4`); names over
an initial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import classes_of
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold

# Dates and ages stand glued to hours and units (`2023-06-21T19:08`, `43a`), of which they are not.
_APART = (Kind.DATE, Kind.AGE, Kind.SEX)
_PARTICLES = regex.compile(r"[ \t]+(?i:del?|de[ ]las?|de[ ]los)[ \t]+")
_LONGEST = 40  # characters that a word may go on
_ALNUM = r"[\p{L}\p{N}]"
_WITH_FIGURE = rf"{_ALNUM}{{0,12}}+(?<=\d{_ALNUM}{{0,12}})"
_CODE_BEFORE = regex.compile(rf"(?<!{_ALNUM})(?:{_WITH_FIGURE}-|\p{{Lu}}{{1,4}}-|\d{{1,12}}[./*_])\Z")
_CODE_AFTER = regex.compile(rf"-(?:{_WITH_FIGURE}|\p{{Lu}})(?!{_ALNUM})|(?<=\d)[./*_]\d{{1,12}}(?!{_ALNUM})")
_FIGURES_BEFORE = regex.compile(r"(?<![\d.,/:])\+?\d{1,4}[ \t]?[-./ ()–]{1,3}\Z")
_FIGURES_AFTER = regex.compile(r"[ \t]?[-./ ()–]{1,3}\d{1,4}(?![\d%°]|[.,/:]\d|[ ]?(?:mg|ml|h|d|a|m)\b)")
_LEAST_FIGURES = 9  # of a telephone number that is taken for whole
_INITIAL_AFTER = regex.compile(r"[ ]\p{Lu}(?=\.(?!\p{L})|,|\s{2}|[\t\n]|\Z)")
_LABELS = frozenset(("identifier_cue", "contact_cue"))


class WholeWords:
    """Gives suggestions whole words, and makes one name of two with only a particle between (`Ortiz de Pons`)."""

    def __init__(self, tagset: TagSet, index: GazetteerIndex, name: str = "whole-words") -> None:
        self.name = name
        self._index = index
        self._numbers = classes_of(tagset, (Kind.NUMBER,))
        self._phones = classes_of(tagset, (Kind.PHONE,))
        self._apart = classes_of(tagset, _APART)
        self._people = classes_of(tagset, (Kind.PERSON,))
        self._named = classes_of(tagset, (Kind.PERSON, Kind.RELATIVE))

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: it only moves the ends of what others suggest."""
        return []

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions with other ends, in text order, none overlapping another."""
        text = doc.text
        revised: list[Suggestion] = []
        for number, one in enumerate(suggestions):
            before = revised[-1].span.end if revised else 0
            after = suggestions[number + 1].span.start if number + 1 < len(suggestions) else len(text)
            span = one.span
            if span.phi_class not in self._apart:
                start, end = _start(text, span.start, before), _end(text, span.end, after)
                if span.phi_class in self._numbers:
                    start, end = self._code_start(text, start, before), _code_end(text, end, after)
                elif span.phi_class in self._phones:
                    start, end = _whole_phone(text, start, end, before, after)
                elif span.phi_class in self._named and (initial := _INITIAL_AFTER.match(text, end, after)):
                    end = initial.end()
                if (start, end) != (span.start, span.end):
                    span = replace(span, start=start, end=end)
            last = revised[-1] if revised else None
            if last is not None and self._is_one_name(last, one) and _PARTICLES.fullmatch(text, before, span.start):
                revised[-1] = replace(last, span=replace(last.span, end=span.end))
            else:
                revised.append(one if span is one.span else replace(one, span=span))
        return revised

    def _code_start(self, text: str, start: int, least: int) -> int:
        while start > least and (found := _CODE_BEFORE.search(text, max(least, start - _LONGEST), start)):
            part, sign = found.group()[:-1], found.group()[-1]
            if _LABELS.intersection(self._index.kinds(fold(part))) or not (sign == "-" or text[start].isdigit()):
                break
            start = found.start()
        return start

    def _is_one_name(self, one: Suggestion, other: Suggestion) -> bool:
        return one.span.phi_class == other.span.phi_class and one.span.phi_class in self._people


def _start(text: str, start: int, least: int) -> int:
    at = start
    while at > max(least, start - _LONGEST) and _is_glued(text, at):
        at -= 1
    return start if _is_glued(text, at) and at > least else at


def _end(text: str, end: int, most: int) -> int:
    at = end
    while at < min(most, end + _LONGEST) and _is_glued(text, at):
        at += 1
    return end if _is_glued(text, at) and at < most else at


def _code_end(text: str, end: int, most: int) -> int:
    while found := _CODE_AFTER.match(text, end, most):
        end = found.end()
    return end


def _whole_phone(text: str, start: int, end: int, least: int, most: int) -> tuple[int, int]:
    while sum(map(str.isdigit, text[start:end])) < _LEAST_FIGURES:
        before = _FIGURES_BEFORE.search(text, max(least, start - _LONGEST), start)
        if before and not _is_misread(text, before.start()):
            start = _start(text, before.start(), least)
        elif after := _FIGURES_AFTER.match(text, end, most):
            end = _end(text, after.end(), most)
        else:
            break
    return start, end


def _is_misread(text: str, at: int) -> bool:
    """Whether a figure is the last letter of a word (`Te1. 948`)."""
    return _is_glued(text, at) and not text[at + 1 : at + 2].isdigit()


def _is_glued(text: str, at: int) -> bool:
    """Whether a word goes on across a place; a capital after a small letter begins another (`IzaNºCol`)."""
    if not 0 < at < len(text):
        return False
    one, other = text[at - 1], text[at]
    return one.isalnum() and other.isalnum() and not (one.islower() and other.isupper())
