"""A reader's sample: drawn by the release, filled in a spreadsheet, read back strictly, counted with a bound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import DeidError, ReaderSheetError
from deid_studio.formats.reader_sheet import empty_sheet, read_sheet
from deid_studio.review.certificate.reader_sample import drawn, judged, release_digest
from deid_studio.review.second.missed_bounds import clopper_pearson, upper_bound

NAMES = [f"informe {number:02}" for number in range(40)]
DIGEST = release_digest(dict.fromkeys(NAMES, "0" * 64))


def filled(path, seed=1, size=10, hits=(), language="es", digest=DIGEST, names=NAMES):
    """A sheet as a reader hands it back: some reports with a try, some of those with a hit."""
    reports = drawn(digest, names, size, seed)
    text = empty_sheet(digest, seed, reports, language).decode("utf-8-sig")
    for word, value in (("lector", "Ana"), ("reader", "Ana"), ("horas", "3,5"), ("hours", "3.5"),
                        ("fuentes", "prensa"), ("sources", "press")):  # fmt: skip
        text = text.replace(f"\n{word};", f"\n{word};{value}")
    for report in reports:
        text = text.replace(f"{report};;", f"{report};2;1" if report in hits else f"{report};0;0")
    path.write_bytes(text.encode())
    return path


@pytest.fixture
def sheet(tmp_path):
    return tmp_path / "hoja.csv"


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_filled_sheet_is_counted_with_a_bound(sheet, language):
    hit = drawn(DIGEST, NAMES, 10, 1)[3]
    found = judged([read_sheet(filled(sheet, hits={hit}, language=language))], DIGEST, NAMES)
    assert (found.reports, found.sampled, found.attempts, found.hits, found.hours) == (40, 10, 2, 1, 3.5)
    assert found.readers == ("Ana",) and found.bounds == clopper_pearson(1, 10)
    assert found.values()["share_at_most"] == pytest.approx(upper_bound(1, 10), abs=1e-6)


def test_what_a_spreadsheet_makes_of_it_is_the_same(sheet):
    plain = judged([read_sheet(filled(sheet))], DIGEST, NAMES)
    text = sheet.read_text(encoding="utf-8").replace(";", ",").replace("3,5", '"3,5"')
    sheet.write_bytes(text.replace("\r\n", "\n").encode("utf-8-sig"))
    assert judged([read_sheet(sheet)], DIGEST, NAMES) == plain
    sheet.write_bytes(text.replace("prensa", "año, prensa").replace("año, prensa", '"año, prensa"').encode("cp1252"))
    assert judged([read_sheet(sheet)], DIGEST, NAMES).sources == ("año, prensa",)


def test_several_readers_count_together_and_a_report_once(tmp_path):
    hit = drawn(DIGEST, NAMES, 10, 1)[0]
    sheets = [read_sheet(filled(tmp_path / f"{seed}.csv", seed, hits={hit})) for seed in (1, 1, 2)]
    found = judged(sheets, DIGEST, NAMES)
    assert found.sampled == len({*drawn(DIGEST, NAMES, 10, 1), *drawn(DIGEST, NAMES, 10, 2)})
    assert found.hits == 1 and found.hours == 10.5 and found.readers == ("Ana",)


@given(st.integers(0, 99), st.integers(1, 60))
def test_the_sample_is_the_same_for_the_same_release_and_seed(seed, size):
    first = drawn(DIGEST, NAMES, size, seed)
    assert first == drawn(DIGEST, list(reversed(NAMES)), size, seed) and len(set(first)) == min(size, 40)
    assert set(first) <= set(NAMES)


def test_the_sample_changes_with_the_release():
    other = release_digest(dict.fromkeys(NAMES, "1" * 64))
    assert other != DIGEST and drawn(DIGEST, NAMES, 10, 1) != drawn(other, NAMES, 10, 1)


WRONG = {
    "another release": (DIGEST, "0" * 64, 1),
    "no digest": (f"publicacion;{DIGEST}", "publicacion;x", 2),
    "no reader": ("lector;Ana", "lector;", 5),
    "no hours": ("horas;3,5", "horas;", 6),
    "no time at all": ("horas;3,5", "horas;0", 6),
    "hours that are no number": ("horas;3,5", "horas;nan", 6),
    "no sources": ("fuentes;prensa", "fuentes;", 7),
    "endless sources": ("fuentes;prensa", "fuentes;" + "x" * 501, 7),
    "a key twice": ("horas;3,5", "lector;Ana", 6),
    "a strange line": ("horas;3,5", "color;azul", 6),
    "another size": ("muestra;10", "muestra;9", 1),
    "no table": ("informe;intentos;aciertos", "informe;x;y", 9),
    "a negative number": (";0;0", ";-1;0", 10),
    "digits of another script": (";0;0", ";٣;0", 10),
    "an empty cell": (";0;0", ";;0", 10),
    "a hit without an attempt": (";0;0", ";0;1", 10),
    "two hits": (";0;0", ";2;2", 10),
    "an endless number": (";0;0", ";" + "9" * 5000 + ";0", 10),
    "another report": (drawn(DIGEST, NAMES, 10, 1)[0], "informe 99", 10),
    "a report twice": (drawn(DIGEST, NAMES, 10, 1)[1], drawn(DIGEST, NAMES, 10, 1)[0], 11),
    "quotes that stay open": (";0;0", ';"0;0', 19),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_sheet_is_told_by_its_line(sheet, what):
    old, new, line = WRONG[what]
    text = filled(sheet).read_text(encoding="utf-8")
    assert old in text
    sheet.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")
    with pytest.raises(ReaderSheetError) as raised:
        judged([read_sheet(sheet)], DIGEST, NAMES)
    assert raised.value.params["line"] == line
    assert str(sheet) in raised.value.what() and "deid attack --sheet" in raised.value.remedy()


def test_a_report_that_was_left_out_is_missed(sheet):
    lines = filled(sheet).read_bytes().splitlines(keepends=True)
    sheet.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(ReaderSheetError) as raised:
        judged([read_sheet(sheet)], DIGEST, NAMES)
    assert "10 reports were drawn, not 9" in raised.value.what()


@given(st.binary(max_size=300))
def test_whatever_a_file_holds_it_ends_in_a_sentence(tmp_path_factory, raw):
    path = tmp_path_factory.mktemp("sheet") / "hoja.csv"
    path.write_bytes(raw)
    with pytest.raises(DeidError):
        read_sheet(path)
