"""ReportMessages: what there is to say of the open report and of what was just done to it."""

from __future__ import annotations

from collections import Counter
from functools import partial

from PySide6.QtCore import QObject

from deid_studio.formats.text import Remark
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.words.wording import Counts, class_title, few_words, language
from deid_studio.gui.workbench import Workbench
from deid_studio.review.deciding.growing import Grown
from deid_studio.review.second.second_policy import Role

_NAMED = 3
# Whoever told it.
_OF_ONE_REPORT = ("signed", "remarks", "decided", "disk", "lost", "failed", "earned", "overlap")


class ReportMessages(QObject):
    """They go with the report."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._messages = workbench.messages
        self._was_signed = False
        controller = workbench.controller
        for signal in (controller.folder_opened, controller.report_failed):
            signal.connect(self._clear_report)
        controller.report_opened.connect(self._report_opened)
        controller.signed_changed.connect(self._signed)
        for signal in (controller.hidden_changed, controller.report_opened, controller.desk_changed):
            signal.connect(self._hidden)
        controller.desk_changed.connect(self._desk_changed)
        controller.class_changed.connect(self._class_changed)
        controller.grown.connect(self._grown)
        controller.left_alone.connect(self._left_alone)
        controller.followed.connect(self._followed)
        controller.suggested_anew.connect(self._suggested_anew)
        controller.all_decided.connect(self._all_decided)
        controller.failed.connect(lambda error: self._messages.tell_error("failed", error))

    def _clear_report(self) -> None:
        for topic in _OF_ONE_REPORT:
            self._messages.clear(topic)

    def _report_opened(self) -> None:
        self._clear_report()
        session = self._workbench.controller.session
        if session is None:
            return
        # A BOM is harmless, and where there is one it is in every report of a folder.
        remarks = " ".join(remark.text(language()) for remark in session.told if remark is not Remark.BOM)
        if remarks:
            self._messages.tell("remarks", remarks)
        self._was_signed = session.signed
        self._signed(session.signed)

    def _signed(self, signed: bool) -> None:
        session = self._workbench.controller.session
        withdrawn, self._was_signed = self._was_signed and not signed, signed
        if session is not None and withdrawn:
            self._workbench.status.tell(self.tr("Sign-off withdrawn. Sign the report off again once it is decided."))
        if session is None or not signed or self._workbench.controller.role is not Role.NONE:
            self._messages.clear("signed")
            return
        self._messages.clear("decided")
        who, proven = session.signatures[-1].reviewer, session.proven
        self._messages.tell(
            "signed",
            self.tr("Signed off by {name}.").format(name=who) if who else self.tr("Signed off."),
            self.tr("Editing withdraws the sign-off.")
            if proven
            else self.tr(
                "It cannot be released: the sign-off is of an earlier version or of other classes, or is not in"
                " review.jsonl. Withdraw it, look at the report and sign it off again."
            ),
            kind=Kind.SIGNED if proven else Kind.WARNING,
            actions=[(self.tr("Withdraw"), self._workbench.controller.withdraw_sign_off)],
            closable=False,
        )

    def _hidden(self) -> None:
        controller = self._workbench.controller
        if not controller.hidden:
            self._messages.clear("hidden")
            return
        counts = Counter(m.span.phi_class for m in controller.desk)
        names = [c.name for c in controller.tagset if c.name in controller.hidden]
        names.sort(key=lambda name: -counts[name])
        words = [f"{class_title(controller.tagset, name)} ({counts[name]})" for name in names[:_NAMED]]
        if len(names) > _NAMED:
            words.append(Counts().more(len(names) - _NAMED))
        text = self.tr("Hidden classes: {classes}").format(classes=", ".join(words))
        told = self._messages.shown("hidden")
        if told is None or told.text != text:
            show = (self.tr("Show"), lambda: controller.set_hidden(frozenset()))
            self._messages.tell("hidden", text, actions=[show], closable=False)

    def _desk_changed(self) -> None:
        for topic in ("overlap", "failed"):
            self._messages.clear(topic)
        if self._workbench.controller.desk.pending:
            self._messages.clear("decided")

    def _grown(self, grown: Grown) -> None:
        controller, status = self._workbench.controller, self._workbench.status
        session = controller.session
        if session is None:
            return
        told = []
        if grown.confirmed:
            title = class_title(controller.tagset, grown.mention.span.phi_class)
            told.append(self.tr("Accepted as {title}").format(title=title))
        merged = self.tr("One mention now with “{text}”")
        told += [merged.format(text=few_words(other.span.text(session.text))) for other in grown.merged]
        if grown.taken:
            told.append(self.tr("Suggestions taken in: {count}").format(count=grown.taken))
        if told:
            status.tell_change(" · ".join((*told, *self._following())))
        if grown.beneath is not None:
            text = self.tr("What you marked overlaps “{text}”; both stay marked.").format(
                text=few_words(grown.beneath.span.text(session.text))
            )
            self._messages.tell("overlap", text, kind=Kind.WARNING, actions=[(self.tr("Undo"), controller.undo)])

    def _class_changed(self, name: str) -> None:
        title = class_title(self._workbench.controller.tagset, name)
        told = self.tr("Class changed to {title}").format(title=title)
        self._workbench.status.tell_change(" · ".join((told, *self._following())))

    def _left_alone(self) -> None:
        table = self._workbench.keys.table
        told = self.tr(
            "Nothing was accepted: what is left here is doubtful, and decided by itself ({accept} or {discard})."
        )
        self._workbench.status.tell(told.format(accept=table.shown("accept"), discard=table.shown("discard")))

    def _suggested_anew(self, count: int) -> None:
        told = (
            self.tr("Read anew: new suggestions: {count}")
            if count
            else self.tr("Read anew: nothing else is suggested.")
        )
        self._workbench.status.tell(told.format(count=count))

    def _followed(self) -> None:
        self._workbench.status.tell_change(" · ".join(self._following()))

    def _following(self) -> tuple[str, ...]:
        count = self._workbench.controller.followers
        return (Counts().following(count),) if count else ()

    def _all_decided(self) -> None:
        session = self._workbench.controller.session
        if session is not None and not session.signed:
            self._messages.tell(
                "decided",
                self.tr("Every suggestion is decided."),
                self.tr("Read the unmarked text once more, then sign off."),
                actions=[(self.tr("Sign off"), partial(self._workbench.actions.do, "sign_off"))],
            )
