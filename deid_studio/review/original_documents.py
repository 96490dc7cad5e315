"""OriginalDocuments: the Word documents that reports were converted from, as they leave in their own layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from deid_studio.release.docx_cleaning import Removed
from deid_studio.release.docx_original import Change, released_docx
from deid_studio.release.policy import Way
from deid_studio.release.released import Released
from deid_studio.review.project import PRIVATE, Project

_LIMIT_MB = 100
_ZIP = b"PK"
_NAME_WORD = regex.compile(r"\p{Lu}[\p{L}\p{M}]{3,}")


@dataclass(frozen=True, slots=True)
class DocumentRemark:
    """What a person should know of how a report's documents were made: `removed` from the original by kind, or that it
    was made `anew` from the text, without the original's layout."""

    report: str
    removed: Mapping[Removed, int] = field(default_factory=dict)
    anew: bool = False

    def text(self, language: str) -> str:
        """The remark in "es" or "en"."""
        spanish = language == "es"
        if self.anew:
            return (
                f"{self.report}: hecho de nuevo a partir del texto, sin el diseño del original."
                if spanish
                else f"{self.report}: made anew from the text, without the original's layout."
            )
        lost = ", ".join(f"{what.value[0 if spanish else 1]}: {count}" for what, count in self.removed.items())
        return f"{self.report}: se ha quitado ({lost})." if spanish else f"{self.report}: removed ({lost})."


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
