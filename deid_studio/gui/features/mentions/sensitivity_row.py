"""SensitivityRow: a slider from only the sure suggestions to anything possible, and what hiding the others may cost."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.words.wording import Counts, about, percent
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS, EVERYTHING, STOPS, outlook, stop_at

_LATER_MS = 100


class SensitivityRow(QWidget):
    """Shows and hides pending suggestions while it is moved; those of hidden classes are in none of its numbers."""

    def __init__(self, controller: ReviewController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(STOPS) - 1)
        self.slider.setPageStep(3)
        self.slider.setAccessibleName(self.tr("How sure a pending suggestion must be to be shown"))
        self.slider.setToolTip(
            self.tr(
                "Hides pending suggestions that are less sure; what is decided always stays.\n"
                "Furthest to the right, doubts are shown as well: what the model held possible without suggesting it,"
                " and what merely looks like PHI."
            )
        )
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.setToolTip(
            self.tr("Expected numbers, from how often suggestions of the same confidence were right when measured.")
        )
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(QLabel(self.tr("Only the sure")))
        row.addWidget(self.slider, 1)
        row.addWidget(QLabel(self.tr("Anything possible")))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.told)

        self.slider.valueChanged.connect(lambda place: controller.set_least(STOPS[place]))
        controller.least_changed.connect(self._follow)
        controller.folder_opened.connect(self._watch)
        for signal in (
            controller.report_opened,
            controller.report_failed,
            controller.hidden_changed,
            controller.signed_changed,
        ):
            signal.connect(self._tell)
        # After a decision a moment later: what is expected of thousands is summed, and nobody waits for it.
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._tell)
        controller.desk_changed.connect(lambda: self._later.start())
        self._follow()

    def _watch(self) -> None:
        folder = self._controller.folder
        if folder is not None:
            folder.suggestions_came.connect(self._came)
            folder.preannotation_changed.connect(self._tell)

    def _came(self, name: str) -> None:
        if name == self._controller.shown:
            self._tell()

    def _follow(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(stop_at(self._controller.least))
        self._tell()

    def _tell(self) -> None:
        controller = self._controller
        if controller.searching:
            self.told.setText(self.tr("Looking for suggestions…") + "\n")
            self.slider.setAccessibleDescription(self.tr("Looking for suggestions…"))
            return
        classes = controller.hidden
        doubts = [one for one in controller.sensitivity.doubts if one.span.phi_class not in classes]
        mentions = (m for m in controller.desk.pending if m.span.phi_class not in classes)
        found = outlook(mentions, controller.least, doubts)
        shown = Counts().shown(found.shown) + self._from()
        if found.shown:
            shown += ", " + self.tr("{false} of them not PHI").format(false=about(found.false))
        hidden = Counts().hidden(found.hidden)
        if controller.awaiting:
            hidden = self.tr("Still looking for hidden ones…")
        elif found.hidden:
            hidden += ", " + self.tr("{missed} of them PHI").format(missed=about(found.missed))
        self.told.setText(f"{shown}\n{hidden}")
        self.slider.setAccessibleDescription(f"{shown}; {hidden}")

    def _from(self) -> str:
        least = self._controller.least
        if least > ALL_SUGGESTIONS:
            return " " + self.tr("(from {least})").format(least=percent(least))
        if least == EVERYTHING:
            return " " + self.tr("(with all doubts)")
        if least < ALL_SUGGESTIONS:
            return " " + self.tr("(with doubts from {least})").format(least=percent(least - EVERYTHING))
        return ""
