"""Changing what a class holds in a folder: its own `guidelines.toml`, written whole, as it stands at that moment."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from deid_studio.errors import DeidError
from deid_studio.formats.guidelines_file import own_texts, write_own
from deid_studio.model.guidelines import Guideline
from deid_studio.progress import Progress
from deid_studio.review.figures.differences import Difference, differences_in
from deid_studio.review.project import Project

_ANSWERED = "guideline_lines"  # the proposed lines that a person has answered


def keep_guideline(project: Project, phi_class: str, guideline: Guideline | None) -> None:
    """Keep the folder's own text of a class; None: what comes with the program holds again.

    Raises `FolderReadOnlyError` where another window decides, `GuidelinesError` where the file there cannot be
    understood, `WriteError` when it cannot be written; nothing has changed then.
    """
    project.claim()
    own = own_texts(project.folder)  # another program may have changed it
    own.pop(phi_class, None)
    if guideline is not None and guideline != project.guidelines.given.get(phi_class):
        own[phi_class] = guideline
    write_own(project.folder, own)
    project.guidelines = replace(project.guidelines, own=own)


def rename_guideline(folder: Path, old: str, new: str) -> None:
    """Have a folder's own text of a class go on under its new name; one that is there under that already wins.

    A file that cannot be read stays as it is, and hinders nothing. Raises `WriteError`.
    """
    try:
        own = own_texts(folder)
    except DeidError:
        return  # it is told whenever the folder is opened
    if old in own:
        text = own.pop(old)
        write_own(folder, {new: text, **own})


def unanswered_differences(project: Project, progress: Progress) -> tuple[Difference, ...]:
    """The recurrent differences of a project, in its classes, to whose lines nobody has said anything yet.

    Raises `JournalError`.
    """
    found = differences_in(project, progress)
    answered = answered_lines(project) if found else frozenset()
    return tuple(one for one in found if one.sort.phi_class in project.tagset and one.sort.key not in answered)


def answered_lines(project: Project) -> frozenset[str]:
    """The proposed lines that a person has answered, by the keys of their sorts; what is damaged counts as none."""
    with contextlib.suppress(ValueError):
        kept = json.loads(project.journal().setting(_ANSWERED) or "[]")
        return frozenset(one for one in kept if isinstance(one, str)) if isinstance(kept, list) else frozenset()
    return frozenset()


def keep_answered_lines(project: Project, keys: Iterable[str]) -> None:
    """Keep which proposed lines a person has answered, in place of what was; raises `JournalError`."""
    project.journal().keep_setting(_ANSWERED, json.dumps(sorted(keys), ensure_ascii=False))
