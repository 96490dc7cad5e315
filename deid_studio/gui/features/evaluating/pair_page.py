"""PairPage: how far every two sides of a corpus agree, as a matrix; a cell leads to their differences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from deid_studio.corpora.side_evaluation import Pairs, PairsRequest, Side, pair_counts
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.evaluating.counted_page import CountedPage
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.heat_map import HeatMap, Matrix


class PairPage(CountedPage):
    """`wanted` brings the places of two sides, gold's first."""

    wanted = Signal(int, int)

    def __init__(
        self, controller: ReviewController, sides: Sequence[Side], titles: Sequence[str], theme: Theme
    ) -> None:
        super().__init__(controller, "evaluating_pairs", pair_counts, PairsRequest(tuple(sides), controller.tagset))
        self._titles = {str(place): title for place, title in enumerate(titles)}
        self.heat_map = HeatMap(self.tr("Agreement of every two"), theme)
        self.heat_map.wanted.connect(self._want)
        self._column.addWidget(self.heat_map, 1)

    def take(self, found: Pairs) -> None:
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

    def _want(self, gold: str, own: str) -> None:
        if gold != own:
            self.wanted.emit(int(gold), int(own))
