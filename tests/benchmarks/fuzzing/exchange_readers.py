"""The readers of annotated reports in the forms of other programs; what is read is also written as BRAT's."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.exchange.converting import hold, read_all, write_held
from deid_studio.exchange.known_formats import FORMATS, format_of
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset
from tests.benchmarks.fuzzing.reader import TEXT, Reader

_PLACES = (("Elvira", "NOMBRE_SUJETO_ASISTENCIA"), ("04/03/2021", "FECHAS"), ("9/3/21", "FECHAS"))
_MOST_WRITTEN = 1_000  # more would measure the writing
_FILES = {
    "brat": ("a.ann", "a.txt"),
    "csv": ("reports.csv", "texts/a.txt"),
    "conll": ("reports.conll", "texts/a.txt"),
    "docbin": ("reports.spacy",),
    "i2b2": ("a.xml",),
    "xmi": ("a.xmi", "TypeSystem.xml"),
}


def _made(name: str) -> Callable[[Path], None]:
    """Makes two reports in a form; what tells of it to the other program, and is not read, is taken away."""

    def make(folder: Path) -> None:
        spans = [(Span(at, at + len(words), name), "nota") for words, name in _PLACES for at in (TEXT.index(words),)]
        reports = [AnnotatedReport.of(id, TEXT, spans) for id in ("a", "b")]
        write_held(hold(reports, FORMATS[name], lossy=True), folder / "in", shipped_tagset("meddocan"))

    return make


def _read(name: str) -> Callable[[Path], None]:
    def read(folder: Path) -> None:
        source = folder / "in"
        format_of(source)
        reports = read_all(FORMATS[name], source)
        if len(reports) > _MOST_WRITTEN:
            return
        try:
            write_held(hold(reports, FORMATS["brat"], lossy=True), folder / "out", shipped_tagset("meddocan"))
        finally:
            shutil.rmtree(folder / "out", ignore_errors=True)

    return read


def _reader(name: str) -> Reader:
    files = _FILES.get(name, (f"reports{FORMATS[name].suffix}",))
    return Reader(f"exchange: {name}", _made(name), tuple(f"in/{one}" for one in files), _read(name))


EXCHANGE_READERS = tuple(map(_reader, FORMATS))
