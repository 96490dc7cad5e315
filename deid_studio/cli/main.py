"""deid: the command line, whose verbs are loaded when they are asked for."""

from __future__ import annotations

from importlib import import_module

import click

from deid_studio import __version__
from deid_studio.cli.language import language
from deid_studio.errors import CancelledError, DeidError

# Each verb's module and what it does, so that `deid --help` need not load NumPy, SciPy and spaCy.
VERBS = {
    "annotate": ("deid_studio.cli.annotate", "Suggest PHI in reports and write it as BRAT .ann."),
    "evaluate": ("deid_studio.cli.evaluate", "Compare a system's annotations with gold."),
    "indicators": ("deid_studio.cli.indicators", "Count which classes stand after each label in report headers."),
    "sectioned": ("deid_studio.cli.sectioned", "Train the sectioned hybrid; compare how its body can be labelled."),
    "gazetteer": ("deid_studio.cli.gazetteer", "Import official lists of names and places."),
    "grammar": ("deid_studio.cli.grammar", "Check, explain, measure and feed a grammar."),
    "train": ("deid_studio.cli.train", "Train a model on annotated reports."),
}


class _Verbs(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = getattr(import_module(VERBS[cmd_name][0]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(verb, VERBS[verb][1]) for verb in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            _tell(CancelledError())
            ctx.exit(130)
        except DeidError as error:
            _tell(error)
            ctx.exit(1)


def _tell(error: DeidError) -> None:
    spoken = language()
    click.echo(f"{error.what(spoken)}\n{error.remedy(spoken)}", err=True)


@click.group(cls=_Verbs)
@click.version_option(__version__, prog_name="deid")
def deid() -> None:
    """De-identify Spanish clinical reports.

    Every detector misses some PHI: a person has to check what is to be released.
    """


def main() -> None:
    """Run the command line."""
    deid(prog_name="deid")
