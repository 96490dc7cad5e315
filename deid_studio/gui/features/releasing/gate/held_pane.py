"""HeldPane: what the gate holds, the worst first, each place in its context, to be answered by one key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.gui.features.releasing.gate.held_list import HeldList, Row
from deid_studio.gui.features.releasing.preview.preview import Preview
from deid_studio.gui.features.releasing.release_words import answer_reasons, words_for
from deid_studio.gui.features.releasing.work.release_work import CHECK, GATHER, ReleaseWork
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.choice_box import ChoiceBox
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.widgets.two_groups import TwoGroups
from deid_studio.gui.words.evidence_wording import as_sentence, evidence_sentence
from deid_studio.gui.words.wording import (
    class_title,
    short_class_title,
    time_left,
)
from deid_studio.release.gate.answers import Answer
from deid_studio.release.gate.held import HeldKind, HeldPlace
from deid_studio.release.released import Remark
from deid_studio.review.releasing.release_preparation import Checked, Prepared

_NO_LIMIT = 16_777_215  # Qt's QWIDGETSIZE_MAX
_MOST = 500  # places in the list; when these are dealt with, the next come
_FORMS = {  # the kind of class of what is known by its form alone
    HeldKind.EMAIL: "email", HeldKind.WEB: "web", HeldKind.NUMBER: "number", HeldKind.DATE: "date"
}  # fmt: skip


class HeldPane(QWidget):
    """The chosen place is seen in the preview; N says that it is no personal data, M marks it, S signs with it, O
    opens its report.

    What is answered is what is seen: while the preview does not show a place, nothing can be said of it.
    """

    place_wanted = Signal(str, object)  # report, HeldPlace, Answer or Remark: to be seen
    report_wanted = Signal(str)  # what is chosen is about all of this report
    listed = Signal(bool)  # there is something in the list now, or nothing any more
    preview_wanted = Signal()  # the person goes on where it is seen
    review_wanted = Signal(str, int, int)  # report, and the stretch of its original (code points)
    numbers_wanted = Signal()  # the reports should be called by numbers
    anew_wanted = Signal()  # Word documents should be made anew, without their layout
    said = Signal(str)  # what a check has come to

    def __init__(self, work: ReleaseWork, theme: Theme, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._preview = preview
        self._said = ""
        self._listed = False
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(140, 6)
        self.progress.setAccessibleName(self.tr("Progress of the check"))
        self.stop = QPushButton()
        self.stop.clicked.connect(self._stop_or_go_on)
        self.answered = QCheckBox(self.tr("Show what was answered as well"))
        self.answered.toggled.connect(self._fill)
        self.list = HeldList(work.tagset, theme)
        self.list.currentItemChanged.connect(self._current_changed)
        self.list.currentItemChanged.connect(lambda *_: self._go())
        self.list.itemClicked.connect(lambda *_: self._go())
        self.list.entered.connect(self._enter)
        self.keys = told_label(
            self.tr("In the list: ↑ ↓ another place · ⏎ to it in the text, Esc back · Tab to its class and the reason")
        )
        self.why = QLabel()
        self.why.setTextFormat(Qt.TextFormat.PlainText)
        self.why.setWordWrap(True)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self.told, 1)
        top.addWidget(self.progress)
        top.addWidget(self.stop)
        top.addWidget(self.answered)
        answers = self._answer_row()
        top.addWidget(self.explain)
        top.addWidget(self.open)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addWidget(self.keys)
        column.addWidget(self.why)
        column.addWidget(answers)
        for key, do in (
            ("N", self._allow),
            ("M", self._mark),
            ("S", self._mark_and_sign),
            ("O", self._open),
            ("?", self._toggle_why),
        ):
            shortcut = QShortcut(QKeySequence(key), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(do)
        self.set_theme(theme)
        work.check_changed.connect(self._fill)
        work.gathered_changed.connect(self._fill)
        work.jobs.stepped.connect(self._stepped)
        self._fill()

    def _answer_row(self) -> QWidget:
        self.explain = QPushButton(self.tr("Wh&y? (?)"))
        self.explain.setCheckable(True)
        self.explain.toggled.connect(self._tell_why)
        self.open = QPushButton(self.tr("Open in the review &window (O)"))
        self.phi_class = ChoiceBox(16)
        self.phi_class.setAccessibleName(self.tr("Class to mark it by"))
        for one in self._work.tagset:
            self.phi_class.addItem(short_class_title(self._work.tagset, one.name), one.name)
            self.phi_class.setItemData(
                self.phi_class.count() - 1, class_title(self._work.tagset, one.name), Qt.ItemDataRole.ToolTipRole
            )
        self.mark = QPushButton(self.tr("&Mark it (M)"))
        self.sign = QPushButton(self.tr("Mark and &sign again (S)"))
        self.sign.setToolTip(self.tr("A mark undoes the sign-off: you sign the report again, so that it leaves"))
        self.reason = QComboBox()
        self.reason.setEditable(True)
        self.reason.setAccessibleName(self.tr("Why it is no personal data, if you want to say so"))
        self.reason.addItems(["", *answer_reasons()])
        self.reason.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.reason.setMinimumContentsLength(12)
        field = self.reason.lineEdit()
        if field is not None:
            field.setPlaceholderText(self.tr("Reason (optional)"))
        self.allow = QPushButton()
        self.open.clicked.connect(self._open)
        self.mark.clicked.connect(self._mark)
        self.sign.clicked.connect(self._mark_and_sign)
        self.allow.clicked.connect(self._allow)
        self.buttons = TwoGroups((self.phi_class, self.mark, self.sign), (self.reason, self.allow))
        for button in (self.explain, self.open, self.mark, self.sign, self.allow, self.stop):
            button.setAutoDefault(False)
        return self.buttons

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self.list.set_theme(theme)
        self.keys.setStyleSheet(f"color: {theme.muted};")

    # --- what is told ----------------------------------------------------------------------------------------

    def _stepped(self, topic: str, step: int, total: int) -> None:
        if topic not in (GATHER, CHECK):
            return
        self.progress.setMaximum(max(total, 1))
        self.progress.setValue(step)
        if self._work.checking:
            self._tell_progress(step, total)

    def _tell_progress(self, step: int = 0, total: int = 0) -> None:
        words = self.tr("Check: reading what is to leave…")
        if total:
            words = self.tr("Check: {step} of {total} reports").format(step=step, total=total)
        left = time_left(self._work.jobs.seconds_left(CHECK))
        self.told.setText(f"{words} · {left}" if left else words)

    def _fill(self) -> None:
        work = self._work
        checking, prepared = work.checking and work.prepared is None, work.latest
        self.progress.setVisible(checking)
        self.stop.setVisible(checking or work.stopped)
        self.stop.setText(self.tr("Stop") if checking else self.tr("Check again"))
        rows = [] if prepared is None else self._rows(prepared)
        if checking:
            self._tell_progress()
        elif work.stopped:
            self.told.setText(self.tr("The check was stopped; nothing can be released before it is done."))
        elif prepared is None:
            self.told.setText(self.tr("Check: nothing to look through."))
        self._show_rows(rows[:_MOST])

    def _rows(self, prepared: Prepared) -> list[Row]:
        """What is listed: what holds the release back, the worst first, then what to read over or what was answered."""
        known = {one.source.doc.id: one for one in prepared.reports}
        telling = () if self._work.numbered else prepared.telling_names
        others = [Row(name, known[name], None) for name in telling]
        others += [Row(name, known[name], refused) for name, refused in prepared.refused.items()]
        held = [(place.harm, one.source.doc.id, place.start, place) for one in prepared.reports for place in one.held]
        places = [Row(name, known[name], place) for _, name, _, place in sorted(held, key=lambda row: row[:3])]
        read_over = [Row(one.source.doc.id, one, remark) for one in prepared.reports for remark in one.released.remarks]
        answers = [Row(one.source.doc.id, one, answer) for one in prepared.reports for answer in one.answers]
        self.answered.setVisible(bool(answers))
        self.answered.setToolTip(self.tr("You or others said that it is no personal data: {count}").format(
            count=len(answers)))  # fmt: skip
        rows = [*others, *places, *read_over, *(answers if self.answered.isChecked() else ())]
        holding = {row.report for row in (*others, *places)}
        self._tell(len(others) + len(places), len(holding), len(prepared.reports), len(rows), len(read_over))
        return rows

    def _tell(self, holding: int, reports: int, total: int, listed: int, remarks: int) -> None:
        if holding:
            words = self.tr("Check: places that hold the release back: {count} (reports: {reports} of {total}).")
            words = words.format(count=holding, reports=reports, total=total)
            if listed > _MOST:
                words += " " + self.tr("The first {count} are listed.").format(count=_MOST)
        else:
            words = self.tr("Check: nothing is left to answer. Reports looked through: {total}.").format(total=total)
        if remarks:
            words += " " + self.tr("To read over: {count}.").format(count=remarks)
        self.told.setText(words)
        if words != self._said and not self._work.checking:
            self._said = words
            self.said.emit(words)

    def _show_rows(self, rows: list[Row]) -> None:
        focus, keyboard = self.list.hasFocus(), QApplication.focusWidget()
        # Who types a surrogate in the preview is not led away from it.
        self.list.show_rows(rows, go_on=keyboard is None or not self._preview.isAncestorOf(keyboard))
        for part in (self.list, self.keys, self.buttons, self.explain, self.open):
            part.setVisible(bool(rows))
        # Without a list it needs a line: what it was given for the list goes to the preview.
        if bool(rows) != self._listed:
            self._listed = bool(rows)
            self.listed.emit(self._listed)
        self.setMaximumHeight(_NO_LIMIT if rows else self.sizeHint().height())
        if focus and rows:
            self.list.setFocus()
        self._go()
        self._current_changed()

    def follow(self, report: str, found: object) -> None:
        """Choose what the person looks at of their own accord, or nothing where it is not held."""
        self.list.point_at(report, found)
        self._current_changed()

    def tell_seen(self) -> None:
        """Let what is chosen be answered, now that it is seen or no longer."""
        self._current_changed()

    # --- what is done about it -------------------------------------------------------------------------------

    @property
    def row(self) -> Row | None:
        """What is chosen."""
        return self.list.row

    def _current_changed(self, *_: object) -> None:
        row = self.row
        found = None if row is None else row.found
        seen = self._is_seen
        self.open.setEnabled(row is not None)
        if row is not None and found is None:
            words = self.tr("Number the repor&ts")
        elif isinstance(found, DeidError):
            words = self.tr("Wi&thout the layout of Word")
        elif isinstance(found, Answer):
            words = self.tr("I&t is personal data after all")
        else:
            words = self.tr("I&t is no personal data (N)")
        self.allow.setText(words)
        self.allow.setEnabled(seen and not isinstance(found, Remark))
        place = found if isinstance(found, HeldPlace) else None
        markable = seen and row is not None and place is not None and _stands_unmarked(row.checked, place)
        for part in (self.phi_class, self.mark):
            part.setEnabled(markable)
        self.sign.setEnabled(markable and row is not None and self._work.can_sign_again(row.checked))
        self.reason.setEnabled(place is not None)
        self.explain.setEnabled(place is not None)
        if place is not None:
            self.phi_class.setCurrentIndex(max(self.phi_class.findData(self._class_of(place)), 0))
        self._tell_why()

    @property
    def _is_seen(self) -> bool:
        """Whether what is chosen can be answered: it is seen, or is no place that could be."""
        row = self.row
        if row is None or self._work.stale:
            return False
        return not isinstance(row.found, HeldPlace | Answer | Remark) or self._preview.shows(row.report, row.found)

    def _class_of(self, place: HeldPlace) -> str:
        """The class that a place would be marked by, if nobody chose another."""
        tagset = self._work.tagset
        if place.phi_class in tagset:
            return place.phi_class
        kind = _FORMS.get(place.kind)
        return next((one.name for one in tagset if one.kind == kind), "")

    def _toggle_why(self) -> None:
        if self.explain.isEnabled():
            self.explain.toggle()

    def _tell_why(self) -> None:
        place = None if self.row is None else self.row.found
        shown = self.explain.isChecked() and isinstance(place, HeldPlace)
        self.why.setVisible(shown)
        if shown and isinstance(place, HeldPlace):
            facts = [as_sentence(evidence_sentence(fact)) for fact in place.why]
            self.why.setText(" ".join(dict.fromkeys(facts)) or f"{words_for(place.kind)}.")

    def _go(self) -> None:
        row = self.row
        if row is not None and isinstance(row.found, HeldPlace | Answer | Remark):
            self.place_wanted.emit(row.report, row.found)
        elif row is not None:
            self.report_wanted.emit(row.report)

    def _enter(self) -> None:
        self._go()
        if self.row is not None:
            self.preview_wanted.emit()

    def _open(self) -> None:
        row = self.row
        if row is None:
            return
        stretch = (0, 0)
        if isinstance(row.found, HeldPlace | Answer):
            stretch = row.found.start, row.found.end
        elif isinstance(row.found, Remark):
            stretch = row.checked.released.rewriting.old_stretch(row.found.start, row.found.end)
        self.review_wanted.emit(row.report, *stretch)

    def _allow(self) -> None:
        row = self.row
        if row is None or not self._is_seen:
            return
        if row.found is None:
            self.numbers_wanted.emit()
        elif isinstance(row.found, DeidError):
            self.anew_wanted.emit()
        elif isinstance(row.found, Answer):
            self._work.take_back(row.report, row.found)
        elif isinstance(row.found, HeldPlace):
            self._work.answer(row.checked, row.found, self.reason.currentText().strip())

    def _mark(self) -> None:
        self._mark_as(again=False)

    def _mark_and_sign(self) -> None:
        if self.sign.isEnabled():
            self._mark_as(again=True)

    def _mark_as(self, again: bool) -> None:
        row, phi_class = self.row, self.phi_class.currentData()
        if row is not None and isinstance(row.found, HeldPlace) and self.mark.isEnabled() and phi_class:
            self._work.mark(row.checked, row.found, phi_class, again)

    def _stop_or_go_on(self) -> None:
        if self._work.stopped:
            self._work.check_again()
        else:
            self._work.stop_check()


def _stands_unmarked(checked: Checked, place: HeldPlace) -> bool:
    """Whether it is the original's own text that leaves there: what took the place of a span is marked already."""
    text = checked.source.doc.text[place.start : place.end]
    return checked.released.text[slice(*place.there)] == text
