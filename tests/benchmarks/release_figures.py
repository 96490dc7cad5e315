"""What a release of annotated reports leaves and keeps, in figures: for the benchmark and for the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from deid_studio.detection.gazetteers import fold
from deid_studio.formats.brat import parse_ann
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.release.dates import Moment, read_date
from deid_studio.release.leak_check import Leak, LeakKind
from deid_studio.release.outputs import ann_bytes
from deid_studio.release.released import Released
from deid_studio.release.vault import open_vault, restored
from deid_studio.review.releasing import Checked, Prepared, ReleaseRequest

# What is looked for in a text whether anybody marked it or not is no string of decided PHI.
_OF_NOBODY = (LeakKind.EMAIL, LeakKind.WEB, LeakKind.NUMBER, LeakKind.DATE)
_LEAST = 4  # characters of a string of decided PHI that must be nowhere


@dataclass
class Figures:
    """Counts over all reports of a release in memory.

    `marked` are spans, `replaced` the stretches that took their places, `equal` those that say what they replace, `met`
    those that are another real value of the report; `changed` are intervals between full dates that are not kept;
    `invalid` reports whose new BRAT does not say the same; `left` and `excused` hits of the leak check by what they
    are; `standing` strings that were replaced and stand in the released text as they were, without an excuse.
    """

    marked: int = 0
    unmarked: int = 0
    replaced: int = 0
    equal: int = 0
    met: int = 0
    intervals: int = 0
    changed: int = 0
    invalid: int = 0
    standing: int = 0
    left: Counter[str] = field(default_factory=Counter)
    excused: Counter[str] = field(default_factory=Counter)

    @property
    def decided_left(self) -> int:
        """Hits of decided PHI that nobody excused."""
        return sum(count for what, count in self.left.items() if what.startswith("decided"))


def figures(prepared: Prepared, tagset: TagSet) -> Figures:
    """The figures of a release that was prepared."""
    found = Figures()
    for one in prepared.reports:
        _count(one, tagset, found)
    return found


def _count(one: Checked, tagset: TagSet, found: Figures) -> None:
    doc, released = one.source.doc, one.released
    real = {fold(span.text(doc.text)) for span in doc.spans}
    days: list[tuple[date, date]] = []
    places = [(one.place.start, one.place.end) for one in released.replacements]
    found.marked += len(doc.spans)
    found.unmarked += sum(not any(a <= span.start and span.end <= b for a, b in places) for span in doc.spans)
    for replacement in released.replacements:
        place = replacement.place
        own, new = doc.text[place.start : place.end], replacement.instead
        kind = tagset[place.phi_class].kind
        found.replaced += 1
        found.equal += fold(own.strip()) == fold(new.strip())
        found.met += fold(new) in real
        if kind == "date":
            before, after = read_date(own), read_date(new)
            old_day, new_day = before.on(Moment()), after.on(Moment())
            if before.said.is_full and after.said.is_full and old_day and new_day:
                days.append((old_day, new_day))
    for at, (before_day, after_day) in enumerate(days):
        for other_before, other_after in days[:at]:
            found.intervals += 1
            found.changed += before_day - other_before != after_day - other_after
    found.invalid += not _says_the_same(released)
    found.standing += sum(1 for _ in _standing(doc, released, one.leaks))
    for leak in one.leaks:
        kinds = "of nobody" if leak.kind in _OF_NOBODY else "decided"
        (found.excused if leak.excuse else found.left)[f"{kinds}: {leak.excuse or leak.kind} {leak.phi_class}"] += 1


def _says_the_same(released: Released) -> bool:
    again = parse_ann(ann_bytes(released), released.text, Path("a.ann"))
    broken = any("\n" in span.text(released.text) for span in released.spans)  # written as fragments
    return broken or set(again.spans) == set(released.spans)


def _standing(doc: Document, released: Released, leaks: Iterable[Leak]) -> Iterator[str]:
    """Replaced strings that stand there as they were, of whatever kind; found without the leak check's search."""
    known = [(leak.start, leak.end) for leak in leaks]
    for replacement in released.replacements:
        text = doc.text[replacement.place.start : replacement.place.end].strip()
        if len(text) < _LEAST:
            continue
        at = released.text.find(text)
        while at >= 0:
            end = at + len(text)
            alone = not (released.text[at - 1 : at].isalnum() or released.text[end : end + 1].isalnum())
            if alone and not any(start <= at and end <= stop for start, stop in known):
                yield text
            at = released.text.find(text, at + 1)


def brought_back(request: ReleaseRequest) -> int:
    """How many reports of a written release its vault brings back byte for byte."""
    assert request.vault is not None
    content = open_vault(request.vault, request.passphrases)
    return sum(
        restored((request.out / f"{name}.txt").read_bytes().decode(), one)
        == (request.project.folder / f"{one.name}.txt").read_bytes()
        for name, one in content.reports.items()
    )


def copy_reports(reports: Iterable[Path], target: Path) -> None:
    """Copy reports with their annotations into a new folder."""
    target.mkdir()
    for path in reports:
        for one in (path, path.with_suffix(".ann")):
            (target / one.name).write_bytes(one.read_bytes())


def allowing_all(prepared: Prepared) -> frozenset[str]:
    """The folded texts of all hits that would hold a release back."""
    return frozenset(
        fold(one.released.text[leak.start : leak.end]) for one in prepared.leaking for leak in one.holding
    )
