"""Each form: what is read is what was written, to the last offset, and what a form cannot hold is told before."""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import NotCarriedError
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss
from deid_studio.exchange.converting import classes_of, hold, read_all, write_held
from deid_studio.exchange.fitting import fitted
from deid_studio.exchange.known_formats import FORMATS, format_of
from deid_studio.model.tagset import shipped_tagset

from .torture import every_torture, reports

NEEDS = {"xmi": "cassis", "parquet": "pyarrow"}
ALL = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(
            name in NEEDS and find_spec(NEEDS[name]) is None, reason=f"{NEEDS.get(name)} is missing"
        ),
    )
    for name in FORMATS
]
TAGSET = shipped_tagset("radiology")


def written(given: list[AnnotatedReport], name: str, folder: Path, lossy: bool = False) -> list[AnnotatedReport]:
    write_held(hold(given, FORMATS[name], lossy), folder, TAGSET)
    return read_all(FORMATS[name], folder)


@pytest.mark.parametrize("name", ALL)
@given(report=reports())
def test_what_a_form_can_hold_is_read_as_it_was_written(name: str, report: AnnotatedReport) -> None:
    held, lost = fitted(report, FORMATS[name].carries)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        if lost or report.lost:
            with pytest.raises(NotCarriedError):
                written([report], name, out)
            assert not out.exists()
        if held is None:
            assert lost == {Loss.REPORTS: 1}
            return
        out.mkdir()
        FORMATS[name].write([held], out, "", classes_of([held], TAGSET))
        (back,) = read_all(FORMATS[name], out)
        assert (back.doc, dict(back.notes)) == (held.doc, dict(held.notes))
        if not lost:
            assert back.doc == report.doc
        assert format_of(out).name == name


@given(report=reports(), name=st.sampled_from(list(FORMATS)))
def test_whatever_was_marked_stays_marked_but_for_blanks(report: AnnotatedReport, name: str) -> None:
    held, lost = fitted(report, FORMATS[name].carries)
    if held is None:
        return
    text = report.doc.text

    def marked(one: AnnotatedReport) -> set[int]:
        return {at for span in one.doc.spans for a, b in span.fragments for at in range(a, b) if text[at].isalnum()}

    assert marked(report) <= marked(held)
    if not lost:
        assert held.doc == report.doc


@pytest.mark.parametrize("name", ALL)
def test_the_torture_set_is_held_or_told_by_count(name: str, tmp_path: Path) -> None:
    given = every_torture()
    with pytest.raises(NotCarriedError) as told:
        written(given, name, tmp_path / "out")
    assert any(figure.isdecimal() for figure in str(told.value)) and not (tmp_path / "out").exists()
    back = {one.doc.id: one for one in written(given, name, tmp_path / "out", lossy=True)}
    for one in given:
        held, _ = fitted(one, FORMATS[name].carries)
        assert held is None or back.pop(held.doc.id).doc == held.doc
    assert not back
