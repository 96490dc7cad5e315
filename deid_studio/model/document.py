"""Document: one clinical report."""

from __future__ import annotations

from dataclasses import dataclass

from deid_studio.model.span import Span


@dataclass(frozen=True, slots=True)
class Document:
    """One report: its id, its text exactly as in the file (line ends, BOM and all), and spans, if any are known.

    `id` is the report's path inside its folder, with `/` and without `.txt`. Raises ValueError when a span ends after
    the text.
    """

    id: str
    text: str
    spans: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        for span in self.spans:
            if span.end > len(self.text):
                raise ValueError(f"a span of {self.id} ends at {span.end}, the text at {len(self.text)}")
