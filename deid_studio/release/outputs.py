"""Outputs: a released report in the forms in which it can leave."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from enum import StrEnum

from deid_studio.formats.brat import AnnFile
from deid_studio.release.released import Released


class OutputFormat(StrEnum):
    """The forms in which reports can leave; `BRAT` is the text with its spans, `CSV` and `JSONL` are one file."""

    TXT = "txt"
    BRAT = "brat"
    CSV = "csv"
    JSONL = "jsonl"
    DOCX = "docx"
    PDF = "pdf"


def report_files(
    released: Released, formats: Sequence[OutputFormat], docx: bytes | None = None, watermark: str = ""
) -> dict[str, bytes]:
    """The files of one report, by their endings; text is UTF-8 with the line ends that it had.

    `docx` is its Word document in the original's layout; without one it is made of the text. A `watermark` stands
    above what is in a document; in a text it would move the spans.
    """
    files: dict[str, bytes] = {}
    if {OutputFormat.TXT, OutputFormat.BRAT} & set(formats):
        files[".txt"] = released.text.encode()
    if OutputFormat.BRAT in formats:
        files[".ann"] = ann_bytes(released)
    if OutputFormat.DOCX in formats:
        from deid_studio.release.made_documents import docx_bytes
        from deid_studio.release.word.watermark import docx_with_line

        made = docx_bytes(released.text) if docx is None else docx
        files[".docx"] = docx_with_line(made, watermark) if watermark else made
    if OutputFormat.PDF in formats:
        from deid_studio.release.made_documents import pdf_bytes

        files[".pdf"] = pdf_bytes(released.text, watermark)
    return files


def ann_bytes(released: Released) -> bytes:
    """The `.ann` of the released text."""
    return AnnFile().with_spans(released.spans, released.text).to_bytes()


def csv_bytes(reports: Sequence[Released], watermark: str = "") -> bytes:
    """All reports as one table in UTF-8: `report`, `text`, and `reviewed` with the watermark if there is one."""
    lines = io.StringIO(newline="")
    rows = csv.writer(lines)
    rows.writerow(("report", "text", "reviewed") if watermark else ("report", "text"))
    rows.writerows((one.id, one.text, watermark) if watermark else (one.id, one.text) for one in reports)
    return lines.getvalue().encode()


def jsonl_bytes(reports: Sequence[Released], watermark: str = "") -> bytes:
    """One JSON object a line: `report`, `text` and `spans` (code points of the text, class, text); with a watermark,
    `reviewed` is false and `warning` says it."""
    said = {"reviewed": False, "warning": watermark} if watermark else {}
    lines = [
        json.dumps(
            {
                "report": one.id,
                "text": one.text,
                "spans": [
                    {"start": s.start, "end": s.end, "class": s.phi_class, "text": s.text(one.text)} for s in one.spans
                ],
                **said,
            },
            ensure_ascii=False,
        )
        for one in reports
    ]
    return "".join(f"{line}\n" for line in lines).encode()
