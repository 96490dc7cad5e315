"""Final check: what is left to look at in a report before it is signed off, and what of it was read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from deid_studio.gui.features.final_check.check_panel import CheckPanel
from deid_studio.gui.features.final_check.checking import Checking
from deid_studio.gui.features.final_check.reading import Reading
from deid_studio.gui.features.final_check.sign_off_gate import SignOffGate
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.asking import Gate, Stage
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("panels", "Final check")


class FinalCheck:
    """The walk through the findings, the panel that shows it, and what is watched of the reading."""

    def __init__(self, workbench: Workbench) -> None:
        self.reading = Reading(workbench)
        self.checking = Checking(workbench.controller, self.reading)
        self.before = SignOffGate(workbench.controller, self.checking, self.reading)
        self.panel = CheckPanel(workbench, self.checking, self.before)

    def gate(self, stage: Stage, place: int, holds_back: Callable[[Callable[[], object]], bool]) -> Gate:
        """A gate of sign-off; where it asks already, the same key is the safe way."""

        def holds(go_on: Callable[[], object]) -> bool:
            if self.checking.offering:
                self.panel.walk()
                return True
            return holds_back(go_on)

        return Gate(stage, place, holds, self.before.pass_over)


def install(workbench: Workbench) -> FinalCheck:
    """Bring in the panel on the right, what watches the reading, and the question before a sign-off."""
    final = FinalCheck(workbench)
    checking, before, panel, reading = final.checking, final.before, final.panel, final.reading
    area = Qt.DockWidgetArea.RightDockWidgetArea
    dock = workbench.docks.add(Panel("final_check", 58, translate("panels", _TITLE), panel, area, panel.setFocus))

    def close() -> bool:
        was_walking = checking.walking or checking.offering
        if was_walking:
            checking.stop()
        return was_walking

    def follow_settings() -> None:
        before.enabled = workbench.preferences.settings.second_sweep
        reading.set_policy(workbench.preferences.settings.read_coverage)

    dock.visibilityChanged.connect(panel.set_seen)
    workbench.theme_changed.connect(panel.set_theme)
    workbench.keys.changed.connect(panel.set_keys)
    workbench.preferences.changed.connect(follow_settings)
    checking.place_chosen.connect(workbench.view.selection.select)
    checking.passage_chosen.connect(workbench.view.go_to)
    panel.wanted.connect(lambda: workbench.docks.lend_front("final_check"))
    workbench.controller.report_leaving.connect(lambda: workbench.docks.give_front_back("final_check"))
    panel.left.connect(workbench.focus_report)
    panel.keys_free.connect(workbench.view.setFocus)
    panel.class_wanted.connect(lambda: workbench.actions.do("choose_class"))
    workbench.add_escape(30, close)
    workbench.gates.append(final.gate(Stage.BEFORE_PENDING, 20, before.holds_back))
    workbench.gates.append(final.gate(Stage.BEFORE_SIGNATURE, 10, before.holds_back_unread))
    workbench.other_keys.append((20, lambda: (translate("panels", _TITLE), panel.keys())))
    workbench.actions.add(
        ActionSpec(
            "second_sweep", Menu.REPORT, 120, QT_TRANSLATE_NOOP("actions", "&Final check: what is left to look at"),
            panel.walk, ("F7",), needs=Needs.REPORT
        ),
        ActionSpec(
            "next_unread", Menu.REPORT, 125, QT_TRANSLATE_NOOP("actions", "Next place that was not r&ead"),
            reading.go_to_next, ("F4",), needs=Needs.REPORT
        ),
    )  # fmt: skip
    follow_settings()
    return final
