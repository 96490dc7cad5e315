"""SecondReaderDialog: which signed-off reports another person is to read as well, and what was found by it so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import decimal, short_class_title, what_happened, what_to_do
from deid_studio.review.kept_settings import SECOND_POLICY
from deid_studio.review.second.missed_bounds import upper_bound
from deid_studio.review.second.second_policy import SHARES, Choice, SecondPolicy
from deid_studio.review.second.second_reading import Findings, Survey, survey_of

_TOPIC = "second_reader"
_INDENT = 26


class SecondReaderDialog(QDialog):
    """What was read twice is looked up while it is open, off the window's thread; what is chosen holds from OK on."""

    def __init__(self, controller: ReviewController, parent: QWidget) -> None:
        super().__init__(parent)
        assert controller.folder is not None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Second reader"))
        self._controller = controller
        self._folder = controller.folder
        self._kept = self._folder.second.policy.with_secret()
        self._survey: Survey | None = None
        self.choices: dict[Choice, QRadioButton] = {}
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setSpacing(6)
        for choice, title, hint in self._titles():
            button = QRadioButton(title)
            button.setChecked(choice is self._kept.choice)
            button.toggled.connect(self._show_counts)
            self._group.addButton(button)
            self.choices[choice] = button
            column.addWidget(button)
            if hint:
                told = told_label(hint)
                told.setContentsMargins(_INDENT, 0, 0, 6)
                button.setAccessibleDescription(hint)
                column.addWidget(told)
        self.share = QSpinBox()
        self.share.setRange(round(SHARES[0] * 100), round(SHARES[1] * 100))
        self.share.setSuffix(" %")
        self.share.setValue(round(self._kept.share * 100))
        self.share.valueChanged.connect(self._show_counts)
        name = QLabel(self.tr("Share of the signed-off &reports:"))
        name.setBuddy(self.share)
        row = QHBoxLayout()
        row.addWidget(name)
        row.addWidget(self.share)
        row.addStretch(1)
        column.addLayout(row)
        self.counts = told_label("")
        column.addWidget(self.counts)
        box = QGroupBox(self.tr("Found so far"))
        self.found = told_label(self.tr("Looking it up…"))
        inner = QVBoxLayout(box)
        inner.addWidget(self.found)
        inner.addStretch(1)
        column.addSpacing(8)
        column.addWidget(box, 1)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        self.buttons.button(standard.Ok).setText(self.tr("Keep"))
        self.buttons.button(standard.Cancel).setText(self.tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self.setMinimumWidth(620)
        self._enable()
        self._show_counts()
        self.finished.connect(lambda: controller.jobs.cancel(_TOPIC))
        controller.jobs.run(_TOPIC, survey_of, self._folder.project, done=self._take, failed=self._failed)

    def _titles(self) -> tuple[tuple[Choice, str, str], ...]:
        return (
            (Choice.OFF, self.tr("&No second reader"), ""),
            (
                Choice.RANDOM,
                self.tr("A random &share of the reports"),
                self.tr(
                    "Nobody can foresee or choose which. What is found in them holds for all the others as well: it"
                    " tells how much was missed in the whole folder."
                ),
            ),
            (
                Choice.RISKIEST,
                self.tr("The reports with the riskiest &passages"),
                self.tr(
                    "Where most may have been left unmarked: suggestions that were rejected, by their confidence, and"
                    " what was not read. The second reader is led from one to the next."
                ),
            ),
        )

    @property
    def policy(self) -> SecondPolicy:
        """What is chosen in the dialog."""
        choice = next(choice for choice, button in self.choices.items() if button.isChecked())
        return replace(self._kept, choice=choice, share=self.share.value() / 100)

    def accept(self) -> None:
        """Keep what is chosen, and choose the reports by it; stays open where it cannot be kept."""
        if self._survey is None or self._folder is not self._controller.folder:
            return
        try:
            self._folder.project.keep(SECOND_POLICY, self.policy)
        except DeidError as error:
            self.counts.setText(f"{what_happened(error)} {what_to_do(error)}")
            return
        self._folder.set_second_policy(self.policy, self._survey.risks)
        if self._controller.session is not None:
            self._controller.signed_changed.emit(self._controller.session.signed)
        super().accept()

    def _enable(self) -> None:
        writable = self._survey is not None and not self._folder.project.read_only
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(writable)

    # --- how many it means -----------------------------------------------------------------------------------

    def _show_counts(self) -> None:
        policy = self.policy
        self.share.setEnabled(policy.choice is not Choice.OFF)
        if policy.choice is Choice.OFF:
            self.counts.setText(self.tr("A report is done when one person has signed it off."))
            return
        readers = self._folder.second.with_policy(policy, {} if self._survey is None else self._survey.risks)
        words = self.tr(
            "Now that is {chosen} of {signed} signed-off reports. Read by a second person: {read}; still to be read:"
            " {left}."
        )
        read = len(readers.read)
        left = len(readers.chosen) - read
        self.counts.setText(words.format(chosen=len(readers.chosen), signed=readers.signed, read=read, left=left))

    # --- what was found --------------------------------------------------------------------------------------

    def _take(self, survey: Survey) -> None:
        self._survey = survey
        self._enable()
        self._show_counts()
        self.found.setText("\n".join(self._lines(survey.findings)))

    def _failed(self, error: DeidError) -> None:
        self.found.setText(f"{what_happened(error)} {what_to_do(error)}")

    def _lines(self, found: Findings) -> list[str]:
        if not found.reports:
            return [self.tr("No report has been read by a second person yet.")]
        read = self.tr("Reports read by two people: {reports} (words: {words}; mentions: {mentions}).")
        lines = [read.format(reports=found.reports, words=found.words, mentions=found.spans)]
        missed = self.tr("PHI that the first reader had missed: {count}").format(count=found.missed.total())
        lines.append(f"{missed} ({self._by_class(found.missed)})." if found.missed else f"{missed}.")
        changed = self.tr(
            "Mentions taken off: {removed}; with another class: {relabelled}; with other ends: {resized}."
        )
        lines.append(
            changed.format(
                removed=found.removed.total(), relabelled=found.relabelled.total(), resized=found.resized.total()
            )
        )
        if found.agreement is not None:
            same = self.tr("Agreement of both readers: {share} % of the mentions are equal in ends and class.")
            lines.append(same.format(share=decimal(found.agreement * 100)))
        drawn = found.of(Choice.RANDOM)
        if drawn.reports:
            sure = self.tr(
                "Of those drawn at random, PHI had been missed in {count} of {reports}. So it is in at most {share} %"
                " of all signed-off reports (with 95 % confidence)."
            )
            bound = upper_bound(drawn.reports_with_missed, drawn.reports)
            count, reports = drawn.reports_with_missed, drawn.reports
            lines.append(sure.format(count=count, reports=reports, share=decimal(bound * 100)))
        if found.left_out:
            unread = self.tr("Reports whose decisions cannot be read, and are not counted: {count}.")
            lines.append(unread.format(count=found.left_out))
        return lines

    def _by_class(self, counts: Counter[str]) -> str:
        tagset = self._controller.tagset
        return "; ".join(f"{short_class_title(tagset, name)} {count}" for name, count in counts.most_common())
