"""Halves: the rest of a name or a date of which only some words were marked, right beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import regex

from deid_studio.model.tagset import TagSet
from deid_studio.people.date_words import MONTHS
from deid_studio.people.folding import fold
from deid_studio.people.kinship import names_in
from deid_studio.people.name_words import KINSHIP, LABELS, PARTICLES, PERSON_VERBS, TITLES
from deid_studio.people.number_words import read_number
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.people.word_lists import word_lists
from deid_studio.release.gate.standing import kind_of
from deid_studio.release.rewriting import Place
from deid_studio.release.surrogates.name_lists import default_lists

_LEAST_LETTERS = 3
_LONGEST_ABBREVIATION = 4  # letters of a word in capitals that need not be a name (`NHC`, `UCI`)
_MOST = 3  # words on one side
# A word of a name: no label behind which a value stands, and nothing that goes on.
_NAME = r"\p{L}[\p{L}\p{M}'’]*(?:-\p{L}[\p{L}\p{M}'’]*)*"
_WORD = regex.compile(_NAME)
_AFTER = regex.compile(rf"[ ]({_NAME})(?![\p{{L}}\p{{N}}_@/:=ªº]|[ ]?[:=]|\.\p{{L}})")
_BEFORE = regex.compile(rf"(?<![\p{{L}}\p{{N}}_@/.ªº-])({_NAME})[ ]$")
# A name that begins with a capital within a word: `SabaterMora`.
_GLUED = r"\p{Lu}(?:[\p{Ll}\p{M}'’]+|[\p{Lu}\p{M}]{4,})"
_GLUED_AFTER = regex.compile(rf"(?<=\p{{Ll}})({_GLUED})(?![\p{{Ll}}\p{{M}}\p{{N}}_@ªº])")
_GLUED_BEFORE = regex.compile(rf"(?<![\p{{L}}\p{{N}}_@.-])({_GLUED})(?<=\p{{Ll}})\Z")
# `Ane P.`, `Rey H. M.`; longer ones are an acronym.
_INITIALS = regex.compile(r"[ ](\p{Lu}(?:\.[ ]?\p{Lu})?)\.(?![\p{L}\p{N}_@]|[ ]?\p{Lu}\.)")
_MIXED = regex.compile(r"\p{Ll}\p{Lu}|[ºª]")
_REACH = 40  # code points before
_MONTHS = frozenset(map(fold, MONTHS["es"])) | {"setiembre"}
_YEARS = 1850, 2150
_DAY = regex.compile(r"(?<![\p{L}\p{N}/.,-])(\d{1,2}|\p{L}+|(?:treinta|veinte) y \p{L}+)[ ]de[ ]$")
_YEAR = regex.compile(
    r",?[ ](?:del?[ ](?:año[ ])?)?(\d{4}(?![\p{L}\p{N}])|(?:mil|dos[ ]mil)(?:[ ]\p{L}+){0,5})(?!\p{L})"
)
_NO_NAMES = TITLES | LABELS | PARTICLES | PERSON_VERBS | frozenset("colegiado colegiada".split())
_SAID_OF_PERSONS = KINSHIP | word_lists("people").words("said_of_persons")


def rest_of_names(text: str, places: Sequence[Place], tagset: TagSet) -> Iterator[tuple[int, int, str]]:
    """Where a name goes on beside the words of it that were marked: start, end and the mark's class, in text order.

    `places` are disjoint and in order. What goes on is one blank away, and known as a name or no ordinary word; where
    the mark has capitals, it begins with one as well; an initial has its full stop. What is run together with the mark
    is known as a name, was marked in one elsewhere or is no ordinary word (`{Sabater}Mora`).
    """
    named = _words_of_names(text, places, tagset)
    for number, place in enumerate(places):
        least = places[number - 1].end if number else 0
        most = places[number + 1].start if number + 1 < len(places) else len(text)
        words = text[place.start : place.end].split()
        begins, ends = _named_ends(text, place, kind_of(tagset, place.phi_class))
        if begins:
            start = _before_glued(text, place.start, least, named)
            for _ in range(_MOST):
                before = _BEFORE.search(text, max(least, start - _REACH), start)
                if before is None or not _is_given(before.group(1), words[0]):
                    break
                start = before.start(1)
            if start < place.start:
                yield start, place.start - text[place.start - 1].isspace(), place.phi_class
        if ends:
            end = _after_glued(text, place.end, most, named)
            for step in range(_MOST):
                after = _AFTER.match(text, end, most)
                if after is None or not _goes_on(after.group(1), words[-1], alone=step == 0 and len(words) == 1):
                    break
                end = after.end(1)
            initials = _INITIALS.match(text, end, most)
            end = end if initials is None else initials.end(1)
            if place.end < end:
                yield place.end + text[place.end].isspace(), end, place.phi_class


def _words_of_names(text: str, places: Sequence[Place], tagset: TagSet) -> frozenset[str]:
    """The folded words with a capital of what was marked as names of people."""
    marked = (text[one.start : one.end] for one in places if kind_of(tagset, one.phi_class) in ("person", "relative"))
    return frozenset(fold(word) for own in marked for word in _WORD.findall(own) if word[0].isupper())


def _after_glued(text: str, end: int, most: int, named: Collection[str]) -> int:
    """Where the names end that are run together with a mark that ends here."""
    glued = _GLUED_AFTER.match(text, end, most)
    if glued is None or not _is_glued_name(glued.group(1), named):
        return end
    return _after_glued(text, glued.end(), most, named)


def _before_glued(text: str, start: int, least: int, named: Collection[str]) -> int:
    """Where the name begins that is run together with a mark that begins here."""
    glued = _GLUED_BEFORE.search(text, max(least, start - _REACH), start)
    is_name = glued is not None and text[start].isupper() and _is_glued_name(glued.group(1), named)
    return glued.start() if glued is not None and is_name else start


def _is_glued_name(word: str, named: Collection[str]) -> bool:
    folded = fold(word)
    is_odd = word.istitle() and folded not in default_vocabulary()
    return _may_be_name(word) and (folded in named or is_odd or default_lists().knows(folded))


def rest_of_dates(text: str, places: Sequence[Place], tagset: TagSet) -> Iterator[tuple[int, int, str]]:
    """Where a date goes on beside a month that was marked: the year behind it, the day before it, also in words."""
    for number, place in enumerate(places):
        if kind_of(tagset, place.phi_class) != "date" or place.span is None:
            continue
        least = places[number - 1].end if number else 0
        most = places[number + 1].start if number + 1 < len(places) else len(text)
        words = fold(text[place.start : place.end]).split()
        if words and words[0] in _MONTHS:
            before = _DAY.search(text, max(least, place.start - _REACH), place.start)
            if before is not None and _says(before.group(1), 1, 31):
                yield before.start(1), before.end(1), place.phi_class
        if words and words[-1] in _MONTHS:
            after = _YEAR.match(text, place.end, most)
            said = "" if after is None else _said(after.group(1))
            if after is not None and _says(said, *_YEARS):
                yield after.start(1), after.start(1) + len(said), place.phi_class


def _said(text: str) -> str:
    """The number that a text begins with, in figures or in words."""
    figures = regex.match(r"\d+", text)
    if figures is not None:
        return str(figures.group())
    words = list(regex.finditer(r"\p{L}+", text))
    read = read_number([fold(word.group()) for word in words])
    return "" if read is None else text[: words[read[1] - 1].end()]


def _says(text: str, least: int, most: int) -> bool:
    """Whether a text is a number between two others, in figures or in words."""
    if text.isdigit():
        return least <= int(text) <= most
    words = fold(text).split()
    read = read_number(words)
    return read is not None and read[1] == len(words) and least <= read[0] <= most


def _named_ends(text: str, place: Place, kind: str) -> tuple[bool, bool]:
    """Whether a mark begins, and whether it ends, with a word of a name."""
    own = text[place.start : place.end]
    if place.span is None or kind not in ("person", "relative") or not own.strip():
        return False, False
    if kind == "relative":
        names = names_in(own, text[max(place.start - _REACH, 0) : place.start])
        return any(start == 0 for start, _ in names), any(end == len(own) for _, end in names)
    words = own.split()
    return _may_be_name(words[0]), _may_be_name(words[-1])


def _may_be_name(word: str) -> bool:
    return (
        len(word) >= _LEAST_LETTERS
        and _WORD.fullmatch(word) is not None
        and not _MIXED.search(word)
        and fold(word) not in _NO_NAMES
    )


def _is_given(word: str, marked: str) -> bool:
    """Whether a word before a marked one may be the given name."""
    if not _may_be_name(word) or (marked[0].isupper() and not word[0].isupper()):
        return False
    folded = fold(word)
    unknown = word.istitle() and folded not in default_vocabulary()
    return unknown or (default_lists().is_given(folded) and folded not in _SAID_OF_PERSONS)


def _goes_on(word: str, marked: str, alone: bool) -> bool:
    """Whether a name may go on with a word behind a marked one; `alone`: that one is all that was marked of it.

    In small letters what no list knows is more often a verb than a name (`ana ruiz repite`).
    """
    if not _may_be_name(word) or (marked[0].isupper() and not word[0].isupper()):
        return False
    folded = fold(word)
    if default_lists().knows(folded):
        return not (word.islower() and folded in _SAID_OF_PERSONS)
    if folded in default_vocabulary() or (word.isupper() and len(word) <= _LONGEST_ABBREVIATION):
        return False
    return alone or word.istitle()
