"""Marks of layouts: what tells reports that a person signed from all others (`detection/signed_layouts.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from deid_studio.detection.signed_layouts import LEAST_MARKS, marks_in, marks_of
from deid_studio.learning.privacy.least_reports import ShowingRule
from deid_studio.learning.privacy.public_words import words_in
from deid_studio.learning.privacy.shown_words import Shown
from deid_studio.model.document import Document


def layout_marks(documents: Iterable[Document], home: Iterable[Document], rule: ShowingRule) -> list[str]:
    """The marks of the layouts of annotated reports that may be shown by a rule, that no report of home has
    and that no annotated report has PHI in.

    Reports have one layout when they share enough marks; a mark that other reports share as well says nothing.
    """
    signed = {doc.text: doc for doc in documents}.values()
    none = frozenset[str]().union(
        *(marks_in(doc.text) for doc in home), *(marks_of(doc.text, doc.spans) for doc in signed)
    )
    marks = [marks_in(doc.text, doc.spans) - none for doc in signed]
    reports = Counter(mark for own in marks for mark in own)
    alike: Counter[str] = Counter()
    for one, other in combinations(marks, 2):
        shared = one & other
        if len(shared) >= LEAST_MARKS:
            alike.update(shared)
    return sorted(
        mark
        for mark, pairs in alike.items()
        if pairs == reports[mark] * (reports[mark] - 1) // 2
        and rule.may_show(Shown(tuple(words_in(mark))), reports[mark])
    )
