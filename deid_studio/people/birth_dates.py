"""Dates of birth: found in any form in which a Spanish report writes a date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import regex

from deid_studio.model.patient_fields import FieldKind
from deid_studio.model.span import Evidence
from deid_studio.people.date_words import MONTH_OF
from deid_studio.people.folding import fold
from deid_studio.people.number_words import in_words
from deid_studio.people.report_words import ReportWords
from deid_studio.people.spelling import near
from deid_studio.people.spelt import Spelt

_ROMAN = {name: number for number, name in enumerate("i ii iii iv v vi vii viii ix x xi xii".split(), start=1)}
_D = r"[0-9OolI]"
_SEP = r"[ ]{0,2}[/\-.,·_|\\\u2010-\u2015 ][ ]{0,2}"
_NUMERIC = regex.compile(
    rf"(?<![\p{{L}}\p{{N}}])(?:(?P<y>{_D}{{4}}){_SEP}(?P<m>{_D}{{1,2}}){_SEP}(?P<d>{_D}{{1,2}})"
    rf"|(?P<d>{_D}{{1,2}}){_SEP}(?P<m>{_D}{{1,2}}|[IVXivx]{{1,4}}){_SEP}(?P<y>{_D}{{4}}|{_D}{{2}})"
    rf"|(?P<all>[0-9]{{8}}))(?![\p{{L}}\p{{N}}])"
)
_NAMED = regex.compile(
    rf"(?<![\p{{L}}\p{{N}}])(?P<d>{_D}{{1,2}})(?:[ ]?(?:[ºª°]|st|nd|rd|th))?[ ]{{0,2}}(?:[\-/., ]|de(?=\W)|d')?"
    r"[ ]{0,2}(?P<m>\p{L}{3,12})(?:[ ]{0,2}(?:[\-/.,]|del?(?:[ ]año)?)?){1,2}[ ]{0,2}"
    r"(?P<y>[0-9]{4}|['’]?[0-9]{2})?(?![\p{L}\p{N}])"
)
_ENGLISH = regex.compile(
    r"(?<![\p{L}\p{N}])(?P<m>\p{L}{3,9})[. ]{1,2}(?P<d>[0-9]{1,2})(?:st|nd|rd|th)?,?[ ](?P<y>[0-9]{4})(?![\p{L}\p{N}])"
)
_DIGITS = str.maketrans("OolI", "0011")
_ISO = regex.compile(r"\s*([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ].*)?\s*")
_LEAST_MISSPELT = 5


@dataclass(frozen=True, slots=True)
class _Read:
    """A date as it was read: the year as written, 0 when there is none."""

    day: int
    month: int
    year: int


def parse_date(text: str) -> date | None:
    """The date that a field holds, or None; days come before months except in `1963-10-25`."""
    iso = _ISO.fullmatch(text)
    if iso is not None:
        return _date(*map(int, iso.groups()))
    for _, _, read in _dates(text):
        if read.year:
            year = read.year if read.year > 99 else read.year + (1900 if read.year > date.today().year % 100 else 2000)
            found = _date(year, read.month, read.day)
            if found is not None:
                return found
    return None


def find_birth_dates(born: date, words: ReportWords, whose: int = 0) -> Iterator[Spelt]:
    """Where a date of birth stands, in figures, with the month's name, in Roman figures or in words.

    Day and month alone count only with the month's name: `1/12` is a month, `2/7` two days.
    """
    text = words.text
    for start, end, read in _dates(text):
        if (read.day, read.month) == (born.day, born.month) or (
            # Month first, as in English, only with all of the year.
            read.year > 99 and (read.month, read.day) == (born.day, born.month)
        ):
            if not read.year:
                yield _place(start, end, whose, "day and month", 0.85)
            elif read.year in (born.year, born.year % 100):
                yield _place(start, end, whose, "exact", 0.98)
    for start, end in _spelt_out(born, words):
        yield _place(start, end, whose, "in words", 0.98)


def _dates(text: str) -> Iterator[tuple[int, int, _Read]]:
    for match in _NUMERIC.finditer(text):
        if match["all"]:
            digits = match["all"]
            yield *match.span(), _Read(int(digits[:2]), int(digits[2:4]), int(digits[4:]))
            yield *match.span(), _Read(int(digits[6:]), int(digits[4:6]), int(digits[:4]))
        else:
            month = _ROMAN.get(match["m"].lower()) or _number(match["m"])
            yield *match.span(), _Read(_number(match["d"]), month, _number(match["y"]))
    for pattern in (_NAMED, _ENGLISH):
        for match in pattern.finditer(text, overlapped=True):
            month = _month(match["m"])
            if month:
                year = (match["y"] or "").lstrip("'’")
                end = match.end() if year else match.end("m")
                yield match.start(), end, _Read(_number(match["d"]), month, int(year or 0))


def _month(word: str) -> int:
    folded = fold(word)
    known = MONTH_OF.get(folded, (0, ""))[0]
    if not known and len(folded) >= _LEAST_MISSPELT:
        names = [name for name in MONTH_OF if len(name) >= _LEAST_MISSPELT]
        hits = near([folded], names, [1])
        known = MONTH_OF[names[hits[0][1]]][0] if hits else 0
    return known


def _number(digits: str) -> int:
    read = digits.translate(_DIGITS)
    return int(read) if read.isdigit() else 0


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _spelt_out(born: date, words: ReportWords) -> Iterator[tuple[int, int]]:
    day = {fold(in_words(born.day))} | ({"primero"} if born.day == 1 else set())
    months = {name for name, (number, _) in MONTH_OF.items() if number == born.month}
    year = fold(in_words(born.year)).split()
    for index, folded in enumerate(words.folded):
        if folded not in months:
            continue
        first, last = index, index
        for back in (1, 2, 3, 4):
            said = [word for word in words.folded[max(index - back, 0) : index] if word != "de"]
            if " ".join(said) in day:
                first = index - back
                break
        after = index + 1
        while after < len(words) and words.folded[after] in ("de", "del", "ano"):
            after += 1
        if words.folded[after : after + len(year)] == year:
            last = after + len(year) - 1
        if first < index and words.folded[first] != "de":
            yield words.starts[first], words.ends[last]


def _place(start: int, end: int, whose: int, told: str, confidence: float) -> Spelt:
    facts = (Evidence("patient", FieldKind.BIRTH_DATE.value, told),)
    return Spelt(start, end, FieldKind.BIRTH_DATE, whose, confidence, facts)
