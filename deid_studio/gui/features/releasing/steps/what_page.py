"""WhatPage: how many reports leave, and which stay and why."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QRadioButton, QTreeWidgetItem, QVBoxLayout, QWidget

from deid_studio.errors import DeidError, ReviewFileError
from deid_studio.gui.features.releasing.entry_list import EntryList
from deid_studio.gui.features.releasing.release_words import left_out_words
from deid_studio.gui.features.releasing.work.release_work import GATHER, ReleaseWork
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import what_happened, what_to_do

_NAME = Qt.ItemDataRole.UserRole
_LISTED = 2000  # names a reason; who has more knows what is missing


class WhatPage(QWidget):
    """The first step; Return or a double click opens a report that stays in the review window."""

    review_wanted = Signal(str, int, int)  # report, and a stretch of it (code points)
    patients_wanted = Signal()  # a table of what is known of the patients should be opened

    def __init__(self, work: ReleaseWork, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self.count = QLabel()
        font = self.count.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        font.setBold(True)
        self.count.setFont(font)
        self.count.setWordWrap(True)
        self.reviewed = QRadioButton(self.tr("Re&viewed reports, with a certificate"))
        self.reviewed.setChecked(not work.unreviewed)
        self.unreviewed = QRadioButton(self.tr("Unrev&iewed export: all reports, without a certificate"))
        self.unreviewed.setChecked(work.unreviewed)
        self.warning = told_label(
            self.tr(
                "⚠ Nobody has confirmed that all personal data is marked in them. What is not marked leaves as it is,"
                " unless the check happens to find it. The names of the files and a note beside them say that nobody"
                " reviewed them."
            )
        )
        self.unreviewed.setAccessibleDescription(self.warning.text())
        self.lost = told_label(
            self.tr(
                "⚠ This folder was reviewed here, and what was decided on its reports is no longer there. Review them"
                " again in the window and sign them off."
            )
        )
        self.undecided = told_label("")
        self.stay = QLabel(self.tr("Reports that st&ay (⏎ opens one in the review):"))
        self.list = EntryList(self.tr("Reports that stay"))
        self.list.setHeaderHidden(True)
        self.stay.setBuddy(self.list)
        self.hindered = told_label("")
        column = QVBoxLayout(self)
        column.setSpacing(10)
        for widget in (self.count, self.reviewed, self.lost):
            column.addWidget(widget)
        column.addWidget(self._build_elsewhere())
        for widget in (self.unreviewed, self.warning, self.undecided, self.stay):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.hindered)
        column.addStretch(0)
        column.addLayout(self._build_patients())
        self.unreviewed.toggled.connect(work.set_unreviewed)
        self.list.entered.connect(self._open)
        work.gathered_changed.connect(self._show)
        self._show()

    @property
    def first_field(self) -> QWidget:
        """Where a person begins."""
        return self.reviewed

    def _build_elsewhere(self) -> QWidget:
        """Where a person says who reviewed annotations that another program made."""
        self.elsewhere = QWidget()
        column = QVBoxLayout(self.elsewhere)
        column.setContentsMargins(24, 0, 0, 0)
        column.setSpacing(6)
        label = QLabel(self.tr("Nobody has decided anything here. Who reviewed the an&notations, and how:"))
        label.setWordWrap(True)
        self.reviewed_by = QLineEdit(self._work.reviewed_by)
        self.reviewed_by.setPlaceholderText(self.tr("who, how"))
        self.reviewed_by.editingFinished.connect(self._say_who)
        label.setBuddy(self.reviewed_by)
        self.reviewed_by_told = told_label("")
        for widget in (label, self.reviewed_by, self.reviewed_by_told):
            column.addWidget(widget)
        return self.elsewhere

    def _say_who(self) -> None:
        words = ""
        try:
            self._work.set_reviewed_by(self.reviewed_by.text())
        except DeidError as error:
            words = f"⚠ {what_happened(error)}"
        self.reviewed_by_told.setText(words)
        self.reviewed_by_told.setVisible(bool(words))
        self.reviewed_by.setAccessibleDescription(words)

    def _build_patients(self) -> QVBoxLayout:
        self.patients = told_label("")
        self.open_table = QPushButton(self.tr("Patient &data…"))
        self.open_table.setToolTip(self.tr("Open a table of what is known of the patients"))
        self.open_table.setAutoDefault(False)
        self.open_table.clicked.connect(self.patients_wanted)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(self.patients)
        column.addWidget(self.open_table, 0, Qt.AlignmentFlag.AlignLeft)
        return column

    def _show_patients(self) -> None:
        total = len(self._work.names)
        for part in (self.patients, self.open_table):
            part.setVisible(total > 0)
        self.patients.setText(
            self.tr(
                "Reports whose patient is known: {known} of {total}. In them the check looks for the patient's data as"
                " well, and one patient gets the same surrogates in all reports."
            ).format(known=self._work.known_patients, total=total)
        )

    def _show(self) -> None:
        self._show_patients()
        work, gathered = self._work, self._work.gathered
        self.warning.setVisible(self.unreviewed.isChecked())
        self.elsewhere.setVisible(gathered is not None and not gathered.begun and self.reviewed.isChecked())
        self.lost.setVisible(gathered is not None and gathered.lost and self.reviewed.isChecked())
        self.reviewed_by_told.setVisible(bool(self.reviewed_by_told.text()))
        self.undecided.setVisible(work.undecided > 0)
        self.undecided.setText(
            self.tr("⚠ Suggestions in them that nobody has decided: {count}. The release waits for that.").format(
                count=work.undecided
            )
        )
        if gathered is None or work.jobs.running(GATHER):
            self.count.setText(self.tr("Looking which reports may leave…"))
            if gathered is None:
                self.list.hide()
                self.stay.hide()
                self.hindered.hide()
            return
        self.count.setText(
            self.tr("Reports that leave: {count}").format(count=len(gathered.sources))
            if gathered.sources
            else self.tr("No report can leave yet")
        )
        self.list.clear()
        for why, names in gathered.left_out.items():
            top = QTreeWidgetItem([f"{left_out_words(why)}: {len(names)}"])
            for name in names[:_LISTED]:
                child = QTreeWidgetItem([name])
                child.setData(0, _NAME, name)
                child.setToolTip(0, name)
                top.addChild(child)
            self.list.addTopLevelItem(top)
            top.setExpanded(len(names) <= 30)
        stays = bool(gathered.left_out)
        self.list.setVisible(stays)
        self.stay.setVisible(stays)
        self._show_hindered(gathered.hindered)

    def _show_hindered(self, hindered: tuple[DeidError, ...]) -> None:
        review = [one for one in hindered if isinstance(one, ReviewFileError)]
        words = [f"⚠ {what_happened(one)} {what_to_do(one)}" for one in review[:1]]
        if unreadable := len(hindered) - len(review):
            words.append(self.tr("Reports whose files cannot be read: {count}.").format(count=unreadable))
        self.hindered.setText("\n".join(words))
        self.hindered.setVisible(bool(words))

    def _open(self) -> None:
        item = self.list.currentItem()
        name = None if item is None else item.data(0, _NAME)
        if name:
            self.review_wanted.emit(name, 0, 0)
