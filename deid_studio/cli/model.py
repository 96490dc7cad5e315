"""deid model: what a model's files tell of the reports that it was trained on."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.commands import group, number_option, option
from deid_studio.cli.language import language, say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.library import model_folder
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.learning.privacy.audit import AuditedModel


@group()
def model() -> None:
    """Tell what can be read from a model of the reports that it was trained on."""


@model.command()
@click.argument("model")
@option(
    "--data",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Annotated reports that it was trained on; may be repeated.",
)
@option(
    "--base",
    metavar="MODEL",
    help=(
        "The model that was adapted; what can be read from it does not count. The shipped one is recognised by itself."
    ),
)
@number_option(
    "--least-reports",
    default=5,
    least=1,
    most=1_000_000,
    metavar="K",
    help="A word of K different reports is nobody's.",
)
@option(
    "--words",
    "with_words",
    is_flag=True,
    help="Also show the words. They may be PHI.",
)
@click.pass_context
def audit(
    context: click.Context, model: str, data: tuple[Path, ...], base: str | None, least_reports: int, with_words: bool
) -> None:
    """Search the files of a model for words of reports.

    MODEL is a folder, the name of a model of yours or “default”. With --data, the folder of the annotated reports that
    it was trained on, it counts class by class which words of theirs can be read that are neither in public lists nor
    in enough reports; without it, which words are in no public list. The exit status is 0 only when it is clean.
    """
    from deid_studio.learning.corpus import corpus_hash, read_corpus
    from deid_studio.learning.model_store import strange_files
    from deid_studio.learning.privacy.audit import audit as audit_model
    from deid_studio.learning.privacy.audit_tables import to_text

    folder = model_folder(model)
    audited = _read(folder)
    strange = strange_files(folder, audited.indicators is not None)
    start = _read(model_folder(base)) if base is not None else _shipped_base(audited)
    with closing(ProgressBar()) as bar:
        documents = read_corpus(data, progress=Progress(bar.show)) if data else []
    if documents and corpus_hash(documents) not in _hashes(audited.crf.manifest):
        click.echo(
            say("These are not the reports that the model's manifest tells of, or not in the same order."),
            err=True,
        )
    found = audit_model(audited, documents, start, least_reports, strange)
    click.echo(to_text(found, language(), with_words), nl=False)
    if not found.clean:
        context.exit(1)


def _read(folder: Path) -> AuditedModel:
    """The model in a folder, of either kind; raises `ModelMissingError` or `ModelDamagedError`."""
    from deid_studio.detection.crf_model import read_model
    from deid_studio.detection.sectioned.sectioned_model import read_sectioned
    from deid_studio.learning.privacy.audit import AuditedModel

    crf = read_model(folder)
    indicators = read_sectioned(folder).indicators if "sectioned" in crf.manifest else None
    return AuditedModel(crf, indicators)


def _shipped_base(audited: AuditedModel) -> AuditedModel | None:
    """The shipped model when the manifest says that it was adapted last."""
    adapted = audited.crf.manifest.get("adapted")
    last = adapted[-1] if isinstance(adapted, list) and adapted else None
    if not isinstance(last, dict):
        return None
    shipped = _read(paths.default_model())
    return shipped if last.get("base") == shipped.crf.fingerprint else None


def _hashes(manifest: dict[str, object]) -> set[str]:
    """The hashes of the reports that a manifest names."""
    adapted = manifest.get("adapted")
    entries = [manifest.get("data"), *(adapted if isinstance(adapted, list) else [])]
    return {str(entry.get("sha256")) for entry in entries if isinstance(entry, dict)}
