"""Corpus checks: all of them, by the kind of what they find, and the list that one works through."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from deid_studio.corpora.checks.checked_corpus import Check, CheckedCorpus, CorpusFinding, FindingKind
from deid_studio.corpora.checks.duplicates import duplicates
from deid_studio.corpora.checks.edges import cuts, edges, full_stops, parted_words
from deid_studio.corpora.checks.guideline_rules import adjoining_names, guideline_rules
from deid_studio.corpora.checks.odd_label_values import labels
from deid_studio.corpora.checks.overlaps import overlaps
from deid_studio.corpora.checks.same_text import missed, other_classes
from deid_studio.corpora.checks.unmarked_leftovers import leftovers, right_control_letters
from deid_studio.model.document import Document
from deid_studio.progress import Progress

# What counts a corpus; `FindingKind.MODEL` trains on it, and is asked for by itself.
CHECKS: Mapping[FindingKind, tuple[Check, ...]] = {
    FindingKind.OVERLAP: (overlaps,),
    FindingKind.EDGE: (edges, full_stops),
    FindingKind.CUT: (cuts, parted_words),
    FindingKind.RULE: (guideline_rules, adjoining_names),
    FindingKind.CLASS: (other_classes,),
    FindingKind.LABEL: (labels,),
    FindingKind.MISSED: (missed,),
    FindingKind.LEFTOVER: (leftovers, right_control_letters),
    FindingKind.DUPLICATE: (duplicates,),
}


def findings(
    corpus: CheckedCorpus, kinds: Collection[FindingKind] = tuple(CHECKS), progress: Progress | None = None
) -> list[CorpusFinding]:
    """What these checks find, the likeliest of each kind first; raises `CancelledError`."""
    progress = progress or Progress()
    wanted = [kind for kind in CHECKS if kind in kinds]
    return once(one for kind in progress.each(wanted, len(wanted), "checking") for one in found_by(corpus, kind))


def found_by(corpus: CheckedCorpus, kind: FindingKind) -> Iterator[CorpusFinding]:
    """What the checks of a kind find, in any order; of several kinds, `once` makes a list."""
    for check in CHECKS[kind]:
        yield from check(corpus)


def once(found: Iterable[CorpusFinding]) -> list[CorpusFinding]:
    """The findings as they are worked through: by kind, the likeliest first; of those that propose the same class for
    the same place the likeliest alone."""
    order = list(FindingKind)
    kept: dict[tuple[str, str, str], list[CorpusFinding]] = {}
    for one in sorted(found, key=lambda one: (-one.likely, order.index(one.kind))):
        own = kept.setdefault((one.report, one.phi_class, one.proposed_class), [])
        is_whole = one.kind is FindingKind.DUPLICATE
        if is_whole or not any(one.start < other.end and other.start < one.end for other in own):
            own.append(one)
    left = (one for own in kept.values() for one in own)
    return sorted(left, key=lambda one: (order.index(one.kind), -one.likely, one.report, one.start, one.end))


def findings_json(found: Iterable[CorpusFinding], documents: Iterable[Document], language: str) -> str:
    """A list of objects with the text of each place."""
    return json.dumps(_rows(found, documents, language), ensure_ascii=False, indent=1) + "\n"


def findings_csv(found: Iterable[CorpusFinding], documents: Iterable[Document], language: str) -> str:
    """One row a finding with the text of its place."""
    out = io.StringIO()
    rows = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    rows.writeheader()
    rows.writerows(_rows(found, documents, language))
    return out.getvalue()


def keys_in(text: str) -> frozenset[str]:
    """The keys of findings in a list as `findings_csv` writes it, or in what a person or a spreadsheet made of it."""
    return frozenset(_KEY.findall(text))


_KEY = re.compile(r"(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])")
_COLUMNS = (
    "kind", "report", "start", "end", "class", "text", "why", "likely", "proposed_class", "proposed_start",
    "proposed_end", "key",
)  # fmt: skip


def _rows(found: Iterable[CorpusFinding], documents: Iterable[Document], language: str) -> list[dict[str, Any]]:
    texts = {doc.id: doc.text for doc in documents}
    return [
        dict(
            zip(
                _COLUMNS,
                (
                    one.kind.value, one.report, one.start, one.end, one.phi_class, _quoted(one, texts[one.report]),
                    one.why.said(language), round(one.likely, 4), one.proposed_class, one.proposed_start,
                    one.proposed_end, one.key,
                ),
                strict=True,
            )
        )
        for one in found
    ]  # fmt: skip


def _quoted(finding: CorpusFinding, text: str) -> str:
    """The text of its place; of a whole report nothing."""
    return "" if finding.kind is FindingKind.DUPLICATE else " ".join(text[finding.start : finding.end].split())
