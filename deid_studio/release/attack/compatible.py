"""Compatible people: who on an attacker's list may be the patient of a report, by all that can be read in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from deid_studio.people.person import Sex
from deid_studio.release.attack.known_people import KnownPerson, is_town, province_of, provinces_of_region
from deid_studio.release.attack.quasi_identifiers import Readable, ReadPlace, days_of
from deid_studio.release.surrogates.dates import Moment

Mask = npt.NDArray[np.bool_]

_EVER = (-(10**7), 10**7)
_SEX_NUMBERS = {None: 0, Sex.FEMALE: 1, Sex.MALE: 2}


def fits(person: KnownPerson, readable: Readable) -> bool:
    """Whether nothing that a report says contradicts what is known of a person; what is not known contradicts nothing.

    Of places that the report gives as the patient's each has to fit, of others one; of dates one has to be among the
    person's, and so has one of the countries.
    """
    born = readable.born_between
    if born is not None and person.born is not None and (person.born[1] < born[0] or person.born[0] > born[1]):
        return False
    if born is not None and born[1] < born[0]:
        return False
    if readable.sex is not None and person.sex is not None and person.sex is not readable.sex:
        return False
    home = [place for place in readable.places if place.home]
    if not all(lives_in(person, place) for place in home):
        return False
    if readable.places and not home and not any(lives_in(person, place) for place in readable.places):
        return False
    if readable.countries and person.countries and not readable.countries & person.countries:
        return False
    return not (readable.moments and person.days) or any(
        first <= day <= last for moment in readable.moments for first, last in (_days(moment),) for day in person.days
    )


def lives_in(person: KnownPerson, place: ReadPlace) -> bool:
    """Whether a person may be of a place: a postal code or town is compared as far as the person's is known."""
    text = place.text
    if text.startswith("#"):
        return not person.provinces or text[1:] in person.provinces
    if text.isdigit():
        if person.postal_codes:
            return text in person.postal_codes
        return not person.provinces or text[:2] in person.provinces
    if not person.places:
        codes = _provinces(text)
        return not person.provinces or not codes or bool(codes & person.provinces)
    if text in person.places:
        return True
    codes = _provinces(text)
    if is_town(text) or not codes:
        return not person.in_town and (not codes or bool(codes & person.provinces))
    return not person.provinces or bool(codes & person.provinces)


class People:
    """An attacker's list, ready to be asked who fits a report."""

    def __init__(self, people: Sequence[KnownPerson]) -> None:
        self.people = tuple(people)
        self._first = np.array([person.born[0] if person.born else _EVER[0] for person in people], dtype=np.int64)
        self._last = np.array([person.born[1] if person.born else _EVER[1] for person in people], dtype=np.int64)
        self._sex = np.array([_SEX_NUMBERS[person.sex] for person in people], dtype=np.int8)
        self._no_country = np.array([not person.countries for person in people], dtype=bool)
        self._no_days = np.array([not person.days for person in people], dtype=bool)
        self._of_country = _index((at, one) for at, person in enumerate(people) for one in person.countries)
        self._of_day = _index((at, day) for at, person in enumerate(people) for day in person.days)
        # People of one place fit the same places: each is asked once.
        homes: dict[Hashable, int] = {}
        self._home = np.array(
            [homes.setdefault((p.postal_codes, p.places, p.provinces, p.in_town), len(homes)) for p in people],
            dtype=np.int64,
        )
        examples: dict[int, KnownPerson] = {}
        for person, home in zip(people, self._home.tolist(), strict=True):
            examples.setdefault(home, person)
        self._examples = [examples[number] for number in range(len(homes))]
        self._in_place: dict[str, Mask] = {}

    def __len__(self) -> int:
        return len(self.people)

    def compatible(self, readable: Readable) -> Mask:
        """Whether each person `fits` a report."""
        mask = np.ones(len(self), dtype=bool)
        born = readable.born_between
        if born is not None:
            mask &= (self._last >= born[0]) & (self._first <= born[1]) & (born[1] >= born[0])
        if readable.sex is not None:
            mask &= (self._sex == 0) | (self._sex == _SEX_NUMBERS[readable.sex])
        home = [place for place in readable.places if place.home]
        for place in home:
            mask &= self._of_place(place)
        if readable.places and not home:
            mask &= np.logical_or.reduce([self._of_place(place) for place in readable.places])
        if readable.countries:
            mask &= self._no_country | self._any(self._of_country, readable.countries)
        if readable.moments:
            mask &= self._no_days | self._any(self._of_day, self._said_days(readable.moments))
        return mask

    def _of_place(self, place: ReadPlace) -> Mask:
        known = self._in_place.get(place.text)
        if known is None:
            by_home = np.array([lives_in(person, place) for person in self._examples], dtype=bool)
            known = self._in_place[place.text] = by_home[self._home] if len(self) else np.zeros(0, dtype=bool)
        return known

    def _said_days(self, moments: Iterable[Moment]) -> Iterable[Hashable]:
        for moment in moments:
            first, last = _days(moment)
            if first == last:
                yield first
            else:
                yield from (day for day in self._of_day if isinstance(day, int) and first <= day <= last)

    def _any(self, index: Mapping[Hashable, Sequence[int]], keys: Iterable[Hashable]) -> Mask:
        mask = np.zeros(len(self), dtype=bool)
        for key in keys:
            mask[list(index.get(key, ()))] = True
        return mask


def _days(moment: Moment) -> tuple[int, int]:
    return days_of(moment) or (1, 0)


def _provinces(folded: str) -> frozenset[str]:
    code = province_of(folded)
    return provinces_of_region(folded) | ({code} if code else frozenset())


def _index(pairs: Iterable[tuple[int, Hashable]]) -> dict[Hashable, list[int]]:
    found: dict[Hashable, list[int]] = defaultdict(list)
    for at, key in pairs:
        found[key].append(at)
    return found
