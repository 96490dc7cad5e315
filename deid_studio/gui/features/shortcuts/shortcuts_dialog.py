"""ShortcutsDialog: every key of the window by topic, to look up, to change and to print."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QPagedPaintDevice, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.shell.key_table import native, pressed
from deid_studio.gui.shell.keys import Keys
from deid_studio.gui.widgets.printing import ask_to_print
from deid_studio.gui.words.wording import folded

Section = tuple[str, Sequence[tuple[str, str]]]  # title; what it does and its keys

BETWEEN = "  ·  "  # a comma is a key here
_COMMAND = Qt.ItemDataRole.UserRole
_FOUND_BY = _COMMAND + 1
_TO_LIST = (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KeyCatcher(QLineEdit):
    """A field that takes the next key pressed, whatever it is; Escape and losing the focus take none."""

    caught = Signal(str)  # its portable name
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAccessibleName(self.tr("The new key"))
        self.setPlaceholderText(self.tr("Press the new key"))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self.keyPressEvent(event)  # Tab too, which would else lead on
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = pressed(event)
        if key == "Esc":
            self.left.emit()
        elif key:
            self.caught.emit(key)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self.left.emit()


class ShortcutsDialog(QDialog):
    """The page *Keyboard shortcuts*; `others` are keys that are always the same."""

    def __init__(self, keys: Keys, others: Sequence[Section], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._keys = keys
        self._others = others
        self._items: dict[str, QTreeWidgetItem] = {}
        self._command = ""  # what a key is being given to
        self._adding = False
        self._wanted = ""  # the key that another command has
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Find an action, a class or a key"))
        self.filter.setAccessibleName(self.tr("Find an action, a class or a key"))
        self.filter.setClearButtonEnabled(True)
        self.tree = QTreeWidget()
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels([self.tr("What it does"), self.tr("Keys")])
        self.tree.setAccessibleName(self.tr("Keyboard shortcuts"))
        self.tree.setRootIsDecorated(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.none = QLabel(self.tr("Nothing matches"))
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.none.hide()
        self.change = QPushButton(self.tr("&Change…"))
        self.add = QPushButton(self.tr("&Add a key…"))
        self.reset = QPushButton(self.tr("&Reset"))
        self.reset.setToolTip(self.tr("Give the action chosen here its first keys again"))
        self.reset_all = QPushButton(self.tr("Reset a&ll"))
        self.print = QPushButton(self.tr("&Print…"))
        self.catcher = KeyCatcher()
        self.catcher.setMaximumWidth(200)
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.swap = QPushButton(self.tr("&Swap"))
        self.leave = QPushButton(self.tr("Leave it"))
        hint = QLabel(
            self.tr(
                "The keys of mentions and classes act while the report has the focus; Esc leads back to it, Tab leaves"
                " it. A class key adds the selected text, or changes the class of the current mention."
            )
        )
        hint.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setText(self.tr("Close"))
        pushed = (self.change, self.add, self.reset, self.reset_all, self.print, self.swap, self.leave, close)
        for button in pushed:
            button.setAutoDefault(False)  # Return belongs to the list
        changing = QHBoxLayout()
        for button in (self.change, self.add, self.reset, self.reset_all):
            changing.addWidget(button)
        changing.addStretch(1)
        changing.addWidget(self.print)
        telling = QHBoxLayout()
        telling.addWidget(self.told, 1)
        answers: tuple[QWidget, ...] = (self.catcher, self.swap, self.leave)
        for widget in answers:
            telling.addWidget(widget)
        # Always there, or the list would jump when a key is asked for.
        telling.addStrut(self.catcher.sizeHint().height() + 4)
        column = QVBoxLayout(self)
        column.addWidget(self.filter)
        column.addWidget(self.tree, 1)
        column.addWidget(self.none, 1)
        column.addLayout(telling)
        column.addLayout(changing)
        column.addWidget(hint)
        column.addWidget(buttons)
        self.resize(800, 680)

        self.filter.textChanged.connect(self._narrow)
        self.filter.installEventFilter(self)
        self.tree.currentItemChanged.connect(self._chosen)
        self.tree.itemActivated.connect(lambda item: self._ask(False) if self._is_changeable(item) else None)
        self.change.clicked.connect(lambda: self._ask(False))
        self.add.clicked.connect(lambda: self._ask(True))
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(self._reset_all)
        self.print.clicked.connect(self._print)
        self.catcher.caught.connect(self._caught)
        self.catcher.left.connect(self._stop)
        self.swap.clicked.connect(self._swap)
        self.leave.clicked.connect(self._stop)
        buttons.rejected.connect(self.reject)
        keys.changed.connect(self._refresh)
        self._fill()
        self._stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed_there = watched is self.filter and event.type() is QEvent.Type.KeyPress
        if pressed_there and isinstance(event, QKeyEvent) and event.key() in _TO_LIST:
            if not self.tree.isVisible():
                return True
            self.tree.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        return super().eventFilter(watched, event)

    # --- the list --------------------------------------------------------------------------------------------

    def sections(self) -> list[Section]:
        """The list as it is: topics, what can be done, and the keys."""
        return [(top.text(0), [(item.text(0), item.text(1)) for item in _children(top)]) for top in self._topics()]

    def _topics(self) -> list[QTreeWidgetItem]:
        return _children(self.tree.invisibleRootItem())

    def choose(self, command: str) -> None:
        """Go to a command's row."""
        self.tree.setCurrentItem(self._items[command])
        self.tree.scrollToItem(self._items[command], QTreeWidget.ScrollHint.PositionAtCenter)

    def _fill(self) -> None:
        topics: dict[str, QTreeWidgetItem] = {}
        for command in self._keys.commands.values():
            item = QTreeWidgetItem([command.title, ""])
            item.setToolTip(0, command.title)
            item.setData(0, _COMMAND, command.id)
            self._topic(topics, command.topic).addChild(item)
            self._items[command.id] = item
        for title, rows in self._others:
            for what, of in rows:
                item = QTreeWidgetItem([what, of])
                item.setToolTip(0, what)
                item.setData(0, _FOUND_BY, folded(f"{what} {of}"))
                self._topic(topics, title).addChild(item)
        self.tree.expandAll()
        self._refresh()
        self.tree.setCurrentItem(_children(self._topics()[0])[0])

    def _topic(self, topics: dict[str, QTreeWidgetItem], title: str) -> QTreeWidgetItem:
        if title not in topics:
            top = topics[title] = QTreeWidgetItem([title])
            font = top.font(0)
            font.setBold(True)
            top.setFont(0, font)
            top.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.tree.addTopLevelItem(top)
        return topics[title]

    def _refresh(self) -> None:
        for command, item in self._items.items():
            about = self._keys.commands.get(command)
            if about is None:  # the classes of a folder that was closed meanwhile
                continue
            shown = BETWEEN.join(map(native, self._keys.table.of(command)))
            item.setText(1, shown)
            item.setData(0, _FOUND_BY, folded(f"{about.title} {shown}"))
            own = self._keys.is_own(command)
            font = QFont(self.tree.font())
            font.setItalic(own)
            item.setFont(1, font)
            item.setToolTip(1, self.tr("Changed by you") if own else "")
        self._chosen()

    def _narrow(self, text: str) -> None:
        wanted = folded(text).split()
        first: QTreeWidgetItem | None = None
        for top in self._topics():
            fitting = 0
            for item in _children(top):
                fits = all(word in item.data(0, _FOUND_BY) for word in wanted)
                item.setHidden(not fits)
                fitting += fits
                first = first or (item if fits else None)
            top.setHidden(not fitting)
        if first is not None:
            self.tree.setCurrentItem(first)
        self.tree.setHidden(first is None)
        self.none.setHidden(first is not None)
        self._chosen()

    def _current(self) -> str:
        item = self.tree.currentItem()
        return "" if item is None or item.isHidden() else item.data(0, _COMMAND) or ""

    def _is_changeable(self, item: QTreeWidgetItem | None) -> bool:
        command = None if item is None else self._keys.commands.get(item.data(0, _COMMAND) or "")
        return command is not None and not command.fixed

    def _chosen(self) -> None:
        current = self.tree.currentItem()
        changeable = current is not None and not current.isHidden() and self._is_changeable(current)
        self.change.setEnabled(changeable)
        self.add.setEnabled(changeable)
        self.reset.setEnabled(changeable and self._keys.is_own(self._current()))
        self.reset_all.setEnabled(any(map(self._keys.is_own, self._items)))

    # --- changing keys ---------------------------------------------------------------------------------------

    def _ask(self, adding: bool) -> None:
        command = self._keys.commands.get(self._current())
        if command is None:
            return
        self._command, self._adding = command.id, adding
        self._tell(self.tr("Press the new key for «{title}»; Esc leaves it as it is.").format(title=command.title))
        self.swap.hide()
        self.leave.hide()
        self.catcher.clear()
        self.catcher.show()
        self.catcher.setFocus()

    def _caught(self, key: str) -> None:
        command = self._command
        refusal = self._keys.refusal(command, key)
        if refusal:
            self._tell(self.tr("{why} Press another key, or Esc.").format(why=refusal))
            return
        other = self._keys.conflict(command, key)
        if other is None:
            self._give(key)
            return
        self._wanted = key
        words = self.tr("{key} does «{other}» already.").format(key=native(key), other=other.title)
        old = next((one for one in self._keys.table.of(command) if not self._keys.refusal(other.id, one)), "")
        if other.fixed:
            self._tell(words)
            return
        if self._adding or not old:
            words += " " + self.tr("Give it to «{title}» instead?").format(title=self._keys.commands[command].title)
            self.swap.setText(self.tr("&Give it"))
        else:
            words += " " + self.tr("Swap the two? «{other}» has {key} then.").format(other=other.title, key=native(old))
            self.swap.setText(self.tr("&Swap"))
        self._tell(words)
        self.catcher.blockSignals(True)  # it loses the focus, which is no wish to stop
        self.swap.show()
        self.leave.show()
        self.swap.setFocus()
        self.catcher.hide()
        self.catcher.blockSignals(False)

    def _swap(self) -> None:
        self._give(self._wanted)

    def _give(self, key: str) -> None:
        command, adding = self._command, self._adding
        self._stop()
        (self._keys.give_also if adding else self._keys.give)(command, key)
        about = self._keys.commands[command]
        self._tell(self.tr("«{title}» has {key} now.").format(title=about.title, key=native(key)))

    def _stop(self) -> None:
        had_focus = any(widget.hasFocus() for widget in (self.catcher, self.swap, self.leave))
        self._command = self._wanted = ""
        self._tell("")
        self.catcher.blockSignals(True)
        if had_focus or self.catcher.isVisible():
            self.tree.setFocus()
        for widget in (self.catcher, self.swap, self.leave):
            widget.hide()
        self.catcher.blockSignals(False)

    def _reset(self) -> None:
        self._keys.reset(self._current())

    def _reset_all(self) -> None:
        self._keys.reset_all()
        self._tell(self.tr("All actions and classes have their first keys again."))

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.setAccessibleName(text)

    # --- printing --------------------------------------------------------------------------------------------

    def print_to(self, printer: QPagedPaintDevice) -> None:
        """Print the list."""
        page = QTextDocument()
        page.setHtml(sheet_html(self.windowTitle(), self.sections()))
        page.print_(printer)

    def _print(self) -> None:
        ask_to_print(self.windowTitle(), self.print_to, self)


def _children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    children = (item.child(row) for row in range(item.childCount()))
    return [child for child in children if child is not None]


def sheet_html(title: str, sections: Sequence[Section]) -> str:
    """The keys as a page to print; what has no key is left out."""
    parts = [f"<h2>{escape(title)}</h2>"]
    for topic, rows in sections:
        lines = "".join(f"<tr><td>{escape(what)}</td><td><b>{escape(of)}</b></td></tr>" for what, of in rows if of)
        if lines:
            parts.append(f"<h3>{escape(topic)}</h3><table width='100%' cellpadding='2'>{lines}</table>")
    return "".join(parts)
