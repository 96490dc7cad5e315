"""Named places: which towns, provinces, postal codes and countries reports name, and where each of them lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from deid_studio.people.folding import fold
from deid_studio.release.surrogates.countries import SPAIN, country_of
from deid_studio.release.surrogates.known_places import POSTAL_CODE, is_in_spain, is_town, is_wider, known_province

_CAPITALISED = regex.compile(
    r"\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+(?:(?:de|del|la|las|los|el|do|da|dos|d'|l')\s+)*\p{Lu}[\p{L}\p{M}'’.-]*)*"
)
_AND = regex.compile(r"\s+(?:y|e|i)\s+")
_DIRECTLY = regex.compile(r"[\s,.;:()/-]{0,3}")


@dataclass(frozen=True, slots=True)
class PlaceMention:
    """A town, province, region, postal code or country as it stands in a report.

    `gap` is what stands between it and the mention before it; None where that is far.
    """

    text: str
    gap: str | None = None
    country: bool = False


class NamedPlaces:
    """The places of one scope as its reports name them.

    `reports` are the mentions in order, a sequence for each report: a postal code and a town that stand side by side
    belong together, and so do a town and the country after it.
    """

    def __init__(self, reports: Iterable[Sequence[PlaceMention]]) -> None:
        self.codes: dict[str, str] = {}  # folded place or postal code → its province or country, "" when nobody knows
        self.beside: dict[str, str] = {}  # postal code → the place that it stands with
        self.foreign: set[str] = set()  # countries that are named
        ranks: dict[str, tuple[bool, int, bool]] = {}
        for mentions in reports:
            parts = [part for mention in mentions for part in _split(mention)]
            self._read_countries(parts)
            for one, other in pairwise(parts):
                self._read_beside(one, other, ranks)
            self._read([fold(part.text) for part in parts if self._is_at_home(part)])

    def _read_countries(self, parts: Sequence[PlaceMention]) -> None:
        """Which foreign countries are named, and which places lie there: those right beside one, and before these."""
        for at, part in enumerate(parts):
            code = country_code(part.text) if part.country else SPAIN
            if code == SPAIN:
                continue
            self.foreign.add(code)
            after = parts[at + 1] if at + 1 < len(parts) else None
            if after is not None and _is_direct(after.gap) and not after.country and not is_in_spain(fold(after.text)):
                self.codes[fold(after.text)] = code
            for index in range(at - 1, -1, -1):
                place, gap = parts[index], parts[index + 1].gap
                if place.country or gap is None:
                    break
                # `Córdoba, Argentina` lies there, Madrid a few words before `nacido en Perú` does not.
                if is_in_spain(fold(place.text)) and not (index == at - 1 and _is_direct(gap)):
                    break
                self.codes[fold(place.text)] = code

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
        if is_wider(place):
            return
        province = known_province(place)
        differs = 1 if not province else 0 if province == postal[:2] else 2
        # `24350 Veguellina` behind `Madrid`: one that stands directly beside it, then one of its province, then the
        # one behind it.
        rank = not _is_direct(other.gap), differs, postal == second
        if postal not in ranks or rank < ranks[postal]:
            ranks[postal], self.beside[postal] = rank, place

    def _read(self, places: Sequence[str]) -> None:
        for place in places:
            code = known_province(place)
            if place not in self.codes or (code and not self.codes[place]):
                self.codes[place] = code
        self._go_abroad(places)
        known = sorted((self.codes[place] for place in places if self.codes[place]), key=is_abroad)
        for place in places:
            # A village that no list knows lies where the postal code beside it says, else where the others do.
            if not self.codes[place]:
                postal = next((one for one, town in self.beside.items() if town == place and one in places), "")
                self.codes[place] = postal[:2] if postal else known[0] if known else ""

    def _go_abroad(self, places: Sequence[str]) -> None:
        """Let the postal codes of a report be of a country of which it names several places, and none of Spain."""
        names = {place: self.codes[place] for place in places if not place.isdigit() and self.codes[place]}
        if len(names) > 1 and len(set(names.values())) == 1 and is_abroad(code := next(iter(names.values()))):
            for place in places:
                if place.isdigit():
                    self.codes[place] = code
                    self.beside.pop(place, None)


def country_code(text: str) -> str:
    """The code of a country; its folded name where nobody knows it."""
    return country_of(text) or f"country {fold(text).strip()}"


def is_abroad(code: str) -> bool:
    """Whether the code of a place's province or country is that of a country."""
    return code[:1].isalpha()


def _is_direct(gap: str | None) -> bool:
    return gap is not None and _DIRECTLY.fullmatch(gap) is not None


def _split(mention: PlaceMention) -> list[PlaceMention]:
    """The parts of a mention, each as one; a place that is a country's name is a country."""
    if mention.country:
        return [mention]
    names = parts_of(mention.text)
    return [
        PlaceMention(name, " " if at else mention.gap, bool(country_of(name)) and country_of(name) != SPAIN)
        for at, name in enumerate(names)
    ]


def parts_of(text: str) -> list[str]:
    """The names and postal codes in a mention (`08010 Barcelona`), in order; all of it when there is no capital."""
    found: list[str] = []
    end = 0
    for match in regex.finditer(rf"{POSTAL_CODE.pattern}|{_CAPITALISED.pattern}", text):
        whole = text[end - len(found[-1]) : match.end()] if found else ""
        if _AND.fullmatch(text, end, match.start()) and is_town(whole):
            found[-1] = whole  # `Treinta y Tres`
        else:
            found.append(match.group())
        end = match.end()
    return [part for part in found if len(part.rstrip("-.")) > 1] or [text]
