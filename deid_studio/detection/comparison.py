"""Comparison: what two pipelines that differ in the rules that are on make of the same report."""

from __future__ import annotations

from deid_studio.detection.pipeline import Pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion

Both = tuple[list[Suggestion], list[Suggestion]]


def difference(before: Pipeline, after: Pipeline, doc: Document) -> Both | None:
    """The suggestions of both; None where every detector that they do not share finds the same.

    Both are made of the same one by `Pipeline.without`. A learned model, which has no rules, is shared, and is not
    asked about the reports in which nothing differs.
    """
    pairs = zip(before.detectors, after.detectors, strict=True)
    if all(one is other or one.detect(doc) == other.detect(doc) for one, other in pairs):
        return None
    return before.detect(doc), after.detect(doc)
