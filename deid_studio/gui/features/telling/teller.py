"""Teller: what the controller and the files have to say, as messages of the window."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.formats.text import Remark
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.words.wording import Counts, class_title, few_words, language, percent, what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.model.mentions import Mention
from deid_studio.review.figures.track_record import Record
from deid_studio.review.second.second_policy import Role
from deid_studio.review.session import OnDisk

_NAMED = 3
_OF_ONE_REPORT = ("signed", "remarks", "decided", "disk", "lost", "failed", "earned", "overlap")


class Teller(QObject):
    """Turns signals into banners and words in the status bar."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._messages = workbench.messages
        controller, saving = workbench.controller, workbench.controller.saving
        controller.folder_opened.connect(self._folder_opened)
        controller.folder_told.connect(self._folder_told)
        controller.saves_completed.connect(self._saves_completed)
        controller.report_opened.connect(self._report_opened)
        controller.report_failed.connect(self._clear_report)
        controller.signed_changed.connect(self._signed)
        for signal in (controller.hidden_changed, controller.report_opened, controller.desk_changed):
            signal.connect(self._hidden)
        controller.desk_changed.connect(self._desk_changed)
        controller.current_changed.connect(lambda _id, shown: self._messages.clear("earned") if shown else None)
        controller.class_changed.connect(self._class_changed)
        controller.overlap_made.connect(self._overlap_made)
        controller.all_decided.connect(self._all_decided)
        controller.folder_finished.connect(self._folder_finished)
        workbench.long_work.show_topic(
            "earned", self.tr("Counting how right suggestions were in your signed-off reports")
        )
        controller.earning.unearned.connect(self._unearned)
        controller.failed.connect(lambda error: self._messages.tell_error("failed", error))
        saving.saved.connect(self._saved)
        saving.save_failed.connect(self._save_failed)
        saving.conflict_changed.connect(self._conflict)
        workbench.preferences.write_failed.connect(lambda error: self._messages.tell_error("settings", error))
        for number, problem in enumerate(workbench.preferences.problems):
            self._messages.tell_error(f"settings/{number}" if number else "settings", problem)

    def _folder_opened(self) -> None:
        folder = self._workbench.controller.folder
        self._clear_report()
        for topic in ("export", "save", "finished", "model", "folder", "hindered"):
            self._messages.clear(topic)
        if folder is not None:
            folder.model_ready.connect(self._model_ready)

    def _model_ready(self, error: DeidError | None) -> None:
        if error is None:
            self._messages.clear("model")
        else:
            retry = (self.tr("Retry"), self._workbench.controller.restart_detector)
            detail = f"{what_happened(error)} {what_to_do(error)}"
            folder = self._workbench.controller.folder
            came = folder is not None and bool(folder.results)
            text = (
                self.tr("No further suggestions are coming.")
                if came
                else self.tr("There are no suggestions for any report.")
            )
            self._messages.tell("model", text, detail, kind=Kind.WARNING, actions=[retry])

    def _folder_told(self, told: tuple[DeidError, ...], hindered: tuple[DeidError, ...]) -> None:
        # Of the whole folder: they stay until the person closes them or opens another folder.
        if told:
            self._messages.tell("folder", *_together(told), kind=Kind.WARNING)
        if hindered:
            text = self.tr("Reports whose files could not be brought up to date: {count}.").format(count=len(hindered))
            more = [Counts().more(len(hindered) - _NAMED)] if len(hindered) > _NAMED else []
            lines = [f"• {what_happened(error)} {what_to_do(error)}" for error in hindered[:_NAMED]]
            self._messages.tell("hindered", text, "\n" + "\n".join([*lines, *more]), kind=Kind.WARNING)

    def _saves_completed(self, count: int) -> None:
        self._workbench.status.tell(self.tr("Saves completed that had been interrupted: {count}").format(count=count))

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
        self._signed(session.signed)

    def _signed(self, signed: bool) -> None:
        session = self._workbench.controller.session
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
        for topic in ("overlap", "failed", "earned"):
            self._messages.clear(topic)
        if self._workbench.controller.desk.pending:
            self._messages.clear("decided")

    def _unearned(self, records: dict[str, Record]) -> None:
        if not records:
            self._messages.clear("earned")
            return
        text = self.tr("Not accepted together; classes that have not earned it yet: {count}.")
        why = (self.tr("Why?"), lambda: self._say_why(records))
        self._messages.tell("earned", text.format(count=len(records)), actions=[why])

    def _say_why(self, records: dict[str, Record]) -> None:
        worst = sorted(records, key=lambda name: (records[name].sure_of, name))
        words = [self._why_not(name, records[name]) for name in worst[:_NAMED]]
        if len(worst) > _NAMED:
            words.append(Counts().more(len(worst) - _NAMED))
        text = self.tr(
            "Not accepted together: your signed-off reports do not make sure as yet that {wanted} are right. {classes}."
        )
        wanted = percent(self._workbench.controller.earning.precision)
        self._messages.tell("earned", text.format(wanted=wanted, classes="; ".join(words)))

    def _why_not(self, name: str, record: Record) -> str:
        controller = self._workbench.controller
        lacking = record.lacking(controller.earning.precision)
        words = self.tr("{title}: {right} of {total} right one by one, sure of {sure}")
        if not record.total:
            words = self.tr("{title}: none decided one by one yet")
        if lacking is not None:
            words += ", " + self.tr("at least {lacking} more needed")
        return words.format(
            title=class_title(controller.tagset, name),
            right=record.right,
            total=record.total,
            sure=percent(record.sure_of),
            lacking=lacking,
        )

    def _overlap_made(self, beneath: Mention) -> None:
        session = self._workbench.controller.session
        if session is not None:
            text = self.tr("What you marked overlaps “{text}”; both stay marked.").format(
                text=few_words(beneath.span.text(session.text))
            )
            undo = (self.tr("Undo"), self._workbench.controller.undo)
            self._messages.tell("overlap", text, kind=Kind.WARNING, actions=[undo])

    def _class_changed(self, name: str) -> None:
        title = class_title(self._workbench.controller.tagset, name)
        self._workbench.status.tell_change(self.tr("Class changed to {title}").format(title=title))

    def _all_decided(self) -> None:
        session = self._workbench.controller.session
        if session is not None and not session.signed:
            self._messages.tell(
                "decided",
                self.tr("Every suggestion is decided."),
                self.tr("Read the unmarked text once more, then sign off."),
                actions=[(self.tr("Sign off"), partial(self._workbench.actions.do, "sign_off"))],
            )

    def _folder_finished(self) -> None:
        folder = self._workbench.controller.folder
        unreadable = 0 if folder is None else folder.unreadable
        if unreadable:
            text = self.tr("Every report that can be read is signed off.")
            detail = self.tr("Reports that cannot be read: {count}.").format(count=unreadable)
            self._messages.tell("finished", text, detail, kind=Kind.WARNING)
        else:
            waiting = 0 if folder is None else folder.waiting_for_second
            detail = self.tr("Waiting for a second reader: {count}.").format(count=waiting) if waiting else ""
            text = self.tr("Every report of this folder is signed off.")
            self._messages.tell("finished", text, detail, kind=Kind.SECOND if waiting else Kind.SIGNED)

    def _saved(self, when: datetime) -> None:
        self._messages.clear("save")
        self._workbench.status.tell(self.tr("Saved {time}").format(time=f"{when:%H:%M}"))

    def _save_failed(self, error: DeidError) -> None:
        self._workbench.status.tell(self.tr("Saving failed"), problem=True)
        self._messages.tell_error("save", error, [(self.tr("Retry"), self._workbench.controller.saving.now)])

    def _conflict(self, found: OnDisk) -> None:
        if not found:
            self._messages.clear("disk")
            return
        saving = self._workbench.controller.saving
        if found.text_changed:
            text = self.tr("Another program has changed the text of this report; it can only be read for now.")
        else:
            text = self.tr("Another program has changed the .ann; nothing is saved for now.")
        self._messages.tell(
            "disk", text, kind=Kind.WARNING, actions=[(self.tr("Choose…"), saving.ask_again)], closable=False
        )


def _together(errors: tuple[DeidError, ...]) -> tuple[str, str]:
    """What happened and what to do, of one error; of several, each on its line."""
    if len(errors) == 1:
        return what_happened(errors[0]), what_to_do(errors[0])
    return "\n".join(f"{what_happened(error)} {what_to_do(error)}" for error in errors), ""
