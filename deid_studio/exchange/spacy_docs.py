"""spaCy: a DocBin for `spacy train`, and JSON Lines of docs, in which every span is whole tokens.

Tokens are this program's, cut further where a span begins or ends, so that each span is there exactly; in training
spaCy sets them against those of its own tokenizer. Spans that overlap stand in the span group `sc`, as spaCy's own
component for them has it, and the longest of each place among `ents`.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from deid_studio.detection.spacy_library import spacy_library
from deid_studio.detection.tokens import tokenizer
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, Losses
from deid_studio.exchange.exchange_format import Carries, file_of, files_of, wrong
from deid_studio.exchange.files_put import put
from deid_studio.exchange.held_text import any_utf8, xml_words
from deid_studio.exchange.json_rows import JsonRows
from deid_studio.exchange.span_records import Place
from deid_studio.formats.text import read_bytes
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.texts import Text

_GROUP, _REPORT = "sc", "report"
_LIMIT_MB = 1000.0
_LARGEST = 4_000_000_000  # bytes of a DocBin as it unfolds
_HELD = Carries(text=any_utf8, plain=xml_words)


class SpacyDocBin:
    """A `.spacy` file; the id of a report stands in its doc's `user_data`."""

    name = "docbin"
    suffix = ".spacy"
    carries = _HELD

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        for path in files_of(source, self.suffix, self.name):
            for number, doc in enumerate(_docs(path), start=1):
                place = Place(path, number)
                lost: Losses = Counter({Loss.NOT_SPANS: sum(len(doc.spans[key]) for key in doc.spans if key != _GROUP)})
                spans = {(one.start_char, one.end_char, one.label_) for one in doc.ents}
                spans |= {(one.start_char, one.end_char, one.label_) for one in doc.spans.get(_GROUP, ())}
                text = doc.text  # put together of all tokens whenever it is asked for
                marks = [(place.span(text, *one), "") for one in sorted(spans)]
                yield AnnotatedReport.of(place.id(doc.user_data, _REPORT), text, marks, lost=lost)

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        spacy_library()
        from spacy.tokens import DocBin
        from spacy.vocab import Vocab

        vocab = Vocab()
        docs = DocBin(store_user_data=True)
        for one in reports:
            doc = _doc(one.doc, vocab)
            doc.user_data[_REPORT] = one.doc.id
            docs.add(doc)
        put(file_of(folder, part, self.suffix), docs.to_bytes())


class SpacyRows(JsonRows):
    """What `Doc.to_json` gives of each report, and its id as `report`."""

    name = "spacy"
    carries = _HELD

    def of_row(self, row: Mapping[str, Any], place: Place) -> AnnotatedReport:
        text = place.text(row, "text")
        groups = row.get("spans", {})
        records = [*place.records(row, "ents"), *place.records(place.record(groups), _GROUP)]
        spans = {
            place.span(text, one.get("start"), one.get("end"), one.get("label")) for one in map(place.record, records)
        }
        lost: Losses = Counter()
        lost[Loss.NOT_SPANS] += sum(len(place.records(groups, key)) for key in groups if key != _GROUP)
        return AnnotatedReport.of(place.id(row, _REPORT, "id"), text, [(one, "") for one in spans], lost=lost)

    def rows_of(self, reports: Sequence[AnnotatedReport]) -> Iterator[dict[str, Any]]:
        spacy_library()
        from spacy.vocab import Vocab

        vocab = Vocab()
        for one in reports:
            yield {_REPORT: one.doc.id, **_doc(one.doc, vocab).to_json()}


def _doc(report: Document, vocab: Any) -> Any:
    from spacy.tokens import Doc

    words, spaces = _words(report)
    doc = Doc(vocab, words=words, spaces=spaces)
    spans: list[Any] = [doc.char_span(one.start, one.end, label=one.phi_class) for one in report.spans]
    apart: list[Span] = []
    ents: list[Any] = []
    for one, span in sorted(zip(report.spans, spans, strict=True), key=lambda both: both[0].start - both[0].end):
        if not any(one.overlaps(other) for other in apart):
            apart.append(one)
            ents.append(span)
    doc.ents = ents
    if len(ents) < len(spans):
        doc.spans[_GROUP] = spans
    return doc


def _words(report: Document) -> tuple[list[str], list[bool]]:
    """The text as words, and whether a blank follows each: all of it, with an edge at each edge of a span."""
    edges = {edge for one in report.spans for edge in (one.start, one.end)}
    cuts = edges | {0, len(report.text)}
    for line in tokenizer().lines(report.text):
        cuts.update(line.starts, line.ends)
    ordered = sorted(cuts)
    words: list[str] = []
    spaces: list[bool] = []
    for start, end in pairwise(ordered):
        word = report.text[start:end]
        if word == " " and words and not spaces[-1] and not edges & {start, end}:
            spaces[-1] = True
        else:
            words.append(word)
            spaces.append(False)
    return words, spaces


def _docs(path: Path) -> Iterator[Any]:
    spacy_library()
    from spacy.tokens import DocBin
    from spacy.vocab import Vocab

    raw = read_bytes(path, _LIMIT_MB)
    try:
        unfolding = zlib.decompressobj()
        unfolding.decompress(raw, _LARGEST)
        if unfolding.unconsumed_tail:
            raise wrong(path, 1, Text("it unfolds to more than {size} MB", size=_LARGEST // 1_000_000))
        yield from DocBin(store_user_data=True).from_bytes(raw).get_docs(Vocab())
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, zlib.error) as error:
        raise wrong(path, 1, Text("it is no DocBin that spaCy can read")) from error
