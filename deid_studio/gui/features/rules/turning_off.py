"""TurningOff: rules are turned off and on again, here or in every folder, with a preview of what that changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QToolButton

from deid_studio.batch.comparing import ComparingProcess
from deid_studio.batch.results import Results
from deid_studio.detection.rule_ids import in_order
from deid_studio.errors import (
    CancelledError,
    DeidError,
    LibraryMissingError,
    ModelDamagedError,
    ModelMissingError,
    WorkerNotStartedError,
)
from deid_studio.gui.features.rules.rule_dialog import RuleDialog
from deid_studio.gui.features.rules.rules_off_dialog import RulesOffDialog
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.rule_wording import not_to_turn_off, rule_id_words, to_turn_off
from deid_studio.gui.workbench import Workbench
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.review.deciding.rule_preview import ReportChanges, changes
from deid_studio.review.project import Project
from deid_studio.settings import Settings

_TOPIC = "rules"
_NAMED = 3


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """Which reports to look at, and what is off `before` and with the rule; `results` are the suggestions as they are,
    `first` is looked at first. `found` is told the changes of each report that has any, from another thread than the
    window's."""

    project: Project
    model: Path
    names: tuple[str, ...]
    first: str
    results: Results
    patients: Mapping[str, PatientFields]
    before: frozenset[str]
    rule: str
    limit_mb: float
    found: Callable[[ReportChanges], None]


def preview(request: PreviewRequest, progress: Progress) -> int:
    """Look what changes in each report, in those known to have the rule before others; returns how many cannot be read.

    Raises why the detector cannot be loaded; a report that cannot be read does not stop the others.
    """
    unread = 0
    total = len(request.names)
    off = frozenset((request.rule,))
    after, tagset = request.before | off, request.project.tagset
    with ComparingProcess(request.model, request.before, after, request.limit_mb, tagset) as process:
        process.start(lambda: progress.step(0))
        progress.step(0, total)
        rule, results = request.rule, request.results
        names = sorted(request.names, key=lambda name: (name != request.first, not results.rests_on(name, rule)))
        for done, name in enumerate(names):
            try:
                known = request.patients.get(name, PatientFields())
                compared = process.compare(name, request.project[name].path, known, partial(progress.step, done, total))
                if compared.changed:
                    session = request.project.open(name)
                    if not session.signed and session.text_sha256 == compared.text_sha256:
                        found = changes(session.desk, compared.before, compared.after, off, session.begun)
                        if found:
                            request.found(ReportChanges(name, session.text, found))
            except (CancelledError, LibraryMissingError, ModelMissingError, ModelDamagedError, WorkerNotStartedError):
                raise
            except DeidError:
                unread += 1
            progress.step(done + 1, total)
    return unread


class TurningOff(QObject):
    """What is off everywhere is a setting of the person, what is off here one of the folder; both hold together."""

    _found = Signal(int, object)  # from the thread that looks: which preview, and the changes of a report

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._dialog: RuleDialog | None = None
        self._list: RulesOffDialog | None = None
        self._previews = count(1)
        self._preview = 0
        self._told: frozenset[str] = frozenset()
        self.shown = QToolButton()
        self.shown.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.shown.setAutoRaise(True)
        self.shown.setToolTip(self.tr("Rules that are off…"))
        self.shown.clicked.connect(self.show_off)
        self.shown.hide()
        workbench.add_to_status(self.shown)
        self._found.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._controller.rules_everywhere = self._everywhere
        self._controller.folder_opened.connect(self._folder_opened)
        workbench.preferences.changed.connect(self._settings_changed)
        workbench.theme_changed.connect(self._theme_changed)

    @property
    def _everywhere(self) -> frozenset[str]:
        return frozenset(self._workbench.preferences.settings.rules_off)

    # --- turning off -----------------------------------------------------------------------------------------

    def turn_off(self, rule: str = "") -> None:
        """Ask where a rule that the current mention rests on is to be off, and show what that changes."""
        mention, folder = self._controller.mention, self._controller.folder
        if mention is None or folder is None:
            return
        suggestion = mention.suggestion
        rules = {} if suggestion is None else to_turn_off(suggestion)
        rules = {one: words for one, words in rules.items() if one not in folder.rules_off}
        if suggestion is None or not rules:
            reasons = () if suggestion is None else not_to_turn_off(suggestion)
            self._workbench.messages.tell("rules", self.tr("There is no rule here to turn off."), " ".join(reasons))
            return
        self._close_dialog()
        first = rule if rule in rules else next(iter(rules))
        dialog = self._dialog = RuleDialog(
            rules, first, self._controller.tagset, self._workbench.theme, self._workbench.window
        )
        dialog.rule_changed.connect(lambda: self._look(dialog))
        dialog.stop_wanted.connect(self._stop)
        dialog.place_wanted.connect(self._show_place)
        dialog.confirmed.connect(self._confirmed)
        dialog.finished.connect(lambda: self._closed(dialog))
        self._look(dialog)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def _look(self, dialog: RuleDialog) -> None:
        folder = self._controller.folder
        if folder is None:
            return
        dialog.begin()
        number = self._preview = next(self._previews)
        request = PreviewRequest(
            folder.project,
            folder.model,
            tuple(name for name in folder.names if not folder.standing(name).state.is_signed),
            self._controller.shown,
            folder.results.snapshot(),
            dict(folder.patients),
            folder.rules_off,
            dialog.rule,
            self._controller.limit_mb,
            lambda report: self._found.emit(number, report),
        )
        self._controller.jobs.run(
            _TOPIC,
            preview,
            request,
            done=lambda unread: self._ended(number, unread),
            failed=lambda error: self._ended(number, 0, error),
            progress=lambda *told: self._tell_progress(number, *told),
        )

    @Slot(int, object)
    def _take(self, number: int, report: ReportChanges) -> None:
        if self._dialog is not None and number == self._preview:
            self._dialog.add(report)

    def _tell_progress(self, number: int, step: int, total: int, _what: str) -> None:
        if self._dialog is not None and number == self._preview:
            self._dialog.show_progress(step, total, self._controller.jobs.seconds_left(_TOPIC))

    def _ended(self, number: int, unread: int = 0, error: DeidError | None = None) -> None:
        if self._dialog is not None and number == self._preview:
            self._dialog.end(unread, error)

    def _stop(self) -> None:
        self._controller.jobs.cancel(_TOPIC)
        if self._dialog is not None:
            self._dialog.end()

    def _show_place(self, name: str, span: Span) -> None:
        controller = self._controller
        if controller.session is not None and controller.session.name == name:
            self._to_place(span)
            return

        def opened() -> None:
            controller.report_opened.disconnect(opened)
            if controller.session is not None and controller.session.name == name:
                self._to_place(span)

        controller.report_opened.connect(opened, Qt.ConnectionType.QueuedConnection)
        controller.open_report(name)

    def _to_place(self, span: Span) -> None:
        controller = self._controller
        there = next((m for m in controller.desk.at(span.start) if m.span.overlaps(span)), None)
        if there is not None:
            controller.select(there.id, show=True)
        else:
            self._workbench.view.selection.select(span.start, span.end)

    def _confirmed(self, rule: str, everywhere: bool) -> None:
        words = rule_id_words(rule)
        if everywhere:
            if not self._workbench.preferences.change(rules_off=in_order((*self._everywhere, rule))):
                return
            told = self.tr("Turned off in every folder: {rule}").format(rule=words)
        else:
            folder = self._controller.folder
            if folder is None or not self._keep_here(folder.rules_here | {rule}):
                return
            told = self.tr("Turned off in this folder: {rule}").format(rule=words)
        self._workbench.status.tell(told)

    def _theme_changed(self, theme: Theme) -> None:
        if self._dialog is not None:
            self._dialog.set_theme(theme)

    def _close_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.close()

    def _closed(self, dialog: RuleDialog) -> None:
        if dialog is self._dialog:
            self._dialog = None
            self._controller.jobs.cancel(_TOPIC)
            self._workbench.view.setFocus()

    # --- turning on again ------------------------------------------------------------------------------------

    def show_off(self) -> None:
        """Show the rules that are off, to turn them on again."""
        if self._list is None:
            shown = self._list = RulesOffDialog(self._workbench.window)
            shown.on_wanted.connect(self.turn_on)
            shown.finished.connect(self._list_closed)
            self._fill_list()
            shown.open()

    def turn_on(self, rule: str, everywhere: bool) -> None:
        """Turn a rule on again where it was turned off: in every folder, or in this one."""
        folder = self._controller.folder
        if everywhere:
            if not self._workbench.preferences.change(rules_off=in_order(self._everywhere - {rule})):
                return
        elif folder is None or not self._keep_here(folder.rules_here - {rule}):
            return
        self._workbench.status.tell(self.tr("Turned on again: {rule}").format(rule=rule_id_words(rule)))
        self._fill_list()

    def _fill_list(self) -> None:
        folder = self._controller.folder
        here = frozenset[str]() if folder is None else folder.rules_here
        unknown = frozenset[str]() if folder is None else folder.unknown_rules
        off = [*((rule, False) for rule in sorted(here)), *((rule, True) for rule in sorted(self._everywhere))]
        if self._list is not None:
            self._list.fill(off, unknown)

    def _list_closed(self) -> None:
        self._list = None

    # --- what holds ------------------------------------------------------------------------------------------

    def _keep_here(self, rules: frozenset[str]) -> bool:
        folder = self._controller.folder
        if folder is None:
            return False
        try:
            folder.keep_rules_off(rules)
        except DeidError as error:
            self._controller.failed.emit(error)
            return False
        self._obey()
        return True

    def _obey(self) -> None:
        folder = self._controller.folder
        if folder is None:
            return
        folder.obey(folder.rules_here | self._everywhere)
        if self._told and not self._told & folder.rules_off:
            self._workbench.messages.clear("rules")
            self._told = frozenset()
        if self._controller.shown:
            folder.want(self._controller.shown)
        self._show_count()

    def _settings_changed(self, before: Settings) -> None:
        if self._workbench.preferences.settings.rules_off != before.rules_off:
            self._controller.rules_everywhere = self._everywhere
            self._obey()
            self._fill_list()

    def _folder_opened(self) -> None:
        self._close_dialog()
        self._workbench.messages.clear("rules")
        self._told = frozenset()
        folder = self._controller.folder
        if folder is not None:
            folder.suggestions_came.connect(self._tell_unknown)
        self._show_count()
        self._fill_list()

    def _show_count(self) -> None:
        folder = self._controller.folder
        off = len(self._everywhere) if folder is None else len(folder.rules_off)
        self.shown.setVisible(off > 0)
        self.shown.setText(self.tr("%n rules off", "", off))

    def _tell_unknown(self) -> None:
        folder = self._controller.folder
        if folder is None or folder.unknown_rules == self._told:
            return
        self._told = folder.unknown_rules
        if not self._told:
            return
        names = [rule_id_words(rule) for rule in sorted(self._told)[:_NAMED]]
        if len(self._told) > _NAMED:
            names.append("…")
        text = self.tr("Some of the rules that are off do not exist any more: {names}.").format(names=", ".join(names))
        detail = self.tr("Nothing else is affected; they can be taken off the list.")
        self._workbench.messages.tell("rules", text, detail, actions=[(self.tr("Rules that are off…"), self.show_off)])
