"""Ages as they are written: how many years each number of a text says, in figures and in words."""

from __future__ import annotations

import regex

from deid_studio.people.folding import fold
from deid_studio.people.misread import with_figures
from deid_studio.people.number_words import read_number

OLDEST = 130
_RARELY_SMALL = 90
_PIECE = regex.compile(r"\d{1,3}[.,]\d{3}(?!\d)|\d+(?:[.,]\d+)?|[\p{L}\p{M}]+|[^\s\d\p{L}\p{M}]+")
_FIGURE = regex.compile(r"\d")
_THOUSAND = regex.compile(r"\d{1,3}[.,]\d{3}")
_WEEK, _DAY = 7 / 365.25, 1 / 365.25
_YEARS_IN = {
    "a": 1.0, "ano": 1.0, "anos": 1.0, "any": 1.0, "anys": 1.0, "m": 1 / 12, "mes": 1 / 12, "meses": 1 / 12,
    "s": _WEEK, "sem": _WEEK, "semana": _WEEK, "semanas": _WEEK, "d": _DAY, "dia": _DAY, "dias": _DAY,
    "h": 0.0, "hora": 0.0, "horas": 0.0,
}  # fmt: skip
_BETWEEN = frozenset(("y", "a", "o", "u", "e", "hasta", "-", "–", "+", "/", ","))
_DATE = regex.compile(r"\d\s*[-/.]\s*\d+\s*[-/.]\s*\d")
# Which tenth year of life, not which year.
_DECADE = regex.compile(r"\bdecadas?\b|\bdecenios?\b")
_VERY_OLD = regex.compile(r"(?:nonagenari|centenari|noventon)")


def ages_in(text: str) -> tuple[float, ...] | None:
    """The years that each number of a text says; None for a text in which a number is no age, or may mean two.

    A number takes the unit that follows it, or follows the one that it is joined with (`entre 8 y 10 meses`); without
    any it is of years. `nonagenaria` is 90, `centenario` 100.
    """
    folded = fold(with_figures(text))
    if _DATE.search(text) or _DECADE.search(folded):
        return None
    pieces = _PIECE.findall(folded)
    numbers: list[tuple[float, int]] = []  # each with where the next piece is
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        found = read_number(pieces, at) if piece.isalpha() else None
        if found is not None and (piece not in ("un", "una") or _unit(pieces, found[1]) is not None):
            numbers.append((float(found[0]), found[1]))
            at = found[1]
            continue
        if _FIGURE.match(piece):
            whole = piece.replace(".", "").replace(",", "") if _THOUSAND.fullmatch(piece) else piece.replace(",", ".")
            numbers.append((float(whole), at + 1))
        elif _VERY_OLD.search(piece):
            numbers.append((90.0 if piece.startswith("no") else 100.0, len(pieces)))
        at += 1
    ages = []
    for number, after in numbers:
        unit = _unit(pieces, after)
        if number >= _RARELY_SMALL and unit in ("m", "s", "d", "h"):
            return None  # `93 M` may be a woman's age, and need not be months
        years = number * _YEARS_IN[unit or "a"]
        if years > OLDEST:
            return None
        ages.append(years)
    return tuple(ages)


def _unit(pieces: list[str], after: int) -> str | None:
    """The unit that follows a number, or the number that it is joined with; None when there is none."""
    at = after
    while at < len(pieces):
        piece = pieces[at]
        if piece in _YEARS_IN and not (piece == "a" and at + 1 < len(pieces) and _starts_number(pieces, at + 1)):
            return piece
        if piece in _BETWEEN or (at > after and _FIGURE.match(piece)):
            at += 1
        elif at > after and (found := read_number(pieces, at)) is not None:
            at = found[1]
        else:
            return None
    return None


def _starts_number(pieces: list[str], at: int) -> bool:
    return _FIGURE.match(pieces[at]) is not None or read_number(pieces, at) is not None
