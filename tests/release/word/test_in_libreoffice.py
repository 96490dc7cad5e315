"""Released Word documents, opened by another program, where one is there: LibreOffice shows all of their text."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import docx as python_docx
import pytest
from PIL import Image

from deid_studio.formats.conversion.docx import read_docx
from deid_studio.formats.conversion.pdf import read_pdf
from deid_studio.release.made_documents import docx_bytes
from deid_studio.release.word.original import Change, released_docx

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not there to open the documents"),
]
NAME, NEW = "Lucía Montero", "Ana Ruiz de la Fuente"


@pytest.fixture
def shown(tmp_path: Path) -> Callable[[bytes], str]:
    """The text that LibreOffice shows of a document."""

    def show(data: bytes) -> str:
        (tmp_path / "d.docx").write_bytes(data)
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{tmp_path}/own", "--headless", "--convert-to", "pdf",
             "--outdir", tmp_path, tmp_path / "d.docx"],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        return " ".join(read_pdf((tmp_path / "d.pdf").read_bytes()).text.split())

    return show


def letter() -> bytes:
    """Headers, footers, tables, lists, a comment, a picture, hidden text, and a name in runs of several looks."""
    document, pixels, data = python_docx.Document(), io.BytesIO(), io.BytesIO()
    Image.new("RGB", (60, 20), "navy").save(pixels, "PNG")
    section = document.sections[0]
    section.header.paragraphs[0].text = f"Membrete de {NAME}"
    section.footer.paragraphs[0].text = f"Pie de {NAME}"
    document.add_heading("Informe de alta", 1)
    table = document.add_table(2, 2, style="Table Grid")
    table.cell(0, 0).text, table.cell(0, 1).text = "Nombre", NAME
    table.cell(1, 0).merge(table.cell(1, 1)).text = f"Celda de {NAME}"
    line = document.add_paragraph("Ingresa ")
    line.add_run("Lucía").bold = True
    line.add_run(" Montero").italic = True
    noted = line.add_run(" con fiebre.")
    if hasattr(document, "add_comment"):
        document.add_comment(noted, text=f"Llamar a {NAME}", author=NAME, initials="LM")
    document.add_paragraph(f"Punto de {NAME}", style="List Bullet")
    document.add_paragraph("Visible.").add_run(f" Oculto de {NAME}").font.hidden = True
    document.add_picture(io.BytesIO(pixels.getvalue()))
    document.add_page_break()
    document.add_paragraph(f"Segunda página de {NAME}")
    document.save(data)
    return data.getvalue()


def test_a_document_in_its_layout_opens_with_all_that_was_read(shown: Callable[[bytes], str]) -> None:
    raw = letter()
    text = read_docx(raw).text
    places = [at for at in range(len(text)) if text.startswith(NAME, at)]
    made = released_docx(raw, text, [Change(at, at + len(NAME), NEW) for at in places], {NAME, "Lucía", "Montero"})
    seen = shown(made.data)
    for words in (f"Membrete de {NEW}", f"Pie de {NEW}", f"Nombre {NEW}", f"Celda de {NEW}", f"Punto de {NEW}",
                  f"Ingresa {NEW} con fiebre.", "Visible.", f"Segunda página de {NEW}"):  # fmt: skip
        assert words in seen, words
    assert "Lucía" not in seen and "Montero" not in seen and "Oculto" not in seen


def test_a_document_made_anew_opens_with_its_text(shown: Callable[[bytes], str]) -> None:
    text = "INFORME\n\nNombre:\tAna\n\nPrueba      Valor   Unidad\nGlucosa     104     mg/dl\nSodio       140     mEq\n"
    assert shown(docx_bytes(text)) == " ".join(text.split())
