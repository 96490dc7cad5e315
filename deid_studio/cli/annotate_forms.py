"""Forms: a report's suggestions as `deid annotate` writes them, made where they are found, so that few bytes travel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from deid_studio.formats.brat import AnnFile
from deid_studio.formats.suggestion_rows import row_of
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion
from deid_studio.review.signing.sign_off import spans_sha256


@dataclass(frozen=True, slots=True)
class Written:
    """What is written of a report, the hash of the spans that stand in it, and how many suggestions it holds."""

    data: bytes
    spans_sha256: str
    count: int


Form = Callable[[str, Document, Sequence[Suggestion]], Written]


def as_ann(id: str, doc: Document, suggestions: Sequence[Suggestion]) -> Written:
    """The report's `.ann`."""
    ann = AnnFile().with_spans([one.span for one in suggestions], doc.text)
    return Written(ann.to_bytes(), spans_sha256(ann.spans), len(suggestions))


def as_row(id: str, doc: Document, suggestions: Sequence[Suggestion]) -> Written:
    """The report's row in a table, where it is called `id`."""
    digest = spans_sha256([one.span for one in suggestions])
    return Written(row_of(id, doc, suggestions), digest, len(suggestions))
