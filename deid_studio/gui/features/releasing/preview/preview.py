"""Preview: a report and how it would leave, side by side; surrogates can be typed by hand."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.features.releasing.preview.desks import FIRST_HELD, desks_of
from deid_studio.gui.features.releasing.preview.report_choice import ReportChoice
from deid_studio.gui.features.releasing.preview.side import Side
from deid_studio.gui.features.releasing.release_words import words_for
from deid_studio.gui.features.releasing.work.release_work import PREVIEW, ReleaseWork
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.wording import class_title, few_words, language, one_line
from deid_studio.model.mentions import Desk, Mention
from deid_studio.release.gate.answers import Answer
from deid_studio.release.gate.held import HeldPlace
from deid_studio.release.policy import Way
from deid_studio.release.released import Remark, Replacement
from deid_studio.review.releasing.release_preparation import Checked

_SPACING = 1.4
_SLOW_MS = 400  # what is ready sooner needs no words


Found = HeldPlace | Answer | Remark  # what the list below leads to


class Preview(QWidget):
    """What is selected on one side is selected on the other; Return, F2 or a double click edits a surrogate."""

    report_chosen = Signal(str)
    looked_at = Signal(str, object)  # report, and what of the list below the person chose of their own accord, or None
    shown_changed = Signal()
    said = Signal(str)  # why a surrogate was refused

    def __init__(self, work: ReleaseWork, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._checked: Checked | None = None
        self._by_itself = False  # one side follows the other
        self._wanted: tuple[str, Found] | None = None  # what to show once its report is there
        self.reports = ReportChoice(work)
        self.original, self.released = Side(self.tr("Original")), Side(self.tr("As it leaves"))
        self.sides = (self.original, self.released)
        texts = QWidget()
        row = QHBoxLayout(texts)
        row.setContentsMargins(8, 0, 0, 0)
        row.setSpacing(8)
        for side in self.sides:
            side.typesetting.set_line_spacing(_SPACING)
            side.set_describe(self._describe)
            side.current_changed.connect(self._follower(side))
            side.verticalScrollBar().valueChanged.connect(self._scroller(side))
            side.edit_wanted.connect(self.edit)
            side.installEventFilter(self)
            column = QVBoxLayout()
            column.setSpacing(4)
            heading = QLabel(side.accessibleName())
            heading.setBuddy(side)
            column.addWidget(heading)
            column.addWidget(side, 1)
            row.addLayout(column, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self._list_with_heading())
        self.splitter.addWidget(texts)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([176, 700])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(6)
        column.addWidget(self.splitter, 1)
        column.addLayout(self._edit_row())
        column.addWidget(self.told)
        self.reports.chosen.connect(self._chosen)
        work.previewed.connect(self.show_report)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(_SLOW_MS)
        self._slow.timeout.connect(lambda: self._say(self.tr("The preview is being made…")))
        work.jobs.started.connect(self._began)
        work.jobs.ended.connect(self._ended)
        work.check_changed.connect(self._show_reset_all)
        work.gathered_changed.connect(self._fill)
        self.set_theme(theme)
        self._fill()
        self._show_current()

    def _list_with_heading(self) -> QWidget:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        heading = QLabel(self.tr("Reports"))
        heading.setBuddy(self.reports)
        column.addWidget(heading)
        column.addWidget(self.reports, 1)
        return left

    def _edit_row(self) -> QHBoxLayout:
        self.place = QLabel()
        self.place.setTextFormat(Qt.TextFormat.PlainText)
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("What stands there when it leaves"))
        self.field.installEventFilter(self)
        self.reset = QPushButton(self.tr("Reset"))
        self.reset.setToolTip(self.tr("Let the program choose this surrogate again"))
        self.reset_all = QPushButton(self.tr("Reset all"))
        self.reset_all.setToolTip(self.tr("Let the program choose all surrogates that were typed by hand"))
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(self._work.reset_all)
        for button in (self.reset, self.reset_all):
            button.setAutoDefault(False)
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.place)
        row.addWidget(self.field, 1)
        row.addStretch(0)
        row.addWidget(self.reset)
        row.addWidget(self.reset_all)
        return row

    def set_text_font(self, font: QFont) -> None:
        """Set the face and size of both texts."""
        for side in self.sides:
            side.typesetting.set_font(font)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        for side in self.sides:
            side.set_theme(theme)
            side.set_tagset(self._work.tagset, language())

    def showEvent(self, event: QShowEvent) -> None:
        # The style sheet has just given the texts colours of its own.
        self.set_theme(self._theme)
        super().showEvent(event)

    def _began(self, topic: str) -> None:
        if topic == PREVIEW:
            self._slow.start()

    def _ended(self, topic: str) -> None:
        if topic == PREVIEW:
            waited = not self._slow.isActive()
            self._slow.stop()
            if waited:
                self._show_current()

    # --- which report ----------------------------------------------------------------------------------------

    def _fill(self) -> None:
        self._show_reset_all()
        if not self._work.names:
            self._checked = None
            for side in self.sides:
                side.show_text("", Desk())
            self._show_current()

    def _show_reset_all(self) -> None:
        self.reset_all.setVisible(bool(self._work.remembered))

    def _chosen(self, name: str) -> None:
        self._wanted = None
        self.report_chosen.emit(name)
        self.looked_at.emit(name, None)

    # --- what is shown ---------------------------------------------------------------------------------------

    def show_report(self, checked: Checked) -> None:
        """Show a report and how it would leave."""
        if checked == self._checked:
            self._select_wanted()
            return
        same = self._checked is not None and self._checked.source.doc.id == checked.source.doc.id
        current, top = self._current_place() if same else None, self.original.top() if same else 0
        self._checked = checked
        originals, released = self._desks(checked)
        self._by_itself = True
        self.original.show_text(checked.source.doc.text, originals)
        self.released.show_text(checked.released.text, released)
        if same:
            self.released.scroll_to(checked.released.rewriting.new_offset(top))
            there = next((one.id for one in originals if (one.span.start, one.span.end) == current), None)
            self.original.set_current(there, scroll=False)
            self.released.set_current(there if there in released else None, scroll=False)
        else:
            self.original.scroll_to(0)
            self.released.scroll_to(0)
        self._by_itself = False
        self.reports.point_at_shown()
        self._select_wanted()
        self._show_current()

    def _desks(self, checked: Checked) -> tuple[Desk, Desk]:
        return desks_of(checked, self.tr("cut out"), self.tr("not marked"))

    def _describe(self, mention: Mention) -> str:
        replaced = self._replacement(mention.id)
        title = class_title(self._work.tagset, mention.span.phi_class)
        if replaced is None:
            return self.tr("Still there: {title}").format(title=title)
        return f"{title}: {words_for(replaced.way)}"

    def _replacement(self, mention_id: int | None) -> Replacement | None:
        if mention_id is None or self._checked is None or not 0 < mention_id < FIRST_HELD:
            return None
        return self._checked.released.replacements[mention_id - 1]

    # --- both sides together ---------------------------------------------------------------------------------

    def _other(self, side: Side) -> Side:
        return self.released if side is self.original else self.original

    def _follower(self, side: Side) -> Callable[[int | None], None]:
        def follow(mention_id: int | None) -> None:
            if self._by_itself:
                return
            self._by_itself = True
            self._other(side).set_current(mention_id)
            self._by_itself = False
            self._show_current()
            if self._checked is not None:
                self.looked_at.emit(self._checked.source.doc.id, self._found())

        return follow

    def _scroller(self, side: Side) -> Callable[[int], None]:
        def follow(value: int) -> None:
            if self._by_itself or self._checked is None or not self.isVisible():
                return
            self._by_itself = True
            bar, other = side.verticalScrollBar(), self._other(side)
            rewriting = self._checked.released.rewriting
            to = rewriting.new_offset if side is self.original else rewriting.old_offset
            if value == bar.maximum():
                other.verticalScrollBar().setValue(other.verticalScrollBar().maximum())
            else:
                other.scroll_to(to(side.top()))
            self._by_itself = False

        return follow

    def want(self, report: str, found: Found) -> None:
        """Show a held place, what was answered or what to read over, once its report is there."""
        if self._checked is not None and self._checked.source.doc.id == report and _is_in(found, self._checked):
            self._select(found)
        else:
            self._wanted = report, found

    def want_report(self, report: str) -> None:
        """Show a report, and no place of it."""
        self._wanted = None
        self.report_chosen.emit(report)

    def _select_wanted(self) -> None:
        # What is not in it was found in what it was before, or is to come: the check shows its report once more.
        wanted, checked = self._wanted, self._checked
        if wanted is None or checked is None or checked.source.doc.id != wanted[0] or not _is_in(wanted[1], checked):
            return
        self._wanted = None
        self._select(wanted[1])

    def _select(self, found: Found) -> None:
        checked = self._checked
        assert checked is not None
        if isinstance(found, Remark):
            # What is read over is a place that was replaced: there another surrogate can be typed.
            starts = [change.start for change in checked.released.rewriting.changes]
            self.released.set_current(starts.index(found.start) + 1)
            return
        number = FIRST_HELD + checked.held.index(found) if isinstance(found, HeldPlace) else None
        self._by_itself = True
        self.released.set_current(number)
        if isinstance(found, Answer):
            self.released.show_place(checked.released.rewriting.new_offset(found.start))
            self.original.selection.select(found.start, found.end)
        self.original.set_current(number)
        if self.original.current is None:
            self.original.show_place(found.start)
        self._by_itself = False
        self._show_current()

    def shows(self, report: str, found: Found) -> bool:
        """Whether what is held, answered or to be read over is what is seen now."""
        checked = self._checked
        if self._wanted is not None or checked is None or checked.source.doc.id != report:
            return False
        return found in checked.answers if isinstance(found, Answer) else self._found() == found

    def _found(self) -> Found | None:
        """What of the list below is at the place that is selected."""
        number, checked = self.released.current, self._checked
        if number is None or checked is None:
            return None
        if number >= FIRST_HELD:
            return checked.held[number - FIRST_HELD]
        change = checked.released.rewriting.changes[number - 1]
        return next((one for one in checked.released.remarks if one.start == change.start), None)

    def _current_place(self) -> tuple[int, int] | None:
        """The stretch of the original that is selected."""
        mention = None if self.original.current is None else self.original.mentions.desk[self.original.current]
        return None if mention is None else (mention.span.start, mention.span.end)

    def step(self, direction: int) -> None:
        """Go to the next (1) or previous (-1) place that is replaced or still there."""
        side = self.original if self.original.hasFocus() else self.released
        desk = self._desks(self._checked)[side is self.released] if self._checked is not None else Desk()
        if not desk.ordered:
            return
        ids = [mention.id for mention in desk]
        if side.current in ids:
            at = ids.index(side.current) + direction
        else:
            caret = side.selection.caret()
            after = [place for place, mention in enumerate(desk) if mention.span.start >= caret]
            at = (after[0] if after else len(ids)) - (direction < 0)
        side.set_current(ids[min(max(at, 0), len(ids) - 1)])

    # --- surrogates by hand ----------------------------------------------------------------------------------

    @property
    def current(self) -> Replacement | None:
        """What was done with the place that is selected."""
        return self._replacement(self.released.current) or self._replacement(self.original.current)

    def edit(self) -> None:
        """Type the surrogate of the selected place."""
        self._show_current()
        if self.field.isEnabled():
            self.field.setFocus()
            self.field.selectAll()

    def _show_current(self) -> None:
        self._tell_current()
        self.shown_changed.emit()

    def _tell_current(self) -> None:
        replaced, checked = self.current, self._checked
        self._say("")
        if replaced is None or checked is None:
            hint = self.tr("Choose a marked place: here you see what becomes of it. A broken line: it stays as it was.")
            self._say(self._of_held() or hint)
            self.place.setVisible(False)
            self.field.clear()
            self.field.setVisible(False)
            self.reset.setVisible(False)
            return
        shown = few_words(checked.source.doc.text[replaced.place.start : replaced.place.end], 40)
        by_hand = replaced.way is Way.SURROGATE
        self.place.setText(f"«{shown}» → {words_for(replaced.way)}:")
        self.place.setVisible(True)
        self.field.setVisible(True)
        self.field.setEnabled(by_hand)
        self.field.setText(one_line(replaced.instead) if not by_hand else replaced.instead)
        self.field.setToolTip("" if by_hand else self.tr("Only surrogates can be typed by hand"))
        typed = by_hand and self._work.key_of(checked, replaced.place) in self._work.remembered
        self.reset.setVisible(typed)
        if typed:
            self._say(self.tr("Typed by hand; it stands wherever the same stands."))

    def _of_held(self) -> str:
        number, checked = self.released.current, self._checked
        if number is None or checked is None or number < FIRST_HELD:
            return ""
        place = checked.held[number - FIRST_HELD]
        words = self.tr("«{text}» would leave as it is: mark it, or say below that it is no personal data.")
        return words.format(text=few_words(checked.released.text[slice(*place.there)]))

    def _say(self, words: str) -> None:
        self.told.setText(words)
        self.told.setVisible(bool(words))

    def _keep(self) -> None:
        replaced, checked = self.current, self._checked
        if replaced is None or checked is None or not self.field.isEnabled():
            return
        if self.field.text().strip() == replaced.instead:
            self.released.setFocus()
            return
        refused = self._work.say(checked, replaced.place, self.field.text())
        if refused is not None:
            self._say(f"⚠ {words_for(refused)}")
            self.field.setAccessibleDescription(self.told.text())
            self.said.emit(self.told.text())
            self.field.selectAll()
            return
        self.field.setAccessibleDescription("")
        self.released.setFocus()

    def _reset(self) -> None:
        replaced, checked = self.current, self._checked
        if replaced is not None and checked is not None:
            self._work.reset(checked, replaced.place)

    # --- keys ------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if watched is self.field:
                if event.key() == Qt.Key.Key_Escape:
                    self._show_current()
                    self.released.setFocus()
                    return True
                if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                    self._keep()  # not the dialog's default button
                    return True
            elif self._side_key(event):
                return True
        return super().eventFilter(watched, event)

    def _side_key(self, event: QKeyEvent) -> bool:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F2 if not control:
                self.edit()
            case Qt.Key.Key_Period:
                self.step(1)
            case Qt.Key.Key_Comma:
                self.step(-1)
            case Qt.Key.Key_Down if control:
                self.step(1)
            case Qt.Key.Key_Up if control:
                self.step(-1)
            case _:
                return False
        return True


def _is_in(found: Found, checked: Checked) -> bool:
    if isinstance(found, Remark):
        return found in checked.released.remarks
    return found in (checked.held if isinstance(found, HeldPlace) else checked.answers)
