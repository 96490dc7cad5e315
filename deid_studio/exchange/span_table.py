"""CSV: a row for each span, and the texts of the reports beside it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.exchange.exchange_format import Carries, file_of, files_of, wrong
from deid_studio.exchange.files_put import put, put_texts, text_beside
from deid_studio.exchange.held_text import in_text_file, xml_words
from deid_studio.exchange.span_records import Place
from deid_studio.formats.text import read_bytes
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.texts import Text

_COLUMNS = ("report", "start", "end", "class", "text", "fragments", "note")
_NEEDED = ("report", "start", "end", "class")
_LIMIT_MB = 1000.0
_LONGEST_CELL = 20_000_000


class SpanTable:
    """`report,start,end,class,text,fragments,note`, offsets in code points; a report without spans has a row too."""

    name = "csv"
    suffix = ".csv"
    carries = Carries(text=in_text_file, plain=xml_words, files=True, notes=True, pieces=True)

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        for path in files_of(source, self.suffix, self.name):
            found: dict[str, tuple[str, list[tuple[Span, str]]]] = {}
            for place, row in _rows(path):
                id = row["report"]
                if id not in found:
                    text = text_beside(path, id)
                    if text is None:
                        raise place.wrong(Text("the text of this report is not there (texts/REPORT.txt beside)"))
                    found[id] = text, []
                text, marks = found[id]
                if row["start"] or row["class"]:
                    marks.append((_span(row, text, place), row.get("note", "")))
            for id, (text, marks) in found.items():
                yield AnnotatedReport.of(id, text, marks)

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        table = io.StringIO(newline="")
        writer = csv.writer(table, lineterminator="\r\n")
        writer.writerow(_COLUMNS)
        for one in reports:
            for span in one.doc.spans:
                words, note = span.text(one.doc.text), one.notes.get(span, "")
                pieces = ";".join(f"{start} {end}" for start, end in span.fragments) if span.gaps else ""
                writer.writerow([one.doc.id, span.start, span.end, span.phi_class, words, pieces, note])
            if not one.doc.spans:
                writer.writerow([one.doc.id, *("" for _ in _COLUMNS[1:])])
        put(file_of(folder, part, self.suffix), table.getvalue().encode())
        put_texts(reports, folder)


def _rows(path: Path) -> Iterator[tuple[Place, dict[str, str]]]:
    try:
        text = read_bytes(path, _LIMIT_MB).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise wrong(path, 1, Text("it is not UTF-8")) from error
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(";,\t|", key=head.count), strict=True)
    before = csv.field_size_limit(_LONGEST_CELL)
    names: list[str] | None = None
    try:
        line = 1
        for row in reader:
            place = Place(path, line)
            if names is None:
                names = [name.strip().lower() for name in row]
                for name in _NEEDED:
                    if name not in names:
                        raise place.wrong(Text("there is no column “{column}”", column=name))
            elif len(row) > len(names):
                raise place.wrong(Text("there are more cells than columns"))
            elif row:
                yield place, dict.fromkeys(names, "") | dict(zip(names, row, strict=False))
            line = reader.line_num + 1
    except csv.Error as error:
        raise wrong(path, reader.line_num, Text("quotes are not closed, or a cell is too long")) from error
    finally:
        csv.field_size_limit(before)


def _span(row: dict[str, str], text: str, place: Place) -> Span:
    if row.get("fragments"):
        pieces = [[_number(number) for number in one.split(" ")] for one in row["fragments"].split(";")]
        return place.pieces(text, pieces, row["class"])
    return place.span(text, _number(row["start"]), _number(row["end"]), row["class"], row.get("text"))


def _number(figures: str) -> int | None:
    return int(figures) if figures.isdecimal() and len(figures) < 12 else None
