"""Waiting: suggestions that are only in memory yet, and a report opened with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deid_studio.model.span import Suggestion
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession


@dataclass(frozen=True, slots=True)
class Waiting:
    """A report's suggestions, the SHA-256 of the text they were made for, and the model's name."""

    suggestions: tuple[Suggestion, ...]
    text_sha256: str
    model: str = ""


def opened(project: Project, name: str, waiting: Mapping[str, Waiting]) -> ReviewSession:
    """A report as its reviewer would see it; raises the errors of `Project.open`, writes nothing.

    Before the first decision an offer changes memory alone; afterwards the journal holds the suggestions.
    """
    session = project.open(name)
    own = waiting.get(name)
    if own is not None and not session.begun and own.text_sha256 == session.text_sha256:
        session.offer(own.suggestions, own.model)
    return session
