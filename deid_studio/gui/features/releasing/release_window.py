"""ReleaseWindow: the steps of a release on one page, with a live preview and the check beside them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.formats.unreviewed_folder import is_unreviewed
from deid_studio.gui.features.releasing.gate.held_pane import HeldPane
from deid_studio.gui.features.releasing.policy.policy_page import PolicyPage
from deid_studio.gui.features.releasing.preview.preview import Found, Preview
from deid_studio.gui.features.releasing.release_words import words_for
from deid_studio.gui.features.releasing.steps.destination_page import DestinationPage
from deid_studio.gui.features.releasing.steps.handover_page import HandoverPage
from deid_studio.gui.features.releasing.steps.steps import Steps
from deid_studio.gui.features.releasing.steps.what_page import WhatPage
from deid_studio.gui.features.releasing.work.release_work import GATHER, WRITE, Destination, ReleaseWork
from deid_studio.gui.shell.messages import Kind, Messages, ask
from deid_studio.gui.shell.outside import show_outside
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.wording import language, time_left, what_happened, what_to_do
from deid_studio.release.policy import shipped_policies
from deid_studio.review.certificate.release_certificate import CERTIFICATE, Certificate, vault_number_in

_SIZE = QSize(1280, 840)
_STEPS_WIDTH = 404
_LISTED = 8
_GEOMETRY, _POLICY, _FORMATS = "release_geometry", "release_policy", "release_formats"


class ReleaseWindow(QWidget):
    """A window of its own, so that a person can go back to the reports and come again."""

    review_wanted = Signal(str, int, int)  # report, and a stretch of it (code points)
    patients_wanted = Signal()  # a table of what is known of the patients should be opened
    ledger_wanted = Signal()
    closed = Signal()

    def __init__(self, work: ReleaseWork, theme: Theme, kept: QSettings) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Release reports – Deid Studio"))
        self.work = work
        work.setParent(self)
        self._kept = kept
        self._written: Path | None = None
        self.messages = Messages(theme)
        self.what = WhatPage(work)
        self.policy = PolicyPage(work, theme)
        own = str(kept.value(_POLICY, "research"))
        self.policy.fill(own)
        self.destination = DestinationPage(work, tuple(str(kept.value(_FORMATS, "brat")).split(",")))
        self.handover = HandoverPage(work)
        self.preview = Preview(work, theme)
        self.held = HeldPane(work, theme, self.preview)
        self.steps = Steps(self.tr("Steps of the release"))
        self.steps.add(self.what, self.tr("&1 What"), self.what.first_field)
        self.steps.add(self.policy, self.tr("&2 How"), self.policy.first_field)
        self.steps.add(self.destination, self.tr("&3 Where"), self.destination.first_field)
        self.steps.add(self.handover, self.tr("&4 For whom"), self.handover.first_field)
        self.steps.setMinimumWidth(_STEPS_WIDTH - 20)
        self.beside = QSplitter(Qt.Orientation.Vertical)
        self.beside.setChildrenCollapsible(False)
        self.beside.setHandleWidth(1)
        self.beside.addWidget(self.preview)
        self.beside.addWidget(self.held)
        self.beside.setStretchFactor(0, 3)
        self.beside.setStretchFactor(1, 2)
        self._heights = [3000, 2000]  # of preview and list, as the person drew them last; only their ratio counts
        right = QWidget()
        inner = QVBoxLayout(right)
        inner.setContentsMargins(10, 8, 10, 8)
        inner.addWidget(self.beside)
        self.whole = QSplitter(Qt.Orientation.Horizontal)
        self.whole.setChildrenCollapsible(False)
        self.whole.setHandleWidth(1)
        self.whole.addWidget(self.steps)
        self.whole.addWidget(right)
        self.whole.setStretchFactor(1, 1)
        self.whole.setSizes([_STEPS_WIDTH, _SIZE.width() - _STEPS_WIDTH])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.messages)
        column.addWidget(self.whole, 1)
        column.addWidget(self._foot())
        self._wire()
        geometry = kept.value(_GEOMETRY)
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            self.resize(_SIZE.boundedTo(self.screen().availableGeometry().size() * 0.95))
        self._tell()

    def _foot(self) -> QWidget:
        foot = QFrame()
        self.state = QLabel()
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setWordWrap(True)
        self.state.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(160, 6)
        self.progress.setAccessibleName(self.tr("Progress of the release"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.close_button = QPushButton(self.tr("Close"))
        self.release = QPushButton(self.tr("&Release"))
        for button in (self.cancel, self.close_button, self.release):
            button.setAutoDefault(False)
        row = QHBoxLayout(foot)
        row.setContentsMargins(14, 8, 14, 10)
        row.setSpacing(10)
        row.addWidget(self.state, 1)
        row.addWidget(self.progress)
        row.addWidget(self.cancel)
        row.addWidget(self.close_button)
        row.addWidget(self.release)
        return foot

    def _wire(self) -> None:
        work = self.work
        work.gathered_changed.connect(self._tell)
        work.check_changed.connect(self._tell)
        work.policy_changed.connect(self._policy_changed)
        work.failed.connect(self._failed)
        work.written.connect(self._done)
        work.jobs.stepped.connect(self._stepped)
        self.destination.changed.connect(self._tell)
        self.handover.changed.connect(self._tell)
        self.handover.ledger_wanted.connect(self.ledger_wanted)
        self.preview.report_chosen.connect(work.show)
        self.preview.looked_at.connect(self.held.follow)
        self.preview.shown_changed.connect(self.held.tell_seen)
        self.held.place_wanted.connect(self._go_to)
        self.held.report_wanted.connect(self.preview.want_report)
        self.held.listed.connect(self._share_height)
        self.held.preview_wanted.connect(self.preview.released.setFocus)
        self.held.review_wanted.connect(self.review_wanted)
        self.held.numbers_wanted.connect(self._number)
        self.held.anew_wanted.connect(lambda: self.destination.layout_kept.setChecked(False))
        self.what.review_wanted.connect(self.review_wanted)
        self.what.patients_wanted.connect(self.patients_wanted)
        self.cancel.clicked.connect(work.cancel_writing)
        self.close_button.clicked.connect(self.close)
        QShortcut(QKeySequence.StandardKey.Close, self, self.close)
        QShortcut(QKeySequence("F6"), self, partial(self._step_part, 1))
        QShortcut(QKeySequence("Shift+F6"), self, partial(self._step_part, -1))
        self.release.clicked.connect(self._release)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        for part in (self.messages, self.policy, self.preview, self.held):
            part.set_theme(theme)

    # --- what is told ----------------------------------------------------------------------------------------

    @property
    def problem(self) -> str:
        """Why nothing can be released now, in words; empty when it can."""
        work = self.work
        if work.stale:
            return self.tr("Something was decided in the reports since: they are looked at again when you come back.")
        if work.gathered is None or work.jobs.running(GATHER):
            return self.tr("Looking which reports may leave…")
        if not work.gathered.sources:
            return self.tr("No report may leave as reviewed: sign reports off first.")
        prepared = work.prepared
        if prepared is None:
            return self.tr("The check is under way.")
        if prepared.is_held and not prepared.without_held().reports:
            return self.tr("The check holds the release back: see what it found.")
        return self.destination.problem or self.handover.problem or work.forbidden(self.destination.destination)

    def _tell(self) -> None:
        work, writing = self.work, self.work.writing
        if work.stale and self.isActiveWindow():
            QTimer.singleShot(0, work.refresh)  # who is here cannot come back
        problem = self.problem
        prepared = work.prepared
        count = len(work.names if prepared is None else prepared.without_held().reports)
        self.progress.setVisible(writing)
        self.cancel.setVisible(writing)
        self.release.setVisible(not writing)
        self.release.setEnabled(not problem)
        self.release.setDefault(not problem)
        verb = self.tr("Expo&rt unreviewed") if work.unreviewed else self.tr("&Release")
        self.release.setText(f"{verb} ({count})" if count else verb)
        self.release.setToolTip(problem)
        self.release.setAccessibleDescription(problem)
        for part in (self.steps, self.beside):
            part.setEnabled(not writing)
        if writing:
            self.state.setText(self.tr("Writing the reports…"))
        else:
            self.state.setText(problem or self._ready)

    @property
    def _ready(self) -> str:
        """What would be written where, in words."""
        page = self.destination
        forms = ", ".join(words_for(form) for form in page.chosen_formats)
        words = [self.tr("Checked, and not written yet: it goes to {folder} as {forms}.").format(
            folder=page.destination.out, forms=forms)]  # fmt: skip
        if self.work.unreviewed:
            words.append(self.tr("Nobody reviewed it: there is no certificate, and its names say so."))
        prepared = self.work.prepared
        if prepared is not None and prepared.is_held:
            told = self.tr("Held, and staying unless you answer: {count}.")
            words.append(told.format(count=len(prepared.held_reports)))
        if page.replaces:
            words.append(self.tr("The release that is there is replaced."))
        if page.lacks_vault:
            words.append(self.tr("Without a vault nothing undoes the codes."))
        return " ".join(words)

    def _stepped(self, topic: str, step: int, total: int) -> None:
        if topic != WRITE:
            return
        self.progress.setMaximum(max(total, 1))
        self.progress.setValue(step)
        words = self.tr("Writing: {step} of {total}").format(step=step, total=total)
        left = time_left(self.work.jobs.seconds_left(WRITE))
        self.state.setText(f"{words} · {left}" if left else words)

    def _failed(self, error: DeidError) -> None:
        self.messages.tell("failed", what_happened(error), what_to_do(error), kind=Kind.WARNING)
        self._tell()

    def _policy_changed(self) -> None:
        name = self.work.policy.name
        if name in {one.name for one in shipped_policies()} or not name.endswith("-changed"):
            self._kept.setValue(_POLICY, name)

    # --- what is done ----------------------------------------------------------------------------------------

    def _go_to(self, report: str, found: Found) -> None:
        self.preview.want(report, found)
        self.work.show(report)

    def _share_height(self, listed: bool) -> None:
        """Give the list its part of the height once there is one, the preview all of it else."""
        if listed:
            # Once its limit is gone: that is lifted by whoever tells.
            QTimer.singleShot(0, self._restore_heights)
        else:
            self._heights = self.beside.sizes()

    def _restore_heights(self) -> None:
        self.beside.setSizes(self._heights)

    def _number(self) -> None:
        self.destination.numbered.setChecked(True)
        self.steps.setCurrentIndex(2)
        self.destination.numbered.setFocus()

    def _release(self) -> None:
        prepared = self.work.prepared
        if self.problem or prepared is None:
            return
        if not prepared.is_held:
            self._replace_or_write()
            return
        held, others = len(prepared.held_reports), len(prepared.without_held().reports)
        self._ask_first(
            self.tr("Reports are held"),
            self.tr("Reports that are held and stay: {held}. Release the others ({others})?").format(
                held=held, others=others),
            self.tr("Those that stay can leave later, once what holds them is answered. The certificate counts them."),
            (self.tr("Release the others"), self._replace_or_write),
        )  # fmt: skip

    def _replace_or_write(self) -> None:
        if not self.destination.replaces:
            self._write()
            return
        folder = self.destination.destination.out
        detail = self.tr("Everything in it goes, files that were added later as well.")
        if vault_number_in(folder):
            detail += " " + self.tr("Its vault stays, and brings back only copies of it that are elsewhere.")
        self._ask_first(
            self.tr("Replace the release"),
            self.tr("Replace the earlier release in {folder}?").format(folder=folder),
            detail,
            (self.tr("Replace it"), self._write),
        )

    def _ask_first(self, title: str, text: str, detail: str, way: tuple[str, Callable[[], None]]) -> None:
        """Ask before something is done that is not what was asked for; the safe answer is the nearest."""
        box = ask(self, title, text, detail, [way])
        cancel = box.escapeButton()
        if isinstance(cancel, QPushButton):
            box.setDefaultButton(cancel)

    def _write(self) -> None:
        if self.problem:
            return
        self.messages.clear("failed")
        self.messages.clear("done")
        self._kept.setValue(_FORMATS, ",".join(form.value for form in self.destination.chosen_formats))
        prepared = self.work.prepared
        self.work.write(self.destination.destination, quarantine=prepared is not None and prepared.is_held)

    def _done(self, certificate: Certificate, destination: Destination) -> None:
        self._written = destination.out
        self.destination.note_written(destination.out)
        unreviewed = is_unreviewed(destination.out)
        said = self.tr("Reports exported unreviewed: {count}") if unreviewed else self.tr("Reports released: {count}")
        words = said.format(count=len(certificate.reports))
        detail = self.tr("They are in {folder}.").format(folder=destination.out)
        if destination.vault is not None:
            detail += " " + self.tr("The vault is {vault}.").format(vault=destination.vault)
        self.messages.tell(
            "done",
            f"{words}.",
            detail,
            kind=Kind.SIGNED,
            actions=[
                (self.tr("Open folder"), self._open_folder),
                *([] if unreviewed else [(self.tr("Show certificate"), self._show_certificate)]),
            ],
        )
        self.state.setText(f"{words}.")
        self.messages.clear("remarks")
        if certificate.remarks:
            told = [f"• {remark.text(language())}" for remark in certificate.remarks[:_LISTED]]
            more = len(certificate.remarks) - _LISTED
            lines = "\n".join([*told, f"… + {more}"] if more > 0 else told)
            heading = self.tr("What is otherwise in the documents than in their originals:")
            self.messages.tell("remarks", heading, f"\n{lines}")
        banner = self.messages.shown("done")
        if banner is not None:
            banner.buttons[0].setFocus()

    def _open_folder(self) -> None:
        if self._written is not None:
            self._show_outside(self._written)

    def _show_certificate(self) -> None:
        if self._written is not None:
            self._show_outside(self._written / f"{CERTIFICATE}.html")

    def _show_outside(self, path: Path) -> None:
        words = show_outside(path)
        if words:
            self.messages.tell("failed", words, kind=Kind.WARNING)

    # --- the window itself -----------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.work.refresh()
        super().changeEvent(event)

    def _step_part(self, direction: int) -> None:
        """Go to the part after (1) the one that has the keyboard, or before (-1)."""
        parts = [
            (part, first)
            for part, first in (
                (self.steps, self.steps.first),
                (self.preview, self.preview.released),
                (self.held, self.held.list),
                (self.release, self.release),
            )
            if first.isVisible() and first.isEnabled()
        ]
        focused = self.focusWidget()
        here = [part is focused or part.isAncestorOf(focused) for part, _ in parts]
        if parts:
            at = here.index(True) if True in here else min(-direction, 0)
            parts[(at + direction) % len(parts)][1].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.messages.front is not None:
            self.messages.close_front()
        elif self.preview.isAncestorOf(self.focusWidget()) and self.held.list.isVisible():
            self.held.list.setFocus()  # the way back from what Return led to
        elif self.held.list.hasFocus():
            pass  # one press too many on that way closes nothing
        elif not self.work.writing and not self.destination.has_passphrases:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.work.close()
        self._kept.setValue(_GEOMETRY, self.saveGeometry())
        super().closeEvent(event)
        self.closed.emit()
