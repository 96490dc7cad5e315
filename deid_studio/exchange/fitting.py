"""Fitting: a report as a form can hold it, and what is lost on the way; pure.

What is marked stays marked wherever the form allows: spans in pieces become several, those inside tokens are moved to
whole ones, and of those under longer ones what sticks out is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, Losses, unsaid
from deid_studio.exchange.exchange_format import Carries
from deid_studio.exchange.held_text import file_name
from deid_studio.model.fragments import without
from deid_studio.model.span import Span

_Marks = list[tuple[Span, str]]  # each span with its note


def fitted(report: AnnotatedReport, carries: Carries) -> tuple[AnnotatedReport | None, Losses]:
    """The report as a form can hold it, and what it cannot hold; None where it cannot hold its text."""
    doc = report.doc
    losses: Losses = Counter()
    if not carries.text(doc.text):
        return None, Counter({Loss.REPORTS: 1})
    id = file_name(doc.id) if carries.files else doc.id
    losses[Loss.NAMES] += id != doc.id
    if report.ann is not None and carries.statements:
        return replace(report, doc=replace(doc, id=id)), +losses
    if report.ann is not None:
        losses += unsaid(report.ann)
    marks = [(span, report.notes.get(span, "")) for span in doc.spans]
    marks = _with_notes(marks, carries, losses)
    if not carries.pieces:
        losses[Loss.PIECES] += sum(bool(span.gaps) for span, _ in marks)
        marks = [one for span, note in marks for one in _pieces(span, note)]
    marks = _with_classes(marks, carries, losses)
    if carries.span is not None:
        written = [(carries.span(span, doc.text), note) for span, note in marks]
        losses[Loss.EDGES] += sum(new != old for (new, _), (old, _) in zip(written, marks, strict=True))
        marks = written
    if carries.tokens:
        marks = _in_tokens(marks, doc.text, losses)
    fit = AnnotatedReport.of(id, doc.text, marks)
    return replace(fit, lost={}), +(losses + Counter(fit.lost))


def _with_notes(marks: _Marks, carries: Carries, losses: Losses) -> _Marks:
    if not carries.notes:
        losses[Loss.NOTES] += sum(bool(note) for _, note in marks)
        return [(span, "") for span, _ in marks]
    plain = [(span, carries.plain(note)) for span, note in marks]
    losses[Loss.NOTE_TEXTS] += sum(new != old for (_, new), (_, old) in zip(plain, marks, strict=True))
    return plain


def _with_classes(marks: _Marks, carries: Carries, losses: Losses) -> _Marks:
    plain = carries.plain_class or carries.plain
    names = {span.phi_class: plain(span.phi_class) for span, _ in marks}
    if all(new == old for old, new in names.items()):
        return marks
    named = [(replace(span, phi_class=names[span.phi_class]), note) for span, note in marks]
    losses[Loss.CLASSES] += sum(new != old for (new, _), (old, _) in zip(named, marks, strict=True))
    return named


def _pieces(span: Span, note: str) -> Iterator[tuple[Span, str]]:
    if not span.gaps:
        yield span, note
        return
    for at, (start, end) in enumerate(span.fragments):
        yield Span(start, end, span.phi_class), "" if at else note


def _in_tokens(marks: _Marks, text: str, losses: Losses) -> _Marks:
    """Each span as whole tokens, a line at a time, and no token in two of them: the longest has it."""
    lines = tokenizer().lines(text)
    moved: _Marks = []
    for span, note in marks:
        whole = list(_tokens_of(span, lines))
        losses[Loss.TOKENS] += whole != [span]
        moved += [(one, "" if at else note) for at, one in enumerate(whole)]
    moved = list(dict.fromkeys(moved))
    kept: _Marks = []
    for span, note in sorted(moved, key=lambda mark: (mark[0].start - mark[0].end, mark[0])):
        taken = sorted((other.start, other.end) for other, _ in kept if other.overlaps(span))
        left = without(span.fragments, taken)
        losses[Loss.OVERLAPS] += bool(taken)
        pieces = [Span(*piece, span.phi_class) for piece in left]
        kept += [(one, note) for piece in pieces for one in _tokens_of(piece, lines)] if taken else [(span, note)]
    return kept


def _tokens_of(span: Span, lines: Sequence[TokenLine]) -> Iterator[Span]:
    for line in lines:
        if line.starts[0] < span.end and span.start < line.ends[-1]:
            touched = [i for i in range(len(line)) if line.starts[i] < span.end and span.start < line.ends[i]]
            if touched:
                yield Span(line.starts[touched[0]], line.ends[touched[-1]], span.phi_class)
