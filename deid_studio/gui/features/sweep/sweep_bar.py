"""SweepBar: one finding of the second sweep after the other, with a key for each thing that can be said of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextLayout
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.sweep.sweeping import Sweeping
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.key_table import ANYWAY, CLASS, KeyTable, key_of_anyway, native
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.evidence_wording import evidence_sentence
from deid_studio.gui.words.wording import class_title, few_words, percent

_LONGEST = 60
_NARROW, _ROOMY = 520, 800  # pixels
_Key = Qt.Key
# The commands of the report that say the same of a finding.
_MARK, _DISMISS, _NEXT, _BACK, _CHOOSE = "accept", "discard", "next_pending", "previous_pending", "choose_class"
_SIGNS = {"Return": "⏎", "Enter": "⏎", "Backspace": "⌫"}


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
            self.clear()
            return
        layout = QTextLayout(self.whole, self.font())
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(self.width())
        layout.endLayout()
        cut = line.textLength()
        rest = metrics.elidedText(self.whole[cut:], Qt.TextElideMode.ElideRight, self.width())
        self.setText(f"{self.whole[:cut].rstrip()}\n{rest}" if rest else self.whole)


class SweepBar(QWidget):
    """Shown while the person walks through the findings, or while they are offered before sign-off."""

    left = Signal()
    keys_free = Signal()  # it had the keyboard, and has no more use for it
    class_wanted = Signal()
    sign_off_wanted = Signal()

    def __init__(
        self, controller: ReviewController, sweeping: Sweeping, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._sweeping = sweeping
        self.setObjectName("sweep")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.count = QLabel()
        self.text = QLabel()
        self.evidence = _TwoLines()
        for label in (self.text, self.evidence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            # As wide as there is room: a long text is not to push the panels aside.
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.text.setWordWrap(True)
        self._keys = KeyTable()
        self._words: dict[QPushButton, tuple[str, str]] = {}  # what a button does, and its key
        self.phi, self.no_phi, self.next = _button(), _button(), _button()
        self.walk_button, self.sign_button = _button(), _button()
        self.walk_button.setDefault(True)
        self.set_keys(self._keys)
        self.close_button = QToolButton()
        self.close_button.setToolTip(self.tr("Close (Esc)"))
        self.close_button.setAccessibleName(self.tr("Close the second sweep"))
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.count)
        first.addWidget(self.text, 1)
        first.addWidget(self.close_button)
        answers = QHBoxLayout()
        answers.setSpacing(8)
        answers.addStretch(1)
        for widget in (self.sign_button, self.walk_button, self.next, self.no_phi, self.phi):
            answers.addWidget(widget)
        second = self._second = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        second.setSpacing(8)
        second.addWidget(self.evidence, 1)
        second.addLayout(answers)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(16, 8, 12, 8)
        rows.setSpacing(4)
        rows.addLayout(first)
        rows.addLayout(second)
        self.phi.clicked.connect(sweeping.mark)
        self.no_phi.clicked.connect(sweeping.dismiss)
        self.next.clicked.connect(lambda: sweeping.step(1))
        self.walk_button.clicked.connect(self.walk)
        self.sign_button.clicked.connect(self.sign_off_wanted)
        self.close_button.clicked.connect(self.leave)
        sweeping.changed.connect(self._refresh)
        sweeping.class_wanted.connect(self.class_wanted)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        for button, icon in ((self.phi, "accept"), (self.no_phi, "reject"), (self.next, "next")):
            button.setIcon(themes.icon(icon, theme))
        self.close_button.setIcon(themes.icon("cancel", theme))
        self.setStyleSheet(
            f"#sweep {{ background: {theme.raised}; border: 2px solid {theme.border}; }}"
            f" #sweep:focus {{ border-color: {theme.focus}; }}"
        )
        self.evidence.setStyleSheet(f"color: {theme.muted};")
        self.count.setStyleSheet(f"color: {theme.muted};")

    def set_keys(self, table: KeyTable) -> None:
        """Take the keys of the report: what accepts there marks here, what rejects dismisses, a class key marks."""
        self._keys = table
        for button, command, text, tip in (
            (self.phi, _MARK, self.tr("PHI"), self.tr("Mark it as PHI of this class; a class key marks it as that")),
            (self.no_phi, _DISMISS, self.tr("Not PHI"), self.tr("It is not PHI, and does not come back")),
            (self.next, _NEXT, self.tr("Next"), self.tr("Leave it for now")),
            (self.walk_button, _MARK, self.tr("Look at them"), self.tr("Look at them first")),
            (self.sign_button, ANYWAY, self.tr("Sign off all the same"), self.tr("Sign off without looking at them")),
        ):
            key = next(iter(table.of(command)), "")
            shown = key_of_anyway(table) if command == ANYWAY else _SIGNS.get(key) or native(key)
            self._words[button] = text, shown
            button.setToolTip(table.with_hint(tip, command))
            button.setAccessibleName(text)
        self._fit_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = not _NARROW <= self.width() < _ROOMY
        directions = QBoxLayout.Direction
        self._second.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        # In a narrow bar the key and the icon say enough; without the evidence nobody could decide.
        narrow = self.width() < _NARROW
        for button, (text, key) in self._words.items():
            shorter = narrow and bool(key) and button in (self.phi, self.no_phi, self.next)
            shown = key if shorter else f"{text} {key}".rstrip()
            if button.text() != shown:
                button.setText(shown)

    def walk(self) -> None:
        """Begin the sweep; in it already, go to the next finding."""
        if self._sweeping.walking and self._sweeping.current is not None:
            self._sweeping.step(1)
        else:
            self._sweeping.start()
        if self._has_use_for_keys:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Leave the sweep and go back to the report."""
        self._sweeping.stop()
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
        sweeping = self._sweeping
        command = self._keys.command(event)
        if sweeping.offering and command == _MARK:
            self.walk()
            return
        if not sweeping.walking:
            super().keyPressEvent(event)
            return
        if command == _MARK:
            sweeping.mark()
        elif command == _DISMISS:
            sweeping.dismiss()
        elif command == _NEXT or event.key() in (_Key.Key_Down, _Key.Key_Right):
            sweeping.step(1)
        elif command == _BACK or event.key() in (_Key.Key_Up, _Key.Key_Left):
            sweeping.step(-1)
        elif command == _CHOOSE and sweeping.current is not None:
            self.class_wanted.emit()
        elif command is not None and command.startswith(CLASS):
            sweeping.mark_as(command.removeprefix(CLASS))
        else:
            super().keyPressEvent(event)

    @property
    def _has_use_for_keys(self) -> bool:
        return self._sweeping.offering or (self._sweeping.walking and not self._sweeping.ended)

    def _refresh(self) -> None:
        sweeping, finding = self._sweeping, self._sweeping.current
        # Before it hides: Qt would hand the keyboard to whatever comes next, a field perhaps.
        if self.window().focusWidget() is self and not self._has_use_for_keys:
            self.keys_free.emit()
        self.setVisible(sweeping.walking or sweeping.offering)
        of_offer, of_finding = (self.walk_button, self.sign_button), (self.phi, self.no_phi, self.next)
        # Never all at once: they would push the panels aside.
        for button in of_finding if sweeping.offering else of_offer:
            button.hide()
        for button in of_offer:
            button.setVisible(sweeping.offering)
        for button in of_finding:
            button.setVisible(finding is not None)
        self.evidence.setVisible(finding is not None)
        self.count.setVisible(finding is not None)
        if sweeping.offering:
            self._tell(self.tr("Before signing off: %n places look like PHI and are not marked.", "", sweeping.unseen))
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        elif finding is None and not sweeping.known:
            self._tell(self.tr("Looking for what may have been missed…"))
        elif finding is None and self._controller.desk.pending:
            left = len(self._controller.desk.pending)
            self._tell(self.tr("Nothing more to look at here; suggestions still to be decided: %n.", "", left))
        elif finding is None and sweeping.findings:
            self._tell(self.tr("All has been looked at; left as it is: %n.", "", len(sweeping.findings)))
        elif finding is None:
            self._tell(self.tr("Nothing is left that looks like PHI and is not marked."))
        else:
            self._tell_finding()

    def _tell(self, text: str) -> None:
        self.text.setText(text)
        self.setAccessibleName(text)

    def _tell_finding(self) -> None:
        finding, session = self._sweeping.current, self._controller.session
        if finding is None or session is None:
            return
        count = self.tr("{at} of {count}").format(at=self._sweeping.number, count=self._sweeping.count)
        self.count.setText(count)
        shown = few_words(finding.span.text(session.text), _LONGEST)
        tagset, name = self._controller.tagset, finding.span.phi_class
        if name in tagset:
            self._tell(self.tr("«{text}»: {title}?").format(text=shown, title=class_title(tagset, name)))
        else:
            self._tell(self.tr("«{text}»: which class?").format(text=shown))
        why = [evidence_sentence(fact) for fact in finding.suggestion.evidence]
        if finding.mention_id is not None:
            likely = percent(finding.suggestion.confidence)
            why.insert(0, self.tr("it was rejected, although it was likely ({percent})").format(percent=likely))
        if finding.others:
            why.append(self.tr("it stands in %n more places", "", len(finding.others)))
        self.evidence.tell("; ".join(dict.fromkeys(why)))


def _button() -> QPushButton:
    button = QPushButton()
    # The bar has the keyboard, so that each key means the same wherever the pointer was.
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button
