"""Rows of JSON: a report in each line of a file, as several programs have them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from deid_studio.errors import ReportUnreadableError, reason
from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.exchange.exchange_format import Carries, file_of, files_of, wrong
from deid_studio.exchange.files_put import put
from deid_studio.exchange.span_records import Place
from deid_studio.model.tagset import TagSet
from deid_studio.plain_files import demand_plain
from deid_studio.texts import Text

LONGEST_LINE = 120_000_000  # a character may be written as six (\u00e1), and spans come with it


def json_bytes(value: object, indent: int | None = None) -> bytes:
    """A value as JSON; in ASCII alone where it holds half a character, which UTF-8 has not."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent).encode()
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent).encode()


def json_rows(path: Path) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """The objects of a file of JSON Lines, with their places; raises `ExchangeFileError` and
    `ReportUnreadableError`."""
    try:
        demand_plain(path)
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(LONGEST_LINE):
                number += 1
                if not raw.endswith(b"\n") and len(raw) == LONGEST_LINE:
                    raise wrong(path, number, Text("the line is too long"))
                if raw.strip():
                    place = Place(path, number)
                    yield place, place.record(parsed_json(raw, place))
    except OSError as error:
        raise ReportUnreadableError(path=path, detail=reason(error)) from error


def parsed_json(raw: bytes, place: Place) -> Any:
    """The value that bytes are as JSON; raises `ExchangeFileError`."""
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        line = place.line + error.lineno - 1
        raise wrong(place.path, line, Text("it is no JSON: {wrong}", wrong=error.msg)) from error
    except (ValueError, RecursionError) as error:
        raise place.wrong(Text("it is no JSON in UTF-8")) from error


class JsonRows:
    """A form whose files hold a JSON object for each report, one a line; `of_row` is the form's own, and `row_of` or
    `rows_of`."""

    name: str
    suffix = ".jsonl"
    carries = Carries()

    def of_row(self, row: Mapping[str, Any], place: Place) -> AnnotatedReport | None:
        """The report in a row; None where it is to be left out. Raises `ExchangeFileError`."""
        raise NotImplementedError

    def row_of(self, report: AnnotatedReport) -> dict[str, Any]:
        """The row of a report."""
        raise NotImplementedError

    def rows_of(self, reports: Sequence[AnnotatedReport]) -> Iterator[dict[str, Any]]:
        """The rows of reports."""
        return map(self.row_of, reports)

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        for path in files_of(source, self.suffix, self.name):
            for place, row in json_rows(path):
                if (report := self.of_row(row, place)) is not None:
                    yield report

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        put(file_of(folder, part, self.suffix), b"".join(json_bytes(one) + b"\n" for one in self.rows_of(reports)))
