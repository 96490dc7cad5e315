"""deid certify: the certificate of a release, issued again with what attacks on it found."""

from __future__ import annotations

import getpass
from pathlib import Path

import click

from deid_studio import paths
from deid_studio.cli.commands import command
from deid_studio.cli.language import say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.progress import Progress


@command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.argument("released", metavar="RELEASED", type=click.Path(path_type=Path))
@click.argument("figures", metavar="FIGURES...", nargs=-1, required=True, type=click.Path(path_type=Path))
def certify(folder: Path, released: Path, figures: tuple[Path, ...]) -> None:
    """Issue the certificate of a release again, with what attacks found.

    FOLDER is the folder under review that it came from, RELEASED the released folder, unchanged, and FIGURES what
    “deid attack --json” wrote of it, once or several times: with a list of people, with the parrot, or with a reader's
    sample. The certificate takes in the figures alone; the folder's ledger keeps all that were issued.
    """
    from deid_studio.model.tagset import load_tagset
    from deid_studio.review.certificate import certifying
    from deid_studio.review.project import Project

    project = Project(folder, load_tagset(paths.resources() / "tagsets" / "meddocan.toml"), getpass.getuser())
    bar = ProgressBar()
    try:
        certificate = certifying.certify(project, released, figures, Progress(bar.show))
    finally:
        bar.close()
        project.close()
    count = len(certificate.attacks)
    click.echo(
        say(
            "Certificate issued again in {released}; attacks that it tells of: {count}.", released=released, count=count
        )
    )
