"""HandoverPage: for whom a release is and for what, who can see it there, and until when."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import QDate, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDateEdit, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from deid_studio.gui.features.releasing.release_words import words_for
from deid_studio.gui.features.releasing.work.release_work import ReleaseWork
from deid_studio.gui.widgets.choice_box import ChoiceBox
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import language
from deid_studio.review.handover import LONGEST, Environment, Handover, in_one_line, missing_words


class HandoverPage(QWidget):
    """The fourth step; what was said of the project's last release stands there. `problem` says what is missing."""

    changed = Signal()
    ledger_wanted = Signal()

    def __init__(self, work: ReleaseWork, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._own_expiry = False
        last = work.last_handover
        self.told = told_label(
            self.tr(
                "It is kept in the ledger of this folder and stands on the certificate, which leaves with the reports."
            )
        )
        self.recipient = self._line(last.recipient, self.tr("A person, a group or an organisation"))
        self.purpose = self._line(last.purpose, self.tr("A study, a corpus, a course…"))
        self.environment = ChoiceBox(14)
        self.environment.addItem(self.tr("Not stated"), None)
        for one in Environment:
            self.environment.addItem(words_for(one), one)
        self.environment.setCurrentIndex(self.environment.findData(last.environment))
        self.agreement = self._line(last.agreement, self.tr("Contract, data permit, committee's approval…"))
        self.expires = QDateEdit()
        self.expires.setCalendarPopup(True)
        self.expires.setDisplayFormat("dd/MM/yyyy")
        self.expires.setMinimumDate(QDate.currentDate().addDays(1))
        self.expiry_told = told_label(
            self.tr(
                "Until then what was judged may be relied on: with more data and better tools than today's, people"
                " are known again more easily."
            )
        )
        self.expires.setAccessibleDescription(self.expiry_told.text())
        self.wanted = told_label("")
        self.ledger = QPushButton(self.tr("Past rele&ases…"))
        self.ledger.setAutoDefault(False)
        self.ledger.clicked.connect(self.ledger_wanted)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.told)
        for words, field in (
            (self.tr("R&ecipient:"), self.recipient), (self.tr("&Purpose:"), self.purpose),
            (self.tr("Who &can see it there:"), self.environment),
            (self.tr("Who in particular, under what a&greement:"), self.agreement),
            (self.tr("E&xpires on:"), self.expires),
        ):  # fmt: skip
            label = QLabel(words)
            label.setBuddy(field)
            column.addWidget(label)
            column.addWidget(field)
        column.addWidget(self.expiry_told)
        column.addWidget(self.wanted)
        column.addSpacing(6)
        column.addWidget(self.ledger, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        for signal in (self.recipient.textChanged, self.purpose.textChanged, self.agreement.textChanged,
                       self.environment.currentIndexChanged):  # fmt: skip
            signal.connect(self._tell)
        self.expires.dateChanged.connect(self._expiry_chosen)
        work.policy_changed.connect(self._tell)
        self._tell()

    def _line(self, text: str, hint: str) -> QLineEdit:
        field = QLineEdit(text)
        field.setMaxLength(LONGEST)
        field.setPlaceholderText(hint)
        field.setCursorPosition(0)
        return field

    @property
    def first_field(self) -> QWidget:
        """Where a person begins."""
        return self.recipient

    @property
    def handover(self) -> Handover:
        """What is said on the page."""
        environment = self.environment.currentData()
        return Handover(
            in_one_line(self.recipient.text()),
            in_one_line(self.purpose.text()),
            None if environment is None else Environment(environment),  # Qt gives back a plain string
            in_one_line(self.agreement.text()),
            date.fromisoformat(self.expires.date().toString(Qt.DateFormat.ISODate)),
        )

    @property
    def problem(self) -> str:
        """What the policy wants to be said and is not, in words; empty for nothing."""
        missing = self.handover.missing(self._work.policy.requires)
        if not missing:
            return ""
        words = missing_words(missing)
        return self.tr("This policy asks for whom the release is. Missing: {what}.").format(what=words.said(language()))

    def _expiry_chosen(self) -> None:
        self._own_expiry = True
        self._tell()

    def _tell(self) -> None:
        if not self._own_expiry:
            day = date.today() + timedelta(days=self._work.policy.expires_days)
            with QSignalBlocker(self.expires):
                self.expires.setDate(QDate(day.year, day.month, day.day))
        self.expires.setToolTip(self.expires.text())
        self.wanted.setText(f"⚠ {self.problem}" if self.problem else "")
        self.wanted.setVisible(bool(self.problem))
        self._work.handover = self.handover
        self.changed.emit()
