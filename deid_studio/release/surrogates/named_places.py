"""Named places: which towns, provinces, postal codes and countries reports name, and where each of them lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import regex

from deid_studio.people.folding import fold
from deid_studio.release.countries import (
    SPAIN,
    countries_with_town,
    country_of,
    country_of_region,
    is_spanish_american,
)
from deid_studio.release.surrogates.known_places import (
    POSTAL_CODE,
    countries_with_region,
    is_in_spain,
    is_of_spain_alone,
    is_town,
    is_wider,
    known_province,
)

_CAPITALISED = regex.compile(
    r"\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+(?:(?:de|del|la|las|los|el|do|da|dos|d'|l')\s+)*\p{Lu}[\p{L}\p{M}'’.-]*)*"
)
_FIGURES = regex.compile(r"\b\d{4,6}\b")  # a postal code of any country
_LABEL = regex.compile(r"(?i)c\.?\s?p\.?|c[oó]d(?:igo|\.)?(?:\s?(?:postal|p\.))?")
_AND = regex.compile(r"\s+(?:y|e|i)\s+")
_UNKNOWN = "country"  # of a place that may lie in Spain or abroad
_DIRECTLY = regex.compile(r"[\s,.;:()/–—-]{0,3}")


@dataclass(frozen=True, slots=True)
class PlaceMention:
    """A town, province, region, postal code or country as it stands in a report.

    `gap` is what stands between it and the mention before it; None where that is far. `quarter` are the
    words that say that it is a part of a town (`barrio de `): of it nothing tells where that lies.
    """

    text: str
    gap: str | None = None
    country: bool = False
    quarter: str = ""


class NamedPlaces:
    """The places of one scope as its reports name them.

    `reports` are the mentions in order, a sequence for each report: a postal code and a town that stand side by side
    belong together, and so do a town and the country after it.
    """

    def __init__(self, reports: Iterable[Sequence[PlaceMention]]) -> None:
        self.codes: dict[str, str] = {}  # folded place or postal code → its province or country, "" when nobody knows
        self.beside: dict[str, str] = {}  # postal code → the place that it stands with
        self.within: dict[str, str] = {}  # town abroad → the state, department or province behind it
        self.foreign: set[str] = set()  # countries that are named
        self.regions: set[str] = set()  # states and the like abroad that are called as a town is
        ranks: dict[str, tuple[bool, int, bool]] = {}
        for mentions in reports:
            parts = [part for mention in _without_quarters(mentions) for part in _split(mention)]
            self._read_countries(parts)
            self._read_regions(parts)
            for one, other in pairwise(parts):
                self._read_beside(one, other, ranks)
            self._read(parts)

    def _read_countries(self, parts: Sequence[PlaceMention]) -> None:
        """Which foreign countries are named, and which places lie there: those right beside one, and before these."""
        for at, part in enumerate(parts):
            code = country_code(part.text) if part.country else SPAIN
            if code == SPAIN:
                continue
            self.foreign.add(code)
            after = parts[at + 1] if at + 1 < len(parts) else None
            if after is not None and not after.country and _is_right_behind(after):
                self.codes[fold(after.text)] = code
            for index in range(at - 1, -1, -1):
                place, gap = parts[index], parts[index + 1].gap
                folded = fold(place.text)
                if place.country or gap is None or _is_elsewhere(folded, code):
                    break
                # `Córdoba, Argentina` lies there, Madrid a few words before `nacido en Perú` does not.
                if is_in_spain(folded) and not (index == at - 1 and _is_direct(gap)):
                    break
                self.codes[folded] = code

    def _read_regions(self, parts: Sequence[PlaceMention]) -> None:
        """Which places lie abroad by the state, department or province right behind them: `Guadalajara, Jalisco`, and
        `Rosario, Santa Fe` as well."""
        for one, other in pairwise(parts):
            code = "" if other.country or one.country else country_of_region(fold(other.text))
            if not code and not other.country and not one.country and _is_direct(other.gap):
                code = self._country_of_both(fold(one.text), fold(other.text))
                if code:
                    self.regions.add(fold(other.text))
                    self.codes[fold(other.text)] = code
            if code and _is_direct(other.gap) and not _is_elsewhere(fold(one.text), code):
                self.codes[fold(one.text)] = code
                if not country_of_region(fold(one.text)):
                    self.within[fold(one.text)] = fold(other.text)

    def _country_of_both(self, town: str, region: str) -> str:
        """The country of a town and of the region behind it that is called as a town is; empty where nothing tells."""
        if town.isdigit() or town == region:
            return ""
        own = self.codes.get(town) or known_province(town)
        codes = countries_with_region(region)
        there = own if own in codes else next((code for code in codes & self.foreign), "")
        return there if is_abroad(own) or there in self.foreign else ""

    def _is_at_home(self, part: PlaceMention) -> bool:
        """Whether a place is no country, and not known to lie in another one."""
        return not part.country and not is_abroad(self.codes.get(fold(part.text), ""))

    def _read_beside(self, one: PlaceMention, other: PlaceMention, ranks: dict[str, tuple[bool, int, bool]]) -> None:
        """Whether of two that follow each other one is the postal code of the other, a town: of several that may be
        its town the best, by `ranks`."""
        first, second = fold(one.text), fold(other.text)
        if first.isdigit() == second.isdigit() or not (self._is_at_home(one) and self._is_at_home(other)):
            return
        postal, place = (first, second) if first.isdigit() else (second, first)
        if is_wider(place) or not POSTAL_CODE.fullmatch(postal):
            return
        province = known_province(place)
        differs = 1 if not province else 0 if province == postal[:2] else 2
        # `24350 Veguellina` behind `Madrid`: one that stands directly beside it, then one of its province, then the
        # one behind it.
        rank = not _is_direct(other.gap), differs, postal == second
        if postal not in ranks or rank < ranks[postal]:
            ranks[postal], self.beside[postal] = rank, place

    def _read(self, parts: Sequence[PlaceMention]) -> None:
        told = {place for part in parts if is_abroad(self.codes.get(place := fold(part.text), ""))}
        places = [fold(part.text) for part in parts if not part.country]
        for place in places:
            code = known_province(place)
            if place not in self.codes or (code and not self.codes[place]):
                self.codes[place] = code
        self._read_postal_codes_abroad(parts)
        home = _Home(parts, self.codes, told)
        self._go_abroad(places, home)
        known = [(is_abroad(self.codes[one]), at, self.codes[one]) for at, one in enumerate(places)
                 if self.codes[one] and one not in told]  # fmt: skip
        for at, place in enumerate(places):
            # A village that no list knows lies where the postal code beside it says, else where the nearest other does,
            # of two as near the one behind it: `Tabarca, Alicante`.
            if not self.codes[place]:
                postal = next((one for one, town in self.beside.items() if town == place and one in places), "")
                nearest = min(known, key=lambda one: (one[0], abs(one[1] - at), one[1] < at), default=(False, 0, ""))[2]
                there = postal[:2] if postal else nearest
                self.codes[place] = home.country_of(place, bool(postal)) or there

    def _read_postal_codes_abroad(self, parts: Sequence[PlaceMention]) -> None:
        """Let a postal code lie in the country of the place that stands right behind it, else right before it."""
        for at, part in enumerate(parts):
            if not fold(part.text).isdigit():
                continue
            behind = parts[at + 1] if at + 1 < len(parts) and _is_direct(parts[at + 1].gap) else None
            before = parts[at - 1] if at and _is_direct(part.gap) else None
            town = behind or before
            if town is not None and is_abroad(code := self.codes.get(fold(town.text), "")):
                self._go(fold(part.text), code)

    def _go_abroad(self, places: Sequence[str], home: _Home) -> None:
        """Let the places of a report that is of another country lie there, if they can; postal codes where that is
        certain."""
        for place in places if home.country else ():
            code = self.codes[place]
            if place.isdigit():
                goes = home.is_certain
            else:
                there = countries_with_town(place)
                # `Miraflores` may be a part of any town, `Tapachula` lies in Mexico.
                any_country = not there or (home.is_certain and len(there) > 1)
                goes = (not code and any_country) or (place not in home.told and home.country in there)
            if goes:
                self._go(place, home.country)

    def _go(self, place: str, country: str) -> None:
        self.codes[place] = country
        self.beside.pop(place, None)


class _Home:
    """The country of Spanish America that a report is of, by the places and countries that it names.

    `country` is empty where it names a place that can lie in Spain alone, no foreign one, or several countries alike;
    `is_certain` where several places tell it. `codes` are where the places lie, as far as is known; `told` are those of
    which only what is beside them tells that they lie abroad: so do the birthplaces of those who came to Spain.
    """

    def __init__(self, parts: Sequence[PlaceMention], codes: Mapping[str, str], told: Collection[str]) -> None:
        places = {fold(part.text) for part in parts if not part.country}
        named = {code for part in parts if part.country and is_spanish_american(code := country_code(part.text))}
        self._in_spain = any(is_of_spain_alone(place) and not is_abroad(codes[place]) for place in places)
        self._beside_spain = _beside_spain(parts, codes)
        self.told = told
        self._near = set(named)
        number: Counter[str] = Counter()  # of the places that can lie in each country and not in Spain
        score: Counter[str] = Counter()
        for place in places:
            there = {one for one in countries_with_town(place) if place not in told}
            known = codes[place] if is_spanish_american(codes[place]) else ""
            self._near |= {known} - {""}
            certain = {known} if known else there if len(there) == 1 and not codes[place] else set()
            number.update((certain if SPAIN in there else certain | there) - {SPAIN})
            # What the list of towns tells is less certain than what the short list of a country's own tells.
            score.update(
                [*there, *certain, *[code for code in certain if known and len(there) < 2 and place not in told]]
            )
        if not self._in_spain:
            self._near |= {code for code in number if number[code] > 1}
        self.country, self.is_certain = "", False
        most = Counter({code: score[code] for code in self._near if number[code]}).most_common(2)
        if most and not self._in_spain and (len(most) == 1 or most[0][1] > most[1][1]):
            code = most[0][0]
            here = any(codes[place] == code and place not in told for place in places)
            alone = len(number) == 1 and (here or (code in named and code not in codes.values()))
            self.is_certain = number[code] > 1
            self.country = code if self.is_certain or alone else ""

    def country_of(self, place: str, has_postal_code: bool) -> str:
        """The country of a place that nothing tells yet: empty where that is Spain, `_UNKNOWN` where nobody knows."""
        if place in self._beside_spain:
            return ""
        there = [code for code in countries_with_town(place) if code in self._near or code == SPAIN]
        if there and there[0] != SPAIN:
            single = len({*there} - {SPAIN}) == 1 and not self.is_certain
            return there[0] if single else "" if self._in_spain else _UNKNOWN
        return "" if there or has_postal_code or self._in_spain or not self._near else _UNKNOWN


def _beside_spain(parts: Sequence[PlaceMention], codes: Mapping[str, str]) -> set[str]:
    """The places right before one that can lie in Spain alone: `Roldán, Torre-Pacheco (Murcia)`."""
    found: set[str] = set()
    for one, other in reversed([*pairwise(parts)]):
        place = fold(other.text)
        in_spain = place in found or (is_of_spain_alone(place) and not is_abroad(codes.get(place, "")))
        if in_spain and not other.country and _is_direct(other.gap):
            found.add(fold(one.text))
    return found


def country_code(text: str) -> str:
    """The code of a country; its folded name where nobody knows it."""
    return country_of(text) or f"country {fold(text).strip()}"


def is_abroad(code: str) -> bool:
    """Whether the code of a place's province or country is that of a country."""
    return code[:1].isalpha()


def _is_elsewhere(folded: str, code: str) -> bool:
    """Whether a folded place is known to lie in another foreign country than that of a code."""
    return is_abroad(known := known_province(folded)) and known != code


def _is_direct(gap: str | None) -> bool:
    return gap is not None and _DIRECTLY.fullmatch(gap) is not None


def _is_right_behind(place: PlaceMention) -> bool:
    """Whether a place behind a country lies there: not in Spain, and no postal code of the next sentence."""
    folded = fold(place.text)
    return _is_direct(place.gap) and not is_in_spain(folded) and not (folded.isdigit() and "." in (place.gap or ""))


def _without_quarters(mentions: Iterable[PlaceMention]) -> Iterable[PlaceMention]:
    """The places that are no quarters; what stands behind one is beside no other."""
    behind = ""
    for one in mentions:
        if not one.quarter:
            yield replace(one, gap=None) if behind else one
        behind = one.quarter


def _split(mention: PlaceMention) -> list[PlaceMention]:
    """The parts of a mention, each as one; a place that is a country's name is a country."""
    if mention.country:
        return [mention]
    names = parts_of(mention.text)
    return [PlaceMention(name, " " if at else mention.gap, bool(country_of(name))) for at, name in enumerate(names)]


def parts_of(text: str) -> list[str]:
    """The names and postal codes in a mention (`08010 Barcelona`), in order, without what says that a number is one
    (`C.P. 68000`); all of it when there is no capital."""
    found: list[str] = []
    end = 0
    for match in regex.finditer(rf"{_FIGURES.pattern}|{_CAPITALISED.pattern}", text):
        if _LABEL.fullmatch(match.group()):
            continue
        whole = text[end - len(found[-1]) : match.end()] if found else ""
        if _AND.fullmatch(text, end, match.start()) and is_town(whole):
            found[-1] = whole  # `Treinta y Tres`
        else:
            found.append(match.group())
        end = match.end()
    return [part for part in found if len(part.rstrip("-.")) > 1] or [text]
