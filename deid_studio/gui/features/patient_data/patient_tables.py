"""PatientTables: opens tables of patient data for the reports of the folder, and tells what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from deid_studio.errors import DeidError
from deid_studio.formats.patient_table import read_patient_table
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.words.wording import Counts, one_line
from deid_studio.gui.workbench import Workbench
from deid_studio.model.patient_fields import PatientFields
from deid_studio.progress import Progress
from deid_studio.review.patient_records import TableMatch, match_table

_TOPIC = "patients"
_NAMED = 8
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table's path, and the names of the reports that it may be of."""

    path: Path
    reports: tuple[str, ...]


def read_table(request: TableRequest, progress: Progress) -> TableMatch:
    """Read a table and find its reports; raises what `read_patient_table` raises."""
    table = read_patient_table(request.path)
    progress.step(1)
    return match_table(table, request.reports)


class PatientTables(QObject):
    """Every method returns at once; a table is read beside the window, and what it did can be undone."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._controller.folder_opened.connect(lambda: workbench.messages.clear(_TOPIC))
        workbench.long_work.show_topic(_TOPIC, self.tr("Reading the table"))

    def choose(self) -> None:
        """Let the person choose a table, and open it."""
        folder = self._controller.folder
        if folder is None or self._workbench.refuses():
            return
        self._workbench.typing_ended.emit()
        dialog = QFileDialog(self._workbench.window, self.tr("Open patient data"), str(folder.project.folder))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Tables (*.csv *.tsv *.txt *.json)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(lambda path: self.open(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def open(self, path: Path) -> None:
        """Read a table of patient data, and use what it knows of the reports of the folder."""
        folder = self._controller.folder
        if folder is None:
            return
        self._workbench.messages.clear(_TOPIC)
        self._controller.jobs.run(
            _TOPIC, read_table, TableRequest(path, folder.names), done=self._use, failed=self._failed
        )

    def _failed(self, error: DeidError) -> None:
        self._workbench.messages.tell_error(_TOPIC, error, [(self.tr("Choose another…"), self.choose)])

    def _use(self, match: TableMatch) -> None:
        folder, messages = self._controller.folder, self._workbench.messages
        if folder is None:
            return
        if not match.fields:
            example = self.tr("Here reports are called like “{name}”.").format(name=folder.names[0])
            text = self.tr("The table holds nothing of the reports of this folder; nothing was kept.")
            messages.tell(_TOPIC, text, f"{example}{self._left_out(match)}", kind=Kind.WARNING)
            return
        before = {name: folder.patients.get(name, PatientFields()) for name in match.fields}
        after = {name: before[name].together_with(fields) for name, fields in match.fields.items()}
        changed = {name: fields for name, fields in after.items() if fields != before[name]}
        if changed and not self._controller.know_patients(changed):
            messages.clear(_TOPIC)
            return
        text = self.tr("The table has patient data for {count} of {total} reports; they are searched in them now.")
        messages.tell(
            _TOPIC,
            text.format(count=len(match.fields), total=len(folder.names)),
            self._left_out(match),
            kind=Kind.WARNING if match.strangers or match.ignored else Kind.INFO,
            actions=[(self.tr("Undo"), lambda: self._take_back(before, changed))] if changed else [],
        )

    def _left_out(self, match: TableMatch) -> str:
        lines = []
        if match.strangers:
            words = self.tr("Rows of no report of this folder, not kept ({count}): {keys}.")
            lines.append(words.format(count=len(match.strangers), keys=_listed(match.strangers)))
        if match.ignored:
            lines.append(self.tr("Columns that are not used: {columns}.").format(columns=_listed(match.ignored)))
        return "".join(f"\n• {line}" for line in lines)

    def _take_back(self, before: Mapping[str, PatientFields], after: Mapping[str, PatientFields]) -> None:
        """Undo a table, but for the reports whose fields were changed since."""
        folder = self._controller.folder
        self._workbench.typing_ended.emit()
        if folder is not None:
            own = {name: before[name] for name, fields in after.items() if folder.patients.get(name) == fields}
            if self._controller.know_patients(own):
                self._workbench.messages.clear(_TOPIC)
                self._workbench.status.tell(self.tr("The table's data were taken out again"))


def _listed(names: Sequence[str]) -> str:
    short = [one_line(name) for name in names[:_NAMED]]
    short = [name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…" for name in short]
    more = [Counts().more(len(names) - _NAMED)] if len(names) > _NAMED else []
    return ", ".join([*short, *more])
