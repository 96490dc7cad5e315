"""deid model: what a model's files tell of the reports that it was trained on."""

from __future__ import annotations

from collections.abc import Mapping
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
    from deid_studio.learning.privacy.audit import Audited


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
    from deid_studio.learning.privacy.audit import audit as audit_model
    from deid_studio.learning.privacy.audit_tables import to_text

    folder = model_folder(model)
    audited, strange = _read(folder)
    start = _read(model_folder(base))[0] if base is not None else _shipped_base(audited)
    with closing(ProgressBar()) as bar:
        documents = read_corpus(data, progress=Progress(bar.show)) if data else []
    if documents and corpus_hash(documents) not in _hashes(audited.manifest):
        click.echo(
            say("These are not the reports that the model's manifest tells of, or not in the same order."),
            err=True,
        )
    found = audit_model(audited, documents, start, least_reports, strange)
    click.echo(to_text(found, language(), with_words), nl=False)
    if not found.clean:
        context.exit(1)


def _read(folder: Path) -> tuple[Audited, tuple[str, ...]]:
    """The model in a folder, of any kind, and what lies there beside it; raises `ModelMissingError` or
    `ModelDamagedError`."""
    from deid_studio.detection.context.context_model import FORMAT_KEY, read_context_model
    from deid_studio.detection.crf_model import read_model
    from deid_studio.detection.model_files import manifest_of, reading
    from deid_studio.detection.sectioned.sectioned_model import read_sectioned
    from deid_studio.learning.model_store import CONTEXT_FILES, CRF_FILES, SECTIONED_FILES, strange_files
    from deid_studio.learning.privacy.audit import AuditedContext, AuditedModel

    with reading(folder):
        manifest = manifest_of(folder)
    if FORMAT_KEY in manifest:
        return AuditedContext(read_context_model(folder)[0]), strange_files(folder, CONTEXT_FILES)
    if "sectioned" in manifest:
        sectioned = read_sectioned(folder)
        return AuditedModel(sectioned.crf, sectioned.indicators), strange_files(folder, SECTIONED_FILES)
    return AuditedModel(read_model(folder)), strange_files(folder, CRF_FILES)


def _shipped_base(audited: Audited) -> Audited | None:
    """The shipped model when the manifest says that it was adapted last."""
    adapted = audited.manifest.get("adapted")
    last = adapted[-1] if isinstance(adapted, list) and adapted else None
    if not isinstance(last, dict):
        return None
    shipped, _ = _read(paths.default_model())
    return shipped if last.get("base") == shipped.manifest["manifest_sha256"] else None


def _hashes(manifest: Mapping[str, object]) -> set[str]:
    """The hashes of the reports that a manifest names."""
    adapted = manifest.get("adapted")
    entries = [manifest.get("data"), *(adapted if isinstance(adapted, list) else [])]
    return {str(entry.get("sha256")) for entry in entries if isinstance(entry, dict)}
