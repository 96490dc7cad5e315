"""OriginalDocuments: the Word documents that reports were converted from, as they leave in their own layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import regex

from deid_studio.errors import DeidError, DocumentTextChangedError
from deid_studio.formats.conversion.documents import is_document
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.release.policy import Way
from deid_studio.release.released import Released
from deid_studio.release.word.original import Change, released_docx
from deid_studio.review.certificate.release_certificate import DocumentRemark
from deid_studio.review.project import PRIVATE, Project

_LIMIT_MB = 100
_ZIP = b"PK"
_NAME_WORD = regex.compile(r"\p{Lu}[\p{L}\p{M}]{3,}")


@dataclass(frozen=True, slots=True)
class DocumentCheck:
    """What a look at a report's Word document gave: why it cannot leave in its layout, None when it can.

    `released` and `state` (the file's time and size, whether pictures stay) are what it depends on.
    """

    released: Released = field(repr=False)
    state: tuple[int, int, bool]
    refused: DeidError | None


class OriginalDocuments:
    """The documents of a project; those that were not converted in it are nobody's originals."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._record = ConversionRecord(project.folder, PRIVATE)

    def of(self, report: str) -> Path | None:
        """The document that a report's text was made from; None where it was not made from one."""
        document = self._project[report].path.with_suffix("")
        name = document.relative_to(self._project.folder).as_posix()
        return document if is_document(document) and name in self._record.known else None

    def checked(
        self, doc: Document, released: Released, keep_pictures: bool, before: DocumentCheck | None = None
    ) -> DocumentCheck | None:
        """Look whether a report's Word document can leave in its layout; None where it has none to keep.

        An earlier look (`before`) is taken where it would be the same again.
        """
        path = self.of(doc.id)
        if path is None or path.suffix.lower() != ".docx":
            return None
        try:
            found = path.stat()
        except OSError:
            return None  # then it is made anew
        state = found.st_mtime_ns, found.st_size, keep_pictures
        if before is not None and before.state == state and before.released == released:
            return before
        refused = None
        try:
            self.in_layout(doc, released, keep_pictures)
        except DeidError as error:
            refused = error
        return DocumentCheck(released, state, refused)

    def in_layout(
        self, doc: Document, released: Released, keep_pictures: bool
    ) -> tuple[bytes | None, DocumentRemark | None]:
        """A report's Word document as it leaves in its layout, and what to tell of it.

        None where there is no such document any more: then it is made anew. Raises what `released_docx` does, naming
        the document, and `DocumentTextChangedError` when it is another one than was converted.
        """
        path = self.of(doc.id)
        raw = None if path is None or path.suffix.lower() != ".docx" else read_bytes_if_any(path, _LIMIT_MB)
        if path is None or raw is None or not raw.startswith(_ZIP):
            return None, None if path is None else DocumentRemark(doc.id, anew=True)
        try:
            name = path.relative_to(self._project.folder).as_posix()
            # What was read once, in a process of its own, can be read here; another document could not.
            if sha256(raw).hexdigest() != self._record.known[name].document_sha256:
                raise DocumentTextChangedError()
            changes = [
                Change(one.place.start, one.place.end, one.instead)
                for one in released.replacements
                if one.instead != doc.text[one.place.start : one.place.end]
            ]
            secrets = set(_secrets(doc, released, self._project.tagset))
            made = released_docx(raw, doc.text, changes, secrets, keep_pictures)
        except DeidError as error:
            error.params["path"] = path  # what works on bytes knows no name
            raise
        return made.data, DocumentRemark(doc.id, dict(made.removed)) if made.removed else None


def _secrets(doc: Document, released: Released, tagset: TagSet) -> Iterator[str]:
    """What was decided and replaced, and the words of names in it."""
    for one in released.replacements:
        text = doc.text[one.place.start : one.place.end]
        if one.way is Way.KEEP or one.place.span is None or one.instead == text:
            continue
        yield text
        if one.place.phi_class in tagset and tagset[one.place.phi_class].kind == "person":
            yield from _NAME_WORD.findall(text)
