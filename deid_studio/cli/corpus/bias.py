"""deid corpus bias: how far suggestions pull annotators."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.progress import Progress


@command()
@click.argument("folder", type=click.Path(path_type=Path))
@option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path),
    help="Also write the figures here, as JSON.",
)
@force_option
def bias(folder: Path, json_file: Path | None, force: bool) -> None:
    """Tell how far suggestions pull annotators.

    FOLDER is a corpus. Told is what each annotator did with planted wrong suggestions («deid corpus new --planted»),
    and, once there is gold, what is missed, marked otherwise or marked in vain beside it, in reports read blind and in
    those read with suggestions («--shown mixed»). Intervals hold 95 %.
    """
    refuse_to_overwrite([] if json_file is None else [json_file], force)
    from deid_studio.corpora.bias_tables import to_json, to_text
    from deid_studio.corpora.corpus_figures import bias as bias_of
    from deid_studio.corpora.corpus_figures import signed_corpus
    from deid_studio.corpora.corpus_folder import CorpusFolder
    from deid_studio.formats.files import write_file
    from deid_studio.model.tagset import shipped_tagset

    with closing(ProgressBar()) as bar:
        signed = signed_corpus(CorpusFolder(folder), shipped_tagset("meddocan"), progress=Progress(bar.show))
    found = bias_of(signed)
    if json_file is not None:
        write_file(json_file, (json.dumps(to_json(found), ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    click.echo(to_text(found, language()), nl=False)
