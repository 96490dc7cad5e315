"""Places: towns, postal codes and countries that agree with each other, streets and centres of the same form."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES
from deid_studio.release.own_words import GENERIC, STREET_WAYS, words_of
from deid_studio.release.surrogates.agreement import ANY, Form, form_of
from deid_studio.release.surrogates.countries import (
    SPAIN,
    country_of,
    country_of_town,
    known_countries,
)
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import surrogate_identifier, surrogate_identifier_digits
from deid_studio.release.survivals import survivals
from deid_studio.release.written import cased

POSTAL_CODE = regex.compile(r"\b(?:0[1-9]|[1-4]\d|5[0-2])\d{3}\b")
_CAPITALISED = regex.compile(
    r"\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+(?:(?:de|del|la|las|los|el|do|da|dos|d'|l')\s+)*\p{Lu}[\p{L}\p{M}'’.-]*)*"
)
_OTHER_NAMES = {
    "gerona": "17", "lerida": "25", "orense": "32", "la coruna": "15", "coruna": "15", "bizkaia": "48",
    "gipuzkoa": "20", "araba": "01", "baleares": "07", "alacant": "03", "castello": "12", "valencia": "46",
    "nafarroa": "31", "donostia": "20", "iruna": "31", "elx": "03", "gasteiz": "01", "tenerife": "38",
    "gran canaria": "35", "mallorca": "07", "menorca": "07", "lanzarote": "35", "fuerteventura": "35",
}  # fmt: skip
_STREETS = (
    "Mayor|Real|Cervantes|Goya|Velázquez|del Olmo|de la Fuente|del Prado|de la Estación|de los Almendros|Colón|Murillo"
    "|de la Constitución|San Isidro|Santa Clara|del Río|del Molino|de las Flores|Lope de Vega|Quevedo|Rosalía de Castro"
    "|de la Rosa|del Pinar|de los Naranjos|Antonio Machado|Miguel Hernández|Ramón y Cajal|de la Paz|Nueva|Ancha"
    "|del Jardín|de la Luna|del Sol|Isaac Peral|Clara Campoamor|de los Reyes Católicos|del Castillo|San Sebastián"
).split("|")
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
_AND = regex.compile(r"\s+(?:y|e|i)\s+")
_NUMBERED = regex.compile(r"(?i)(?:n\s?\.?\s?[ºo°]?\.?|n[uú]m\.?|n[uú]mero)?\s*\p{Nd}+")  # `Jardín N.º 118`
_ARTICLE = regex.compile(r"(?:El|La|Los|Las)\s")
_NO_NUMBER = regex.compile(r"(?i)[\s,]*\bs\s*/\s*n\.?$")
_PARTICLES = regex.compile(r"^(?:de la|de los|de las|del|de) ")
_LETTERS = "ABCDEFGH"
_PAIRS = (('"', '"'), ("(", ")"), ("«", "»"), ("“", "”"))
_CODE = regex.compile(r"(?=\S*\d)(?=\S*\p{L})\S+")  # an Argentine postal code: `S2000DSR`
_LONGEST_ACRONYM = 9
_LINKS = regex.compile(r"(?i)\s*(?:\b(?:de|del|la|el|los|las|d['’]|l['’])\s*)+$")
_DIRECTLY = regex.compile(r"[\s,.;:()/-]{0,3}")
_SHORT_NAME = 4  # letters of a country that is written as an abbreviation


@dataclass(frozen=True, slots=True)
class Town:
    """A town with its province's number and name, its region, one of its postal codes and its inhabitants."""

    code: str
    province: str
    region: str
    name: str
    postal_code: str
    inhabitants: int


@cache
def known_towns(path: Path | None = None) -> tuple[Town, ...]:
    """The towns that surrogates are drawn from."""
    source = path or paths.resources() / "release" / "places.csv"
    lines = (line for line in source.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return tuple(
        Town(row["province_code"], row["province"], row["region"], row["town"], row["postal_code"],
             int(row["inhabitants"]))
        for row in csv.DictReader(lines)
    )  # fmt: skip


@cache
def telephone_prefixes() -> Mapping[str, tuple[str, ...]]:
    """How landlines of each province begin, by the province's number."""
    source = paths.resources() / "release" / "telephone_prefixes.csv"
    lines = (line for line in source.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {row["province_code"]: tuple(row["prefixes"].split()) for row in csv.DictReader(lines)}


@cache
def towns_by_name() -> Mapping[str, Town]:
    """The towns by their folded names; of several of one name the first."""
    return {fold(town.name): town for town in reversed(known_towns())}


@cache
def region_names() -> Mapping[str, str]:
    """The autonomous regions by their folded names."""
    return {fold(town.region): town.region for town in known_towns()}


@cache
def province_numbers() -> Mapping[str, str]:
    """Folded names of provinces and islands, in the spellings that are known, and the number of their province."""
    return {fold(town.province): town.code for town in known_towns()} | _OTHER_NAMES


@cache
def foreign_towns() -> Mapping[str, tuple[Town, ...]]:
    """The towns that surrogates of foreign ones are drawn from, by their countries' codes; the larger the likelier."""
    return {
        code: tuple(Town(code, "", "", name, "", 1000 // rank) for rank, name in enumerate(country.towns, start=1))
        for code, country in known_countries().items()
    }


@dataclass(frozen=True, slots=True)
class PlaceMention:
    """A town, province, region, postal code or country as it stands in a report.

    `gap` is what stands between it and the mention before it; None where that is far.
    """

    text: str
    gap: str | None = None
    country: bool = False


class SurrogatePlaces:
    """The places of one scope and what takes their place.

    `reports` are the mentions in order, a sequence for each report: a postal code and a town that stand side by side
    belong together, and so do a town and the country after it. Each province and each foreign country that occurs
    becomes another one, and whatever lies in it goes along. Where `countries` stay, their towns become others of them.
    """

    def __init__(
        self,
        reports: Iterable[Sequence[PlaceMention]],
        draws: Draws,
        avoid: Callable[[str], bool],
        countries: bool = True,
    ) -> None:
        self._draws = draws
        self._avoid = avoid
        self._keeps_countries = countries
        self._towns = known_towns()
        self._by_name = towns_by_name()
        self._province_codes = province_numbers()
        self._regions = region_names()
        self._of: dict[str, str] = {}  # folded place or postal code → its province's number, or "" when nobody knows
        self._beside: dict[str, str] = {}  # postal code → the place that it stands with
        self._foreign: set[str] = set()  # countries that are named
        for mentions in reports:
            parts = [part for mention in mentions for part in _split(mention)]
            self._read_countries(parts)
            self._read([part.text for part in parts if not part.country and not self._is_foreign(fold(part.text))])
        self._provinces = self._drawn_provinces()
        self._instead: dict[str, str] = {}
        self._taken: set[str] = set()
        # `Toledo` first, so that the capital is left for it in `Talavera, Toledo`.
        for place in sorted(self._of, key=lambda one: (one[:1].isdigit(), one not in self._province_codes, one)):
            self._instead[place] = self._draw(place)
            self._taken.add(fold(self._instead[place]) or place)

    def place(self, text: str) -> str | None:
        """What takes the place of a town, province, region or postal code, in its case; words around it stay.

        Where a word of its name would (`Las palmas`), it is replaced as a whole. None: in a country that stays no town
        is known.
        """
        parts = _parts(text)
        made = text
        found: list[str] = []
        if not POSTAL_CODE.search(text) and (not any(c.isalpha() for c in text) or _CODE.fullmatch(text.strip())):
            return surrogate_identifier(text, self._draws, self._avoid)
        for part in parts:
            folded = fold(part)
            if folded not in self._instead and country_of(part):
                new = self.country(part)
            else:
                new = cased(self._instead.get(folded) or self._draw(folded), part)
            if not new:
                return None
            found.append(new)
            made = made.replace(part, new, 1)
        if not survivals(text, made, "place"):
            return made
        if found and len(parts) > 1 and not survivals(text, found[0], "place"):
            return found[0]  # `Trujillo` for `Lima (Perú)`, where Perú stays
        return cased(self._draw(fold(text)), text) or None

    def country(self, text: str) -> str | None:
        """The country where countries stay, else another, in which the surrogates of its towns lie.

        None for Spain then, where towns of Spain go on lying.
        """
        code = _country_code(text)
        if self._keeps_countries:
            return text
        if code == SPAIN:
            return None
        new = known_countries()[self._provinces.get(code) or self._drawn_country(code, self._provinces.values())].name
        abbreviated = text.isupper() and sum(map(str.isalpha, text)) <= _SHORT_NAME
        return new if abbreviated else cased(new, text)

    def centre(self, text: str, asked: Form = ANY, institution: bool = False) -> str:
        """A centre or institution of the same kind by another name, or in another place of its scope's.

        `asked` is what the words before it ask of the kind, where another institution takes its place as a whole.
        """
        words = words_of(text, "institution" if institution else "centre")
        own = [word for word in words if word.own]
        if text.strip().isdigit():
            return surrogate_identifier(text, self._draws, self._avoid)
        if not any(word.folded not in GENERIC for word in own):
            # `Hospital General` is one hospital too: of what it is called in general only the first word stays.
            kind = text[: words[0].end] + " " if len(words) > 1 else ""
            return kind + cased(self._name(fold(text), text), text)
        if len(own) == len(words) and text.isupper() and len(text) <= _LONGEST_ACRONYM and " " not in text:
            return self._acronym(text)
        if institution and own[0] is words[0] and own[-1] is words[-1] and not self._known_province(fold(text)):
            fitting = [one for one in _INSTITUTIONS if form_of(one).agrees(asked)] or _INSTITUTIONS
            return cased(self._drawn_from(fitting, text, self._draws.random("institution", fold(text))), text)
        start, end = own[0].start, own[-1].end
        name = text[start:end]
        folded = fold(name)
        if _NUMBERED.fullmatch(name):
            return text[:start] + surrogate_identifier_digits(name, self._draws) + text[end:]
        if folded in self._instead or self._known_province(folded):
            new = self._instead.get(folded) or self._draw(folded) or self._name(folded, text)
        elif country_of(name) not in ("", SPAIN) and not self._keeps_countries:
            new = self.country(name) or self._name(folded, text)
        elif name.isupper() and len(name) <= _LONGEST_ACRONYM and not text.isupper():
            new = self._acronym(name)
        else:
            new = self._name(folded, text, bare=not start)
            # `Hospital de la Princesa` is `Hospital Santa Elena` as well: whose article it was went with the name.
            start = len(_LINKS.sub("", text[:start]))
            start += text[start : start + 1].isspace()
        if any(text[end : end + 1] == closing and opening in text[start:end] for opening, closing in _PAIRS):
            end += 1
        return text[:start] + cased(new, name) + text[end:]

    def street(self, text: str, before: str = "") -> str:
        """An address of the same form: kind of way and parts of a building stay, name, figures and letters change."""
        chance = self._draws.random("street", fold(text))
        ends = _NO_NUMBER.search(text)
        text, tail = (text[: ends.start()], ends.group()) if ends else (text, "")
        generic = [word for word in words_of(text, "street", before) if not word.own]
        # A particle goes with the name behind it.
        kept = {word.start for word in generic if word.folded not in PARTICLES}
        is_way = any(word.folded in STREET_WAYS for word in generic)
        pieces: list[str] = []
        in_name = False
        for match in regex.finditer(r"[ªº]|[^\P{L}ªº]+|\p{N}+|[^\p{L}\p{N}]+", text):
            token = match.group()
            ends_name = match.start() in kept or token in ("º", "ª")
            if in_name and not ends_name and (token[0].isalpha() or not regex.search(r"[,;()\d]", token)):
                continue
            if in_name and not pieces[-1].endswith(" ") and (token[0].isdigit() or match.start() in kept):
                pieces.append(" ")
            in_name = False
            if token.isdigit():
                pieces.append(self._figure(token, chance))
            elif not token[0].isalpha() or token in ("º", "ª") or match.start() in kept:
                pieces.append(token)
            elif len(token) == 1:
                pieces.append(cased(chance.choice([c for c in _LETTERS if c != token.upper()]), token))
            else:
                in_name = True
                new = self._drawn_from(_STREETS, text, chance, "place")
                # `Calle de la Luna`, but `Luna, 3` where nothing says what kind of way it is.
                new = new if is_way else _PARTICLES.sub("", new)
                pieces.append(new.upper() if token.isupper() else new)
        made = "".join(pieces) + tail
        return made if fold(made) != fold(text + tail) else f"{made} bis"

    def telephone_prefix(self, number: str) -> str:
        """How the landline begins that takes the place of one: in the other province that its own became.

        Empty where it is no landline of Spain.
        """
        prefixes = telephone_prefixes()
        code = next((code for code, own in prefixes.items() if len(number) == 9 and number.startswith(own)), "")
        if not code:
            return ""
        to = self._provinces.get(code, "")
        if to not in prefixes:
            own = {code, *self._of.values(), *self._provinces.values()}
            to = self._draws.pick([one for one in prefixes if one not in own] or list(prefixes), "telephone", code)
        return prefixes[to][0]

    # --- what the reports say --------------------------------------------------------------------------------

    def _read_countries(self, parts: Sequence[PlaceMention]) -> None:
        """Which foreign countries are named, and which places lie there: those right beside one, and before these."""
        for at, part in enumerate(parts):
            code = _country_code(part.text) if part.country else SPAIN
            if code == SPAIN:
                continue
            self._foreign.add(code)
            after = parts[at + 1] if at + 1 < len(parts) else None
            if after is not None and _is_direct(after.gap) and not after.country and not self._in_spain(after.text):
                self._of[fold(after.text)] = code
            for index in range(at - 1, -1, -1):
                place, gap = parts[index], parts[index + 1].gap
                if place.country or gap is None:
                    break
                # `Córdoba, Argentina` lies there, Madrid a few words before `nacido en Perú` does not.
                if self._in_spain(place.text) and not (index == at - 1 and _is_direct(gap)):
                    break
                self._of[fold(place.text)] = code

    def _in_spain(self, text: str) -> bool:
        return fold(text) in self._by_name or fold(text) in self._province_codes or fold(text) in self._regions

    def _is_foreign(self, folded: str) -> bool:
        """Whether a place of this scope is known to lie in another country."""
        return _is_abroad(self._of.get(folded, ""))

    def _read(self, places: Sequence[str]) -> None:
        before = ""
        for place in places:
            folded = fold(place)
            code = self._known_province(folded)
            if folded not in self._of or (code and not self._of[folded]):
                self._of[folded] = code
            if folded.isdigit():
                if before and not before.isdigit() and not self._is_wider(before):
                    self._beside.setdefault(folded, before)
            elif before.isdigit() and not self._is_wider(folded):
                self._beside.setdefault(before, folded)
            before = folded
        known = sorted((self._of[fold(place)] for place in places if self._of[fold(place)]), key=_is_abroad)
        for place in places:
            folded = fold(place)
            # A village that no list knows lies where the postal code beside it says, else where the others do.
            if not self._of[folded]:
                code = next((c for c, town in self._beside.items() if town == folded and c in map(fold, places)), "")
                self._of[folded] = code[:2] if code else known[0] if known else ""

    def _known_province(self, folded: str) -> str:
        if folded.isdigit():
            return folded[:2]
        town = self._by_name.get(folded)
        return town.code if town is not None else self._province_codes.get(folded) or country_of_town(folded)

    def _is_wider(self, folded: str) -> bool:
        """Whether a name is a province's or a region's and no town's."""
        return folded not in self._by_name and (folded in self._province_codes or folded in self._regions)

    # --- what takes their place ------------------------------------------------------------------------------

    def _drawn_provinces(self) -> dict[str, str]:
        inhabitants: dict[str, int] = {}
        for town in self._towns:
            if not self._avoid(town.name) and not self._avoid(town.province):
                inhabitants[town.code] = inhabitants.get(town.code, 0) + town.inhabitants
        own = {code for code in self._of.values() if code}
        drawn: dict[str, str] = {}
        for code in sorted(code for code in {*own, *self._foreign} if _is_abroad(code)):
            drawn[code] = self._drawn_country(code, drawn.values())
        for code in sorted(code for code in {*own, ""} if not _is_abroad(code)):
            free = [one for one in inhabitants if one not in own and one not in drawn.values()] or [
                one for one in inhabitants if one != code
            ]
            weights = [inhabitants[one] for one in free]
            drawn[code] = self._draws.random("province", code).choices(free, weights)[0]
        return drawn

    def _drawn_country(self, code: str, drawn: Iterable[str]) -> str:
        """The code of another country than those of the scope and those that are drawn, while there are some."""
        if self._keeps_countries:
            return code
        own = {code, *self._foreign, *self._of.values(), *drawn}
        others = [one for one in known_countries().values() if one.weight and one.code != code]
        free = [one for one in others if one.code not in own and not self._avoid(one.name)] or others
        return self._draws.random("country", code).choices(free, [one.weight for one in free])[0].code

    def _draw(self, folded: str) -> str:
        code = self._provinces.get(self._of.get(folded, ""), self._provinces[""])
        if _is_abroad(code):
            towns_there = foreign_towns().get(code, ())
            return self._draw_abroad(folded, towns_there) if towns_there else ""
        towns = [town for town in self._towns if town.code == code]
        if folded.isdigit():
            return self._postal_code(folded, code, towns)
        if self._is_wider(folded):
            return towns[0].region if folded in self._regions else towns[0].province
        free = [town for town in towns if self._is_free(town)] or [
            town for town in self._towns if town.code not in self._of.values() and self._is_free(town)
        ]
        if not free:
            free = list(self._towns)
        if folded in self._province_codes:
            return free[0].name  # the capital's name is the province's as well
        return self._draws.random("town", folded).choices(free, [town.inhabitants for town in free])[0].name

    def _draw_abroad(self, folded: str, towns: Sequence[Town]) -> str:
        if folded.isdigit():
            return surrogate_identifier(folded, self._draws, self._avoid)
        free = [town for town in towns if self._is_free(town)] or [town for town in towns if fold(town.name) != folded]
        return self._draws.random("town", folded).choices(free, [town.inhabitants for town in free])[0].name

    def _is_free(self, town: Town) -> bool:
        return fold(town.name) not in self._taken and not self._avoid(town.name)

    def _postal_code(self, postal: str, code: str, towns: Sequence[Town]) -> str:
        beside = self._instead.get(self._beside.get(postal, ""), "")
        town = next((one for one in self._towns if one.name == beside), towns[0])
        made = town.postal_code
        chance = self._draws.random("postal", postal)
        for _ in range(50):
            if made != postal and made not in self._taken and not self._avoid(made):
                break
            made = f"{town.code}{chance.randint(1, 999):03d}"
        return made

    def _name(self, folded: str, text: str, bare: bool = False) -> str:
        """Another name of a centre; a bare one, before which an article may stand already, has none of its own."""
        names = [one for one in _CENTRES if not _ARTICLE.match(one)] if bare else _CENTRES
        return self._drawn_from(names, text, self._draws.random("centre", folded))

    def _drawn_from(self, names: Sequence[str], text: str, chance: Random, kind: str = "centre") -> str:
        """One of some names, of which no word is in a text of a kind, nor real in this scope while there are others."""
        drawn = chance.sample(names, len(names))
        return next(
            (name for name in drawn if not self._avoid(name) and not survivals(text, name, kind)),
            next((name for name in drawn if not survivals(text, name, kind)), drawn[0]),
        )

    def _acronym(self, text: str) -> str:
        chance = self._draws.random("acronym", text)
        made = "".join(chance.choice([c for c in "ABCDEFGHILMNPRSTUV" if c != own]) for own in text)
        return made if text.isupper() else made.lower()

    def _figure(self, figure: str, chance: Random) -> str:
        if len(figure) == 5 and POSTAL_CODE.fullmatch(figure):
            code = self._instead.get(figure) or self._draw(figure)
            if code:  # none is drawn for a place abroad
                return code
        low = 10 ** (len(figure) - 1) if len(figure) > 1 else 1
        high = min(10 ** len(figure) - 1, max(2 * int(figure), low + 8))
        new = chance.randint(low, high)
        return str(new if new != int(figure) else (new + 1 if new < 10 ** len(figure) - 1 else low))


def without_generic(text: str) -> str:
    """The name of a centre or institution without what says in general what it is; all of it when nothing is left."""
    own = [word for word in _CENTRE_WORD.finditer(text) if fold(word.group()) not in GENERIC]
    return text[own[0].start() : own[-1].end()] if own else text


def _is_town(name: str) -> bool:
    """Whether a list has a name as that of one town."""
    words = fold(name).split()
    hits = default_gazetteers().phrases(words)
    return any((hit.start, hit.end, hit.kind) == (0, len(words), "town") for hit in hits)


def _country_code(text: str) -> str:
    """The code of a country; its folded name where nobody knows it."""
    return country_of(text) or f"country {fold(text).strip()}"


def _is_abroad(code: str) -> bool:
    return code[:1].isalpha()


def _is_direct(gap: str | None) -> bool:
    return gap is not None and _DIRECTLY.fullmatch(gap) is not None


def _split(mention: PlaceMention) -> list[PlaceMention]:
    """The parts of a mention, each as one; a place that is a country's name is a country."""
    if mention.country:
        return [mention]
    names = _parts(mention.text)
    return [
        PlaceMention(name, " " if at else mention.gap, bool(country_of(name)) and country_of(name) != SPAIN)
        for at, name in enumerate(names)
    ]


def _parts(text: str) -> list[str]:
    """The names and postal codes in a mention (`08010 Barcelona`), in order; all of it when there is no capital."""
    found: list[str] = []
    end = 0
    for match in regex.finditer(rf"{POSTAL_CODE.pattern}|{_CAPITALISED.pattern}", text):
        whole = text[end - len(found[-1]) : match.end()] if found else ""
        if _AND.fullmatch(text, end, match.start()) and _is_town(whole):
            found[-1] = whole  # `Treinta y Tres`
        else:
            found.append(match.group())
        end = match.end()
    return [part for part in found if len(part.rstrip("-.")) > 1] or [text]
