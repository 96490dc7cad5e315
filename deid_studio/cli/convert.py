"""deid convert: annotated reports from one form into another, and in parts for training."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, say
from deid_studio.cli.model_option import patients_option, read_patients
from deid_studio.cli.overwriting import NewFolder
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.tagset_option import tagset_option, worked_tagset
from deid_studio.errors import NothingToConvertError
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.corpora.corpus_folder import CorpusFolder
    from deid_studio.exchange.annotated_report import AnnotatedReport
    from deid_studio.model.tagset import TagSet

# The names of `exchange/known_formats`, which loads libraries; a test holds them together.
NAMES = (
    "brat", "jsonl", "csv", "conll", "bio", "bioes", "docbin", "spacy", "i2b2", "xmi", "doccano", "labelstudio",
    "prodigy", "parquet",
)  # fmt: skip
_SHARES = re.compile(r"[0-9]{1,3}(/[0-9]{1,3}){1,2}")


class _Shares(click.ParamType[tuple[int, ...]]):
    """Shares of two or three parts (`80/10/10`), in whole numbers."""

    name = "SHARES"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        shares = tuple(map(int, value.split("/"))) if _SHARES.fullmatch(value) else ()
        if sum(share > 0 for share in shares) < 2:
            self.fail(say("{value} is not like 80/10/10 or 80/20.", value=value), param, ctx)
        return shares


@command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path, exists=True))
@option("--to", "to", required=True, type=click.Choice(NAMES), help="In which form to write.")
@option(
    "--from",
    "given",
    type=click.Choice(NAMES),
    help="In which form IN is, where it cannot be seen by the endings of its files and their first row.",
)
@option("--out", required=True, type=NewFolder(), help="A new or empty folder.")
@option(
    "--lossy",
    is_flag=True,
    help="Write also what the form can hold only in part. What is lost is told by count all the same.",
)
@option(
    "--split",
    "shares",
    type=_Shares(),
    help="Parts for training by patient: 80/10/10 makes train, dev and test, 80/20 makes train and test. No patient is "
    "in two parts: identifiers and names of patients, marked or in --patients, tell which reports are of the same.",
)
@option(
    "--seed", default="1", show_default=True, metavar="TEXT", help="By what --split draws: the same gives the same."
)
@patients_option
@tagset_option
def convert(
    source: Path,
    to: str,
    given: str | None,
    out: Path,
    lossy: bool,
    shares: tuple[int, ...] | None,
    seed: str,
    patients: Path | None,
    tagset: Path | None,
) -> None:
    """Write annotated reports in the form of another program.

    IN is a file, a folder, or a corpus of several annotators, of which the adjudicated gold is taken. What a form
    cannot hold is told by count, and nothing is written unless --lossy is given. OUT gets a data card as well
    (DATA_CARD.md).
    """
    from deid_studio.corpora.corpus_folder import CorpusFolder
    from deid_studio.exchange.annotated_report import told_losses
    from deid_studio.exchange.converting import classes_of, hold, refuse_filled, write_held
    from deid_studio.exchange.data_card import CARD, CardFacts, data_card
    from deid_studio.exchange.known_formats import FORMATS
    from deid_studio.exchange.patient_split import patient_split
    from deid_studio.model.tagset import shipped_tagset

    refuse_filled(out)
    classes = worked_tagset(tagset, [source if source.is_dir() else source.parent], shipped_tagset("meddocan"))
    corpus = CorpusFolder(source) if given is None and CorpusFolder.is_one(source) else None
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        reports = _read(source, given, progress) if corpus is None else list(_gold(corpus, classes))
        if not reports:
            raise NothingToConvertError(path=source, format=given or "corpus")
        held = hold(reports, FORMATS[to], lossy, progress)
        classes = classes_of(held.reports, classes)
        split = None
        if shares is not None:
            fields = read_patients(patients, [one.doc.id for one in held.reports])
            split = patient_split(held.reports, shares, seed, classes, fields)
        annotators, agreement = ((), "") if corpus is None else _annotators(corpus)
        name = source.resolve().stem if corpus is None else corpus.corpus.name
        facts = CardFacts(name, to, classes, held.losses, split, annotators, agreement)
        beside = {CARD: data_card(held.reports, facts, language())}
        write_held(held, out, classes, None if split is None else split.parts, beside, progress)
    spans = sum(len(one.doc.spans) for one in held.reports)
    click.echo(say("{count} reports with {spans} spans in {path}", count=len(held.reports), spans=spans, path=out))
    if held.losses:
        click.echo(say("Not held: {losses}.", losses=told_losses(held.losses)), err=True)
    if split is not None:
        for part, ids in split.parts.items():
            people = split.patients[part]
            click.echo(say("{name}: {count} reports of {people} patients", name=part, count=len(ids), people=people))
        if split.untold:
            untold = say("Reports that tell of no patient, each taken for one of its own: {count}.", count=split.untold)
            click.echo(untold, err=True)


def _read(source: Path, given: str | None, progress: Progress) -> list[AnnotatedReport]:
    from deid_studio.exchange.converting import read_all
    from deid_studio.exchange.known_formats import FORMATS, format_of

    return read_all(format_of(source) if given is None else FORMATS[given], source, progress)


def _gold(corpus: CorpusFolder, classes: TagSet) -> Iterator[AnnotatedReport]:
    """What was adjudicated and signed."""
    from deid_studio.corpora.corpus_files import GOLD
    from deid_studio.exchange.annotated_report import AnnotatedReport
    from deid_studio.formats.text import read_report

    for name, spans in corpus.signed_spans(GOLD, classes):
        text = read_report(corpus.reports[name]).document.text
        yield AnnotatedReport.of(name, text, [(span, "") for span in spans])


def _annotators(corpus: CorpusFolder) -> tuple[tuple[str, ...], str]:
    """Who annotated, and how far they agree where two or more have read the same."""
    from deid_studio.cli.corpus.agreement import corpus_signed
    from deid_studio.corpora.agreement_tables import to_text
    from deid_studio.corpora.annotator_agreement import agreement

    signed = corpus_signed(corpus)
    layers = signed.layers(say("adjudicated gold"))
    people = tuple(one.name for one in corpus.corpus.annotators)
    return people, to_text(agreement(signed.texts, layers), language=language()) if len(layers) > 1 else ""
