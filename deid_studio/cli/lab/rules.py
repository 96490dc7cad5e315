"""deid lab rules: the expressions that a model induced from annotated reports, and the places that they come from."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import say
from deid_studio.cli.model_option import model_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.library import model_folder
from deid_studio.progress import Progress


@command()
@click.argument("corpus", nargs=-1, type=click.Path(path_type=Path))
@model_option
@option("--rule", help="This expression only.")
@number_option("--most", default=5, least=1, help="How many places of each expression, mistakes first.")
@option(
    "--text",
    "with_text",
    is_flag=True,
    help="Also show the text of each place. It may be PHI.",
)
def rules(corpus: tuple[Path, ...], model: str | None, rule: str | None, most: int, with_text: bool) -> None:
    """Show the expressions that a model induced from annotated reports.

    Of each: what it looks for (9 is a digit, a a small letter, A a capital, … the rest of the field), how many reports
    it rests on and its precision on reports held out. With CORPUS also the places where it matches, as
    report:from-to, and which of them are right.
    """
    from deid_studio.detection.crf_model import read_model
    from deid_studio.lab.rule_examples import examples, look
    from deid_studio.learning.corpus import read_corpus

    induced = read_model(model_folder(model)).rules
    if rule is not None and all(one.name != rule for one in induced.rules):
        raise click.UsageError(say("the model has no expression {rule}", rule=rule))
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        documents = read_corpus(corpus, progress=progress) if corpus else []
        found = examples(induced, documents, progress)
    texts = {doc.id: doc.text for doc in documents}
    for one in induced.rules:
        if rule not in (None, one.name):
            continue
        click.echo(f"{one.name:48} {look(one):44}{one.support:>6}{one.precision:>9.4f}")
        places = sorted(found[one.name], key=lambda example: example.right)
        if documents:
            right = sum(example.right for example in places)
            click.echo(say("    {right} of {count} right", right=right, count=len(places)))
        for example in places[:most]:
            text = f"  {texts[example.report][example.start : example.end]!r}" if with_text else ""
            mark = "+" if example.right else "-"
            click.echo(f"    {mark} {example.report}:{example.start}-{example.end}{text}")
