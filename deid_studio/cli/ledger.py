"""deid ledger: what a folder of reports released to whom, and whether a copy is as it left."""

from __future__ import annotations

import getpass
import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, say, say_count
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import NotInLedgerError, ReleaseChangedError
from deid_studio.progress import Progress
from deid_studio.texts import in_language

if TYPE_CHECKING:
    from deid_studio.review.certificate.ledger import Comparison, LedgerEntry

_SHOWN_FILES = 20


@command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@option(
    "--show",
    metavar="NUMBER",
    help="All that is known of one release, by its number or the beginning of it.",
)
@option(
    "--check",
    "released",
    metavar="RELEASED",
    type=click.Path(path_type=Path),
    help="Compare this folder with the release that it is a copy of.",
)
@option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print JSON in place of sentences. With --show, the names of the reports as well.",
)
def ledger(folder: Path, show: str | None, released: Path | None, as_json: bool) -> None:
    """Show what was released from a folder of reports, and for whom.

    FOLDER is the folder under review. Without options the releases are listed; --show tells all of one. --check
    compares a released folder, file by file, with what left, and ends with 0 only if it is the same.
    """
    from deid_studio.model.tagset import load_tagset
    from deid_studio.review.certificate.ledger import Ledger, compared
    from deid_studio.review.project import Project

    project = Project(folder, load_tagset(paths.resources() / "tagsets" / "meddocan.toml"), getpass.getuser())
    try:
        book = Ledger(project)
        book.settle()
        entries = book.entries()
    finally:
        project.close()
    if released is not None:
        bar = ProgressBar()
        try:
            found = compared(entries, released, Progress(bar.show))
        finally:
            bar.close()
        if found is None:
            raise NotInLedgerError(path=released)
        _tell_comparison(found, released, as_json)
    elif show is not None:
        chosen = [one for one in entries if one.number.startswith(show)] if show else []
        if len(chosen) != 1:
            raise NotInLedgerError(path=show)
        _show(chosen[0], as_json)
    elif as_json:
        click.echo(json.dumps([_short(one) for one in entries], ensure_ascii=False, indent=1))
    else:
        for one in entries:
            click.echo(_line(one))
        if not entries:
            click.echo(say("Nothing was released from this folder."))


def _short(entry: LedgerEntry) -> dict[str, object]:
    """What the list says of a release, as JSON's values: no names of reports."""
    values = entry.values()
    kept = ("number", "at", "by", "folder", "handover", "formats", "vault", "unreviewed", "settled")
    return {name: values[name] for name in kept} | {
        "policy": entry.policy.get("name"),
        "reports": len(entry.reports),
        "left_out": {why: len(names) for why, names in entry.left_out.items()},
        "contents_sha256": entry.contents,
        "expired": entry.is_past(date.today()),
    }


def _line(entry: LedgerEntry) -> str:
    count = len(entry.reports)
    reports = say_count("1 report", "{count} reports", count)
    recipient = entry.handover.recipient or say("recipient: not stated")
    return " · ".join(
        part
        for part in (f"{entry.number[:8]}  {entry.at[:16].replace('T', ' ')}", _policy(entry), reports, recipient,
                     _expiry(entry), *_marks(entry))
        if part
    )  # fmt: skip


def _policy(entry: LedgerEntry) -> str:
    return str(entry.policy.get("name", ""))


def _expiry(entry: LedgerEntry) -> str:
    expires = entry.handover.expires
    if expires is None:
        return ""
    if entry.is_past(date.today()):
        return say("EXPIRED on {isoformat}", isoformat=expires.isoformat())
    return say("until {isoformat}", isoformat=expires.isoformat())


def _marks(entry: LedgerEntry) -> list[str]:
    marks = []
    if entry.vault:
        marks.append(say("with a vault"))
    if entry.unreviewed:
        marks.append(say("NOT REVIEWED"))
    if not entry.settled:
        marks.append(say("nobody knows whether it left"))
    return marks


def _show(entry: LedgerEntry, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(entry.values(), ensure_ascii=False, indent=1))
        return
    handover, nothing = entry.handover, say("not stated")
    environments = {
        "open": say("open publication"),
        "controlled": say("controlled access"),
        "internal": say("within the organisation"),
    }
    seen = nothing if handover.environment is None else environments[handover.environment.value]
    left_out = ", ".join(f"{len(names)} ({_why(why)})" for why, names in sorted(entry.left_out.items()))
    lines = (
        (say("Release"), entry.number),
        (say("Made at"), f"{entry.at[:16].replace('T', ' ')} UTC"),
        (say("By"), entry.by or nothing),
        (say("Folder"), entry.folder),
        (say("Recipient"), handover.recipient or nothing),
        (say("Purpose"), handover.purpose or nothing),
        (say("Environment"), seen),
        (say("Agreement"), handover.agreement or nothing),
        (say("Expiry"), _expiry(entry)),
        (say("Policy"), in_language(entry.policy_title, language()) or _policy(entry)),
        (say("Formats"), ", ".join(entry.formats)),
        (say("Reports"), str(len(entry.reports))),
        (say("Left out"), left_out or "0"),
        (say("Files"), str(len(entry.files))),
        ("SHA-256", entry.contents),
        (say("Certificates"), ", ".join(one.at[:10] for one in entry.issues) or nothing),
        *((say("Remark"), mark) for mark in _marks(entry)),
    )
    for name, value in lines:
        click.echo(f"{name}: {value}")


def _why(reason: str) -> str:
    from deid_studio.review.certificate.left_out import LeftOut

    told = next((one.told for one in LeftOut if one == reason), None)  # another version may know more reasons
    return reason if told is None else told.said(language())


def _tell_comparison(found: Comparison, released: Path, as_json: bool) -> None:
    kinds = {
        "missing": (say("missing"), found.missing),
        "changed": (say("changed"), found.changed),
        "added": (say("did not leave with it"), found.added),
        "outdated": (say("there is a later certificate"), found.outdated),
    }
    if as_json:
        values = {"number": found.entry.number, "same": found.is_same}
        click.echo(
            json.dumps(values | {kind: names for kind, (_, names) in kinds.items()}, ensure_ascii=False, indent=1)
        )
    else:
        click.echo(_line(found.entry))
        for words, names in kinds.values():
            for name in names[:_SHOWN_FILES]:
                click.echo(f"{name}: {words}", err=True)
            if len(names) > _SHOWN_FILES:
                more = len(names) - _SHOWN_FILES
                click.echo(say("… and {more} more.", more=more), err=True)
    if not found.is_same:
        raise ReleaseChangedError(path=released, count=found.differences)
    if not as_json:
        click.echo(say("All files are as they left."))
