"""Released folders: every text that leaves in one, whatever its form, as whoever receives it can read it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from deid_studio.errors import DeidError, ReportUnreadableError, printable
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.conversion.converted import Converted
from deid_studio.formats.conversion.documents import convert, is_document
from deid_studio.formats.document_properties import document_properties
from deid_studio.formats.folder import ann_path, find_files
from deid_studio.formats.text import read_bytes, read_report
from deid_studio.formats.unreviewed_folder import NOTE, README, unmarked
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.texts import Text

CERTIFICATE = "certificate.json"
_CERTIFICATE_PAGES = ("certificate.html", "certificate.pdf")
_TABLES = {"reports.csv": ".csv", "reports.jsonl": ".jsonl"}
_CONFIGURATION = ".conf"
_LARGEST_MB = 500  # a table holds all reports

Convert = Callable[[bytes, Path], Converted]


@dataclass(frozen=True, slots=True)
class ReleasedText:
    """A text that leaves: the file it is in, and its spans where something says which they are."""

    file: str
    text: str = field(repr=False)
    spans: tuple[Span, ...] | None = None


@dataclass(frozen=True, slots=True)
class ReleasedReport:
    """A report in all forms in which it leaves, the one with spans first; `beside`: notes and files' properties."""

    name: str
    texts: tuple[ReleasedText, ...]
    beside: tuple[ReleasedText, ...] = ()


@dataclass(frozen=True, slots=True)
class ReleasedFolder:
    """What is in a folder: reports, texts that are none (the certificate), what the certificate says, and what could
    not be read: why, or the names of files of other forms."""

    reports: tuple[ReleasedReport, ...]
    others: tuple[ReleasedText, ...] = ()
    certificate: Mapping[str, Any] = field(default_factory=dict)
    hindered: tuple[DeidError, ...] = ()
    unknown: tuple[str, ...] = ()

    def hashes(self) -> dict[str, str]:
        """The SHA-256 of each report's text; of one that is a document only, what the certificate says of it."""
        listed = self.certificate.get("reports", ())
        lines = [line for line in listed if isinstance(line, dict)] if isinstance(listed, list) else []
        certified = {str(line.get("name")): str(line.get("sha256_after")) for line in lines}
        return {
            report.name: certified[report.name]
            if is_document(Path(report.texts[0].file)) and report.name in certified
            else sha256(report.texts[0].text.encode("utf-8", "surrogatepass")).hexdigest()
            for report in self.reports
        }


def read_released(folder: Path, progress: Progress | None = None, converted: Convert = convert) -> ReleasedFolder:
    """All that can be read in a released folder; raises `FolderUnusableError` when it cannot be listed.

    `converted` reads documents; those of strangers belong in a process of their own.
    """
    progress = progress or Progress()
    texts: dict[str, list[ReleasedText]] = {}
    beside: dict[str, list[ReleasedText]] = {}
    others: list[ReleasedText] = []
    certificate: Mapping[str, Any] = {}
    hindered: list[DeidError] = []
    unknown: list[str] = []
    files = find_files(folder, lambda path: True, hindered.append)
    for path in progress.each(files, len(files), "reading"):
        file = printable(path.relative_to(folder).as_posix())
        suffix, name = path.suffix.lower(), printable(path.relative_to(folder).with_suffix("").as_posix())
        try:
            if file == CERTIFICATE:
                text = read_report(path, file).document.text
                certificate = _object(text)
                others.append(ReleasedText(file, text))
            elif file in _CERTIFICATE_PAGES:
                others.append(ReleasedText(file, converted(read_bytes(path), path).text))
            elif file in (NOTE, README):
                others.append(ReleasedText(file, read_report(path, file).document.text))
            elif unmarked(file) in _TABLES:
                for report, own in _of_table(path, file):
                    texts.setdefault(report, []).append(own)
            elif suffix == ".txt":
                own, notes = _of_text(path, file)
                texts.setdefault(name, []).append(own)
                beside.setdefault(name, []).extend(notes)
            elif is_document(path):
                raw = read_bytes(path)
                texts.setdefault(name, []).append(ReleasedText(file, converted(raw, path).text))
                said = "\n".join(f"{key}: {value}" for key, value in document_properties(raw))
                beside.setdefault(name, []).extend([ReleasedText(file, said)] if said else [])
            elif suffix == ".ann":
                if not path.with_suffix(".txt").exists():
                    unknown.append(file)
            elif suffix != _CONFIGURATION:
                unknown.append(file)
        except DeidError as error:
            hindered.append(error)
    reports = [ReleasedReport(name, _known_first(found), tuple(beside.get(name, ()))) for name, found in texts.items()]
    return ReleasedFolder(tuple(reports), tuple(others), certificate, tuple(hindered), tuple(unknown))


def _known_first(texts: list[ReleasedText]) -> tuple[ReleasedText, ...]:
    """The texts, one with spans first, then plain texts before those of documents; each text once."""
    order = sorted(texts, key=lambda one: (one.spans is None, is_document(Path(one.file))))
    kept: dict[str, ReleasedText] = {}  # a table may hold a report any number of times
    for one in order:
        kept.setdefault(" ".join(one.text.split()), one)
    return tuple(kept.values())


def _of_text(path: Path, file: str) -> tuple[ReleasedText, list[ReleasedText]]:
    text = read_report(path, file).document.text
    annotations = ann_path(path)
    if not annotations.is_file():
        return ReleasedText(file, text), []
    ann = parse_ann(read_bytes(annotations), text, annotations)
    notes = "\n".join(ann.notes_by_span.values())
    where = str(Path(file).with_suffix(".ann").as_posix())
    return ReleasedText(file, text, ann.spans), [ReleasedText(where, notes)] if notes else []


def _of_table(path: Path, file: str) -> Iterator[tuple[str, ReleasedText]]:
    text = read_report(path, file, _LARGEST_MB).document.text.removeprefix("\ufeff")
    try:
        if _TABLES[unmarked(file)] == ".csv":
            for row in csv.DictReader(io.StringIO(text, newline=""), strict=True):
                yield str(row["report"]), ReleasedText(file, str(row["text"]))
        else:
            for line in text.split("\n"):
                if line.strip():
                    one = json.loads(line)
                    spans = [Span(int(s["start"]), int(s["end"]), str(s["class"])) for s in one.get("spans", ())]
                    inside = tuple(sorted(span for span in spans if span.end <= len(one["text"])))
                    yield str(one["report"]), ReleasedText(file, str(one["text"]), inside)
    except (csv.Error, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        detail = Text("it is no table of released reports")
        raise ReportUnreadableError(path=path, detail=detail) from error


def _object(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def with_spans(report: ReleasedReport, spans: tuple[Span, ...]) -> ReleasedReport:
    """The report with spans for its first text, which has none of its own."""
    first, *rest = report.texts
    return replace(report, texts=(replace(first, spans=spans), *rest))
