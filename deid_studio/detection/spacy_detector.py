"""SpacyDetector: any spaCy pipeline on disk as a detector."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from deid_studio.detection.spacy_library import spacy_library
from deid_studio.errors import LibraryMissingError, ModelDamagedError, ModelMissingError
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion, without_overlaps
from deid_studio.texts import Text

_LINE_ENDS = re.compile("[\n\r\v\f\x85\u2028\u2029]")
_LARGEST_CONFIG = 200_000  # bytes; a pipeline's has some thousand
# spaCy's parsers take about a gigabyte for each hundred thousand characters.
LONGEST_CHUNK = 20_000


class SpacyDetector:
    """The entities of a spaCy pipeline, their labels translated into PHI classes.

    `labels` maps labels to classes; entities with other labels are not suggested, and an empty table takes every label
    as the class of its name. spaCy tells no probabilities: `confidence` is that of all suggestions. Entities lose the
    blanks around them and are cut at line ends. Safe to share between threads as far as the pipeline's parts are.
    """

    def __init__(
        self,
        pipeline: Any,
        labels: Mapping[str, str] | None = None,
        confidence: float = 0.8,
        chunk: int = LONGEST_CHUNK,
        name: str = "spacy",
    ) -> None:
        self.name = name
        self._pipeline = pipeline
        self._labels = dict(labels or {})
        self._confidence = confidence
        self._chunk = chunk

    @classmethod
    def load(
        cls, folder: Path, labels: Mapping[str, str] | None = None, confidence: float = 0.8, name: str = "spacy"
    ) -> SpacyDetector:
        """The detector of the pipeline in a folder; nothing is ever downloaded.

        Raises `ModelMissingError` when the folder holds no pipeline, `ModelDamagedError` when spaCy cannot load it,
        `LibraryMissingError` where spaCy is not there, as in the frozen program.
        """
        config = folder / "config.cfg"
        if not config.is_file():
            raise ModelMissingError(path=folder)
        if config.stat().st_size > _LARGEST_CONFIG:  # spaCy would read for hours
            raise ModelDamagedError(path=folder, detail=Text("{name} is missing or too large", name=config.name))
        if not all(one.is_file() or one.is_dir() for one in folder.rglob("*")):  # a pipe would block for ever
            raise ModelDamagedError(path=folder, detail=Text("not a regular file"))
        try:
            spacy = spacy_library()
        except ImportError as error:
            raise LibraryMissingError(what=str(folder), library="spaCy", package="deid-studio") from error
        try:
            pipeline = spacy.load(folder.resolve())
        except Exception as error:
            # Each part of a pipeline has its own ways to fail, and its message may quote what it read.
            raise ModelDamagedError(path=folder, detail=f"spaCy cannot load it ({type(error).__name__})") from error
        return cls(pipeline, labels, confidence, name=name)

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for a report in text order, none overlapping another."""
        # A lone surrogate has no UTF-8 form; a stand-in of the same length keeps every offset.
        text = re.sub("[\ud800-\udfff]", "\ufffd", doc.text)
        found: list[Suggestion] = []
        for start, end in chunks(text, self._chunk):
            if text[start:end].isspace():
                continue
            for entity in self._pipeline(text[start:end]).ents:
                phi_class = self._labels.get(entity.label_, "") if self._labels else entity.label_
                if phi_class:
                    evidence = (Evidence("spacy", self.name, entity.label_),)
                    found += [
                        Suggestion(Span(first, last, phi_class), self._confidence, evidence)
                        for first, last in _stretches(text, start + entity.start_char, start + entity.end_char)
                    ]
        return without_overlaps(found)


def chunks(text: str, longest: int) -> Iterator[tuple[int, int]]:
    """Stretches of at most `longest` code points that together are the text, cut at a line end, else at a blank."""
    start = 0
    while len(text) - start > longest:
        cut = text.rfind("\n", start + 1, start + longest) + 1
        if not cut:
            cut = text.rfind(" ", start + 1, start + longest) + 1
        if not cut:
            cut = start + longest
        yield start, cut
        start = cut
    if start < len(text):
        yield start, len(text)


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of an entity between line ends, without blanks around them."""
    for part in [*_LINE_ENDS.finditer(text, start, end), None]:
        first, last = start, part.start() if part else end
        while first < last and text[first].isspace():
            first += 1
        while last > first and text[last - 1].isspace():
            last -= 1
        if first < last:
            yield first, last
        start = part.end() if part else end
