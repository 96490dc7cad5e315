"""PolicyChoice: the policies there are: one is chosen, and one's own are kept, imported, exported and deleted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.formats.files import write_file
from deid_studio.gui.features.releasing.work.release_work import ReleaseWork
from deid_studio.gui.shell.messages import ask
from deid_studio.gui.widgets.choice_box import ChoiceBox
from deid_studio.gui.words.wording import language
from deid_studio.release.policy import (
    Policy,
    forget_policy,
    keep_policy,
    named_policy,
    own_policies,
    policy_toml,
    read_policy,
    shipped_policies,
    without_claims,
)
from deid_studio.review.releasing.release_limits import allowed_policies
from deid_studio.texts import Text, languages

_CHANGED = "-changed"
_NAME_WIDTH = 360


class PolicyChoice(QWidget):
    """A policy that was changed and not kept stands beside the one it was made of, until another is changed."""

    def __init__(self, work: ReleaseWork, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._policies: list[Policy] = []
        self._own: set[str] = set()
        self._base = work.policy
        self._draft: tuple[Policy, Policy] | None = None  # a policy, and what was made of it
        self.policies = ChoiceBox(10)
        self.policies.setAccessibleName(self.tr("Release policy"))
        self.policies.activated.connect(self._choose)
        label = QLabel(self.tr("&Policy:"))
        label.setBuddy(self.policies)
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
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.hide()
        above = QHBoxLayout()
        above.setSpacing(6)
        above.addWidget(label)
        above.addStretch(1)
        above.addWidget(self.save)
        above.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(above)
        column.addWidget(self.policies)
        column.addWidget(self.told)

    # --- which one -------------------------------------------------------------------------------------------

    def fill(self, chosen: str) -> None:
        """List the policies that there are, with one of them chosen by its name."""
        own = own_policies()
        self._own = {one.name for one in own}
        self._policies = [*(allowed_policies() or shipped_policies())]  # where none is, releasing says so
        self._draft = None
        self._take(next((one for one in self._policies if one.name == chosen), self._policies[0]))

    def take_draft(self, policy: Policy) -> None:
        """Go on with a policy that was changed and not kept."""
        self.fill(policy.name.removesuffix(_CHANGED))
        self._draft = self._base, policy
        self._work.set_policy(policy)
        self.show_policies()

    @property
    def is_changed(self) -> bool:
        """Whether the policy was changed since it was chosen."""
        return self._work.policy != self._base

    def change(self, policy: Policy) -> None:
        """Take a changed policy; one that is as it was chosen bears its name again."""
        base = self._base
        if replace(policy, name=base.name, title=base.title, claims=base.claims, claims_not=base.claims_not) == base:
            self._draft = None
            self._work.set_policy(self._base)
            return
        titles = {one: Text("{policy} (changed)", policy=self._base.title_in(one)).said(one) for one in languages()}
        changed = without_claims(replace(policy, name=f"{self._base.name}{_CHANGED}", title=titles))
        self._draft = self._base, changed
        self._work.set_policy(changed)

    def show_policies(self) -> None:
        """Show the list as it is, with what was changed and not kept under the policy it was made of."""
        with QSignalBlocker(self.policies):
            self.policies.clear()
            for one in self._policies:
                self.policies.addItem(one.title_in(language()), one.name)
                if self._draft is not None and self._draft[0] is one:
                    title = self.tr("{title} (changed)").format(title=one.title_in(language()))
                    self.policies.addItem(title, self._draft[1].name)
            self.policies.setCurrentIndex(self.policies.findData(self._work.policy.name))
        self.policies.setToolTip(self.policies.currentText())
        self.delete.setEnabled(self._base.name in self._own)

    def _choose(self, index: int) -> None:
        name = self.policies.itemData(index)
        self.told.hide()
        if self._draft is not None and name == self._draft[1].name:
            self._base = self._draft[0]
            self._work.set_policy(self._draft[1])
            self.show_policies()
        else:
            self._take(next(one for one in self._policies if one.name == name))

    def _take(self, policy: Policy) -> None:
        self._base = policy
        self._work.set_policy(policy)
        self.show_policies()

    # --- policies of one's own -------------------------------------------------------------------------------

    def _ask_title(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Save the policy"))
        dialog.setLabelText(self.tr("Name of your policy:"))
        dialog.setTextEchoMode(QLineEdit.EchoMode.Normal)
        dialog.setTextValue("" if self._is_shipped(self._base) else self._base.title_in(language()))
        dialog.setOkButtonText(self.tr("Save"))
        dialog.setCancelButtonText(self.tr("Cancel"))
        dialog.resize(_NAME_WIDTH, dialog.sizeHint().height())
        buttons = dialog.findChild(QDialogButtonBox)
        if buttons is not None:
            save = buttons.button(QDialogButtonBox.StandardButton.Ok)
            save.setEnabled(bool(dialog.textValue().strip()))
            dialog.textValueChanged.connect(lambda title: save.setEnabled(bool(title.strip())))
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
