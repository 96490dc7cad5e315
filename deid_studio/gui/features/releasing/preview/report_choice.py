"""ReportChoice: the reports that leave, with how many places of each hold the release back."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from deid_studio.gui.features.releasing.work.release_work import ReleaseWork

_NAME = Qt.ItemDataRole.UserRole


class ReportChoice(QListWidget):
    """It follows what leaves and what is checked; only a person's choice is told."""

    chosen = Signal(str)

    def __init__(self, work: ReleaseWork, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._items: dict[str, QListWidgetItem] = {}  # by the names of the reports, in order
        self._marked: dict[str, int] = {}  # how many places hold the release back, of those that have any
        self.setAccessibleName(self.tr("Reports that leave"))
        self.setUniformItemSizes(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names differ least in their middle
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.currentItemChanged.connect(self._chosen)
        work.check_changed.connect(self._mark_held)
        work.gathered_changed.connect(self._fill)
        self._fill()

    def point_at_shown(self) -> None:
        """Have the report be the current one that is looked at."""
        item = self._items.get(self._work.report)
        if item is not None:
            with QSignalBlocker(self):
                self.setCurrentItem(item)

    def _fill(self) -> None:
        names = self._work.names
        if tuple(self._items) != names:
            self._items, self._marked = {}, {}
            with QSignalBlocker(self):
                self.clear()
                for name in names:
                    item = self._items[name] = QListWidgetItem(name)
                    item.setData(_NAME, name)
                    item.setToolTip(name)
                    self.addItem(item)
        self._mark_held()
        self.point_at_shown()

    def _mark_held(self) -> None:
        prepared = self._work.prepared
        counts = {} if prepared is None else {name: len(places) for name, places in prepared.held.items()}
        said = self.tr("{name}, places that hold the release back: {count}")
        with QSignalBlocker(self):
            for name in {name for name, _ in self._marked.items() ^ counts.items()} & self._items.keys():
                item, count = self._items[name], counts.get(name, 0)
                item.setText(f"⚠ {count}  {name}" if count else name)
                spoken = said.format(name=name, count=count) if count else name
                item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        self._marked = counts

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(_NAME))
