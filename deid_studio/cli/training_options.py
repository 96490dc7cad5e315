"""What all verbs share that train a model: their options, and what they say of its audit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import number_option, option
from deid_studio.cli.language import language, say

if TYPE_CHECKING:
    from deid_studio.detection.crf_model import CrfModel
    from deid_studio.detection.sectioned.sectioned_model import SectionedModel
    from deid_studio.learning.privacy.audit import Audit
    from deid_studio.model.document import Document

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
iterations_option = number_option(
    "--iterations", default=80, least=1, most=10_000, help="Most iterations of the optimiser."
)
least_reports_option = number_option(
    "--least-reports",
    default=5,
    least=1,
    most=1_000_000,
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


def write_trained(
    model: CrfModel | SectionedModel,
    out: Path,
    documents: Sequence[Document],
    base: CrfModel | None = None,
    *,
    card: str,
    least_reports: int,
    share: bool,
    force: bool,
) -> Audit:
    """Write a model with its audit, as the options ask for; raises what `write_audited` raises."""
    from deid_studio.learning.handing_on import write_audited
    from deid_studio.learning.privacy.least_reports import LEAST_REPORTS

    least = max(least_reports, LEAST_REPORTS)
    return write_audited(
        model, out, documents, base, card=card, language=language(), least=least, shared=share, replace_old=force
    )


def tell_audit(audit: Audit, out: Path, shared: bool) -> None:
    """Say on standard error what the audit of a new model found, and who can read its files."""
    from deid_studio.learning.privacy.audit_tables import verdict

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
