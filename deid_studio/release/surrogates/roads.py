"""Roads: what takes the place of a road and of where something happened on it: `AP-7 PK 412,3`, `ctra. N-340, km 12`.

Which kind of road it is stays, where the whole country has that kind; its number and the kilometre change. What else
stands there (`sentido Almería`) goes.
"""

from __future__ import annotations

from random import Random

import regex

from deid_studio.people.folding import fold
from deid_studio.release.surrogates.places import SurrogatePlaces
from deid_studio.release.written import cased

# Motorways, national and European roads, and those of Argentina; other letters tell a region.
_NATIONWIDE = frozenset("a ap n e r rn rp".split())
_LETTERS = "BCDFGH"
_KIND = (
    r"(?:autov[ií]a|autopista|autoestrada|carretera|ctra|crta|ruta|estrada|errepidea|nacional|provincial|comarcal|local"
    r"|general|regional|federal|estatal|auton[oó]mica|n\.?[º°]|n[uú]m(?:ero)?)\b\.?"
)
_CODE = r"(?P<letters>\p{L}{1,3})(?P<gap>[-–]|(?<=\b(?:[AN]|AP|RN|RP|MEX))[ ]?)(?P<number>\p{Nd}{1,4})(?P<last>[A-Z]?)"
_ROUTE = (
    r"(?<=\b(?:ruta\s|(?:carretera|ctra\.?|crta\.?)\s(?=nac))(?:(?:nacional|provincial)\s)?(?:n\.?[º°]\s?)?)"
    r"(?P<route>\p{Nd}{1,3})"
)
_AT = (
    r"(?P<mark>\bp\.?\s?k\b\.?|\bkm\b\.?|\bkil[oó]metroa?s?|\bquil[oó]metr[eo]s?|\bsalida|\bsortida|\bsa[ií]da)(?P<colon>\s*:?\s*)"
    r"(?P<place>\p{Nd}{1,4}(?:[.,+]\p{Nd}{1,3})?)"
)
_WORDS = rf"(?i:{_KIND}|la|el|de|del|en|al)\b\.?"
_HEAD = regex.compile(rf"(?i)^[\s(]*(?:{_WORDS}[\s,]*)*(?:{_CODE}|{_ROUTE}|{_AT})(?![\p{{L}}\p{{N}}])")
_PIECES = regex.compile(
    rf"(?<![\p{{L}}\p{{N}}-])(?:(?i:{_AT})|(?i:{_CODE})|(?i:{_ROUTE}))(?![\p{{L}}\p{{N}}]|-\p{{Nd}})"
)
_LINKS_BEHIND = regex.compile(r"(?i)(?:[\s,;:()-]|\b(?:la|el|de|del|en|al)(?=[\s,;:()-]*$))+$")
_OF_WHOM = regex.compile(
    r"(?i)\b(?:nacional|provincial|comarcal|local|general|regional|federal|estatal|auton[oó]mica)\s+"
)
_FIGURES = regex.compile(r"\p{Nd}+")
_BETWEEN = regex.compile(rf"(?i)[\s,;:()-]*(?:{_WORDS}[\s,;:()-]*)*")


def surrogate_road(text: str, places: SurrogatePlaces) -> str | None:
    """Another road of its kind, and another kilometre of it; None for what is no road.

    It has a code or a number, and nothing behind that or a kilometre: `Calle A-7, 2.º` is none.
    """
    found = list(_PIECES.finditer(text))
    roads = [one for one in found if not one["place"]]
    at = [one for one in found if one["place"]]
    if len(roads) != 1 or len(at) > 1 or (_HEAD.match(text) is None and not at):
        return None
    behind = text[roads[0].end() :]
    if (
        not at
        and _BETWEEN.fullmatch(behind) is None
        and (_FIGURES.search(behind) or not behind.startswith((",", " (")))
    ):
        return None  # `A-7, 2.º`
    first, *others = found
    made = _kind_of(text[: first.start()]) + _piece(first, places)
    for one in others:
        between = text[first.end() : one.start()]
        made += (between if _BETWEEN.fullmatch(between) else ", ") + _piece(one, places)
        first = one
    made = str(_OF_WHOM.sub("", made))
    return made + ")" * (made.count("(") - made.count(")"))


def _kind_of(before: str) -> str:
    """What says which kind of road it is, before its code; what it is called goes: `Autovía del Mediterráneo A-7`."""
    if _BETWEEN.fullmatch(before):
        return before
    head = _BETWEEN.match(before)
    kind = "" if head is None else str(_LINKS_BEHIND.sub("", head.group()))
    return f"{kind} " if kind else ""


def _piece(found: regex.Match[str], places: SurrogatePlaces) -> str:
    """Another number of a road or kilometre; of a road the letters as well, where they tell a region."""
    chance = places.draws.random("road", fold(found.group()))
    if found["place"]:
        changed = _FIGURES.sub(lambda figures: other_figure(figures.group(), chance), found["place"])
        return str(found["mark"] + found["colon"] + changed)
    if found["route"]:
        return other_figure(found["route"], chance)
    letters = found["letters"]
    if fold(letters) not in _NATIONWIDE:
        letters = cased("".join(chance.choice([c for c in _LETTERS if c != own.upper()]) for own in letters), letters)
    return f"{letters}{found['gap']}{other_figure(found['number'], chance)}{found['last']}"


def other_figure(figure: str, chance: Random) -> str:
    """Another number with as many figures, for one up to about twice as large; nothing for nothing."""
    if not figure:
        return ""
    low = 10 ** (len(figure) - 1) if len(figure) > 1 else 1
    high = min(10 ** len(figure) - 1, max(2 * int(figure), low + 8))
    new = chance.randint(low, high)
    return str(new if new != int(figure) else (new + 1 if new < 10 ** len(figure) - 1 else low))
