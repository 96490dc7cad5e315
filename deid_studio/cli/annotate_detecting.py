"""Detecting: what `deid annotate` detects with, in its own process or in several."""

from __future__ import annotations

import os
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import click

from deid_studio.batch.pool import Alone, Answering, Pool
from deid_studio.batch.suggesting import Suggesting
from deid_studio.batch.worker import Loaded, serve, working
from deid_studio.cli.commands import option
from deid_studio.errors import DeidError, DetectionFailedError
from deid_studio.library import model_folder, open_pipeline
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet

_WORTH = 25  # reports take about as long as it takes a process to load the model

jobs_option = option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1),
    help="How many processes detect at once, each with the model in its memory; default: one for each core, fewer for "
    "few reports.",
)


@dataclass(frozen=True, slots=True)
class Question:
    """A report to detect in: what is known of its patient, and the rules that are off; `path` is for errors alone."""

    doc: Document
    path: Path
    known: PatientFields
    off: frozenset[str]


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be told of a pipeline before it works: classes that are nothing in the tag set, and rules that were
    to be turned off and are not there."""

    nothing: tuple[str, ...]
    unknown_rules: frozenset[str]


@dataclass(frozen=True, slots=True)
class Detecting:
    """The pipeline that the options name; `fields`: a table of patients goes with it; `off` are the sets of rules that
    are turned off in one folder or another."""

    profile: str | None
    model: str | None
    fields: bool
    tagset: TagSet
    off: frozenset[frozenset[str]]

    def among(self, jobs: int | None, reports: int) -> Answering:
        """What detects in so many reports: `jobs` processes, or as many as pay; one is this process itself."""
        jobs = min(reports, jobs or min(_cores(), -(-reports // _WORTH)))
        if jobs <= 1:
            return Alone(self.load)
        return Pool(jobs, model_folder(self.model).name, _work, self)

    def load(self) -> Loaded:
        """Load the pipeline; raises what `open_pipeline` raises."""
        pipeline = open_pipeline(self.profile, self.model, {} if self.fields else None, self.tagset)
        suggesting = Suggesting(pipeline)
        unknown = frozenset[str]().union(*(suggesting.told(PatientFields(), off).unknown_rules for off in self.off))

        def suggestions(question: Question) -> list[Suggestion] | DeidError:
            try:
                return suggesting.told(question.known, question.off).detect(question.doc)
            except Exception as error:
                # A detector that fails on one report must not stop the others; its message could hold text of it.
                return DetectionFailedError(path=question.path, detail=type(error).__name__)

        return Told(pipeline.nothing, unknown), suggestions


def _work(pipe: Connection, detecting: Detecting) -> None:
    with working():
        serve(pipe, detecting.load)


def _cores() -> int:
    # Those that this process may use: fewer than the machine has in a container or under `taskset`.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
