"""Suggesting: when the detector works on the folder, and when it is to begin anew."""

from __future__ import annotations

from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> None:
    """Bring in the actions that pause pre-annotation and have suggestions made anew."""
    controller = workbench.controller

    def toggle() -> None:
        folder = controller.folder
        if folder is not None:
            folder.resume() if folder.paused else folder.pause()
            workbench.actions["pause"].setChecked(folder.paused)

    workbench.actions.add(
        ActionSpec(
            "refresh", Menu.FILE, 140, QT_TRANSLATE_NOOP("actions", "Read the &folder and suggest again"),
            controller.refresh_folder, needs=Needs.FOLDER
        ),
        ActionSpec(
            "refresh_report", Menu.REPORT, 150, QT_TRANSLATE_NOOP("actions", "Read this report and suggest a&gain"),
            controller.refresh_report, ("F5",), needs=Needs.FOLDER
        ),
        ActionSpec(
            "pause", Menu.REPORT, 410, QT_TRANSLATE_NOOP("actions", "Pause pre-anno&tation"),
            toggle, needs=Needs.FOLDER, checkable=True
        ),
    )  # fmt: skip
    workbench.status.pause_wanted.connect(toggle)
    controller.folder_opened.connect(lambda: workbench.actions["pause"].setChecked(False))
