"""ChoiceBox: a combo box that may be narrower than its choices; its list is not."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QStyle, QWidget


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
