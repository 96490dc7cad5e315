"""HTML: lines and tables as on the screen, encodings as browsers take them, hidden text told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.formats.conversion.html import read_html


def told(page: str) -> dict[str, int]:
    return {taken.part.name: taken.count for taken in read_html(page.encode()).told}


def test_blocks_are_lines_and_rows_have_tabs() -> None:
    page = """<!DOCTYPE html><html><head><title>Informe de alta</title><style>p {color: red}</style>
    <script>var paciente = "no";</script></head><body><h1>Hospital</h1>
    <table><tr><td>Nombre</td><td><p>Lucía <b>Mont</b>ero</p></td></tr>
    <tr><td>NHC<td>556677</table>
    <p>Acude con
       su hermana&nbsp;Elvira.<br>Edad: 61&nbsp;a&ntilde;os &lt;sic&gt;</p><ul><li>Uno<li>Dos</ul></body></html>"""
    assert read_html(page.encode()).text == (
        "Informe de alta\nHospital\nNombre\tLucía Montero\nNHC\t556677\nAcude con su hermana Elvira.\n"
        "Edad: 61 años <sic>\nUno\nDos\n"
    )
    assert told(page) == {}


def test_preformatted_text_keeps_its_blanks() -> None:
    assert read_html(b"<p>a  b</p><pre>Nombre:   Ana\n  NHC:    1</pre>").text == "a b\nNombre:   Ana\n  NHC:    1\n"


def test_hidden_text_is_read_and_told() -> None:
    page = '<div style="display: none">Lucía <div>M.</div></div><p hidden>Ana</p><template>Eva</template><p>Fin'
    assert read_html(page.encode()).text == "Lucía\nM.\nAna\nEva\nFin\n"
    assert told(page) == {"HIDDEN": 3}


def test_fields_are_read_and_pictures_and_frames_told() -> None:
    page = (
        'Nombre: <input value="Lucía Montero"><input type="hidden" value="x"><textarea>Vive  sola</textarea>'
        '<img src="a.png"><iframe src="b"></iframe>'
    )
    assert read_html(page.encode()).text == "Nombre: Lucía Montero\nVive  sola\n"
    assert told(page) == {"FIELDS": 1, "PICTURES": 1, "OBJECTS": 1}


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ('<meta charset="iso-8859-1">', "cp1252"),
        ("<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=windows-1252'>", "cp1252"),
        ('<?xml version="1.0" encoding="ISO-8859-15"?>', "iso8859-15"),
        ('<meta charset="utf-8">', "utf-8"),
        ('<meta charset="utf-8">', "cp1252"),  # declared by habit
        ('<meta charset="zip">', "utf-8"),  # no encoding of text
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("", "utf-16"),
        ("", "cp1252"),
    ],
)
def test_encodings_are_found_out(head: str, encoding: str) -> None:
    assert read_html(f"{head}<p>Muñoz Peñíscola</p>".encode(encoding)).text == "Muñoz Peñíscola\n"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>a <![CDATA[ b ]]> c", "a c\n"),
        ("<![if !supportLists]>Ana<![endif]><![loquesea<p>Gil", "AnaGil\n"),
        (f"a&#{'9' * 5000};b&#150;&noexiste;", "a\ufffdb–&noexiste;\n"),
        ("<div>" * 20_000 + "hondo", "hondo\n"),
        (f"<p {'a' * 100_000}='{'b' * 100_000}'>c", "c\n"),
        ("x < y &amp;lt; z <3", "x < y &lt; z <3\n"),
        ("a\x00b", "a b\n"),
        (" \n", ""),
    ],
    ids=["CDATA", "unknown marks", "a number too long", "depth", "long attributes", "signs", "zero", "blank"],
)
def test_what_is_odd_is_read_as_browsers_do(page: str, text: str) -> None:
    assert read_html(page.encode()).text == text


def test_no_file_is_read_and_no_entity_of_its_own_is_known(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secreto")
    page = f'<!DOCTYPE html [<!ENTITY x SYSTEM "file://{tmp_path}/secret"><!ENTITY y "yy">]><p>&x; &y;</p>'
    text = read_html(page.encode()).text
    assert "secreto" not in text and "&x; &y;" in text


_TAGS = "<p> </p> <td> </td> <tr> <table> </table> <br> </div> <pre> <!-- --> <![CDATA[ <![x &#x &#99999999999 & <"
_PIECES = (*_TAGS.split(), "a", " ", "\x00")


@settings(max_examples=200)
@given(st.lists(st.sampled_from([*_PIECES, "<div hidden>"])))
def test_any_page_is_read(pieces: list[str]) -> None:
    text = read_html("".join(pieces).encode()).text
    assert text == "" or text.endswith("\n")
