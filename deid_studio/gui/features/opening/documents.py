"""Documents of a folder: which have no text yet, which changed since theirs was made; and their conversion."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from deid_studio.batch.conversion import ConversionProcess
from deid_studio.errors import CancelledError, DeidError, WriteError
from deid_studio.formats.conversion.converted import Taken
from deid_studio.formats.conversion.documents import is_document, text_path
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.folder import find_files, report_id
from deid_studio.formats.text import SIZE_LIMIT_MB, read_bytes
from deid_studio.progress import Progress
from deid_studio.review.project import PRIVATE


@dataclass(frozen=True, slots=True)
class FolderDocuments:
    """A folder's documents without a text, those that changed since, and what was told of each report's document."""

    fresh: tuple[Path, ...] = ()
    changed: tuple[Path, ...] = ()
    told: Mapping[str, tuple[Taken, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConversionRequest:
    """What is needed to convert documents; `reviewed` are the reports that somebody decided on."""

    folder: Path
    documents: tuple[Path, ...]
    reviewed: frozenset[str] = frozenset()
    limit_mb: float = SIZE_LIMIT_MB


@dataclass(frozen=True, slots=True)
class ConversionResult:
    """The documents that were converted, and why others were not."""

    done: tuple[Path, ...]
    failed: tuple[DeidError, ...]


def find_documents(folder: Path, progress: Progress) -> FolderDocuments:
    """Look for the documents of a folder; writes nothing."""
    record = ConversionRecord(folder, PRIVATE)
    fresh: list[Path] = []
    changed: list[Path] = []
    for path in progress.each(find_files(folder, is_document)):
        try:
            if not os.path.lexists(text_path(path)):
                fresh.append(path)
            elif record.has_changed(path):
                changed.append(path)
        except DeidError:
            continue  # its text is there, and can be reviewed
    told = {name: conversion.told for name, conversion in record.known.items() if conversion.told}
    return FolderDocuments(tuple(fresh), tuple(changed), told)


def convert_documents(request: ConversionRequest, progress: Progress) -> ConversionResult:
    """Write the texts of documents beside them; one that cannot be read does not stop the others."""
    record = ConversionRecord(request.folder, PRIVATE)
    done: list[Path] = []
    failed: list[DeidError] = []
    total = len(request.documents)
    with ConversionProcess() as conversion:
        for number, path in enumerate(progress.each(request.documents, total)):
            try:
                raw = read_bytes(path, request.limit_mb)
                made = conversion.convert(raw, path, partial(progress.step, number, total))
                reviewed = report_id(text_path(path), request.folder) in request.reviewed
                record.write(path, raw, made, reviewed)
                done.append(path)
            except CancelledError:
                raise
            except DeidError as error:
                failed.append(error)
                if isinstance(error, WriteError):
                    break  # a full disk, or a folder that cannot be written: so it is for the others
    return ConversionResult(tuple(done), tuple(failed))
