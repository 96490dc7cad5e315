"""ReleaseWork: a release in the making: what leaves by which policy, how one report looks, and what holds it back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, QTimer, Signal

from deid_studio.batch.results import Results
from deid_studio.errors import DeidError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.jobs import Jobs
from deid_studio.gui.features.releasing.work.marking import mark
from deid_studio.gui.words.wording import language, what_happened, what_to_do
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.progress import Progress
from deid_studio.release.by_hand import Refusal, refusal
from deid_studio.release.gate.answers import Answer
from deid_studio.release.gate.held import HeldPlace
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Policy, load_policy
from deid_studio.release.rewriting import Place
from deid_studio.release.surrogates.draws import new_secret
from deid_studio.review.certificate.release_certificate import Certificate
from deid_studio.review.handover import Handover
from deid_studio.review.kept_settings import GATE_ANSWERS, HANDOVER, RELEASE_SECRET, RULES_OFF, SURROGATES
from deid_studio.review.project import Project
from deid_studio.review.releasing.gate_answers import Answers, answered_with, without
from deid_studio.review.releasing.original_documents import OriginalDocuments
from deid_studio.review.releasing.release_gathering import Gathered, gather
from deid_studio.review.releasing.release_limits import refuse_forbidden
from deid_studio.review.releasing.release_preparation import Checked, Looks, Prepared, check, scope_of, with_answers
from deid_studio.review.releasing.release_request import ReleaseRequest, keep_secret, project_secret
from deid_studio.review.releasing.release_writing import refuse_held, write_release
from deid_studio.review.releasing.reviewed_elsewhere import reviewed_elsewhere

GATHER, PREVIEW, CHECK, WRITE = "release_gather", "release_preview", "release_check", "release_write"
TOPICS = (GATHER, PREVIEW, CHECK, WRITE)
_PREVIEW_AFTER_MS, _CHECK_AFTER_MS = 120, 500

Key = tuple[str, str, str]  # of a surrogate: scope, class, folded text


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a release goes, in which forms and under which names, and the vault that brings it back, if one is made."""

    out: Path
    formats: tuple[OutputFormat, ...]
    numbered: bool = False
    vault: Path | None = None
    passphrases: tuple[str, ...] = field(default=(), repr=False)
    language: str = "es"
    keep_layout: bool = True
    keep_pictures: bool = False


def _gather(asked: tuple[Project, bool, str, Results], progress: Progress) -> Gathered:
    project, unreviewed, reviewed_by, results = asked

    def suggested(name: str) -> tuple[Suggestion, ...]:
        return results[name].suggestions if results.succeeded(name) else ()

    return gather(project, unreviewed, progress, suggested, reviewed_by)


def _preview(asked: tuple[Looks, ReleaseRequest, Gathered, str], progress: Progress) -> Checked:
    progress.step(0)
    looks, request, gathered, name = asked
    return looks.at(request, gathered, name)


def _check(asked: tuple[ReleaseRequest, Gathered, Prepared | None], progress: Progress) -> Prepared:
    request, gathered, before = asked
    return check(request, gathered, progress, before)


def _write(asked: tuple[ReleaseRequest, Prepared], progress: Progress) -> Certificate:
    return write_release(*asked, progress)


class ReleaseWork(QObject):
    """Everything of the release window that is no widget; heavy work runs beside the window, on snapshots.

    Nothing is written but what a person says: surrogates typed by hand, what is no personal data, and the release.
    """

    gathered_changed = Signal()
    policy_changed = Signal()
    previewed = Signal(object)  # Checked: the chosen report as it would leave
    check_changed = Signal()  # a check began, ended, or its result was changed by what a person said
    written = Signal(object, object)  # Certificate, Destination
    failed = Signal(object)  # DeidError

    def __init__(self, controller: ReviewController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        assert controller.folder is not None
        self._controller = controller
        self.project: Project = controller.folder.project
        self.tagset: TagSet = self.project.tagset
        self.policy: Policy = load_policy("research")
        self.unreviewed = False
        self.reviewed_by = ""  # who reviewed annotations that were not made here, and how
        self.numbered = False
        self.in_layout = self.keep_pictures = False  # how Word documents are to leave, for the check
        self.stopped = False  # the check was stopped by the person
        self.stale = False  # something was decided since the reports were gathered
        self.gathered: Gathered | None = None
        self.has_documents = False  # whether any of them was converted from a document
        self.report = ""  # the one that is looked at
        self.secret = _secret_of(self.project)
        self.remembered: Mapping[Key, str] = self.project.kept(SURROGATES)
        self.answers: Answers = self.project.kept(GATE_ANSWERS)
        everywhere = controller.rules_everywhere
        self._reader = controller.make_gate_reader(controller.model, self.project.kept(RULES_OFF) | everywhere)
        self._marked: frozenset[tuple[str, int, int]] = frozenset()  # places that were marked since the last check
        self.last_handover = self.project.kept(HANDOVER)
        self.handover = Handover()  # for whom the next release is
        self._fields: dict[str, PatientFields] = {}
        self._looks = Looks()
        self._checked: Prepared | None = None  # the last check; its names are those of reports without numbers
        self._current = False  # whether the last check is of what is chosen now
        self._preview_later = self._timer(_PREVIEW_AFTER_MS, self._preview)
        self._check_later = self._timer(_CHECK_AFTER_MS, self._check)
        for signal in (controller.desk_changed, controller.signed_changed, controller.patients_changed):
            signal.connect(self._decided)

    def _timer(self, after_ms: int, do: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after_ms)
        timer.timeout.connect(do)
        return timer

    @property
    def jobs(self) -> Jobs:
        """What runs the heavy work."""
        return self._controller.jobs

    # --- what leaves -----------------------------------------------------------------------------------------

    def gather(self) -> None:
        """Look which reports may leave, then show one and check all."""
        folder = self._controller.folder
        if folder is None or folder.project is not self.project:
            return
        self.stale = False
        self._fields = dict(folder.patients)
        self._drop_check()
        said = "" if self.unreviewed else self.reviewed_by
        asked = self.project, self.unreviewed, said, folder.results.snapshot()
        self.jobs.run(GATHER, _gather, asked, done=self._gathered, failed=self._gather_failed)
        self.gathered_changed.emit()

    def refresh(self) -> None:
        """Look again if something was decided since."""
        if self.stale and not self.jobs.running(WRITE):
            self.gather()

    def set_unreviewed(self, unreviewed: bool) -> None:
        """Let everything leave as what nobody reviewed, or reviewed reports alone."""
        if unreviewed != self.unreviewed:
            self.unreviewed = unreviewed
            self.gather()

    def set_reviewed_by(self, said: str) -> None:
        """Say who reviewed annotations that were not made here, and how; raises `ReviewedByError`, and says nothing."""
        said = said.strip()
        if said:
            reviewed_elsewhere(said)
        if said != self.reviewed_by:
            self.reviewed_by = said
            self.gather()

    @property
    def undecided(self) -> int:
        """How many suggestions nobody has decided, in the reports that leave without a signature."""
        return 0 if self.gathered is None else sum(len(one.pending) for one in self.gathered.sources)

    @property
    def known_patients(self) -> int:
        """Of how many of the reports that leave something is known of their patient."""
        return sum(name in self._fields and bool(self._fields[name].values) for name in self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The reports that leave."""
        return () if self.gathered is None else tuple(one.doc.id for one in self.gathered.sources)

    def _gathered(self, gathered: Gathered) -> None:
        self.gathered = gathered
        names = self.names
        originals = OriginalDocuments(self.project)
        self.has_documents = any(
            document is not None and document.suffix.lower() == ".docx" for document in map(originals.of, names)
        )
        if self.report not in names:
            shown = self._controller.shown
            self.report = shown if shown in names else next(iter(names), "")
        self.gathered_changed.emit()
        self._preview()
        self._check()

    def _gather_failed(self, error: DeidError) -> None:
        self._gathered(Gathered(()))
        self.failed.emit(error)

    def _decided(self) -> None:
        if not self.stale:
            self.stale = True
            self._drop_check()
            self.gathered_changed.emit()

    # --- how -------------------------------------------------------------------------------------------------

    def set_policy(self, policy: Policy) -> None:
        """Release by another policy."""
        if policy != self.policy:
            self.policy = policy
            self._drop_check()
            self._preview_later.start()
            self._check_later.start()
            self.policy_changed.emit()

    def request(self, destination: Destination | None = None) -> ReleaseRequest:
        """What is asked for, without a destination for a look only."""
        plain = ReleaseRequest(
            self.project,
            self.policy,
            self.project.folder,
            unreviewed=self.unreviewed,
            reviewed_by="" if self.unreviewed else self.reviewed_by,
            fields=self._fields,
            answers=self.answers,
            reader=self._reader,
            remembered=self.remembered,
            language=language(),
            formats=(OutputFormat.DOCX,) if self.in_layout else (OutputFormat.BRAT,),
            keep_pictures=self.keep_pictures,
            secret=self.secret,
        )
        if destination is None:
            return plain
        return replace(
            plain,
            out=destination.out,
            formats=destination.formats,
            numbered=destination.numbered,
            vault=destination.vault,
            passphrases=destination.passphrases,
            language=destination.language,
            keep_layout=destination.keep_layout,
            keep_pictures=destination.keep_pictures,
            handover=self.handover,
        )

    def forbidden(self, destination: Destination) -> str:
        """Why an administrator does not allow this release, in words; empty where it is allowed."""
        try:
            refuse_forbidden(self.request(destination))
        except DeidError as error:
            return f"{what_happened(error)} {what_to_do(error)}"
        return ""

    # --- what it looks like ----------------------------------------------------------------------------------

    def show(self, name: str) -> None:
        """Look at a report."""
        if name in self.names and name != self.report:
            self.report = name
            self._preview()

    def _preview(self) -> None:
        self._preview_later.stop()
        if self.gathered is None or self.report not in self.names:
            return
        if self._current and self._checked is not None:
            self.jobs.cancel(PREVIEW)
            self.previewed.emit(next(one for one in self._checked.reports if one.source.doc.id == self.report))
            return
        asked = self._looks, self.request(), self.gathered, self.report
        self.jobs.run(PREVIEW, _preview, asked, done=self.previewed.emit, failed=self.failed.emit)

    # --- surrogates by hand ----------------------------------------------------------------------------------

    def key_of(self, checked: Checked, place: Place) -> Key:
        """By what a surrogate of this place is remembered."""
        assert self.gathered is not None
        doc = checked.source.doc
        scope, _ = scope_of(self.request(), self.gathered, doc.id)
        return scope, place.phi_class, fold(doc.text[place.start : place.end])

    def say(self, checked: Checked, place: Place, text: str) -> Refusal | None:
        """Put a surrogate typed by hand in this place, and wherever the same stands in its scope; why not, if not."""
        assert self.gathered is not None
        text = text.strip()
        doc, tagset = checked.source.doc, self.tagset
        kind = tagset[place.phi_class].kind if place.phi_class in tagset else ""
        name = doc.text[place.start : place.end]
        refused = refusal(text, scope_of(self.request(), self.gathered, doc.id)[1], name, kind)
        if refused is None:
            self._remember({**self.remembered, self.key_of(checked, place): text})
        return refused

    def reset(self, checked: Checked, place: Place) -> None:
        """Let the program make the surrogate of this place again."""
        key = self.key_of(checked, place)
        self._remember({known: own for known, own in self.remembered.items() if known != key})

    def reset_all(self) -> None:
        """Let the program make all surrogates again."""
        self._remember({})

    def _remember(self, surrogates: Mapping[Key, str]) -> None:
        if surrogates == self.remembered:
            return
        try:
            self.project.keep(SURROGATES, surrogates)
            keep_secret(self.project, self.secret)
        except DeidError as error:
            self.failed.emit(error)
            return
        self.remembered = surrogates
        self._drop_check()
        self._preview()
        self._check_later.start()

    # --- what is still in it ---------------------------------------------------------------------------------

    @property
    def checking(self) -> bool:
        """Whether a check is under way or about to begin."""
        return self._check_later.isActive() or self.jobs.running(CHECK) or self.jobs.running(GATHER)

    @property
    def prepared(self) -> Prepared | None:
        """What would be written as things are now; None until all was checked."""
        if not self._current or self._checked is None:
            return None
        return replace(self._checked, telling_names=()) if self.numbered else self._checked

    def set_numbered(self, numbered: bool) -> None:
        """Call the reports by numbers, or by their names."""
        self.numbered = numbered
        self.check_changed.emit()

    def set_documents(self, in_layout: bool, keep_pictures: bool) -> None:
        """Let Word documents leave in the layout of their originals, with pictures or without, or not."""
        if (in_layout, keep_pictures) != (self.in_layout, self.keep_pictures):
            self.in_layout, self.keep_pictures = in_layout, keep_pictures
            if self.has_documents:
                self._drop_check()
                self._check_later.start()

    @property
    def latest(self) -> Prepared | None:
        """What the last check found, even if another is under way; without the places that were marked since."""
        found = self._checked
        if found is None or not self._marked:
            return found
        return replace(found, reports=tuple(self._without_marked(one) for one in found.reports))

    def _without_marked(self, one: Checked) -> Checked:
        name = one.source.doc.id
        return replace(one, held=tuple(p for p in one.held if (name, p.start, p.end) not in self._marked))

    def answer(self, checked: Checked, place: HeldPlace, reason: str = "") -> None:
        """Say that a held place is no personal data, with those of its report that are the same beyond doubt."""
        who = self._controller.reviewer
        self._take_answers(answered_with(self.project.kept(GATE_ANSWERS), checked, place, who, reason))

    def take_back(self, report: str, answer: Answer) -> None:
        """Take an answer back: the place is held again."""
        self._take_answers(without(self.project.kept(GATE_ANSWERS), report, (answer,)))

    def _take_answers(self, answers: Answers) -> None:
        try:
            self.project.keep(GATE_ANSWERS, answers)
            keep_secret(self.project, self.secret)
        except DeidError as error:
            self.failed.emit(error)
            return
        self.answers = answers
        if self._checked is not None:
            self._checked = with_answers(self._checked, answers)
        if not self._current:
            self._check_later.start()
        self.check_changed.emit()
        self._preview()

    def mark(self, checked: Checked, place: HeldPlace, phi_class: str, again: bool) -> None:
        """Mark a held place as a span of a class; `again`: sign the report again with it, as the reviewer's own act."""
        doc = checked.source.doc
        try:
            span = Span(place.start, place.end, phi_class)
            refused = mark(self._controller, self.project, doc, span, again, checked.source.read)
        except DeidError as error:
            self.failed.emit(error)
            return
        self._marked |= {(doc.id, place.start, place.end)}
        self.gather()
        if refused is not None:
            self.failed.emit(refused)

    def can_sign_again(self, checked: Checked) -> bool:
        """Whether the report of a held place was signed off, so that it is once it is signed again."""
        return bool(checked.source.signed_at) and not checked.source.pending

    def check_again(self) -> None:
        """Check from where it was stopped."""
        self._check()

    def stop_check(self) -> None:
        """Stop the check; what was read so far is not read again."""
        self._check_later.stop()
        self.stopped = True
        self._drop_check()

    def _drop_check(self) -> None:
        self._current = False
        self.jobs.cancel(CHECK)
        self.check_changed.emit()

    def _check(self) -> None:
        self._check_later.stop()
        self.stopped = False
        if self.gathered is None or not self.gathered.sources or self.stale:
            self.check_changed.emit()
            return
        asked = self.request(), self.gathered, self._checked
        self.jobs.run(CHECK, _check, asked, done=self._take_check, failed=self._check_failed)
        self.check_changed.emit()

    def _take_check(self, prepared: Prepared) -> None:
        self._checked = with_answers(prepared, self.answers)
        self._marked = frozenset()
        self._current = True
        self.check_changed.emit()
        self._preview()  # what is seen is what was checked

    def _check_failed(self, error: DeidError) -> None:
        self.check_changed.emit()
        self.failed.emit(error)

    # --- writing ---------------------------------------------------------------------------------------------

    @property
    def writing(self) -> bool:
        """Whether reports are being written."""
        return self.jobs.running(WRITE)

    def write(self, destination: Destination, quarantine: bool = False) -> None:
        """Write what was checked, with `quarantine` but for what is held; `written` or `failed` tells how it ended."""
        prepared = self.prepared
        if prepared is None or self.stale:
            return
        request = replace(self.request(destination), quarantine=quarantine)
        try:
            refuse_held(request, prepared)
        except DeidError as error:
            self.failed.emit(error)
            return
        self.jobs.run(
            WRITE,
            _write,
            (request, prepared),
            done=lambda certificate: self._take_written(certificate, destination),
            failed=self._write_failed,
            lasting=True,
        )
        self.check_changed.emit()

    def _take_written(self, certificate: Certificate, destination: Destination) -> None:
        with contextlib.suppress(DeidError):  # only so that it need not be typed again
            self.project.keep(HANDOVER, certificate.handover)
        self.check_changed.emit()
        self.written.emit(certificate, destination)

    def _write_failed(self, error: DeidError) -> None:
        self.check_changed.emit()
        self.failed.emit(error)

    def cancel_writing(self) -> None:
        """Stop writing; everything is as it was."""
        self.jobs.cancel(WRITE)
        self.check_changed.emit()

    def close(self) -> None:
        """Stop everything."""
        for timer in (self._preview_later, self._check_later):
            timer.stop()
        for topic in TOPICS:
            self.jobs.cancel(topic)
        # It may be reading for a check that has just been stopped: nobody waits for that here.
        Thread(target=self._reader.close, name="gate reader", daemon=True).start()


def _secret_of(project: Project) -> bytes:
    """The secret by which surrogates are drawn that are looked at and then released; raises `JournalError`.

    What is looked at must be what leaves, so one is there by then. But looking writes nothing into a folder on which
    nobody has decided anything: there it stays in memory, and is kept with the first release or the first surrogate.
    """
    kept = project.kept(RELEASE_SECRET)
    if kept is not None:
        return kept
    begun = project.journal_path.exists() and not project.read_only
    return project_secret(project) if begun else new_secret()
