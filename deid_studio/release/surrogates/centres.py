"""Centres: what takes the place of a hospital or an institution, of the same kind and form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import takewhile

import regex

from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES
from deid_studio.release.own_words import GENERIC, HEADS, Word, words_of
from deid_studio.release.public_bodies import is_regional, length_of_body
from deid_studio.release.surrogates.agreement import ANY, Form, Gender
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import surrogate_identifier, surrogate_identifier_digits
from deid_studio.release.surrogates.known_places import known_province
from deid_studio.release.surrogates.places import SurrogatePlaces
from deid_studio.release.survivals import survivals
from deid_studio.release.written import cased

_CENTRES = (
    "San Rafael|Virgen de la Luz|Santa Elena|Nuestra Señora del Valle|San Telmo|Santa Lucía|Virgen del Mirador"
    "|Monte Alto|Río Claro|San Bernabé|Los Almendros|La Ribera|Valdeolmos|Santa Quiteria|El Encinar|Las Lomas"
    "|Virgen de los Remedios|San Millán|Puerta Nueva|La Alameda|Montesol|San Fermín de la Vega|Santa Ágata"
    "|Virgen del Robledal|Santa Orosia|San Fulgencio|Fuente Clara|Nuestra Señora del Soto|Peña Blanca|Los Abedules"
    "|Santa Brígida|Valle Hermoso|Miralvalle|San Baudilio|Virgen de la Alborada|La Arboleda|Torre Alba|Santa Dorotea"
    "|Campo Verde|San Gumersindo|Nuestra Señora de la Ermita|Las Encinas|Monteluz|Santa Humildad|Río Hondo|San Casiano"
    "|Virgen de la Hiedra|El Romeral|Altozano|Santa Nonila|San Emeterio|Los Tilos|Nuestra Señora de la Aurora"
    "|Piedralba|Virgen del Sauce|La Dehesa|San Saturio|Santa Filomena|Valdefuentes|El Pinar|Montearagón|San Verísimo"
    "|Virgen de la Retama|Las Acacias|Puerto Claro"
).split("|")
# Of institutions of which nothing tells what they are: names that tell it no more.
_INSTITUTIONS = (
    "Norvalen|Tecnubel|Grumex|Sertalen|Olmedix|Ibercel|Lumerin|Cantelen|Durvalin|Montevex|Galindex|Navasen|Belmirel"
    "|Asturvel|Valdoren|Cerminel|Sorvex|Trevalin|Arnubex|Duermel|Fontivel|Malcoren|Quintelin|Ruvandel"
).split("|")
# What each of them is, where an article asks for a noun.
_ANY_KIND = {
    (Gender.FEMININE, False): "Entidad", (Gender.MASCULINE, False): "Organismo",
    (Gender.FEMININE, True): "Entidades", (Gender.MASCULINE, True): "Organismos",
}  # fmt: skip
_CENTRE_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_NUMBERED = regex.compile(r"(?i)(?:n\s?\.?\s?[ºo°]?\.?|n[uú]m\.?|n[uú]mero)?\s*\p{Nd}+")  # `Jardín N.º 118`
_ARTICLE = regex.compile(r"(?:El|La|Los|Las)\s")
_BEFORE_NAME = regex.compile(r"(?i)[\s,(]*(?:(?:de|del|d['’]|en|la|el|los|las)\s+)*")
_DANGLING = regex.compile(r"(?i)(?:[\s,(–-]|\b(?:de|del|en|la|el|los|las)(?=[\s,(–-]*$))+$")
_TOWNS_ARTICLE = regex.compile(r"(?<!\p{L})(?:A|O|As|Os|El|La|Los|Las|L['’])\s?$")
_PAIRS = (('"', '"'), ("(", ")"), ("«", "»"), ("“", "”"))
_LONGEST_ACRONYM = 9
_LONGEST_SHORT = 4  # letters of an abbreviation
_ABBREVIATED = regex.compile(r"\p{L}\.\s")
_WORD_BEFORE = regex.compile(r"([\p{L}\p{M}]+)[\s\"«“]+(?:(?i:de|del|d['’]|la|el|los|las)[\s\"«“]+)*$")
_LINKS = regex.compile(r"(?i)\s*(?:\b(?:de|del|la|el|los|las|d['’]|l['’])\s*)+$")


class CentreNames:
    """What the centres of one scope are called instead: each by a name of its own while there are some, and by the same
    where it is abbreviated (`H.U.V. Rocío`). Institutions of which nothing tells what they are have names of their own
    kind."""

    def __init__(self, centres: Iterable[tuple[str, bool]], places: SurrogatePlaces) -> None:
        """`centres` are their names as they stand in reports, and whether they are institutions."""
        self._places = places
        forms: defaultdict[str, set[str]] = defaultdict(set)
        telling: set[str] = set()
        for text, institution in centres:
            key = _key(text, places, institution)
            forms[key].add(text)
            if not institution or not _tells_no_kind(text):
                telling.add(key)
        forms.pop("", None)
        self._wholes = _wholes_of(forms)
        written: defaultdict[str, list[str]] = defaultdict(list)
        for key, whole in self._wholes.items():
            written[whole] += forms[key]
        self._drawn: dict[str, str] = {}
        self._others = {self._wholes[key] for key in self._wholes.keys() - telling}
        for whole, texts in sorted(written.items()):
            order = self._order(whole, whole in self._others)
            free = [name for name in order if name not in self._drawn.values()] or order
            fitting = [name for name in free if not any(survivals(text, name, "centre") for text in texts)]
            self._drawn[whole] = self._places.first_of(fitting or free, whole, "centre")

    def of(self, own: str, text: str, bare: bool = False, other: bool = False) -> str:
        """Another name of a centre by its own; a bare one, before which an article may stand already, has none of its
        own. `other`: of an institution of which nothing tells what it is."""
        key = _plain(own)
        whole = self._wholes.get(key, key)
        name = self._drawn.get(whole)
        if name is None or (whole in self._others) != other or survivals(text, name, "centre"):
            name = self._places.first_of(self._order(whole, other), text, "centre")
        return _ARTICLE.sub("", name) if bare else name

    def _order(self, key: str, other: bool = False) -> list[str]:
        """All names as they are drawn for one centre, whatever others there are: one more in the scope changes the name
        of another only where both want the same."""
        names = _INSTITUTIONS if other else _CENTRES
        return self._places.draws.random("centre", key).sample(names, len(names))


def _wholes_of(keys: Iterable[str]) -> dict[str, str]:
    """For each name the one that it abbreviates word by word, where it is just one; else itself."""
    having: defaultdict[str, list[str]] = defaultdict(list)
    for key in keys:
        for word in set(key.split()):
            having[word].append(key)
    found = {}
    for key in keys:
        words = key.split()
        near = {one for word in words if len(word) > 2 for one in having[word] if one != key}
        wholes = [one for one in near if _abbreviates(words, one.split())]
        found[key] = wholes[0] if len(wholes) == 1 else key
    return found


def _plain(name: str) -> str:
    """The folded words of a name without particles, which are often left out."""
    words = _CENTRE_WORD.findall(fold(name))
    return " ".join([word for word in words if word not in PARTICLES] or words)


def _abbreviates(words: Sequence[str], wholes: Sequence[str]) -> bool:
    pairs = list(zip(words, wholes, strict=False))
    return (
        len(words) == len(wholes)
        and any(word == whole and len(word) > 2 for word, whole in pairs)  # `v r` may be anything
        and all(word == whole or _is_short_for(word, whole) for word, whole in pairs)
    )


def _is_short_for(word: str, whole: str) -> bool:
    """Whether a word may be short for another: `v`, `vgen`, `sra`."""
    letters = iter(whole)
    return len(word) <= min(_LONGEST_SHORT, len(whole) - 1) and word[0] == whole[0] and all(c in letters for c in word)


def surrogate_centre(
    text: str,
    places: SurrogatePlaces,
    asked: Form = ANY,
    institution: bool = False,
    names: CentreNames | None = None,
    before: str = "",
) -> str:
    """A centre or institution of the same kind by another name, or in another place of its scope's.

    `asked` is what the words before it ask of the kind, where a body of other regions takes the place of one; `names`
    are those of the scope, `before` is what stands right before it. A public body stays (`Policía Local`), with another
    town behind it.
    """
    names = names or CentreNames((), places)
    words = words_of(text, "institution" if institution else "centre")
    own = [word for word in words if word.own]
    if text.strip().isdigit():
        return surrogate_identifier(text, places.draws, places.avoid)
    if institution and is_regional([word.folded for word in words]):
        return cased("agentes autonómicos" if asked.plural else "policía autonómica", text)
    if institution and _names_body(words):
        return _of_body(text, own, places)
    if not any(word.folded not in GENERIC for word in own):
        # `Hospital General` is one hospital too: of what it is called in general only the first word stays.
        dot = "." if len(words) > 1 and text[words[0].end] == "." else ""
        kind = f"{text[: words[0].end]}{dot} " if len(words) > 1 else ""
        return kind + cased(names.of(text, text), text)
    if len(own) == len(words) and text.isupper() and len(text) <= _LONGEST_ACRONYM and " " not in text:
        return _acronym(text, places.draws)
    start, end = _own_part(text, own)
    start = _with_article(text, start, end)
    name = text[start:end]
    if _NUMBERED.fullmatch(name):
        return text[:start] + surrogate_identifier_digits(name, places.draws) + text[end:]
    place = places.within(name)
    if place is not None:
        new = place or names.of(name, text)
    elif all(len(word.folded) == 1 for word in own):
        new = _acronym(name, places.draws)  # `H.U.V.R.`
    elif name.isupper() and len(name) <= _LONGEST_ACRONYM and not text.isupper():
        new = _acronym(name, places.draws)
    else:
        # Behind a word for what it is, also outside of the mark: `Convento de {Santa Clara}`.
        other = institution and _tells_no_kind(text) and not _ends_with_kind(before)
        new = names.of(name, text, bare=not start, other=other)
        if other and asked.gender is not None and not start:
            new = f"{_ANY_KIND[asked.gender, bool(asked.plural)]} {new}"
        if _ABBREVIATED.match(name) and text[:start].endswith("."):
            new = f" {new}"  # `H.U.V. Rocío` is `H.U. San Rafael`
        # `Hospital de la Princesa` is `Hospital Santa Elena` as well: whose article it was went with the name.
        start = len(_LINKS.sub("", text[:start]))
        start += text[start : start + 1].isspace()
    if any(text[end : end + 1] == closing and opening in text[start:end] for opening, closing in _PAIRS):
        end += 1
    return text[:start] + cased(new, name) + text[end:]


def _names_body(words: Sequence[Word]) -> bool:
    """Whether what stands before the own words of an institution is a public body."""
    kind = [word.folded for word in takewhile(lambda word: not word.own, words)]
    return any(length_of_body(kind, at) for at in range(len(kind)))


def _of_body(text: str, own: Sequence[Word], places: SurrogatePlaces) -> str:
    """A public body with another number and in another town; without what is of neither."""
    if not own:
        return text
    start = own[0].start
    numbered = _NUMBERED.match(text, start)
    if numbered is not None:
        text = text[:start] + surrogate_identifier_digits(numbered.group(), places.draws) + text[numbered.end() :]
        start = numbered.end()
    link = _BEFORE_NAME.match(text, start)
    name = text[start if link is None else link.end() :]
    town = places.within(name.strip(" ()")) if name else None
    if not town:
        return str(_DANGLING.sub("", text[:start]))
    return text[: len(text) - len(name)] + name.replace(name.strip(" ()"), cased(town, name.strip(" ()")))


def _tells_no_kind(text: str) -> bool:
    """Whether an institution's own name begins with nothing before it that tells what it is: `Inditex`, `La Voz`."""
    words = words_of(text, "institution")
    first = next((at for at, word in enumerate(words) if word.own), 0)
    behind = any(not word.own and word.folded not in PARTICLES for word in words[first:])
    return not behind and all(word.folded in PARTICLES for word in words[:first])


def _ends_with_kind(before: str) -> bool:
    """Whether what stands right before a name tells what it is: `Convento de `, `la mina `."""
    found = _WORD_BEFORE.search(before)
    return found is not None and (
        fold(found.group(1)) in HEADS - PARTICLES or length_of_body([fold(found.group(1))]) > 0
    )


def without_generic(text: str) -> str:
    """The name of a centre or institution without what says in general what it is; all of it when nothing is left."""
    own = [word for word in _CENTRE_WORD.finditer(text) if fold(word.group()) not in GENERIC]
    return text[own[0].start() : own[-1].end()] if own else text


def _own_part(text: str, own: Sequence[Word]) -> tuple[int, int]:
    """Where the name of a centre begins and ends within what it is called."""
    start, end = own[0].start, own[-1].end
    while not _NUMBERED.fullmatch(text, start, end) and text[max(start - 1, 0) : start].isalnum():
        start -= 1  # `E1 Molino`: letters and figures that touch are one word
    return start, end


def _with_article(text: str, start: int, end: int) -> int:
    """Where the name of a centre begins with the article that is a town's own: `Hospital A Coruña`."""
    article = _TOWNS_ARTICLE.search(text, 0, start)
    return article.start() if article is not None and known_province(fold(text[article.start() : end])) else start


def _key(text: str, places: SurrogatePlaces, institution: bool) -> str:
    """By what another name of a centre is drawn; empty where none is."""
    own = [word for word in words_of(text, "institution" if institution else "centre") if word.own]
    if not any(word.folded not in GENERIC for word in own):
        return _plain(text)
    start, end = _own_part(text, own)
    name = text[start:end]
    letters = all(len(word.folded) == 1 for word in own)
    return "" if letters or _NUMBERED.fullmatch(name) or places.within(name) is not None else _plain(name)


def _acronym(text: str, draws: Draws) -> str:
    chance = draws.random("acronym", text)
    others = "ABCDEFGHILMNPRSTUV"
    made = "".join(chance.choice([c for c in others if c != own.upper()]) if own.isalnum() else own for own in text)
    return made if text.isupper() else made.lower()
