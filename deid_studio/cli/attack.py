"""deid attack: the adversary of a released folder, with a list of people."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio import paths
from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, said
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import NothingToAttackError
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.formats.people_table import PeopleTable
    from deid_studio.formats.released_folder import ReleasedFolder
    from deid_studio.release.attack import Findings
    from deid_studio.release.direct_linkage import KindOf

_NOT_HELD = 2  # the exit code of a release that does not withstand
_PROFILE = "grammar"


@command("""Ataca una publicación: a quién se puede reconocer con una lista de personas.

    RELEASED es la carpeta que escribió «deid release». Se busca en todo lo que contiene (textos, documentos, nombres de
    archivos, certificado) a las personas de la lista, y se cuenta a cuántas encaja lo que aún se lee de cada informe
    (k). No muestra ningún dato de nadie: solo el identificador de la persona en la lista. Termina con 0 si nadie queda
    reconocido con certeza y ningún informe encaja con menos de --least-k personas; si no, con 2.
    """)
@click.argument("released", metavar="RELEASED", type=click.Path(path_type=Path))
@option(
    "--patients",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    es="Lista (CSV o JSON) de lo que el atacante sabe: una fila por persona, con id, nombre, apellidos, nhc, fecha de"
    " nacimiento, sexo, localidad, cp, fechas de ingreso…",
    en="List (CSV or JSON) of what the attacker knows: a row for each person, with id, given name, surname, mrn, birth"
    " date, sex, town, zip, admission dates…",
)
@option(
    "--truth",
    metavar="FILE",
    type=click.Path(path_type=Path),
    es="Tabla con las columnas «informe» y «persona»: dice cuántos enlaces son ciertos.",
    en="Table with the columns “report” and “person”: tells how many links are right.",
)
@option(
    "--least-k",
    default=5,
    show_default=True,
    type=click.IntRange(2),
    es="A cuántas personas tiene que encajar cada informe.",
    en="How many people each report has to fit.",
)
@option(
    "--json",
    "json_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    es="Escribe aquí todo lo hallado, sin datos de nadie.",
    en="Write all that was found here, without anybody's data.",
)
@option(
    "--csv",
    "csv_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    es="Escribe aquí una fila por informe: k, y la persona reconocida.",
    en="Write a row for each report here: k, and who is linked.",
)
@force_option
@click.pass_context
def attack(
    ctx: click.Context,
    released: Path,
    patients: Path,
    truth: Path | None,
    least_k: int,
    json_file: Path | None,
    csv_file: Path | None,
    force: bool,
) -> None:
    """Attack a release: who can be told with a list of people.

    RELEASED is the folder that “deid release” wrote. All that is in it (texts, documents, names of files, certificate)
    is searched for the people on the list, and it is counted how many of them fit what can still be read of each report
    (k). Nobody's data are shown: only the person's id on the list. Ends with 0 if nobody is linked with certainty and
    no report fits fewer people than --least-k, else with 2.
    """
    from deid_studio.cli.attack_words import sentences
    from deid_studio.formats.files import write_file
    from deid_studio.formats.people_table import read_people_table, read_truth
    from deid_studio.release import attack as attacking
    from deid_studio.release.known_people import known_people
    from deid_studio.review.released_names import by_released_name

    targets = [path for path in (json_file, csv_file) if path is not None]
    _refuse_inside(released, targets)
    refuse_to_overwrite(targets, force)
    table = read_people_table(patients)
    known = by_released_name(read_truth(truth) if truth is not None else table.truth)
    bar = ProgressBar()
    try:
        progress = Progress(bar.show)
        folder = _read(released, progress)
        _tell_unread(folder, table, patients)
        findings = attacking.attack(folder, known_people(table.people), _kind_of(), known, least_k, progress)
    finally:
        bar.close()
    for line in sentences(findings):
        click.echo(line)
    if json_file is not None:
        write_file(json_file, json.dumps(_values(findings), ensure_ascii=False, indent=1).encode())
    if csv_file is not None:
        write_file(csv_file, _rows(findings))
    if not findings.holds:
        ctx.exit(_NOT_HELD)


def _refuse_inside(released: Path, targets: list[Path]) -> None:
    own = Path(os.path.realpath(released))
    for target in targets:
        if Path(os.path.realpath(target)).is_relative_to(own):
            raise click.UsageError(
                said(f"{target} saldría con los informes.", f"{target} would leave with the reports.")
            )


def _read(released: Path, progress: Progress) -> ReleasedFolder:
    """What is in the folder; texts without annotations get what the grammar marks. Raises `NothingToAttackError`."""
    from dataclasses import replace

    from deid_studio.batch.conversion import ConversionProcess
    from deid_studio.detection.profile import load_profile
    from deid_studio.formats.released_folder import read_released, with_spans
    from deid_studio.model.document import Document

    with ConversionProcess() as process:
        folder = read_released(released, progress, process.convert)
    if not folder.reports:
        raise NothingToAttackError(path=released)
    if all(report.texts[0].spans is not None for report in folder.reports):
        return folder
    pipeline = load_profile(_PROFILE).pipeline()
    reports = []
    for report in progress.each(folder.reports, len(folder.reports), "marking"):
        if report.texts[0].spans is None:
            found = pipeline.detect(Document("", report.texts[0].text))
            report = with_spans(report, tuple(sorted(one.span for one in found)))
        reports.append(report)
    return replace(folder, reports=tuple(reports))


def _kind_of() -> KindOf:
    from deid_studio.model.tagset import load_tagset

    kinds: dict[str, str] = {}
    for path in sorted((paths.resources() / "tagsets").glob("*.toml")):
        for one in load_tagset(path):
            kinds.setdefault(one.name, one.kind)
    return lambda phi_class: kinds.get(phi_class, "")


def _tell_unread(folder: ReleasedFolder, table: PeopleTable, patients: Path) -> None:
    for error in folder.hindered:
        click.echo(error.what(language()), err=True)
    if folder.unknown:
        count = len(folder.unknown)
        click.echo(
            said(
                f"De {count} archivos de otros tipos solo se ha mirado el nombre.",
                f"Of {count} files of other kinds only the names were looked at.",
            ),
            err=True,
        )
    if table.ignored:
        columns = ", ".join((*table.ignored[:10], *("…",) * (len(table.ignored) > 10)))
        click.echo(
            said(
                f"{patients}: no se usan las columnas {columns}.", f"{patients}: columns that are not used: {columns}."
            ),
            err=True,
        )


def _values(findings: Findings) -> dict[str, Any]:
    """All that was found as JSON's values: names of reports and files, ids of people, numbers; no text of a report."""

    def score(one: Any) -> dict[str, Any] | None:
        if one is None:
            return None
        return {"known": one.known, "links": one.links, "correct": one.correct, "false": one.false,
                "precision": one.precision}  # fmt: skip

    def hit(one: Any) -> dict[str, Any]:
        return {"kind": one.kind.value, "file": one.file, "line": one.line, "worth": one.worth.value,
                "people": [findings.ids[at] for at in one.people[:10]], "fits": len(one.people)}  # fmt: skip

    bands = ("0", "1", "2-4", "5-10", "11+")
    return {
        "format": 1,
        "people": findings.people,
        "least_k": findings.least_k,
        "holds": findings.holds,
        "linked": len(findings.linked),
        "smallest_k": findings.smallest_k,
        "highest_risk": 1 / findings.smallest_k if findings.smallest_k else None,
        "mean_risk": findings.mean_risk,
        "below": findings.below,
        "k": dict(zip(bands, findings.distribution(), strict=True)),
        "k_if_believed": dict(zip(bands, findings.distribution(naive=True), strict=True)),
        "surrogate_classes": sorted(findings.surrogates),
        "clusters": [{"size": size, "count": count} for size, count in findings.sizes().items()],
        "k_intervals": findings.k_intervals(),
        "advice": [{"change": how.value, "reports": count} for how, count in findings.advice.items()],
        "truth": {"certain": score(findings.certain), "only_fit": score(findings.informed),
                  "believed": score(findings.naive), "among": findings.true_among},
        "elsewhere": [hit(one) for one in findings.elsewhere],
        "reports": [
            {
                "report": one.name,
                "linked": list(one.linked),
                "k": one.k,
                "k_if_believed": one.k_naive,
                "k_intervals": one.k_intervals,
                "only_fit": one.guess,
                "facts": sorted(one.facts),
                "together": one.together,
                "true_fits": one.true_fits,
                "hits": [hit(found) for found in one.hits],
            }
            for one in findings.reports
        ],
    }  # fmt: skip


def _rows(findings: Findings) -> bytes:
    lines = io.StringIO(newline="")
    rows = csv.writer(lines)
    rows.writerow(("report", "person", "certain", "k", "k_if_believed", "k_intervals", "together"))
    for one in findings.reports:
        person = one.linked[0] if one.linked else one.guess or ""
        known = "" if one.k_intervals is None else one.k_intervals
        rows.writerow((one.name, person, int(bool(one.linked)), one.k, one.k_naive, known, one.together))
    return lines.getvalue().encode()
