"""Columns of tokens: CoNLL-2003, BIO and BIOES, a token and its tag in each line; texts lie beside them.

Tokens alone do not say what blanks are between them: `texts/ID.txt` does, or `ID.txt` beside. Where a file of another
program has no text, one is made of its tokens, and that is told. `-DOCSTART-` begins a report; in what this program
writes, its third column is the report's id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from deid_studio.detection.tokens import tokenizer
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss
from deid_studio.exchange.exchange_format import Carries, file_of, files_of, wrong
from deid_studio.exchange.files_put import put, put_texts, text_beside
from deid_studio.exchange.held_text import in_text_file, one_word
from deid_studio.formats.text import read_bytes
from deid_studio.learning.bio import OUTSIDE, tag_lines
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.people.pieces import CHUNK
from deid_studio.texts import Text

_START, _NOTHING, _BLANK = "-DOCSTART-", "-X-", "%_"  # no name of a file has % but before two figures
_LIMIT_MB = 1000.0
_TAG = re.compile(r"[BIESLU]-.+")

_Row = tuple[int, str, str]  # line, token, tag


class TokenColumns:
    """Lines of a token, what is between, and its tag; `whole` marks the ends of spans and single tokens too (BIOES)."""

    carries = Carries(text=in_text_file, plain=one_word, files=True, tokens=True)

    def __init__(self, name: str, whole: bool = False, between: Sequence[str] = ()) -> None:
        self.name = name
        self.suffix = f".{name}"
        self._whole = whole
        self._between = tuple(between)

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        for path in files_of(source, self.suffix, self.name):
            reports = list(_reports(path))
            for at, (id, lines) in enumerate(reports, start=1):
                yield _report(path, id or (path.stem if len(reports) == 1 else f"{path.stem}-{at}"), lines)

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        rows: list[str] = []
        for one in reports:
            rows += [" ".join((_START, _NOTHING, one.doc.id.replace(" ", _BLANK), OUTSIDE)), ""]
            for line in self._lines(one.doc):
                rows += [*line, ""]
        put(file_of(folder, part, self.suffix), "".join(f"{row}\n" for row in rows).encode())
        put_texts(reports, folder)

    def _lines(self, doc: Document) -> Iterator[list[str]]:
        lines = tokenizer().lines(doc.text)
        for line, tags in zip(lines, tag_lines(lines, doc.spans), strict=True):
            if self._whole:
                tags = _with_ends(tags)
            yield [" ".join((word, *self._between, tag)) for word, tag in zip(line.words, tags, strict=True)]


def _with_ends(tags: Sequence[str]) -> list[str]:
    found = []
    for tag, after in zip(tags, [*tags[1:], OUTSIDE], strict=True):
        last = not after.startswith("I-")
        found.append({"B": "S", "I": "E"}.get(tag[0], tag[0]) + tag[1:] if last else tag)
    return found


def _reports(path: Path) -> Iterator[tuple[str, list[list[_Row]]]]:
    """The reports of a file: id, if it says one, and sequences of tokens."""
    raw = read_bytes(path, _LIMIT_MB)
    id: str | None = None
    lines: list[list[_Row]] = [[]]
    number = 0
    for number, row in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        try:
            columns = [one for one in row.decode().strip(" \t\r").replace("\t", " ").split(" ") if one]
        except UnicodeDecodeError as error:
            raise wrong(path, number, Text("it is not UTF-8")) from error
        if not columns:
            lines.append([])
        elif columns[0] == _START and (len(columns) < 2 or columns[1] in (_NOTHING, OUTSIDE)):
            if id is not None or any(lines):
                yield id or "", [line for line in lines if line]
            named = columns[2] if len(columns) == 4 and columns[2] not in (_NOTHING, OUTSIDE) else ""
            id, lines = named.replace(_BLANK, " "), [[]]
        elif len(columns) < 2 or "\0" in columns[0]:
            raise wrong(path, number, Text("there is no token with a tag"))
        elif columns[-1] != OUTSIDE and not _TAG.fullmatch(columns[-1]):
            raise wrong(path, number, Text("the last column is no tag (B-CLASS, I-CLASS, O …)"))
        else:
            lines[-1].append((number, columns[0], columns[-1]))
    if id is not None or any(lines):
        yield id or "", [line for line in lines if line]


def _report(path: Path, id: str, lines: Sequence[Sequence[_Row]]) -> AnnotatedReport:
    text = text_beside(path, id)
    made = text is None
    if text is None:
        text = "\n".join(" ".join(word for _, word, _ in line) for line in lines)
    spans: list[Span] = []
    at = 0
    for line in lines:
        start, phi_class = -1, ""
        for number, word, tag in line:
            found = text.find(word, at)
            if found < 0 or (not made and CHUNK.search(text, at, found)):
                raise wrong(path, number, Text("the token is not what the text beside holds there"))
            prefix, _, tagged = tag.partition("-")
            if start >= 0 and (tag == OUTSIDE or prefix in "BSU" or tagged != phi_class):
                spans.append(Span(start, at, phi_class))
                start = -1
            if tag != OUTSIDE and start < 0:
                start, phi_class = found, tagged
            at = found + len(word)
            if tag != OUTSIDE and prefix in "ESLU":
                spans.append(Span(start, at, phi_class))
                start = -1
        if start >= 0:
            spans.append(Span(start, at, phi_class))
    return AnnotatedReport.of(id, text, [(span, "") for span in spans], lost={Loss.MADE_TEXTS: 1} if made else {})
