"""Corpora: annotated reports from folders of BRAT pairs, and what identifies them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from deid_studio.detection.model_tagset import tag_set_entry as entry_of
from deid_studio.errors import TrainingDataError
from deid_studio.formats.folder import ann_path, read_folder
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.texts import Text


def read_corpus(
    folders: Iterable[Path], tagset: TagSet | None = None, progress: Progress | None = None
) -> list[Document]:
    """The annotated reports (those with an `.ann` beside them) of folders and their subfolders, in order.

    Raises what reading a pair raises, and `TrainingDataError` when a folder holds no annotated report.
    """
    progress = progress or Progress()
    documents: list[Document] = []
    for folder in folders:
        reports = progress.each(read_folder(folder, tagset), what="reading")
        annotated = [doc for doc in reports if ann_path(folder / f"{doc.id}.txt").exists()]
        if not annotated:
            raise TrainingDataError(path=folder, detail="no annotated report (.txt with .ann)")
        documents += annotated
    return documents


def tag_set_entry(tagset: TagSet, documents: Sequence[Document]) -> dict[str, Any]:
    """What a model's manifest says of its tag set.

    Raises `TrainingDataError` when reports hold other classes: a model of them could not be read.
    """
    names = [one.name for one in tagset]
    others = sorted({span.phi_class for doc in documents for span in doc.spans}.difference(names))
    if others:
        raise TrainingDataError(
            path=f"{len(documents)} reports",
            detail=Text("{names} is not in the tag set {name}", names=", ".join(others), name=tagset.name),
        )
    return entry_of(tagset)


def corpus_hash(documents: Sequence[Document]) -> str:
    """A SHA-256 of texts and spans in order; where the reports lie and what they are called does not matter."""
    digest = hashlib.sha256()
    for doc in documents:
        for part in (doc.text, *(f"{s.start} {s.end} {s.phi_class} {s.gaps}" for s in sorted(doc.spans))):
            digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
        digest.update(b"\1")
    return digest.hexdigest()
