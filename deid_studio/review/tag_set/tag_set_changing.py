"""Changing the tag set of a folder: what it would do, doing it, and finishing what was cut short.

What is to be done is kept in the journal first; then come the three files, then each report as one step of its own
history, and last the event that says what was changed. A stop anywhere between is finished at the next opening.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deid_studio.errors import CancelledError, DeidError, TagSetChangeError, TagSetHinderedError, WriteError
from deid_studio.formats.brat_conf_edit import edited_conf, kept_conf
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.model.mentions import Decision
from deid_studio.model.tagset import TagSet
from deid_studio.model.tagset_change import TagSetChange, to_json
from deid_studio.progress import Progress
from deid_studio.release.policy import name_also
from deid_studio.review.guideline_editing import rename_guideline
from deid_studio.review.kept_settings import TAG_SET_CHANGE
from deid_studio.review.project import Project
from deid_studio.review.signing.sign_off import classes_sha256
from deid_studio.review.tag_set.relabelling import accepted, relabelling, touched
from deid_studio.texts import Text

_LIMIT_MB = 1.0


@dataclass(frozen=True, slots=True)
class ReportEffect:
    """A report of which mentions change: how many, and whether it is signed off and has to be signed again."""

    name: str
    mentions: int
    signed: bool


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """What a change does: the tag set after it, the reports whose mentions change, and how many sign-offs of others no
    longer fit, since they were given by other classes."""

    change: TagSetChange
    before: TagSet
    after: TagSet
    effects: tuple[ReportEffect, ...] = ()
    unproven: int = 0

    @property
    def mentions(self) -> int:
        """How many mentions change."""
        return sum(one.mentions for one in self.effects)

    @property
    def to_sign_again(self) -> int:
        """How many reports that are signed off have to be signed again."""
        return self.unproven + sum(one.signed for one in self.effects)


def planned(project: Project, change: TagSetChange, progress: Progress) -> ChangePlan:
    """What a change would do; writes nothing.

    Raises `TagSetChangeError` where it is not possible, `TagSetHinderedError` where reports could not follow.
    """
    after = change.apply(project.tagset)
    renames, unused = change.renames, change.unused
    proofs_change = classes_sha256(project.tagset) != classes_sha256(after)
    signed = {name for name, summary in project.summaries().items() if summary.signed}
    effects: list[ReportEffect] = []
    hindered: list[DeidError] = []
    unproven = used = 0
    for entry in progress.each(project.entries, len(project.entries)):
        name = entry.name
        if not (renames or unused or (proofs_change and name in signed)):
            continue
        try:
            session = project.open(name)
            edit = relabelling(session.desk, *renames) if renames else None
            if edit is not None and renames:
                session.rehearse(edit)
                effects.append(ReportEffect(name, touched(session.desk, renames[0]), session.signed))
            else:
                unproven += proofs_change and session.signed and session.proven
            used += bool(unused) and accepted(session.desk, unused) > 0
        except DeidError as error:
            if renames or unused:
                hindered.append(error)
    if hindered:
        raise TagSetHinderedError(count=len(hindered), first=_text_of(hindered[0]))
    if used:
        raise TagSetChangeError(
            detail=Text(
                "reports with mentions of {name}: {count}; merge it into another class instead", count=used, name=unused
            )
        )
    return ChangePlan(change, project.tagset, after, tuple(effects), unproven)


def carry_out(project: Project, agreed: ChangePlan, progress: Progress) -> int:
    """Do a change as it was agreed to; how many reports changed. The project has the changed tag set afterwards.

    Raises what `planned` does, `TagSetChangeError` when it would now do something else, `FolderReadOnlyError` where
    another window decides, and `WriteError` when the files cannot be written: nothing has changed then. What hinders a
    report later, as a full disk, is raised as well; the rest is done at the next opening.
    """
    project.claim()
    finish_change(project)
    if planned(project, agreed.change, progress) != agreed:
        raise TagSetChangeError(detail=Text("the folder has changed meanwhile"))
    renames = agreed.change.renames
    kept = kept_conf(project.folder, agreed.before)
    files = edited_conf(kept, agreed.before, agreed.after, renames)
    payload = {**to_json(agreed.change), "reports": len(agreed.effects), "mentions": agreed.mentions}
    begun = {
        "event": payload,
        "files": {name: data.decode() for name, data in files.items()},
        "renames": renames,
        "reports": [one.name for one in agreed.effects],
    }
    project.keep(TAG_SET_CHANGE, json.dumps(begun, ensure_ascii=False))
    try:
        _write(project.folder, files)
    except BaseException:
        project.keep(TAG_SET_CHANGE, "")
        raise
    for number, report in enumerate(agreed.effects):
        with contextlib.suppress(CancelledError):  # half of it is nothing that anybody wants
            progress.step(number, len(agreed.effects))
        _relabel(project, report.name, renames)
    _end(project, payload, renames)
    return len(agreed.effects)


def finish_change(project: Project) -> bool:
    """Finish a change that was cut short; whether there was one.

    A report that cannot be read any more keeps it from being finished, and is raised; what another program changed
    meanwhile is told when its report is opened, as always.
    """
    kept = project.kept(TAG_SET_CHANGE)
    if not kept:
        return False
    try:
        begun: dict[str, Any] = json.loads(kept)
        files = {str(name): str(text).encode() for name, text in begun["files"].items()}
        renames, reports, payload = begun["renames"], begun["reports"], dict(begun["event"])
    except (ValueError, KeyError, TypeError, AttributeError):
        project.keep(TAG_SET_CHANGE, "")
        return False
    project.claim()
    for name, data in files.items():
        write_file(project.folder / name, data)
    there = {entry.name for entry in project.entries}
    for name in reports:
        if name in there:
            _relabel(project, name, renames, even_unsaved=True)
    _end(project, payload, renames)
    return True


def mentions_by_class(project: Project, progress: Progress) -> Counter[str]:
    """How many mentions of each class people have accepted in a folder; reports that cannot be read have none."""
    found: Counter[str] = Counter()
    for entry in progress.each(project.entries, len(project.entries)):
        with contextlib.suppress(DeidError):
            desk = project.open(entry.name).desk
            found.update(one.span.phi_class for one in desk if one.decision is Decision.ACCEPTED)
    return found


def _relabel(project: Project, name: str, renames: tuple[str, str] | None, even_unsaved: bool = False) -> None:
    if renames is None:
        return
    session = project.open(name)
    edit = relabelling(session.desk, *renames)
    if edit is not None:
        session.migrate(edit, *renames)
    try:
        session.save()
    except DeidError:
        if not even_unsaved:  # the journal has it; the window completes it, or asks
            raise


def _end(project: Project, payload: dict[str, Any], renames: tuple[str, str] | None) -> None:
    if renames is not None and payload.get("change") == "rename":  # what a class is merged into has its own treatment
        name_also(*renames)
        rename_guideline(project.folder, *renames)
    project.end_tag_set_change(payload, renames)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all of the files; when one cannot be written those before it are put back."""
    had = {name: read_bytes_if_any(folder / name, _LIMIT_MB) for name in files}
    done: list[str] = []
    try:
        for name, data in files.items():
            write_file(folder / name, data)
            done.append(name)
    except WriteError:
        for name in done:
            before = had[name]
            if before is None:
                (folder / name).unlink(missing_ok=True)
            else:
                write_file(folder / name, before)
        raise


def _text_of(error: DeidError) -> Text | str:
    return Text(error.texts[0], **error.params)
