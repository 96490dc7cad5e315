"""Date words: months, days of the week and seasons in the languages of Spain, and in English; what tells a birth."""

from __future__ import annotations

import regex

from deid_studio.model.document import Document
from deid_studio.people.folding import fold

# Each language's months in full; shorter forms are their beginnings, but for those below.
MONTHS = {
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
    "ca": "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre".split(),
    "gl": "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro".split(),
    "eu": "urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua".split(),
    "en": "january february march april may june july august september october november december".split(),
}
_OTHER_MONTHS = {"setiembre": 9, "sept": 9, "set": 9, "dic": 12, "mzo": 3, "febr": 2, "agto": 8, "sbre": 9, "nbre": 11}
LEAST_MONTH = 3
WEEKDAYS = {
    "es": "lunes martes miércoles jueves viernes sábado domingo".split(),
    "short": "lun mart mié jue vie sáb dom".split(),
    "ca": "dilluns dimarts dimecres dijous divendres dissabte diumenge".split(),
    "gl": "luns martes mércores xoves venres sábado domingo".split(),
    "eu": "astelehena asteartea asteazkena osteguna ostirala larunbata igandea".split(),
}
SEASONS = {
    "es": "invierno primavera verano otoño".split(),
    "ca": "hivern primavera estiu tardor".split(),
    "gl": "inverno primavera verán outono".split(),
}
_BEFORE = 40
# Another date between them is the birth.
_BIRTH = regex.compile(
    r"(?i)\b(?:naci\w*|naix\w*|jaio\w*|nac|f\.?\s?n(?:ac)?|natal\w*|dob|born)\b"
    r"(?:(?!\d{1,2}[/.-]\d|\b(?:18|19|20)\d\d\b)[^\n]){0,24}$"
)
MONTH_OF: dict[str, tuple[int, str]] = {}
for _language, _names in reversed(MONTHS.items()):
    for _number, _name in enumerate(_names, start=1):
        _folded = fold(_name)
        for _length in range(LEAST_MONTH, len(_folded) + 1):
            if _length <= LEAST_MONTH + 1 or _length == len(_folded):
                MONTH_OF[_folded[:_length]] = (_number, _language)
for _name, _number in _OTHER_MONTHS.items():
    MONTH_OF[_name] = (_number, "es")
WEEKDAY_OF = {
    fold(word + end): (number, language)
    for language, words in reversed(WEEKDAYS.items())
    for number, word in enumerate(words)
    for end in ("", "s")
}
# No feast that is a name as well (`Pilar`, `Reyes`).
_DATE_WORDS = frozenset(fold(one + end) for some in SEASONS.values() for one in some for end in ("", "s")) | frozenset(
    "navidad navidades nochebuena nochevieja pascua pascuas carnaval carnavales semana nuevo".split()
)


def is_date_word(folded: str) -> bool:
    """Whether a folded word is of dates alone: a month of any language, a day of the week, a season, a feast."""
    return folded in MONTH_OF or folded in WEEKDAY_OF or folded in _DATE_WORDS


def tells_birth(doc: Document, start: int) -> bool:
    """Whether what stands before a place says that a birth follows."""
    return _BIRTH.search(doc.text, max(start - _BEFORE, 0), start) is not None
