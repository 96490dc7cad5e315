"""deid verify: whether a folder's journal, sign-offs, annotations and retraining data are whole, for a script."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from deid_studio import paths
from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.progress import Progress


@command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def verify(folder: Path, as_json: bool) -> None:
    """Check that everything that the program keeps of a folder is whole and fits together.

    The journal with its hashes, its copy and the sign-offs in review.jsonl; and of each report the text, the .ann and
    the retraining data. Writes nothing. Ends with 0 only if all is whole; otherwise it says what is wrong with each
    report. To recover it, open the folder in the window. Who can rewrite all these files together with this very
    program can forge them: a copy of review.jsonl or of a certificate that is kept elsewhere tells.
    """
    from deid_studio.model.tagset import load_tagset
    from deid_studio.review.recovery.verifying import verify as verdict_on

    bar = ProgressBar()
    try:
        tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
        verdict = verdict_on(folder, tagset, Progress(bar.show))
    finally:
        bar.close()
    if as_json:
        findings = [
            {"report": one.report, "kind": one.harm.name.lower().replace("_", "-"), "text": one.text(language())}
            for one in verdict.findings
        ]
        result = {"whole": not findings, "reports": verdict.reports, "signed": verdict.signed, "findings": findings}
        click.echo(json.dumps(result, ensure_ascii=False))
    else:
        for one in verdict.findings:
            click.echo(f"{one.report or say('folder')}: {one.text(language())}")
        if not verdict.findings:
            click.echo(
                say(
                    "All whole: {reports} reports, {signed} signed off.", reports=verdict.reports, signed=verdict.signed
                )
            )
    sys.exit(1 if verdict.findings else 0)
