"""ClassChooser: a small list of classes beside what is to have one, narrowed by typing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListWidget, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from deid_studio.gui.shell.family_lines import CHIP, class_chip
from deid_studio.gui.shell.key_table import CLASS, KeyTable, pressed
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.few_lines import FewLines
from deid_studio.gui.words.wording import folded, language
from deid_studio.model.tagset import TagSet

_SIZE = QSize(440, 400)  # without what is said of a class
_MARGIN = 10
_GAP = 8  # between it and what it is about
_MOST_LINES = 12  # of what is said of a class: a text that somebody wrote may be of any length
_NAME = Qt.ItemDataRole.UserRole
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ClassChooser(QFrame):
    """A pop-up: type a part of a title or name, Return takes the first, Escape takes none; Alt and a class's key takes
    that class at once, whatever was typed. Below the list stands what the class under the cursor holds."""

    chosen = Signal(str)

    def __init__(
        self,
        title: str,
        tagset: TagSet,
        preselected: str,
        theme: Theme,
        parent: QWidget,
        keys: KeyTable | None = None,
        explain: Callable[[str], str] = lambda _: "",
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(title)
        heading = QLabel(title)
        self.field = QLineEdit()
        self._keys = keys or KeyTable()
        self.field.setPlaceholderText(self.tr("Type to narrow, or Alt and the key shown"))
        self.field.setAccessibleName(self.tr("Class"))
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(self.tr("Classes"))
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.setSpacing(6)
        self.none = QLabel(self.tr("Nothing matches"))
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.none.hide()
        self.meaning = FewLines(1)
        self.meaning.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.meaning.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.meaning.setStyleSheet(f"color: {theme.muted};")
        self._explain = explain
        for widget in (heading, self.field, self.list, self.none, self.meaning):
            column.addWidget(widget, widget in (self.list, self.none))  # which take the room that is left
        self.list.setMouseTracking(True)
        self.list.currentItemChanged.connect(self._tell)
        self.list.itemEntered.connect(self._tell_hovered)
        self._rests = QCursor.pos()  # where the mouse lay when a key was pressed last
        lang = language()
        self.list.setIconSize(CHIP)
        for phi_class in tagset:
            shown = self._keys.shown(f"{CLASS}{phi_class.name}")
            key = f"   [{shown}]" if shown else ""
            item = QListWidgetItem(phi_class.title_in(lang) + key)
            item.setIcon(class_chip(theme, tagset, phi_class))
            item.setToolTip(phi_class.name)
            item.setData(_NAME, phi_class.name)
            item.setData(_NAME + 1, folded(f"{phi_class.title_in(lang)} {phi_class.name}"))
            self.list.addItem(item)
            if phi_class.name == preselected:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self._fit()
        self.field.textChanged.connect(self._narrow)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(self._take)

    def _fit(self) -> None:
        """Be large enough for the longest text of a class, which is not to move the list."""
        self.meaning.ensurePolished()
        edges = self.frameWidth() + _MARGIN
        texts = [self._explain(self.list.item(row).data(_NAME)) for row in range(self.list.count())]
        self.meaning.make_room(texts, _SIZE.width() - 2 * edges, _MOST_LINES)
        self._wanted = _SIZE + QSize(0, self.meaning.sizeHint().height())

    def _tell(self, item: QListWidgetItem | None) -> None:
        said = "" if item is None else self._explain(item.data(_NAME))
        self.meaning.setText(said)
        self.meaning.setToolTip(said)
        self.field.setAccessibleDescription(said)

    def _tell_hovered(self, item: QListWidgetItem) -> None:
        if QCursor.pos() != self._rests:  # else the list has moved under a mouse that nobody has in hand
            self._tell(item)

    def open_beside(self, stretch: QRect) -> None:
        """Show the list below or above what it is about on the screen, smaller where there is less room."""
        area = self.screen().availableGeometry()
        below, above = area.bottom() - stretch.bottom() - _GAP, stretch.top() - area.top() - _GAP
        self.resize(self._wanted.boundedTo(QSize(area.width(), max(below, above))))
        x = min(max(stretch.left(), area.left()), area.right() - self.width())
        self.move(x, stretch.bottom() + _GAP if self.height() <= below else stretch.top() - _GAP - self.height())
        self.show()
        self.list.doItemsLayout()
        self.list.scrollToItem(self.list.currentItem(), QListWidget.ScrollHint.PositionAtCenter)
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._rests = QCursor.pos()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.list.currentItem())
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close()
                return True
            command = self._keys.owner(pressed(event).removeprefix("Alt+")) if _is_alt(event) else None
            if command is not None and command.startswith(CLASS):
                self._take(self._item_of(command.removeprefix(CLASS)))
                return True
            if event.key() in _MOVES:
                self._move(event.key())
                return True
        return super().eventFilter(watched, event)

    def _item_of(self, name: str) -> QListWidgetItem | None:
        rows = (self.list.item(row) for row in range(self.list.count()))
        item = next((one for one in rows if one.data(_NAME) == name), None)
        if item is not None:
            item.setHidden(False)
        return item

    def _narrow(self, text: str) -> None:
        wanted = folded(text).split()
        first: QListWidgetItem | None = None
        for row in range(self.list.count()):
            item = self.list.item(row)
            fits = all(word in item.data(_NAME + 1) for word in wanted)
            item.setHidden(not fits)
            if fits and first is None:
                first = item
        self.list.setCurrentRow(-1 if first is None else self.list.row(first))
        self.list.setHidden(first is None)
        self.none.setHidden(first is not None)

    def _move(self, key: int) -> None:
        shown = [row for row in range(self.list.count()) if not self.list.item(row).isHidden()]
        if not shown:
            return
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}[Qt.Key(key)]
        row = self.list.currentRow()
        at = shown.index(row) if row in shown else 0
        self.list.setCurrentRow(shown[min(max(at + step, 0), len(shown) - 1)])

    def _take(self, item: QListWidgetItem | None) -> None:
        if item is not None and not item.isHidden():
            name: str = item.data(_NAME)
            self.close()
            self.chosen.emit(name)


def _is_alt(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
