"""Duplicates: reports that say the same, with the same mentions or with others; worst where they are in two parts.

A report is known by the hashes of its runs of words outside of mentions, of which one in a few is kept; those that
many reports have are of a form and tell nothing. Linear in the corpus.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from zlib import crc32

import regex

from deid_studio.corpora.checks.checked_corpus import LEAST_LIKELY, CheckedCorpus, CorpusFinding, FindingKind
from deid_studio.model.document import Document
from deid_studio.people.folded_text import fold_signs
from deid_studio.texts import Text

_RUN = 8  # words
_KEPT = 4  # one hash of so many
_MOST = 12  # reports that a run is in
_LEAST_RUNS = 4  # kept ones of a report; less is no report to compare
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def duplicates(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """For each report that is like one before it, the one that it is most like."""
    known: list[set[int]] = []
    reports: dict[int, list[int]] = defaultdict(list)
    same: dict[str, int] = {}
    for number, doc in enumerate(corpus.documents):
        known.append(_runs(doc))
        for run in known[-1]:
            reports[run].append(number)
    for number, doc in enumerate(corpus.documents):
        first = same.setdefault(doc.text, number)
        if first != number:
            yield _finding(doc, corpus.documents[first], 1.0)
            continue
        own = {run for run in known[number] if len(reports[run]) <= _MOST}
        if len(own) < _LEAST_RUNS:
            continue
        shared = Counter(other for run in own for other in reports[run] if other < number)
        if shared:
            other, count = max(shared.items(), key=lambda pair: (pair[1], -pair[0]))
            all_runs = own | {run for run in known[other] if len(reports[run]) <= _MOST}
            if count / len(all_runs) >= LEAST_LIKELY:
                yield _finding(doc, corpus.documents[other], count / len(all_runs))


def _finding(doc: Document, other: Document, likely: float) -> CorpusFinding:
    part, others_part = (one.id.rpartition("/")[0] for one in (doc, other))
    percent = round(100 * likely)
    why = Text("{percent} % of its wording stands in {other} too", percent=percent, other=other.id)
    if part != others_part:
        why = Text("{percent} % of its wording stands in {other} too, in another part of the corpus", percent=percent,
                   other=other.id)  # fmt: skip
    return CorpusFinding(FindingKind.DUPLICATE, doc.id, 0, len(doc.text), "", why, likely)


def _runs(doc: Document) -> set[int]:
    """Hashes of the report's runs of words without those of its mentions."""
    pieces, at = [], 0
    for span in sorted(doc.spans):
        pieces.append(doc.text[at : span.start])
        at = max(at, span.end)
    words = _WORD.findall(fold_signs(" ".join((*pieces, doc.text[at:]))))
    hashes = (crc32(" ".join(words[at : at + _RUN]).encode("utf-8")) for at in range(len(words) - _RUN + 1))
    return {one for one in hashes if one % _KEPT == 0}
