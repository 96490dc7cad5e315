"""The verbs of `deid`, which are loaded when they are asked for, and what a person is told when one fails."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Any

import click

from deid_studio import __version__
from deid_studio.cli.commands import LazyGroup, Option, Verbs
from deid_studio.cli.language import language
from deid_studio.errors import CancelledError, DeidError, SystemRefusedError
from deid_studio.settings import administered
from deid_studio.settings.terminal_language import libraries_speaking
from deid_studio.texts import Text

# In the order of a person's work; what only research runs is in a group of its own.
VERBS: Verbs = {
    "annotate": (
        "deid_studio.cli.annotate",
        Text("Suggest PHI in reports and write it as BRAT .ann."),
    ),
    "guidelines": (
        "deid_studio.cli.guidelines",
        Text("Print what each class holds, as Markdown."),
    ),
    "doctor": (
        "deid_studio.cli.doctor",
        Text("Say what is wrong with .ann files that cannot be read, and repair it."),
    ),
    "release": (
        "deid_studio.cli.release",
        Text("Release reviewed reports by a policy."),
    ),
    "reveal": (
        "deid_studio.cli.reveal",
        Text("Bring back the originals of a release."),
    ),
    "ledger": (
        "deid_studio.cli.ledger",
        Text("Show what was released from a folder and for whom; check a copy."),
    ),
    "certify": (
        "deid_studio.cli.certify",
        Text("Issue the certificate of a release again with what attacks found."),
    ),
    "attack": (
        "deid_studio.cli.attack",
        Text("Attack a release with a list of people: who can be told."),
    ),
    "verify": (
        "deid_studio.cli.verify",
        Text("Check that a folder's journal, sign-offs and data are whole."),
    ),
    "train": (
        "deid_studio.cli.train",
        Text("Train a model on annotated reports."),
    ),
    "evaluate": (
        "deid_studio.cli.evaluate",
        Text("Compare a system's annotations with gold."),
    ),
    "model": (
        "deid_studio.cli.model",
        Text("Choose, hand on and audit models, by their versions."),
    ),
    "corpus": (
        "deid_studio.cli.corpus.verbs",
        Text("Build a gold corpus with several annotators."),
    ),
    "convert": (
        "deid_studio.cli.convert",
        Text("Write annotated reports in the form of another program, in parts by patient if wished."),
    ),
    "gazetteer": (
        "deid_studio.cli.gazetteer",
        Text("Import official lists of names and places."),
    ),
    "update": (
        "deid_studio.cli.update",
        Text("Check files of another version of this program."),
    ),
    "lab": (
        "deid_studio.cli.lab.verbs",
        Text("What research runs: ablation, comparison, calibration, rules."),
    ),
}


class _Deid(LazyGroup):
    def main(self, *args: Any, **extra: Any) -> Any:
        # A terminal may be unable to show a text's “quotes” or a path's bytes.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        with libraries_speaking(language()):
            try:
                try:
                    return super().main(*args, **extra)
                finally:
                    sys.stdout.flush()  # what cannot be written is told here, not by Python at its very end
            except OSError as error:
                _let_go_of_output()
                _tell(SystemRefusedError.of(error))
                sys.exit(1)

    def invoke(self, ctx: click.Context) -> object:
        try:
            administered()  # nothing is done where that cannot be read
            return super().invoke(ctx)
        except KeyboardInterrupt:
            _tell(CancelledError())
            sys.exit(130)
        except DeidError as error:
            _tell(error)
            sys.exit(1)


def _let_go_of_output() -> None:
    """Drop what standard output did not take: Python would try to write it again when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(error: DeidError) -> None:
    spoken = language()
    click.echo(f"{error.what(spoken)}\n{error.remedy(spoken)}", err=True)


@click.group(
    cls=_Deid,
    verbs=VERBS,
)
@click.version_option(
    __version__,
    prog_name="deid",
    cls=Option,
    help="Show the version and exit.",
)
def deid() -> None:
    """De-identify Spanish clinical reports.

    Every detector misses some PHI: a person has to check what is to be released.
    """
