"""Centres: what takes the place of a hospital or an institution, of the same kind and form."""

from __future__ import annotations

import regex

from deid_studio.people.folding import fold
from deid_studio.release.own_words import GENERIC, words_of
from deid_studio.release.surrogates.agreement import ANY, Form, form_of
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import surrogate_identifier, surrogate_identifier_digits
from deid_studio.release.surrogates.known_places import known_province
from deid_studio.release.surrogates.places import SurrogatePlaces
from deid_studio.release.written import cased

_CENTRES = (
    "San Rafael|Virgen de la Luz|Santa Elena|Nuestra Señora del Valle|San Telmo|Santa Lucía|Virgen del Mirador"
    "|Monte Alto|Río Claro|San Bernabé|Los Almendros|La Ribera|Valdeolmos|Santa Quiteria|El Encinar|Las Lomas"
    "|Virgen de los Remedios|San Millán|Puerta Nueva|La Alameda|Montesol|San Fermín de la Vega|Santa Ágata"
).split("|")
_INSTITUTIONS = (
    "Laboratorios Almarza|Fundación Olmeda|Instituto Valdeón|Sociedad Monteclaro|Asociación Peñalara|Grupo Santillana"
    "|Laboratorios Cervera|Fundación Altamira|Instituto Requena|Mutua Castellar|Asociación Guadiela|Laboratorios Ordesa"
    "|Sociedades Médicas Reunidas"
).split("|")
_CENTRE_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_NUMBERED = regex.compile(r"(?i)(?:n\s?\.?\s?[ºo°]?\.?|n[uú]m\.?|n[uú]mero)?\s*\p{Nd}+")  # `Jardín N.º 118`
_ARTICLE = regex.compile(r"(?:El|La|Los|Las)\s")
_PAIRS = (('"', '"'), ("(", ")"), ("«", "»"), ("“", "”"))
_LONGEST_ACRONYM = 9
_LINKS = regex.compile(r"(?i)\s*(?:\b(?:de|del|la|el|los|las|d['’]|l['’])\s*)+$")


def surrogate_centre(text: str, places: SurrogatePlaces, asked: Form = ANY, institution: bool = False) -> str:
    """A centre or institution of the same kind by another name, or in another place of its scope's.

    `asked` is what the words before it ask of the kind, where another institution takes its place as a whole.
    """
    words = words_of(text, "institution" if institution else "centre")
    own = [word for word in words if word.own]
    if text.strip().isdigit():
        return surrogate_identifier(text, places.draws, places.avoid)
    if not any(word.folded not in GENERIC for word in own):
        # `Hospital General` is one hospital too: of what it is called in general only the first word stays.
        kind = text[: words[0].end] + " " if len(words) > 1 else ""
        return kind + cased(_name(fold(text), text, places), text)
    if len(own) == len(words) and text.isupper() and len(text) <= _LONGEST_ACRONYM and " " not in text:
        return _acronym(text, places.draws)
    if institution and own[0] is words[0] and own[-1] is words[-1] and not known_province(fold(text)):
        fitting = [one for one in _INSTITUTIONS if form_of(one).agrees(asked)] or _INSTITUTIONS
        return cased(places.one_of(fitting, text, places.draws.random("institution", fold(text)), "centre"), text)
    start, end = own[0].start, own[-1].end
    while not _NUMBERED.fullmatch(text, start, end) and text[max(start - 1, 0) : start].isalnum():
        start -= 1  # `E1 Molino`: letters and figures that touch are one word
    name = text[start:end]
    folded = fold(name)
    if _NUMBERED.fullmatch(name):
        return text[:start] + surrogate_identifier_digits(name, places.draws) + text[end:]
    place = places.within(name)
    if place is not None:
        new = place or _name(folded, text, places)
    elif name.isupper() and len(name) <= _LONGEST_ACRONYM and not text.isupper():
        new = _acronym(name, places.draws)
    else:
        new = _name(folded, text, places, bare=not start)
        # `Hospital de la Princesa` is `Hospital Santa Elena` as well: whose article it was went with the name.
        start = len(_LINKS.sub("", text[:start]))
        start += text[start : start + 1].isspace()
    if any(text[end : end + 1] == closing and opening in text[start:end] for opening, closing in _PAIRS):
        end += 1
    return text[:start] + cased(new, name) + text[end:]


def without_generic(text: str) -> str:
    """The name of a centre or institution without what says in general what it is; all of it when nothing is left."""
    own = [word for word in _CENTRE_WORD.finditer(text) if fold(word.group()) not in GENERIC]
    return text[own[0].start() : own[-1].end()] if own else text


def _name(folded: str, text: str, places: SurrogatePlaces, bare: bool = False) -> str:
    """Another name of a centre; a bare one, before which an article may stand already, has none of its own."""
    names = [one for one in _CENTRES if not _ARTICLE.match(one)] if bare else _CENTRES
    return places.one_of(names, text, places.draws.random("centre", folded), "centre")


def _acronym(text: str, draws: Draws) -> str:
    chance = draws.random("acronym", text)
    made = "".join(chance.choice([c for c in "ABCDEFGHILMNPRSTUV" if c != own]) for own in text)
    return made if text.isupper() else made.lower()
