"""deid lab restyle: annotated reports laid anew in other styles, as pairs of files."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import say
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.tagset_option import tagset_option, tell_classes, worked_tagset
from deid_studio.progress import Progress


@command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@option("--out", required=True, type=click.Path(path_type=Path), help="Folder to write the pairs into.")
@option("--style", "styles", multiple=True, metavar="NAME", help="Only this style; can be given several times.")
@number_option("--copies", default=1.0, least=0, most=100, metavar="X", help="Copies of each annotated report.")
@number_option("--seed", default=1, least=0, help="Seed of everything random.")
@tagset_option
@force_option
def restyle(
    corpus: tuple[Path, ...],
    out: Path,
    styles: tuple[str, ...],
    copies: float,
    seed: int,
    tagset: Path | None,
    force: bool,
) -> None:
    """Lay annotated reports anew as other systems, machines and people write, each with its annotations.

    Columns, tables, JSON, HL7, chats, e-mails, dictation, capitals, scans, other languages …: what `deid train
    --restyled` learns from. The same reports, styles and seed give the same copies. They hold the PHI of the reports.
    """
    from deid_studio import paths
    from deid_studio.detection.suggester import DETECTED
    from deid_studio.formats.brat import AnnFile
    from deid_studio.formats.files import write_file
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.styles.restyler import STYLES, Restyler
    from deid_studio.model.tagset import shipped_tagset

    unknown = [name for name in styles if name not in STYLES]
    if unknown:
        names = ", ".join(STYLES)
        raise click.UsageError(say("There is no style {unknown}. Styles: {names}.", unknown=unknown[0], names=names))
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        classes = worked_tagset(tagset, corpus, shipped_tagset(DETECTED))
        tell_classes(classes)
        documents = read_corpus(corpus, classes, progress)
        made = Restyler(paths.resources(), classes, seed, styles).reports(
            documents, round(copies * len(documents)), progress
        )
        files = {
            out / f"{doc.id}{suffix}": data
            for doc in made
            for suffix, data in (
                (".txt", doc.text.encode("utf-8", "surrogatepass")),
                (".ann", AnnFile().with_spans(doc.spans, doc.text).to_bytes()),
            )
        }
        refuse_to_overwrite(files, force)
        out.mkdir(parents=True, exist_ok=True)
        for path, data in files.items():
            write_file(path, data, private=True)
    click.echo(say("{out}: {count} reports", out=out, count=len(made)))
