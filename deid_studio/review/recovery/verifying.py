"""Verifying: whether everything that the program keeps of a folder is whole and fits together; writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deid_studio.errors import BratSyntaxError, BratTextMismatchError, DeidError, JournalError
from deid_studio.formats.folder import named_reports
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.model.tagset import TagSet
from deid_studio.plain_files import plain_bytes
from deid_studio.progress import Progress
from deid_studio.review.elsewhere.ann_beside import sha256, sha_of
from deid_studio.review.journal import Summary
from deid_studio.review.journal.check import check
from deid_studio.review.journal.findings import Finding, Harm
from deid_studio.review.journal.mirror import Mirror
from deid_studio.review.journal_paths import journal_path, mirror_path
from deid_studio.review.kept_settings import TAG_SET_CHANGE
from deid_studio.review.project import Project
from deid_studio.review.signing.sign_off import Differs


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong in a folder, how many reports it has, and how many of them are signed off, as far as is known."""

    findings: tuple[Finding, ...]
    reports: int
    signed: int = 0


def verify(folder: Path, tagset: TagSet, progress: Progress) -> Verdict:
    """Check a folder's journal, and each report against it: text, `.ann`, what was signed, retraining data.

    Raises the errors of `Project` other than those of a journal that is not whole.
    """
    reports = dict(named_reports(folder, progress=progress))
    findings = list(check(folder, reports, progress).findings)
    mirror = Mirror(mirror_path(journal_path(folder)))
    try:
        if not findings and mirror.standing(whole=True).damaged:
            findings.append(Finding(Harm.MIRROR))
    except OSError:
        findings.append(Finding(Harm.MIRROR))
    if findings:
        return Verdict(tuple(findings), len(reports))
    project = Project(folder, tagset, "", progress=progress, read_only=True)
    try:
        if project.kept(TAG_SET_CHANGE):
            return Verdict((Finding(Harm.CLASSES),), len(reports))
        summaries, gold = project.summaries(), _gold(project)
        for name in progress.each(reports, len(reports)):
            summary = summaries.get(name)
            if summary is not None and summary.decided:
                findings += (Finding(harm, name) for harm in _harms(project, summary, gold.get(name)))
        left = (name for name, one in summaries.items() if one.decided and name not in reports)
        findings += (Finding(Harm.NO_REPORT, name) for name in left)
        signed = sum(one.signed for one in summaries.values())
        return Verdict(tuple(findings), len(reports), signed)
    finally:
        project.close()


def _gold(project: Project) -> Mapping[str, dict[str, Any]]:
    try:
        return project.retraining.reports()
    except DeidError:
        return {}  # each signed report is then missing from it


def _harms(project: Project, summary: Summary, gold: dict[str, Any] | None) -> Iterator[Harm]:
    try:
        session = project.open(summary.name)
        changed = session.on_disk()
        if changed.text_changed:
            yield Harm.TEXT
        elif session.proof is not None:
            differs = session.proof.differences(session.text_sha256, session.desk.decided_spans, project.tagset)
            if Differs.SPANS in differs or Differs.TEXT in differs:
                yield Harm.NOT_AS_SIGNED
        ann = sha_of(read_bytes_if_any(session.ann_path))
        if changed.ann_changed or (not summary.unsaved and ann != summary.ann_sha256):
            yield Harm.ANN
    except JournalError:
        yield Harm.CHANGED
    except (BratSyntaxError, BratTextMismatchError):
        yield Harm.ANN
    except DeidError:
        yield Harm.TEXT
    if summary.signed and (gold is None or not _is_as_listed(project.retraining.folder, gold)):
        yield Harm.GOLD


def _is_as_listed(folder: Path, entry: Mapping[str, Any]) -> bool:
    sums = entry.get("sha256")
    if not isinstance(sums, dict):
        return False
    try:
        return all(sha256(plain_bytes(folder / name)) == sum_ for name, sum_ in sums.items())
    except (OSError, TypeError):
        return False
