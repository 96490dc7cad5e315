"""Place words: what is said before a place that it is: a province, a region, or a quarter of a town."""

from __future__ import annotations

from enum import StrEnum

import regex

from deid_studio.people.folding import fold
from deid_studio.release.surrogates.known_places import region_names


class PlaceKind(StrEnum):
    """What a place is said to be."""

    PROVINCE = "province"
    REGION = "region"
    QUARTER = "quarter"


_LINK = r"(?P<link>de\s+l[ao]s?|dels?|de|d['’]|l['’])?"
_WORDS = {
    PlaceKind.PROVINCE: r"provincias?|prov[ií]ncia|prov\.|probintzia|pcia\.?",
    PlaceKind.REGION: r"comunidad(?:\s+aut[oó]noma)?|c\.?\s?a\.|comunitat(?:\s+aut[oò]noma)?|comunidade|regi[oó]n",
    PlaceKind.QUARTER: (
        r"barrio|bº\.?|barriada|bda\.|barri|bairro|auzoa?|colonia|col\.|pedan[ií]a|distrito|urbanizaci[oó]n|urb\.|poblado"
    ),
}
_BEFORE = {kind: regex.compile(rf"(?i)(?<!\p{{L}})(?:{words})\s+{_LINK}\s*[\"«“(]?$") for kind, words in _WORDS.items()}
_HEAD = regex.compile(rf"(?i)(?:{_WORDS[PlaceKind.QUARTER]})\s+(?:{_LINK}\s+)?(?=\p{{L}})")
_QUARTERS = {
    "de": "San Roque|Santa Eulalia|San Lázaro|Santa Bárbara|San Antón|Santa Marina|San Blas|Las Huertas|Los Olivos",
    "del": "Molino|Carmen|Castillo|Arenal|Pilar|Puente|Olivar",
    "de la": "Estación|Merced|Fuente|Alameda|Ermita|Huerta",
    "de las": "Huertas|Eras|Flores|Fuentes|Palmeras",
    "de los": "Olivos|Almendros|Tilos|Naranjos|Molinos",
    "": "San Roque|Santa Eulalia|El Molino|La Estación|San Antón|La Merced|El Arenal|Los Olivos|Las Eras|Santa Marina",
}  # fmt: skip
# What a region is called without the noun that asks for an article: `en Madrid`, not `en Comunidad de Madrid`.
_SHORT = {
    "comunidad de madrid": "Madrid", "comunidad foral de navarra": "Navarra", "comunidad valenciana": "Valencia",
    "islas baleares": "Baleares", "pais vasco": "Euskadi", "principado de asturias": "Asturias",
    "region de murcia": "Murcia",
}  # fmt: skip
_NOUN = regex.compile(r"(?i)(?:comuni|regi[oó]n|principado|islas|illes|pa[ií]s)")
_FEMININE, _MASCULINE = regex.compile(r"(?i)comuni|regi[oó]n"), regex.compile(r"(?i)principado|pa[ií]s")
# What a region may be called behind an article.
_NOUNS = {
    "la": ("Comunidad", _FEMININE), "el": ("Territorio", _MASCULINE), "al": ("Territorio", _MASCULINE),
    "del": ("Territorio", _MASCULINE),
}  # fmt: skip
_ARTICLE = regex.compile(r"(?i)\b(la|el|del|al|las)\s+$")


def kind_said(before: str) -> PlaceKind | None:
    """What the words right before a place say that it is; None where they say nothing of it."""
    return next((kind for kind, pattern in _BEFORE.items() if pattern.search(before)), None)


def quarter_head(text: str) -> str:
    """What a text begins with that says that it is a quarter: `Barrio de `; empty where nothing says it."""
    head = _HEAD.match(text)
    return "" if head is None else str(head.group())


def quarter_said(text: str, before: str) -> str:
    """The words before a place, or its own first ones, that say that it is a quarter of a town; empty where none do."""
    found = _BEFORE[PlaceKind.QUARTER].search(before)
    return quarter_head(text) or ("" if found is None else str(found.group()))


def quarter_names(before: str) -> list[str]:
    """Names of quarters that fit behind some words: `barrio del ` takes no article."""
    found = _BEFORE[PlaceKind.QUARTER].search(before)
    link = "" if found is None else " ".join(fold(found["link"] or "").split())
    return _QUARTERS.get(link, _QUARTERS[""]).split("|")


def called_region(region: str, text: str, before: str) -> str:
    """What a region is called in the place of a text: without its noun where neither that nor an article had one, and
    with one where both have."""
    if fold(text) not in region_names():
        return region
    article = _ARTICLE.search(before)
    if _NOUN.match(text) is None and (article is None or kind_said(before)):
        return _SHORT.get(fold(region), region)
    noun = _NOUNS.get(fold(article.group(1))) if article is not None else None
    if noun is None or noun[1].match(region):
        return region
    return f"{noun[0]} de {_SHORT.get(fold(region), region)}"
