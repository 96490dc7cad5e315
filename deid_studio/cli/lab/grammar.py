"""deid lab grammar: check, explain, measure a grammar, and gather lists for one from annotated reports."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from tqdm import tqdm

from deid_studio import paths
from deid_studio.cli.commands import FiniteRange, group, option
from deid_studio.cli.language import said
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import find_reports
from deid_studio.formats.text import read_report

if TYPE_CHECKING:
    from deid_studio.detection.grammar.explaining import Explanation

T = TypeVar("T")
_SAMPLE_REPORTS = 20


@group("""Comprueba, explica y mide una gramática; reúne listas para una.

    Una gramática es un archivo TOML de reglas; sin FILE se entiende la entregada. Su lenguaje se explica en
    docs/grammar.md.
    """)
def grammar() -> None:
    """Check, explain and measure a grammar; gather lists for one.

    A grammar is a TOML file of rules; without FILE the shipped one is meant. Its language is told in docs/grammar.md.
    """


@grammar.command(
    spanish="""Busca lo que está mal en una gramática: forma, símbolos y listas desconocidos, expresiones lentas y
    catastróficas.

    Termina con 1 si la gramática no se puede usar.
    """
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@option(
    "--sample",
    type=click.Path(path_type=Path),
    es="Una carpeta de informes con los que medir el tiempo de las reglas.",
    en="A folder of reports to time the rules on.",
)
@option(
    "--times",
    is_flag=True,
    es="Muestra también lo que tarda cada regla.",
    en="Also show how long every rule takes.",
)
def check(file: Path | None, sample: Path | None, times: bool) -> None:
    """Find what is wrong with a grammar: form, unknown symbols and lists, slow and catastrophic expressions.

    Ends with 1 when the grammar cannot be used.
    """
    from deid_studio.detection.grammar.checking import check as check_grammar
    from deid_studio.detection.grammar.language import read_grammar
    from deid_studio.detection.grammar.loading import default_grammar, grammar_gazetteers

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
        said(
            f"{path}: {errors} errores, {len(result.findings) - errors} avisos; {len(texts)} informes en"
            f" {total * 1000:.0f} ms",
            f"{path}: {errors} errors, {len(result.findings) - errors} warnings; {len(texts)} reports in"
            f" {total * 1000:.0f} ms",
        )
    )
    if not result.sound:
        sys.exit(1)


@grammar.command(
    spanish="""Cuenta qué hace cada regla con un informe, cuál gana en cada lugar y por qué, y lo que cuesta.

    Los lugares son línea:columna-columna. Una coincidencia pierde donde una regla anterior ha asignado o bloqueado
    parte de ella.
    """
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@option("--report", required=True, type=click.Path(path_type=Path), es="El informe.", en="The report.")
@option("--rule", es="Solo lo que hizo esta regla.", en="Only what this rule did.")
@option(
    "--text",
    "with_text",
    is_flag=True,
    es="Muestra también el texto del informe en cada lugar. Puede contener datos personales.",
    en="Also show the report's text at each place. It may be PHI.",
)
@option("--times", is_flag=True, es="Muestra también lo que tardó cada regla.", en="Also show how long each rule took.")
def explain(file: Path | None, report: Path, rule: str | None, with_text: bool, times: bool) -> None:
    """Tell what each rule does to a report, which rule wins where and why, and what it costs.

    Places are line:column-column. A match loses where an earlier rule has assigned or blocked part of it.
    """
    from deid_studio.detection.grammar.explaining import explain as explain_report
    from deid_studio.detection.grammar.loading import load_grammar_detector

    text = read_report(report).document.text
    explanation = explain_report(load_grammar_detector(file), text)
    for line in _lines(explanation, text, rule, with_text):
        click.echo(line)
    if times:
        for name, seconds in sorted(explanation.seconds.items(), key=lambda item: -item[1]):
            click.echo(f"{seconds * 1000:9.2f} ms  {name}")
    total = sum(explanation.seconds.values()) + explanation.lists_seconds
    click.echo(
        said(
            f"{len(explanation.assigned)} tramos asignados o bloqueados en {total * 1000:.1f} ms"
            f" (listas: {explanation.lists_seconds * 1000:.1f} ms)",
            f"{len(explanation.assigned)} stretches assigned or blocked in {total * 1000:.1f} ms"
            f" (lists: {explanation.lists_seconds * 1000:.1f} ms)",
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


@grammar.command(
    spanish="""Cuenta cuántas veces acierta cada regla en informes anotados; de ahí toma el detector su confianza."""
)
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@option(
    "--grammar",
    "file",
    type=click.Path(path_type=Path),
    es="Otra gramática que la entregada.",
    en="Another grammar than the shipped one.",
)
@option(
    "--out",
    type=click.Path(path_type=Path),
    es="Dónde escribir; por defecto, junto a la gramática.",
    en="Where to write; by default beside the grammar.",
)
@force_option
def measure(corpus: tuple[Path, ...], file: Path | None, out: Path | None, force: bool) -> None:
    """Count how often each rule is right on annotated reports; the detector takes its confidence from it."""
    from deid_studio.detection.grammar.loading import default_grammar, load_grammar_detector
    from deid_studio.detection.grammar.measures import measures_path, measures_toml
    from deid_studio.lab.rule_measuring import measure as measure_rules
    from deid_studio.learning.corpus import read_corpus

    path = file or default_grammar()
    target = out or measures_path(path)
    refuse_to_overwrite([target], force)
    found = measure_rules(load_grammar_detector(path), _told(read_corpus(corpus)))
    write_file(target, measures_toml(found))
    right, wrong = sum(one.right for one in found.values()), sum(one.wrong for one in found.values())
    click.echo(
        said(
            f"{len(found)} reglas medidas: {right} aciertos, {wrong} fallos. Escrito: {target}",
            f"{len(found)} rules measured: {right} right, {wrong} wrong. Written: {target}",
        )
    )


@grammar.command(
    spanish="""Reúne listas con sus cuentas a partir de informes anotados.

    Instituciones, hospitales, lugares, países, parentescos, profesiones, palabras corrientes y epónimos; nunca nombres,
    números, fechas, edades ni direcciones, cuyas cadenas son de un solo informe.
    """
)
@click.argument("corpus", type=click.Path(path_type=Path))
@option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    es="La carpeta para las listas.",
    en="The folder for the lists.",
)
@option(
    "--least",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    metavar="N",
    es="Cuántas veces tiene que estar anotada una forma.",
    en="How often a form must be annotated.",
)
@option(
    "--precision",
    default=0.5,
    show_default=True,
    type=FiniteRange(0, 1),
    metavar="P",
    es="En qué parte de las veces que aparece.",
    en="Of how much of its occurrences.",
)
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
