"""Lines of BRAT standoff: reading one, writing a text-bound one.

The format is that of https://brat.nlplab.org/standoff.html and of what brat's own reader accepts: T text-bound
annotations (also in several fragments), R relations, E events, * equivalences, A/M attributes, # notes,
N normalisations; every other line is unknown and stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from deid_studio.errors import BratSyntaxError, BratTextMismatchError, UnknownClassError
from deid_studio.formats.report_text import Fragments, ReportText
from deid_studio.model.span import Span
from deid_studio.texts import Text

NOTE_TYPE = "AnnotatorNotes"

_TEXT_BOUND = re.compile(r"T[A-Za-z]*[0-9]+(?=\s|$)")
_FRAGMENT = re.compile(r"([0-9]{1,12}) ([0-9]{1,12})")
_WORD = re.compile(r"\S+")
_ID = re.compile(r"[A-Za-z#*]\S*")
# Where brat's reader (str.splitlines) ends a line: none of these can stand inside an annotation's text.
LINE_BREAKS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")

_NO_TAB = Text("a tab is missing after the id")
_NO_CLASS = Text("class or offsets are missing")
_NOT_PAIRS = Text("the offsets are not pairs of numbers")
_BACKWARDS = Text("the end does not lie behind the start")
_DISORDER = Text("the fragments overlap or are not in order")


@dataclass(frozen=True, slots=True)
class AnnLine:
    """One line of an `.ann`.

    `raw` is the line with its line end; `id` is "" for a line that has none; `span` only of a text-bound line, with
    `tail` being what follows the annotated text; `targets` are the ids that the line speaks of; `note` is the text of
    an annotator's note.
    """

    raw: str
    id: str = ""
    span: Span | None = None
    tail: str = ""
    targets: tuple[str, ...] = ()
    note: str | None = None

    @property
    def body(self) -> str:
        """The line without its line end."""
        return self.raw[: len(self.raw) - len(self.end)]

    @property
    def end(self) -> str:
        """The line end: CRLF, LF, or nothing in a last line without one."""
        return "\r\n" if self.raw.endswith("\r\n") else "\n" if self.raw.endswith("\n") else ""

    @property
    def doubtful(self) -> bool:
        """Whether the line was meant as something that could not be understood: a broken T line, or not brat's at all.

        A line with an id of a kind that this program does not know is another program's, and in order.
        """
        if self.span is not None or self.id[:1] not in ("", "T", "t"):
            return False
        return bool(self.raw.strip()) and not self.raw.startswith("#")

    @property
    def needs_targets(self) -> bool:
        """Whether the line (a relation, event or equivalence) makes no sense without the spans that it speaks of."""
        return self.id[:1] in ("R", "E", "*")


class LineReader:
    """Reads the lines of one `.ann`; `classes` are those that are allowed, None: all."""

    def __init__(self, report: ReportText, path: Path, classes: frozenset[str] | None) -> None:
        self._report = report
        self._path = path
        self._classes = classes

    def line(self, number: int, raw: str) -> AnnLine:
        """The line with that number (from 1); raises what `parse_ann` does."""
        body = raw.removesuffix("\n").removesuffix("\r") if raw.endswith("\n") else raw
        bound = _TEXT_BOUND.match(body)
        if bound is not None:
            return self._text_bound(number, raw, body, bound.group())
        id, tab, rest = body.partition("\t")
        if not tab or not _ID.fullmatch(id):
            return AnnLine(raw)
        targets = tuple(body[start:end] for start, end in target_places(id, body))
        data, _, tail = rest.partition("\t")
        is_note = id[0] == "#" and bool(targets) and data.split()[0] == NOTE_TYPE
        return AnnLine(raw, id, targets=targets, note=tail if is_note else None)

    def _text_bound(self, number: int, raw: str, body: str, id: str) -> AnnLine:
        if not body.startswith("\t", len(id)):
            raise self._wrong(number, _NO_TAB)
        data, _, annotated = body[len(id) + 1 :].partition("\t")
        phi_class, blank, offsets = data.partition(" ")
        if not phi_class or not blank:
            raise self._wrong(number, _NO_CLASS)
        fragments = self._fragments(number, offsets.rstrip())
        if self._classes is not None and phi_class not in self._classes:
            raise UnknownClassError(path=self._path, line=number, phi_class=phi_class)
        length = 0
        if annotated.strip():
            found = self._report.match(fragments, annotated)
            if found is None:
                raise BratTextMismatchError(path=self._path, line=number)
            length = found
        return AnnLine(raw, id, span_of(fragments, phi_class, self._report), annotated[length:])

    def _fragments(self, number: int, offsets: str) -> Fragments:
        fragments: list[tuple[int, int]] = []
        at = 0
        for part in offsets.split(";"):
            match = _FRAGMENT.fullmatch(part)
            if match is None:
                raise self._wrong(number, _NOT_PAIRS)
            start, end = int(match[1]), int(match[2])
            if start >= end:
                raise self._wrong(number, _BACKWARDS)
            if end > len(self._report):
                raise self._wrong(number, _outside(len(self._report)))
            if start < at:
                raise self._wrong(number, _DISORDER)
            fragments.append((start, end))
            at = end
        return tuple(fragments)

    def _wrong(self, number: int, detail: Text) -> BratSyntaxError:
        return BratSyntaxError(path=self._path, line=number, detail=detail)


def target_places(id: str, body: str) -> tuple[tuple[int, int], ...]:
    """Where in a line with this id, without its line end, the ids stand that it speaks of."""
    begin = len(id) + 1
    end = body.find("\t", begin)
    words = [found.span() for found in _WORD.finditer(body, begin, len(body) if end < 0 else end)]
    match id[0]:
        case "R" | "E":
            # An event's trigger stands behind its type: Type:T3 Role:T1
            return tuple((body.rindex(":", *word) + 1, word[1]) for word in words if ":" in body[slice(*word)])
        case "*":
            return tuple(words[1:])
        case "A" | "M" | "N" | "#":
            return tuple(words[1:2])
        case _:
            return ()


def text_bound(id: str, span: Span, report: ReportText, tail: str, end: str) -> AnnLine:
    """A new text-bound line; `span` is as `writable` gives it.

    Line breaks inside are left out between fragments, since no line can hold them.
    """
    fragments = _without_breaks(span, report.text)
    if fragments:
        annotated = " ".join(report.text[start:stop] for start, stop in fragments)
    else:
        # Nothing but line breaks is marked: the lenient form, which this program reads back and brat keeps.
        fragments = span.fragments
        annotated = LINE_BREAKS.sub(" ", span.text(report.text))
    offsets = ";".join(f"{start} {stop}" for start, stop in fragments)
    return AnnLine(f"{id}\t{span.phi_class} {offsets}\t{annotated}{tail}{end}", id, span, tail)


def writable(span: Span, report: ReportText) -> Span:
    """The span as a line can hold it: without line breaks at its edges, and gaps of white space closed.

    Raises ValueError when the span lies outside the text or its class cannot stand in a line.
    """
    if span.end > len(report):
        raise ValueError(f"a span ends at {span.end}, the text at {len(report)}")
    # What separates the fields of a line; every other blank that another program wrote is part of the class.
    if any(separator in span.phi_class for separator in " \t\n"):
        raise ValueError("a class with a space, tab or line end cannot be written")
    fragments = _without_breaks(span, report.text) or span.fragments
    if not span.gaps and fragments == span.fragments:
        return span
    return span_of(fragments, span.phi_class, report)


def span_of(fragments: Fragments, phi_class: str, report: ReportText) -> Span:
    """One span over ascending fragments; white space between them becomes part of it, other text a gap."""
    gaps = tuple((end, start) for (_, end), (start, _) in pairwise(fragments) if not report.is_blank(end, start))
    return Span(fragments[0][0], fragments[-1][1], phi_class, gaps)


def _without_breaks(span: Span, text: str) -> Fragments:
    if LINE_BREAKS.search(text, span.start, span.end) is None:
        return span.fragments
    found: list[tuple[int, int]] = []
    for start, end in span.fragments:
        at = start
        for match in LINE_BREAKS.finditer(text, start, end):
            found.append((at, match.start()))
            at = match.end()
        found.append((at, end))
    return tuple((start, end) for start, end in found if start < end)


def _outside(size: int) -> Text:
    return Text("the offsets lie outside the report ({size} characters)", size=size)
