"""StatementDialog: says something of a mention: a relation, an event and its arguments, an attribute, a reference."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from deid_studio.formats.brat_types import BratType, BratTypes, is_name
from deid_studio.gui.widgets.parts import level_labels
from deid_studio.model.statements import Change, Statement, StatementKind, Statements, Target
from deid_studio.model.stating import equated, happened, related, taking_part, valued

_ROLES = ("Arg1", "Arg2")  # brat's own, where the folder has no others
_REFERENCE = re.compile(r"[^\s:]+:\S+( .*)?")


class What(Enum):
    """What can be said."""

    RELATION = auto()
    ATTRIBUTE = auto()
    EVENT = auto()
    ARGUMENT = auto()
    REFERENCE = auto()


@dataclass(frozen=True, slots=True)
class Subject:
    """A mention that something can be said of: its text, and what it is called in a folder's types: class and group."""

    mention_id: int
    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class About:
    """The mention that is spoken of, the others (nearest first), what is said already and what the folder knows."""

    subject: Subject
    others: Sequence[Subject]
    statements: Statements
    types: BratTypes
    words_of: Callable[[Statement], str]


class StatementDialog(QDialog):
    """`wanted` gives the change when the person agrees."""

    wanted = Signal(object)  # Change

    def __init__(self, about: About, parent: QWidget) -> None:
        super().__init__(parent)
        self._about = about
        self.setWindowTitle(self.tr("Relation, event or attribute of “{text}”").format(text=about.subject.text))
        self.what, self.other, self.of = QComboBox(), QComboBox(), QComboBox()
        self.type, self.value = QComboBox(), QComboBox()
        self.turned = QCheckBox(self.tr("The other way rou&nd: from it to this one"))
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setAccessibleName(self.tr("What cannot be so"))
        titles = {
            What.RELATION: self.tr("A relation with another mention"),
            What.ATTRIBUTE: self.tr("An attribute"),
            What.EVENT: self.tr("An event that it names"),
            What.ARGUMENT: self.tr("Its part in an event"),
            What.REFERENCE: self.tr("A reference to a database"),
        }
        for what, title in titles.items():
            if (what is not What.ARGUMENT or self._events()) and (what is not What.RELATION or about.others):
                self.what.addItem(title, what)
        for one in about.others:
            self.other.addItem(one.text, one)
        self.buttons = QDialogButtonBox()
        self.ok = self.buttons.addButton(self.tr("OK"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        form = self._form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for label, field in (
            (self.tr("&What:"), self.what),
            (self.tr("&Other mention:"), self.other),
            ("", self.turned),
            (self.tr("O&f:"), self.of),
            (self.tr("&Type:"), self.type),
            (self.tr("&Value:"), self.value),
        ):
            form.addRow(label, field)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addStretch(1)
        column.addWidget(self.buttons)
        level_labels(form)
        self.resize(480, 300)
        self.what.currentIndexChanged.connect(self._begin)
        self.other.currentIndexChanged.connect(self._fill_types)
        self.turned.toggled.connect(self._fill_types)
        self.of.currentIndexChanged.connect(self._fill_types)
        self.type.currentTextChanged.connect(self._fill_values)
        self.value.currentTextChanged.connect(self._look)
        self.buttons.accepted.connect(self._agree)
        self.buttons.rejected.connect(self.reject)
        self._begin()

    @property
    def change(self) -> Change:
        """What the form says, as it stands."""
        about, type, what = self._about, self.type.currentText().strip(), self.what.currentData()
        own, value = about.subject.mention_id, self.value.currentText().strip()
        if what is What.RELATION:
            first, second = (one.mention_id for one in self._pair)
            kind = self._kind()
            if kind is not None and kind.equivalence:
                return equated(about.statements, type, first, second)
            names = [argument.role for argument in kind.arguments] if kind is not None else []
            role, other_role = names if len(names) == len(_ROLES) else _ROLES
            return related(about.statements, type, (role, first), (other_role, second))
        if what is What.EVENT:
            return happened(about.statements, type, own)
        if what is What.ARGUMENT:
            return taking_part(self.of.currentData(), type, own)
        kind_said = StatementKind.ATTRIBUTE if what is What.ATTRIBUTE else StatementKind.NORMALISATION
        of = self.of.currentData()
        target: Target = of.id if isinstance(of, Statement) and what is What.ATTRIBUTE else own
        return valued(about.statements, kind_said, type, target, value)

    @property
    def _pair(self) -> tuple[Subject, Subject]:
        pair = (self._about.subject, self.other.currentData())
        return (pair[1], pair[0]) if self.turned.isChecked() else pair

    def _events(self) -> list[Statement]:
        """The events in which the mention can have a part."""
        own = self._about.subject.mention_id
        events = [one for one in self._about.statements if one.kind is StatementKind.EVENT]
        return [one for one in events if one.targets[0] != own]

    def _begin(self) -> None:
        """Show the fields for what is to be said."""
        what = self.what.currentData()
        self.of.blockSignals(True)
        self.of.clear()
        if what is What.ARGUMENT:
            for one in self._events():
                self.of.addItem(self._about.words_of(one), one)
        elif what is What.ATTRIBUTE:
            self.of.addItem(self._about.subject.text, None)
            for one in self._about.statements.of(self._about.subject.mention_id):
                if one.kind in (StatementKind.EVENT, StatementKind.RELATION):
                    self.of.addItem(self._about.words_of(one), one)
        self.of.blockSignals(False)
        for field, shown in (
            (self.other, what is What.RELATION),
            (self.turned, what is What.RELATION),
            (self.of, self.of.count() > 1 or what is What.ARGUMENT),
        ):
            self._form.setRowVisible(field, shown)
        role = self.tr("&Role:") if what is What.ARGUMENT else self.tr("&Type:")
        self._form.labelForField(self.type).setText(role)  # type: ignore[attr-defined]
        self._fill_types()

    def _kinds(self) -> tuple[tuple[BratType, ...], bool]:
        """What of the folder's types fits, and whether it has any of this sort."""
        types, what, of = self._about.types, self.what.currentData(), self.of.currentData()
        if what is What.RELATION:
            names = [one.names for one in self._pair]
            both = (zip(kind.arguments, names, strict=False) for kind in types.relations)
            fits = (all(one.takes(own) for one, own in pairs) for pairs in both)
            return tuple(kind for kind, fit in zip(types.relations, fits, strict=True) if fit), bool(types.relations)
        if what is What.EVENT:
            return types.events, bool(types.events)
        if what is What.ARGUMENT:
            own = next((kind for kind in types.events if of is not None and kind.name == of.type), None)
            fitting = () if own is None else (one for one in own.arguments if one.takes(self._about.subject.names))
            return tuple(BratType(one.role) for one in fitting), own is not None
        if what is What.ATTRIBUTE:
            is_event = isinstance(of, Statement)
            called = (of.type,) if isinstance(of, Statement) else self._about.subject.names
            found = [one for one in types.attributes if all(a.takes(called, is_event) for a in one.arguments)]
            return tuple(found), bool(types.attributes)
        return (), False

    def _kind(self) -> BratType | None:
        return next((kind for kind in self._kinds()[0] if kind.name == self.type.currentText()), None)

    def _fill_types(self) -> None:
        kinds, known = self._kinds()
        was = self.type.currentText()
        self.type.blockSignals(True)
        self.type.clear()
        self.type.setEditable(not known)
        self.type.addItems([kind.name for kind in kinds])
        at = self.type.findText(was)
        self.type.setCurrentIndex(at if at >= 0 else 0 if kinds else -1)
        if not known:
            written = was or ("Reference" if self.what.currentData() is What.REFERENCE else "")
            self.type.setEditText(written)
        self.type.blockSignals(False)
        self._fill_values()

    def _fill_values(self) -> None:
        what, kind, was = self.what.currentData(), self._kind(), self.value.currentText()
        values = kind.values if kind is not None else ()
        takes = what is What.REFERENCE or (what is What.ATTRIBUTE and (kind is None or bool(values)))
        self.value.blockSignals(True)
        self.value.clear()
        self.value.setEditable(not values)
        self.value.addItems(list(values))
        if values:
            self.value.setCurrentIndex(max(self.value.findText(was), 0))
        else:
            self.value.setEditText(was if takes else "")
        self.value.blockSignals(False)
        self._form.setRowVisible(self.value, takes)
        self._look()

    def _look(self) -> None:
        problem = self._problem()
        self.problem.setText(problem)
        self.ok.setEnabled(not problem)

    def _problem(self) -> str:
        type, value, what = self.type.currentText().strip(), self.value.currentText().strip(), self.what.currentData()
        if not self.type.isEditable() and not type:
            return self.tr("The annotation.conf of the folder has nothing that fits.")
        if not is_name(type):
            return self.tr("A name is needed: letters without accents, figures, “-” and “_”.")
        if what is What.ATTRIBUTE and len(value.split()) > 1:
            return self.tr("The value of an attribute is one word.")
        if what is What.REFERENCE and not _REFERENCE.fullmatch(value):
            return self.tr("A reference is a database, a colon and a number, such as Wikidata:Q11125.")
        return "" if self.change else self.tr("That is said already.")

    def _agree(self) -> None:
        self.wanted.emit(self.change)
        self.accept()
