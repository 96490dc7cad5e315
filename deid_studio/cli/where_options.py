"""The options that say where reports are detected in, and whoever answers there: processes here, or a cluster."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from deid_studio.batch.in_batches import InBatches
from deid_studio.batch.pool import Alone, Answering, Pool
from deid_studio.batch.worker import Loading, answer_by
from deid_studio.cli.commands import option
from deid_studio.cli.language import say
from deid_studio.detection.batches import MOST
from deid_studio.errors import LibraryMissingError

_BATCHES = 8  # for each process at least, where there are reports enough
_LAST_BATCHES = 3  # for each of what is left: towards the end they are smaller, so that all processes end together
_WORKERS = 64  # that a scheduler may have: with fewer the batches are smaller than they could be
_WORTH = 25  # reports take about as long as it takes a process to load the model

_OPTIONS = (
    option(
        "--jobs",
        metavar="N",
        type=click.IntRange(1),
        help="How many processes detect at once, each with the model in its memory; default: one for each core, fewer "
        "for few reports.",
    ),
    option(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="Detect on the workers of a Dask cluster, e.g. tls://node1:8786, each with the same program and model "
        "(deid-studio[cluster]).",
    ),
    option(
        "--local-cluster",
        metavar="N",
        type=click.IntRange(1),
        help="Start a Dask cluster of N workers on this machine for this run.",
    ),
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

    def answering(self, loading: Loading, reports: int, model: str) -> Answering:
        """Who answers about so many reports: so many processes, or as many as pay; one is this process itself.

        `model` is what an error calls the model. Raises `LibraryMissingError` where a cluster is wanted and its library
        is not there.
        """
        if self.scheduler or self.local:
            return self._cluster(loading)
        jobs = self._processes(reports)
        return Pool(jobs, model, answer_by, loading) if jobs > 1 else Alone(loading.load)

    def in_batches(self, loading: Loading, reports: int, model: str) -> Answering:
        """The same, asked about several reports at once, yet so few that all have work until the end; `loading`
        answers a `Batch`."""
        jobs = _WORKERS if self.scheduler else self.local or self._processes(reports)
        usual = min(reports // (jobs * _BATCHES), MOST)

        def most(given: int) -> int:
            return max(min(usual, (reports - given) // (jobs * _LAST_BATCHES) if jobs > 1 else usual), 1)

        return InBatches(self.answering(loading, reports, model), most)

    def _processes(self, reports: int) -> int:
        return min(reports, self.jobs or min(_cores(), -(-reports // _WORTH)))

    def _cluster(self, loading: Loading) -> Answering:
        try:
            # Loaded when it is wanted: only a shared corpus uses a network besides.
            from deid_studio.batch.cluster import Cluster
        except ImportError as error:
            raise LibraryMissingError(what="Dask", library="distributed", package="deid-studio[cluster]") from error
        if self.scheduler and not re.match(r"tls://|tcp://(localhost|127\.|\[::1\])", self.scheduler):
            click.echo(say("The reports travel to {address} without encryption; see TLS in docs/cluster.md.",
                           address=self.scheduler), err=True)  # fmt: skip
        return Cluster(self.scheduler, self.local, loading)


def where_options(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options; the verb gets them as `where`."""

    @wraps(verb)
    def gathering(*args: Any, **given: Any) -> Any:
        where = Where(given.pop("jobs"), given.pop("scheduler"), given.pop("local_cluster") or 0)
        return verb(*args, where=where, **given)

    for add in reversed(_OPTIONS):
        gathering = add(gathering)
    return gathering


def _cores() -> int:
    # Those that this process may use: fewer than the machine has in a container or under `taskset`.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
