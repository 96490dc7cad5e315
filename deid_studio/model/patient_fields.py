"""PatientFields: what the hospital's system already knows of the patient whose report it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

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
