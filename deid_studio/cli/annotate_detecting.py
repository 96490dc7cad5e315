"""Detecting: what `deid annotate` detects with, in its own process or in several."""

from __future__ import annotations

import contextlib
import json
import os
import re
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import click

from deid_studio import __version__, paths
from deid_studio.batch.pool import Alone, Answering, Pool
from deid_studio.batch.suggesting import Suggesting
from deid_studio.batch.worker import Loaded, serve, working
from deid_studio.cli.commands import option
from deid_studio.cli.language import say
from deid_studio.detection.model_tagset import tag_set_entry
from deid_studio.detection.profile import load_profile
from deid_studio.detection.suggester import SUITING
from deid_studio.errors import DeidError, DetectionFailedError, LibraryMissingError
from deid_studio.library import model_folder, open_pipeline
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.review.signing.done_log import sha256

_WORTH = 25  # reports take about as long as it takes a process to load the model

jobs_option = option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1),
    help="How many processes detect at once, each with the model in its memory; default: one for each core, fewer for "
    "few reports.",
)


scheduler_option = option(
    "--scheduler",
    metavar="ADDRESS",
    help="Detect on the workers of a Dask cluster, e.g. tls://node1:8786, each with the same program and model "
    "(deid-studio[cluster]).",
)
local_cluster_option = option(
    "--local-cluster",
    metavar="N",
    type=click.IntRange(1),
    help="Start a Dask cluster of N workers on this machine for this run.",
)


@dataclass(frozen=True, slots=True)
class Where:
    """Where is detected: in so many processes here, on the workers of a scheduler, or of a cluster started here."""

    jobs: int | None = None
    scheduler: str = ""
    local: int = 0

    def __post_init__(self) -> None:
        if sum(map(bool, (self.jobs, self.scheduler, self.local))) > 1:
            raise click.UsageError(say("Give one of --jobs, --scheduler and --local-cluster."))


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

    def among(self, where: Where, reports: int) -> Answering:
        """What detects in so many reports: so many processes, or as many as pay; one is this process itself.

        Raises `LibraryMissingError` where a cluster is wanted and its library is not there.
        """
        if where.scheduler or where.local:
            return self._cluster(where)
        jobs = min(reports, where.jobs or min(_cores(), -(-reports // _WORTH)))
        if jobs <= 1:
            return Alone(self.load)
        return Pool(jobs, model_folder(self.model).name, _work, self)

    def _cluster(self, where: Where) -> Answering:
        try:
            # Loaded when it is wanted: nothing else of the program uses a network.
            from deid_studio.batch.cluster import Cluster
        except ImportError as error:
            raise LibraryMissingError(what="Dask", library="distributed", package="deid-studio[cluster]") from error
        if where.scheduler and not re.match(r"tls://|tcp://(localhost|127\.|\[::1\])", where.scheduler):
            click.echo(say("The reports travel to {address} without encryption; see TLS in docs/cluster.md.",
                           address=where.scheduler), err=True)  # fmt: skip
        return Cluster(where.scheduler, where.local, self)

    def made_with(self) -> dict[str, str]:
        """What suggestions rest on beside the report: the program, the profile with its models, the lists that were
        imported and the tag set, each as the beginning of a hash."""
        chosen = load_profile(self.profile or SUITING)
        folders = (paths.shared_gazetteers(), paths.user_gazetteers())
        lists = [path for one in folders for path in sorted(one.glob("**/*")) if path.is_file()]
        model = None if self.profile and self.model is None else model_folder(self.model)
        return {
            "program": __version__,
            "profile": fingerprint(*map(_bytes, chosen.files(model))),
            "lists": fingerprint(*map(_bytes, lists)),
            "tag_set": fingerprint(json.dumps(tag_set_entry(self.tagset)["meanings"]).encode()),
        }

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


def fingerprint(*parts: bytes) -> str:
    """The beginning of a hash of these, enough to tell whether anything changed."""
    return sha256(b"".join(b"%d:%s" % (len(part), part) for part in parts))[:16]


def _bytes(path: Path) -> bytes:
    # What cannot be read is told by who loads it.
    with contextlib.suppress(OSError):
        return path.read_bytes()
    return b""


def _work(pipe: Connection, detecting: Detecting) -> None:
    with working():
        serve(pipe, detecting.load)


def _cores() -> int:
    # Those that this process may use: fewer than the machine has in a container or under `taskset`.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
