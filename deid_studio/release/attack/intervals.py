"""Intervals: whose known dates lie as far from each other as dates of a report, whatever all of them were moved by.

The known weakness of shifted dates: what a study needs (days from admission to operation) tells patients apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from deid_studio.release.attack.known_people import KnownPerson

_LEAST = 2  # dates: one alone has no distance


def aligned(person: KnownPerson, days: Collection[int], birth_days: Collection[int] = ()) -> bool:
    """Whether one shift puts all known dates of a person on dates of a report.

    Where the report gives a date of birth and the person's is known, their distance is the shift and one more date is
    enough; else two dates are needed.
    """
    if person.born is not None and person.born[0] == person.born[1] and birth_days and person.days:
        return any(all(day + born - person.born[0] in days for day in person.days) for born in birth_days)
    if len(person.days) < _LEAST:
        return False
    first, *rest = person.days
    return any(all(day + start - first in days for day in rest) for start in days)


class IntervalIndex:
    """An attacker's list by the distances between each person's dates."""

    def __init__(self, people: Sequence[KnownPerson]) -> None:
        self._people = people
        self._by_first: dict[int, list[int]] = defaultdict(list)
        self._by_birth: dict[int, list[int]] = defaultdict(list)
        for at, person in enumerate(people):
            if len(person.days) >= _LEAST:
                self._by_first[person.days[1] - person.days[0]].append(at)
            if person.days and person.born is not None and person.born[0] == person.born[1]:
                self._by_birth[person.days[0] - person.born[0]].append(at)

    def __bool__(self) -> bool:
        return bool(self._by_first or self._by_birth)

    def matching(self, days: Collection[int], birth_days: Collection[int] = ()) -> frozenset[int]:
        """The places on the list of all persons whose dates are `aligned` with these."""
        ordered = sorted(days)
        distances = {later - day for at, day in enumerate(ordered) for later in ordered[at + 1 :]}
        candidates = {at for distance in distances for at in self._by_first.get(distance, ())}
        of_birth = {day - born for born in birth_days for day in days}
        candidates |= {at for distance in of_birth for at in self._by_birth.get(distance, ())}
        own = frozenset(days)
        return frozenset(at for at in candidates if aligned(self._people[at], own, birth_days))
