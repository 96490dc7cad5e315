"""PDF: the text layer by pages, what was filled in and noted, and what only a person can read."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader

from deid_studio.errors import DeidError, DocumentDamagedError, DocumentLockedError, DocumentTooLargeError
from deid_studio.formats.conversion import pdf as reader
from deid_studio.formats.conversion.pdf import read_pdf

Make = Callable[..., bytes]


def told(raw: bytes) -> dict[str, int]:
    return {taken.part.name: taken.count for taken in read_pdf(raw).told}


def scanned(canvas) -> None:
    image = io.BytesIO()
    Image.new("L", (8, 8), 128).save(image, "PNG")
    canvas.drawImage(ImageReader(image), 60, 60, 400, 600)


def test_the_text_of_all_pages_is_read(pdf: Make) -> None:
    raw = pdf(["Nombre: Lucía Montero Ríos", "Fecha: 03/04/2021"], ["Página 2: Nuñez"])
    assert read_pdf(raw).text == "Nombre: Lucía Montero Ríos\nFecha: 03/04/2021\n\nPágina 2: Nuñez\n"
    assert told(raw) == {}


def test_equal_pages_are_all_read(pdf: Make) -> None:
    assert read_pdf(pdf(["Sin cambios"], ["Sin cambios"])).text == "Sin cambios\n\nSin cambios\n"


def test_a_hyphen_at_the_end_of_a_line_stays(pdf: Make) -> None:
    assert read_pdf(pdf(["Vista por Ana García-", "Lopez hoy"])).text == "Vista por Ana García-\nLopez hoy\n"


def test_scanned_pages_and_pictures_are_told_and_empty_pages_are_not(pdf: Make) -> None:
    def with_picture(canvas) -> None:
        scanned(canvas)
        canvas.drawString(60, 780, "Hospital de Villabrezo")

    raw = pdf(scanned, with_picture, [])
    assert read_pdf(raw).text == "Hospital de Villabrezo\n"
    assert told(raw) == {"PAGES": 1, "PICTURES": 1}


def test_what_is_filled_in_and_noted_stands_at_the_end_of_its_page(pdf: Make) -> None:
    def page(canvas) -> None:
        canvas.drawString(60, 780, "Nombre:")
        canvas.acroForm.textfield(name="a", value="Lucía Montero", x=120, y=770, width=200, height=20)
        canvas.acroForm.checkbox(name="b", checked=True, x=20, y=20)
        canvas.textAnnotation("Llamar a Elvira", Rect=[10, 10, 30, 30])

    raw = pdf(page, ["Fin"])
    assert read_pdf(raw).text == "Nombre:\nLucía Montero\nLlamar a Elvira\n\nFin\n"
    assert told(raw) == {"COMMENTS": 1, "FIELDS": 1}


def test_a_password_is_told_unless_it_is_empty(pdf: Make) -> None:
    with pytest.raises(DocumentLockedError):
        read_pdf(pdf(["x"], encrypt=StandardEncryption("secreta", "otra")))
    assert read_pdf(pdf(["Legible"], encrypt=StandardEncryption("", "otra", canCopy=0))).text == "Legible\n"


def test_too_many_pages_are_refused(pdf: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGES_LIMIT", 2)
    with pytest.raises(DocumentTooLargeError):
        read_pdf(pdf(["a"], ["b"], ["c"]))


@pytest.mark.parametrize("raw", [b"", b"%PDF-1.7", b"%PDF-1.4\n%%EOF", b"\x00" * 100])
def test_what_is_no_pdf_is_damaged(raw: bytes) -> None:
    with pytest.raises(DocumentDamagedError):
        read_pdf(raw)


@settings(max_examples=60)
@given(st.data())
def test_any_damage_gives_text_or_an_error_for_people(data: st.DataObject) -> None:
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, invariant=1)
    canvas.drawString(60, 700, "Lucía Montero")
    canvas.save()
    raw = bytearray(stream.getvalue())
    at = data.draw(st.integers(0, len(raw) - 1))
    noise = data.draw(st.binary(min_size=1, max_size=8))
    raw[at : at + len(noise)] = noise
    with contextlib.suppress(DeidError):
        read_pdf(bytes(raw))
