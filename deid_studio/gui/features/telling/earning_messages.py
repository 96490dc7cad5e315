"""EarningMessages: which classes have not earned yet that they are accepted together, and why."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.words.wording import Counts, class_title, percent
from deid_studio.gui.workbench import Workbench
from deid_studio.review.figures.track_record import Record

_NAMED = 3


class EarningMessages(QObject):
    """The message goes with the next decision."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._messages = workbench.messages
        controller = workbench.controller
        workbench.long_work.show_topic(
            "earned", self.tr("Counting how right suggestions were in your signed-off reports")
        )
        controller.earning.unearned.connect(self._unearned)
        controller.desk_changed.connect(lambda: self._messages.clear("earned"))
        controller.current_changed.connect(lambda _id, shown: self._messages.clear("earned") if shown else None)

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
