"""Marking: what the gate held becomes a span of its report, by the one door of a person's decisions."""

from __future__ import annotations

from deid_studio.errors import ChangedOnDiskError, DeidError, NotSignedAgainError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.model.document import Document
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.review.project import Project
from deid_studio.texts import Text


def mark(
    controller: ReviewController, project: Project, doc: Document, span: Span, again: bool, read: float | None
) -> DeidError | None:
    """Add a span to a report, and sign it again with `again`; why it was not signed, where it was marked alone.

    A report that is open in the review window is marked there; of another, `read` is the share that was read. To be
    signed again it is marked alone, without what else would be suggested for it: the check looks at it once more.
    Raises what opening and deciding raise.
    """
    if controller.session is not None and controller.session.name == doc.id:
        return _mark_shown(controller, doc, span, again)
    project.claim()
    session = project.open(doc.id)
    if session.text != doc.text or session.on_disk().text_changed:
        raise ChangedOnDiskError(path=session.report.path)
    session.perform(Add(session.desk.next_id, span))
    session.save()
    refused: DeidError | None = None
    if again:
        session.reviewer, session.formerly = controller.reviewer, controller.formerly
        try:
            session.sign_off(read=read)
        except DeidError as error:
            refused = error
    if controller.folder is not None:
        controller.folder.note_session(session)
    return _not_signed(doc, refused)


def _mark_shown(controller: ReviewController, doc: Document, span: Span, again: bool) -> DeidError | None:
    session = controller.session
    assert session is not None
    told: list[DeidError] = []
    controller.failed.connect(told.append)
    try:
        if not controller.perform(Add(session.desk.next_id, span), follow=not again):
            raise told[0] if told else ChangedOnDiskError(path=session.report.path)
        signed = not again or controller.sign_again()
    finally:
        controller.failed.disconnect(told.append)
    return None if signed else _not_signed(doc, told[0] if told else ChangedOnDiskError(path=session.report.path))


def _not_signed(doc: Document, why: DeidError | None) -> DeidError | None:
    return None if why is None else NotSignedAgainError(report=doc.id, detail=Text(why.texts[0], **why.params))
