"""LedgerDialog: what was released from the folder and for whom, and whether a copy is as it left."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError, NotInLedgerError, ReleaseChangedError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.releasing.release_words import words_for
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import language, what_happened, what_to_do
from deid_studio.progress import Progress
from deid_studio.review.certificate.ledger import Comparison, Ledger, LedgerEntry, compared
from deid_studio.review.project import Project
from deid_studio.texts import in_language

READ, COMPARE = "ledger", "ledger_compare"
_DATE, _RECIPIENT, _POLICY, _COUNT, _EXPIRES = range(5)
_ENTRY = Qt.ItemDataRole.UserRole
_LISTED = 8


class LedgerDialog(QDialog):
    """The newest release is first; `entries` are what was read, oldest first."""

    def __init__(self, controller: ReviewController, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Past releases"))
        self._controller = controller
        self.entries: tuple[LedgerEntry, ...] = ()
        self.told = told_label(self.tr("Reading the ledger…"))
        self.list = QTreeWidget()
        self.list.setHeaderLabels(
            [self.tr("Date"), self.tr("Recipient"), self.tr("Policy"), self.tr("Reports"), self.tr("Expires")]
        )
        self.list.setAccessibleName(self.tr("Past releases"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setStyleSheet("QTreeWidget::item { padding: 4px 2px; }")
        columns = self.list.header()
        columns.setStretchLastSection(False)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (_RECIPIENT, _POLICY):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.list.currentItemChanged.connect(self._show_entry)
        self.details = told_label("")
        self.details.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.checked = told_label("")
        self.check = QPushButton(self.tr("Compare a &copy…"))
        self.check.setToolTip(self.tr("Whether a released folder is as it left, file by file"))
        self.check.setAutoDefault(False)
        self.check.clicked.connect(self._choose)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.addButton(self.check, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(self.told)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.details)
        layout.addWidget(self.checked)
        layout.addWidget(buttons)
        self.checked.hide()
        self.list.hide()
        self.check.setEnabled(False)
        self.resize(900, 560)
        self.finished.connect(self._cancel)
        assert controller.folder is not None
        controller.jobs.run(READ, _read, controller.folder.project, done=self._take, failed=self._failed)

    def _take(self, entries: tuple[LedgerEntry, ...]) -> None:
        self.entries = entries
        if not entries:
            self.told.setText(self.tr("Nothing was released from this folder."))
            return
        self.told.setText(self.tr("What was released from this folder, the newest first: {count}").format(
            count=len(entries)))  # fmt: skip
        for entry in reversed(entries):
            item = QTreeWidgetItem([
                _moment(entry.at), entry.handover.recipient or self.tr("not stated"), _policy(entry),
                str(len(entry.reports)), self._expiry(entry),
            ])  # fmt: skip
            item.setData(_DATE, _ENTRY, entry)
            item.setTextAlignment(_COUNT, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if entry.is_past(date.today()):
                font = item.font(_EXPIRES)
                font.setBold(True)
                item.setFont(_EXPIRES, font)
            for column in (_RECIPIENT, _POLICY):
                item.setToolTip(column, item.text(column))
            self.list.addTopLevelItem(item)
            if entry is entries[-1]:
                self.list.setCurrentItem(item)
        self.list.show()
        self.check.setEnabled(True)
        self.list.setFocus()

    def _expiry(self, entry: LedgerEntry) -> str:
        expires = entry.handover.expires
        if expires is None:
            return ""
        return self.tr("⚠ expired {date}").format(date=_day(expires)) if entry.is_past(date.today()) else _day(expires)

    def _show_entry(self, item: QTreeWidgetItem | None) -> None:
        entry = None if item is None else item.data(_DATE, _ENTRY)
        if entry is None:
            self.details.clear()
            return
        handover, nothing = entry.handover, self.tr("not stated")
        seen = nothing if handover.environment is None else words_for(handover.environment)
        left_out = sum(map(len, entry.left_out.values()))
        lines = [
            self.tr("Purpose: {what}").format(what=handover.purpose or nothing),
            self.tr("Who can see it there: {who}").format(who=seen)
            + (f" · {handover.agreement}" if handover.agreement else ""),
            self.tr("Released by {who} into {folder}").format(who=entry.by or nothing, folder=entry.folder),
            self.tr("Files: {files} · left out: {left_out} · certificates: {issues}").format(
                files=len(entry.files), left_out=left_out, issues=len(entry.issues)),
            self.tr("Number {number} · SHA-256 {contents}").format(number=entry.number, contents=entry.contents),
        ]  # fmt: skip
        if entry.vault:
            lines.append(self.tr("With a vault: the originals can come back."))
        if entry.unreviewed:
            lines.append(self.tr("⚠ Not reviewed: it has no certificate."))
        if not entry.settled:
            lines.append(
                self.tr(
                    "⚠ The program was stopped while it was written, and nobody knows whether it left: nothing was"
                    " found where it was to go."
                )
            )
        self.details.setText("\n".join(lines))

    # --- a copy ----------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose the released folder…"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.compare)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def compare(self, folder: str) -> None:
        """Compare a released folder, file by file, with what left."""
        self._tell(self.tr("Comparing {folder}…").format(folder=folder))
        asked = self.entries, Path(folder)
        self._controller.jobs.run(
            COMPARE, _compare, asked, done=lambda found: self._compared(Path(folder), found), failed=self._failed
        )

    def _compared(self, folder: Path, found: Comparison | None) -> None:
        if found is None:
            self._failed(NotInLedgerError(path=folder))
            return
        rows = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        self.list.setCurrentItem(next(row for row in rows if row and row.data(_DATE, _ENTRY) is found.entry))
        if found.is_same:
            words = [self.tr("✓ All files of {folder} are as they left.").format(folder=folder)]
        else:
            error = ReleaseChangedError(path=folder, count=found.differences)
            words = [f"⚠ {what_happened(error)} {what_to_do(error)}"]
            words += _some(self.tr("missing"), found.missing) + _some(self.tr("changed"), found.changed)
            words += _some(self.tr("did not leave with it"), found.added)
        if found.outdated:
            words.append(self.tr("Its certificate was issued again since."))
        self._tell("\n".join(words))

    def _failed(self, error: DeidError) -> None:
        self._tell(f"⚠ {what_happened(error)} {what_to_do(error)}")

    def _tell(self, words: str) -> None:
        self.checked.setText(words)
        self.checked.show()

    def _cancel(self) -> None:
        for topic in (READ, COMPARE):
            self._controller.jobs.cancel(topic)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._cancel()
        super().closeEvent(event)


def _read(project: Project, progress: Progress) -> tuple[LedgerEntry, ...]:
    progress.step(0)
    return Ledger(project).entries()


def _compare(asked: tuple[tuple[LedgerEntry, ...], Path], progress: Progress) -> Comparison | None:
    return compared(*asked, progress)


def _policy(entry: LedgerEntry) -> str:
    return in_language(entry.policy_title, language()) or str(entry.policy.get("name", ""))


def _moment(at: str) -> str:
    moment = datetime.fromisoformat(at).astimezone()
    return f"{_day(moment.date())}, {moment:%H:%M}"


def _day(day: date) -> str:
    return QLocale(language()).toString(QDate(day.year, day.month, day.day), "d MMM yyyy")


def _some(words: str, names: Iterable[str]) -> list[str]:
    listed = list(names)
    more = [f"… + {len(listed) - _LISTED}"] if len(listed) > _LISTED else []
    return [*(f"• {name}: {words}" for name in listed[:_LISTED]), *more]
