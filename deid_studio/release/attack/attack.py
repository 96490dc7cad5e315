"""Attack: what an adversary with a list of people can make of a released folder; k is how many fit a report.

Figures after Sweeney (2002) and Dankar and El Emam (2010): the highest risk is one in the smallest k, and what
somebody gets right who guesses at every report is the mean of one in k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

import numpy as np

from deid_studio.formats.released_folder import ReleasedFolder, ReleasedReport
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.progress import Progress
from deid_studio.release.attack.compatible import Mask, People
from deid_studio.release.attack.direct_linkage import DirectIndex, Hit, MeaningOf, Worth
from deid_studio.release.attack.intervals import IntervalIndex
from deid_studio.release.attack.known_people import Days, KnownPerson, sex_of_m
from deid_studio.release.attack.quasi_identifiers import Fact, Readable, Relaxation, read_facts, relaxed
from deid_studio.release.attack.report_clusters import clusters, keys_of_patient

LEAST_K = 5
_PERIOD_YEARS = 15  # how old a report may be that names no date
BANDS = ((0, 0), (1, 1), (2, 4), (5, 10), (11, 0))  # of k; 0 at the end: no end


@dataclass(frozen=True, slots=True)
class Attacked:
    """What became of one report.

    `k` people fit all that is to be believed of it, `k_naive` what it says at face value, `k_intervals` have dates as
    far from each other (None: nothing to compare). `linked` are persons linked with certainty, `guess` the one whom the
    attacker would name, `naive_guess` whom one would name who believes surrogates; `together` is how many reports can
    be seen to be of this patient.
    """

    name: str
    hits: tuple[Hit, ...]
    facts: frozenset[Fact]
    k: int
    k_naive: int
    k_intervals: int | None
    linked: tuple[str, ...]
    guess: str | None
    naive_guess: str | None
    together: int
    true_fits: bool | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """Of the reports whose patient is known: how many links were made, how many of them were right."""

    known: int = 0
    links: int = 0
    correct: int = 0

    @property
    def false(self) -> int:
        """Links to somebody else."""
        return self.links - self.correct

    @property
    def precision(self) -> float | None:
        """The share of links that were right; None without any."""
        return self.correct / self.links if self.links else None


@dataclass(frozen=True)
class Findings:
    """All that the attack found. `surrogates` are the classes that the certificate says were replaced by surrogates;
    `elsewhere` hits in files that are no report's; `advice` how many of the reports below the threshold would reach it
    if one kind of thing was said less exactly."""

    reports: tuple[Attacked, ...]
    people: int
    least_k: int
    surrogates: frozenset[str] = frozenset()
    elsewhere: tuple[Hit, ...] = ()
    advice: Mapping[Relaxation, int] = field(default_factory=dict)
    certain: Score | None = None
    informed: Score | None = None
    naive: Score | None = None
    true_among: int = 0
    ids: tuple[str, ...] = field(default=(), repr=False)

    @property
    def linked(self) -> tuple[Attacked, ...]:
        """The reports linked to somebody with certainty."""
        return tuple(one for one in self.reports if one.linked)

    @property
    def fitting(self) -> tuple[Attacked, ...]:
        """The reports that somebody on the list fits."""
        return tuple(one for one in self.reports if one.k)

    @property
    def smallest_k(self) -> int | None:
        """The smallest k of a report that anybody fits; None when nobody fits any."""
        return min((one.k for one in self.fitting), default=None)

    @property
    def below(self) -> int:
        """How many reports are linked to nobody with certainty, and fit fewer people than the threshold."""
        return sum(one.k < self.least_k and not one.linked for one in self.fitting)

    @property
    def mean_risk(self) -> float:
        """The share that guessing at every report would get right, at most: the mean of 1/k."""
        return sum(1 / one.k for one in self.fitting) / len(self.reports) if self.reports else 0.0

    @property
    def holds(self) -> bool:
        """Whether nobody is linked with certainty and no report fits fewer people than the threshold."""
        certain = any(hit.worth is Worth.CERTAIN for hit in self.elsewhere)
        return not self.linked and not certain and not self.below

    def distribution(self, naive: bool = False) -> list[int]:
        """How many reports there are in each band of `BANDS`."""
        counts = Counter(_band(one.k_naive if naive else one.k) for one in self.reports)
        return [counts[at] for at in range(len(BANDS))]

    def sizes(self) -> dict[int, int]:
        """How many clusters of reports of one patient there are, by their size."""
        of_reports = Counter(one.together for one in self.reports)
        return {size: count // size for size, count in sorted(of_reports.items())}

    def k_intervals(self) -> list[int]:
        """The numbers of people with the same distances between dates, of the reports that have any such person."""
        return sorted(one.k_intervals for one in self.reports if one.k_intervals)


def attack(
    released: ReleasedFolder,
    people: Sequence[KnownPerson],
    meaning_of: MeaningOf,
    truth: Mapping[str, str] | None = None,
    least_k: int = LEAST_K,
    progress: Progress | None = None,
    today: date | None = None,
) -> Findings:
    """Attack the reports of a folder with a list of people.

    The attacker has read the certificate and knows how the program makes surrogates, so what was replaced by one is not
    believed as it stands; what somebody gets who believes everything is told beside. `truth` is the person's id of each
    report, where it is known.
    """
    progress = progress or Progress()
    day = today or date.today()
    surrogates = surrogate_classes(released.certificate)
    direct = DirectIndex(people)
    direct.prepare(text.text for text in (*released.others, *_texts(released.reports)))
    lists = _Lists(People(people), IntervalIndex(people), people)
    docs = [Document(one.name, one.texts[0].text, tuple(sorted(one.texts[0].spans or ()))) for one in released.reports]
    of_m = sex_of_m(
        span.text(doc.text) for doc in docs for span in doc.spans if meaning_of(span.phi_class).kind is Kind.SEX
    )
    read = [read_facts(doc, meaning_of, surrogates, day, of_m) for doc in docs]
    naive = [read_facts(doc, meaning_of, frozenset(), day, of_m) for doc in docs] if surrogates else read
    read, naive = _with_period(read, day), _with_period(naive, day)
    groups = clusters([keys_of_patient(doc, meaning_of) for doc in docs])
    group_of = {at: group for group in groups for at in group}
    attacked: list[Attacked] = []
    weak: list[tuple[Readable, Readable, tuple[Hit, ...]]] = []
    for at, report in progress.each(list(enumerate(released.reports)), len(released.reports), "attacking"):
        hits = _hits(report, direct, surrogates, meaning_of)
        together = _together([read[one] for one in group_of[at]])
        # What a person who believes surrogates makes of it: every hit counts.
        believed = lists.candidates(naive[at], together, hits, all_hits=True)
        found = lists.candidates(read[at], together, hits)
        k = int(found.sum())
        if 0 < k < least_k and not _linked(hits):
            weak.append((read[at], together, hits))
        true = (truth or {}).get(report.name)
        attacked.append(
            Attacked(
                report.name,
                hits,
                read[at].facts,
                k,
                int(believed.sum()),
                lists.same_intervals(together),
                tuple(people[one].id for one in _linked(hits)),
                _only(found, people),
                _only(believed, people),
                len(group_of[at]),
                None if true is None else any(people[one].id == true for one in np.flatnonzero(found).tolist()),
            )
        )
    elsewhere = [hit for text in released.others for hit in direct.hits(text)]
    elsewhere += [hit for file in released.unknown for hit in direct.hits_in_name(file)]
    return Findings(
        tuple(attacked),
        len(people),
        least_k,
        surrogates,
        tuple(elsewhere),
        _advice(weak, lists, least_k),
        *_scores(attacked, truth),
        true_among=sum(bool(one.true_fits) for one in attacked),
        ids=tuple(person.id for person in people),
    )


def surrogate_classes(certificate: Mapping[str, Any]) -> frozenset[str]:
    """The classes that a certificate says were replaced by surrogates; none when it says nothing of them."""
    replaced = certificate.get("replaced", ())
    rows = [row for row in replaced if isinstance(row, dict)] if isinstance(replaced, list) else []
    return frozenset(str(row.get("class")) for row in rows if row.get("way") == "surrogate")


class _Lists:
    """The attacker's list in the forms in which it is asked."""

    def __init__(self, people: People, intervals: IntervalIndex, known: Sequence[KnownPerson]) -> None:
        self._people = people
        self._intervals = intervals
        self._known = known

    def same_intervals(self, together: Readable) -> int | None:
        """How many people have dates as far from each other; None when there is nothing to compare."""
        if not self._intervals or len(together.days) < 2:
            return None
        return len(self._intervals.matching(together.days, together.birth_days))

    def candidates(self, readable: Readable, together: Readable, hits: Sequence[Hit], all_hits: bool = False) -> Mask:
        """Who may be the patient: by direct hits alone where one is certain, else by all that agrees."""
        linked = _linked(hits) if not all_hits else _everybody(hits)
        mask = np.zeros(len(self._people), dtype=bool)
        if linked:
            mask[list(linked)] = True
            return mask
        mask = self._people.compatible(readable)
        if self._intervals and len(together.days) > 1:
            mask = _narrowed(mask, self._intervals.matching(together.days, together.birth_days))
        for hit in hits:
            if hit.worth is Worth.SEVERAL or (all_hits and len(hit.people) > 1):
                mask = _narrowed(mask, hit.people)
        return mask


def _narrowed(mask: Mask, among: Sequence[int] | frozenset[int]) -> Mask:
    """Those of a mask that are among some people; all where none of them is: it was chance, or somebody else's."""
    other = np.zeros(len(mask), dtype=bool)
    other[list(among)] = True
    both: Mask = mask & other
    return both if both.any() else mask


def _texts(reports: Sequence[ReleasedReport]) -> list[Any]:
    return [text for report in reports for text in (*report.texts, *report.beside)]


def _hits(
    report: ReleasedReport, direct: DirectIndex, surrogates: frozenset[str], meaning_of: MeaningOf
) -> tuple[Hit, ...]:
    found = [*direct.hits_in_name(report.name)]
    for number, text in enumerate((*report.texts, *report.beside)):
        hits = direct.hits(text, surrogates, meaning_of)
        if number and surrogates and text.spans is None and text in report.texts:
            # The same text in another form, where nothing says which words are surrogates.
            known = {(hit.kind, hit.people) for hit in found if hit.worth is Worth.SURROGATE}
            hits = [hit for hit in hits if (hit.kind, hit.people) not in known]
        found += hits
    return tuple(found)


def _linked(hits: Sequence[Hit]) -> tuple[int, ...]:
    """The persons linked with certainty, the one with most hits first."""
    counts = Counter(hit.people[0] for hit in hits if hit.worth is Worth.CERTAIN)
    return tuple(person for person, _ in counts.most_common())


def _everybody(hits: Sequence[Hit]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(hit.people[0] for hit in hits if len(hit.people) == 1))


def _only(mask: Mask, people: Sequence[KnownPerson]) -> str | None:
    places = np.flatnonzero(mask)
    return people[int(places[0])].id if len(places) == 1 else None


def _together(reports: Sequence[Readable]) -> Readable:
    """The dates of all reports of a patient, which are moved alike."""
    return Readable(
        days=frozenset().union(*(one.days for one in reports)),
        birth_days=frozenset().union(*(one.birth_days for one in reports)),
    )


def _with_period(read: Sequence[Readable], today: date) -> list[Readable]:
    """What was read, where a report that tells an age and no date was written when the others were."""
    known = [one.written for one in read if one.written is not None]
    if known:
        period: Days = min(first for first, _ in known), max(last for _, last in known)
    else:
        period = (today - timedelta(days=365 * _PERIOD_YEARS)).toordinal(), today.toordinal()
    return [replace(one, written=period) if one.age is not None and one.written is None else one for one in read]


def _advice(
    weak: Sequence[tuple[Readable, Readable, tuple[Hit, ...]]], lists: _Lists, least_k: int
) -> dict[Relaxation, int]:
    found: dict[Relaxation, int] = {}
    for how in Relaxation:
        reached = sum(
            int(lists.candidates(relaxed(readable, how), relaxed(together, how), hits).sum()) >= least_k
            for readable, together, hits in weak
        )
        if reached:
            found[how] = reached
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _scores(
    attacked: Sequence[Attacked], truth: Mapping[str, str] | None
) -> tuple[Score | None, Score | None, Score | None]:
    """How right links are: those that are certain, those to the only person who fits, those of who believes all."""
    known = [(one, truth[one.name]) for one in attacked if one.name in truth] if truth else []
    if not known:
        return None, None, None

    def score(links: Sequence[tuple[str | None, str]]) -> Score:
        made = [(link, true) for link, true in links if link is not None]
        return Score(len(known), len(made), sum(link == true for link, true in made))

    return (
        score([(one.linked[0] if one.linked else None, true) for one, true in known]),
        score([(one.linked[0] if one.linked else one.guess, true) for one, true in known]),
        score([(one.naive_guess, true) for one, true in known]),
    )


def _band(k: int) -> int:
    return next(at for at, (low, high) in enumerate(BANDS) if k >= low and (k <= high or (not high and low)))
