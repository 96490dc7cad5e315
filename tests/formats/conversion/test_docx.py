"""Word documents: everything that is written in one, in reading order, and nothing that only says how it looks."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.errors import DeidError, DocumentDamagedError, DocumentTooLargeError
from deid_studio.formats.conversion import docx as reader
from deid_studio.formats.conversion.docx import read_docx

Make = Callable[..., bytes]

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
P = "http://schemas.openxmlformats.org/package/2006/relationships"


def package(body: str, parts: dict[str, tuple[str, str]] | None = None, main: str = "w:document") -> bytes:
    """A document by hand; `parts` are, by name, the end of the relationship's type and the content."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{P}"><Relationship Id="r" Type="{R}/officeDocument" Target="word/document.xml"/>'
            "</Relationships>",
        )
        archive.writestr("word/document.xml", f'<{main} xmlns:w="{W}"><w:body>{body}</w:body></{main}>')
        links = "".join(
            f'<Relationship Id="r{number}" Type="{R}/{kind}" Target="{name}"/>'
            for number, (name, (kind, _)) in enumerate((parts or {}).items())
        )
        archive.writestr("word/_rels/document.xml.rels", f'<Relationships xmlns="{P}">{links}</Relationships>')
        for name, (_, content) in (parts or {}).items():
            archive.writestr(f"word/{name}", f'<w:part xmlns:w="{W}">{content}</w:part>')
    return data.getvalue()


def p(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def told(raw: bytes) -> dict[str, int]:
    return {taken.part.name: taken.count for taken in read_docx(raw).told}


def test_a_letter_is_read_with_its_table_header_and_footer(docx: Make) -> None:
    def shape(document) -> None:
        table = document.add_table(2, 2)
        for cell, text in zip(table._cells, ("Nombre", "Lucía Montero", "NHC", "556677"), strict=True):
            cell.text = text
        document.add_paragraph("Atentamente,")
        document.sections[0].header.paragraphs[0].text = "Hospital de Villabrezo"
        document.sections[0].footer.paragraphs[0].text = "Tel. 611 222 333"

    raw = docx("INFORME DE ALTA", shape=shape)
    assert read_docx(raw).text == (
        "Hospital de Villabrezo\n\nINFORME DE ALTA\nNombre\tLucía Montero\nNHC\t556677\nAtentamente,\n"
        "\nTel. 611 222 333\n"
    )
    assert told(raw) == {"HEADERS": 2}


def test_comments_are_read(docx: Make) -> None:
    def shape(document) -> None:
        document.add_comment(document.paragraphs[0].runs, text="Preguntar a su hija Elvira", author="x")

    raw = docx("Vive sola.", shape=shape)
    assert read_docx(raw).text == "Vive sola.\n\nPreguntar a su hija Elvira\n"
    assert told(raw) == {"COMMENTS": 1}


def test_tracked_changes_stand_where_they_belong_and_what_was_deleted_last() -> None:
    raw = package(
        "<w:p><w:r><w:t>Paciente </w:t></w:r><w:del><w:r><w:delText>Ana </w:delText></w:r><w:r>"
        "<w:delText>Ruiz</w:delText></w:r></w:del><w:ins><w:r><w:t>Lucía Montero</w:t></w:r></w:ins></w:p>"
        "<w:p><w:moveFrom><w:r><w:t>Vista en Soria</w:t></w:r></w:moveFrom></w:p>" + p("Fin")
    )
    assert read_docx(raw).text == "Paciente Lucía Montero\n\nFin\n\nAna Ruiz\nVista en Soria\n"
    assert told(raw) == {"INSERTIONS": 1, "DELETIONS": 2}


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    box = f"<w:txbxContent>{p('Etiqueta: Montero, L.')}</w:txbxContent>"
    raw = package(
        '<w:p xmlns:mc="m" xmlns:wps="s" xmlns:v="v"><w:r><w:t>Arriba</w:t></w:r><w:r><mc:AlternateContent>'
        f"<mc:Choice><w:drawing><wps:txbx>{box}</wps:txbx></w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r></w:p>" + p("Abajo")
    )
    assert read_docx(raw).text == "Arriba\nEtiqueta: Montero, L.\nAbajo\n"
    assert told(raw) == {"BOXES": 1}


def test_notes_stand_after_the_text_and_equal_headers_once() -> None:
    raw = package(
        p("Texto"),
        {
            "header2.xml": ("header", p("Hospital")),
            "header10.xml": ("header", p("Planta 3")),
            "header1.xml": ("header", p("Hospital")),
            "footnotes.xml": ("footnotes", f"<w:footnote>{p('Nota: Dr. Soto')}</w:footnote>"),
            "endnotes.xml": ("endnotes", f"<w:endnote>{p('Al final')}</w:endnote>"),
        },
    )
    assert read_docx(raw).text == "Hospital\n\nPlanta 3\n\nTexto\n\nNota: Dr. Soto\n\nAl final\n"


def test_a_row_whose_cells_have_several_lines_is_read_cell_by_cell() -> None:
    inner = f"<w:tbl><w:tr><w:tc>{p('a')}</w:tc><w:tc>{p('b')}</w:tc></w:tr></w:tbl>"
    raw = package(
        f"<w:tbl><w:tr><w:sdt><w:sdtContent><w:tc>{p('Uno')}{p('Dos')}</w:tc></w:sdtContent></w:sdt>"
        f"<w:tc>{inner}{p('')}</w:tc></w:tr></w:tbl>"
    )
    assert read_docx(raw).text == "Uno\nDos\na\tb\n"


def test_signs_hidden_text_and_what_cannot_be_read() -> None:
    raw = package(
        "<w:p><w:r><w:t>García</w:t><w:noBreakHyphen/><w:t>Lo</w:t><w:softHyphen/><w:t>pe\xadz\xa0M.</w:t><w:tab/><w:t>x"
        "</w:t><w:br/><w:t>y</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>oculto</w:t></w:r>"
        '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:instrText>MERGEFIELD x</w:instrText></w:r>'
        '<w:r><w:drawing xmlns:a="a"><a:blip/></w:drawing><w:object xmlns:o="o"><o:OLEObject/></w:object></w:r></w:p>'
    )
    assert read_docx(raw).text == "García-Lopez M.\tx\nyoculto\n"
    assert told(raw) == {"HIDDEN": 1, "PICTURES": 1, "OBJECTS": 1}


@settings(max_examples=60)
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=40), max_size=6))
def test_each_paragraph_is_a_line_with_its_words(paragraphs: list[str]) -> None:
    escaped = (text.replace("&", "&amp;").replace("<", "&lt;") for text in paragraphs)
    text = read_docx(package("".join(map(p, escaped)))).text
    assert text.split() == " ".join(paragraphs).replace("\u2060", "").split()


# --- documents of strangers ----------------------------------------------------------------------------------


def test_entities_are_refused() -> None:
    raw = package(p("x"), {"header1.xml": ("header", "")})
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as before, zipfile.ZipFile(data, "w") as after:
        for name in before.namelist():
            declared = '<!DOCTYPE a [<!ENTITY b "bbb">]><a>&b;&b;</a>'
            after.writestr(name, declared if name == "word/header1.xml" else before.read(name))
    with pytest.raises(DocumentDamagedError):
        read_docx(data.getvalue())


def test_what_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "UNPACKED_MB", 1)
    raw = package(p("a" * 3_000_000))
    assert len(raw) < 10_000
    with pytest.raises(DocumentTooLargeError):
        read_docx(raw)


def test_a_spreadsheet_is_no_document() -> None:
    with pytest.raises(DocumentDamagedError):
        read_docx(package("", main="w:workbook"))


@pytest.mark.parametrize("length", [0, 4, 30, 200, 500])
def test_a_document_cut_short_is_damaged(length: int) -> None:
    with pytest.raises(DocumentDamagedError):
        read_docx(package(p("Lucía Montero"))[:length])


def test_an_encoding_that_nobody_knows_is_damage() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package(p("Lucía Montero")))) as before, zipfile.ZipFile(data, "w") as after:
        for name in before.namelist():
            declared = b'<?xml version="1.0" encoding="UTF-9"?>' if name == "word/document.xml" else b""
            after.writestr(name, declared + before.read(name))
    with pytest.raises(DocumentDamagedError):
        read_docx(data.getvalue())


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(DocumentDamagedError):
        read_docx(package("<w:r>" * 50_000 + "</w:r>" * 50_000))


@settings(max_examples=150)
@given(st.integers(0, 5_000), st.binary(min_size=1, max_size=8))
def test_any_damage_gives_text_or_an_error_for_people(at: int, noise: bytes) -> None:
    raw = bytearray(package(p("Lucía Montero"), {"header1.xml": ("header", p("Hospital"))}))
    at %= len(raw)
    raw[at : at + len(noise)] = noise
    with contextlib.suppress(DeidError):
        read_docx(bytes(raw))
