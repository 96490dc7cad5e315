"""Labels: values that are unmarked, or of another class, behind a label whose values nearly always have one class."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import regex

from deid_studio.corpora.checks.checked_corpus import CheckedCorpus, CorpusFinding, FindingKind, share
from deid_studio.model.fragments import trimmed
from deid_studio.model.span import Span
from deid_studio.review.alike.labelled_values import labels_in
from deid_studio.texts import Text

_LEAST = 8  # values of a label
_LEAST_LIKELY = 0.8
_VALUE_END = regex.compile(r"[ ]{2,}|[\n\r\t|;]|(?<=[\p{Ll}\d]{4})\.\s")
_NO_VALUE = regex.compile(r"\p{L}[^\n:;|]{0,20}:")  # the next label stands there


def labels(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """The values that are not marked as those of their label are."""
    values: dict[str, list[tuple[str, str, int, Span | None]]] = defaultdict(list)
    for doc in corpus.documents:
        starts = {span.start: span for span in doc.spans}
        inside = sorted(doc.spans)
        for label, start in labels_in(doc.text):
            span = starts.get(start) or next((one for one in inside if one.start <= start < one.end), None)
            if span is not None or _NO_VALUE.match(doc.text, start) is None:
                values[label].append((doc.id, doc.text, start, span))
    for own in values.values():
        counts = Counter("" if span is None else span.phi_class for *_, span in own)
        most, count = counts.most_common(1)[0]
        likely = share(count, len(own) - count)
        if not most or len(own) < _LEAST or likely < _LEAST_LIKELY:
            continue
        why = Text("{count} of {total} values behind its label are of {other}", count=count, total=len(own), other=most)
        for report, text, start, span in own:
            if span is not None and span.phi_class != most:
                place = span.start, span.end
                yield CorpusFinding(FindingKind.LABEL, report, *place, span.phi_class, why, likely, most, *place)
            elif span is None:
                end = _VALUE_END.search(text, start)
                value = trimmed(text, start, len(text) if end is None else end.start())
                if value is not None:
                    yield CorpusFinding(FindingKind.LABEL, report, *value, "", why, likely, most, *value)
