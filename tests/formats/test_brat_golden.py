"""The pairs of tests/golden/brat: read as they are meant, written back byte for byte, edited without collateral."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deid_studio.errors import BratSpanNeededError
from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.formats.folder import read_pair
from deid_studio.model.edits import span_from_json
from deid_studio.model.span import Span

GOLDEN = Path(__file__).parents[1] / "golden" / "brat"
EXPECTED: dict[str, dict[str, Any]] = json.loads((GOLDEN / "expected.json").read_text(encoding="utf-8"))


def pair(name: str) -> tuple[str, AnnFile]:
    report, ann = read_pair(GOLDEN / f"{name}.txt")
    assert ann is not None
    return report.document.text, ann


def test_every_pair_is_described() -> None:
    assert {path.stem for path in GOLDEN.glob("*.ann")} == set(EXPECTED)
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_pair_means_what_it_should(name: str) -> None:
    _, ann = pair(name)
    assert ann.spans == tuple(sorted(span_from_json(values) for values in EXPECTED[name]["spans"]))
    notes = {span_from_json(values): note for values, note in EXPECTED[name].get("notes", ())}
    assert ann.notes_by_span == notes


@pytest.mark.parametrize("name", EXPECTED)
def test_a_pair_comes_back_byte_for_byte(name: str) -> None:
    text, ann = pair(name)
    raw = (GOLDEN / f"{name}.ann").read_bytes()
    assert ann.to_bytes() == raw
    assert ann.with_spans(ann.spans, text, notes=ann.notes_by_span).to_bytes() == raw


@pytest.mark.parametrize("name", EXPECTED)
def test_adding_a_span_only_adds_a_line(name: str) -> None:
    text, ann = pair(name)
    new = Span(0, len(text.rstrip()), "NUEVA") if text.rstrip() else None
    if new is None:
        return
    raw = ann.with_spans([*ann.spans, new], text).to_bytes()
    assert raw.startswith(ann.to_bytes())
    assert set(parse_ann(raw, text, GOLDEN).spans) == {*ann.spans, new}


@pytest.mark.parametrize("name", EXPECTED)
def test_relabelling_every_span_keeps_every_id_and_foreign_line(name: str) -> None:
    text, ann = pair(name)
    spans = [Span(span.start, span.end, "OTRA", span.gaps) for span in ann.spans]
    new = ann.with_spans(spans, text)
    assert new.spans == tuple(sorted(set(spans)))
    assert {id for ids in new.ids.values() for id in ids} == {id for ids in ann.ids.values() for id in ids}
    assert [line.raw for line in new.lines if line.span is None] == [
        line.raw for line in ann.lines if line.span is None
    ]


@pytest.mark.parametrize("name", sorted(set(EXPECTED) - {"everything"}))
def test_removing_every_span_leaves_what_is_not_about_them(name: str) -> None:
    text, ann = pair(name)
    left = ann.with_spans([], text)
    assert left.spans == ()
    assert [line.raw for line in left.lines] == [
        line.raw for line in ann.lines if line.span is None and line.id[:1] not in ("A", "M", "N", "#")
    ]


def test_what_relations_and_events_need_cannot_go() -> None:
    text, ann = pair("everything")
    for span in ann.spans:
        with pytest.raises(BratSpanNeededError):
            ann.with_spans([other for other in ann.spans if other != span], text)
