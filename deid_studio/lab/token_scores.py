"""Token scores: precision, recall and F1 of token labels per section, as the sectioned hybrid's thesis gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from deid_studio.detection.sections import fields, sections
from deid_studio.detection.tokens import tokenizer
from deid_studio.learning.bio import OUTSIDE, tag_lines
from deid_studio.learning.scores import Counts
from deid_studio.model.document import Document
from deid_studio.model.span import Span

ALL = "all"


class TokenScores:
    """Counts per section (and `ALL`) and BIO tag, `O` left out, summed over reports."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Counts]] = {"header": {}, "body": {}, "footer": {}, ALL: {}}

    def add(self, doc: Document, system: Iterable[Span]) -> None:
        """Count one report: `doc.spans` are the gold."""
        lines = tokenizer().lines(doc.text)
        kinds = sections(lines, [fields(line) for line in lines])
        gold, found = tag_lines(lines, doc.spans), tag_lines(lines, list(system))
        for section, own_gold, own_found in zip(kinds, gold, found, strict=True):
            for table in (self.tables[section.value], self.tables[ALL]):
                count_tags(own_gold, own_found, table)


def count_tags(gold: Sequence[str], found: Sequence[str], table: dict[str, Counts]) -> None:
    """Add the tags of one token sequence to `table`."""
    for right, tag in zip(gold, found, strict=True):
        if right == tag:
            if right != OUTSIDE:
                table[right] = table.get(right, Counts()) + Counts(tp=1)
            continue
        if right != OUTSIDE:
            table[right] = table.get(right, Counts()) + Counts(fn=1)
        if tag != OUTSIDE:
            table[tag] = table.get(tag, Counts()) + Counts(fp=1)


def micro(table: Mapping[str, Counts]) -> Counts:
    """The counts of all tags together."""
    return sum(table.values(), Counts())


def averages(table: Mapping[str, Counts]) -> dict[str, tuple[float, float, float]]:
    """Precision, recall and F1 over the tags that the gold has: micro, macro and weighted by support."""
    total = micro(table)
    found = {"micro": (total.precision, total.recall, total.f1)}
    rows = [(c.precision, c.recall, c.f1, c.tp + c.fn) for c in table.values() if c.tp + c.fn]
    for name, weights in (("macro", [1.0] * len(rows)), ("weighted", [float(row[3]) for row in rows])):
        whole = sum(weights) or 1.0
        p, r, f = (sum(w * row[i] for w, row in zip(weights, rows, strict=True)) / whole for i in range(3))
        found[name] = (p, r, f)
    return found
