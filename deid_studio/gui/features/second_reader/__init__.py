"""Second reader: which reports another person reads as well, and the passages that lead that person through one."""

from __future__ import annotations

from functools import partial

from deid_studio.gui.features.second_reader.second_reader_dialog import SecondReaderDialog
from deid_studio.gui.features.second_reader.second_reading import SecondReading
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.asking import Gate, Stage
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> SecondReading:
    """Bring in the banner over a report, the dialog, and the question before a sign-off."""
    controller = workbench.controller
    reading = SecondReading(workbench)

    def choose() -> None:
        if controller.folder is not None:
            SecondReaderDialog(controller, workbench.window).open()

    workbench.gates.append(Gate(Stage.BEFORE_PENDING, 10, reading.holds_back, reading.pass_over))
    workbench.actions.add(
        ActionSpec(
            "next_passage", Menu.REPORT, 135, QT_TRANSLATE_NOOP("actions", "Next passage of the second reading"),
            partial(reading.step, 1), ("F12",), needs=Needs.REPORT
        ),
        ActionSpec(
            "previous_passage", Menu.REPORT, 140,
            QT_TRANSLATE_NOOP("actions", "Previous passage of the second reading"),
            partial(reading.step, -1), ("Shift+F12",), needs=Needs.REPORT
        ),
        ActionSpec(
            "second_reader", Menu.REPORT, 145, QT_TRANSLATE_NOOP("actions", "Sec&ond reader…"),
            choose, needs=Needs.FOLDER
        ),
    )  # fmt: skip
    return reading
