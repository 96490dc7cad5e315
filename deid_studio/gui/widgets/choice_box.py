"""ChoiceBox: a combo box that may be narrower than its choices; its list is not."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip, QWidget


class ChoiceBox(QComboBox):
    """A combo box of a given least width, in letters; what is chosen is told in full where it is cut."""

    def __init__(self, least: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(least)

    def showPopup(self) -> None:
        view = self.view()
        view.setMinimumWidth(0)
        scrolls = self.count() > self.maxVisibleItems()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent) if scrolls else 0
        wanted = view.sizeHintForColumn(0) + 2 * view.frameWidth() + bar + 8  # the padding of the list
        view.setMinimumWidth(min(max(wanted, self.width()), self.screen().availableGeometry().width()))
        super().showPopup()

    def shown_text(self) -> str:
        """What is chosen, as far as there is room, with an ellipsis where it is cut."""
        return self._option().currentText

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), self._option()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and not self.toolTip() and isinstance(event, QHelpEvent):
            whole = self.currentText()
            QToolTip.showText(event.globalPos(), whole if whole != self.shown_text() else "", self)
            return True
        return super().event(event)

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + 4
        option.currentText = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        return option
