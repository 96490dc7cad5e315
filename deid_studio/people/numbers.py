"""Numbers: identifiers and telephone numbers, however they are parted, punctuated or misread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from deid_studio.kernel.compiled import native
from deid_studio.last_texts import LastTexts
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence
from deid_studio.people.latin import BETWEEN, KINDS, latin_report
from deid_studio.people.spelling import digit_skeleton, digit_skeletons, near
from deid_studio.people.spelt import Spelt

NUMBER_KINDS = (
    FieldKind.IDENTIFIER,
    FieldKind.INSURANCE,
    FieldKind.EPISODE,
    FieldKind.LICENCE,
    FieldKind.PHONE,
    FieldKind.FAX,
    FieldKind.POSTAL_CODE,
)
_PIECE = regex.compile(r"\p{L}+|[0-9]+")
_DIGITS = regex.compile(r"[0-9]+")
# An identifier's letters stand in twos or threes; longer ones are words, and what a word parts is not one number.
_LETTERS = r"\p{L}{1,3}+(?!\p{L})"
_GAP = rf"(?:{BETWEEN}){{0,3}}"
_MOST_PIECES = 12
_LETTERS_BEFORE = regex.compile(rf"(?r)(?:(?<!\p{{L}}){_LETTERS}{_GAP}){{0,{_MOST_PIECES - 1}}}+")
_GROUP = regex.compile(rf"(?:{_LETTERS}|[0-9]++)(?:{_GAP}(?:{_LETTERS}|[0-9]++))*+")
_CACHED = 1000  # numbers, each of which is read several times for one register
_MANY = 1000  # numbers, which are sooner looked up than compared with all that stand in a text
_LEAST = 4
_SHORT = 5
# What names the number in the field itself and is not part of it (`nhc-150679`).
_NAMED = regex.compile(r"^\W*(?:nhc|cipa|cip|dni|nif|nie|nass|nss|n[ºo°]|tel[a-zé]*|tfno?|fax)\b\W*", regex.IGNORECASE)
_COUNTRY = regex.compile(r"^\W*(?:\+|00)\s*34\W*(?=(?:\W*\d){9}\W*$)")
_COUNTRY_BEFORE = regex.compile(r"(?:\(?(?:\+|00)[ ]?34\)?)[ .\-]{0,2}$")
_CUE = regex.compile(
    r"(?:nhc|cipa|dni|nif|historia|hc|id|identificador|n[ºo°]|número|numero|episodio|tel\w*|tfno?|ext\w*|colegiado|NºCol|cp|c\.p\.?|postal)"
    r"\W{0,4}$",
    regex.IGNORECASE,
)
_CUE_REACH = 24
# A letter at an end that stands apart from the digits is not a misread one of them.
_LOOSE_LETTER = regex.compile(r"^\p{L}+[^\p{L}0-9]|[^\p{L}0-9]\p{L}+$")


class Wanted(NamedTuple):
    """A number that is looked for: its letters and figures, and the same with look-alikes made one."""

    kind: FieldKind
    whose: int
    plain: str
    skeleton: str


Hit = tuple[int, int, int, int]  # start, end, which of those that are looked for, edits


def find_numbers(values: Sequence[FieldValue], text: str) -> list[Spelt]:
    """Where the numbers among some values stand, some of which may overlap.

    Compared are letters and digits alone. A number of five to eight may be one edit away, a longer one two; a
    confusion of look-alikes (`0` and `O`) is one edit whatever it changes. A postal code has to be exact, a number of
    four digits too, and it has to have its name before it.
    """
    wanted = list(_wanted(values))
    found = []
    for start, end, target, edits in _hits(text, wanted) if wanted else ():
        one = wanted[target]
        if edits and one.plain.isdigit() and _LOOSE_LETTER.search(text[start:end]):
            continue
        if len(one.plain) < _SHORT and not _CUE.search(text[max(start - _CUE_REACH, 0) : start]):
            continue
        found.append(_place(text, start, end, one, edits))
    return found


def _hits(text: str, wanted: Sequence[Wanted]) -> Iterable[Hit]:
    """Where numbers may stand, in no order."""
    latin = None if native is None or len(wanted) > _MANY else latin_report(text)
    if native is None or latin is None:
        return hits_by_python(text, wanted)
    plain, skeletons = [one.plain for one in wanted], [one.skeleton for one in wanted]
    hits: list[Hit] = native.number_hits(latin, KINDS, plain, skeletons, list(map(_allowed, wanted)))
    return hits


def hits_by_python(text: str, wanted: Sequence[Wanted]) -> Iterator[Hit]:
    """The same in any text, of any many numbers."""
    lengths = [len(one.plain) for one in wanted]
    windows: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for group in _groups(text):
        for start, end, number in _windows(group, min(lengths) - 2, max(lengths) + 2):
            windows[number].append((start, end))
    numbers = list(windows)
    for target, place, edits in _compared(wanted, numbers):
        for start, end in windows[numbers[place]]:
            yield start, end, target, edits


@lru_cache(maxsize=_CACHED)
def plain_number(text: str, is_phone: bool) -> str:
    """Letters and digits of a number without what names it, of a telephone without the country; empty where it is none
    that can be told from others."""
    text = _NAMED.sub("", text)
    plain = "".join(_PIECE.findall(_COUNTRY.sub("", text) if is_phone else text)).upper()
    return plain if len(plain) >= _LEAST and any(character.isdigit() for character in plain) else ""


def _wanted(values: Sequence[FieldValue]) -> Iterator[Wanted]:
    seen = set()
    for whose, value in enumerate(values):
        if value.kind not in NUMBER_KINDS:
            continue
        plain = plain_number(value.text, value.kind in (FieldKind.PHONE, FieldKind.FAX))
        if not plain:
            continue
        called = ("", "34", "0034") if value.kind in (FieldKind.PHONE, FieldKind.FAX) and len(plain) == 9 else ("",)
        for country in called:
            number = country + plain
            if number not in seen:
                seen.add(number)
                yield Wanted(value.kind, whose, number, digit_skeleton(number))


def known_numbers(fields: PatientFields) -> Iterator[tuple[FieldKind, str]]:
    """The numbers that the fields hold, each with its kind: letters and digits, look-alikes made one."""
    return ((one.kind, one.skeleton) for one in _wanted(fields.values))


def written_numbers(text: str, least: int, most: int) -> Iterator[tuple[int, int, str]]:
    """All that may be one number of `least` to `most` letters and digits: (start, end, look-alikes made one)."""
    for group in _groups(text):
        for start, end, number in _windows(group, least, most):
            yield start, end, digit_skeleton(number)


def is_called_number(text: str, start: int) -> bool:
    """Whether what stands before a place says that a number follows (`NHC:`, `tel.`)."""
    return _CUE.search(text[max(start - _CUE_REACH, 0) : start]) is not None


@LastTexts
def _groups(text: str) -> list[list[tuple[int, int, str]]]:
    """Letters and digits, with as many before the first digit as a number may have, that may be one: (start, end, in
    capitals), parted by little."""
    groups: list[list[tuple[int, int, str]]] = []
    behind = 0
    for digits in _DIGITS.finditer(text):
        if digits.start() >= behind:
            before = _LETTERS_BEFORE.match(text, behind, digits.start())
            group = _GROUP.match(text, digits.start() if before is None else before.start())
            assert group is not None  # it has these digits
            behind = group.end()
            pieces = _PIECE.finditer(text, group.start(), behind)
            groups.append([(*piece.span(), piece.group().upper()) for piece in pieces])
    return groups


def _windows(group: Sequence[tuple[int, int, str]], least: int, most: int) -> Iterator[tuple[int, int, str]]:
    if sum(len(piece) for _, _, piece in group) < least:
        return
    for first in range(len(group)):
        number, digits = "", False
        for _, end, piece in group[first : first + _MOST_PIECES]:
            number += piece
            digits = digits or piece[0].isdigit()
            if len(number) > most:
                break
            if digits and len(number) >= least:
                yield group[first][0], end, number


def _compared(wanted: Sequence[Wanted], numbers: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """(index in `wanted`, index in `numbers`, edits)."""
    allowed = [_allowed(one) for one in wanted]
    best: dict[tuple[int, int], int] = {}
    skeletons = digit_skeletons(numbers)
    for target, number, edits in near([one.skeleton for one in wanted], skeletons, allowed):
        # A confusion of look-alikes is a slip as well.
        confused = not edits and numbers[number] != wanted[target].plain
        best[target, number] = edits + confused
    # Of what has no look-alikes that was all.
    others = [at for at, number in enumerate(numbers) if number != skeletons[at]]
    if any(one.plain != one.skeleton for one in wanted):
        others = list(range(len(numbers)))
    for target, other, edits in near([one.plain for one in wanted], [numbers[at] for at in others], allowed):
        number = others[other]
        best[target, number] = min(edits, best.get((target, number), 9))
    return ((target, number, edits) for (target, number), edits in best.items() if edits <= max(allowed[target], 1))


def _allowed(wanted: Wanted) -> int:
    length = len(wanted.plain)
    if wanted.kind is FieldKind.POSTAL_CODE or length < _SHORT:
        return 0
    return 1 if length < 9 else 2


def _place(text: str, start: int, end: int, wanted: Wanted, edits: int) -> Spelt:
    if wanted.kind in (FieldKind.PHONE, FieldKind.FAX):
        before = _COUNTRY_BEFORE.search(text, max(start - 12, 0), start)
        if before is not None:
            start = before.start()
    if ")" in text[start:end] and "(" not in text[start:end] and text[start - 1 : start] == "(":
        start -= 1
    told = f"{edits} edit{'s' * (edits > 1)}" if edits else "exact"
    # Of overlapping windows the one with fewer edits stays.
    facts = (Evidence("patient", wanted.kind.value, told),)
    return Spelt(start, end, wanted.kind, wanted.whose, 0.98 - 0.06 * edits, facts)
