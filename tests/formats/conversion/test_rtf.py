"""RTF: letters in any code page, what stands beside the running text, and files that end too early."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.errors import DeidError, DocumentDamagedError
from deid_studio.formats.conversion.documents import convert
from deid_studio.formats.conversion.rtf import read_rtf

HEAD = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fnil\fcharset238 Arial CE;}}"


def text(body: str, head: str = HEAD) -> str:
    return read_rtf(f"{head}{body}}}".encode("latin-1")).text


def told(body: str) -> dict[str, int]:
    return {taken.part.name: taken.count for taken in read_rtf(f"{HEAD}{body}}}".encode("latin-1")).told}


def test_accents_are_read_in_every_way_of_writing_them() -> None:
    assert text(r"\pard Luc\'eda Mu\u241?oz, Jos\'E9 R\u237\'edos \u-10179?\u-8704? Peña\par") == (
        "Lucía Muñoz, José Ríos 😀 Peña\n"
    )


def test_a_font_says_its_code_page_until_its_group_ends() -> None:
    assert text(r"{\f1 \'f8\'9e} \'f8") == "řž ø\n"


def test_a_code_page_with_two_bytes_a_letter() -> None:
    assert text(r"\'b0\'a1", r"{\rtf1\ansi\ansicpg949") == "가\n"


def test_the_letters_for_old_programs_are_left_out() -> None:
    assert text(r"{\uc2\u237 ab}x{\uc0\u237}y") == "íxíy\n"


def test_headers_notes_comments_and_text_boxes_are_read() -> None:
    body = (
        r"{\header \pard Hospital de Villabrezo\par}{\footer Tel. 611 222 333}"
        r"\pard Informe\par Vive sola{\*\atnid EM}{\*\atnauthor x}\chatn{\*\annotation Preguntar a Elvira}."
        r"{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt Etiqueta: Montero\par}}{\shprslt Etiqueta: Montero}}"
        r"{\super 1{\footnote Dr. Soto}}\par Fin"
    )
    assert text(body) == (
        "Hospital de Villabrezo\n\nInforme\nVive sola.1\nFin\n\nEtiqueta: Montero\n\nTel. 611 222 333\n\nDr. Soto\n\n"
        "Preguntar a Elvira\n"
    )
    assert told(body) == {"HEADERS": 2, "NOTES": 1, "COMMENTS": 1, "BOXES": 1}


def test_tracked_changes_hidden_text_pictures_and_objects_are_told() -> None:
    body = (
        r"Paciente {\deleted Ana Ruiz}{\revised Luc\'eda}{\v oculto}{\*\shppict{\pict\pngblip 89504e47}}{\nonshppict"
        r"{\pict 00}}{\object\objemb{\*\objdata 0105}{\result tabla}}"
    )
    assert text(body) == "Paciente Lucíaocultotabla\n\nAna Ruiz\n"
    assert told(body) == {"INSERTIONS": 1, "DELETIONS": 1, "HIDDEN": 1, "PICTURES": 1, "OBJECTS": 1}


def test_tables_fields_and_signs() -> None:
    body = (
        r"\trowd Nombre\cell Luc\'eda\cell\row{\field{\*\fldinst HYPERLINK x}{\fldrslt enlace}}\line\{a\}\\"
        r"\emdash\~b\_c\-d{\info{\author Soto}}{\*\desconocido x}"
    )
    assert text(body) == "Nombre\tLucía\nenlace\n{a}\\— b-cd\n"


def test_raw_data_is_not_read_as_text() -> None:
    assert text("a{\\pict\\bin5 }{}}{}b") == "ab\n"


@pytest.mark.parametrize("raw", [b"{\\rtf1 Luc", b"{\\rtf1 {\\b Ana}", b"{\\rtf1 a\\", b"{\\rtf1\\bin99999999999 a}"])
def test_a_file_that_ends_too_early_is_damaged(raw: bytes) -> None:
    with pytest.raises(DocumentDamagedError):
        read_rtf(raw)


@pytest.mark.parametrize("before", [b"\n", b"\xef\xbb\xbf", b"\x00\r\n "])
def test_what_stands_before_the_document_hides_nothing(before: bytes) -> None:
    assert convert(before + f"{HEAD}Ana}}".encode(), Path("a.rtf")).text == "Ana\n"


def test_deep_nesting_is_read() -> None:
    assert text("{" * 100_000 + "a" + "}" * 100_000) == "a\n"


@settings(max_examples=150)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=30))
def test_any_letters_come_back(word: str) -> None:
    units = word.encode("utf-16-le")
    numbers = [int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2)]
    assert text("".join(f"\\u{number}?" for number in numbers)) == f"{word}\n"


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["{", "}", "\\par ", "\\u9?", "\\'e9", "\\*", "\\header ", "\\bin3 ", "a", "\\f1 "])))
def test_any_file_gives_text_or_an_error_for_people(pieces: list[str]) -> None:
    with contextlib.suppress(DeidError):
        text("".join(pieces))
