"""SigningOff: everything that is asked before a report is signed off, in its order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QLineEdit

from deid_studio.gui.shell.asking import Gate, Stage
from deid_studio.gui.shell.before_sign_off import ask_before_sign_off
from deid_studio.gui.words.wording import about
from deid_studio.gui.workbench import Workbench
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS, is_likely, outlook, stop_for

# Logins that name nobody: a sign-off should not bear them unseen.
_NOBODY = frozenset({"root", "user", "usuario", "admin", "administrator", "administrador", "guest", "ubuntu"})


class SigningOff(QObject):
    """What was typed of the patient is kept first; then come the second reader's passages, the final check, what is
    pending and, once, who signs. Every method returns at once.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench

    def begin(self) -> None:
        """Sign the report off, with what was typed of the patient searched first."""
        if self._workbench.refuses():
            return
        self._workbench.typing_ended.emit()
        self._pass(self._gates(Stage.BEFORE_PENDING), self.go_on)

    def anyway(self) -> None:
        """Sign off all the same where a sign-off was held back; by itself it signs nothing."""
        for stage, go_on in ((Stage.BEFORE_SIGNATURE, self._sign_read), (Stage.BEFORE_PENDING, self.go_on)):
            gates = self._gates(stage)
            for number, gate in reversed(list(enumerate(gates))):
                if gate.pass_over():
                    self._pass(gates[number:], go_on)
                    return
        self._workbench.status.tell(
            self.tr("Nothing holds the sign-off back yet: this passes over what is asked once you sign off.")
        )

    def _gates(self, stage: Stage) -> list[Gate]:
        return sorted((gate for gate in self._workbench.gates if gate.stage is stage), key=lambda gate: gate.place)

    def _pass(self, gates: Sequence[Gate], go_on: Callable[[], object]) -> None:
        """Go on once no gate holds it back; one that does goes on with those after it."""
        for number, gate in enumerate(gates):
            if gate.holds_back(partial(self._pass, gates[number + 1 :], go_on)):
                return
        go_on()

    def go_on(self) -> None:
        """Go on once nobody is led anywhere first: ask what to do about pending suggestions."""
        workbench = self._workbench
        controller = workbench.controller
        pending = len(controller.desk.pending)
        session, folder = controller.session, controller.folder
        if session is None or folder is None:
            return
        if folder.awaits(session.name) and not session.signed:
            ask_before_sign_off(
                workbench.window,
                workbench.keys,
                self.tr("Sign off"),
                self.tr("The suggestions for this report have not come yet."),
                self.tr("They will be there in a moment."),
                (self.tr("Wait for them"), workbench.focus_report),
                (self.tr("Sign off without them"), self._sign_without),
            )
        elif pending > len(controller.shown_pending):
            ask_before_sign_off(
                workbench.window,
                workbench.keys,
                self.tr("Sign off"),
                self.tr("Suggestions are still pending: {count}").format(count=pending),
                self._hidden_pending(),
                (self.tr("Show them and go to the first"), self._first_pending),
            )
        elif pending:
            likely = sum(map(is_likely, controller.desk.pending))
            detail = self.tr("A report is signed off when every suggestion has been decided.")
            if likely:
                detail += " " + self.tr("Likely to be personal data: {count}.").format(count=likely)
            reject = self.tr("Reject the %n left and sign off", "", pending), self._reject_and_sign
            ask_before_sign_off(
                workbench.window,
                workbench.keys,
                self.tr("Sign off"),
                self.tr("Suggestions are still pending: {count}").format(count=pending),
                detail,
                (self.tr("Go to the first"), self._first_pending),
                # What is likely is not to leave the house by one key: it is decided one by one, or rejected in sight.
                None if likely else reject,
            )
        else:
            self._sign()

    def _sign_without(self) -> None:
        session, folder = self._workbench.controller.session, self._workbench.controller.folder
        if session is not None and folder is not None and folder.awaits(session.name):
            self._sign()
        else:  # they came while the question was open
            self.go_on()

    def _hidden_pending(self) -> str:
        controller = self._workbench.controller
        words = []
        if len(controller.sure_pending) > len(controller.shown_pending):
            words.append(self.tr("Suggestions of hidden classes are among them. Show all classes and decide on them."))
        found = outlook(controller.desk.pending, controller.least)
        if found.hidden:
            told = self.tr(
                "Among them, hidden because they are less sure: {count}; {missed} of these are likely to be PHI."
                " Show them and decide on them."
            )
            words.append(told.format(count=found.hidden, missed=about(found.missed)))
        return " ".join(words)

    def _sign(self) -> None:
        self._pass(self._gates(Stage.BEFORE_SIGNATURE), self._sign_read)

    def _sign_read(self) -> None:
        preferences = self._workbench.preferences
        known = preferences.reviewer_asked or preferences.is_fixed("reviewer")
        if not known or not preferences.settings.reviewer:
            self._ask_who()
        else:
            self._workbench.controller.sign_off()

    def _first_pending(self) -> None:
        controller = self._workbench.controller
        controller.set_hidden(frozenset())
        controller.set_least(min((ALL_SUGGESTIONS, *map(stop_for, controller.desk.pending))))
        controller.select(None)
        first = next(iter(controller.desk.pending), None)
        if first is not None:  # they may have gone while the question was open
            controller.select(first.id, show=True)
        self._workbench.focus_report()

    def _reject_and_sign(self) -> None:
        if any(map(is_likely, self._workbench.controller.desk.pending)):  # it came while the question was open
            self.go_on()
        elif self._workbench.controller.reject_all():
            self.begin()

    def _ask_who(self) -> None:
        preferences = self._workbench.preferences
        dialog = QInputDialog(self._workbench.window)
        dialog.setWindowTitle(self.tr("Who signs off?"))
        dialog.setLabelText(self.tr("Your name, as it will stand beside the reports that you sign off:"))
        dialog.setTextEchoMode(QLineEdit.EchoMode.Normal)
        reviewer = preferences.settings.reviewer
        dialog.setTextValue("" if reviewer.casefold() in _NOBODY else reviewer)
        dialog.setOkButtonText(self.tr("Sign off"))
        dialog.setCancelButtonText(self.tr("Cancel"))
        buttons = dialog.findChild(QDialogButtonBox)
        assert isinstance(buttons, QDialogButtonBox)
        sign = buttons.button(QDialogButtonBox.StandardButton.Ok)
        sign.setEnabled(bool(dialog.textValue().strip()))
        dialog.textValueChanged.connect(lambda name: sign.setEnabled(bool(name.strip())))

        def named(name: str) -> None:
            if name.strip():
                preferences.reviewer_asked = True
                preferences.change(reviewer=name.strip())
                self._workbench.controller.reviewer = name.strip()
                self._workbench.controller.sign_off()

        dialog.textValueSelected.connect(named)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
