"""PolicyPage: what becomes of each class: a policy is chosen, changed with a live preview, and kept under a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.formats.files import write_file
from deid_studio.gui.family_lines import CHIP, class_chip, family_lines
from deid_studio.gui.messages import ask
from deid_studio.gui.release_window.words import (
    dates_words,
    generalisation_words,
    scope_words,
    treatment_words,
    way_explained,
    way_words,
)
from deid_studio.gui.release_window.work import ReleaseWork
from deid_studio.gui.theme import Theme
from deid_studio.gui.wording import class_title, language
from deid_studio.model.tagset import PhiClass
from deid_studio.release.policy import (
    Generalisation,
    Policy,
    Scope,
    Treatment,
    Way,
    forget_policy,
    keep_policy,
    named_policy,
    own_policies,
    policy_toml,
    read_policy,
    shipped_policies,
    with_treatment,
)
from deid_studio.release.surrogates import DateKeeping

_CLASS, _WAY = range(2)
_NAME = Qt.ItemDataRole.UserRole
_CHANGED = "-changed"
# What can be said less exactly, by kind; the first is taken unless another is chosen.
_LESS_EXACT = {
    "date": (Generalisation.YEAR, Generalisation.MONTH),
    "age": (Generalisation.AGE_BAND, Generalisation.AGE_TOP),
    "place": (Generalisation.PROVINCE,),
    "street": (Generalisation.PROVINCE,),
}
_PARTS = ("header", "footer")


class PolicyPage(QWidget):
    """The second step; several classes, or a group, can be changed at once."""

    def __init__(self, work: ReleaseWork, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._theme = theme
        self._policies: list[Policy] = []
        self._own: set[str] = set()
        self._base = work.policy
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.hide()
        self._build_policies()
        self._build_table()
        self._build_options()
        self._build_whole()
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addLayout(self._row_of_policies)
        column.addWidget(self.told)
        column.addWidget(self.table, 1)
        column.addWidget(self.chosen)
        column.addLayout(self._options)
        column.addWidget(self.explained)
        column.addSpacing(4)
        column.addLayout(self._whole)
        work.policy_changed.connect(self._show)
        self.fill(work.policy.name)

    # --- building --------------------------------------------------------------------------------------------

    def _build_policies(self) -> None:
        self.policies = QComboBox()
        self.policies.setAccessibleName(self.tr("Release policy"))
        self.policies.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.policies.setMinimumContentsLength(10)
        self.policies.activated.connect(self._choose)
        self.save = QPushButton(self.tr("Save &as…"))
        self.save.setAutoDefault(False)
        self.save.clicked.connect(self._ask_title)
        self.more = QToolButton()
        self.more.setText(self.tr("More"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        menu.addAction(self.tr("&Import a policy…"), self._choose_import)
        menu.addAction(self.tr("&Export this policy…"), self._choose_export)
        self.delete = menu.addAction(self.tr("&Delete this policy…"), self._ask_delete)
        self.more.setMenu(menu)
        self._row_of_policies = QHBoxLayout()
        self._row_of_policies.setSpacing(6)
        self._row_of_policies.addWidget(self.policies, 1)
        self._row_of_policies.addWidget(self.save)
        self._row_of_policies.addWidget(self.more)

    def _build_table(self) -> None:
        self.table = QTreeWidget()
        self.table.setColumnCount(2)
        self.table.setHeaderLabels([self.tr("Class"), self.tr("What becomes of it")])
        self.table.setAccessibleName(self.tr("What becomes of each class"))
        self.table.setUniformRowHeights(True)
        self.table.setIndentation(12)
        self.table.setIconSize(CHIP)
        self.table.setStyleSheet("QTreeWidget::item { padding: 2px 2px; min-height: 18px; }")
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        columns = self.table.header()
        columns.setStretchLastSection(False)
        columns.setSectionResizeMode(_CLASS, QHeaderView.ResizeMode.Stretch)
        columns.setSectionResizeMode(_WAY, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)
        tagset = self._work.tagset
        grouped: dict[str, list[PhiClass]] = {}
        for phi_class in tagset:
            grouped.setdefault(phi_class.group, []).append(phi_class)
        self._rows: dict[str, QTreeWidgetItem] = {}
        for group, classes in grouped.items():
            titles = tagset.groups.get(group, {})
            top = QTreeWidgetItem([titles.get(language()) or titles.get("en") or group or self.tr("Other classes")])
            font = top.font(_CLASS)
            font.setBold(True)
            top.setFont(_CLASS, font)
            self.table.addTopLevelItem(top)
            for phi_class in classes:
                row = QTreeWidgetItem([class_title(tagset, phi_class.name)])
                row.setData(_CLASS, _NAME, phi_class.name)
                row.setToolTip(_CLASS, f"{class_title(tagset, phi_class.name)} ({phi_class.name})")
                top.addChild(row)
                self._rows[phi_class.name] = row
            top.setExpanded(True)
        self._draw_chips()
        self.table.itemSelectionChanged.connect(self._show_options)
        self.table.itemDoubleClicked.connect(lambda *_: self._begin())
        self.table.installEventFilter(self)

    def _build_options(self) -> None:
        self.chosen = QLabel()
        self.chosen.setTextFormat(Qt.TextFormat.PlainText)
        self.chosen.setWordWrap(True)
        self.way = QComboBox()
        self.way.setAccessibleName(self.tr("What becomes of the chosen classes"))
        for way in Way:
            self.way.addItem(way_words(way), way)
        self.way.activated.connect(self._change_way)
        self.chosen.setBuddy(self.way)
        self.to = QComboBox()
        self.to.setAccessibleName(self.tr("What of it is still said"))
        self.to.activated.connect(self._change_options)
        for box in (self.way, self.to):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
        self.numbered = QCheckBox(self.tr("num&bered"))
        self.numbered.setToolTip(self.tr("Different persons and things get different numbers"))
        self.numbered.toggled.connect(self._change_options)
        self.length = _spin(0, 99, self.tr("Length of the mask"))
        self.length.setSpecialValueText(self.tr("as long as the text"))
        self.length.setSuffix(self.tr(" signs"))
        self.band = _spin(1, 50, self.tr("Years of an age band"))
        self.band.setSuffix(self.tr(" years a band"))
        self.high_age = _spin(1, 120, self.tr("Age from which on all are one"))
        self.high_age.setPrefix(self.tr("from "))
        self.high_age.setSuffix(self.tr(" years as one"))
        self.inhabitants = _spin(0, 10_000_000, self.tr("Towns with at least as many inhabitants stay"))
        self.inhabitants.setSpecialValueText(self.tr("no town stays"))
        self.inhabitants.setSingleStep(10_000)
        self.inhabitants.setGroupSeparatorShown(True)
        self.inhabitants.setPrefix(self.tr("towns from "))
        self.inhabitants.setSuffix(self.tr(" inhabitants stay"))
        for spin in (self.length, self.band, self.high_age, self.inhabitants):
            spin.valueChanged.connect(self._change_options)
        self.explained = QLabel()
        self.explained.setWordWrap(True)
        self.explained.setTextFormat(Qt.TextFormat.PlainText)
        # Its room is kept: the table is not to move while a person goes through it.
        self.explained.setMinimumHeight(self.explained.fontMetrics().lineSpacing() * 2)
        self.explained.setAlignment(Qt.AlignmentFlag.AlignTop)
        first = QHBoxLayout()
        first.addWidget(self.way, 1)
        first.addWidget(self.to, 1)
        first.addWidget(self.numbered)
        first.addWidget(self.length, 1)
        self._options = QVBoxLayout()
        self._options.setSpacing(6)
        self._options.addLayout(first)
        for spin in (self.band, self.high_age, self.inhabitants):
            self._options.addWidget(spin)

    def _build_whole(self) -> None:
        self.scope = QComboBox()
        for scope in Scope:
            self.scope.addItem(scope_words(scope), scope)
        self.dates = QComboBox()
        for keeping in DateKeeping:
            self.dates.addItem(dates_words(keeping), keeping)
        for box in (self.scope, self.dates):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(14)
            box.activated.connect(self._change_whole)
        self.trims = {part: QCheckBox(words) for part, words in zip(_PARTS, (
            self.tr("the &header"), self.tr("the &footer")), strict=True)}  # fmt: skip
        trims = QHBoxLayout()
        trims.setSpacing(14)
        for trim in self.trims.values():
            trim.toggled.connect(self._change_whole)
            trims.addWidget(trim)
        trims.addStretch(1)
        self._whole = QFormLayout()
        self._whole.setVerticalSpacing(6)
        self._whole.addRow(self.tr("Sa&me thing, same surrogate:"), self.scope)
        self._whole.addRow(self.tr("Moved &dates keep:"), self.dates)
        self._whole.addRow(self.tr("Cut out:"), trims)

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._draw_chips()

    def _draw_chips(self) -> None:
        tagset = self._work.tagset
        forms = family_lines(tagset)
        for name, row in self._rows.items():
            row.setIcon(_CLASS, QIcon(class_chip(self._theme, tagset[name].colour, forms[name])))

    # --- the policy as it is ---------------------------------------------------------------------------------

    def fill(self, chosen: str) -> None:
        """List the policies that there are, with one of them chosen by its name."""
        own = own_policies()
        self._own = {one.name for one in own}
        self._policies = [*shipped_policies(), *own]
        self._base = next((one for one in self._policies if one.name == chosen), self._policies[0])
        self._work.set_policy(self._base)
        self._show()

    def take_draft(self, policy: Policy) -> None:
        """Go on with a policy that was changed and not kept."""
        self.fill(policy.name.removesuffix(_CHANGED))
        self._work.set_policy(policy)

    @property
    def is_changed(self) -> bool:
        """Whether the policy was changed since it was chosen."""
        return self._work.policy != self._base

    def _show(self) -> None:
        policy = self._work.policy
        with QSignalBlocker(self.policies):
            self.policies.clear()
            for one in self._policies:
                title = one.title_in(language())
                if one is self._base and self.is_changed:
                    title = self.tr("{title} (changed)").format(title=title)
                self.policies.addItem(title, one.name)
            self.policies.setCurrentIndex(self._policies.index(self._base))
            self.delete.setEnabled(self._base.name in self._own)
        tagset = self._work.tagset
        for name, row in self._rows.items():
            words = treatment_words(policy.treatment(name, tagset))
            row.setText(_WAY, words)
            row.setToolTip(_WAY, words)
        with QSignalBlocker(self.scope), QSignalBlocker(self.dates):
            self.scope.setCurrentIndex(self.scope.findData(policy.scope))
            self.dates.setCurrentIndex(self.dates.findData(policy.dates))
        for part, box in self.trims.items():
            with QSignalBlocker(box):
                box.setChecked(part in policy.trim)
        if not self.table.selectedItems():
            first = next(iter(self._rows.values()))
            self.table.setCurrentItem(first)
        self._show_options()

    @property
    def classes(self) -> list[str]:
        """The chosen classes, those of chosen groups among them."""
        found: list[str] = []
        for item in self.table.selectedItems():
            rows = [child for row in range(item.childCount()) if (child := item.child(row)) is not None] or [item]
            found += [row.data(_CLASS, _NAME) for row in rows]
        return list(dict.fromkeys(found))

    def _show_options(self) -> None:
        classes, tagset = self.classes, self._work.tagset
        treatments = [self._work.policy.treatment(name, tagset) for name in classes]
        if len(classes) == 1:
            self.chosen.setText(f"{class_title(tagset, classes[0])}:")
        else:
            self.chosen.setText(self.tr("Chosen classes: {count}").format(count=len(classes)))
        ways = {one.way for one in treatments}
        one = treatments[0] if len(ways) == 1 else None
        options: tuple[QWidget, ...] = (
            self.way, self.to, self.numbered, self.length, self.band, self.high_age, self.inhabitants,
        )  # fmt: skip
        blocked = [QSignalBlocker(widget) for widget in options]
        self.way.setEnabled(bool(classes))
        self.way.setCurrentIndex(self.way.findData(one.way) if one is not None else -1)
        self._offer_generalising(classes)
        way = None if one is None else one.way
        choices = _common(self._kinds(classes)) if way is Way.GENERALISE else ()
        self.to.clear()
        for to in choices:
            self.to.addItem(generalisation_words(to), to)
        if one is not None:
            self.to.setCurrentIndex(self.to.findData(one.to))
            self.numbered.setChecked(one.numbered)
            self.length.setValue(one.length)
            self.band.setValue(one.width)
            self.high_age.setValue(one.top)
            self.inhabitants.setValue(one.inhabitants)
        ages = one is not None and one.to in (Generalisation.AGE_BAND, Generalisation.AGE_TOP) and bool(choices)
        self.to.setVisible(len(choices) > 0)
        self.numbered.setVisible(way is Way.TAG)
        self.length.setVisible(way is Way.MASK)
        self.band.setVisible(ages and one is not None and one.to is Generalisation.AGE_BAND)
        self.high_age.setVisible(ages)
        self.inhabitants.setVisible(bool(choices) and one is not None and one.to is Generalisation.PROVINCE)
        self.explained.setText("" if way is None else way_explained(way))
        for blocker in blocked:
            blocker.unblock()

    def _kinds(self, classes: Sequence[str]) -> list[str]:
        tagset = self._work.tagset
        return [tagset[name].kind for name in classes]

    def _offer_generalising(self, classes: Sequence[str]) -> None:
        possible = any(kind in _LESS_EXACT for kind in self._kinds(classes))
        model = self.way.model()
        assert isinstance(model, QStandardItemModel)
        model.item(self.way.findData(Way.GENERALISE)).setEnabled(possible)

    # --- changing it -----------------------------------------------------------------------------------------

    def _choose(self, index: int) -> None:
        self._base = self._policies[index]
        self.told.hide()
        self._work.set_policy(self._base)
        self._show()

    def _set(self, policy: Policy) -> None:
        """Take a changed policy; one that is as it was chosen bears its name again."""
        plain = replace(policy, name=self._base.name, title=self._base.title)
        if plain == self._base:
            self._work.set_policy(self._base)
            return
        titles = {"es": f"{self._base.title_in('es')} (cambiada)", "en": f"{self._base.title_in('en')} (changed)"}
        self._work.set_policy(replace(policy, name=f"{self._base.name}{_CHANGED}", title=titles))

    def _change_way(self) -> None:
        # Qt keeps what is a text as a plain one.
        way, policy, tagset = Way(self.way.currentData()), self._work.policy, self._work.tagset
        for name in self.classes:
            before = policy.treatment(name, tagset)
            if before.way is way:
                continue
            treatment = Treatment(way)
            if way is Way.GENERALISE:
                choices = _LESS_EXACT.get(tagset[name].kind)
                if choices is None:
                    continue  # it cannot be said less exactly, and stays as it is
                treatment = Treatment(way, to=choices[0])
            policy = with_treatment(policy, name, treatment, tagset)
        self._set(policy)

    def _change_options(self) -> None:
        policy, tagset = self._work.policy, self._work.tagset
        chosen = self.to.currentData()
        to = None if chosen is None else Generalisation(chosen)
        for name in self.classes:
            before = policy.treatment(name, tagset)
            treatment = before
            match before.way:
                case Way.TAG:
                    treatment = replace(before, numbered=self.numbered.isChecked())
                case Way.MASK:
                    treatment = replace(before, length=self.length.value())
                case Way.GENERALISE:
                    treatment = replace(
                        before,
                        to=to if to is not None else before.to,
                        width=self.band.value(),
                        top=self.high_age.value(),
                        inhabitants=self.inhabitants.value(),
                    )
            policy = with_treatment(policy, name, treatment, tagset)
        self._set(policy)

    def _change_whole(self) -> None:
        self._set(
            replace(
                self._work.policy,
                scope=Scope(self.scope.currentData()),
                dates=DateKeeping(self.dates.currentData()),
                trim=frozenset(part for part, box in self.trims.items() if box.isChecked()),
            )
        )

    def _begin(self) -> None:
        if self.classes:
            self.way.setFocus()
            self.way.showPopup()

    # --- policies of one's own -------------------------------------------------------------------------------

    def _ask_title(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Save the policy"))
        dialog.setLabelText(self.tr("Name of your policy:"))
        dialog.setTextEchoMode(QLineEdit.EchoMode.Normal)
        dialog.setTextValue("" if self._is_shipped(self._base) else self._base.title_in(language()))
        dialog.setOkButtonText(self.tr("Save"))
        dialog.setCancelButtonText(self.tr("Cancel"))
        dialog.textValueSelected.connect(self.save_as)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save_as(self, title: str) -> None:
        """Keep the policy as one's own under a title; says why, where that is not possible."""
        try:
            own = named_policy(self._work.policy, title)
        except ValueError:
            self._tell(self.tr("Choose another name: with letters, and not that of a policy of the program."))
            return
        there = {one.name for one in own_policies()}
        if own.name in there and own.name != self._base.name:
            ask(
                self,
                self.tr("Save the policy"),
                self.tr("There is a policy of this name already."),
                self.tr("It would be replaced."),
                [(self.tr("Replace it"), lambda: self._keep(own))],
            )
        else:
            self._keep(own)

    def _keep(self, own: Policy) -> None:
        try:
            keep_policy(own)
        except DeidError as error:
            self._work.failed.emit(error)
            return
        self.fill(own.name)
        self._tell(self.tr("Saved as «{title}».").format(title=own.title_in(language())))

    def _choose_import(self) -> None:
        self._file_dialog(self.tr("Import a policy"), QFileDialog.AcceptMode.AcceptOpen, self.import_file)

    def import_file(self, path: str) -> None:
        """Take a policy from a file among one's own."""
        try:
            policy = read_policy(Path(path))
        except DeidError as error:
            self._work.failed.emit(error)
            return
        title = policy.title_in(language())
        try:
            own = named_policy(policy, title)
        except ValueError:
            own = named_policy(policy, f"{title} 2")
        self._keep(replace(own, title={**own.title, **policy.title}))

    def _choose_export(self) -> None:
        self._file_dialog(self.tr("Export this policy"), QFileDialog.AcceptMode.AcceptSave, self.export_file)

    def export_file(self, path: str) -> None:
        """Write the policy into a file."""
        try:
            write_file(Path(path), policy_toml(self._work.policy))
        except DeidError as error:
            self._work.failed.emit(error)
            return
        self._tell(self.tr("Exported to {path}.").format(path=path))

    def _file_dialog(self, title: str, mode: QFileDialog.AcceptMode, chosen: object) -> None:
        dialog = QFileDialog(self, title)
        dialog.setAcceptMode(mode)
        dialog.setNameFilter(self.tr("Release policies ({kinds})").format(kinds="*.toml"))
        dialog.setDefaultSuffix("toml")
        if mode is QFileDialog.AcceptMode.AcceptSave:
            dialog.selectFile(f"{self._work.policy.name}.toml")
        dialog.fileSelected.connect(chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_delete(self) -> None:
        ask(
            self,
            self.tr("Delete the policy"),
            self.tr("Delete «{title}»?").format(title=self._base.title_in(language())),
            self.tr("Releases that were made by it stay as they are."),
            [(self.tr("Delete"), self._delete)],
        )

    def _delete(self) -> None:
        try:
            forget_policy(self._base.name)
        except DeidError as error:
            self._work.failed.emit(error)
            return
        self.fill("research")

    def _is_shipped(self, policy: Policy) -> bool:
        return any(policy.name == one.name for one in shipped_policies())

    def _tell(self, words: str) -> None:
        self.told.setText(words)
        self.told.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.table
            and event.type() is QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2, Qt.Key.Key_Space)
        ):
            self._begin()
            return True
        return super().eventFilter(watched, event)


def _common(kinds: Sequence[str]) -> tuple[Generalisation, ...]:
    """To what all of these kinds can be generalised; none where they differ."""
    choices = {_LESS_EXACT.get(kind, ()) for kind in kinds}
    return choices.pop() if len(choices) == 1 else ()


def _spin(least: int, most: int, name: str) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    spin.setAccessibleName(name)
    spin.setToolTip(name)
    spin.setKeyboardTracking(False)
    return spin
