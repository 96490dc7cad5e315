"""The first steps: somebody new does a real report by the keys of daily work, and is led on from wherever they are."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.gui.application import install_language
from deid_studio.gui.features.tour.steps import MISSED, OTHERWISE, Step

pytestmark = pytest.mark.dressed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the tour's reports are."""
    place = tmp_path / "first-steps"
    monkeypatch.setattr(paths, "first_steps", lambda: place)
    return place


def _events() -> None:
    for _ in range(4):
        QApplication.processEvents()


def _step(studio) -> int:
    """The number of the step that is told; 0 for none."""
    _events()
    banner = studio.window.messages.shown("tour")
    told = banner.text if banner is not None else ""
    return next((step.value for step in Step if told == step.title()), 0)


def _begin(studio) -> None:
    studio.window.actions_by_id["first_steps"].trigger()
    studio.qtbot.waitUntil(lambda: _step(studio) > 0 and bool(studio.texts("pending")))


def _press(studio, name: str) -> None:
    studio.banner_button("tour", name).click()


@pytest.mark.parametrize("language", ["en", "es"])
def test_somebody_new_does_a_report_in_five_steps(studio, folder, language, qapp, request):
    install_language(qapp, language)
    request.addfinalizer(lambda: install_language(qapp, "en"))
    assert studio.window.page.first_steps_button.isVisible()
    studio.window.page.first_steps_button.click()
    studio.qtbot.waitUntil(lambda: _step(studio) == 1 and bool(studio.texts("pending")))
    studio.key("Return")
    assert _step(studio) == 2
    studio.key("Z")
    assert _step(studio) == 3 and OTHERWISE in studio.controller.session.text
    studio.select_text(MISSED)
    studio.key("Z")
    assert _step(studio) == 4
    key = studio.window.workbench.keys.table.shown("accept_passage")
    assert key and key in studio.window.messages.shown("tour").detail
    studio.key("Shift+Return")
    while studio.texts("pending"):
        studio.key("Return")
    assert _step(studio) == 4
    studio.key("Ctrl+Return")
    _events()
    assert studio.controller.session.signed
    assert _step(studio) == 0 and studio.window.messages.shown("tour").closable
    assert (folder / "1.ann").exists()


def test_what_is_undone_is_a_step_again_and_another_window_goes_on_until_the_tour_is_told_to_end(
    make_studio, reports, folder
):
    studio = make_studio()
    table = studio.window.workbench.keys.table
    for step in Step:  # the keys that are told are those that hold
        words = step.words(table)
        assert "{" not in words and "–" not in words
    assert table.shown("accept") in Step.ACCEPT.words(table)

    folder.write_text("no folder")
    studio.window.actions_by_id["first_steps"].trigger()
    assert "first-steps" in studio.window.messages.shown("tour").text, "where the report cannot be put it is told"
    folder.unlink()

    _begin(studio)
    studio.key("Return")
    assert _step(studio) == 2
    studio.key("Ctrl+Z")
    assert _step(studio) == 1
    studio.key("Return")
    studio.key("Z")
    assert _step(studio) == 3
    studio.open(reports)
    assert _step(studio) == 0  # elsewhere nothing is said of it
    studio.window.close()

    again = make_studio()
    assert again.window.page.first_steps_button.isVisible() is False  # who was here before finds it in the help
    _begin(again)
    assert _step(again) == 3 and sorted(path.name for path in folder.glob("*.txt")) == ["1.txt"]
    _skip_the_rest(again)

    # One that was done begins with a new report, and its steps are skipped one by one.
    _begin(again)
    again.wait_shown("2")
    assert _step(again) == 1 and len(list(folder.glob("*.txt"))) == 2
    for step in (2, 3):
        _press(again, "Skip")
        assert _step(again) == step
    _press(again, "End")
    assert _step(again) == 0
    again.key("Return")
    assert _step(again) == 0
    _begin(again)
    assert _step(again) == 3
    _skip_the_rest(again)


def _skip_the_rest(studio) -> None:
    for _ in range(3):
        _press(studio, "Skip")
    assert _step(studio) == 0 and not studio.controller.session.signed
