"""BRAT: a `.txt` and an `.ann` for each report; what an `.ann` says beside spans goes with it, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.exchange.exchange_format import Carries, files_of
from deid_studio.exchange.files_put import put
from deid_studio.exchange.held_text import in_text_file, one_line, one_word
from deid_studio.formats.brat import AnnFile
from deid_studio.formats.brat_conf import conf_files
from deid_studio.formats.brat_lines import writable
from deid_studio.formats.folder import read_pair, report_id
from deid_studio.formats.report_text import ReportText
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet


def _written(span: Span, text: str) -> Span:
    return writable(span, ReportText(text))


class BratPairs:
    """Reports and the `.ann` beside them, as this program has them too."""

    name = "brat"
    suffix = ".txt"
    carries = Carries(
        text=in_text_file,
        plain=one_line,
        plain_class=one_word,
        span=_written,
        files=True,
        statements=True,
        notes=True,
        pieces=True,
    )

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        for path in files_of(source, self.suffix, self.name):
            report, ann = read_pair(path, report_id(path, source) if path != source else None)
            doc = report.document
            if ann is None:
                yield AnnotatedReport(doc)
                continue
            marks = [(span, ann.notes_by_span.get(span, "")) for span in ann.spans]
            yield AnnotatedReport.of(doc.id, doc.text, marks, ann)

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        for one in reports:
            ann = one.ann or AnnFile().with_spans(one.doc.spans, one.doc.text, one.notes)
            put(folder / part / f"{one.doc.id}.ann", ann.to_bytes())
            put(folder / part / f"{one.doc.id}.txt", one.doc.text.encode())
        for name, data in conf_files(tagset).items():
            put(folder / name, data)
