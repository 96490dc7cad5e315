"""Changing what a class holds in a folder: its own `guidelines.toml`, written whole, as it stands at that moment."""

from __future__ import annotations

from dataclasses import replace

from deid_studio.formats.guidelines_file import own_texts, write_own
from deid_studio.model.guidelines import Guideline
from deid_studio.review.project import Project


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
