"""Date words: months, days of the week and seasons in the languages of Spain, and in English; what tells a birth."""

from __future__ import annotations

import regex

from deid_studio.model.document import Document
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

# By language.
_WORDS = word_lists("dates")
MONTHS = _WORDS.table("months")
LEAST_MONTH = 3
WEEKDAYS = _WORDS.table("weekdays")
SEASONS = _WORDS.table("seasons")
# What tells that a date is still to come, and what is but a part of the year or the month behind it.
ANNOUNCING = _WORDS.words("announcing")
PARTS_OF_YEAR = _WORDS.words("parts_of_year")
CUT = "cut"  # the language of beginnings of days of the week
_BEFORE = 40
# Another date between them is the birth.
_BIRTH = regex.compile(
    r"(?i)\b(?:naci\w*|naix\w*|nasc\w*|nace|nace[uo]\w*|jaio\w*|nac|f(?:ec)?[./-]?\s?(?:de\s)?n(?:ac|to)?|d\.?\s?n|natal\w*"
    r"|dob|born)\b"
    r"(?:(?!\d{1,2}[/.-]\d|\b(?:18|19|20)\d\d\b|\b\d{6}(?:\d\d)?\b)[^\n]){0,24}$"
    r"|(?<![\p{L}\p{N}.])n\s?[.:]\s*(?:el\s+)?(?:d[ií]a\s+)?$"
)
_CELL = regex.compile(r"[|;\t]")  # between the columns of a table
_HEAD = regex.compile(r"\s*(?=\p{L})[^\p{N}]{1,22}?\s*")  # of a column: a few words, and no figures
_TABLE = 4000  # characters before a place that may be of its table
MONTH_OF: dict[str, tuple[int, str]] = {}
for _language, _names in reversed(MONTHS.items()):
    for _number, _name in enumerate(_names, start=1):
        _folded = fold(_name)
        for _length in range(LEAST_MONTH, len(_folded) + 1):
            if _length <= LEAST_MONTH + 1 or _length == len(_folded):
                MONTH_OF[_folded[:_length]] = (_number, _language)
MONTH_OF |= {name: (int(month), "es") for month, names in _WORDS.table("other_months").items() for name in names}
_SHORT = ("short", "short_en")  # which have no plural: `luns` is a Galician Monday
WEEKDAY_OF = {
    fold(word + end): (number, language)
    for language, words in reversed(WEEKDAYS.items())
    for number, word in enumerate(words)
    for end in (("",) if language in _SHORT else ("", "s"))
}
# Beside the day of a month alone: letters, and beginnings of the Spanish words (`lu.`, `mi`, `juev.`).
SHORT_WEEKDAYS = _WORDS.table("short_weekdays")
SHORT_WEEKDAY_OF = {
    fold(_word[:_length]): (_number, CUT)
    for _number, _word in enumerate(WEEKDAYS["es"])
    for _length in range(2, len(_word))
} | {fold(word): (number, form) for form, words in SHORT_WEEKDAYS.items() for number, word in enumerate(words)}
# No feast that is a name as well (`Pilar`, `Reyes`).
_DATE_WORDS = frozenset(fold(one + end) for some in SEASONS.values() for one in some for end in ("", "s")) | frozenset(
    "navidad navidades nochebuena nochevieja pascua pascuas carnaval carnavales semana nuevo".split()
)


def is_date_word(folded: str) -> bool:
    """Whether a folded word is of dates alone: a month of any language, a day of the week, a season, a feast."""
    return folded in MONTH_OF or folded in WEEKDAY_OF or folded in _DATE_WORDS


def tells_birth(doc: Document, start: int) -> bool:
    """Whether what stands before a place says that a birth follows, or the head of its column in a table does."""
    if _BIRTH.search(doc.text, max(start - _BEFORE, 0), start) is not None:
        return True
    line = doc.text.rfind("\n", 0, start) + 1
    column = len(_CELL.findall(doc.text, line, start))
    rows = doc.text[max(line - _TABLE, 0) : line].splitlines() if column else []
    for row in reversed(rows):
        cells = _CELL.split(row)
        if len(cells) <= column:
            return False  # another table, or none
        if (head := _HEAD.fullmatch(cells[column])) is not None:
            return _BIRTH.search(head.group()) is not None
    return False
