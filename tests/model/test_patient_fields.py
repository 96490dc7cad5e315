"""Patient fields: what a person types becomes values, and two sources are joined without repeating."""

from __future__ import annotations

import pytest

from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields, values_in


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("", []),
        ("  ;\n ; ", []),
        ("600 111 222", ["600 111 222"]),
        ("600 111 222; 911 222 333 ;", ["600 111 222", "911 222 333"]),
        ("Ana  Robledo\r\nBlas\tLago\nAna Robledo", ["Ana Robledo", "Blas Lago"]),
        ("C/ Mayor, 3, 2.º B", ["C/ Mayor, 3, 2.º B"]),
    ],
)
def test_values_are_one_a_line_or_between_semicolons(typed: str, values: list[str]) -> None:
    found = values_in(FieldKind.PHONE, typed)
    assert [value.text for value in found] == values
    assert all(value.kind is FieldKind.PHONE for value in found)


def test_two_sources_are_joined_without_repeating() -> None:
    one = PatientFields((FieldValue(FieldKind.SURNAME, "Robledo Lago"),))
    again, new = FieldValue(FieldKind.SURNAME, "ROBLEDO LAGO"), FieldValue(FieldKind.FULL_NAME, "Robledo Lago")
    other = PatientFields((again, new))
    assert one.together_with(other).values == (*one.values, new)
    assert "Robledo" not in repr(one)
