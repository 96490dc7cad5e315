"""Sections: which lines of a report are header, body and footer, and which fields (`Label: value`) they hold."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from deid_studio.detection.tokens import TokenLine
from deid_studio.people.folding import fold

_LONGEST_LABEL = 6
# A field's value is short; text after a label that is longer than this is narrative.
_LONGEST_VALUE = 30
# Words by which a line shows that it signs the report or says where to write to.
_SIGNATURE = frozenset(
    "remitido responsable firmado fdo firma correspondencia email mail correo electronico atentamente atte"
    " contacto informante".split()
)
_SIGNATURE_MARKS = frozenset("dr dra doctor doctora hospital servicio tel telefono fax @".split())


class Section(StrEnum):
    """A part of a report."""

    HEADER = "header"
    BODY = "body"
    FOOTER = "footer"


class Field(NamedTuple):
    """A label of a line and the tokens after it: label tokens `[start, colon)`, value tokens `[colon + 1, end)`."""

    label: str
    start: int
    colon: int
    end: int


def fields(line: TokenLine) -> list[Field]:
    """The fields of one line: words that begin with a capital, at most six, closed by a colon.

    At a line's start the label is all words before the colon; further on, where a value stands before it, the last
    capitalised word and what follows it (`Edad: 36 años Sexo: M`). Labels are folded.
    """
    words = line.words
    found: list[Field] = []
    if ":" not in words:
        return found
    floor = 0
    for colon in [at for at, word in enumerate(words) if word == ":"]:
        if colon == floor:
            continue
        start = colon
        while start > floor and colon - start < _LONGEST_LABEL and _of_label(words[start - 1]):
            start -= 1
        if start > 0 and start > floor - 1:
            start = _last_capital(words, start, colon)
        if start < colon:
            if found:
                last = found[-1]
                found[-1] = Field(last.label, last.start, last.colon, start)
            found.append(Field(fold(" ".join(words[start:colon])), start, colon, len(words)))
        floor = colon + 1
    return found


def sections(
    lines: Sequence[TokenLine],
    line_fields: Sequence[Sequence[Field]],
    folded_lines: Sequence[Sequence[str]] | None = None,
) -> list[Section]:
    """The section of each line; who has folded their tokens hands them in.

    The header is the run of short or labelled lines that a report begins with, while most of them are fields; the
    footer the last lines, at most an eighth of the report, from one that signs it. A report without either is all body.
    """
    kinds = [Section.BODY] * len(lines)
    header_end = _header_end(lines, line_fields)
    kinds[:header_end] = [Section.HEADER] * header_end
    for index in range(max(header_end, len(lines) - max(3, len(lines) // 8)), len(lines)):
        if _signs(folded_lines[index] if folded_lines else lines[index].folded):
            kinds[index:] = [Section.FOOTER] * (len(lines) - index)
            break
    return kinds


def _header_end(lines: Sequence[TokenLine], line_fields: Sequence[Sequence[Field]]) -> int:
    end = 0
    labelled = 0
    for index, line in enumerate(lines):
        own = line_fields[index]
        is_field = bool(own) and own[0].start == 0
        if len(line) > _LONGEST_VALUE * max(len(own), 1) or (not is_field and len(line) > _LONGEST_VALUE // 2):
            break
        labelled += is_field
        if is_field:
            end = index + 1
        elif labelled * 2 < index:
            break
    return end if labelled >= 2 else 0


def _signs(folded: Sequence[str]) -> bool:
    opening = set(folded[:4])
    marks = _SIGNATURE_MARKS.intersection(folded)
    return bool(opening & _SIGNATURE) or len(marks) >= 2 or bool(opening & {"dr", "dra", "fdo"})


def _of_label(word: str) -> bool:
    return word[0].isalpha() or word in "/º°ª()-" or (word == "." and len(word) == 1)


def _last_capital(words: Sequence[str], start: int, colon: int) -> int:
    """Where the label begins that ends at `colon` inside a line: its last capitalised word, and a `Nº` before it."""
    at = colon - 1
    while at > start and not words[at][0].isupper():
        at -= 1
    if not words[at][0].isalpha():
        return colon
    if at > start and fold(words[at - 1]) in ("n", "nº", "no", "num"):
        at -= 1
    return at
