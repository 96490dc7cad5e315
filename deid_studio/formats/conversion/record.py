"""ConversionRecord: which text of a folder was made from which document, so that a document that changes is noticed.

A line of JSON for each conversion, appended; the last one of a document counts, and a line cut short by a crash none.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from deid_studio.errors import TextKeptError, WriteError, reason
from deid_studio.formats.conversion.converted import Converted, Part, Taken
from deid_studio.formats.conversion.documents import text_path
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import ann_path
from deid_studio.formats.private_folder import make_private
from deid_studio.formats.text import read_bytes, read_bytes_if_any

_LIMIT_MB = 100


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a text was made from: the SHA-256 of the document and of the text, and what the reader told."""

    document_sha256: str
    text_sha256: str
    told: tuple[Taken, ...] = ()


class ConversionRecord:
    """The conversions of a folder, by the document's path in it."""

    def __init__(self, folder: Path, private: str) -> None:
        self.folder = folder
        self._path = folder / private / "converted.jsonl"
        self._known: dict[str, Conversion] = {}
        for line in (read_bytes_if_any(self._path, _LIMIT_MB) or b"").splitlines():
            try:
                row = json.loads(line)
                told = tuple(Taken(Part[part], int(count)) for part, count in row["told"])
                self._known[row["document"]] = Conversion(row["sha256"], row["text_sha256"], told)
            except (ValueError, KeyError, TypeError, RecursionError):
                continue

    @property
    def known(self) -> Mapping[str, Conversion]:
        """The conversions, by the document's path in the folder with `/`."""
        return MappingProxyType(self._known)

    def told(self, document: Path) -> tuple[Taken, ...]:
        """What the reader told of a document; nothing of one that was not converted here."""
        conversion = self._known.get(self._name(document))
        return () if conversion is None else conversion.told

    def has_changed(self, document: Path) -> bool:
        """Whether a document is another one than its text was made from; raises what `read_bytes` does."""
        conversion = self._known.get(self._name(document))
        return conversion is not None and conversion.document_sha256 != _sha256(read_bytes(document, _LIMIT_MB))

    def write(self, document: Path, raw: bytes, made: Converted, reviewed: bool = False) -> None:
        """Write a document's text beside it.

        A text that is there already is replaced only if it is as it was made, without annotations beside it and not
        `reviewed`. Raises `TextKeptError`, which leaves it, or `WriteError`.
        """
        path = text_path(document)
        if not os.path.lexists(path):
            # The record first: a text without one would be taken for somebody's own.
            self.keep(document, raw, made)
            write_file(path, made.data, like=document)
            return
        there = read_bytes_if_any(path, _LIMIT_MB) or b""
        if there != made.data:
            before = self._known.get(self._name(document))
            ours = before is not None and before.text_sha256 == _sha256(there)
            if not ours or reviewed or os.path.lexists(ann_path(path)):
                raise TextKeptError(path=path)
            write_file(path, made.data)
        self.keep(document, raw, made)

    def keep(self, document: Path, raw: bytes, made: Converted) -> None:
        """Note what a document's text is made from; raises `WriteError`."""
        name = self._name(document)
        conversion = Conversion(_sha256(raw), _sha256(made.data), made.told)
        self._append(name, conversion)
        self._known[name] = conversion

    def _name(self, document: Path) -> str:
        return document.relative_to(self.folder).as_posix()

    def _append(self, name: str, conversion: Conversion) -> None:
        told = [(taken.part.name, taken.count) for taken in conversion.told]
        row = {
            "document": name, "sha256": conversion.document_sha256, "text_sha256": conversion.text_sha256, "told": told,
        }  # fmt: skip
        try:
            make_private(self._path.parent)
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "ab") as file:
                # A line of its own even after one that a crash cut short.
                file.write(b"\n" + json.dumps(row).encode("ascii") + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise WriteError(path=self._path, detail=reason(error)) from error


def _sha256(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
