"""deid doctor: what is wrong with `.ann` files, shown line by line, and repaired if that is wished."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import DeidError
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.formats.ann_doctor.diagnosis import Diagnosis


@command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@option("--write", is_flag=True, help="Repair the files; each original stays beside its file.")
@option("--leave-out", is_flag=True, help="Leave out the lines that cannot be repaired with certainty.")
@option("--json", "as_json", is_flag=True, help="Print the result as JSON, without text of the reports.")
def doctor(paths: tuple[Path, ...], write: bool, leave_out: bool, as_json: bool) -> None:
    """Say what is wrong with the .ann beside reports, and how it would be repaired; --write repairs it.

    PATH is a folder, a report or its .ann. Found are offsets counted in another way (UTF-16, bytes, other line ends,
    a BOM, another Unicode form, from 1, to the last character) or shifted by an edit of the text, and lines that are
    badly written. Each line is printed as it is and as it would be, with the words of the report around it: personal
    data. What is not certain is told and stays, or is left out with what speaks of it. The original is kept as
    FILE.ann.original. Ends with 0 if nothing is wrong, or all of it was repaired.
    """
    from deid_studio.formats.ann_doctor.ann_repair import examine, repair

    reports = list(dict.fromkeys(report for path in paths for report in _reports(path)))
    bar = ProgressBar()
    progress = Progress(bar.show)
    healthy, told, failed = 0, list[dict[str, Any]](), 0
    for report in progress.each(reports, len(reports)):
        try:
            diagnosis = examine(report)
            wanted = write and diagnosis.repaired(leave_out) != diagnosis.raw
            original = repair(diagnosis, leave_out) if wanted else None
        except DeidError as error:
            failed += 1
            bar.close()
            click.echo(f"{error.what(language())} {error.remedy(language())}", err=True)
            continue
        if not diagnosis.findings:
            healthy += 1
            continue
        told.append(_as_data(diagnosis, original, leave_out))
        if not as_json:
            bar.close()
            click.echo(_as_text(diagnosis, original, leave_out))
    bar.close()
    if as_json:
        click.echo(json.dumps({"healthy": healthy, "unreadable": failed, "files": told}, ensure_ascii=False))
    else:
        repaired = sum(one["original"] is not None for one in told)
        click.echo(say("In order: {healthy}. Repaired: {repaired}.", healthy=healthy, repaired=repaired))
        click.echo(say("With something wrong: {wrong}.", wrong=sum(not one["whole"] for one in told)))
        if told and not write:
            click.echo(say("Nothing was written; --write repairs what can be."))
    sys.exit(1 if failed or not all(one["whole"] for one in told) else 0)


def _reports(path: Path) -> Iterator[Path]:
    from deid_studio.formats.folder import find_reports

    if path.is_dir():
        yield from find_reports(path)
    else:
        yield path.with_suffix(".txt") if path.suffix == ".ann" else path


def _as_data(diagnosis: Diagnosis, original: Path | None, leave_out: bool) -> dict[str, Any]:
    """What is wrong with a file and what was done; no text of the report."""
    going = diagnosis.going if leave_out else ()
    lines = [
        {
            "line": one.number,
            "why": [why.said(language()) for why in one.why],
            "refused": one.refused,
            "was": one.was,
            "place": one.place,
            "done": original is not None and (one.new is not None or one.number in going),
        }
        for one in diagnosis.findings
    ]
    return {
        "ann": str(diagnosis.path),
        "refused": diagnosis.refused,
        "cause": None if diagnosis.cause is None else diagnosis.cause.said(language()),
        "lines": lines,
        "left_out": going,
        "original": None if original is None else str(original),
        "whole": all(line["done"] for line in lines),
    }


def _as_text(diagnosis: Diagnosis, original: Path | None, leave_out: bool) -> str:
    """What is wrong with a file, line by line, each with the words of the report around its place."""
    cause = "" if diagnosis.cause is None else f" {diagnosis.cause.said(language())}"
    rows = [f"{diagnosis.path}:{cause}"]
    for one in diagnosis.findings:
        rows.append(say("  line {line}: {why}", line=one.number, why="; ".join(w.said(language()) for w in one.why)))
        rows.append(f"    - {_shown(one.old)}")
        if one.new is not None:
            rows.append(f"    + {_shown(one.new)}")
        if one.place is not None:
            before, at, after = diagnosis.around(one.place)
            rows.append(f"      …{before}[{at}]{after}…")
    numbers = ", ".join(map(str, diagnosis.going))
    if numbers and leave_out:
        rows.append(say("  Lines that are left out, with all that speaks of them: {numbers}.", numbers=numbers))
    elif numbers:
        rows.append(say("  It can be read only if these lines are left out (--leave-out): {numbers}.", numbers=numbers))
    if original is not None:
        rows.append(say("  Repaired; the original is {path}.", path=original))
    return "\n".join(rows)


def _shown(line: str) -> str:
    """A line of an `.ann` as it can be printed on one."""
    return "".join(one if one.isprintable() or one == "\t" else "�" for one in line.rstrip("\r\n"))
