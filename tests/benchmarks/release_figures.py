"""What a release of annotated reports leaves and keeps, in figures: for the benchmark and for the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from deid_studio.formats.brat import parse_ann
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.gate.answers import Answer, answer_for
from deid_studio.release.gate.held import HeldKind, HeldPlace
from deid_studio.release.outputs import ann_bytes
from deid_studio.release.policy import Way
from deid_studio.release.released import Released
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.vault import open_vault, restored
from deid_studio.review.releasing.release_preparation import Checked, Prepared
from deid_studio.review.releasing.release_request import ReleaseRequest

# What stands in a text although it was decided; all else that is held nobody has decided.
_DECIDED = (HeldKind.TEXT, HeldKind.NAME_WORD, HeldKind.DIGITS, HeldKind.SPILL)
# Kinds of what tells who somebody is. The others tell what happened, which a policy may let stay.
_WHO = frozenset("person date street place centre institution phone email web number".split())
_EVERYBODYS = frozenset("112 061 016 024 062 080 085 091 092".split())
_LEAST = 4  # characters of a string of decided PHI that must be nowhere


@dataclass
class Figures:
    """Counts over all reports of a release in memory.

    `marked` are spans, `replaced` the stretches that took their places, `who` those of them that tell who somebody is
    and not what happened; of these `equal` say what they replace, `met` are another real value of the report;
    `changed` are intervals between full dates that are not kept;
    `invalid` reports whose new BRAT does not say the same; `left` held places by what they are; `standing`
    strings that were replaced, are no ordinary words, and stand in the released text as they were without being held.
    """

    marked: int = 0
    unmarked: int = 0
    replaced: int = 0
    who: int = 0
    equal: int = 0
    met: int = 0
    intervals: int = 0
    changed: int = 0
    invalid: int = 0
    standing: int = 0
    left: Counter[str] = field(default_factory=Counter)

    @property
    def decided_left(self) -> int:
        """Held places of decided PHI."""
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
        if tells_who(own, kind):
            found.who += 1
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
    found.standing += sum(1 for _ in _standing(doc, released, one.held, tagset))
    for place in one.held:
        kinds = "decided" if place.kind in _DECIDED else "of nobody"
        found.left[f"{kinds}: {place.kind} {place.phi_class}"] += 1


def _says_the_same(released: Released) -> bool:
    again = parse_ann(ann_bytes(released), released.text, Path("a.ann"))
    broken = any("\n" in span.text(released.text) for span in released.spans)  # written as fragments
    return broken or set(again.spans) == set(released.spans)


def tells_who(text: str, kind: str) -> bool:
    """Whether what is marked as of a kind must not stay; emergency numbers are everybody's, and among numbers is what
    else is said of a patient, such as an ethnic group, which is a fact."""
    if kind == "number" and not any(map(str.isdigit, text)):
        return False
    return kind in _WHO and not (kind == "phone" and text.strip() in _EVERYBODYS)


def _standing(doc: Document, released: Released, held: Iterable[HeldPlace], tagset: TagSet) -> Iterator[str]:
    """Replaced strings that stand there as they were, of whatever kind; found without the gate's search."""
    known = [place.there for place in held]
    known += [
        (change.start, change.end)
        for change, one in zip(released.rewriting.changes, released.replacements, strict=True)
        if one.way is Way.GENERALISE
    ]
    for replacement in released.replacements:
        text = doc.text[replacement.place.start : replacement.place.end].strip()
        if not tells_who(text, tagset[replacement.place.phi_class].kind):
            continue
        if len(text) < _LEAST or (text.islower() and all(fold(word) in default_vocabulary() for word in text.split())):
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


def answering_all(prepared: Prepared) -> dict[str, tuple[Answer, ...]]:
    """The answers that let all leave: that nothing that is held is personal data."""
    return {
        one.source.doc.id: tuple(answer_for(place, one.source.doc, one.released, "bench", "") for place in one.held)
        for one in prepared.reports
    }
