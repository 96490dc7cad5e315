"""ExchangeFormat: what each form of other programs answers to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from deid_studio.errors import ExchangeFileError, NothingToConvertError
from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.formats.folder import find_files
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.texts import Text


@dataclass(frozen=True, slots=True)
class Carries:
    """What a form can hold.

    `text` tells whether it holds a text, `plain` gives classes and notes without what it does not hold; `files` says
    that reports are files of their names, `tokens` that spans are whole tokens none of which is in two.
    """

    text: Callable[[str], bool] = lambda text: True
    plain: Callable[[str], str] = lambda words: words
    plain_class: Callable[[str], str] | None = None
    span: Callable[[Span, str], Span] | None = None
    files: bool = False
    statements: bool = False
    notes: bool = False
    pieces: bool = False
    tokens: bool = False


class ExchangeFormat(Protocol):
    """A form in which other programs have annotated reports."""

    name: str  # as `--to` takes it
    suffix: str  # of its files, with the dot
    carries: Carries

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        """The reports in a file or a folder; raises `ExchangeFileError`, or what reading a file raises."""

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        """Write reports that hold no more than it `carries` into a folder, as a part of a corpus or all of it (“”).

        Raises `WriteError`, and `LibraryMissingError`.
        """


def files_of(source: Path, suffix: str, format: str) -> list[Path]:
    """The file, or those of a folder with a suffix; raises `NothingToConvertError` where there is none."""
    if not source.is_dir():
        return [source]
    found = find_files(source, lambda path: path.suffix.lower() == suffix)
    if not found:
        raise NothingToConvertError(path=source, format=format)
    return found


def file_of(folder: Path, part: str, suffix: str) -> Path:
    """The one file of a part of a corpus, or of all of it."""
    return folder / f"{part or 'reports'}{suffix}"


def wrong(path: Path, line: int, detail: Text) -> ExchangeFileError:
    """What is wrong in a line of a file; the detail holds none of its text."""
    return ExchangeFileError(path=path, line=line, detail=detail)
