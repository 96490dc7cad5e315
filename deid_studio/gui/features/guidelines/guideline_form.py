"""GuidelineForm: what a class holds, to be written anew in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QPlainTextEdit, QVBoxLayout, QWidget

from deid_studio.gui.widgets.parts import framed, told_label
from deid_studio.model.guidelines import ClassText, Guideline, Part
from deid_studio.model.guidelines_markdown import part_title

_LINES = 4


class GuidelineForm(QDialog):
    """`wanted` gives the guideline when the person agrees; each line of a field is a point."""

    wanted = Signal(object)  # Guideline

    def __init__(self, title: str, guideline: Guideline, language: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._guideline, self._language = guideline, language
        self.setWindowTitle(title)
        text = guideline.said(language)
        self.definition = _field(text.definition, 2)
        self.parts = {part: _field("\n".join(text.of(part)), _LINES) for part in Part}
        self.examples = _field("\n".join(guideline.examples), _LINES)
        buttons = QDialogButtonBox()
        buttons.addButton(self.tr("Keep"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow(self.tr("&Definition, in one sentence:"), self.definition)
        for part, field in self.parts.items():
            form.addRow(self.tr("{part}, a line for each point:").format(part=part_title(part, language)), field)
        form.addRow(self.tr("&Examples, invented; what is annotated in [brackets]:"), self.examples)
        column = QVBoxLayout(self)
        column.addWidget(
            told_label(self.tr("It holds for everybody who works in this folder. Write no patient's data."))
        )
        column.addLayout(form)
        column.addWidget(buttons)
        self.resize(QSize(620, 640).boundedTo(self.screen().availableGeometry().size() * 0.9))
        buttons.accepted.connect(self._agree)
        buttons.rejected.connect(self.reject)
        self.definition.setFocus()

    def _agree(self) -> None:
        points = {part: _lines(field) for part, field in self.parts.items()}
        text = ClassText(" ".join(_lines(self.definition)), {part: own for part, own in points.items() if own})
        self.wanted.emit(self._guideline.with_text(self._language, text, _lines(self.examples)))
        self.accept()


def _field(text: str, lines: int) -> QPlainTextEdit:
    field = framed(QPlainTextEdit(text))
    field.setTabChangesFocus(True)
    field.setMinimumHeight(lines * field.fontMetrics().lineSpacing() + 12)
    return field


def _lines(field: QPlainTextEdit) -> tuple[str, ...]:
    return tuple(line for line in (" ".join(one.split()) for one in field.toPlainText().splitlines()) if line)
