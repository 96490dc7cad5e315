"""Leaks found: what an attacker who points at places is right in, where it is known what leaked; pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from deid_studio.learning.parrot import Suspect

Place = tuple[str, int, int]  # a report and where in its text


@dataclass(frozen=True, slots=True)
class LeaksFound:
    """What of known leaks was pointed at: of `pointed` places `right` are leaks, of `leaks` in `reports` reports
    `found` in `reports_found`; `by_chance` is the precision of who points at random."""

    leaks: int
    reports: int
    pointed: int
    right: int
    found: int
    reports_found: int
    by_chance: float

    @property
    def recall(self) -> float | None:
        """The share of leaks that was found; None without any."""
        return self.found / self.leaks if self.leaks else None

    @property
    def precision(self) -> float | None:
        """The share of what was pointed at that leaked; None where nothing was."""
        return self.right / self.pointed if self.pointed else None


def leaks_found(
    marked: Sequence[Suspect],
    leaks: Iterable[Place],
    pointed: Callable[[Suspect], bool] = lambda one: one.is_pointed_at,
) -> LeaksFound:
    """What of the leaks an attacker found who had marked these places, and points at some of them."""
    by_report: dict[str, list[Place]] = {}
    for place in sorted(set(leaks)):
        by_report.setdefault(place[0], []).append(place)

    def met(one: Suspect) -> list[Place]:
        leaked = by_report.get(one.report, ())
        return [place for place in leaked if place[1] < one.span.end and one.span.start < place[2]]

    hits = [met(one) for one in marked if pointed(one)]
    found = {place for places in hits for place in places}
    true = sum(bool(met(one)) for one in marked)
    return LeaksFound(
        sum(map(len, by_report.values())), len(by_report), len(hits), sum(map(bool, hits)), len(found),
        len({place[0] for place in found}), true / len(marked) if marked else 0.0,
    )  # fmt: skip
