"""No letter leads to two places of what is shown together, in either language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from deid_studio.release.outputs import OutputFormat
from tests.gui.letters import shared_letters

_DIALOGS = (
    "settings keys export import about statistics guidelines note patient_table reveal second_reader models rules_off"
    " tag_set your_checks ledger evaluate manual turn_off_rule"
)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_letter_leads_to_one_place_of_the_window_of_a_dialog_and_of_a_step_of_a_release(
    language, request, make_studio, reports
):
    if language == "es":
        request.getfixturevalue("spanish")
    studio = make_studio()
    studio.open(reports, "1-alta")
    window, shared = studio.window, {}
    for dock in window.docks:
        dock.show()
        dock.raise_()
        QApplication.processEvents()
        shared[dock.objectName()] = shared_letters(window)
    for action in _DIALOGS.split():
        before = set(_windows())
        window.actions_by_id[action].trigger()
        QApplication.processEvents()
        (dialog,) = set(_windows()) - before
        shared[action] = shared_letters(dialog)
        for tabs in dialog.findChildren(QTabWidget):
            for tab in range(tabs.count()):
                tabs.setCurrentIndex(tab)
                shared[f"{action} {tab}"] = shared_letters(dialog)
        dialog.close()

    window.actions_by_id["release"].trigger()
    release = window.releasing.shown
    held = release.held
    release.work.has_documents = True
    release.destination.vault.click()
    release.destination.formats[OutputFormat.DOCX].click()
    others = "I&t is no personal data (N)", "I&t is personal data after all", "Number the repor&ts"
    for step in range(release.steps.count()):
        release.steps.setCurrentIndex(step)
        QApplication.processEvents()
        # As where places hold the release back: what is looked through meanwhile would hide these again.
        for part in (held.buttons, held.explain, held.open, held.answered, release.policy.options.numbered):
            part.show()
        assert all(part.isVisibleTo(release) for part in (held.explain, held.open, held.mark, held.sign, held.allow))
        for words in (*others, "Wi&thout the layout of Word"):  # for what else is held
            held.allow.setText(held.tr(words))
            for verb in ("&Release", "Expo&rt unreviewed"):
                release.release.setText(release.tr(verb))
                shared[f"release {step} {words} {verb}"] = shared_letters(release)
    assert not {where: letters for where, letters in shared.items() if letters}


def _windows() -> Iterator[QWidget]:
    return (one for one in QApplication.topLevelWidgets() if one.isVisible())
