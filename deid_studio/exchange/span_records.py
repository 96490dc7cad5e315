"""Spans as files of other programs have them: numbers and a label, from strangers, checked against their text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deid_studio.errors import ExchangeFileError
from deid_studio.exchange.exchange_format import wrong
from deid_studio.model.span import Span, over
from deid_studio.texts import Text


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, which errors name."""

    path: Path
    line: int

    def wrong(self, detail: Text) -> ExchangeFileError:
        """What is wrong there."""
        return wrong(self.path, self.line, detail)

    def text(self, record: Mapping[str, Any], name: str) -> str:
        """A field that has to be a text."""
        value = record.get(name)
        if not isinstance(value, str):
            raise self.wrong(Text("there is no text in “{column}”", column=name))
        if "\0" in value:
            raise self.wrong(Text("“{column}” holds the character NUL", column=name))
        return value

    def id(self, record: Mapping[str, Any], *names: str) -> str:
        """The id of a report in the first of some fields that has one, else the line's number."""
        for name in names:
            value = record.get(name)
            if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
                return str(value)
        return f"report-{self.line:05d}"

    def records(self, record: Mapping[str, Any], name: str) -> list[Any]:
        """A field that has to be a list, if it is there."""
        value = record.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.wrong(Text("“{column}” is no list", column=name))
        return value

    def record(self, value: object) -> Mapping[str, Any]:
        """What has to be an object."""
        if not isinstance(value, dict):
            raise self.wrong(Text("it is no object {…}"))
        return value

    def span(self, text: str, start: object, end: object, phi_class: object, said: object = None) -> Span:
        """A span of a text; `said` is what its file says that it holds, but for blanks."""
        self._check(text, start, end)
        if not isinstance(phi_class, str) or not phi_class:
            raise self.wrong(Text("a span has no class"))
        assert isinstance(start, int) and isinstance(end, int)
        if isinstance(said, str) and said and said.split() != text[start:end].split():
            raise self.wrong(
                Text("the text holds something else from {start} to {end} than is said", start=start, end=end)
            )
        return Span(start, end, phi_class)

    def pieces(self, text: str, fragments: object, phi_class: object) -> Span:
        """A span of a text in pieces, `[[start, end], …]`."""
        found: list[tuple[int, int]] = []
        for one in fragments if isinstance(fragments, list) else [None]:
            if not isinstance(one, list) or len(one) != 2:
                raise self.wrong(Text("the pieces of a span are not pairs of numbers"))
            self._check(text, *one)
            if found and one[0] <= found[-1][1]:
                raise self.wrong(Text("the pieces of a span overlap or are not in order"))
            found.append((one[0], one[1]))
        if not found or not isinstance(phi_class, str) or not phi_class:
            raise self.wrong(Text("a span has no class or no pieces"))
        return over(found, phi_class)

    def _check(self, text: str, start: object, end: object) -> None:
        if type(start) is not int or type(end) is not int:
            raise self.wrong(Text("the offsets of a span are not whole numbers"))
        if not 0 <= start < end:
            raise self.wrong(Text("a span ends before it begins, or at its beginning"))
        if end > len(text):
            raise self.wrong(Text("a span ends at {end}, the text at {size}", end=end, size=len(text)))
