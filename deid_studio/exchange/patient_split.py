"""Train, dev and test: reports in parts so that no patient is in two of them, the same each time; pure.

Two reports are of one patient where they, or what a table knows of them, have an identifier of the patient or the
patient's whole name in common: rather two patients taken for one than one in two parts.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.people.register import Register, marked_in
from deid_studio.review.second.second_policy import draw

_LEAST_NUMBER = 4  # figures and letters: a shorter one is many people's
_LEAST_NAME = 2  # words
PARTS: Mapping[int, tuple[str, ...]] = {2: ("train", "test"), 3: ("train", "dev", "test")}


@dataclass(frozen=True, slots=True)
class PatientSplit:
    """The ids of each part, and by what they were drawn: `patients` of each, and how many reports tell of none."""

    parts: Mapping[str, tuple[str, ...]]
    patients: Mapping[str, int]
    untold: int
    seed: str


def patient_split(
    reports: Sequence[AnnotatedReport],
    shares: Sequence[int],
    seed: str,
    tagset: TagSet,
    fields: Mapping[str, PatientFields] | None = None,
) -> PatientSplit:
    """Reports in parts of these shares, as near as whole patients allow; `fields` is what a table knows by report.

    The patients with most reports are placed first, the others as the seed draws them, each where most is wanting.
    """
    names = PARTS[len(shares)]
    keys = {one.doc.id: frozenset(_keys(one, tagset, (fields or {}).get(one.doc.id))) for one in reports}
    secret = hashlib.sha256(seed.encode(errors="surrogatepass")).hexdigest()
    groups = sorted(_groups(keys), key=lambda group: (-len(group), draw(f"split:{min(group)}", secret), min(group)))
    wanted = {name: len(reports) * share / sum(shares) for name, share in zip(names, shares, strict=True)}
    parts: dict[str, list[str]] = {name: [] for name in names}
    patients = dict.fromkeys(names, 0)
    for group in groups:
        part = max((name for name in names if wanted[name]), key=lambda name: wanted[name] - len(parts[name]))
        parts[part] += group
        patients[part] += 1
    order = {one.doc.id: place for place, one in enumerate(reports)}
    ordered = {name: tuple(sorted(ids, key=order.__getitem__)) for name, ids in parts.items()}
    return PatientSplit(ordered, patients, sum(not own for own in keys.values()), seed)


def _keys(report: AnnotatedReport, tagset: TagSet, fields: PatientFields | None) -> Iterator[Hashable]:
    register = Register.of(marked_in(report.doc), tagset, fields)
    for person in register.people:
        words = tuple(word.folded for word in person.words)
        if person.role is Role.PATIENT and len(words) >= _LEAST_NAME:
            yield "name", tuple(sorted(words))
    for thing in register.things:
        if thing.role is Role.PATIENT and thing.kind is Kind.NUMBER and len(thing.key) >= _LEAST_NUMBER:
            yield "number", thing.key


def _groups(keys: Mapping[str, Iterable[Hashable]]) -> list[list[str]]:
    """The reports that a chain of keys holds together."""
    by_key: dict[Hashable, list[str]] = defaultdict(list)
    for id, own in keys.items():
        for key in own:
            by_key[key].append(id)
    left = dict.fromkeys(keys)
    found = []
    while left:
        first = next(iter(left))
        del left[first]
        group, waiting = [first], [first]
        while waiting:
            for key in keys[waiting.pop()]:
                for other in by_key.pop(key, ()):
                    if other in left:
                        del left[other]
                        group.append(other)
                        waiting.append(other)
        found.append(group)
    return found
