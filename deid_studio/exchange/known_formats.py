"""The forms that there are, by the name that `--to` takes, and in which of them a file or a folder is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deid_studio.errors import ExchangeFileError, FormUnknownError
from deid_studio.exchange.brat_pairs import BratPairs
from deid_studio.exchange.doccano_rows import DoccanoRows
from deid_studio.exchange.exchange_format import ExchangeFormat
from deid_studio.exchange.i2b2_xml import I2b2Xml
from deid_studio.exchange.json_rows import json_rows
from deid_studio.exchange.label_studio import LabelStudioTasks
from deid_studio.exchange.plain_rows import ParquetRows, PlainRows
from deid_studio.exchange.prodigy_rows import ProdigyRows
from deid_studio.exchange.spacy_docs import SpacyDocBin, SpacyRows
from deid_studio.exchange.span_table import SpanTable
from deid_studio.exchange.token_columns import TokenColumns
from deid_studio.exchange.uima_xmi import UimaXmi
from deid_studio.formats.folder import find_files

_ALL: tuple[ExchangeFormat, ...] = (
    BratPairs(),
    PlainRows(),
    SpanTable(),
    TokenColumns("conll", between=("-X-", "_")),
    TokenColumns("bio"),
    TokenColumns("bioes", whole=True),
    SpacyDocBin(),
    SpacyRows(),
    I2b2Xml(),
    UimaXmi(),
    DoccanoRows(),
    LabelStudioTasks(),
    ProdigyRows(),
    ParquetRows(),
)
_JSON_LINES = ".jsonl"
_BESIDE = frozenset(("label_config.json", "label_config.xml", "TypeSystem.xml"))  # written beside annotations
FORMATS: Mapping[str, ExchangeFormat] = {one.name: one for one in _ALL}


def format_of(source: Path) -> ExchangeFormat:
    """The form of a file or a folder, told by the endings of its files and, of JSON Lines, by the first row.

    Raises `FormUnknownError` where it cannot be told with certainty, and `FolderUnusableError`.
    """
    files = find_files(source, lambda path: path.name not in _BESIDE) if source.is_dir() else [source]
    by_suffix = {path.suffix.lower(): path for path in reversed(files)}
    # Where a text lies beside each report, or beside a table, the other files say what it is.
    found = [one for one in _ALL if one.suffix in by_suffix and one.suffix not in (".txt", _JSON_LINES)]
    if _JSON_LINES in by_suffix and (one := _of_row(by_suffix[_JSON_LINES])) is not None:
        found.append(one)
    if not found and ".txt" in by_suffix:
        found = [FORMATS["brat"]]
    if ".ann" in by_suffix:
        return FORMATS["brat"]
    if len(found) != 1:
        raise FormUnknownError(path=source, formats=", ".join(FORMATS))
    return found[0]


def _of_row(path: Path) -> ExchangeFormat | None:
    try:
        _, row = next(json_rows(path))
    except (StopIteration, ExchangeFileError):
        return None
    spans = row.get("spans")
    first: Any = spans[0] if isinstance(spans, list) and spans else {}
    if "ents" in row or isinstance(spans, dict):
        name = "spacy"
    elif "label" in row or "labels" in row or "entities" in row:
        name = "doccano"
    elif "answer" in row or "_input_hash" in row or (isinstance(first, dict) and "label" in first):
        name = "prodigy"
    elif "id" in row and isinstance(spans, list):
        name = "jsonl"
    else:
        return None
    return FORMATS[name]
