"""Tables of patient fields: both forms, names of columns, and what hostile or broken tables are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import DeidError, PatientTableError, ReportBinaryError, ReportUnreadableError
from deid_studio.formats.patient_table import read_patient_table
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields


def table(tmp_path: Path, content: str | bytes, name: str = "t.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_csv_with_spanish_columns(tmp_path: Path) -> None:
    path = table(
        tmp_path,
        "Informe;Nombre;1er apellido;Apellido 2;Nº Historia;Teléfonos;Fecha de nacimiento;Observaciones\r\n"
        'a/1;Olalla;Ficticio;"Tal; Cual";000123;600 111 222 | 911 222 333;1/2/1970;nada\r\n'
        "\r\n"
        "a/2.txt;Ubaldo;;;;;;\r\n",
    )
    read = read_patient_table(path)
    assert list(read.fields) == ["a/1", "a/2.txt"]
    assert read.fields["a/1"].of(FieldKind.IDENTIFIER) == ("000123",)
    assert read.fields["a/1"].of(FieldKind.PHONE) == ("600 111 222", "911 222 333")
    assert read.fields["a/1"].of(FieldKind.SURNAME) == ("Ficticio", "Tal; Cual")
    assert read.fields["a/2.txt"] == PatientFields((FieldValue(FieldKind.GIVEN_NAME, "Ubaldo"),))
    assert read.ignored == ("Observaciones",)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_delimiter_and_encoding(tmp_path: Path, delimiter: str, encoding: str) -> None:
    rows = [("report", "given name", "surname"), ("1", "Begoña", "Íñiguez Peña"), ("2", "José", "Núñez")]
    text = "\n".join(delimiter.join(row) for row in rows)
    read = read_patient_table(table(tmp_path, text.encode(encoding)))
    assert read.fields["1"].of(FieldKind.SURNAME) == ("Íñiguez Peña",)
    assert read.fields["2"].of(FieldKind.GIVEN_NAME) == ("José",)


def test_rows_of_one_report_are_added_up(tmp_path: Path) -> None:
    read = read_patient_table(table(tmp_path, "id,nombre,familiares\n1,Olalla,Elpidio\n1,Olalla,Fulgencia;Elpidio\n"))
    assert [value.text for value in read.fields["1"].values] == ["Olalla", "Elpidio", "Fulgencia"]


@pytest.mark.parametrize("blank", ["\u2028", "\u00a0\n", "\x1c"])
def test_any_blank_may_be_before_json(tmp_path: Path, blank: str) -> None:
    found = read_patient_table(table(tmp_path, blank + json.dumps({"r/1": {"nombre": "Ana"}}), "a.json"))
    assert set(found.fields) == {"r/1"}


def test_both_forms_of_json(tmp_path: Path) -> None:
    fields = {"nombre": "Olalla", "nhc": 12345678901234567890, "movil": ["600111222", "600111333"], "fax": None}
    keyed = read_patient_table(table(tmp_path, json.dumps({"r/1": fields}), "a.json"))
    listed = read_patient_table(table(tmp_path, json.dumps([{"informe": "r/1", **fields}]), "b.json"))
    assert keyed == listed
    assert keyed.fields["r/1"].of(FieldKind.IDENTIFIER) == ("12345678901234567890",)
    assert keyed.fields["r/1"].of(FieldKind.PHONE) == ("600111222", "600111333")


@pytest.mark.parametrize(
    ("content", "line", "detail"),
    [
        ("", 1, "empty"),
        (" \n ", 1, "empty"),
        ("nombre,apellidos\nOlalla,Ficticio\n", 1, "no column for the report"),
        ("informe,color\n1,azul\n", 1, "no known column"),
        ("informe,nombre\n1,Olalla\n,Ubaldo\n", 3, "no report id"),
        ("informe,nombre\n1,Olalla\n2,Ubaldo,de más\n", 3, "3 columns instead of 2"),
        ('informe,nombre\n1,"Olalla\n2,Ubaldo\n', 2, "no CSV"),
        ('informe,nombre\n1,"Ola\nlla"\n2,"x"y\n', 4, "no CSV"),
        ("informe,nombre\n1," + "a" * 5000 + "\n", 2, "5000 characters"),
        ("informe,nombre\n1," + "a" * 200_000 + "\n", 2, "no CSV"),
        ("id," * 300 + "nombre\n", 1, "too many"),
        ('{"1": {"nombre": "Olalla"}\n', 2, "no JSON"),
        ('{"1": {"nombre": "Olalla"},\n"2": 3}', 2, "object"),
        ('{"1":\n{"nombre": {"x": 1}}}', 1, "text, a number or a list"),
        ('[{"nombre": "Olalla"}]', 1, "no report id"),
        ('[{"id": "1", "nombre": true}]', 1, "text, a number or a list"),
        ("[" * 100_000, 1, "deeply"),
        ("[] x", 1, "no JSON"),
        ('[{"id": "1"}', 1, "no JSON"),
        ("{3: {}}", 1, "no JSON"),
    ],
)
def test_a_broken_table_is_told_with_its_line_and_without_its_values(
    tmp_path: Path, content: str, line: int, detail: str
) -> None:
    with pytest.raises(PatientTableError) as caught:
        read_patient_table(table(tmp_path, content))
    told = caught.value
    assert told.params["line"] == line
    assert detail in str(told.params["detail"])
    for language in ("es", "en"):
        assert not any(value in told.what(language) for value in ("Olalla", "Ubaldo", "Ficticio", "aaaa"))
        assert told.remedy(language)


def test_what_is_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReportBinaryError):
        read_patient_table(table(tmp_path, b"PK\x03\x04" + bytes(50), "t.xlsx"))
    with pytest.raises(ReportUnreadableError):
        read_patient_table(tmp_path / "falta.csv")


@given(st.text(max_size=300) | st.from_regex(r'\A[\[{](\s|[\[\]{}:,"a1]){0,60}\Z'))
def test_any_text_is_a_table_or_told(tmp_path_factory: pytest.TempPathFactory, content: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(content.encode("utf-8", "replace"))
    try:
        read = read_patient_table(path)
    except DeidError:
        return
    assert all(report.strip() for report in read.fields)


def test_values_are_left_out_of_what_might_be_logged(tmp_path: Path) -> None:
    read = read_patient_table(table(tmp_path, "id,nombre\n1,Olalla\n"))
    assert "Olalla" not in repr(read.fields["1"])
