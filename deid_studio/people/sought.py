"""Sought: the persons that are looked for, and every single word by which each may be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import regex

from deid_studio.model.patient_fields import FieldKind, PatientFields
from deid_studio.people.folding import fold
from deid_studio.people.name_words import (
    ABBREVIATED,
    KINSHIP,
    PARTICLES,
    SHORTENED,
    TITLES,
    WRITTEN_OUT,
)

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_MARIA = regex.compile(r"\bM\.?[ªa]\.?(?![\p{L}\p{M}])")
_LEAST_JOINED = 6
_MOST_JOINED = 6
_CACHED = 1000  # names of so many parts of which some are surnames, as many are


class Form(StrEnum):
    """How a word stands for a part of a name; the value is told in evidence."""

    WHOLE = ""
    JOINED = "joined"
    SPLIT = "split"
    ABBREVIATED = "abbreviated"
    SHORTENED = "short form"
    INITIAL = "initial"


class NamePart(NamedTuple):
    """One word of a name, folded, with the particles before it (`de la` of `de la Cruz`) and the field it is from."""

    folded: str
    kind: FieldKind
    particles: tuple[str, ...] = ()


class Target(NamedTuple):
    """A word to look for: the parts that it stands for, as indices of the person's parts."""

    folded: str
    parts: tuple[int, ...]
    form: Form


class Sought(NamedTuple):
    """The patient, a relative or a member of staff: `kind` is that of the field that names them.

    `names` are whole names in the order of the fields, as indices of `parts`.
    """

    kind: FieldKind
    parts: tuple[NamePart, ...]
    names: tuple[tuple[int, ...], ...]
    targets: tuple[Target, ...]


def sought_in(fields: PatientFields) -> list[Sought]:
    """The persons that the fields name: the patient first, of all name fields together."""
    people = [sought_patient(fields)]
    for kind in (FieldKind.RELATIVE, FieldKind.STAFF):
        people += [sought_as(kind, (text,)) for text in dict.fromkeys(fields.of(kind))]
    return [person for person in people if person.parts]


def sought_patient(fields: PatientFields, others: Iterable[str] = ()) -> Sought:
    """The patient of all name fields together, and of other names of theirs."""
    given = [list(_parts(text, FieldKind.GIVEN_NAME)) for text in dict.fromkeys(fields.of(FieldKind.GIVEN_NAME))]
    surnames = [
        part for text in dict.fromkeys(fields.of(FieldKind.SURNAME)) for part in _parts(text, FieldKind.SURNAME)
    ]
    names = [[part for name in given for part in name] + surnames]
    if len(given) > 1:
        # The second may be another form of the first, so that the name has it or not.
        names += [name + surnames for name in given]
    told = {part.folded for name in names for part in name}
    for text in dict.fromkeys((*fields.of(FieldKind.FULL_NAME), *others)):
        whole = list(_parts(text, FieldKind.FULL_NAME))
        # The words of given names and surnames are told already, and which of them is which.
        if not told or not told.issuperset(part.folded for part in whole):
            names.append(whole)
    return _sought(FieldKind.FULL_NAME, names)


def sought_as(kind: FieldKind, texts: Iterable[str]) -> Sought:
    """A person with these names, as fields of a kind hold them."""
    return _sought(kind, [list(_parts(text, kind)) for text in dict.fromkeys(texts)])


def _sought(kind: FieldKind, names: Sequence[Sequence[NamePart]]) -> Sought:
    parts: list[NamePart] = []
    rows: list[tuple[int, ...]] = []
    for name in names:
        row: list[int] = []
        for part in name:
            # Equal parts of one name are two (`García García`), of two names the same one.
            index = next((i for i, known in enumerate(parts) if known == part and i not in row), len(parts))
            if index == len(parts):
                parts.append(part)
            row.append(index)
        rows.append(tuple(row))
    found = tuple(parts)
    whole = tuple(dict.fromkeys(row for row in rows if row))
    return Sought(kind, found, whole, tuple(_targets(found, whole)))


def _parts(text: str, kind: FieldKind) -> Iterator[NamePart]:
    words = _WORD.findall(_MARIA.sub("María ", text))
    mixed = any(word[0].isupper() for word in words)
    particles: list[str] = []
    for number, word in enumerate(words):
        folded = fold(word)
        if not folded:
            continue  # an accent by itself
        if folded in PARTICLES:
            particles.append(folded)
            continue
        # A relative's field also says who it is (`madre: …`), that of staff gives titles.
        told = folded in KINSHIP or (folded in TITLES and number == 0) or (mixed and word.islower())
        if not (told and kind in (FieldKind.RELATIVE, FieldKind.STAFF)):
            yield NamePart(WRITTEN_OUT.get(folded, folded), kind, tuple(particles))
        particles = []


def _targets(parts: Sequence[NamePart], names: Iterable[Sequence[int]]) -> Iterator[Target]:
    for index, part in enumerate(parts):
        if len(part.folded) < 2:
            continue
        yield Target(part.folded, (index,), Form.WHOLE)
        for form in ABBREVIATED.get(part.folded, ()):
            yield Target(form, (index,), Form.ABBREVIATED)
        if part.kind is not FieldKind.SURNAME:
            for form in SHORTENED.get(part.folded, ()):
                yield Target(form, (index,), Form.SHORTENED)
        if part.particles:
            yield Target("".join(part.particles) + part.folded, (index,), Form.JOINED)
    seen = set()
    bare = [part.folded for part in parts]
    full = ["".join(part.particles) + part.folded for part in parts]
    for run in _runs(
        tuple(
            tuple((index, parts[index].kind is FieldKind.SURNAME) for index in name if len(bare[index]) > 1)
            for name in names
        )
    ):
        for folded in ("".join([bare[index] for index in run]), "".join([full[index] for index in run])):
            if len(folded) >= _LEAST_JOINED and folded not in seen:
                seen.add(folded)
                yield Target(folded, run, Form.JOINED)


@lru_cache(maxsize=_CACHED)
def _runs(names: tuple[tuple[tuple[int, bool], ...], ...]) -> list[tuple[int, ...]]:
    """Parts of names as they may be run together: neighbours, surnames first or last, any two, one given name. Of each
    part its place is told, and whether it is a surname."""
    runs: set[tuple[int, ...]] = set()
    for name in names:
        order = [index for index, _ in name]
        surnames = [index for index, is_surname in name if is_surname]
        given = [index for index, is_surname in name if not is_surname]
        for row in (order, [*surnames, *given]):
            for start in range(len(row)):
                runs.update(tuple(row[start:end]) for end in range(start + 2, min(start + _MOST_JOINED, len(row)) + 1))
        for one in given:
            runs |= {(one, *surnames), (*surnames, one)}
        runs.update(permutations(order, 2))
    return sorted(runs)
