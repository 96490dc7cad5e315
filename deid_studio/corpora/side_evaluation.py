"""Side evaluation: reports as two sides have them (signed, suggested, adjudicated, in files), one measured against the
other, with every place where they differ.

Whose marks a person may see is decided by `sides_of`: an annotator the own and gold, who adjudicates everybody's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Protocol

from deid_studio.batch.preannotated import Preannotated
from deid_studio.corpora.corpus_folder import CorpusFolder
from deid_studio.corpora.layer_file import Layer, read_layer
from deid_studio.detection.sections import Section
from deid_studio.errors import NoReportsError
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.folder import ann_path, named_reports, read_pair
from deid_studio.formats.text import read_bytes, read_report
from deid_studio.learning.evaluate import Evaluation, evaluate, sections_by_offset
from deid_studio.learning.mistakes import Mistake, mistakes
from deid_studio.learning.scores import Counts, ner_counts
from deid_studio.model.document import Document
from deid_studio.model.mentions import Origin
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.folder_journal import summaries_of
from deid_studio.review.project import Project
from deid_studio.review.second.second_policy import reader_key

Suggested = Mapping[str, Preannotated]  # by report
Pairs = Mapping[tuple[int, int], Counts]  # by the places of two sides, gold's first


class SideKind(StrEnum):
    """What a side is: what was signed in the open folder or suggested in it, one annotator's layer, gold, or files."""

    SIGNED = "signed"
    SUGGESTED = "suggested"
    ANNOTATOR = "annotator"
    GOLD = "gold"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison; `who` is an annotator's name."""

    kind: SideKind
    folder: Path
    who: str = ""


@dataclass(frozen=True, slots=True)
class SidesRequest:
    """What is to be measured (`own`) against what; `suggested` is known of reports on which nobody has decided."""

    gold: Side
    own: Side
    tagset: TagSet
    suggested: Suggested = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlacedMistake:
    """A place where the sides differ, and the section that it is in."""

    mistake: Mistake
    section: Section


@dataclass(frozen=True, slots=True)
class SidesMeasured:
    """The figures, every difference by report and place, and the reports that are not counted: those that the measured
    side has not got (`absent`), and those whose text is another there (`other_text`)."""

    request: SidesRequest
    evaluation: Evaluation
    mistakes: tuple[PlacedMistake, ...]
    absent: tuple[str, ...]
    other_text: tuple[str, ...]


def sides_of(folder: Path, layer: Layer | None, reviewer: str) -> tuple[Side, ...]:
    """The sides that a person can compare in an open folder, gold first where there is some; raises what
    `CorpusFolder` does."""
    corpus_folder = folder.resolve().parent.parent
    corpus = CorpusFolder(corpus_folder) if layer is not None and CorpusFolder.is_one(corpus_folder) else None
    if corpus is not None and layer is not None and layer.is_gold:
        annotators = corpus.corpus.annotators
        own = [one for one in annotators if reader_key(one.name) == reader_key(reviewer)]
        others = (Side(SideKind.ANNOTATOR, corpus.layer(one), one.name) for one in own or annotators)
        return Side(SideKind.GOLD, folder), *others
    here = Side(SideKind.SIGNED, folder), Side(SideKind.SUGGESTED, folder)
    if corpus is None or not any(one.signed for one in summaries_of(corpus.gold).values()):
        return here
    return Side(SideKind.GOLD, corpus.gold), *here


def measure_sides(request: SidesRequest, progress: Progress | None = None) -> SidesMeasured:
    """The figures of one side against the other, on the reports that both have.

    Files that lack a report have missed all of it, as in `deid evaluate`. Raises what opening a folder (`Project`) and
    reading reports and `.ann` raises, `NoReportsError` where the sides have no report in common.
    """
    progress = progress or Progress()
    found: list[PlacedMistake] = []
    absent: list[str] = []
    other_text: list[str] = []
    own_spans: dict[str, tuple[Span, ...] | None] = {}
    section_of = lru_cache(maxsize=1)(sections_by_offset)

    def documents(gold: _Reader, own: _Reader) -> Iterator[Document]:
        for name in progress.each(gold.names, len(gold.names), "evaluating"):
            doc = gold.document(name)
            if doc is None:
                continue
            try:
                spans = own.spans(doc)
            except _OtherTextError:
                other_text.append(name)
                continue
            if spans is None and request.own.kind is not SideKind.FILES:
                absent.append(name)
                continue
            section = section_of(doc.text)
            found.extend(PlacedMistake(one, section(one.start)) for one in mistakes(doc, spans or ()))
            own_spans.clear()
            own_spans[name] = spans
            yield doc

    with ExitStack() as opened:
        gold, own = (opened.enter_context(closing(_reader(side, request))) for side in (request.gold, request.own))
        figures = evaluate(
            documents(gold, own), lambda doc: own_spans[doc.id], section_of=section_of, tagset=request.tagset
        )
    if not figures.reports:
        raise NoReportsError(path=request.gold.folder)
    return SidesMeasured(request, figures, tuple(found), tuple(absent), tuple(other_text))


@dataclass(frozen=True, slots=True)
class PairsRequest:
    """Sides that were signed (`SIGNED`, `ANNOTATOR`, `GOLD`), of which every two are to be compared."""

    sides: tuple[Side, ...]
    tagset: TagSet


def pair_counts(request: PairsRequest, progress: Progress | None = None) -> Pairs:
    """The counts of equal spans of every two sides, either way round; none of two that signed no report in common.

    Raises what opening a folder (`Project`) and reading reports and `.ann` raises.
    """
    progress = progress or Progress()
    with ExitStack() as opened:
        readers = [opened.enter_context(closing(_UnderReview(side, request.tagset, {}))) for side in request.sides]
        every = [(reader, name) for reader in readers for name in reader.names]
        marked: dict[_UnderReview, dict[tuple[str, int], tuple[Span, ...]]] = {reader: {} for reader in readers}
        for reader, name in progress.each(every, len(every), "evaluating"):
            doc = reader.document(name)
            if doc is not None:
                marked[reader][name, hash(doc.text)] = doc.spans  # what has another text is another report
    found = {}
    for (first, one), (second, other) in permutations(enumerate(marked.values()), 2):
        common = one.keys() & other.keys()
        if common:
            found[first, second] = sum((ner_counts(one[report], other[report]) for report in common), Counts())
    return found


class _OtherTextError(Exception):
    pass


class _Reader(Protocol):
    names: tuple[str, ...]

    def document(self, name: str) -> Document | None: ...
    def spans(self, doc: Document) -> tuple[Span, ...] | None: ...
    def close(self) -> None: ...


def _reader(side: Side, request: SidesRequest) -> _Reader:
    if side.kind is SideKind.FILES:
        return _Files(side.folder)
    return _UnderReview(side, request.tagset, request.suggested)


class _UnderReview:
    """A folder under review, read as it is opened for review, so that nothing damaged passes for signed."""

    def __init__(self, side: Side, tagset: TagSet, suggested: Suggested) -> None:
        self._project = Project(side.folder, tagset, "", read_only=True)
        self._suggested = suggested if side.kind is SideKind.SUGGESTED else None
        layer = read_layer(side.folder)
        blind = frozenset[str]() if layer is None or self._suggested is None else layer.blind
        summaries = self._project.summaries()
        self.names = tuple(
            entry.name
            for entry in self._project.entries
            if (self._suggested is not None and entry.name not in blind)
            or (entry.name in summaries and summaries[entry.name].signed)
        )
        self._known = frozenset(self.names)

    def document(self, name: str) -> Document | None:
        session = self._project.open(name)
        if self._suggested is None:
            return Document(name, session.text, session.desk.decided_spans) if session.signed else None
        if session.begun and not session.model:  # nothing was ever suggested in it
            return None
        if session.begun:
            kept = (m.suggestion for m in session.desk if m.origin is Origin.DETECTOR and m.suggestion is not None)
            return Document(name, session.text, tuple(sorted({one.span for one in kept})))
        result = self._suggested.get(name)
        if result is None or result.error is not None or result.text_sha256 != session.text_sha256:
            return None
        return Document(name, session.text, tuple(sorted({one.span for one in result.suggestions})))

    def spans(self, doc: Document) -> tuple[Span, ...] | None:
        own = self.document(doc.id) if doc.id in self._known else None
        if own is None:
            return None
        if own.text != doc.text:
            raise _OtherTextError
        return own.spans

    def close(self) -> None:
        self._project.close()


class _Files:
    """A folder with an `.ann` for each report; measured, it need not hold the texts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths = {id: path for id, path in named_reports(folder) if ann_path(path).exists()}
        self.names = tuple(self._paths)

    def document(self, name: str) -> Document | None:
        report, ann = read_pair(self._paths[name], name)
        return None if ann is None else Document(name, report.document.text, ann.spans)

    def spans(self, doc: Document) -> tuple[Span, ...] | None:
        path = self._paths.get(doc.id)
        if path is not None and read_report(path, doc.id).document.text != doc.text:
            raise _OtherTextError
        ann = self._folder / f"{doc.id}.ann"
        return parse_ann(read_bytes(ann), doc.text, ann).spans if ann.exists() else None

    def close(self) -> None:
        pass
