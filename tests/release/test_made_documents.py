"""Documents made of a released text: Word and PDF that read back as the text and tell nothing else."""

from __future__ import annotations

import io
import re
import zipfile

import docx as python_docx
import pypdfium2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deid_studio.formats.conversion.converted import tidy
from deid_studio.formats.conversion.docx import read_docx
from deid_studio.formats.conversion.pdf import read_pdf
from deid_studio.release.made_documents import docx_bytes, in_columns, pdf_bytes

LETTER = (
    "INFORME DE ALTA\n\nPaciente: [**NOMBRE 1**]   NHC: ██████\n"
    "\tNiño de 3 años, ¿fiebre? «38,5 ºC» — α1-antitripsina ≥ 2\n"
    "Tensión 120/80 → 110/70; pO₂ ½ ± 3 µg, €, ✓ ☐ Ω łőž Ñandú & <b>\n"
)
TABLE = (
    "Determinación      Resultado   Unidades\n"
    "Glucosa            104         mg/dl\n"
    "Ácido úrico        5,1         mg/dl\n"
)
WORDS = st.text(
    st.sampled_from("abcñÑáéíóúüç¿¡ºª«»–—…€█▒αβγΔΩµ≤≥±½²→✓☐()[]*.,;:/%&<>\"'0123456789 "), min_size=1, max_size=60
)


def words_of(text: str) -> str:
    return "".join(text.split())


def test_word_has_a_paragraph_for_each_line() -> None:
    raw = docx_bytes(LETTER)
    assert read_docx(raw).text == tidy(LETTER)
    paragraphs = [one.text for one in python_docx.Document(io.BytesIO(raw)).paragraphs]
    assert paragraphs == LETTER.splitlines()


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(codec="utf-8")))
@example("")
@example("\x00\x0c\ufffe\r\n\r\u2028x")
def test_any_text_reads_back_from_word(text: str) -> None:
    assert read_docx(docx_bytes(text)).text == tidy(text)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, max_size=8))
@example([" ".join(["palabra"] * 80), "x" * 300])
@example(["a  b", "   sangrado", "uno    dos", "tre    dos"])
def test_any_text_reads_back_from_pdf_up_to_its_wrapping(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert words_of(read_pdf(pdf_bytes(text)).text) == words_of(text)


def test_pdf_keeps_lines_and_says_on_which_page_one_is() -> None:
    assert read_pdf(pdf_bytes(LETTER)).text.splitlines()[0] == "INFORME DE ALTA"
    assert re.findall(r"(?m)^\d+ / \d+$", read_pdf(pdf_bytes(LETTER)).text) == []
    long = "".join(f"Línea {number}\n" for number in range(100))
    read = read_pdf(pdf_bytes(long)).text
    assert [line for line in read.split("\n") if line.startswith("Línea")] == long.split("\n")[:-1]
    assert re.findall(r"(?m)^\d+ / \d+$", read) == ["1 / 2", "2 / 2"]


def test_every_letter_lies_on_the_page() -> None:
    document = pypdfium2.PdfDocument(pdf_bytes(f"{'ancho ' * 60}\n{'W' * 400}\n\ta\tb\t{'c' * 200}\n{TABLE}"))
    for page in document:
        width, height = page.get_size()
        letters = page.get_textpage()
        for index in range(letters.count_chars()):
            left, bottom, right, top = letters.get_charbox(index)
            assert 50 <= left <= right <= width - 50 and 20 <= bottom <= top <= height - 50


def test_columns_are_set_in_letters_of_one_width() -> None:
    lines = f"Texto   con un hueco\n\n{TABLE}".splitlines()
    assert in_columns(lines) == {2, 3, 4}
    page = pypdfium2.PdfDocument(pdf_bytes("\n".join(lines)))[0].get_textpage()
    text = page.get_text_range()
    starts = {round(page.get_charbox(text.index(word))[0]) for word in ("Resultado", "104", "5,1")}
    assert max(starts) - min(starts) <= 2
    styles = [one.style.name for one in python_docx.Document(io.BytesIO(docx_bytes("\n".join(lines)))).paragraphs]
    assert styles == ["Normal", "Normal", "Plain Text", "Plain Text", "Plain Text"]


@pytest.mark.parametrize("make", [docx_bytes, pdf_bytes])
def test_the_same_text_gives_the_same_bytes(make) -> None:
    assert make(LETTER) == make(LETTER) != make(f"{LETTER}.")


def test_nobody_is_named_as_the_author() -> None:
    told = pypdfium2.PdfDocument(pdf_bytes(LETTER)).get_metadata_dict()
    assert {key: value for key, value in told.items() if value and not key.endswith("Date")} == {}
    assert {told["CreationDate"], told["ModDate"]} == {"D:20000101000000+00'00'"}
    with zipfile.ZipFile(io.BytesIO(docx_bytes(LETTER))) as archive:
        assert not [name for name in archive.namelist() if "docProps" in name or "thumbnail" in name]
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_letters_are_embedded() -> None:
    document = pypdfium2.PdfDocument(pdf_bytes(f"{LETTER}\n{TABLE}"))
    fonts = {one.get_font().get_base_name() for one in document[0].get_objects() if hasattr(one, "get_font")}
    assert len(fonts) == 2 and all("DejaVu" in name for name in fonts)
    assert all(one.get_font().is_embedded for one in document[0].get_objects() if hasattr(one, "get_font"))
