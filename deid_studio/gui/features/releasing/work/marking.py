"""Marking: what the gate held becomes a span of its report, by the one door of a person's decisions."""

from __future__ import annotations

from deid_studio.errors import ChangedOnDiskError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.model.document import Document
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.review.project import Project


def mark(
    controller: ReviewController, project: Project, doc: Document, span: Span, again: bool, read: float | None
) -> bool:
    """Add a span to a report, and sign it again with `again`; False when it was not possible and that was told.

    A report that is open in the review window is marked there; of another, `read` is the share that was read. Raises
    what opening, deciding and signing raise.
    """
    if controller.session is not None and controller.session.name == doc.id:
        done = controller.perform(Add(controller.session.desk.next_id, span))
        return done and (not again or controller.sign_again())
    project.claim()
    session = project.open(doc.id)
    if session.text != doc.text or session.on_disk().text_changed:
        raise ChangedOnDiskError(path=session.report.path)
    session.perform(Add(session.desk.next_id, span))
    session.save()
    if again:
        session.reviewer, session.formerly = controller.reviewer, controller.formerly
        session.sign_off(read=read)
    if controller.folder is not None:
        controller.folder.note_session(session)
    return True
