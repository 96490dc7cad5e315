"""Parquet: a table's columns read row by row, and rows of suggestions written as one table; needs pyarrow."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from deid_studio.errors import LibraryMissingError, ReportUnreadableError, WriteError, reason
from deid_studio.formats.files import unfinished_file
from deid_studio.plain_files import demand_plain
from deid_studio.texts import Text

_AT_ONCE = 16_000_000  # bytes of rows that are held; each lot is a row group
_ROWS_READ = 64
_OURS = b"deid_studio"  # in a table's metadata: who wrote it may write it anew


def need_parquet() -> None:
    """Raise `LibraryMissingError` where Parquet can be neither read nor written."""
    _arrow()


def column_names(path: Path) -> list[str]:
    """The columns of a table; raises `LibraryMissingError` and `ReportUnreadableError`."""
    with _opened(path) as table:
        return list(table.schema_arrow.names)


def rows_of(path: Path, columns: list[str]) -> Iterator[dict[str, object]]:
    """The values of these columns, row by row; raises as `column_names` does."""
    with _opened(path) as table:
        for batch in table.iter_batches(_ROWS_READ, columns=columns):
            yield from batch.to_pylist()


def is_ours(path: Path) -> bool:
    """Whether this program wrote a table."""
    with suppress(ReportUnreadableError), _opened(path) as table:
        return _OURS in (table.schema_arrow.metadata or {})
    return False


def write_suggestions(path: Path, rows: Iterable[bytes]) -> None:
    """Write rows of suggestions (`formats/suggestion_rows`) as a table, whole or not at all; raises `WriteError`."""
    arrow, parquet = _arrow()
    span = {
        "start": arrow.int32(), "end": arrow.int32(), "class": arrow.string(), "text": arrow.string(),
        "confidence": arrow.float64(), "fragments": arrow.list_(arrow.list_(arrow.int32())),
    }  # fmt: skip
    columns = {"id": arrow.string(), "text": arrow.string(), "spans": arrow.list_(arrow.struct(span))}
    schema = arrow.schema(columns, metadata={_OURS: b"suggestions"})
    try:
        with (
            unfinished_file(path, private=True) as descriptor,
            os.fdopen(descriptor, "wb", closefd=False) as file,
            parquet.ParquetWriter(file, schema) as writer,
        ):
            for lot in _lots(rows):
                writer.write_table(arrow.Table.from_pylist([json.loads(row) for row in lot], schema))
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error


def _lots(rows: Iterable[bytes]) -> Iterator[list[bytes]]:
    lot: list[bytes] = []
    size = 0
    for row in rows:
        lot.append(row)
        size += len(row)
        if size >= _AT_ONCE:
            yield lot
            lot, size = [], 0
    if lot:
        yield lot


def _arrow() -> tuple[Any, Any]:
    # Loaded by its name and when it is needed: it is an extra, and large.
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise LibraryMissingError(what="Parquet", library="pyarrow", package="deid-studio[parquet]") from error


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """A table to be read; what goes wrong meanwhile is told as what is wrong with its file."""
    arrow, parquet = _arrow()
    try:
        demand_plain(path)
        with path.open("rb") as file:
            yield parquet.ParquetFile(file)
    except OSError as error:  # what Arrow cannot understand is one, without a number
        detail = reason(error) if error.errno else Text("it is damaged")
        raise ReportUnreadableError(path=path, detail=detail) from error
    except (arrow.ArrowException, UnicodeDecodeError) as error:
        raise ReportUnreadableError(path=path, detail=Text("it is damaged")) from error
