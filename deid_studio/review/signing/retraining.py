"""Retraining: the signed-off reports of a folder, as BRAT pairs, BIO sequences and a manifest, for `deid train`.

Layout: ``retraining/brat/<report>.txt`` and ``.ann``, ``retraining/bio/<report>.bio`` (token, start, end, tag separated
by tabs, an empty line between sequences), ``retraining/manifest.json``.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from deid_studio.errors import ManifestDamagedError, ReportUnreadableError, WriteError, reason
from deid_studio.formats.files import write_file
from deid_studio.formats.private_folder import is_private, make_all_private, make_private
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.learning.bio import bio_lines
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.texts import Text

FORMAT = 1
MANIFEST = "manifest.json"

_FILES = (("brat", ".txt"), ("brat", ".ann"), ("bio", ".bio"))
_MANIFEST_LIMIT_MB = 1000.0
_DAMAGED = Text("it is damaged; close the folder and open it again")


@dataclass(frozen=True, slots=True)
class SignOff:
    """What a reviewer signed: the report with its gold spans, both files' bytes, and the decisions by kind.

    `signed_at` is ISO 8601 in UTC.
    """

    doc: Document
    txt: bytes
    ann: bytes
    reviewer: str
    signed_at: str
    model: str
    decisions: dict[str, int]


def listed(folder: Path) -> dict[str, dict[str, Any]]:
    """The entries of a folder's manifest by report; raises `ReportUnreadableError` when it cannot be understood."""
    path = folder / MANIFEST
    raw = read_bytes_if_any(path, _MANIFEST_LIMIT_MB)
    if raw is None:
        return {}
    entries = _entries(raw)
    if entries is None:
        raise ReportUnreadableError(path=path, detail=_DAMAGED)
    return entries


class Retraining:
    """The folder `retraining/` of a project; made at the first sign-off."""

    def __init__(self, folder: Path, tagset: TagSet) -> None:
        self.folder = folder
        self._tagset = tagset

    @property
    def manifest_path(self) -> Path:
        """The manifest's path."""
        return self.folder / MANIFEST

    def reports(self) -> dict[str, dict[str, Any]]:
        """The manifest's entries by report; raises `ReportUnreadableError` when it cannot be understood."""
        return listed(self.folder)

    def put_damaged_aside(self) -> ManifestDamagedError | None:
        """Rename a manifest that cannot be understood, so that it can be made anew; what there is to tell of it.

        Raises `ReportUnreadableError` or `WriteError` when the system refuses.
        """
        raw = read_bytes_if_any(self.manifest_path, _MANIFEST_LIMIT_MB)
        if raw is None or _entries(raw) is not None:
            return None
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        aside = self.manifest_path.with_name(f"manifest.damaged.{stamp}.json")
        try:
            self.manifest_path.rename(aside)
        except OSError as error:
            raise WriteError(path=self.manifest_path, detail=reason(error)) from error
        return ManifestDamagedError(path=self.manifest_path, aside=aside.name)

    def standing(self) -> tuple[set[str], set[str]]:
        """The reports that are in with all they need, and those of which there is anything at all."""
        listed = set(self.reports())
        found = [
            {file.relative_to(self.folder / kind).as_posix().removesuffix(suffix) for file in files}
            for kind, suffix in _FILES
            for files in ((self.folder / kind).rglob(f"*{suffix}"),)
        ]
        return listed.intersection(*found), listed.union(*found)

    def put(self, signed: SignOff) -> None:
        """Write the report's files, then the manifest; raises `WriteError` when the disk refuses."""
        entries = self.reports()
        bio = bio_text(signed.doc).encode()
        files = {
            self._path("brat", signed.doc.id, ".txt"): signed.txt,
            self._path("brat", signed.doc.id, ".ann"): signed.ann,
            self._path("bio", signed.doc.id, ".bio"): bio,
        }
        for path, data in files.items():
            self._make_folder(path.parent)
            write_file(path, data, private=True)
        entries[signed.doc.id] = {
            "report": signed.doc.id,
            "reviewer": signed.reviewer,
            "signed_at": signed.signed_at,
            "tag_set": {"name": self._tagset.name, "version": self._tagset.version},
            "model": signed.model,
            "spans": len(signed.doc.spans),
            "decisions": signed.decisions,
            "sha256": {
                path.relative_to(self.folder).as_posix(): hashlib.sha256(data).hexdigest()
                for path, data in files.items()
            },
        }
        self._write_manifest(entries)

    def remove(self, report: str) -> None:
        """Take a report out, if any of it is in; raises `WriteError` when the disk refuses.

        The manifest comes last: as long as it names the report, what an interruption left is found again.
        """
        for kind, suffix in _FILES:
            path = self._path(kind, report, suffix)
            try:
                path.unlink(missing_ok=True)
            except NotADirectoryError:
                continue
            except OSError as error:
                raise WriteError(path=path, detail=reason(error)) from error
        entries = self.reports()
        if entries.pop(report, None) is not None:
            self._write_manifest(entries)

    def _path(self, kind: str, report: str, suffix: str) -> Path:
        return self.folder / kind / f"{report}{suffix}"

    def _make_folder(self, folder: Path) -> None:
        try:
            if not all(map(is_private, (self.folder, *(self.folder / kind for kind, _ in _FILES)))):
                make_all_private(self.folder)
            make_private(folder, self.folder)
        except OSError as error:
            raise WriteError(path=folder, detail=reason(error)) from error

    def _write_manifest(self, entries: dict[str, dict[str, Any]]) -> None:
        manifest = {"format": FORMAT, "reports": [entries[name] for name in sorted(entries)]}
        data = (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()
        write_file(self.manifest_path, data, private=True)


def _entries(raw: bytes) -> dict[str, dict[str, Any]] | None:
    try:
        return {str(entry["report"]): dict(entry) for entry in json.loads(raw)["reports"]}
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def bio_text(doc: Document) -> str:
    """A document's BIO sequences: token, start, end (code points), tag separated by tabs; an empty line after each."""
    lines: list[str] = []
    for sequence in bio_lines(doc):
        lines += ["\t".join((token, str(start), str(end), tag)) for token, start, end, tag in sequence]
        lines.append("")
    return "\n".join(lines) + "\n"
