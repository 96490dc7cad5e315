"""Overlaps: two mentions that share letters, of which one is too much."""

from __future__ import annotations

from collections.abc import Iterator

from deid_studio.corpora.checks.checked_corpus import CheckedCorpus, CorpusFinding, FindingKind
from deid_studio.texts import Text


def overlaps(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Each mention that shares letters with one that begins before it, or in the same place and is longer."""
    for doc in corpus.documents:
        longest = None
        for span in sorted(doc.spans, key=lambda one: (one.start, -one.end, one.phi_class)):
            if longest is not None and span.shares(longest):
                why = Text("it shares letters with a mention of {other}", other=longest.phi_class)
                yield CorpusFinding(FindingKind.OVERLAP, doc.id, span.start, span.end, span.phi_class, why, 1.0)
            if longest is None or span.end > longest.end:
                longest = span
