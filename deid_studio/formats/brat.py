"""BRAT standoff (`.ann`): every line kept byte for byte, text-bound lines understood as spans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from deid_studio.errors import BratSyntaxError
from deid_studio.formats.brat_edit import edited, moved
from deid_studio.formats.brat_lines import AnnLine, LineReader
from deid_studio.formats.brat_statements import restated, statement_of, with_statements
from deid_studio.formats.report_text import ReportText
from deid_studio.model.span import Span
from deid_studio.model.statements import Statement
from deid_studio.model.tagset import TagSet
from deid_studio.texts import Text

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Doubt:
    """Lines of an `.ann` that nobody can have meant as they stand: the number of the first, and how many there are."""

    path: Path
    line: int
    count: int

    def text(self, language: str = "en") -> str:
        """The remark in a language."""
        more = self.count - 1
        return Text(
            "{name}, line {line}{others}: no annotation of brat's that can be understood. It is kept as it is and"
            " not shown; if it was a span, correct it (T1, tab, class, start and end, tab, text) and open the report"
            " again.",
            name=self.path.name,
            line=self.line,
            others=Text(" (and {more} more)", more=more) if more else "",
        ).said(language)


@dataclass(frozen=True)
class AnnFile:
    """A parsed `.ann`: `lines` in the order of the file."""

    lines: tuple[AnnLine, ...] = ()
    path: Path = field(default=Path("-"), compare=False)
    bom: bool = False

    @cached_property
    def ids(self) -> Mapping[Span, tuple[str, ...]]:
        """The ids of each span's lines, spans in text order; more than one id when a span stands there twice."""
        found: dict[Span, list[str]] = {}
        for line in self.lines:
            if line.span is not None:
                found.setdefault(line.span, []).append(line.id)
        return {span: tuple(found[span]) for span in sorted(found)}

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The spans in text order, each once."""
        return tuple(self.ids)

    @cached_property
    def notes_by_span(self) -> Mapping[Span, str]:
        """The annotator's notes on each span that has any; several are joined by line breaks."""
        of_id: dict[str, list[str]] = {}
        for line in self.lines:
            if line.note is not None:
                of_id.setdefault(line.targets[0], []).append(line.note)
        notes = {
            span: "\n".join(note for one in dict.fromkeys(ids) for note in of_id.get(one, ()))
            for span, ids in self.ids.items()
        }
        return {span: note for span, note in notes.items() if note}

    def statements(self, names: Mapping[str, int]) -> tuple[Statement, ...]:
        """What lines say of spans and of each other, `names` being the mentions of the spans' ids."""
        return tuple(one for line in self.lines if (one := statement_of(line, names)) is not None)

    @cached_property
    def told(self) -> tuple[Doubt, ...]:
        """What a person should be told about how the file was read."""
        doubtful = [number for number, line in enumerate(self.lines, start=1) if line.doubtful]
        return (Doubt(self.path, doubtful[0], len(doubtful)),) if doubtful else ()

    def to_bytes(self) -> bytes:
        """The file's bytes: those that were parsed, when nothing was edited."""
        return ((_BOM if self.bom else "") + "".join(line.raw for line in self.lines)).encode("utf-8")

    def with_spans(
        self,
        spans: Iterable[Span],
        text: str,
        notes: Mapping[Span, str] | None = None,
        ids: Mapping[Span, str] | None = None,
    ) -> AnnFile:
        """This file holding exactly `spans`, of the report `text`; every other line stays in place.

        A span that is there keeps its very line. A new one takes over the line of a span that is gone when `ids` says
        so, when only the class differs, or when one of the same class overlaps it: id and trailing fields stay. Other
        new ones get the lowest free id at the end, in text order. Spans that are gone take their attributes, notes
        and normalisations with them. `notes` replaces the notes of the spans it names ("" removes them).

        A line break at the edge of a span cannot be written and is left out. Raises `BratSpanNeededError` when a
        relation, event or equivalence needs a span that is gone, and ValueError for a span outside the text.
        """
        return AnnFile(edited(self.lines, spans, text, notes or {}, ids or {}, self.path), self.path, self.bom)

    def restated(
        self, said: Mapping[Statement, bool], names: Mapping[str, int]
    ) -> tuple[AnnFile, tuple[Statement, ...]]:
        """This file without the statements that are said to be gone, and those that are still to be written."""
        lines, coming = restated(self.lines, said, names)
        return AnnFile(lines, self.path, self.bom), coming

    def with_statements(self, statements: Iterable[Statement], ids: Mapping[int, str]) -> AnnFile:
        """This file with further statements, `ids` being those of the mentions' spans; raises `BratSpanNeededError`
        when one speaks of a mention that has no span here."""
        return AnnFile(with_statements(self.lines, statements, ids, self.path), self.path, self.bom)

    def moved(self, text: str, new_place: Callable[[Span], Span | None]) -> tuple[AnnFile, tuple[AnnLine, ...]]:
        """This file for a report whose text has become `text`, and the lines that could not be carried over.

        `new_place` tells where a span stands now, None: nowhere. Its line is lost then, and with it every line that
        speaks of it; all other lines stay as they are.
        """
        lines, lost = moved(self.lines, text, new_place)
        return AnnFile(lines, self.path, self.bom), lost


def parse_ann(raw: bytes, text: str, path: Path, tagset: TagSet | None = None) -> AnnFile:
    """The `.ann` whose bytes are `raw`, beside a report whose text is `text`; `path` is for the error texts.

    Raises `BratSyntaxError` (a text-bound line that cannot be understood, or not UTF-8), `BratTextMismatchError`, and,
    when a tag set is given, `UnknownClassError`.
    """
    bom, rows = raw_lines(raw, path)
    reader = LineReader(ReportText(text), path, None if tagset is None else frozenset(c.name for c in tagset))
    return AnnFile(tuple(reader.line(number, row) for number, row in enumerate(rows, start=1)), path, bom)


def raw_lines(raw: bytes, path: Path) -> tuple[bool, list[str]]:
    """Whether the bytes of an `.ann` begin with a BOM, and its lines with their ends; `BratSyntaxError`: not UTF-8."""
    try:
        content = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BratSyntaxError(path=path, line=line, detail=Text("not UTF-8 text")) from error
    bom = content.startswith(_BOM)
    rows = [row + "\n" for row in content[bom:].split("\n")]
    last = rows.pop().removesuffix("\n")
    return bom, [*rows, last] if last else rows
