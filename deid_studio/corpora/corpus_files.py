"""Corpus files: `corpus.toml` (name, annotators, plan) and `tasks.csv` (who reads what, in order), read and written.

A lead may change both by hand: what is wrong is told with its line, and nothing is taken from such a file.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from deid_studio.corpora.plan import MOST_PLANTED, Plan, ReadingOrder, Shown, Task
from deid_studio.errors import CorpusFileError
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes
from deid_studio.plain_files import toml_of
from deid_studio.settings.toml import line_not_toml, line_of
from deid_studio.texts import Text

CORPUS, TASKS = "corpus.toml", "tasks.csv"
GOLD = "gold"  # the layer of what was adjudicated; no annotator's

_LIMIT_MB = 1.0
_TASKS_LIMIT_MB = 500.0
_MOST_ANNOTATORS = 100
_FOLDER = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SEED = re.compile(r"(?:[0-9a-f]{2}){1,64}")
_COLUMNS = ("report", "annotator", "shown", "order")
_LEAST_COLUMNS = 3  # a table that a lead made may leave the order out


@dataclass(frozen=True, slots=True)
class Annotator:
    """Who annotates: the name that sign-offs bear, and the layer's folder (small letters, figures and hyphens)."""

    name: str
    folder: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """What `corpus.toml` says."""

    name: str
    annotators: tuple[Annotator, ...]
    plan: Plan


def read_corpus_file(path: Path) -> Corpus:
    """The corpus that a `corpus.toml` tells of; raises `CorpusFileError` naming line and remedy, or as `read_bytes`."""
    return corpus_in(read_bytes(path, _LIMIT_MB), path)


def corpus_in(raw: bytes, path: Path) -> Corpus:
    """The corpus that these bytes of a `corpus.toml` tell of; raises `CorpusFileError` naming line and remedy."""
    try:
        text = raw.decode("utf-8-sig")
        data = toml_of(text)
    except ValueError as error:  # UTF-8 or TOML
        raise CorpusFileError(path=path, line=line_not_toml(error) or 1, detail=Text("it is not TOML")) from error
    at = "name"
    try:
        name = _text(data.get("name"))
        at = "annotators"
        annotators = _annotators(data.get("annotators"))
        at = "plan"
        plan = _plan(data.get("plan", {}), len(annotators))
    except _WrongError as error:
        raise CorpusFileError(path=path, line=line_of(at, text), detail=error.why) from error
    return Corpus(name, annotators, plan)


def write_corpus_file(path: Path, corpus: Corpus) -> None:
    """Write a `corpus.toml`, whole or not at all; raises `WriteError`."""
    plan = corpus.plan
    data = {
        "name": corpus.name,
        "plan": {
            "readers": plan.readers,
            "shared": plan.shared,
            "shown": plan.shown.value,
            "order": plan.order.value,
            "random_share": plan.random_share,
            "seed": plan.seed,
            **({"planted": plan.planted} if plan.planted else {}),
        },
        "annotators": [{"name": one.name, "folder": one.folder} for one in corpus.annotators],
    }
    write_file(path, tomli_w.dumps(data).encode("utf-8"))


def is_planted_share(value: object) -> bool:
    """Whether a value of a file can be the share of suggestions that are planted."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_PLANTED


def is_seed(value: object) -> bool:
    """Whether a value of a file can be what chance is drawn by."""
    return isinstance(value, str) and _SEED.fullmatch(value) is not None


def read_tasks(path: Path, annotators: Sequence[Annotator]) -> tuple[Task, ...]:
    """The tasks in a `tasks.csv`, each annotator's in the order of reading; raises `CorpusFileError`, or as
    `read_bytes`."""
    raw = read_bytes(path, _TASKS_LIMIT_MB)
    try:
        text = raw.decode("utf-8-sig")
    except ValueError as error:
        raise CorpusFileError(path=path, line=1, detail=Text("it is not UTF-8")) from error
    # A spreadsheet may have written it with semicolons.
    head = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in head else ",", strict=True)
    names = {one.folder for one in annotators}
    tasks: dict[tuple[str, str], Task] = {}
    known: dict[tuple[str, ...], _Reading] = {}  # few ways to read thousands of reports
    try:
        columns = tuple(next(rows, ()))
        if columns not in (_COLUMNS, _COLUMNS[:_LEAST_COLUMNS]):
            raise _WrongError(Text("the columns are {names}", names=", ".join(_COLUMNS)))
        for row in rows:
            if row:
                said = tuple(row[1:])
                if said not in known:
                    known[said] = _reading(row, columns, names)
                task = Task(_text(row[0].strip()), *known[said])
                if tasks.setdefault((task.report, task.annotator), task) is not task:
                    raise _WrongError(Text("the same task stands there twice"))
    except csv.Error as error:
        raise CorpusFileError(path=path, line=rows.line_num, detail=Text("it is no table of text")) from error
    except _WrongError as error:
        raise CorpusFileError(path=path, line=max(rows.line_num, 1), detail=error.why) from error
    return tuple(tasks.values())


def write_tasks(path: Path, tasks: Sequence[Task]) -> None:
    """Write a `tasks.csv`, whole or not at all; raises `WriteError`."""
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows((one.report, one.annotator, _shown(one.blind), one.order.value) for one in tasks)
    write_file(path, table.getvalue().encode("utf-8", "surrogateescape"))


_Reading = tuple[Any, ...]


class _WrongError(Exception):
    def __init__(self, why: Text) -> None:
        self.why = why


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise _WrongError(Text("a text is needed"))
    return value


def _annotators(values: object) -> tuple[Annotator, ...]:
    if not isinstance(values, list) or not 1 <= len(values) <= _MOST_ANNOTATORS:
        raise _WrongError(Text("a list of 1 to {count} annotators is needed", count=_MOST_ANNOTATORS))
    found = []
    for one in values:
        if not isinstance(one, Mapping):
            raise _WrongError(Text("a table is needed"))
        folder = _text(one.get("folder"))
        if not _FOLDER.fullmatch(folder) or folder == GOLD:
            raise _WrongError(Text("{name} cannot be the folder of a layer", name=folder))
        found.append(Annotator(_text(one.get("name")), folder))
    if len({one.folder for one in found}) < len(found) or len({one.name for one in found}) < len(found):
        raise _WrongError(Text("two annotators have the same name or folder"))
    return tuple(found)


def _plan(values: object, annotators: int) -> Plan:
    if not isinstance(values, Mapping):
        raise _WrongError(Text("a table is needed"))
    known = Plan()
    readers = values.get("readers", min(known.readers, annotators))
    seed, planted = values.get("seed", known.seed), values.get("planted", known.planted)
    if not isinstance(readers, int) or isinstance(readers, bool) or not 1 <= readers <= annotators:
        raise _WrongError(Text("readers is a number from 1 to {count}", count=annotators))
    shared, random_share = (_share(values, name, getattr(known, name)) for name in ("shared", "random_share"))
    if not is_seed(seed):
        raise _WrongError(Text("seed is a number in hexadecimal"))
    if not is_planted_share(planted):
        raise _WrongError(Text("planted is a number from 0 to {most}", most=MOST_PLANTED))
    shown = _one_of(Shown, "shown", values.get("shown", known.shown))
    order = _one_of(ReadingOrder, "order", values.get("order", known.order))
    return Plan(readers, shared, shown, order, seed, random_share, float(planted))


def _share(values: Mapping[str, Any], name: str, known: float) -> float:
    value = values.get(name, known)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise _WrongError(Text("{name} is a number from 0 to 1", name=name))
    return float(value)


def _one_of(kind: Any, name: str, value: object) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise _WrongError(Text("{name} is one of {names}", name=name, names=", ".join(kind))) from None


def _reading(row: Sequence[str], columns: Sequence[str], annotators: set[str]) -> _Reading:
    """What a row says of a task beside its report: who reads it, whether blind, and in which order."""
    if len(row) != len(columns):
        raise _WrongError(Text("the columns are {names}", names=", ".join(columns)))
    annotator, shown, *order = (value.strip() for value in row[1:])
    if annotator not in annotators:
        raise _WrongError(Text("no annotator has the folder {name}", name=annotator))
    blind = _one_of(Shown, "shown", shown) is Shown.BLIND
    return annotator, blind, *(_one_of(ReadingOrder, "order", one) for one in order)


def _shown(blind: bool) -> str:
    return (Shown.BLIND if blind else Shown.SUGGESTIONS).value
