"""deid corpus agreement: how far annotators agree, and how each went in time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, say
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.errors import NameClashError

if TYPE_CHECKING:
    from deid_studio.corpora.agreement_tables import Drifts
    from deid_studio.corpora.annotator_agreement import Layers
    from deid_studio.corpora.corpus_figures import SignedCorpus
    from deid_studio.corpora.corpus_folder import CorpusFolder


@command()
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path),
    help="Also write the figures here, as JSON.",
)
@option(
    "--random-share",
    is_flag=True,
    help="Only reports of which chance says when they are read: in an active order the others are no fair sample.",
)
@force_option
def agreement(folders: tuple[Path, ...], json_file: Path | None, random_share: bool, force: bool) -> None:
    """Tell how far annotators agree, pair by pair and together.

    FOLDER is a corpus: what its annotators have signed off is compared, and with the adjudicated gold. Or give two
    folders or more with the same reports (.txt with .ann beside), one of each annotator. Intervals hold 95 %.
    """
    refuse_to_overwrite([] if json_file is None else [json_file], force)
    from deid_studio.corpora.agreement_tables import to_json, to_text
    from deid_studio.corpora.annotator_agreement import agreement as agreement_of
    from deid_studio.corpora.corpus_figures import drifts as drifts_of
    from deid_studio.corpora.corpus_folder import CorpusFolder
    from deid_studio.formats.files import write_file

    if random_share and len(folders) > 1:
        raise click.UsageError(say("--random-share: only a corpus knows what was drawn by lot"))
    drifts: Drifts = {}
    if len(folders) == 1:
        if not CorpusFolder.is_one(folders[0]):
            raise click.UsageError(
                say("{folder} is no corpus: give two folders or more with the same reports, one of each annotator",
                    folder=folders[0])
            )  # fmt: skip
        signed, gold = corpus_signed(CorpusFolder(folders[0])), say("adjudicated gold")
        if random_share:
            signed = signed.only(signed.corpus.by_lot)
        found = agreement_of(signed.texts, signed.layers(gold))
        drifts = drifts_of(signed, gold)
    else:
        texts, layers = _of_folders(folders)
        found = agreement_of(texts, layers)
    if json_file is not None:
        write_file(json_file, (json.dumps(to_json(found, drifts), ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    click.echo(to_text(found, drifts, language()), nl=False)


def corpus_signed(corpus: CorpusFolder) -> SignedCorpus:
    """What was signed in a corpus, whose classes stand beside it."""
    from deid_studio.corpora.corpus_figures import signed_corpus
    from deid_studio.model.tagset import shipped_tagset

    return signed_corpus(corpus, shipped_tagset("meddocan"))


def _of_folders(folders: tuple[Path, ...]) -> tuple[dict[str, str], Layers]:
    from deid_studio.errors import CorpusTextChangedError
    from deid_studio.learning.corpus import read_corpus

    texts: dict[str, str] = {}
    layers = {}
    for folder in folders:
        name = folder.resolve().name
        if name in layers:
            raise NameClashError(path=folder, other=name)
        documents = read_corpus([folder])
        for doc in documents:
            if texts.setdefault(doc.id, doc.text) != doc.text:
                raise CorpusTextChangedError(path=folder / f"{doc.id}.txt")
        layers[name] = {doc.id: doc.spans for doc in documents}
    return texts, layers
