"""SensitivityRow: a slider from only the sure suggestions to anything possible, and what hiding the others may cost."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from deid_studio.gui.controller import ReviewController
from deid_studio.gui.wording import Counts, decimal, percent
from deid_studio.review.sensitivity import STOPS, outlook, stop_at


class SensitivityRow(QWidget):
    """Shows and hides pending suggestions while it is moved; those of hidden classes are in none of its numbers."""

    def __init__(self, controller: ReviewController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(STOPS) - 1)
        self.slider.setPageStep(3)
        self.slider.setAccessibleName(self.tr("How sure a pending suggestion must be to be shown"))
        self.slider.setToolTip(self.tr("Hides pending suggestions that are less sure; what is decided always stays"))
        self.told = QLabel()
        self.told.setWordWrap(True)
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
        for signal in (
            controller.report_opened,
            controller.report_failed,
            controller.desk_changed,
            controller.hidden_changed,
        ):
            signal.connect(self._tell)
        self._follow()

    def _follow(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(stop_at(self._controller.least))
        self._tell()

    def _tell(self) -> None:
        controller = self._controller
        found = outlook((m for m in controller.desk if m.span.phi_class not in controller.hidden), controller.least)
        shown = Counts().shown(found.shown)
        if controller.least:
            shown += " " + self.tr("(from {least})").format(least=percent(controller.least))
        if found.shown:
            shown += ", " + self.tr("about {false} of them not PHI").format(false=decimal(found.false))
        hidden = Counts().hidden(found.hidden)
        if found.hidden:
            hidden += ", " + self.tr("about {missed} of them PHI").format(missed=decimal(found.missed))
        self.told.setText(f"{shown}\n{hidden}")
        self.slider.setAccessibleDescription(f"{shown}; {hidden}")
