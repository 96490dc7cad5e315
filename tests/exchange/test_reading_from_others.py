"""Files of other programs, and of nobody who meant well: read as they are meant, or refused by file and line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from deid_studio.errors import (
    DeidError,
    ExchangeFileError,
    FormUnknownError,
    LibraryMissingError,
    NotCarriedError,
    TwiceGivenError,
)
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss
from deid_studio.exchange.converting import hold, read_all, write_held
from deid_studio.exchange.known_formats import FORMATS, format_of
from deid_studio.formats.brat import parse_ann
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset


def read(folder: Path, name: str, file: str, content: str | bytes) -> list[AnnotatedReport]:
    path = folder / file
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_all(FORMATS[name], path)


def test_conll_of_another_program_without_texts_is_read_and_told(tmp_path: Path) -> None:
    rows = "-DOCSTART- -X- -X- O\n\nDon NNP I-NP O\nPeter NNP I-NP I-PER\nBlack NNP I-NP I-PER\nMad NNP I-NP B-PER\n\n"
    rows += "Roma NNP I-NP I-LOC\n\n-DOCSTART- -X- -X- O\n\nx X X O\n"
    first, second = read(tmp_path, "conll", "eng.train", rows)
    assert first.doc == Document(
        "eng-1", "Don Peter Black Mad\nRoma", (Span(4, 15, "PER"), Span(16, 19, "PER"), Span(20, 24, "LOC"))
    )
    assert second.doc.id == "eng-2" and first.lost == {Loss.MADE_TEXTS: 1}


def test_label_studio_s_offsets_are_read_however_they_were_counted(tmp_path: Path) -> None:
    def task(start: int, end: int) -> list[AnnotatedReport]:
        value = {"start": start, "end": end, "text": "Ana", "labels": ["P"]}
        region = {"type": "labels", "value": value, "meta": {"text": ["¿?"]}}
        other = {"type": "relation", "from_id": "a"}
        tasks = [{"id": 7, "data": {"text": "😀 Ana"}, "annotations": [{"result": [region, other]}, {"result": []}]}]
        return read(tmp_path, "labelstudio", "t.json", json.dumps(tasks))

    for offsets in ((2, 5), (3, 6)):
        (one,) = task(*offsets)
        assert one.doc == Document("7", "😀 Ana", (Span(2, 5, "P"),)) and one.notes == {Span(2, 5, "P"): "¿?"}
        assert one.lost == {Loss.RELATIONS: 1, Loss.OTHER_ANNOTATORS: 1}
    with pytest.raises(ExchangeFileError, match="something else from 1 to 4"):
        task(1, 4)


def test_doccano_s_both_forms_are_read_and_what_is_no_span_told(tmp_path: Path) -> None:
    rows = '{"id": 3, "text": "Ana Gil", "label": [[0, 3, "P"], "positive"], "Comments": ["x"]}\n\n'
    rows += '{"id": 4, "text": "Ana", "entities": [{"id": 1, "label": "P", "start_offset": 0, "end_offset": 3}]}'
    one, other = read(tmp_path, "doccano", "a.jsonl", rows)
    assert one.doc.spans == (Span(0, 3, "P"),) and one.lost == {Loss.NOT_SPANS: 1, Loss.NOTES: 1}
    assert other.doc == Document("4", "Ana", (Span(0, 3, "P"),))


def test_a_rejected_task_of_prodigy_is_left_out_and_told(tmp_path: Path) -> None:
    rows = '{"text": "Ana", "spans": [{"start": 0, "end": 3, "label": "P"}], "answer": "reject"}\n{"text": "Luis"}\n'
    read_ones = read(tmp_path, "prodigy", "p.jsonl", rows)
    with pytest.raises(NotCarriedError, match=r"skipped: left out \(1\)"):
        hold(read_ones, FORMATS["jsonl"])
    assert [one.doc.text for one in hold(read_ones, FORMATS["jsonl"], lossy=True).reports] == ["Luis"]


def test_i2b2_s_own_file_is_read(tmp_path: Path) -> None:
    file = """<?xml version="1.0" encoding="UTF-8" ?>
<deIdi2b2>
<TEXT><![CDATA[Mr. Bush <MD>
is 70]]></TEXT>
<TAGS>
<NAME id="P0" start="4" end="8" text="Bush" TYPE="PATIENT" comment="" />
<AGE id="A0" start="17" end="19" text="70" TYPE="AGE" comment="sure" />
</TAGS>
</deIdi2b2>"""
    (one,) = read(tmp_path, "i2b2", "110-01.xml", file)
    assert one.doc == Document("110-01", "Mr. Bush <MD>\nis 70", (Span(4, 8, "PATIENT"), Span(17, 19, "AGE")))
    assert one.notes == {Span(17, 19, "AGE"): "sure"}


def test_what_an_ann_says_beside_spans_goes_to_brat_and_is_counted_for_others(tmp_path: Path) -> None:
    ann = b"T1\tP 0 3\tAna\nT2\tP 4 7\tGil\nT3\tP 4 7\tGil\n"
    ann += b"R1\tde Arg1:T1 Arg2:T2\nA1\tSeguro T1\n#1\tAnnotatorNotes T1\thola\n"
    (tmp_path / "a.txt").write_bytes(b"Ana Gil")
    (tmp_path / "a.ann").write_bytes(ann)
    reports = read_all(format_of(tmp_path), tmp_path)
    told = {Loss.RELATIONS: 1, Loss.ATTRIBUTES: 1, Loss.NOTES: 1, Loss.REPEATED: 1}
    assert hold(reports, FORMATS["doccano"], lossy=True).losses == told
    write_held(hold(reports, FORMATS["brat"]), tmp_path / "out", shipped_tagset("radiology"))
    assert (tmp_path / "out" / "a.ann").read_bytes() == ann
    assert parse_ann(ann, "Ana Gil", tmp_path).spans == reports[0].doc.spans


HOSTILE = [
    ("jsonl", "{", 1),
    ("jsonl", '{"id": "a", "text": "Ana"}\n[]', 2),
    ("jsonl", '{"id": "a", "text": 7}', 1),
    ("jsonl", '{"id": "a", "text": "a\\u0000"}', 1),
    ("jsonl", '{"id": "a", "text": "Ana", "spans": {}}', 1),
    ("jsonl", '\n{"id": "a", "text": "Ana", "spans": [{"start": 0, "end": 4, "class": "P"}]}', 2),
    ("jsonl", '{"id": "a", "text": "Ana", "spans": [{"start": true, "end": 3, "class": "P"}]}', 1),
    (
        "jsonl",
        '{"text": "Ana", "spans": [{"class": "P", "start": 0, "end": 2, "fragments": [[1, 2], [0, 1]]}]}',
        1,
    ),
    ("jsonl", b'{"id": "\xff"}', 1),
    ("jsonl", "[" * 100_000, 1),
    ("doccano", '{"text": "Ana", "label": [[2, 1, "P"]]}', 1),
    ("doccano", '{"text": "Ana", "label": [[0, 1, null]]}', 1),
    ("prodigy", '{"text": "Ana", "spans": [{"start": -1, "end": 1, "label": "P"}]}', 1),
    ("spacy", '{"text": "Ana", "spans": []}', 1),
    ("labelstudio", '[{"data": {"text": "Ana"}}, {"data": []}]', 2),
    ("labelstudio", '[\n{"data": {]', 2),
    ("csv", "report,start\n", 1),
    ("csv", 'report,start,end,class\n"x', 2),
    ("csv", "report,start,end,class\n../../x,0,1,P\n", 2),
    ("csv", "report,start,end,class\na,0,1,P\na,0,uno,P\n", 3),
    ("csv", b"report,start,end,class\n\xff,0,1,P\n", 1),
    ("conll", "Ana\n", 1),
    ("conll", "Ana B-P\nGil X-P\n", 2),
    ("bio", b"\xff O\n", 1),
    ("docbin", b"no docs", 1),
    ("i2b2", "<deIdi2b2><TEXT>Ana", 1),
    ("i2b2", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a><TEXT>&b;</TEXT></a>', 1),
    ("i2b2", '<a><TEXT>Ana</TEXT><TAGS>\n<NAME start="2" end="9" TYPE="P"/></TAGS></a>', 2),
    ("i2b2", '<a><TEXT>Ana</TEXT><TAGS>\n<NAME start="²" end="9" TYPE="P"/></TAGS></a>', 2),
]


@pytest.mark.parametrize(("name", "content", "line"), HOSTILE)
def test_what_cannot_be_meant_is_refused_by_file_and_line(
    tmp_path: Path, name: str, content: str | bytes, line: int
) -> None:
    (tmp_path / "a.txt").write_text("Ana")
    with pytest.raises(DeidError) as told:
        read(tmp_path, name, "file", content)
    assert f"{tmp_path / 'file'}, line {line}: " in str(told.value)


def test_hostile_xmi_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("cassis", reason="dkpro-cassis (deid-studio[exchange]) is not installed")
    for content in ("<a/>", "<!DOCTYPE a><a/>", "<a"):
        with pytest.raises(ExchangeFileError):
            read(tmp_path, "xmi", "a.xmi", content)


def test_without_its_library_xmi_says_what_brings_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cassis", None)
    with pytest.raises(LibraryMissingError, match="exchange"):
        held = hold([AnnotatedReport(Document("a", "Ana"))], FORMATS["xmi"])
        write_held(held, tmp_path / "o", shipped_tagset("radiology"))
    assert not (tmp_path / "o").exists()


def test_an_id_given_twice_and_a_form_that_cannot_be_seen_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TwiceGivenError, match="Reports 1 and 2"):
        read(tmp_path, "jsonl", "a.jsonl", '{"id": "a", "text": ""}\n{"id": "a", "text": "b"}\n')
    (tmp_path / "b.csv").write_text("x")
    (tmp_path / "b.conll").write_text("x")
    with pytest.raises(FormUnknownError, match="doccano"):
        format_of(tmp_path)
