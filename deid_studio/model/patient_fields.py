"""PatientFields: what the hospital's system already knows of the patient whose report it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from unicodedata import normalize

from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import Meaning

LONGEST_VALUE = 1000  # characters; what is longer is no value but a text put into the wrong place
_BETWEEN = re.compile(r"[;\r\n]")


class FieldKind(StrEnum):
    """What a field holds; the value is its name in evidence."""

    GIVEN_NAME = "given name"
    SURNAME = "surname"
    FULL_NAME = "full name"
    RELATIVE = "relative"
    STAFF = "staff"
    IDENTIFIER = "identifier"
    INSURANCE = "insurance number"
    EPISODE = "episode"
    LICENCE = "medical licence"
    PHONE = "phone"
    FAX = "fax"
    EMAIL = "e-mail"
    ADDRESS = "address"
    POSTAL_CODE = "postal code"
    TOWN = "town"
    BIRTH_DATE = "date of birth"


# What the values of each kind of field are.
FIELD_MEANINGS: Mapping[FieldKind, Meaning] = {
    FieldKind.GIVEN_NAME: Meaning(Kind.PERSON, Role.PATIENT),
    FieldKind.SURNAME: Meaning(Kind.PERSON, Role.PATIENT),
    FieldKind.FULL_NAME: Meaning(Kind.PERSON, Role.PATIENT),
    FieldKind.RELATIVE: Meaning(Kind.PERSON, Role.RELATIVE),
    FieldKind.STAFF: Meaning(Kind.PERSON, Role.STAFF),
    FieldKind.IDENTIFIER: Meaning(Kind.NUMBER, Role.PATIENT, Subkind.PATIENT_NUMBER),
    FieldKind.INSURANCE: Meaning(Kind.NUMBER, Role.PATIENT, Subkind.INSURANCE),
    FieldKind.EPISODE: Meaning(Kind.NUMBER, Role.PATIENT, Subkind.EPISODE),
    FieldKind.LICENCE: Meaning(Kind.NUMBER, Role.STAFF, Subkind.LICENCE),
    FieldKind.PHONE: Meaning(Kind.PHONE),
    FieldKind.FAX: Meaning(Kind.PHONE, subkind=Subkind.FAX),
    FieldKind.EMAIL: Meaning(Kind.EMAIL),
    FieldKind.ADDRESS: Meaning(Kind.STREET),
    FieldKind.POSTAL_CODE: Meaning(Kind.PLACE, subkind=Subkind.POSTAL_CODE),
    FieldKind.TOWN: Meaning(Kind.PLACE),
    FieldKind.BIRTH_DATE: Meaning(Kind.DATE, Role.PATIENT, Subkind.BIRTH),
}


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One value; its text is PHI and so is left out of its `repr`."""

    kind: FieldKind
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PatientFields:
    """The values known for one report; a kind may have several (two phones, three relatives)."""

    values: tuple[FieldValue, ...] = ()

    def of(self, *kinds: FieldKind) -> tuple[str, ...]:
        """The texts of these kinds, in order."""
        return tuple(value.text for value in self.values if value.kind in kinds)

    def together_with(self, other: PatientFields) -> PatientFields:
        """These values and those of `other` that are not among them, whatever their case."""
        own = {(value.kind, value.text.casefold()) for value in self.values}
        new = (value for value in other.values if (value.kind, value.text.casefold()) not in own)
        return PatientFields((*self.values, *new))


def values_in(kind: FieldKind, text: str) -> tuple[FieldValue, ...]:
    """The values in a text as a person types it: one a line, or between semicolons."""
    texts = (" ".join(part.split()) for part in _BETWEEN.split(text))
    return tuple(FieldValue(kind, one) for one in dict.fromkeys(texts) if one)


def by_plain_id(fields: Mapping[str, PatientFields]) -> dict[str, PatientFields]:
    """The fields by `plain_id`; what a table says of one report under several ids is added up."""
    plain: dict[str, PatientFields] = {}
    for key, value in fields.items():
        known = plain.get(plain_id(key), PatientFields())
        plain[plain_id(key)] = PatientFields((*known.values, *value.values))
    return plain


def plain_id(report_id: str) -> str:
    """A report's id however a table writes it: with `.txt`, with Windows' separators, with accents apart."""
    return normalize("NFC", report_id.strip()).replace("\\", "/").removesuffix(".txt").removeprefix("./")
