"""deid lab indicators: which classes stand after each label in the headers of annotated reports."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.detection.sectioned.indicators import Indicators


@command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@number_option("--least", default=1, least=1, help="Leave out labels that are seen less often.")
@option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def indicators(corpus: tuple[Path, ...], least: int, as_json: bool) -> None:
    """Count which classes stand after each label in the headers of annotated reports.

    Each CORPUS is a folder of reports (BRAT: .txt with .ann beside), taken with its subfolders. The table tells how
    reliable a layout is: after a good indicator stands always the same class.
    """
    from deid_studio.detection.sectioned.indicators import Indicators
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.indicator_counts import count_indicators

    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        found = count_indicators(read_corpus(corpus, progress=progress), progress)
    found = Indicators(one for one in found if one.total >= least)
    if as_json:
        click.echo(json.dumps(found.to_json(), ensure_ascii=False, indent=1))
    else:
        click.echo(_table(found), nl=False)


def _table(found: Indicators) -> str:
    no_phi, decides = say("no PHI"), say("yes")
    head = (say("Indicator"), say("Times"), say("Decides"))
    wide = max([len(head[0]), *(len(one.written) for one in found)]) + 3
    lines = [f"{head[0]:<{wide}}{head[1]:>6}  {head[2]:<8}"]
    for one in found:
        counts = ", ".join(f"{phi_class or no_phi} {count}" for phi_class, count in one.counts)
        lines.append(f"{one.written + ':':<{wide}}{one.total:>6}  {decides if one.phi_class else '–':<8}{counts}")
    return "\n".join(lines) + "\n"
