"""CorpusChecksPanel: places of the folder that are probably wrong, one below the other, with a key for each answer."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from deid_studio.corpora.checks.checked_corpus import FindingKind
from deid_studio.corpora.checks.checked_project import PlacedFinding
from deid_studio.errors import DeidError
from deid_studio.gui.features.corpus_checks.corpus_checking import Answered, CorpusChecking
from deid_studio.gui.features.corpus_checks.corpus_findings_model import CorpusFindingsModel, FindingColumn, kind_title
from deid_studio.gui.shell.key_table import CLASS, KeyTable, key_sign, native
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.context_delegate import HIT
from deid_studio.gui.widgets.context_table import ContextTable
from deid_studio.gui.widgets.parts import row_button, told_label
from deid_studio.gui.words.evidence_wording import as_sentence
from deid_studio.gui.words.wording import class_title, few_words, language, what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.model.span import Span
from deid_studio.texts import Text

_SHOWN_AFTER_MS = 150  # arrows that are held down open no report
_WIDTHS = {FindingColumn.KIND: 215, FindingColumn.REPORT: 150, FindingColumn.CLASSES: 210, FindingColumn.LIKELY: 80}
# The commands of the report that say the same of a finding.
_MEND, _RIGHT = "accept", "discard"


class CorpusChecksPanel(QWidget):
    """The list has the keyboard while one works through it; what is chosen in it is shown in its report."""

    left = Signal()  # the person goes on in the report

    def __init__(self, workbench: Workbench, checking: CorpusChecking) -> None:
        super().__init__()
        self._workbench = workbench
        self._controller = workbench.controller
        self._checking = checking
        self._keys = KeyTable()
        self._problem = ""
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(self.tr("Which findings are listed"))
        for kind in (None, *(one for one in FindingKind if one is not FindingKind.MODEL)):
            self.kinds.addItem("", kind)
        self.reports = QComboBox()
        self.reports.setAccessibleName(self.tr("Which reports are checked"))
        self.reports.addItem(self.tr("All annotated reports"), False)
        self.reports.addItem(self.tr("Signed-off reports"), True)
        self.answered = QCheckBox(self.tr("Show what is answere&d and mended, too"))
        self.told = told_label()
        self.model = CorpusFindingsModel(checking, lambda: self._controller.tagset, workbench.theme, self)
        self.table = ContextTable(self.model, FindingColumn.CONTEXT.value, workbench.theme)
        self.table.setAccessibleName(self.tr("What is probably wrong"))
        for column, width in _WIDTHS.items():
            self.table.setColumnWidth(column.value, width)
        self.why = told_label()
        self._showing = QTimer(self, singleShot=True, interval=_SHOWN_AFTER_MS)
        self._lay_out()
        self._showing.timeout.connect(self._show_place)
        self.kinds.currentIndexChanged.connect(self._list)
        self.answered.toggled.connect(self._list)
        self.table.installEventFilter(self)
        self.table.selectionModel().currentRowChanged.connect(self._moved)
        self.table.clicked.connect(self._show_place)
        self.table.doubleClicked.connect(self.left)
        checking.changed.connect(self._list)
        checking.failed.connect(self._fail)
        jobs = self._controller.jobs
        jobs.started.connect(lambda _: self._tell())
        jobs.ended.connect(lambda _: self._tell())
        self.set_keys(self._keys)
        self._list()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        for widget in (self.kinds, self.reports):
            top.addWidget(widget)
        self.check = row_button(top, self.tr("Chec&k"), self.start)
        top.addWidget(self.answered)
        top.addWidget(self.told, 1)
        below = QHBoxLayout()
        below.addWidget(self.why, 1)
        self.mend = row_button(below, "", self._mend)
        self.right = row_button(below, "", self._say_right)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addLayout(below)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.model.set_theme(theme)
        self.table.set_theme(theme)

    def set_keys(self, table: KeyTable) -> None:
        """Take the keys of the report: what accepts there mends here, what rejects says that it is right."""
        self._keys = table
        self._tell_current()

    def keys(self) -> list[tuple[str, str]]:
        """What can be done with a finding, and by which keys."""
        return [
            (
                self.tr("Mend it as proposed, or go to it in the report"),
                native_keys(self._keys, _MEND),
            ),
            (self.tr("Mark it with a class"), self.tr("the class's key")),
            (self.tr("It is right as it is, or not so after all"), native_keys(self._keys, _RIGHT)),
            (self.tr("Another finding"), "↓, ↑"),
            (self.tr("Go on in the report"), native("Esc")),
        ]

    def begin(self) -> None:
        """Take the keyboard; check if nothing was checked yet."""
        if self._checking.checked is None and not self._checking.running:
            self.start()
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self.table.currentIndex().isValid():
            self._showing.start()

    def start(self) -> None:
        """Check the folder, anew if it was checked before."""
        self._problem = ""
        self._checking.start(bool(self.reports.currentData()))

    # --- answering -------------------------------------------------------------------------------------------

    @property
    def current(self) -> PlacedFinding | None:
        """The finding that is chosen."""
        index = self.table.currentIndex()
        return index.data(HIT) if index.isValid() else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        command = self._keys.command(event)
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif command not in (_MEND, _RIGHT) and not (command or "").startswith(CLASS):
            return super().eventFilter(watched, event)
        elif event.isAutoRepeat():
            pass  # it decides: not the one that is still down
        elif command == _RIGHT:
            self._say_right()
        else:
            self._mend("" if command == _MEND else (command or "").removeprefix(CLASS))
        return True

    def _say_right(self) -> None:
        one = self.current
        if one is not None and not self._workbench.refuses():
            self._checking.say_right(one, self._checking.answered(one) is not Answered.RIGHT)

    def _mend(self, phi_class: str = "") -> None:
        one = self.current
        if one is None or self._workbench.refuses():
            return
        if not self._checking.is_shown(one):
            self._show_place()  # nothing is mended that nobody has seen
        elif self._checking.answered(one) is Answered.MENDED or not self._checking.mend(one, phi_class):
            self.left.emit()

    # --- showing ---------------------------------------------------------------------------------------------

    def _list(self) -> None:
        """Show what is to be seen of the findings, and stay at the same place of the list."""
        found = self._checking.found
        open_ones = [one for one in found if self._checking.answered(one) is Answered.NOT]
        counts = Counter(one.finding.kind for one in open_ones)
        for at in range(self.kinds.count()):
            kind = self.kinds.itemData(at)
            title = self.tr("Everything") if kind is None else kind_title(FindingKind(kind))
            self.kinds.setItemText(at, f"{title} ({len(open_ones) if kind is None else counts[FindingKind(kind)]})")
        wanted = self.kinds.currentData()
        listed = found if self.answered.isChecked() else open_ones
        rows = [one for one in listed if wanted is None or one.finding.kind == wanted]
        was, at = self.current, self.table.currentIndex().row()
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show(rows)
            if rows:
                at = rows.index(was) if was in rows else min(max(at, 0), len(rows) - 1)
                self.table.selectRow(at)
        self._tell()
        self._tell_current()
        if self.current is not was and self.table.hasFocus():
            self._showing.start()

    def _moved(self, _index: QModelIndex) -> None:
        self._tell_current()
        self._showing.start()

    def _show_place(self) -> None:
        one = self.current
        if one is None or self._controller.folder is None:
            return
        finding = one.finding
        if not one.text:  # of a whole report
            self._controller.open_report(finding.report)
        else:
            self._workbench.show_place(finding.report, Span(finding.start, finding.end, "place"))

    def _tell(self) -> None:
        self.check.setEnabled(self._controller.folder is not None and not self._checking.running)
        checked = self._checking.checked
        if self._checking.running or checked is None:
            self.told.setText(self._problem or (self.tr("Checking…") if self._checking.running else ""))
            return
        left = sum(self._checking.answered(one) is Answered.NOT for one in checked.found)
        words = self.tr("To be answered: {left} of {found} (reports: {reports}).")
        told = [words.format(left=left, found=len(checked.found), reports=checked.reports)]
        if not checked.reports:
            told = [self.tr("No report is annotated yet.")]
        elif not checked.found:
            told = [self.tr("Nothing found in {reports} reports.").format(reports=checked.reports)]
        if checked.hindered:
            told.append(
                self.tr("Not checked, because they cannot be read: {count}.").format(count=len(checked.hindered))
            )
        self.told.setText(" ".join([*told, self._problem]).rstrip())

    def _tell_current(self) -> None:
        one = self.current
        answered = Answered.NOT if one is None else self._checking.answered(one)
        self.mend.setEnabled(one is not None)
        self.right.setEnabled(one is not None)
        proposes = one is not None and bool(one.finding.proposed_class) and answered is not Answered.MENDED
        mend = self.tr("Take the proposal") if proposes else self.tr("To it in the report")
        right = self.tr("Not right after all") if answered is Answered.RIGHT else self.tr("Right as it is")
        for button, text, command in ((self.mend, mend, _MEND), (self.right, right, _RIGHT)):
            button.setText(f"{text} {key_sign(self._keys, command)}".rstrip())
            button.setAccessibleName(text)
        self.why.setText("" if one is None else self._why(one))

    def _why(self, one: PlacedFinding) -> str:
        finding = one.finding
        tagset, why = self._controller.tagset, finding.why
        titled = {
            name: f"«{class_title(tagset, value)}»" if isinstance(value, str) and value in tagset else value
            for name, value in why.params.items()
        }
        told = [as_sentence(Text(why.message, **titled).said(language()))]
        if finding.proposed_class:
            title = class_title(tagset, finding.proposed_class)
            words = self.tr("Proposed: {title}, «{text}».").format(title=title, text=few_words(one.proposed))
            told.append(words)
        if self._checking.answered(one) is Answered.RIGHT:
            told.append(self.tr("Right as it is, said {who}.").format(who=self._checking.who(one) or "–"))
        return " ".join(told)

    def _fail(self, error: DeidError) -> None:
        self._problem = f"{what_happened(error)} {what_to_do(error)}"
        self._tell()


def native_keys(table: KeyTable, command: str) -> str:
    """The keys of a command as this computer's keyboard names them."""
    return ", ".join(map(native, table.of(command)))
