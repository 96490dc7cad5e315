"""PairPage: how far every two sides of a corpus agree, as a matrix; a cell leads to their differences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deid_studio.corpora.side_evaluation import Pairs, PairsRequest, Side, pair_counts
from deid_studio.errors import DeidError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.heat_map import HeatMap, Matrix
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import time_left, what_happened, what_to_do

_TOPIC = "evaluating_pairs"


class PairPage(QWidget):
    """It compares when it is shown first; `wanted` brings the places of two sides, gold's first."""

    wanted = Signal(int, int)

    def __init__(
        self, controller: ReviewController, sides: Sequence[Side], titles: Sequence[str], theme: Theme
    ) -> None:
        super().__init__()
        self._controller = controller
        self._sides = tuple(sides)
        self._titles = {str(place): title for place, title in enumerate(titles)}
        self._begun = False
        self.told = told_label()
        self.heat_map = HeatMap(self.tr("Agreement of every two"), theme)
        self.heat_map.wanted.connect(self._want)
        column = QVBoxLayout(self)
        column.addWidget(self.told)
        column.addWidget(self.heat_map, 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._begun:
            self._begun = True
            self._controller.jobs.run(
                _TOPIC,
                pair_counts,
                PairsRequest(self._sides, self._controller.tagset),
                done=self._take,
                failed=self._failed,
                progress=lambda *_: self.told.setText(time_left(self._controller.jobs.seconds_left(_TOPIC))),
            )

    def stop(self) -> None:
        """Give up comparing."""
        self._controller.jobs.cancel(_TOPIC)

    def _take(self, found: Pairs) -> None:
        self.told.setText(
            self.tr(
                "F1 in % of mentions by class and ends, on the reports that both have signed. A click or Enter compares"
                " the two."
            )
        )
        shares = {(str(one), str(other)): counts.f1 for (one, other), counts in found.items()}
        percents = {pair: int(share * 100) for pair, share in shares.items()}
        says = self.tr("{row} and {column}: {count} %")
        self.heat_map.show_matrix(Matrix(self._titles, self._titles, percents, shares), says)

    def _failed(self, error: DeidError) -> None:
        self._begun = False  # it is tried again when the page is shown again
        self.told.setText(f"{what_happened(error)} {what_to_do(error)}")

    def _want(self, gold: str, own: str) -> None:
        if gold != own:
            self.wanted.emit(int(gold), int(own))
