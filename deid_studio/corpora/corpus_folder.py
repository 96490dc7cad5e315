"""CorpusFolder: a folder with the reports of a corpus, its plan, and a layer for each annotator and for gold.

    corpus.toml       name, annotators, plan              reports/            the texts, which nobody changes
    tasks.csv         who reads what, in which order      layers/ana-ruiz/    a folder of reports under review
    annotation.conf   classes, for all layers             layers/gold/        another: what was adjudicated

A layer is a folder like any other that is reviewed: journal, `.ann`, sign-offs, coverage and lock are its own.
"""

from __future__ import annotations

import os
import re
import secrets
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from deid_studio.corpora.corpus_files import (
    CORPUS,
    GOLD,
    TASKS,
    Annotator,
    Corpus,
    read_corpus_file,
    read_tasks,
    write_corpus_file,
    write_tasks,
)
from deid_studio.corpora.layer_file import Layer, write_layer
from deid_studio.corpora.plan import Plan, Task, tasks_for
from deid_studio.errors import CorpusFileError, CorpusTextChangedError, NoReportsError, WouldOverwriteError
from deid_studio.formats.brat_conf import conf_files, tagset_for
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import named_reports
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.formats.text import read_bytes, read_bytes_if_any
from deid_studio.model.mentions import Mention
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.folder_journal import summaries_of
from deid_studio.review.journal import Summary
from deid_studio.review.project import Project
from deid_studio.texts import Text

LAYERS = "layers"
_REPORTS = "reports"
_SEED_BYTES = 16
_NOT_SAFE = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a layer is: tasks, of which begun (a person decided something) and signed off; and of those whose order
    is left to chance how many there are, and are signed off."""

    annotator: Annotator
    tasks: int
    begun: int
    signed: int
    by_lot: int
    by_lot_signed: int


def annotators_named(names: Sequence[str]) -> tuple[Annotator, ...]:
    """Annotators of these names, each with a folder that any file system can hold; raises ValueError for two alike."""
    found: dict[str, Annotator] = {}
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
        folder = _NOT_SAFE.sub("-", plain).strip("-") or "annotator"
        while folder in found or folder == GOLD:
            folder = f"{folder}-2"
        found[folder] = Annotator(name, folder)
    if len(set(names)) < len(names):
        raise ValueError("two annotators of one name")
    return tuple(found.values())


def make_corpus(
    folder: Path,
    name: str,
    reports: Path,
    annotators: Sequence[Annotator],
    plan: Plan,
    tagset: TagSet,
    progress: Progress | None = None,
) -> CorpusFolder:
    """Make a corpus of the reports in a folder, with its tasks and layers, whole or not at all.

    Their texts are copied, byte for byte; annotations beside them are not. Raises `WouldOverwriteError` where the
    folder is not empty, `NoReportsError`, what reading them raises, `WriteError`; ValueError for too few annotators.
    """
    if folder.exists() and any(folder.iterdir()):
        raise WouldOverwriteError(path=folder, count=len(list(folder.iterdir())))
    sources = dict(named_reports(reports))
    if not sources:
        raise NoReportsError(path=reports)
    progress = progress or Progress()
    plan = replace(plan, seed=secrets.token_hex(_SEED_BYTES)) if plan.seed == Plan().seed else plan
    tasks = tasks_for(sources, [one.folder for one in annotators], plan)
    with whole_folder(folder) as new:
        for source in progress.each(sources.values(), what="copying"):
            _copy(source, new / _REPORTS / source.relative_to(reports))
        for file, content in conf_files(tagset).items():
            write_file(new / file, content)
        write_corpus_file(new / CORPUS, Corpus(name, tuple(annotators), plan))
        write_tasks(new / TASKS, tasks)
        CorpusFolder(new).fill_layers(progress)
    return CorpusFolder(folder)


class CorpusFolder:
    """A corpus as it is on the disk; raises `CorpusFileError`, or what `read_bytes` does, where it cannot be read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.corpus = read_corpus_file(folder / CORPUS)
        self.tasks = read_tasks(folder / TASKS, self.corpus.annotators)

    @staticmethod
    def is_one(folder: Path) -> bool:
        """Whether a folder is that of a corpus."""
        return (folder / CORPUS).is_file()

    @property
    def texts(self) -> Path:
        """The folder of the corpus's own texts."""
        return self.folder / _REPORTS

    @cached_property
    def reports(self) -> Mapping[str, Path]:
        """The corpus's own texts, by id in natural order."""
        return dict(named_reports(self.texts))

    @property
    def gold(self) -> Path:
        """The layer of what was adjudicated; it need not be there."""
        return self.folder / LAYERS / GOLD

    def layer(self, annotator: Annotator) -> Path:
        """The folder of an annotator's layer; it need not be there."""
        return self.folder / LAYERS / annotator.folder

    def tagset(self, default: TagSet) -> TagSet:
        """The classes of all layers."""
        return tagset_for(self.folder, default)

    def plan_new(self, progress: Progress | None = None) -> int:
        """Give out the reports that came into `reports/` since, and fill the layers; returns how many came.

        Nothing that was given out changes. Raises `CorpusTextChangedError`, `WriteError`.
        """
        annotators = [one.folder for one in self.corpus.annotators]
        new = tasks_for(self.reports, annotators, self.corpus.plan, self.tasks)
        if new:
            self.tasks = (*self.tasks, *new)
            write_tasks(self.folder / TASKS, self.tasks)
        self.fill_layers(progress)
        return len({task.report for task in new})

    def fill_layers(self, progress: Progress | None = None, annotators: Sequence[Annotator] | None = None) -> None:
        """Put into the layers of these annotators (default: of all) what they are to read, and is not there yet.

        Raises `CorpusFileError` for a task without a report, `CorpusTextChangedError` where a text in a layer is not
        the corpus's, `WriteError`.
        """
        progress = progress or Progress()
        by_annotator = self.tasks_of()
        for annotator in self.corpus.annotators if annotators is None else annotators:
            tasks = by_annotator.get(annotator.folder, ())
            self._fill(self.layer(annotator), annotator, tasks, progress)

    def fill_gold(self, annotator: str, reports: Sequence[str], progress: Progress | None = None) -> None:
        """Make the layer of gold for these reports, or add them; `annotator` is who adjudicates. Raises as
        `fill_layers`."""
        tasks = [Task(report, GOLD, False) for report in reports]
        self._fill(self.gold, Annotator(annotator, GOLD), tasks, progress or Progress())

    def tasks_of(self) -> Mapping[str, Sequence[Task]]:
        """The tasks by layer, each in the order of reading."""
        found: dict[str, list[Task]] = {}
        for task in self.tasks:
            found.setdefault(task.annotator, []).append(task)
        return found

    @property
    def by_lot(self) -> frozenset[str]:
        """The reports of which chance alone says when they are read: what is measured on them holds for all."""
        return frozenset(task.report for task in self.tasks if task.by_lot)

    def readers(self) -> Mapping[str, Sequence[str]]:
        """The layers that are to hold each report."""
        found: dict[str, list[str]] = {}
        for task in self.tasks:
            found.setdefault(task.report, []).append(task.annotator)
        return found

    def standings(self) -> tuple[Standing, ...]:
        """How far each annotator is; raises what `summaries_of` does."""
        tasks = self.tasks_of()
        found = []
        for annotator in self.corpus.annotators:
            own = tasks.get(annotator.folder, ())
            by_lot = {task.report for task in own if task.by_lot}
            every = summaries_of(self.layer(annotator))
            signed = {name for name, one in every.items() if one.signed}
            begun = sum(one.decided for one in every.values())
            found.append(Standing(annotator, len(own), begun, len(signed), len(by_lot), len(by_lot & signed)))
        return tuple(found)

    def summaries(self) -> dict[str, Mapping[str, Summary]]:
        """Where each report with decisions stands, by layer (that of gold too) and report; raises what
        `summaries_of` does."""
        layers = {one.folder: self.layer(one) for one in self.corpus.annotators} | {GOLD: self.gold}
        return {name: summaries_of(folder) for name, folder in layers.items()}

    def signed_spans(self, layer: str, default: TagSet) -> Iterator[tuple[str, tuple[Span, ...]]]:
        """The reports that a layer has signed off, with what was accepted in them, in natural order.

        They are read as they are opened for review, so that nothing damaged passes for signed: raises what `Project`
        does, and `CorpusTextChangedError` where the text is not the corpus's.
        """
        signed = {name for name, one in summaries_of(self.folder / LAYERS / layer).items() if one.signed}
        if not signed:
            return
        project = self.layer_project(layer, default)
        try:
            for entry in project.entries:
                mentions = self.signed_in(project, entry.name) if entry.name in signed else None
                if mentions is not None:
                    yield entry.name, tuple(one.span for one in mentions)
        finally:
            project.close()

    def layer_project(self, layer: str, default: TagSet) -> Project:
        """A layer as it is opened to be read; raises what `Project` does."""
        return Project(self.folder / LAYERS / layer, default, "", read_only=True)

    def signed_in(self, project: Project, report: str) -> tuple[Mention, ...] | None:
        """What was accepted in a report of a layer, if it is signed off; raises as `signed_spans`."""
        session = project.open(report)
        if not session.signed:
            return None
        self._same_text(report, project[report].path)
        return session.desk.accepted

    def _fill(self, layer: Path, annotator: Annotator, tasks: Sequence[Task], progress: Progress) -> None:
        for task in progress.each(tasks, what="copying"):
            source = self.reports.get(task.report)
            if source is None:
                detail = Text("there is no report {name}", name=task.report)
                raise CorpusFileError(path=self.folder / TASKS, line=self._line_of(task), detail=detail)
            _copy(source, layer / source.relative_to(self.texts))
        layer.mkdir(parents=True, exist_ok=True)
        plan = self.corpus.plan
        planted = 0.0 if annotator.folder == GOLD else plan.planted
        write_layer(layer, Layer(self.corpus.name, annotator, tuple(tasks), planted, plan.seed))

    def _line_of(self, task: Task) -> int:
        return self.tasks.index(task) + 2 if task in self.tasks else 1

    def _same_text(self, name: str, path: Path) -> None:
        source = self.reports.get(name)
        if source is None or read_bytes(source) != read_bytes(path):
            raise CorpusTextChangedError(path=path)


def _copy(source: Path, target: Path) -> None:
    raw = read_bytes(source)
    there = read_bytes_if_any(target) if os.path.lexists(target) else None
    if there is None:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_file(target, raw, like=source)
    elif there != raw:
        raise CorpusTextChangedError(path=target)
