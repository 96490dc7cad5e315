"""Numbers, codes, dates and electronic addresses by their form alone."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.looks.look import Look, LookKind
from deid_studio.people.folding import fold

_TIMEOUT_SECONDS = 0.2
_DATE = regex.compile(
    r"(?<![\d/.,-])(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}|(?:0?[1-9]|[12]\d|3[01])[/-]0[1-9]|(?:1[3-9]|2\d|3[01])[/-]1[0-2]"
    # A session in a list, and a day behind an article: `S3 11-9`, `el 22.`
    r"|(?<=(?:^|\n)[SV]\d{1,2} )\d{1,2}[/-]\d{1,2}|(?<=\b[Ee][Ll] )(?:0?[1-9]|[12]\d|3[01])(?=[.,;)](?!\d)|$)"
    r"|\d{1,2}[./-](?:I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII)(?!\p{L}))(?![\d/%-]|[.,]\d)"
)
_MAIL_OR_WEB = regex.compile(r"[^\s@<>()]{1,64}+@[^\s@<>()]{1,128}+|(?:(?i:https?)://|www\.)[^\s<>()]{1,200}+")
# As they are dictated: `ana punto ruiz arroba correo punto com`, `www punto …`.
_SIGN = r"(?i:punto|guion(?: bajo)?|guión(?: bajo)?|barra(?: baja)?)"
_PART = r"[\p{L}\d_.-]{1,64}"
_SPOKEN = regex.compile(
    rf"(?:{_PART} {_SIGN} ){{0,4}}+{_PART} (?i:arroba) {_PART}(?: {_PART})?(?: {_SIGN} {_PART}){{1,4}}+"
    rf"|(?i:www|https?)(?: {_SIGN} {_PART}){{1,5}}+"
)
# At least five digits, parted by single blanks, full stops and hyphens; letters may stand at its ends (`12345678Z`).
_NUMBER = regex.compile(
    r"(?<![\p{L}\p{N}.,/-])(?:\p{Lu}{1,3}-?)?\d(?:[ .-]?\d){4,20}(?:[ -]?\p{Lu})?(?![\p{L}\p{N}/]|-\p{L})"
)
# Letters and digits mixed, at least six signs: serial numbers, plates, passports.
_CODE = regex.compile(
    r"(?<![\p{L}\p{N}.,/-])(?=[\p{Lu}\d-]{0,30}\d{2})(?=[\p{Lu}\d-]{0,30}\p{Lu})[\p{Lu}\d](?:-?[\p{Lu}\d]){5,24}"
    r"(?![\p{L}\p{N}])"
)
# Numbers in words, three and more of them: years, phones, documents.
_IN_WORDS = (
    r"(?:cero|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci[a-zé]+|veint[a-zéó]+"
    r"|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to)?|[a-z]{2,8}cient[oa]s|quinient[oa]s|mil)"
)
_WORDS = regex.compile(rf"(?i)\b{_IN_WORDS}(?:,? (?:y )?(?:{_IN_WORDS}|(?<=, )\d\d|(?<=\d )\d\d)){{2,12}}\b")
_AMOUNT = regex.compile(r"CA-?\d\d\d? \d+|\d{1,3}(?:[. ]\d{3})+|\d+\.\d+|(?:\p{Lu}{1,3} )?(?:\d{1,3}[/-])+\d{1,3}")
_UNIT = regex.compile(r"[ ]?([\p{L}%µ/]+)")
_FORMS = (
    (LookKind.ADDRESS, _MAIL_OR_WEB),
    (LookKind.ADDRESS, _SPOKEN),
    (LookKind.DATE, _DATE),
    (LookKind.NUMBER, _NUMBER),
    (LookKind.CODE, _CODE),
    (LookKind.NUMBER, _WORDS),
)


def number_looks(text: str, start: int, end: int, index: GazetteerIndex) -> Iterator[Look]:
    """The looks in the line `[start, end)`; an expression that takes too long on it is one that finds nothing."""
    dates: list[Look] = []
    for kind, expression in _FORMS:
        try:
            for match in expression.finditer(text, start, end, timeout=_TIMEOUT_SECONDS):
                look = Look(match.start(), match.end(), kind)
                if kind in (LookKind.NUMBER, LookKind.DATE) and _measured(text, look.end, index):
                    continue
                if kind is LookKind.DATE:
                    dates.append(look)
                elif kind is LookKind.NUMBER and (
                    _AMOUNT.fullmatch(match.group()) or any(d.start < look.end and look.start < d.end for d in dates)
                ):
                    # A date and the hour behind it are no number.
                    continue
                yield look
        except TimeoutError:
            continue


def _measured(text: str, end: int, index: GazetteerIndex) -> bool:
    """Whether a number is followed by a unit."""
    after = _UNIT.match(text[end : end + 20])
    if after is None:
        return False
    unit = after.group(1)
    return unit[0] in "%/µ" or "unit" in index.kinds(fold(unit.split("/")[0]))
