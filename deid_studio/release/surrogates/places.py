"""Places: what takes the place of towns, postal codes and countries, agreeing with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import attrgetter
from random import Random

import regex

from deid_studio.people.folding import fold
from deid_studio.release.countries import SPAIN, country_of, country_of_region, known_countries
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import surrogate_identifier
from deid_studio.release.surrogates.known_places import (
    POSTAL_CODE,
    Town,
    foreign_regions,
    foreign_towns,
    is_wider,
    known_province,
    known_towns,
    province_numbers,
    region_names,
    same_town,
    telephone_prefixes,
    towns_of_regions,
)
from deid_studio.release.surrogates.named_places import NamedPlaces, PlaceMention, country_code, is_abroad, parts_of
from deid_studio.release.surrogates.place_words import (
    PlaceKind,
    called_region,
    kind_said,
    quarter_head,
    quarter_names,
    quarter_said,
)
from deid_studio.release.survivals import survivals
from deid_studio.release.written import cased

_CODE = regex.compile(r"(?=\S*\d)(?=\S*\p{L})\S+")  # an Argentine postal code: `S2000DSR`
_SHORT_NAME = 4  # letters of a country that is written as an abbreviation


def _quarter_key(text: str) -> str:
    return fold(text[len(quarter_head(text)) :])


class SurrogatePlaces:
    """What takes the places of one scope's places.

    `reports` are the places that each names, as `NamedPlaces` reads them. Each province and each foreign country that
    occurs becomes another one, and whatever lies in it goes along. Where `countries` stay, their towns become others of
    them. `draws` and `avoid` are for whatever else is drawn in these places.
    """

    def __init__(
        self,
        reports: Iterable[Sequence[PlaceMention]],
        draws: Draws,
        avoid: Callable[[str], bool],
        countries: bool = True,
    ) -> None:
        self.draws = draws
        self.avoid = avoid
        self._keeps_countries = countries
        reports = [tuple(mentions) for mentions in reports]
        self._quarters: dict[str, str] = {}  # folded name of a quarter → what says that it is one
        for one in (one for mentions in reports for one in mentions if one.quarter):
            self._quarters.setdefault(_quarter_key(one.text), one.quarter)
        self._named = NamedPlaces(reports)
        self._instead: dict[str, str] = {}
        self._taken: set[str] = set()
        drawn: dict[str, str] = {}
        # `Toledo` first, so that the capital is left for it in `Talavera, Toledo`; abroad what a town lies in.
        regions = frozenset(self._named.within.values())
        for place in sorted(
            self._named.codes,
            key=lambda one: (one[:1].isdigit(), one not in regions, one not in province_numbers(), one),
        ):
            if same_town(place) not in drawn:
                drawn[same_town(place)] = self._draw(place)
            self._instead[place] = drawn[same_town(place)]
            self._taken.add(fold(self._instead[place]) or place)

    def place(self, text: str, before: str = "") -> str | None:
        """What takes the place of a town, province, region or postal code, in its case; words around it stay.

        `before` is what stands right before it, which may say that it is a province, a region or a quarter. Where a
        word of its name would stay (`Las palmas`), it is replaced as a whole. None: in a country that stays no town is
        known.
        """
        said = self._as_said(text, before)
        if said:
            return said
        parts = parts_of(text)
        made = text
        found: list[str] = []
        if not POSTAL_CODE.search(text) and (not any(c.isalpha() for c in text) or _CODE.fullmatch(text.strip())):
            return surrogate_identifier(text, self.draws, self.avoid)
        for part in parts:
            folded = fold(part)
            if country_of(part) and folded not in self._instead:
                new = self.country(part)
            else:
                new = cased(called_region(self.instead(folded), text, before), part)
            if not new:
                return None
            found.append(new)
            made = made.replace(part, new, 1)
        if not survivals(text, made, "place"):
            return made
        staying = [part for part, new in zip(parts, found, strict=True) if part == new]
        if staying and len(parts) > 1:
            # `Trujillo` for `Lima (Perú)`, where Perú stays
            made = regex.sub(rf"[\s,;(–-]*(?:{'|'.join(map(regex.escape, staying))})\)?", "", made).strip()
            return made if made and not survivals(text, made, "place") else None
        if len(parts) == 1 and parts[0].isdigit():
            return found[0]  # `Código postal 68000`
        if self.is_abroad(text):
            return self._whole_abroad(text, parts)
        return cased(self._draw(fold(text)), text) or None

    def _as_said(self, text: str, before: str) -> str:
        """What takes the place of a place of the kind that it is said to be; empty where nothing says it."""
        folded, kind = fold(text), kind_said(before)
        if quarter_said(text, before) or folded in self._quarters:
            head = quarter_head(text)
            return head + cased(self._quarter(text[len(head) :], before + head), text[len(head) :])
        if kind is None or not (folded in self._named.codes or known_province(folded)):
            return ""
        code = self._provinces.get(self._named.codes.get(folded, "") or known_province(folded), "")
        if is_abroad(code):
            regions = foreign_regions().get(code, ())
            return cased(self._draw_abroad(folded, regions), text) if regions else ""
        town = next((town for town in known_towns() if town.code == code), None)
        if town is None:
            return ""
        of = attrgetter("province" if kind is PlaceKind.PROVINCE else "region")
        name = of(town)
        if survivals(text, name, "place"):  # of `Palma` in `Las Palmas`
            others = sorted({one for one in map(of, known_towns()) if not survivals(text, one, "place")})
            name = self.draws.pick(others, kind, folded)
        return cased(name if kind is PlaceKind.PROVINCE else called_region(name, text, before), text)

    def _quarter(self, name: str, before: str = "") -> str:
        """Another quarter of a town, as it is called behind the words that said first that it is one."""
        names = quarter_names(self._quarters.get(fold(name), before))
        return self.one_of(names, name, self.draws.random("quarter", fold(name)), "place")

    def _whole_abroad(self, text: str, parts: Sequence[str]) -> str | None:
        """One town for all of a mention: in the country where its first part lies."""
        code = self._provinces.get(self._named.codes.get(fold(parts[0]), ""), "")
        towns = [town for town in foreign_towns().get(code, ()) if not survivals(text, town.name, "place")]
        return cased(self._draw_abroad(fold(text), towns), text) if towns else None

    def instead(self, folded: str) -> str:
        """What takes the place of a folded name or postal code; empty where its country stays and has no known town."""
        if folded in self._quarters:
            return self._quarter(folded)
        return self._instead.get(folded) or self._draw(folded)

    def is_abroad(self, text: str) -> bool:
        """Whether a place lies in another country than Spain, or may, by what its reports say."""
        return any(is_abroad(self._named.codes.get(fold(part), "")) for part in parts_of(text))

    def within(self, name: str) -> str | None:
        """What takes the place of a town, province or country within a longer name; None where it is none.

        Empty: in a country that stays no town is known.
        """
        folded = fold(name)
        if folded in self._instead or folded in self._quarters or known_province(folded):
            return self.instead(folded)
        if country_of(name) not in ("", SPAIN) and not self._keeps_countries:
            return self.country(name) or ""
        return None

    def one_of(self, names: Sequence[str], text: str, chance: Random, kind: str) -> str:
        """One of some names, of which no word is in a text of a kind, nor real in this scope while there are others."""
        return self.first_of(chance.sample(names, len(names)), text, kind)

    def first_of(self, drawn: Sequence[str], text: str, kind: str) -> str:
        """The first of names that are drawn already, but for those that `one_of` passes over."""
        return next(
            (name for name in drawn if not self.avoid(name) and not survivals(text, name, kind)),
            next((name for name in drawn if not survivals(text, name, kind)), drawn[0]),
        )

    def country(self, text: str) -> str | None:
        """The country where countries stay, else another, in which the surrogates of its towns lie.

        None for Spain then, where towns of Spain go on lying.
        """
        code = country_code(text)
        if self._keeps_countries:
            return text
        if code == SPAIN:
            return None
        new = known_countries()[self._provinces.get(code) or self._drawn_country(code, self._provinces.values())].name
        abbreviated = text.isupper() and sum(map(str.isalpha, text)) <= _SHORT_NAME
        return new if abbreviated else cased(new, text)

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
            own = {code, *self._named.codes.values(), *self._provinces.values()}
            to = self.draws.pick([one for one in prefixes if one not in own] or list(prefixes), "telephone", code)
        return prefixes[to][0]

    # --- what takes their place ------------------------------------------------------------------------------

    @cached_property
    def _provinces(self) -> dict[str, str]:
        """What each province and foreign country becomes, drawn when it is first asked for: most scopes are one report,
        and many of those name no place."""
        real = {province for province in {town.province for town in known_towns()} if self.avoid(province)}
        inhabitants: dict[str, int] = {}
        for town in known_towns():
            if town.province not in real and not self.avoid(town.name):
                inhabitants[town.code] = inhabitants.get(town.code, 0) + town.inhabitants
        own = {code for code in self._named.codes.values() if code}
        drawn: dict[str, str] = {}
        for code in sorted(code for code in {*own, *self._named.foreign} if is_abroad(code)):
            drawn[code] = self._drawn_country(code, drawn.values())
        for code in sorted(code for code in {*own, ""} if not is_abroad(code)):
            free = [one for one in inhabitants if one not in own and one not in drawn.values()] or [
                one for one in inhabitants if one != code
            ]
            weights = [inhabitants[one] for one in free]
            drawn[code] = self.draws.random("province", code).choices(free, weights)[0]
        return drawn

    def _drawn_country(self, code: str, drawn: Iterable[str]) -> str:
        """The code of another country than those of the scope and those that are drawn, while there are some."""
        if self._keeps_countries:
            return code
        own = {code, *self._named.foreign, *self._named.codes.values(), *drawn}
        others = [one for one in known_countries().values() if one.weight and one.code != code]
        free = [one for one in others if one.code not in own and not self.avoid(one.name)] or others
        return self.draws.random("country", code).choices(free, [one.weight for one in free])[0].code

    def _draw(self, folded: str) -> str:
        if folded.isdigit() and not POSTAL_CODE.fullmatch(folded):
            return surrogate_identifier(folded, self.draws, self.avoid)
        code = self._provinces.get(self._named.codes.get(folded, ""), self._provinces[""])
        if is_abroad(code):
            there = self._fitting(folded, code) or foreign_towns().get(code, ())
            return self._draw_abroad(folded, there) if there else ""
        towns = [town for town in known_towns() if town.code == code]
        if folded.isdigit():
            return self._postal_code(folded, code, towns)
        if is_wider(folded):
            if folded not in region_names():
                return towns[0].province
            # A region of which no town is named would be its own surrogate once in a while.
            others = sorted({town.region for town in known_towns() if fold(town.region) != folded})
            return next((town.region for town in towns if town.region in others), "") or self.draws.pick(
                others, "region", folded
            )
        free = [town for town in towns if self._is_free(town)] or [
            town for town in known_towns() if town.code not in self._named.codes.values() and self._is_free(town)
        ]
        if not free:
            free = list(known_towns())
        if folded in province_numbers():
            return free[0].name  # the capital's name is the province's as well
        return self.draws.random("town", folded).choices(free, [town.inhabitants for town in free])[0].name

    def _fitting(self, folded: str, code: str) -> Sequence[Town]:
        """What can take the place of a region of a country, and of a town that lies in one; none for other towns."""
        regions = foreign_regions().get(code, ())
        towns = towns_of_regions().get(code, {})
        if country_of_region(folded) or folded in self._named.regions:
            named = folded in self._named.within.values()
            return [one for one in regions if named and one.name in towns and self._is_free(one)] or regions
        instead = self._instead.get(self._named.within.get(folded, ""), "")
        return [town for town in towns.get(instead, ()) if self._is_free(town) and fold(town.name) != folded]

    def _draw_abroad(self, folded: str, towns: Sequence[Town]) -> str:
        if folded.isdigit():
            return surrogate_identifier(folded, self.draws, self.avoid)
        free = [town for town in towns if self._is_free(town)] or [town for town in towns if fold(town.name) != folded]
        return self.draws.random("town", folded).choices(free, [town.inhabitants for town in free])[0].name

    def _is_free(self, town: Town) -> bool:
        return fold(town.name) not in self._taken and not self.avoid(town.name)

    def _postal_code(self, postal: str, code: str, towns: Sequence[Town]) -> str:
        beside = self._instead.get(self._named.beside.get(postal, ""), "")
        town = next((one for one in known_towns() if one.name == beside), towns[0])
        made = town.postal_code
        chance = self.draws.random("postal", postal)
        for _ in range(50):
            if made != postal and made not in self._taken and not self.avoid(made):
                break
            made = f"{town.code}{chance.randint(1, 999):03d}"
        return made
