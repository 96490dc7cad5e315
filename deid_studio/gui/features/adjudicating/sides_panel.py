"""SidesPanel: a place where annotators differ, with what each of them has there and a key for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from deid_studio.corpora.layer_differences import Side
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.key_table import CLASS, KeyTable
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.parts import takes_keys
from deid_studio.gui.words.wording import few_words

_Key, _Modifier = Qt.Key, Qt.KeyboardModifier
_MOST = 9  # sides with a key of their own
_ALL, _NOTHING = _Key.Key_Plus, _Key.Key_0
_NEXT = (_Key.Key_Down, _Key.Key_Right)
_BACK = (_Key.Key_Up, _Key.Key_Left)
_TAKING = (_Key.Key_Return, _Key.Key_Enter)


@dataclass(frozen=True, slots=True)
class Shown:
    """A side as it is shown: whose it is, and what they have, in words; the class of the first, empty for nothing;
    what they noted on it."""

    side: Side
    who: str
    what: str
    phi_class: str
    notes: tuple[str, ...] = ()


class SidesPanel(QWidget):
    """It has the keyboard while one adjudicates: 1 to 9 take a side, Return the one of most, + all, 0 nothing.

    The other keys of the review act here as in the text, on the mention that is shown.
    """

    taken = Signal(object)  # the sides (Sequence[Side]) that are taken
    stepped = Signal(int)
    signing = Signal()
    class_given = Signal(str)  # to the mention that is shown
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Adjudication"))
        self._sides: list[Side] = []
        self._ended = False  # everything is decided, and Return signs
        self._decided = False  # what is shown is decided, and Return goes on
        self._theme = theme
        self._keys = KeyTable()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        takes_keys(self)
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.sides: list[QPushButton] = []
        self._column = QVBoxLayout()
        self.both = QPushButton(self.tr("All of them (+)"))
        self.none = QPushButton(self.tr("Nothing here (0)"))
        self.sign = QPushButton(self.tr("Sign off ⏎"))
        self.both.clicked.connect(lambda: self._take(self._sides))
        self.none.clicked.connect(lambda: self._take(()))
        self.sign.clicked.connect(self.signing)
        row = QHBoxLayout()
        row.addWidget(self.both)
        row.addWidget(self.none)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(8, 8, 8, 8)
        rows.setSpacing(6)
        rows.addWidget(self.about)
        rows.addLayout(self._column)
        rows.addLayout(row)
        rows.addWidget(self.sign)
        rows.addStretch(1)
        self.show_nothing()

    @property
    def said(self) -> str:
        """What is to be decided, and what each side has with its key, to be read out."""
        shown = self.sides[: len(self._sides)]
        sides = (f"{at}: {button.accessibleName()}" for at, button in enumerate(shown, 1))
        return ". ".join([*self.about.text().splitlines(), *sides])

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme

    def set_keys(self, table: KeyTable) -> None:
        """Take the keys of the report."""
        self._keys = table

    def begin(self) -> None:
        """Take the keyboard."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keys(self) -> list[tuple[str, str]]:
        """What can be done with a difference, and by which keys."""
        return [
            (self.tr("Take the side of that number"), f"1 … {_MOST}"),
            (self.tr("Take what most have; at the end, sign off"), "⏎"),
            (self.tr("Take all sides"), "+"),
            (self.tr("Mark nothing there"), "0"),
            (self.tr("Next difference, the one before"), "↓, ↑"),
        ]

    def show_sides(self, number: int, total: int, sides: Sequence[Shown]) -> None:
        """Show a difference, the one of that number among so many that are open."""
        self._ended = self._decided = False
        self._sides = [one.side for one in sides]
        self.about.setText(self.tr("Difference {number} of {total}").format(number=number, total=total))
        self._fit(len(sides))
        for at, (button, one) in enumerate(zip(self.sides, sides, strict=False), 1):
            key = f"{at}  " if at <= _MOST else ""
            lines = (f"{key}{one.what}", one.who, *map(few_words, one.notes))
            button.setText("\n".join(lines).replace("&", "&&"))
            button.setToolTip("\n".join(one.notes))
            said = self.tr("{who}: {what}").format(who=one.who, what=one.what)
            button.setAccessibleName("; ".join((said, *one.notes)))
            button.setIcon(themes.icon("accept" if one.phi_class else "reject", self._theme))
        self._show_buttons(bool(sides), False)

    def show_decided(self, left: int) -> None:
        """Show that the difference was decided by keys of the review, and how many are left."""
        self._ended, self._decided = False, True
        self._sides = []
        self._fit(0)
        self.about.setText(self.tr("Decided in the text; %n differences left. ⏎ goes on.", "", left))
        self._show_buttons(False, False)

    def show_agreed(self, differences: int, agreed: int, signed: bool) -> None:
        """Show that nothing is left to be decided: how many differences there were, and what all have."""
        self._ended, self._decided = not signed, False
        self._sides = []
        self._fit(0)
        told = [
            self.tr("%n differences decided.", "", differences) if differences else self.tr("No difference."),
            self.tr("All annotators have %n mentions in common; they are taken.", "", agreed),
        ]
        self.about.setText(self.tr("Signed off.") if signed else "\n".join(told))
        self._show_buttons(False, not signed)

    def show_nothing(self) -> None:
        """Show that there is nothing to compare."""
        self._ended = self._decided = False
        self._sides = []
        self._fit(0)
        self.about.setText(self.tr("In the gold of a corpus, what annotators differ in is shown here."))
        self._show_buttons(False, False)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_own(event):
            event.accept()  # it is the panel's before it is the review's
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = _Key(event.key())
        command = None if self._is_own(event) else self._keys.command(event)
        if command is not None and command.startswith(CLASS):
            self.class_given.emit(command.removeprefix(CLASS))
        elif not self._is_own(event):
            super().keyPressEvent(event)
        elif key in _NEXT or key in _BACK:
            self.stepped.emit(1 if key in _NEXT else -1)
        elif key == _Key.Key_Escape:
            self.left.emit()
        elif event.isAutoRepeat():
            pass  # it decides: not the one that is still down
        elif self._ended:
            self.signing.emit()
        elif self._decided:
            self.stepped.emit(1)
        elif key in _TAKING:
            self._take(self._sides[:1])
        elif key == _ALL:
            self._take(self._sides)
        else:
            self._take(() if key == _NOTHING else (self._sides[key - _Key.Key_1],))

    def _is_own(self, event: QKeyEvent) -> bool:
        """Whether a key says something here: those that decide, where there is something to be decided."""
        key = _Key(event.key())
        if event.modifiers() & ~(_Modifier.KeypadModifier | _Modifier.ShiftModifier):
            return False
        if event.modifiers() & _Modifier.ShiftModifier and key != _ALL:
            return False
        if key in (*_NEXT, *_BACK, _Key.Key_Escape):
            return True
        if self._ended or self._decided:
            return key in _TAKING
        is_number = _Key.Key_1 <= key < _Key.Key_1 + min(_MOST, len(self._sides))
        return bool(self._sides) and (is_number or key in (*_TAKING, _ALL, _NOTHING))

    def _take(self, sides: Sequence[Side]) -> None:
        self.taken.emit(tuple(sides))

    def _fit(self, count: int) -> None:
        """Have so many buttons for sides."""
        for at in range(len(self.sides), count):
            button = QPushButton()
            button.setStyleSheet("text-align: left; padding: 6px;")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, at=at: self._take((self._sides[at],)))
            self._column.addWidget(button)
            self.sides.append(button)
        for at, button in enumerate(self.sides):
            button.setVisible(at < count)

    def _show_buttons(self, deciding: bool, ended: bool) -> None:
        self.both.setVisible(deciding)
        self.none.setVisible(deciding)
        self.sign.setVisible(ended)
