"""Reading: what of the report was on the screen long enough to be read, and the rest before a sign-off."""

from __future__ import annotations

from deid_studio.gui.features.reading.reading import Reading
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.asking import Gate, Stage
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Reading:
    """Bring in the watching, which the settings turn on, and the question before a sign-off."""
    reading = Reading(workbench)

    def follow_settings() -> None:
        reading.set_policy(workbench.preferences.settings.read_coverage)

    workbench.preferences.changed.connect(follow_settings)
    workbench.gates.append(Gate(Stage.BEFORE_SIGNATURE, 10, reading.holds_back))
    title = QT_TRANSLATE_NOOP("actions", "Next place that was not r&ead")
    workbench.actions.add(
        ActionSpec("next_unread", Menu.REPORT, 125, title, reading.go_to_next, ("F4",), needs=Needs.REPORT)
    )
    follow_settings()
    return reading
