"""deid lab grammar: check, explain, measure a grammar, and gather lists for one from annotated reports."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from tqdm import tqdm

from deid_studio import paths
from deid_studio.cli.commands import group, number_option, option
from deid_studio.cli.language import say
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import find_reports
from deid_studio.formats.text import read_report

if TYPE_CHECKING:
    from deid_studio.lab.grammar_rules import Explanation

T = TypeVar("T")
_SAMPLE_REPORTS = 20


@group()
def grammar() -> None:
    """Check, explain and measure a grammar; gather lists for one.

    A grammar is a TOML file of rules; without FILE the shipped one is meant. Its language is told in docs/grammar.md.
    """


@grammar.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@option(
    "--sample",
    type=click.Path(path_type=Path),
    help="A folder of reports to time the rules on.",
)
@option(
    "--times",
    is_flag=True,
    help="Also show how long every rule takes.",
)
def check(file: Path | None, sample: Path | None, times: bool) -> None:
    """Find what is wrong with a grammar: form, unknown symbols and lists, slow and catastrophic expressions.

    Ends with 1 when the grammar cannot be used.
    """
    from deid_studio.detection.grammar.checking import check as check_grammar
    from deid_studio.detection.grammar.loading import default_grammar, grammar_gazetteers
    from deid_studio.detection.grammar.rule_language import read_grammar

    path = file or default_grammar()
    folder = sample or paths.resources() / "samples"
    texts = [read_report(report).document.text for report in find_reports(folder)[:_SAMPLE_REPORTS]]
    result = check_grammar(read_grammar(path), grammar_gazetteers(), texts)
    for finding in result.findings:
        click.echo(f"{'error' if finding.error else 'warning'}: {finding.name}: {finding.what}")
    if times:
        for cost in sorted(result.costs, key=lambda c: -c.sample_seconds):
            click.echo(f"{cost.sample_seconds * 1000:9.2f} ms {cost.hostile_seconds * 1000:9.2f} ms  {cost.name}")
    errors = sum(finding.error for finding in result.findings)
    total = sum(cost.sample_seconds for cost in result.costs)
    click.echo(
        say(
            "{path}: {errors} errors, {value} warnings; {count} reports in {value2:.0f} ms",
            path=path,
            errors=errors,
            value=len(result.findings) - errors,
            count=len(texts),
            value2=total * 1000,
        )
    )
    if not result.sound:
        sys.exit(1)


@grammar.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@option("--report", required=True, type=click.Path(path_type=Path), help="The report.")
@option("--rule", help="Only what this rule did.")
@option(
    "--text",
    "with_text",
    is_flag=True,
    help="Also show the report's text at each place. It may be PHI.",
)
@option("--times", is_flag=True, help="Also show how long each rule took.")
def explain(file: Path | None, report: Path, rule: str | None, with_text: bool, times: bool) -> None:
    """Tell what each rule does to a report, which rule wins where and why, and what it costs.

    Places are line:column-column. A match loses where an earlier rule has assigned or blocked part of it.
    """
    from deid_studio.detection.grammar.loading import load_grammar_detector
    from deid_studio.lab.grammar_rules import explain as explain_report

    text = read_report(report).document.text
    explanation = explain_report(load_grammar_detector(file), text)
    for line in _lines(explanation, text, rule, with_text):
        click.echo(line)
    if times:
        for name, seconds in sorted(explanation.seconds.items(), key=lambda item: -item[1]):
            click.echo(f"{seconds * 1000:9.2f} ms  {name}")
    total = sum(explanation.seconds.values()) + explanation.lists_seconds
    click.echo(
        say(
            "{count} stretches assigned or blocked in {value:.1f} ms (lists: {value2:.1f} ms)",
            count=len(explanation.assigned),
            value=total * 1000,
            value2=explanation.lists_seconds * 1000,
        )
    )


def _lines(explanation: Explanation, text: str, rule: str | None, with_text: bool) -> Iterable[str]:
    for step in explanation.steps:
        if rule is not None and step.rule.name != rule:
            continue
        for (start, end), phi_class, lost_to in step.outcomes:
            line = text.count("\n", 0, start) + 1
            column = start - text.rfind("\n", 0, start)
            done = {"": "assigned" if phi_class else "", "gathered": "gathered"}.get(lost_to, f"lost to {lost_to}")
            what = ", ".join(part for part in (phi_class or "blocked", done) if part)
            entries = ", ".join(f"{name} ({entry})" if with_text else name for name, entry, _ in step.match.entries)
            shown = f"  «{text[start:end]}»" if with_text else ""
            yield (
                f"{step.rule.stage.value:9}  {step.rule.name}: {line}:{column}-{column + end - start}"
                f"  {what}{f'; {entries}' if entries else ''}{shown}"
            )


@grammar.command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@option(
    "--grammar",
    "file",
    type=click.Path(path_type=Path),
    help="Another grammar than the shipped one.",
)
@option(
    "--out",
    type=click.Path(path_type=Path),
    help="Where to write; by default beside the grammar.",
)
@force_option
def measure(corpus: tuple[Path, ...], file: Path | None, out: Path | None, force: bool) -> None:
    """Count how often each rule is right on annotated reports; the detector takes its confidence from it."""
    from deid_studio.detection.grammar.loading import default_grammar, load_grammar_detector
    from deid_studio.detection.grammar.measures import measures_path, measures_toml
    from deid_studio.lab.grammar_rules import measure as measure_rules
    from deid_studio.learning.corpus import read_corpus

    path = file or default_grammar()
    target = out or measures_path(path)
    refuse_to_overwrite([target], force)
    found = measure_rules(load_grammar_detector(path), _told(read_corpus(corpus)))
    write_file(target, measures_toml(found))
    right, wrong = sum(one.right for one in found.values()), sum(one.wrong for one in found.values())
    click.echo(
        say(
            "{count} rules measured: {right} right, {wrong} wrong. Written: {target}",
            count=len(found),
            right=right,
            wrong=wrong,
            target=target,
        )
    )


@grammar.command()
@click.argument("corpus", type=click.Path(path_type=Path))
@option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder for the lists.",
)
@number_option("--least", default=1, least=1, help="How often a form must be annotated.")
@number_option("--precision", default=0.5, least=0, most=1, metavar="P", help="Of how much of its occurrences.")
@force_option
def gather(corpus: Path, out: Path, least: int, precision: float, force: bool) -> None:
    """Gather lists with counts from annotated reports.

    Institutions, hospitals, places, countries, kinship, professions, everyday words and eponyms; never names, numbers,
    dates, ages or addresses, whose strings belong to one report alone.
    """
    from deid_studio.detection.grammar.gathering import gather as gather_lists
    from deid_studio.detection.grammar.gathering import gazetteer_file, gazetteers
    from deid_studio.detection.grammar.loading import grammar_gazetteers
    from deid_studio.learning.corpus import read_corpus

    cues = [entry for one in grammar_gazetteers() if one.kind == "eponym_cue" for entry in one.entries]
    gathered = gather_lists(_told(read_corpus([corpus])), cues)
    lists = gazetteers(gathered, least, precision)
    targets = {kind: out / f"{kind}.txt" for kind in lists}
    refuse_to_overwrite(targets.values(), force)
    out.mkdir(parents=True, exist_ok=True)
    for kind, (gazetteer, counts) in lists.items():
        remark = f"gathered from {gathered.reports} annotated reports"
        write_file(targets[kind], gazetteer_file(gazetteer, counts, remark))
        click.echo(f"{targets[kind]}: {len(gazetteer.entries)}")


def _told(items: list[T]) -> Iterable[T]:
    yield from tqdm(items, file=sys.stderr, disable=None, leave=False)
