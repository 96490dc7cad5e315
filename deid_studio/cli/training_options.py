"""What all verbs share that train a model: their options, and what they say of its audit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import option
from deid_studio.cli.language import language, say

if TYPE_CHECKING:
    from deid_studio.learning.audit import Audit

out_option = option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the new model.",
)
tagset_option = option(
    "--tagset",
    type=click.Path(path_type=Path),
    help="Tag set (TOML); default: MEDDOCAN.",
)
card_option = option(
    "--card",
    type=click.Path(path_type=Path),
    help="Model card (Markdown) to put into the folder.",
)
replace_option = option(
    "--force",
    is_flag=True,
    help="Replace the model that is at --out.",
)
iterations_option = option(
    "--iterations",
    default=80,
    show_default=True,
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Most iterations of the optimiser.",
)
least_reports_option = option(
    "--least-reports",
    default=5,
    show_default=True,
    type=click.IntRange(1, 1_000_000),
    metavar="K",
    help="The model keeps only words of public lists or of at least K different reports.",
)
share_option = option(
    "--share",
    is_flag=True,
    help="Let others read the model's files although words of the reports can be read from it.",
)


def read_card_text(card: Path | None) -> str:
    """The text of the card that `--card` names; raises what reading it raises."""
    if card is None:
        return ""
    from deid_studio.formats.text import read_bytes

    return read_bytes(card).decode("utf-8", "replace")


def tell_audit(audit: Audit, out: Path, shared: bool) -> None:
    """Say on standard error what the audit of a new model found, and who can read its files."""
    from deid_studio.learning.audit_tables import verdict

    click.echo(verdict(audit, language()), err=True)
    if audit.clean:
        return
    if shared:
        click.echo(say("{out}: others can read it (--share).", out=out), err=True)
    else:
        click.echo(
            say("{out}: only you can read its files. With --share, others too.", out=out),
            err=True,
        )
