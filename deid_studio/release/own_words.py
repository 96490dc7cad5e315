"""Own words: which words of a mention are the person's, and which only say what kind of thing it is.

A word is generic by where it stands, never by its capitals: a particle has a name behind it, a form of address stands
before one, `Calle` and `Hospital` head a name. Behind the first word of a name all are the name's: `Luis Nieto Primo`,
`Calle Principal`, `Virgen de la Salud`. What of each kind is generic:

- person: forms of address at the beginning, particles before another word, `viuda de`, `RN hijo de`, `junior`;
- relative: words for relatives where they head a description, how many they are, units of age, and the links between;
  what is said of them (`mayor`, `materno`) and their ages are own, though no names: they are said otherwise;
- street: kinds of way at the head (in Basque at the end), parts of a building behind a figure or a comma, and how far
  and where from what: `2 cuadras abajo de la escuela`;
- centre, institution: what says in general what it is, before its name, and `Seguros` behind it; where nothing else
  does, the first word alone, but all of a public body (`Guardia Civil de Tráfico`);
- place, country: particles, `provincia de`, `isla`;
- date: months, days of the week, seasons, feasts, units, and words such as `finales de`;
- age: units, stages counted with them (`medio`), and words such as `casi`;
- sex, profession: `sexo`, `paciente`, and links;
- phone, web, email: `ext.`, `www`, `https`, the reserved last label `example`, what parameters are called (`?pid=`);
- number, and what is of no kind: `raza`, `piel`, `residente`, `año` and the like before another word; `pdf` at the end
  of a file's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import regex

from deid_studio.people.date_words import is_date_word
from deid_studio.people.folding import fold
from deid_studio.people.kinship import NAME_PARTICLES, Part, is_address, is_noble, names_in, read_relatives
from deid_studio.people.name_words import PARTICLES, no_names_in
from deid_studio.people.word_lists import word_lists
from deid_studio.release.public_bodies import is_regional, length_of_body

_WORD = regex.compile(r"[\p{L}\p{M}ªº]+|\p{Nd}+")
# `nº`, `n.º`, `núm.`, `No.`: a figure follows, and they are one word, so that none is a letter of the building.
_NUMBER_MARK = r"n\.?[º°o]?|n[uú]m(?:ero|\.?[º°])?|nro"
_ROAD_MARKS = frozenset("km pk kilometro kilometros kilometroa quilometro quilometre salida sortida saida".split())
_IS_NUMBER_MARK = regex.compile(_NUMBER_MARK)
# `5ºIzq` is two words, `Pº` is one.
_WORD_IN_STREETS = regex.compile(
    rf"\b(?i:{_NUMBER_MARK})(?=\.?\s*\p{{Nd}})|[^\P{{L}}ªº][\p{{L}}\p{{M}}--[ªº]]*[ªº]?|[ªº]|\p{{Nd}}+", regex.V1
)
_SEPARATOR = regex.compile(r"[,;()\[\]/\r\n]|\s[-–—]|[-–—]\s|(?<=\p{L}{4})\.\s")
_IN_STREETS = regex.compile(r"[,;()\[\]\r\n]|\s[-–—]|[-–—]\s")  # `C/ Mayor`, `Avda. Goya`

_BLANK = regex.compile(r"\s")
LEAST_PART = 4  # letters of a word that tells of somebody inside longer ones as well
NAMES_OF_RELATIVES = "names of relatives"  # a mention of relatives of which all but the names may stay
# Kinds in which figures within a word are letters that a scanner misread.
OF_WORDS = frozenset(
    ("person", "relative", NAMES_OF_RELATIVES, "place", "country", "centre", "institution", "profession")
)

_OF_KINDS, _PLACES = word_lists("own"), word_lists("places")
GENERIC = _PLACES.words("institutions")
_BODY_PARTS = _PLACES.words("body_parts")
_CENTRE_ENDS = _PLACES.words("institution_ends")
STREET_WAYS = _PLACES.words("street_ways") | _PLACES.words("other_ways")
_FIRST_WORD = regex.compile(r"[\p{L}\p{M}]+")
_HOUSE = regex.compile(r"(?i)(?<!\p{N})\p{N}{1,4}(?!\p{N}|\s+de\b)|\bs\s*/\s*n\b")
_WAYS_BEHIND = _PLACES.words("ways_behind_names")
STREET_PARTS = _PLACES.words("street_parts")
# Parts that are one alone as well, without a figure before them: what follows says which.
_COUNTED_PARTS = STREET_PARTS - _PLACES.words("uncounted_parts")
_PARTS_BEHIND = _PLACES.words("parts_behind_names")
_DIRECTIONS, _LANDMARKS = _PLACES.words("directions"), _PLACES.words("landmarks")
_LINKS = _OF_KINDS.words("links")
# What an institution is, before its name.
HEADS = (GENERIC | _PLACES.words("institution_heads")) - PARTICLES - _LINKS
_OF_PLACES = frozenset(
    "provincia comunidad autonoma ciudad municipio distrito region isla islas illes estado territorio"
    " barrio barriada barri bairro auzo auzoa colonia pedania urbanizacion poblado".split()
)
_OF_COUNTRIES = frozenset("republica reino estados isla islas territorio".split())
_OF_DATES = _LINKS | _OF_KINDS.words("dates")
_OF_AGES = _LINKS | _OF_KINDS.words("ages")
_OF_SEXES = _LINKS | frozenset("sexo genero paciente persona".split())
_OF_PHONES = _LINKS | _OF_KINDS.words("phones")
_OF_ADDRESSES = frozenset("www http https mailto".split())
_RESERVED = "example"
_OF_DESCRIPTIONS = _OF_KINDS.words("descriptions")
# At the end of a file's name: what kind of file it is.
FILE_KIND = regex.compile(rf"(?i)(?<=\w)\.(?:{'|'.join(sorted(_OF_KINDS.words('files')))})$")
PARAMETER = regex.compile(r"(?<=[?&;])\p{L}+(?==)")  # of a web address: what it is called says no value
_BEHIND_FIGURES = frozenset("ano anos curso".split())


@dataclass(frozen=True, slots=True)
class Word:
    """A word or figure of a mention (code points of it), folded, and whether it is the person's own."""

    start: int
    end: int
    folded: str
    own: bool


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    written: str
    folded: str
    begins: bool  # whether a comma, a bracket or a line's end stands before it


def is_address_of_street(text: str) -> bool:
    """Whether a text begins with a kind of way and tells a house (`C/ Numancia 5`, not `Villa 25 de Mayo`)."""
    way = _FIRST_WORD.match(text)
    return way is not None and fold(way.group()) in STREET_WAYS and _HOUSE.search(text, way.end()) is not None


def is_body_alone(text: str) -> bool:
    """Whether an institution is a public body and nothing else: `Guardia Civil de Tráfico`, and no town's."""
    words = words_of(text, "institution")
    return bool(words) and not any(word.own for word in words) and not is_regional([word.folded for word in words])


def words_of(text: str, kind: str, before: str = "") -> list[Word]:
    """The words and figures of a mention of a kind, in order; `before` is what stands right before it."""
    pattern, separator = (_WORD_IN_STREETS, _IN_STREETS) if kind == "street" else (_WORD, _SEPARATOR)
    found: list[_Found] = []
    end = 0
    for match in pattern.finditer(text):
        begins = not found or separator.search(text, end, match.start()) is not None
        found.append(_Found(match.start(), match.end(), match.group(), fold(match.group()), begins))
        end = match.end()
    if kind in ("relative", NAMES_OF_RELATIVES):
        own = _own_of_relatives(text, before, found, kind == NAMES_OF_RELATIVES)
    elif kind not in _READINGS and (kind_of_file := FILE_KIND.search(text)) is not None:
        own = [word.start < kind_of_file.start() for word in found]
    elif kind not in _READINGS and not _BLANK.search(text.strip()):
        own = [True] * len(found)  # a user name or a code: `civil_gemelo`
    else:
        own = _READINGS.get(kind, _own_of_descriptions)(found, before)
    if kind == "web":
        named = {match.start() for match in PARAMETER.finditer(text)}
        own = [mine and word.start not in named for word, mine in zip(found, own, strict=True)]
    return [Word(one.start, one.end, one.folded, mine) for one, mine in zip(found, own, strict=True)]


def _own_of_relatives(text: str, before: str, words: Sequence[_Found], names: bool) -> list[bool]:
    stretches = read_relatives(text, before)
    parts = (Part.NAME, Part.NUMBER) if names else (Part.NAME, Part.SAID, Part.AGE, Part.NUMBER)
    own = [next(s.part in parts for s in stretches if s.start <= word.start < s.end) for word in words]
    for start, end in names_in(text, before):
        within = [at for at, word in enumerate(words) if start <= word.start < end]
        for at in no_names_in([words[at].written for at in within], bool(within) and words[within[-1]].begins):
            own[within[at]] = False  # `Ana Gil, viuda de Soto`
    return own


def _own_of_people(words: Sequence[_Found], before: str) -> list[bool]:
    own = _with_particles(words, NAME_PARTICLES)
    for at in no_names_in([word.written for word in words], bool(words) and words[-1].begins):
        own[at] = False
    if is_noble([word.written for word in words], 1):
        own[1] = False
    first = len(words) > 2 and words[0].folded in ("el", "la") and is_address(words[1].written)  # `la Dra. Ruiz`
    for at, word in enumerate(words[first:-1], start=first):
        # `Señor, Luis` is a name.
        if not is_address(word.written) or words[at + 1].begins:
            break
        own[at] = not any(own[at + 1 :])
    return own


def _with_particles(words: Sequence[_Found], particles: frozenset[str] = PARTICLES) -> list[bool]:
    """All own but particles that have another word behind them."""
    return [
        word.folded not in particles or at == len(words) - 1 or words[at + 1].begins for at, word in enumerate(words)
    ]


def _own_of_streets(words: Sequence[_Found], before: str) -> list[bool]:
    own = _with_particles(words)
    in_name = _ends_with_way(before)
    behind_figure = is_counted = is_directed = False
    named = 0  # words of the name so far
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) and not words[at + 1].begins else None
        before_figure = after is not None and after.folded[0].isdigit()
        if word.begins and at:
            in_name, behind_figure, is_counted, is_directed = False, True, False, False
        if not in_name:
            named = 0
        if word.folded[0].isdigit():
            in_name, behind_figure, is_counted, is_directed = False, True, True, False
        elif before_figure and _marks_number(word.folded) and not _is_glued(words, at):
            own[at] = in_name = False
        elif is_counted and not in_name and _directs(word.folded, after, is_directed):
            own[at], is_directed = False, True
        elif is_directed and not own[at] and not in_name:
            continue
        elif behind_figure and not in_name and len(word.folded) == 1 and word.folded not in STREET_WAYS:
            continue  # the mark of an ordinal (`2.º piso`), or a letter
        elif in_name and named and _ends_name(word.folded, after):
            own[at] = in_name = False
        elif in_name or not own[at]:
            in_name = in_name or bool(at)
            named += own[at]
        elif word.folded in STREET_WAYS and after is not None:
            own[at] = False
            in_name = word.folded not in STREET_PARTS or not before_figure
        elif word.folded in STREET_PARTS and (
            behind_figure or (after is not None and word.folded in _COUNTED_PARTS and _is_number(after.folded))
        ):
            own[at] = False
        else:
            in_name = True
            named = 1
    return own


def _is_glued(words: Sequence[_Found], at: int) -> bool:
    """Whether a figure ends where a word begins: `2n 1a`."""
    return at > 0 and words[at - 1].end == words[at].start and words[at - 1].folded[0].isdigit()


def _ends_name(folded: str, after: _Found | None) -> bool:
    """Whether a word behind a name is none of it: a kind of way in Basque, or a part that has no comma before it."""
    before_figure = after is not None and after.folded[0].isdigit()
    return (folded in _WAYS_BEHIND and (after is None or before_figure)) or (folded in _PARTS_BEHIND and before_figure)


def _directs(folded: str, after: _Found | None, is_directed: bool) -> bool:
    """Whether a word says how far or where from something, or, behind such a word, of what kind that is; a last letter
    is a door's."""
    is_letter = len(folded) == 1 and after is None
    return (folded in _DIRECTIONS and not is_letter) or (is_directed and folded in _LANDMARKS)


def _marks_number(folded: str) -> bool:
    return folded in _ROAD_MARKS or _IS_NUMBER_MARK.fullmatch(folded) is not None


def _is_number(folded: str) -> bool:
    return folded[0].isdigit() or len(folded) == 1


def _ends_with_way(before: str) -> bool:
    last = regex.search(r"([\p{L}\p{M}]+)[./]?\s*(?:(?:de|del|la|las|los|el)\s+)*$", before)
    return last is not None and fold(last.group(1)) in STREET_WAYS


def _own_of_centres(words: Sequence[_Found], before: str) -> list[bool]:
    own: list[bool] = []
    in_name = False
    for word in words:
        in_name = (in_name and not word.begins) or word.folded not in GENERIC
        own.append(in_name)
    last = len(words)
    while last > 1 and own[last - 2] and words[last - 1].folded in _CENTRE_ENDS:
        last -= 1
        own[last] = False
    if not any(own):
        own[1:] = [word.folded not in _LINKS for word in words[1:]]
    return own


def _own_of_institutions(words: Sequence[_Found], before: str) -> list[bool]:
    """As of centres; a body that a state or each town has is nobody's own: `Guardia Civil de Tráfico`, `Juzgado`."""
    folded = [word.folded for word in words]
    first = next((at for at, word in enumerate(folded) if word not in GENERIC or length_of_body(folded, at) > 1), None)
    length = 0 if first is None else length_of_body(folded, first)
    if first is None or not length:
        own = _own_of_centres(words, before)
        if len(words) > 1 and own[0] and folded[0] in HEADS:
            own[0] = False  # `Convento de Santa Clara`
            for at in range(1, len(words) - 1):
                if folded[at] not in GENERIC:
                    break
                own[at] = False
        return own
    own = [False] * (first + length)
    in_name = False
    for word in words[first + length :]:
        in_name = (in_name and not word.begins) or word.folded not in GENERIC | _BODY_PARTS
        own.append(in_name)
    return own


def _heading(generic: frozenset[str]) -> Callable[[Sequence[_Found], str], list[bool]]:
    """A reading in which some words are generic while another word follows."""

    def read(words: Sequence[_Found], before: str) -> list[bool]:
        own = _with_particles(words)
        for at, word in enumerate(words[:-1]):
            if word.folded in generic:
                own[at] = False
        return own

    return read


def _among(*generic: Iterable[str]) -> Callable[[Sequence[_Found], str], list[bool]]:
    """A reading in which some words are generic wherever they stand."""
    known = frozenset().union(*generic)

    def read(words: Sequence[_Found], before: str) -> list[bool]:
        return [word.folded not in known for word in words]

    return read


def _own_of_dates(words: Sequence[_Found], before: str) -> list[bool]:
    return [word.folded not in _OF_DATES and not is_date_word(word.folded) for word in words]


def _own_of_addresses(words: Sequence[_Found], before: str) -> list[bool]:
    last = len(words) - 1
    return [
        word.folded not in _OF_ADDRESSES and not (word.folded == _RESERVED and at in (last, last - 1))
        for at, word in enumerate(words)
    ]


def _own_of_descriptions(words: Sequence[_Found], before: str) -> list[bool]:
    own = _with_particles(words)
    figures = any(word.folded[0].isdigit() for word in words)
    for at, word in enumerate(words):
        heads = word.folded in _OF_DESCRIPTIONS and at < len(words) - 1
        counted = figures and word.folded in _BEHIND_FIGURES
        own[at] = own[at] and not heads and not counted and word.folded not in _LINKS
    return own


_READINGS: dict[str, Callable[[Sequence[_Found], str], list[bool]]] = {
    "person": _own_of_people,
    "street": _own_of_streets,
    "centre": _own_of_centres,
    "institution": _own_of_institutions,
    "place": _heading(_OF_PLACES),
    "country": _heading(_OF_COUNTRIES),
    "date": _own_of_dates,
    "age": _among(_OF_AGES),
    "sex": _among(_OF_SEXES),
    "profession": _among(_LINKS),
    "phone": _among(_OF_PHONES),
    "email": _own_of_addresses,
    "web": _own_of_addresses,
}
