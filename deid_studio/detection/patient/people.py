"""People: the persons that a patient's fields name, and every single word by which each may be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

import regex

from deid_studio.detection.gazetteers import fold
from deid_studio.detection.patient.name_words import (
    ABBREVIATED,
    KINSHIP,
    PARTICLES,
    SHORTENED,
    TITLES,
    WRITTEN_OUT,
)
from deid_studio.model.patient_fields import FieldKind, PatientFields

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_LEAST_JOINED = 6


class Form(StrEnum):
    """How a word stands for a part of a name; the value is told in evidence."""

    WHOLE = ""
    JOINED = "joined"
    SPLIT = "split"
    ABBREVIATED = "abbreviated"
    SHORTENED = "short form"
    INITIAL = "initial"


@dataclass(frozen=True, slots=True)
class NamePart:
    """One word of a name, folded, with the particles before it (`de la` of `de la Cruz`) and the field it is from."""

    folded: str
    kind: FieldKind
    particles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A word to look for: the parts that it stands for, as indices of the person's parts."""

    folded: str
    parts: tuple[int, ...]
    form: Form


@dataclass(frozen=True, slots=True)
class Person:
    """The patient, a relative or a member of staff: `kind` is that of the field that names them."""

    kind: FieldKind
    parts: tuple[NamePart, ...]
    targets: tuple[Target, ...]


def people_of(fields: PatientFields) -> list[Person]:
    """The persons that the fields name: the patient first, of all name fields together."""
    own = [part for kind in (FieldKind.GIVEN_NAME, FieldKind.SURNAME, FieldKind.FULL_NAME)
           for text in fields.of(kind) for part in _parts(text, kind)]  # fmt: skip
    found = [_person(FieldKind.FULL_NAME, own)]
    for kind in (FieldKind.RELATIVE, FieldKind.STAFF):
        found += [_person(kind, _parts(text, kind)) for text in dict.fromkeys(fields.of(kind))]
    return [person for person in found if person.parts]


def _person(kind: FieldKind, parts: Iterable[NamePart]) -> Person:
    parts = tuple(dict.fromkeys(parts))
    return Person(kind, parts, tuple(_targets(parts)))


def _parts(text: str, kind: FieldKind) -> Iterator[NamePart]:
    words = _WORD.findall(text)
    mixed = any(word[0].isupper() for word in words)
    particles: list[str] = []
    for number, word in enumerate(words):
        folded = fold(word)
        if folded in PARTICLES:
            particles.append(folded)
            continue
        # A relative's field also says who it is (`madre: …`), that of staff gives titles.
        told = folded in KINSHIP or (folded in TITLES and number == 0) or (mixed and word.islower())
        if not (told and kind in (FieldKind.RELATIVE, FieldKind.STAFF)):
            yield NamePart(WRITTEN_OUT.get(folded, folded), kind, tuple(particles))
        particles = []


def _targets(parts: tuple[NamePart, ...]) -> Iterator[Target]:
    for index, part in enumerate(parts):
        if len(part.folded) < 2:
            continue
        yield Target(part.folded, (index,), Form.WHOLE)
        for form in ABBREVIATED.get(part.folded, ()):
            yield Target(form, (index,), Form.ABBREVIATED)
        if part.kind is not FieldKind.SURNAME:
            for form in SHORTENED.get(part.folded, ()):
                yield Target(form, (index,), Form.SHORTENED)
    yield from _joined(parts)


def _joined(parts: tuple[NamePart, ...]) -> Iterator[Target]:
    """Neighbouring parts run together, in the order of the fields, swapped, with and without particles."""
    order = [index for index, part in enumerate(parts) if len(part.folded) > 1]
    first_surname = next((n for n, i in enumerate(order) if parts[i].kind is FieldKind.SURNAME), 0)
    runs = {
        tuple(row[start:end])
        for row in (order, order[first_surname:] + order[:first_surname])
        for start in range(len(row))
        for end in range(start + 2, min(start + 5, len(row)) + 1)
    }
    # One given name and one surname that do not stand side by side: `PedroRivera` of `Pedro De Miguel Rivera`.
    runs |= {(one, other) for one in order for other in order if one != other}
    seen = set()
    for run in sorted(runs):
        bare = "".join(parts[index].folded for index in run)
        full = "".join("".join(parts[index].particles) + parts[index].folded for index in run)
        for folded in (bare, full):
            if len(folded) >= _LEAST_JOINED and folded not in seen:
                seen.add(folded)
                yield Target(folded, run, Form.JOINED)
    for index, part in enumerate(parts):
        if part.particles and len(part.folded) > 1:
            yield Target("".join(part.particles) + part.folded, (index,), Form.JOINED)
