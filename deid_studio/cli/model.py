"""deid model: the versions of one's models, which is used where, and what their files tell of their reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.commands import group, number_option, option
from deid_studio.cli.language import language, say
from deid_studio.cli.overwriting import force_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.library import model_folder
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.learning.privacy.audit import Audited
    from deid_studio.learning.store.model_store import ModelStore

folder_option = option(
    "--folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="REPORTS",
    help="A folder of reports; without it, all that have no model of their own.",
)


@group()
def model() -> None:
    """Choose, hand on and audit models, by their versions.

    MODEL is the name of a version of yours, “default” (the shipped one), or a model's folder.
    """


def _store() -> ModelStore:
    from deid_studio.learning.store.model_store import ModelStore

    return ModelStore()


@model.command("list")
def list_versions() -> None:
    """List the versions, where each is used, on how many reports it was trained, and whether its audit is clean."""
    from deid_studio.learning.store.model_card_text import places, summary

    store = _store()
    spoken = language()
    for one in store.versions():
        used = places(store.where(one), spoken)
        click.echo(f"{one.id:<28}{summary(one, spoken)}{f'  [{used}]' if used else ''}")


@model.command()
@click.argument("model")
def show(model: str) -> None:
    """Show the card of a version: its data by hash and count, figures before and after, audit, options, command."""
    from deid_studio.learning.store.model_card_text import to_text

    click.echo(to_text(_store().version(model), language()), nl=False)


@model.command()
@click.argument("model")
@folder_option
def use(model: str, folder: Path | None) -> None:
    """Use a version in the window, for a folder of reports or wherever none is chosen."""
    _tell_active(_store(), _store().use(model, folder).id, folder)


@model.command()
@folder_option
def back(folder: Path | None) -> None:
    """Use the version that was used before."""
    store = _store()
    _tell_active(store, store.back(folder).id, folder)


def _tell_active(store: ModelStore, id: str, folder: Path | None) -> None:
    from deid_studio.learning.store.model_card_text import place_text

    click.echo(say("{place}: {model}", place=place_text(folder, language()), model=id))


@model.command()
@click.argument("model")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@option("--share", is_flag=True, help="Also when words of its reports may be read from it.")
@force_option
def export(model: str, file: Path, share: bool, force: bool) -> None:
    """Write a version as one file to hand on, without what its card has of you."""
    from deid_studio.errors import WouldOverwriteError
    from deid_studio.formats.files import write_file

    data = _store().export(model, share)
    if file.exists() and not force:
        raise WouldOverwriteError(path=file, count=1)
    write_file(file, data, private=share)
    click.echo(say("{file}: {size} kB", file=file, size=len(data) // 1000 + 1))


@model.command("import")
@click.argument("source", type=click.Path(path_type=Path))
def import_model(source: Path) -> None:
    """Make a version of a file that was exported, or of a model's folder; nothing in it is executed."""
    store = _store()
    version = store.add(source) if source.is_dir() else store.import_file(source)
    click.echo(version.id)


@model.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@option(
    "--recall",
    "wanted",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    multiple=True,
    default=(0.9, 0.95, 0.98),
    help="The share of the characters of PHI that is to be found; may be repeated.",
)
@option("--base", default="default", metavar="MODEL", help="The model that is adapted; default: the shipped one.")
@number_option("--folds", default=3, least=2, most=20, help="How many parts the reports are cross-validated in.")
@number_option("--seed", default=1, least=0, help="Seed of everything random.")
def curve(folder: Path, wanted: tuple[float, ...], base: str, folds: int, seed: int) -> None:
    """Tell how many more reports a wanted recall takes, by the curve of the reports signed off in FOLDER.

    FOLDER is a folder under review, or one of annotated reports. The model learns from growing parts of them and is
    measured on the others; figures are of the model alone, beside which the program has other detectors.
    """
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.crf_model import read_model
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.learning.adapt import adapt
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.importance import read_importance
    from deid_studio.learning.learning_curve import System, learning_curve, to_text
    from deid_studio.model.document import Document

    start = read_model(model_folder(base))
    importance = read_importance(model_folder(base), start)
    signed = folder / "retraining" / "brat"
    documents = read_corpus([signed if signed.is_dir() else folder])

    def learn(some: Sequence[Document]) -> System:
        detector = CrfDetector(adapt(start, some, importance=importance), default_gazetteers())
        return lambda doc: [one.span for one in detector.detect(Document(doc.id, doc.text))]

    with closing(ProgressBar()) as bar:
        points = learning_curve(documents, learn, folds, seed, Progress(bar.show))
    click.echo(to_text(points, wanted, language()), nl=False)


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
    from deid_studio.learning.model_writing import CONTEXT_FILES, CRF_FILES, SECTIONED_FILES, strange_files
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
