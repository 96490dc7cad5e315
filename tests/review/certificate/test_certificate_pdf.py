"""The certificate as HTML and PDF: the same contents, in both languages, with no names but the reviewers'."""

from __future__ import annotations

import html
import io
import re
from dataclasses import replace
from hashlib import sha256

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.formats.conversion.pdf import read_pdf
from deid_studio.formats.document_properties import document_properties
from deid_studio.model.tagset import load_tagset
from deid_studio.release.pdf_letters import SANS, Letters, lines_of, new_canvas, width
from deid_studio.release.policy import load_policy
from deid_studio.review.certificate.certificate_page import Page, certificate_page, html_bytes
from deid_studio.review.certificate.certificate_pdf import pdf_bytes
from deid_studio.review.certificate.release_certificate import Certificate, ReportLine, SecondReading, VaultMark

TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


DATES = "FECHAS"
DECIDED = {(one.name, "accepted"): 7 for one in TAGSET} | {
    (DATES, "relabelled"): 2, (DATES, "resized"): 3, (DATES, "added"): 4, (DATES, "rejected"): 1,
}  # fmt: skip


def certificate(count: int = 3, **more: object) -> Certificate:
    lines = tuple(
        ReportLine(
            f"planta/informe-{number}", "0" * 64, sha256(bytes([number % 256])).hexdigest(), ("Dra. Begoña Íñiguez",),
            "2026-03-12T10:11:12", 0.98, 1,
        )
        for number in range(count)
    )  # fmt: skip
    plain = Certificate(
        load_policy("research"), TAGSET, lines, {"not-signed": 3}, ("hybrid 1.4",), DECIDED,
        {(one.name, "surrogate"): 12 for one in TAGSET}, SecondReading(20, 9000, 340, 2, 2),
    )  # fmt: skip
    return replace(plain, **more)


def contents(page: Page) -> list[str]:
    found = [page.title, page.lead, page.remark, *(one for fact in page.facts for one in fact)]
    for part in page.parts:
        found += [part.title, part.text]
        if part.table is not None:
            found += [head for _, head in part.table.columns]
            found += [cell for row in part.table.rows for cell in row]
    return found


def bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("vault", [None, VaultMark("a1b2c3d4e5f60718", 1), VaultMark("a1b2c3d4e5f60718", 2)])
def test_html_and_pdf_say_all_of_it(language, vault):
    page = certificate_page(certificate(vault=vault), language)
    for text in (html.unescape(html_bytes(page).decode()), read_pdf(pdf_bytes(page)).text):
        # Columns are read across: what is on several lines of a cell is not in one piece.
        words = [bare(word) for one in contents(page) for word in one.split()]
        missing = [word for word in words if word not in bare(text) and len(word) < 40]
        assert not missing
    assert ("seudonimizados" in str(page.facts) or "pseudonymised" in str(page.facts)) == (vault is not None)
    assert ("a1b2c3d4e5f60718" in read_pdf(pdf_bytes(page)).text) == (vault is not None)


@pytest.mark.parametrize("language", ["es", "en"])
def test_decisions_are_told_by_class_or_that_they_are_unknown(language):
    title, rejected, undecided = {
        "es": ("Decisiones por clase", "rechazada", "sin decidir"),
        "en": ("Decisions by class", "rejected", "not decided"),
    }[language]
    classes = len(list(TAGSET))

    def told(**more):
        page = certificate_page(certificate(**more), language)
        return next(part for part in page.parts if part.title == title)

    table = told().table
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows[TAGSET[DATES].title_in(language)] == ("7", "5", "4", "1")
    assert table.rows[-1][1:] == (str(7 * classes), "5", "4", "1") and len(table.rows) == classes + 1
    assert table.columns[-1][1] == rejected
    part = told(decisions={**DECIDED, (DATES, "pending"): 6}, unknown_decisions=1)
    assert part.table.columns[-1][1] == undecided and part.table.rows[-1][-1] == "6" and part.text.endswith(": 1.")
    part = told(decisions={}, unknown_decisions=3)
    assert part.table is None and part.text.startswith({"es": "No constan", "en": "Not known"}[language])


def test_what_stays_as_written_is_told_of_surrogates_alone_and_that_nobody_attacked_always():
    def titles(policy: str) -> list[str]:
        page = certificate_page(certificate(policy=load_policy(policy)), "en")
        assert any(part.text == "None is known: what an attacker achieves cannot be told." for part in page.parts)
        return [part.title for part in page.parts]

    assert "What stays as it is written" in titles("research")
    assert "What stays as it is written" not in titles("meddocan-tags")


def test_what_is_to_be_read_over_is_counted():
    words = "Places to read over"
    assert words not in str(certificate_page(certificate(), "en").facts)
    facts = dict(certificate_page(certificate(to_read_over={"agreement": 2, "tagged": 1}), "en").facts)
    assert next(said for name, said in facts.items() if name.startswith(words)) == "3"


def test_the_same_page_gives_the_same_pdf_and_it_tells_nothing_else():
    page = certificate_page(certificate(), "es")
    raw = pdf_bytes(page)
    assert raw == pdf_bytes(page)
    dated = {"CreationDate", "ModDate"}  # always the same day, not that of the release
    told = dict(document_properties(raw))
    assert {key: told[key] for key in told if key not in dated} == {"Title": "Certificado de publicación"}
    assert all(told[key].startswith("D:20000101") for key in dated)
    assert b"/Lang" in raw


def test_heads_of_a_table_stand_on_each_of_its_pages():
    page = certificate_page(certificate(120), "es")
    with pypdfium2.PdfDocument(pdf_bytes(page)) as document:
        texts = [one.get_textpage().get_text_range() for one in document]
    tables = [text for text in texts if "planta/informe-" in text]
    assert len(tables) > 2 and all("SHA-256 del texto publicado" in text for text in tables)
    assert [re.search(r"(\d+) / (\d+)", text).groups() for text in texts] == [
        (str(number), str(len(texts))) for number in range(1, len(texts) + 1)
    ]  # fmt: skip
    listed = re.findall(r"planta/informe-(\d+)", "\n".join(texts))
    assert [int(one) for one in listed] == list(range(120))


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(st.lists(st.text(max_size=300), min_size=1, max_size=4), st.integers(1, 20))
def test_any_name_stays_within_the_page(names, count):
    line = ReportLine("/".join(names), "", "a" * 64, tuple(names), "2026-01-01", None, 0)
    page = certificate_page(certificate(reports=(line,) * count, models=tuple(names)), "en")
    with pypdfium2.PdfDocument(pdf_bytes(page)) as document:
        for one in document:
            text = one.get_textpage()
            for at in range(text.count_chars()):
                left, bottom, right, top = text.get_charbox(at)
                assert left >= 0 and bottom >= 0 and right <= one.get_width() and top <= one.get_height()


@given(st.text(st.sampled_from("ab-/_. \xa0ñW"), max_size=80), st.floats(10, 200))
def test_lines_hold_the_whole_text_and_fit(text, room):
    new_canvas(io.BytesIO())  # knows the letters
    letters = Letters(SANS, 9, 12)
    lines = list(lines_of(text, letters, room))
    assert bare("".join(lines)) == bare(text)
    assert all(width(line, letters) <= room or len(line) == 1 for line in lines)
