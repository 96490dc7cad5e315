"""Files of a folder that is put in place as a whole (`formats/folder_swap`), and the texts that lie beside a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.formats.text import read_report

TEXTS = "texts"


def put(path: Path, data: bytes) -> None:
    """Write a file of a folder that nobody sees yet; raises `OSError`, which `whole_folder` tells."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def put_texts(reports: Sequence[AnnotatedReport], folder: Path) -> None:
    """Write the texts of reports, for a form that does not hold them itself."""
    for one in reports:
        put(folder / TEXTS / f"{one.doc.id}.txt", one.doc.text.encode())


def text_beside(table: Path, id: str) -> str | None:
    """The text of a report that lies beside its table; None where there is none. Raises what `read_report` does."""
    if ".." in Path(id).parts or Path(id).is_absolute():
        return None
    for folder in (table.parent / TEXTS, table.parent):
        path = folder / f"{id}.txt"
        try:
            there = path.is_file()
        except (OSError, ValueError):  # no system has such a name
            return None
        if there:
            return read_report(path).document.text
    return None
