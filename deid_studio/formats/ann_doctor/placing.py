"""Placing: where the spans of an `.ann` stand in its report, whatever their offsets say; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import groupby

from deid_studio.formats.ann_doctor.ann_rows import Row
from deid_studio.formats.ann_doctor.countings import Ruler, Rulers
from deid_studio.formats.ann_doctor.occurrences import Occurrences, by_shift
from deid_studio.formats.ann_doctor.text_shifts import Shift, shifts
from deid_studio.formats.report_text import Fragments, ReportText
from deid_studio.progress import Progress
from deid_studio.texts import Text, joined

_PROVING = 3  # characters by which a way of counting is told from chance

_NOWHERE = Text("its text does not stand in the report")
_OTHER_LENGTH = Text("its text is longer or shorter than its offsets say")
_SEVERAL = Text("its text stands in several places, and nothing tells which one is meant")
_ELSEWHERE = Text("its text stands only where it can hardly be meant")
_UNTOLD = Text("it has no text by which its place could be told")


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a line's span stands, None where that is not certain, and why it stands elsewhere than its offsets say, or
    why nobody can tell."""

    fragments: Fragments | None
    why: Text | None = None


def placed(rows: Sequence[Row], report: ReportText, progress: Progress) -> list[Placed]:
    """Where each line's span stands; raises `CancelledError`."""
    as_they_are = [row.at(row.fragments, report) for row in rows]
    if all(as_they_are):
        return [Placed(fragments) for fragments in as_they_are]
    rulers = Rulers(report.text)
    own, *others = rulers.ways
    best = _Best(rows, report, rulers.of(own))
    edited = _Edited(rows, report, best.rulers[0], rulers, progress)
    for oddities, level in groupby(others, key=lambda way: way.oddities):
        for way in level:
            progress.step(0)
            best.compare(rulers.of(way))
        options = [{place for ruler in best.rulers if (place := _by(ruler, row, report)) is not None} for row in rows]
        if all(options):
            why = _any_of(best.rulers)
            return [_one_of(places, row, why) for places, row in zip(options, rows, strict=True)]
        if oddities == 1 and edited.one_shift is not None:
            break
    ways = [edited.placed()]
    if best.rulers[0].counting.oddities and edited.one_shift is None:
        ways.append(_Edited(rows, report, best.rulers[0], rulers, progress).placed())
    return min(ways, key=lambda way: (sum(one.fragments is None for one in way), len({one.why for one in way})))


class _Best:
    """The least odd ways of counting that explain the most lines; this program's own until another explains more."""

    def __init__(self, rows: Sequence[Row], report: ReportText, own: Ruler) -> None:
        self.rulers = [own]
        self._report = report
        self._told = [row for row in rows if row.ink]
        self._fitting = {row for row in self._told if _by(own, row, report) is not None}
        self._score = (len(self._fitting), -1)

    def compare(self, ruler: Ruler) -> None:
        """Take another way of counting if it is better, and with the others if it is as good and no odder."""
        places = {row: place for row in self._told if (place := _by(ruler, row, self._report)) is not None}
        gained = places.keys() - self._fitting
        few = len(gained) * 2 < len(self._told) - len(self._fitting)
        if few or len(gained) < len(self._fitting - places.keys()) * 10:
            return
        if sum(len(ink) for ink in {row.ink for row in gained}) < _PROVING:
            return
        score = len(places), sum(row.is_exact(place, self._report) for row, place in places.items())
        if score > self._score:
            self.rulers, self._score = [ruler], score
        elif score == self._score and ruler.counting.oddities == self.rulers[0].counting.oddities:
            self.rulers.append(ruler)


def _any_of(rulers: Sequence[Ruler]) -> Text:
    """Ways of counting that explain the lines equally."""
    first, *others = (ruler.counting.text() for ruler in rulers)
    return reduce(lambda told, other: Text("{one}; or {other}", one=told, other=other), others, first)


def _by(ruler: Ruler, row: Row, report: ReportText) -> Fragments | None:
    """Where a line's span stands when its offsets are counted so; None: the report has another text there."""
    places = [ruler.places(*fragment) for fragment in row.fragments]
    fragments = tuple((start, end) for start, end in places if start is not None and end is not None)
    return row.at(fragments, report) if len(fragments) == len(places) else None


def _one_of(places: Collection[Fragments], row: Row, why: Text) -> Placed:
    if len(places) > 1:
        return Placed(None, _SEVERAL)
    (place,) = places
    return Placed(place, why if place != row.fragments else None)


class _Edited:
    """The lines of a report whose text was edited since, or of which some were miswritten."""

    def __init__(
        self, rows: Sequence[Row], report: ReportText, ruler: Ruler, rulers: Rulers, progress: Progress
    ) -> None:
        self._rows, self._report, self._ruler, self._progress = rows, report, ruler, progress
        self._every = rulers
        self._occurrences = Occurrences(report)
        self._bases = [tuple(ruler.nearest(*fragment) for fragment in row.fragments) for row in rows]
        self._order = sorted(range(len(rows)), key=lambda index: self._bases[index])
        self._rank = {index: rank for rank, index in enumerate(self._order)}
        self._taken: set[tuple[str, Fragments]] = set()
        self._found: dict[int, Placed] = {}
        self._moved: dict[int, Shift] = {}  # how far the lines have moved whose place is certain

    def placed(self) -> list[Placed]:
        """Where each line's span stands."""
        if self.one_shift is None:
            self._place_by_edits()
        else:
            for index in self._order:
                self._put_at(index, self.one_shift)
        return [self._found.get(index) or Placed(None, self._why_left(index)) for index in range(len(self._rows))]

    @cached_property
    def one_shift(self) -> Shift | None:
        """How far all lines have moved that have a text, if that is equally far and nothing else is possible."""
        told = [index for index in self._order if self._rows[index].ink]
        starts = {index: self._occurrences.starts(self._rows[index], self._bases[index]) for index in told}
        few = {index: own for index, own in starts.items() if own is not None}
        if len(told) < 2 or not few:
            return None
        rarest = min(few, key=lambda index: len(few[index]))
        moved = (start - self._start(rarest) for start in few[rarest])
        fitting = (shift for shift in moved if all(self._at(index, shift) is not None for index in told))
        first, second = next(fitting, None), next(fitting, None)
        return first if second is None else None

    def _at(self, index: int, shift: Shift) -> Fragments | None:
        return self._rows[index].at(by_shift(self._bases[index], shift), self._report)

    def _place_by_edits(self) -> None:
        options = {index: self._options(index) for index in self._progress.each(self._order, len(self._order))}
        telling = [index for index in self._order if options[index]]
        told = shifts([self._start(index) for index in telling], [frozenset(options[index]) for index in telling])
        certain = {index: next(iter(own)) for index, own in zip(telling, told, strict=True) if len(own) == 1}
        together = Counter(certain.values())
        for index, shift in certain.items():
            if shift is not None and (shift == 0 or together[shift] > 1 or self._only_place(index) is not None):
                self._put(index, options[index][shift], shift)
        for look in (self._along, self._counted_otherwise, self._alone):
            for index in self._order:
                if index not in self._found:
                    look(index)

    def _start(self, index: int) -> int:
        return self._bases[index][0][0]

    def _options(self, index: int) -> dict[Shift, Fragments]:
        """Where a line's span may stand, by how far it has moved then; nothing where its text tells nothing."""
        places = self._occurrences.of(self._rows[index], self._bases[index]) or ()
        return {place[0][0] - self._start(index): place for place in places}

    def _put_at(self, index: int, shift: Shift) -> None:
        place = self._at(index, shift)
        if place is not None:
            self._put(index, place, shift)

    def _put(self, index: int, place: Fragments, shift: Shift) -> None:
        causes = [self._ruler.counting.text()] if self._ruler.counting.oddities else []
        if shift > 0:
            causes.append(Text("characters added to the text before it: {count}", count=shift))
        elif shift < 0:
            causes.append(Text("characters removed from the text before it: {count}", count=-shift))
        self._moved[index] = shift
        moved = place != self._rows[index].fragments
        self._take(index, place, joined(causes, "; ") if moved and causes else None)

    def _take(self, index: int, place: Fragments, why: Text | None) -> None:
        self._found[index] = Placed(place, why)
        self._taken.add((self._rows[index].phi_class, place))

    def _neighbours(self, index: int) -> list[int]:
        """The nearest lines before and behind whose place is certain."""
        at = self._rank[index]
        sides = (range(at - 1, -1, -1), range(at + 1, len(self._order)))
        found = (next((self._order[rank] for rank in side if self._order[rank] in self._moved), None) for side in sides)
        return [one for one in found if one is not None]

    def _along(self, index: int) -> None:
        """Place a line whose text is missing or common where those around it have gone."""
        beside = {self._moved[one] for one in self._neighbours(index)}
        if len(beside) == 1 and self._occurrences.of(self._rows[index], self._bases[index]) is None:
            self._put_at(index, next(iter(beside)))

    def _counted_otherwise(self, index: int) -> None:
        """Place a line that one way of counting explains, and no other elsewhere."""
        row = self._rows[index]
        if len(row.ink) < _PROVING:
            return
        every = map(self._every.of, reversed(self._every.ways))
        places = {place: ruler for ruler in every if (place := _by(ruler, row, self._report))}
        if len(places) == 1:
            place, ruler = next(iter(places.items()))
            self._take(index, place, ruler.counting.text() if place != row.fragments else None)

    def _alone(self, index: int) -> None:
        """Place a line whose text stands nowhere else, between those around it."""
        place = self._only_place(index)
        if place is None:
            return
        order = [*self._neighbours(index), index]
        new = {one: placed.fragments for one in order if (placed := self._found.get(one)) is not None} | {index: place}
        if sorted(order, key=lambda one: self._bases[one]) == sorted(order, key=lambda one: new[one] or ()):
            self._take(index, place, Text("its text stands only there"))

    def _only_place(self, index: int) -> Fragments | None:
        """Where a line's text stands if that is once, as whole words, and no other line of its class is there."""
        row = self._rows[index]
        places = self._occurrences.of(row, self._bases[index]) or ()
        if len(places) != 1 or len(row.ink) < 2 or not self._occurrences.whole_words(places[0]):
            return None
        return None if (row.phi_class, places[0]) in self._taken else places[0]

    def _why_left(self, index: int) -> Text:
        row, base = self._rows[index], self._bases[index]
        places = self._occurrences.of(row, base)
        if not row.ink:
            return _UNTOLD
        if places is None or len(places) > 1:
            return _SEVERAL
        if not places:
            return _OTHER_LENGTH if self._occurrences.starts(row, base) else _NOWHERE
        return _ELSEWHERE
