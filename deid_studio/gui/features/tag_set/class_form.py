"""ClassForm: what is said of one class, new or not; it tells what cannot be so while it is typed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import TagSetChangeError
from deid_studio.gui.shell import colours
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.parts import level_labels
from deid_studio.gui.words.kind_titles import role_titles, titles_to_choose
from deid_studio.gui.words.wording import class_title, language
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import meaning_of
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.model.tagset_change import AddClass, AlterClass, TagSetChange, group_name
from deid_studio.texts import Text, in_language

_APART = 10.0  # of CIEDE2000: seen at a glance
_PALE = 1.5  # contrast with the page below which a colour alone is hardly seen
_NEW = "#5b8dd6"
_SORT = "/"  # between a kind and a sort of it
_KEEP, _BY_POLICY = "keep", "surrogate"  # of what a tag set can say, only that a class stays is above a policy


class ClassForm(QDialog):
    """`wanted` gives the change when the person agrees; without a class, one is added."""

    wanted = Signal(object)  # TagSetChange

    def __init__(self, tagset: TagSet, phi_class: PhiClass | None, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._tagset, self._class, self._theme = tagset, phi_class, theme
        self.setWindowTitle(self.tr("New class") if phi_class is None else class_title(tagset, phi_class.name))
        shown = PhiClass("", {}, colour=_NEW) if phi_class is None else phi_class
        self.name = QLineEdit(shown.name)
        self.name.setEnabled(phi_class is None)  # another name concerns all reports, and is asked for elsewhere
        self.title_es = QLineEdit(shown.title.get("es", ""))
        self.title_en = QLineEdit(shown.title.get("en", ""))
        self.colour = QLineEdit(shown.colour)
        self.choose = QPushButton(self.tr("C&hoose…"))
        self.choose.setAutoDefault(False)
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.key = QLineEdit(shown.shortcut.upper())
        self.key.setMaxLength(1)
        self.kind = _box({_of(*one): title for one, title in titles_to_choose().items()}, _shown(shown))
        self.role = _box(role_titles(), shown.role)
        self.group = _box({"": self.tr("none")} | {one: _group(tagset, one) for one in _groups(tagset)}, shown.group)
        self.group.setEditable(True)  # what is not in the list is a new group
        self.group.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.group.setCompleter(None)  # type: ignore[arg-type]
        self.release = _box(
            {"": self.tr("as the policy says"), _KEEP: self.tr("always as it is written")}, shown.release
        )
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setAccessibleName(self.tr("What cannot be so"))
        self.buttons = QDialogButtonBox()
        self.ok = self.buttons.addButton(self.tr("OK"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        form = QFormLayout()
        form.addRow(self.tr("&Name in files:"), self.name)
        form.addRow(self.tr("Title in &Spanish:"), self.title_es)
        form.addRow(self.tr("Title in &English:"), self.title_en)
        row = QHBoxLayout()
        row.addWidget(self.colour, 1)
        row.addWidget(self.choose)
        form.addRow(self.tr("&Colour:"), row)
        form.labelForField(row).setBuddy(self.colour)  # type: ignore[attr-defined]
        form.addRow(self.told)
        form.addRow(self.tr("&Key:"), self.key)
        form.addRow(self.tr("K&ind:"), self.kind)
        form.addRow(self.tr("&Of whom:"), self.role)
        form.addRow(self.tr("&Group:"), self.group)
        form.addRow(self.tr("In a &release:"), self.release)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addWidget(self.buttons)
        level_labels(form)
        self.resize(460, 420)
        for field in (self.name, self.title_es, self.title_en, self.colour, self.key):
            field.textChanged.connect(self._look)
        for box in (self.kind, self.role, self.release):
            box.currentIndexChanged.connect(self._look)
        self.group.editTextChanged.connect(self._look)
        self.choose.clicked.connect(self._choose)
        self.buttons.accepted.connect(self._agree)
        self.buttons.rejected.connect(self.reject)
        self._look()
        self.problem.setVisible(phi_class is not None and bool(self.problem.text()))

    @property
    def change(self) -> TagSetChange:
        """The change as it stands in the form."""
        name = self.name.text().strip()
        title = {"es": self.title_es.text().strip() or name, "en": self.title_en.text().strip() or name}
        before = self._class or PhiClass(name, {})
        kind, _, subkind = str(self.kind.currentData()).partition(_SORT)
        role, as_it_was = str(self.role.currentData()), self.kind.currentData() == _shown(before)
        same = as_it_was and role == before.role
        written = self.group.currentText().strip()
        known = self.group.findText(written, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
        as_before = self._class is not None and written == _group(self._tagset, before.group)
        new_group = written if written and known < 0 and not as_before else ""
        group = before.group if as_before else str(self.group.itemData(max(known, 0)))
        keeps = self.release.currentData() == _KEEP
        one = replace(
            before,
            title=before.title if title == {"es": name, "en": name} and not before.title else title,
            colour=self.colour.text().strip(),
            shortcut=self.key.text().strip().lower(),
            group=group_name(new_group) if new_group else group,
            release=_KEEP if keeps else _BY_POLICY if before.release == _KEEP else before.release,
            kind=before.kind if as_it_was else kind,
            role=role,
            subkind=before.subkind if as_it_was else subkind,
            recognised=before.recognised and same,
            uncoloured=before.uncoloured and self.colour.text().strip() == before.colour,
        )
        return AddClass(one, group_title=new_group) if self._class is None else AlterClass(one, new_group)

    def _look(self) -> None:
        problem = ""
        try:
            self.change.apply(self._tagset)
        except TagSetChangeError as error:
            detail = error.params["detail"]
            problem = detail.said(language()) if isinstance(detail, Text) else str(detail)
        self.problem.setText(f"{problem[:1].upper()}{problem[1:]}.".replace("..", ".") if problem else "")
        self.problem.setVisible(bool(problem))
        self.ok.setEnabled(not problem)
        self.told.setText(self._colour_told(self.colour.text().strip()))

    def _colour_told(self, colour: str) -> str:
        """What is to be known of a colour: whether it is seen on the page, and told from other classes."""
        if not QColor.isValidColorName(colour) or len(colour) != 7:
            return ""
        told = []
        if colours.contrast(colour, self._theme.page) < _PALE:
            told.append(self.tr("Hardly seen on the page: its border is drawn stronger."))
        own = None if self._class is None else self._class.name
        near = {
            one.name: min(colours.difference(colour, one.colour, vision) for vision in colours.Vision)
            for one in self._tagset
            if one.name != own
        }
        nearest = min(near, key=near.__getitem__, default="")
        if nearest and near[nearest] < _APART:
            words = self.tr("Hard to tell from “{name}”, for some people or for all.")
            told.append(words.format(name=class_title(self._tagset, nearest)))
        return " ".join(told) or self.tr("Told from all other classes.")

    def _choose(self) -> None:
        dialog = QColorDialog(QColor(self.colour.text()), self)
        dialog.colorSelected.connect(lambda colour: self.colour.setText(colour.name()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _agree(self) -> None:
        change = self.change
        self.accept()
        if not (isinstance(change, AlterClass) and self._class == change.phi_class and self._same_title(change)):
            self.wanted.emit(change)

    def _same_title(self, change: AlterClass) -> bool:
        return self._class is not None and self._class.title == change.phi_class.title


def _of(kind: Kind, subkind: Subkind) -> str:
    return f"{kind}{_SORT}{subkind}" if subkind else str(kind)


def _shown(one: PhiClass) -> str:
    """What a class is in the list: a sort that is not in it is of its kind."""
    meaning = meaning_of(one)
    listed = (meaning.kind, meaning.subkind) in titles_to_choose()
    return _of(meaning.kind, meaning.subkind if listed else Subkind.ANY)


def _box(titles: dict[Kind, str] | dict[Role, str] | dict[str, str], chosen: str) -> QComboBox:
    box = QComboBox()
    for value, title in titles.items():
        box.addItem(title, str(value))
    box.setCurrentIndex(max(box.findData(str(chosen)), 0))
    return box


def _groups(tagset: TagSet) -> list[str]:
    return [one for one in dict.fromkeys(one.group for one in tagset) if one]


def _group(tagset: TagSet, name: str) -> str:
    return in_language(tagset.groups.get(name, {}), language()) or name
