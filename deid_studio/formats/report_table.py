"""Tables of reports: JSON Lines (also gzipped), CSV and Parquet, a report in each line or row, read one by one."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from deid_studio.errors import DeidError, ReportTableError, ReportUnreadableError, reason
from deid_studio.formats.parquet_table import column_names, rows_of
from deid_studio.formats.text import SIZE_LIMIT_MB
from deid_studio.plain_files import demand_plain
from deid_studio.texts import Text

_ENDINGS = (".jsonl", ".jsonl.gz", ".csv", ".parquet")
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*%\ud800-\udfff]|^[. ]|[. ]$')
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)", re.IGNORECASE)
_LONGEST = 150  # bytes of a file's name, which most systems hold to 255 with its ending


@dataclass(frozen=True, slots=True)
class Row:
    """A report of a table: the line in which it ends (of Parquet, which row it is), its id and its text."""

    line: int
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A file whose lines are reports, and the names of the fields, or columns, that hold their ids and texts."""

    path: Path
    id_column: str = "id"
    text_column: str = "text"
    limit_mb: float = SIZE_LIMIT_MB

    def rows(self, tell: Callable[[DeidError], None] = lambda error: None) -> Iterator[Row]:
        """The reports in the order of the file; a line that holds none is told and left out.

        Raises `ReportTableError` where nothing that follows can be understood, `ReportUnreadableError`, and
        `LibraryMissingError`.
        """
        try:
            demand_plain(self.path)
            if self.path.suffix.lower() == ".parquet":
                yield from self._parquet(tell)
                return
            with self._opened() as file:
                if self.path.name.lower().endswith(".csv"):
                    yield from self._csv(file, tell)
                else:
                    yield from self._json(file, tell)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ReportUnreadableError(path=self.path, detail=Text("it is damaged")) from error
        except OSError as error:
            raise ReportUnreadableError(path=self.path, detail=reason(error)) from error

    def _opened(self) -> IO[bytes]:
        if self.path.suffix.lower() == ".gz":
            return cast("IO[bytes]", gzip.open(self.path, "rb"))
        return self.path.open("rb")

    def _json(self, file: IO[bytes], tell: Callable[[DeidError], None]) -> Iterator[Row]:
        most = int(self.limit_mb * 1_000_000) * 6 + 10_000  # a character may be written as six: \u00e1
        line = 0
        while raw := file.readline(most):
            line += 1
            whole = raw.endswith(b"\n") or len(raw) < most
            while not whole:
                whole = (rest := file.readline(most)).endswith(b"\n") or not rest
                raw = b""
            if not raw:
                tell(self._error(line, Text("the line is too long")))
            elif raw.strip():
                try:
                    yield self._row(line, json.loads(raw.decode("utf-8-sig")))
                except ReportTableError as error:
                    tell(error)
                except (ValueError, RecursionError):
                    tell(self._error(line, Text("it is no JSON in UTF-8")))

    def _csv(self, file: IO[bytes], tell: Callable[[DeidError], None]) -> Iterator[Row]:
        text = io.TextIOWrapper(file, "utf-8-sig", newline="")
        try:
            head = text.readline(100_000)
            delimiter = max(";,\t|", key=head.count)
            names = next(csv.reader([head], delimiter=delimiter), [])
            self._demand_columns(names)
            reader = csv.reader(text, delimiter=delimiter, strict=True)
            while (cells := self._next(reader)) is not None:
                if cells:
                    try:
                        yield self._row(reader.line_num + 1, dict(zip(names, cells, strict=False)))
                    except ReportTableError as error:
                        tell(error)
        except csv.Error as error:
            raise self._error(reader.line_num + 1, Text("quotes are not closed, or a cell is too long")) from error
        except UnicodeDecodeError as error:
            raise self._error(1, Text("it is not UTF-8; spreadsheets save it so as “CSV UTF-8”")) from error

    def _parquet(self, tell: Callable[[DeidError], None]) -> Iterator[Row]:
        self._demand_columns(column_names(self.path))
        for line, found in enumerate(rows_of(self.path, [self.id_column, self.text_column]), start=1):
            try:
                yield self._row(line, found)
            except ReportTableError as error:
                tell(error)

    def _demand_columns(self, names: Sequence[str]) -> None:
        for name in (self.id_column, self.text_column):
            if name not in names:
                raise self._error(1, Text("there is no column “{column}”", column=name))

    def _next(self, reader: Iterator[list[str]]) -> list[str] | None:
        # The limit is the whole program's: other tables keep theirs.
        before = csv.field_size_limit(int(self.limit_mb * 1_000_000))
        try:
            return next(reader, None)
        finally:
            csv.field_size_limit(before)

    def _row(self, line: int, found: object) -> Row:
        if not isinstance(found, dict):
            raise self._error(line, Text("it is no object {…}"))
        id, text = found.get(self.id_column), found.get(self.text_column)
        id = str(id) if isinstance(id, int) and not isinstance(id, bool) else id
        for name, value in ((self.id_column, id), (self.text_column, text)):
            if not isinstance(value, str) or (value is id and not value.strip()):
                raise self._error(line, Text("there is no text in “{column}”", column=name))
            if any("\ud800" <= character <= "\udfff" for character in value):
                raise self._error(line, Text("“{column}” holds half a character", column=name))
        assert isinstance(id, str) and isinstance(text, str)
        return Row(line, id.strip(), text)

    def _error(self, line: int, detail: Text) -> ReportTableError:
        return ReportTableError(path=self.path, line=line, detail=detail)


def is_report_table(path: Path) -> bool:
    """Whether a file is a table of reports, by its name."""
    return path.name.lower().endswith(_ENDINGS)


def file_stem(id: str) -> str:
    """A name for the files of a report that any system takes, another one for each id: what no name may hold is written
    as `%` and two hexadecimal digits."""
    name = _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", id)
    if _RESERVED.match(name):
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len(name.encode()) <= _LONGEST:
        return name
    cut = name.encode()[: _LONGEST - 20].decode("utf-8", "ignore")
    return f"{cut}%{hashlib.sha256(id.encode()).hexdigest()[:16]}"
