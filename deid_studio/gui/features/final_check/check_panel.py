"""CheckPanel: what is left to look at before sign-off, one question after the other, with a key for each answer."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.features.final_check.check_words import CheckWords
from deid_studio.gui.features.final_check.checking import Checking
from deid_studio.gui.features.final_check.findings_model import FindingsModel
from deid_studio.gui.features.final_check.sign_off_gate import SignOffGate
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.key_table import ANYWAY, CLASS, KeyTable, key_sign, native
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.parts import takes_keys
from deid_studio.gui.words.wording import about, whole_percent
from deid_studio.gui.workbench import Workbench
from deid_studio.review.checking.finding import Finding, Sort

_Key = Qt.Key
# The commands of the report that say the same of a finding.
_MARK, _DISMISS, _NEXT, _BACK, _CHOOSE = "accept", "discard", "next_pending", "previous_pending", "choose_class"
_SIGNS = {"Return": "⏎", "Enter": "⏎", "Backspace": "⌫"}
_PAGING = frozenset((_Key.Key_PageDown, _Key.Key_PageUp, _Key.Key_Home, _Key.Key_End))


class _TwoLines(QLabel):
    """A text on two lines at most, always as high; the whole of it is the tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self.whole = ""
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def tell(self, text: str) -> None:
        """Show a text."""
        self.whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        self.setFixedHeight(2 * metrics.lineSpacing() + 2)
        if not self.whole:
            self.setText("")  # to clear it lays the window out anew, though nothing stood there
            return
        layout = QTextLayout(self.whole, self.font())
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(self.width())
        layout.endLayout()
        cut = line.textLength()
        rest = metrics.elidedText(self.whole[cut:], Qt.TextElideMode.ElideRight, self.width())
        self.setText(f"{self.whole[:cut].rstrip()}\n{rest}" if rest else self.whole)


class CheckPanel(QWidget):
    """The list of findings has the keyboard while a person walks through them; the report is paged from there too."""

    left = Signal()
    keys_free = Signal()  # it had the keyboard, and has no more use for it
    wanted = Signal()  # it is to be seen
    class_wanted = Signal()

    def __init__(self, workbench: Workbench, checking: Checking, before: SignOffGate) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Final check"))
        self._workbench = workbench
        self._controller = workbench.controller
        self._checking = checking
        self._before = before
        self._words = CheckWords(self)
        self._following = False
        self._finished = False  # every report of the folder is signed off
        self._seen = False  # whether it is on the screen
        self.leak = _label()
        self.leak.setToolTip(
            self.tr(
                "How many mentions of PHI are expected to leave unmarked as things stand: the sum of the chances below,"
                " from how often such places were PHI when measured."
            )
        )
        self.shown = QComboBox()
        self.shown.setAccessibleName(self.tr("Which findings are listed"))
        for sort in (None, *Sort):
            self.shown.addItem(self._words.sort(sort), sort)
        self.model = FindingsModel(self._row, self._words.why, self._is_seen, self._words.asking, workbench.theme, self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setAccessibleName(self.tr("What is left to look at"))
        self.list.setUniformItemSizes(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        takes_keys(self)
        self.count, self.text, self.evidence = QLabel(), _label(), _TwoLines()
        self._keys = KeyTable()
        self._keys_of: dict[QPushButton, str] = {}
        self.phi, self.no_phi, self.next = _button(), _button(), _button()
        self.walk_button, self.sign_button, self.anyway_button = _button(), _button(), _button()
        self.release_button = _button()
        self.walk_button.setDefault(True)
        first = QHBoxLayout()
        first.addWidget(self.text, 1)
        first.addWidget(self.count, 0, Qt.AlignmentFlag.AlignTop)
        self._answers = QHBoxLayout()
        self._answers.addStretch(1)
        for widget in (self.next, self.no_phi, self.phi):
            self._answers.addWidget(widget)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(8, 8, 8, 8)
        rows.setSpacing(6)
        for row in (self.leak, self.shown):
            rows.addWidget(row)
        rows.addWidget(self.list, 1)
        rows.addLayout(first)
        rows.addWidget(self.evidence)
        rows.addLayout(self._answers)
        for button in (self.anyway_button, self.walk_button, self.sign_button, self.release_button):
            rows.addWidget(button)
        self.phi.clicked.connect(checking.mark)
        self.no_phi.clicked.connect(checking.dismiss)
        self.next.clicked.connect(lambda: checking.step(1))
        self.walk_button.clicked.connect(self.walk)
        self.sign_button.clicked.connect(lambda: workbench.actions.do("sign_off"))
        self.anyway_button.clicked.connect(lambda: workbench.actions.do("sign_anyway"))
        self.release_button.clicked.connect(lambda: workbench.actions.do("release"))
        self.shown.currentIndexChanged.connect(self._list)
        self.list.clicked.connect(self._chosen)
        checking.changed.connect(self._refresh)
        checking.class_wanted.connect(self.class_wanted)
        self._controller.folder_finished.connect(lambda: self._finish(True))
        self._controller.folder_opened.connect(lambda: self._finish(False))
        self._controller.signed_changed.connect(lambda signed: self._finish(self._finished and signed))
        self.set_theme(workbench.theme)
        self.set_keys(self._keys)
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        for button, icon in ((self.phi, "accept"), (self.no_phi, "reject"), (self.next, "next")):
            button.setIcon(themes.icon(icon, theme))
        self.sign_button.setIcon(themes.icon("sign-off", theme))
        self.model.set_theme(theme)
        for label in (self.evidence, self.count):
            label.setStyleSheet(f"color: {theme.muted};")

    def set_keys(self, table: KeyTable) -> None:
        """Take the keys of the report: what accepts there marks here, what rejects dismisses, a class key marks."""
        self._keys = table
        for button, command, tip in (
            (self.phi, _MARK, self.tr("At all its places in the report; a class key gives that class")),
            (self.no_phi, _DISMISS, self.tr("It does not come back")),
            (self.next, _NEXT, self.tr("Leave it for now; it stays in the list")),
            (self.walk_button, _MARK, self.tr("Look at them first")),
            (self.anyway_button, ANYWAY, self.tr("Sign off without looking at them")),
            (self.sign_button, "sign_off", self.tr("Sign the report off and open the next")),
            (self.release_button, "release", self.tr("Release the reports that are signed off")),
        ):
            key = next(iter(table.of(command)), "")
            self._keys_of[button] = key_sign(table, ANYWAY) if command == ANYWAY else _SIGNS.get(key) or native(key)
            button.setToolTip(table.with_hint(tip, command))
        self._make_room()
        self._name_buttons(*self._words.answers(self._checking.current))

    def _make_room(self) -> None:
        """Be as wide as any answers need: no word of the report is to move when other answers are shown."""
        widths = []
        for answers in self._words.all_answers():
            self._name_buttons(*answers)
            widths.append(sum(button.sizeHint().width() for button in (self.phi, self.no_phi, self.next)))
        rows = self.layout()
        assert rows is not None
        margins = rows.contentsMargins()
        self.setMinimumWidth(max(widths) + 2 * self._answers.spacing() + margins.left() + margins.right())

    def _name_buttons(self, yes: str, no: str) -> None:
        for button, text in (
            (self.phi, yes),
            (self.no_phi, no),
            (self.next, self.tr("Next")),
            (self.walk_button, self.tr("Look at them")),
            (self.anyway_button, self.tr("Sign off all the same")),
            (self.sign_button, self.tr("Sign off")),
            (self.release_button, self.tr("Release…")),
        ):
            button.setText(f"{text} {self._keys_of[button]}".rstrip())
            button.setAccessibleName(text)

    def walk(self) -> None:
        """Begin the final check; in it already, go to the next finding."""
        if self._checking.walking and self._checking.current is not None:
            self._checking.step(1)
        else:
            self._checking.start()
        self.wanted.emit()
        if self._has_use_for_keys:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Leave the walk and go back to the report."""
        self._checking.stop()
        self.left.emit()

    def keys(self) -> list[tuple[str, str]]:
        """What can be done with a finding, and by which keys."""
        return [
            (what, ", ".join(native(key) for command in commands for key in self._keys.of(command)[:most]))
            for what, commands, most in (
                (self.tr("Mark as PHI of the class proposed"), (_MARK,), 1),
                (self.tr("Mark with another class"), (_CHOOSE,), 1),
                (self.tr("Not PHI: it does not come back"), (_DISMISS,), 2),
                (self.tr("Next finding, the one before"), (_NEXT, _BACK), 1),
            )
        ] + [(self.tr("Mark with a class"), self.tr("the class's key"))]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        checking = self._checking
        command = self._keys.command(event)
        if event.key() in _PAGING:  # a passage is read from here
            QApplication.sendEvent(self._workbench.view, event)
        elif checking.offering and command == _MARK:
            self.walk()
        elif command is not None and command.startswith(CLASS) and not checking.takes_class:
            self._workbench.status.tell(self._no_class())
        elif not checking.walking:
            super().keyPressEvent(event)
        elif command == _MARK:
            checking.mark()
        elif checking.together and event.isAutoRepeat():
            pass  # one key says something of many: not the one that is still down
        elif command == _DISMISS:
            checking.dismiss()
        elif command == _NEXT or event.key() in (_Key.Key_Down, _Key.Key_Right):
            checking.step(1)
        elif command == _BACK or event.key() in (_Key.Key_Up, _Key.Key_Left):
            checking.step(-1)
        elif command == _CHOOSE and checking.current is not None:
            self.class_wanted.emit()
        elif command is not None and command.startswith(CLASS):
            checking.mark_as(command.removeprefix(CLASS))
        else:
            super().keyPressEvent(event)

    def _no_class(self) -> str:
        """Why a class key gives nothing a class."""
        if self._checking.together:
            return self.tr("No class was given: first choose a place in the list, or go through them one by one.")
        if self._checking.current is not None:
            return self.tr("No class was given: this passage is to be read. Select in the report what is PHI in it.")
        return self.tr("No class was given: the final check shows no place now.")

    @property
    def _has_use_for_keys(self) -> bool:
        return self._checking.offering or (self._checking.walking and not self._checking.ended)

    def _chosen(self, index: QModelIndex) -> None:
        finding = self.model.finding(index)
        if finding is not None:
            self._checking.go_to(finding)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def _finish(self, finished: bool) -> None:
        self._finished = finished
        self._refresh()

    # --- showing ---------------------------------------------------------------------------------------------

    def _row(self, finding: Finding) -> str:
        session = self._controller.session
        return "" if session is None else self._words.row(finding, session.text, self._controller.tagset)

    def _is_seen(self, finding: Finding) -> bool:
        return self._checking.remaining.is_seen(finding)

    def _list(self) -> None:
        checking, sort = self._checking, self.shown.currentData()
        self.model.show(checking.remaining.asking(_of_sort(checking.findings, sort)))
        for at in range(self.shown.count()):
            own = _of_sort(checking.findings, self.shown.itemData(at))
            title = self._words.sort(self.shown.itemData(at))
            # None before it was looked is not the same as none found.
            self.shown.setItemText(at, f"{title} ({len(own)})" if checking.known or own or checking.walking else title)
        front = checking.remaining.unlikely[0] if checking.together else checking.current
        index = self.model.place(front)
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if index.isValid():
            if checking.together:
                self.list.scrollTo(index.siblingAtRow(index.row() - 1), QAbstractItemView.ScrollHint.PositionAtTop)
            else:
                self.list.scrollTo(index)

    def _refresh(self) -> None:
        checking = self._checking
        # Before anything hides: Qt would hand the keyboard to whatever comes next, a field perhaps.
        if self.window().focusWidget() is self and not self._has_use_for_keys:
            self.keys_free.emit()
        if self._seen:
            self._show()
        if checking.offering:
            self.wanted.emit()
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_seen(self, seen: bool) -> None:
        """Take note of whether it is on the screen: what nobody sees is not written at each decision."""
        self._seen = seen
        if seen:
            self._show()

    def _show(self) -> None:
        checking, finding, session = self._checking, self._checking.current, self._controller.session
        self._list()
        self.leak.setText(self._leak())
        asking = finding is not None or checking.together
        unread = finding is not None and finding.sort is Sort.UNREAD
        self.phi.setVisible(asking)
        self.no_phi.setVisible(asking and not unread)
        self.next.setVisible(finding is not None and not unread)
        for button in (self.walk_button, self.anyway_button):
            button.setVisible(checking.offering)
        self.anyway_button.setEnabled(self._before.may_pass_over)
        signed = session is not None and session.signed
        self.sign_button.setVisible(checking.ended and not signed and not self._controller.desk.pending)
        self.release_button.setVisible(self._finished)
        self.count.setText(
            self.tr("{at} of {count}").format(at=checking.number, count=checking.count) if checking.number else ""
        )
        self._name_buttons(*self._words.answers(checking.current))
        self.evidence.tell(self._evidence())
        self._tell(self._question())

    def _leak(self) -> str:
        checking, session = self._checking, self._controller.session
        if checking.known:
            return self.tr("Expected to leave unmarked: {number}").format(number=about(checking.remaining.leak))
        if session is None or session.signed or checking.walking or checking.search.running:
            return ""
        if not (key := key_sign(self._keys, "second_sweep")):
            return self.tr("What may have been missed is looked for before you sign off.")
        return self.tr("What may have been missed is looked for before you sign off, or with {key}.").format(key=key)

    def _question(self) -> str:
        checking, finding, session = self._checking, self._checking.current, self._controller.session
        if session is None:
            return ""
        if checking.offering:
            return self.tr("Before signing off: places left to look at: %n.", "", len(self._before.asked))
        if finding is not None:
            return self._row(finding)
        if checking.together:
            return self.tr("Possibly PHI, %n in the list: is any of them?", "", len(checking.remaining.unlikely))
        if self._finished:
            return self.tr("Every report of this folder is signed off.")
        if not checking.walking:
            return ""
        if checking.search.running:
            return self.tr("Looking for what may have been missed…")
        if self._controller.desk.pending:
            left = len(self._controller.desk.pending)
            return self.tr("Nothing more to look at here; suggestions still to be decided: %n.", "", left)
        if checking.remaining.unlikely:
            return self.tr("Nothing more is asked about; in the list, not looked at: %n.", "",
                           len(checking.remaining.unlikely))  # fmt: skip
        if checking.remaining.unanswered:
            return self.tr("All has been looked at; left as it is: %n.", "", len(checking.remaining.unanswered))
        return self.tr("Nothing is left that looks like PHI and is not marked.")

    def _evidence(self) -> str:
        checking, share = self._checking, self._controller.read_share
        if not checking.offering:
            return "" if checking.current is None else self._words.why(checking.current)
        asked = [(self._words.sort(sort), len(_of_sort(self._before.asked, sort))) for sort in Sort]
        told = [f"{title} ({count})" for title, count in asked if count]
        if share is not None and share < 1:
            told.append(self.tr("read: {percent} of its words").format(percent=whole_percent(share)))
        if not self._before.may_pass_over:
            told.append(self.tr("by the settings, a report is signed off once all of it has been read"))
        return "; ".join(told)

    def _tell(self, text: str) -> None:
        if text != self.text.text():
            self.text.setText(text)
            self.setAccessibleName(text)


def _of_sort(findings: Iterable[Finding], sort: Sort | None) -> list[Finding]:
    """The findings of one sort, of all sorts without any."""
    # Not by identity: the box of choices gives a sort back as plain text.
    return [one for one in findings if sort is None or one.sort == sort]


def _label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    # As wide as there is room: a long text is not to push the panels aside.
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def _button() -> QPushButton:
    button = QPushButton()
    # The panel has the keyboard, so that each key means the same wherever the pointer was.
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button
