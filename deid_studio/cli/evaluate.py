"""deid evaluate: a system's annotations, or a model, against gold."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from tqdm import tqdm

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, say
from deid_studio.cli.model_option import (
    chosen_profile,
    model_option,
    own_tagset,
    patients_option,
    profile_option,
    read_patients,
)
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.tagset_option import refuse_unfinished, tagset_option, tell_classes, worked_tagset
from deid_studio.errors import DeidError, FolderUnusableError, NoReportsError
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import ann_path, named_reports, read_pair
from deid_studio.formats.text import read_bytes
from deid_studio.library import detect, open_pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.texts import Text

if TYPE_CHECKING:
    from deid_studio.detection.pipeline import Pipeline
    from deid_studio.lab.published import Published
    from deid_studio.learning.evaluate import Evaluation
    from deid_studio.model.tagset import TagSet
    from deid_studio.model.tagset_mapping import TagSetMapping

_Spans = Callable[[Document], Iterable[Span] | None]


@command()
@click.argument("gold", type=click.Path(path_type=Path))
@click.argument("system", required=False, type=click.Path(path_type=Path))
@model_option
@profile_option
@tagset_option
@patients_option
@option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path),
    help="Also write the figures here, as JSON.",
)
@option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    help="Also write the figures here, as CSV.",
)
@option(
    "--errors",
    "errors_file",
    type=click.Path(path_type=Path),
    help="Write each error here with the words around it: .csv, .json, or text. It holds text of the reports.",
)
@force_option
def evaluate(
    gold: Path,
    system: Path | None,
    model: str | None,
    profile: str | None,
    tagset: Path | None,
    patients: Path | None,
    json_file: Path | None,
    csv_file: Path | None,
    errors_file: Path | None,
    force: bool,
) -> None:
    """Compare annotations with gold: wholly clean reports first, then by the definitions of MEDDOCAN's shared task.

    GOLD is a folder of reports (.txt with .ann beside) or one report. SYSTEM is a folder with an .ann of the same name
    for each, or one .ann. Without SYSTEM the reports are annotated with a profile, and its figures are printed beside
    those of the paper that it follows. Reports that the system lacks count as wholly missed.
    """
    if system is not None and (model, profile, tagset, patients) != (None, None, None, None):
        raise click.UsageError(say("SYSTEM excludes --profile, --model and --patients"))
    refuse_to_overwrite([file for file in (json_file, csv_file, errors_file) if file is not None], force)
    # The libraries behind sections take a second to load: not for `deid evaluate --help`.
    from deid_studio.detection.suggester import DETECTED
    from deid_studio.lab.published import read_published
    from deid_studio.learning.evaluation_tables import to_csv, to_json, to_text
    from deid_studio.library import evaluate as figures_of
    from deid_studio.model.ontology import mapping_between
    from deid_studio.model.tagset import shipped_tagset

    spoken = language()
    if system is not None:
        refuse_unfinished(compared for compared in (gold, system) if compared.is_dir())
    pairs = _gold_reports(gold)
    ids = {id for _, id in pairs}
    unknown: list[str] = []
    mapping = None
    worked = None
    published = None
    pipeline: Pipeline | None = None
    seen: list[tuple[Document, list[Span]]] = []
    if system is None:
        chosen = chosen_profile(profile)
        worked = worked_tagset(tagset, [gold if gold.is_dir() else gold.parent], own_tagset(profile, model))
        mapping = mapping_between(shipped_tagset(DETECTED), worked)
        published = read_published(chosen.published) if profile is not None and chosen.published else None
        pipeline = open_pipeline(profile, model, read_patients(patients, ids), worked)
        tell_classes(worked, pipeline.nothing)
        find: _Spans = _of_pipeline(pipeline)
    elif system.is_dir():
        find = folder_system(system)
        unknown = sorted(_ann_ids(system) - ids)
    elif system.exists():
        find = _file_system(system)
    else:
        raise FolderUnusableError(path=system, detail=Text("no such file or folder"))
    figures = figures_of(_documents(pairs, mapping), _kept(find, seen), unknown, worked)
    for id in figures.missing:
        _warn(say("{id}: missing; counts as missed.", id=id))
    for id in figures.unknown:
        _warn(say("{id}: not in the gold; not counted.", id=id))
    if json_file is not None:
        write_file(json_file, (json.dumps(to_json(figures), ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    if csv_file is not None:
        write_file(csv_file, to_csv(figures).encode("utf-8"))
    if errors_file is not None:
        _write_mistakes(errors_file, seen, pipeline)
    click.echo(to_text(figures, spoken), nl=False)
    if published is not None:
        click.echo("\n" + _comparison(published, figures, seen, chosen.load_tagset(), spoken), nl=False)


def _gold_reports(gold: Path) -> list[tuple[Path, str]]:
    if gold.is_dir():
        found = [(path, id) for id, path in named_reports(gold, _tell)]
    elif gold.exists():
        found = [(gold.with_suffix(".txt") if gold.suffix == ".ann" else gold, gold.stem)]
    else:
        raise FolderUnusableError(path=gold, detail=Text("no such file or folder"))
    annotated = []
    for path, id in found:
        if ann_path(path).exists():
            annotated.append((path, id))
        else:
            _warn(say("{id}: no .ann in the gold; not counted.", id=id))
    if not annotated:
        raise NoReportsError(path=gold)
    return annotated


def _documents(pairs: list[tuple[Path, str]], mapping: TagSetMapping | None) -> Iterator[Document]:
    for path, id in tqdm(pairs, file=sys.stderr, disable=None, leave=False):
        report, ann = read_pair(path, id)
        text = report.document.text
        spans = () if ann is None else ann.spans
        # Gold in the detectors' tag set is compared in the profile's, gold in the profile's stays as it is.
        yield Document(id, text, spans if mapping is None else tuple(mapping.spans(spans, text)))


def _of_pipeline(pipeline: Pipeline) -> _Spans:
    return lambda doc: [one.span for one in detect(doc, pipeline)]


def _kept(system: _Spans, seen: list[tuple[Document, list[Span]]]) -> _Spans:
    def kept(doc: Document) -> Iterable[Span] | None:
        spans = system(Document(doc.id, doc.text))
        seen.append((doc, list(spans or ())))
        return spans

    return kept


def _write_mistakes(path: Path, seen: list[tuple[Document, list[Span]]], pipeline: Pipeline | None) -> None:
    from deid_studio.learning.mistakes import mistakes, mistakes_csv, mistakes_json, mistakes_text

    found = [
        one
        for doc, spans in seen
        for one in mistakes(doc, spans, () if pipeline is None else pipeline.heard(Document(doc.id, doc.text)))
    ]
    write = {".csv": mistakes_csv, ".json": mistakes_json}.get(path.suffix.lower(), mistakes_text)
    write_file(path, write(found).encode("utf-8"))


def _comparison(
    published: Published,
    figures: Evaluation,
    seen: list[tuple[Document, list[Span]]],
    tagset: TagSet,
    spoken: str,
) -> str:
    """One's own figures beside a paper's: what it measured, on the reports that were just evaluated."""
    from deid_studio.lab.published import figures_text, measures, tables_text
    from deid_studio.lab.radiology_metrics import global_deidentification, kept_classes
    from deid_studio.lab.token_scores import TokenScores

    texts = []
    if published.figures:
        spans_of = {id(doc): spans for doc, spans in seen}
        words = global_deidentification((d for d, _ in seen), lambda d: spans_of[id(d)], kept_classes(tagset)).total
        texts.append(figures_text(published, {**measures(figures), "words": words}, spoken))
    if published.tables:
        tokens = TokenScores()
        for doc, spans in seen:
            tokens.add(doc, spans)
        texts.append(tables_text(published, tokens.tables, spoken))
    return "\n".join(texts)


def folder_system(folder: Path) -> _Spans:
    """What a folder with an .ann of the same name for each report says of it."""
    return lambda doc: _system_spans(folder / f"{doc.id}.ann", doc.text)


def _file_system(path: Path) -> _Spans:
    ann = path if path.suffix == ".ann" else ann_path(path)
    return lambda doc: _system_spans(ann, doc.text)


def _system_spans(path: Path, text: str) -> Iterable[Span] | None:
    return parse_ann(read_bytes(path), text, path).spans if path.exists() else None


def _ann_ids(folder: Path) -> set[str]:
    """What the system has annotated; its folder need not hold the texts."""
    found = (path.relative_to(folder) for path in folder.rglob("*.ann"))
    return {path.with_suffix("").as_posix() for path in found if not any(part.startswith(".") for part in path.parts)}


def _tell(error: DeidError) -> None:
    spoken = language()
    click.echo(f"{error.what(spoken)} {error.remedy(spoken)}", err=True)


def _warn(words: str) -> None:
    click.echo(words, err=True)
