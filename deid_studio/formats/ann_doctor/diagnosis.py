"""Diagnosis: what is wrong with the lines of an `.ann`, and how the file reads with them put right; pure.

Looked for first is one way of counting that explains every line, then edits of the text before the lines; a line that
neither explains is looked at alone. A line has a new form only where there is but one: what is not certain is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from deid_studio.errors import BratSyntaxError, BratTextMismatchError
from deid_studio.formats.ann_doctor.ann_rows import Fault, Row, other_line, row_of
from deid_studio.formats.ann_doctor.placing import placed
from deid_studio.formats.brat import AnnFile, raw_lines
from deid_studio.formats.brat_edit import FreeIds, with_dependents
from deid_studio.formats.brat_lines import LINE_BREAKS, AnnLine, LineReader
from deid_studio.formats.report_text import Fragments, ReportText
from deid_studio.progress import Progress
from deid_studio.texts import Text

_AROUND = 40  # characters
_UNCLEAR = Text("it cannot be understood")
_SAME_ID = Text("its id is another line's")
_SPOKEN_OF = Text("its id is another line's, and nothing tells of which the others speak")


@dataclass(frozen=True, slots=True)
class Finding:
    """A line with which something is wrong: its number (from 1), the line, what it should be, and why.

    `new` is None where that is not certain; `refused` tells that the file cannot be read because of the line. `was` and
    `place` are the stretches of the report to which its offsets lead now and should, None where there are none.
    """

    number: int
    old: str
    new: str | None
    why: tuple[Text, ...]
    refused: bool = False
    was: Fragments | None = None
    place: Fragments | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong with an `.ann`, in the order of its lines; nothing if it is in order.

    `cause` is the reason why all spans stand elsewhere than their offsets say, if it is one. `going` are the numbers of
    the lines that go if those are left out for which there is no certain form: they, and all that speak of them.
    """

    path: Path
    raw: bytes
    text: str
    findings: tuple[Finding, ...] = ()
    cause: Text | None = None
    going: tuple[int, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether the file cannot be read as it is."""
        return any(one.refused for one in self.findings)

    @property
    def mended(self) -> int:
        """How many lines have a new form."""
        return sum(one.new is not None for one in self.findings)

    @property
    def left(self) -> tuple[Finding, ...]:
        """The lines that keep the file from being read and for which there is no certain form."""
        return tuple(one for one in self.findings if one.refused and one.new is None)

    def repaired(self, leave_out: bool = False) -> bytes:
        """The file with the lines that have a new form; without those that are `going` if they are to be left out."""
        bom, lines = raw_lines(self.raw, self.path)
        new = {one.number: one.new for one in self.findings if one.new is not None}
        gone = self.going if leave_out else ()
        kept = (AnnLine(new.get(at, line)) for at, line in enumerate(lines, start=1) if at not in gone)
        return AnnFile(tuple(kept), self.path, bom).to_bytes()

    def around(self, place: Fragments) -> tuple[str, str, str]:
        """The words of the report before a place, at it and behind it, each on one line."""
        start, end = place[0][0], place[-1][1]
        at = " … ".join(self.text[a:b] for a, b in place)
        before, after = self.text[max(start - _AROUND, 0) : start], self.text[end : end + _AROUND]
        return _one_line(before), _one_line(at), _one_line(after)


def diagnose(raw: bytes, text: str, path: Path, progress: Progress | None = None) -> Diagnosis:
    """What is wrong with the `.ann` whose bytes are `raw`, beside a report whose text is `text`.

    Raises `BratSyntaxError` when it is no UTF-8 text, and `CancelledError`.
    """
    return _Examined(raw, text, path, progress or Progress()).diagnosis()


class _Examined:
    """The lines of one file, as this program reads them, and as far as they can be understood."""

    def __init__(self, raw: bytes, text: str, path: Path, progress: Progress) -> None:
        self._raw, self._path, self._report = raw, path, ReportText(text)
        self._lines = dict(enumerate(raw_lines(raw, path)[1], start=1))
        reader = LineReader(self._report, path, None)
        self._read = {number: _read(reader, number, line) for number, line in self._lines.items()}
        self._rows = {number: row for number, line in self._lines.items() if (row := row_of(number, line)) is not None}
        places = placed(tuple(self._rows.values()), self._report, progress)
        self._placed = dict(zip(self._rows, places, strict=True))
        self._blanks_for_tabs = any(Fault.BLANKS in row.faults for row in self._rows.values())

    def diagnosis(self) -> Diagnosis:
        """What is wrong with the file."""
        understood = [self._understood(number) for number in self._lines]
        found = {number: one for number in self._lines if (one := self._finding(number)) is not None}
        found |= _of_same_ids(understood, found)
        causes = {self._placed[number].why for number, one in found.items() if one.place is not None} - {None}
        gone = {number - 1 for number, one in found.items() if one.refused and one.new is None}
        going = sorted(with_dependents(gone, understood))
        cause = causes.pop() if len(causes) == 1 else None
        findings = tuple(found[number] for number in sorted(found))
        return Diagnosis(self._path, self._raw, self._report.text, findings, cause, tuple(index + 1 for index in going))

    def _understood(self, number: int) -> AnnLine:
        """A line, with its id also where it cannot be read."""
        read, row = self._read[number], self._rows.get(number)
        return AnnLine(self._lines[number], row.id) if row is not None else read or AnnLine(self._lines[number])

    def _finding(self, number: int) -> Finding | None:
        line, read, row = self._lines[number], self._read[number], self._rows.get(number)
        if row is not None:
            return self._of_row(row, refused=read is None)
        if self._blanks_for_tabs and (new := other_line(line)) is not None:
            return Finding(number, line, new, (Fault.BLANKS.value,))
        if read is None or read.doubtful:
            return Finding(number, line, None, (_UNCLEAR,), refused=read is None)
        return None

    def _of_row(self, row: Row, refused: bool) -> Finding | None:
        number, line, place = row.number, self._lines[row.number], self._placed[row.number]
        was = row.fragments if not row.open_ended and row.fragments[-1][1] <= len(self._report) else None
        faults = [] if place.fragments is None else _faults_of_text(row, place.fragments, self._report)
        why = tuple(fault.value for fault in (*row.faults, *faults))
        if place.why is not None:
            why = (place.why, *why)
        if not why and place.fragments == row.fragments:
            return None
        why = why or (Fault.OTHER_BLANKS.value,)  # those at its edges
        new = None if place.fragments is None else row.written(place.fragments, self._report)
        return Finding(number, line, new, why, refused, was, place.fragments)


def _one_line(text: str) -> str:
    return LINE_BREAKS.sub(" ⏎ ", text)


def _read(reader: LineReader, number: int, line: str) -> AnnLine | None:
    """A line as this program reads it, None when it cannot."""
    try:
        return reader.line(number, line)
    except (BratSyntaxError, BratTextMismatchError):
        return None


def _faults_of_text(row: Row, place: Fragments, report: ReportText) -> list[Fault]:
    if not row.ink:
        return [Fault.NO_TEXT]
    if report.match(place, row.rest) is None:
        return [Fault.OTHER_FORM]
    return [] if row.is_exact(place, report) else [Fault.OTHER_BLANKS]


def _of_same_ids(lines: Sequence[AnnLine], found: Mapping[int, Finding]) -> Iterator[tuple[int, Finding]]:
    """The findings of lines that have the id of a line above: another id, where nobody speaks of it."""
    free, known = FreeIds(lines), set[str]()
    spoken_of = {target for line in lines for target in line.targets}
    for number, line in enumerate(lines, start=1):
        if line.id in known:
            before = found.get(number) or Finding(number, line.raw, line.raw, ())
            if line.id in spoken_of:
                new = before.new if before.why else None
                yield number, replace(before, new=new, why=(*before.why, _SPOKEN_OF))
            elif before.new is not None:
                id = free.next(line.id.rstrip("0123456789"))
                yield number, replace(before, new=id + before.new.removeprefix(line.id), why=(*before.why, _SAME_ID))
        elif line.id not in ("", "*"):
            known.add(line.id)
