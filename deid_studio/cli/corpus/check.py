"""deid corpus check: places of annotated reports that are probably wrong, as a list to be worked through."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import language, say
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.tagset_option import tagset_option, worked_tagset
from deid_studio.corpora.checks.checked_corpus import CorpusFinding, FindingKind
from deid_studio.errors import NameClashError
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.model.document import Document
    from deid_studio.model.tagset import TagSet


@command()
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@option(
    "--only",
    multiple=True,
    metavar="KIND",
    type=click.Choice([one.value for one in FindingKind if one is not FindingKind.MODEL]),
    help="Look for this kind alone; may be given several times. One of overlap, edge, cut, rule, class, label, missed, "
    "leftover, duplicate.",
)
@number_option(
    "--least",
    default=0.5,
    least=0.5,
    most=1,
    help="Tell what is at least so likely to be wrong.",
)
@number_option(
    "--model-folds",
    default=0,
    least=0,
    most=20,
    help="Also train so many models, each on the reports of the other folds, and tell where they differ; 0: none. It "
    "takes long.",
)
@option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path),
    help="Also write the findings here, as JSON, with the text of each place.",
)
@option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    help="Also write the findings here, one a row, with the text of each place.",
)
@option(
    "--right",
    "right_file",
    type=click.Path(path_type=Path),
    help="Rows of a list that --csv wrote, of findings that were looked at and are right as they are: not told again.",
)
@tagset_option
@force_option
def check(
    folders: tuple[Path, ...],
    only: tuple[str, ...],
    least: float,
    model_folds: int,
    json_file: Path | None,
    csv_file: Path | None,
    right_file: Path | None,
    tagset: Path | None,
    force: bool,
) -> None:
    """Find places of annotated reports that are probably wrong, as a list to be worked through.

    FOLDER holds reports with .ann beside; several are the parts of one corpus (train, dev …). Found are mentions that
    overlap, signs and cut words at their ends, guideline rules that the corpus else keeps, the same text in several
    classes, values unlike others of their label, texts marked elsewhere, forms of what a report marks and numbers that
    stay unmarked, and reports that are there twice. How likely is counted in the corpus itself. The list on the screen
    quotes no report. What was said to be right in the window is not told again. Writes nothing into the folders; ends
    with 0 only if nothing is found.
    """
    from deid_studio.corpora.checks.checked_corpus import CheckedCorpus
    from deid_studio.corpora.checks.corpus_checks import CHECKS, findings, findings_csv, findings_json, keys_in, once
    from deid_studio.formats.files import write_file
    from deid_studio.formats.text import read_report
    from deid_studio.model.tagset import shipped_tagset

    if model_folds == 1:
        raise click.UsageError(say("--model-folds 1: a model needs other reports to be trained on"))
    written = [path for path in (json_file, csv_file) if path is not None]
    refuse_to_overwrite(written, force)
    right = frozenset() if right_file is None else keys_in(read_report(right_file).document.text)
    if right_file is not None and not right:
        raise click.UsageError(say("--right {path}: no finding of a list stands there", path=right_file))
    classes = worked_tagset(tagset, folders, shipped_tagset("meddocan"))
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        corpus = CheckedCorpus(_documents(folders, classes, progress), classes)
        found = findings(corpus, [FindingKind(one) for one in only] or tuple(CHECKS), progress)
        if model_folds:
            from deid_studio.corpora.checks.model_disagreement import crf_trainer, model_disagreement

            found = once([*found, *model_disagreement(corpus, model_folds, crf_trainer(classes, progress), progress)])
    kept = _kept(folders)
    found = [one for one in found if one.likely >= least and one.key not in right and not _is_kept(one, kept)]
    for path, write in ((json_file, findings_json), (csv_file, findings_csv)):
        if path is not None:
            write_file(path, write(found, corpus.documents, language()).encode("utf-8"))
    for one in found:
        marked = " → ".join(dict.fromkeys((one.phi_class or "–", one.proposed_class or "–")))
        click.echo(
            f"{one.report} {one.start}-{one.end}  {one.kind}  {marked}  {one.why.said(language())}  {one.likely:.2f}"
        )
    counts = Counter(one.kind for one in found)
    for kind, count in counts.items():
        click.echo(f"{kind}: {count}", err=True)
    if not found:
        click.echo(say("Nothing found in {reports} reports.", reports=len(corpus.documents)))
    sys.exit(1 if found else 0)


def _kept(folders: tuple[Path, ...]) -> dict[str, Collection[str]]:
    """The keys of what was said in the window to be right, by what the ids of a folder's reports begin with."""
    from deid_studio.review.folder_journal import kept_in
    from deid_studio.review.kept_settings import CORPUS_ANSWERS

    many = len(folders) > 1
    return {f"{one.resolve().name}/" if many else "": kept_in(one, CORPUS_ANSWERS).keys() for one in folders}


def _is_kept(finding: CorpusFinding, kept: dict[str, Collection[str]]) -> bool:
    return any(
        replace(finding, report=finding.report.removeprefix(part)).key in keys
        for part, keys in kept.items()
        if finding.report.startswith(part)
    )


def _documents(folders: tuple[Path, ...], classes: TagSet, progress: Progress) -> list[Document]:
    """The reports of all parts; of several, each report's id begins with its folder's name."""
    from deid_studio.learning.corpus import read_corpus

    if len(folders) == 1:
        return read_corpus(folders, classes, progress)
    parts: dict[str, list[Document]] = {}
    for folder in folders:
        name = folder.resolve().name
        if name in parts:
            raise NameClashError(path=folder, other=name)
        own = read_corpus([folder], classes, progress)
        parts[name] = [replace(doc, id=f"{name}/{doc.id}") for doc in own]
    return [doc for own in parts.values() for doc in own]
