"""Studio: what the application keeps out of the window's way."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref

import pytest

from deid_studio import paths
from deid_studio.detection.suggester import DETECTED
from deid_studio.formats.leftovers import unfinished_path
from deid_studio.gui.all_features import FEATURES
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.garbage import keep_searches_short, search_everything
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.studio import tidy
from deid_studio.gui.window import MainWindow
from deid_studio.gui.workbench import Workbench
from deid_studio.model.tagset import shipped_tagset


@pytest.fixture
def short_searches():
    thresholds, callbacks = gc.get_threshold(), list(gc.callbacks)
    keep_searches_short()
    yield
    gc.set_threshold(*thresholds)
    gc.callbacks[:] = callbacks


def test_what_a_full_search_for_garbage_has_looked_through_is_left_out_of_the_next(short_searches):
    kept = [[] for _ in range(1000)]
    gc.collect()
    assert not {id(one) for one in gc.get_objects()} & {id(one) for one in kept}


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_is_still_found(short_searches):
    knot = Knot()
    gone = weakref.ref(knot)
    del knot
    gc.collect()
    assert gone() is None


@pytest.mark.slow
def test_garbage_that_was_left_out_is_found_when_everything_is_searched(short_searches):
    knot = Knot()
    gone = weakref.ref(knot)
    gc.collect()
    del knot
    gc.collect()
    assert gone() is not None
    search_everything()
    assert gone() is None


def test_a_report_that_is_left_goes_without_a_search_for_garbage(studio, reports):
    studio.open(reports)
    left = weakref.ref(studio.controller.session)
    gc.disable()
    try:
        studio.controller.step_report(1)
        studio.qtbot.waitUntil(lambda: left() is None)
    finally:
        gc.enable()


def test_starting_puts_right_what_killed_programs_left_in_the_users_folders(tmp_path, monkeypatch):
    for name in ("user_checks", "user_gazetteers", "user_models", "user_policies"):
        monkeypatch.setattr(paths, name, lambda name=name: tmp_path / name)
    monkeypatch.setattr(paths, "settings_file", lambda: tmp_path / "config" / "settings.toml")
    models = tmp_path / "user_models"
    (models / ".mine.old-0123").mkdir(parents=True)
    (models / ".other.new-01234567" / "folder").mkdir(parents=True)
    (tmp_path / "config").mkdir()
    unfinished_path(tmp_path / "config" / "settings.toml").write_bytes(b"x")
    tidy(models / "mine")
    assert [path.name for path in models.iterdir()] == ["mine"] and not list((tmp_path / "config").iterdir())


@pytest.mark.slow
def test_the_window_is_painted_before_what_fills_it_is_imported_without_what_detects_and_makes_surrogates(tmp_path):
    code = (
        "import sys\nfrom deid_studio.gui import application\n"
        "preferences, window = application.first_window(['deid-studio'])\n"
        "late = {'workbench', 'studio', 'all_features', 'control.controller'}\n"
        "assert window._painted and not {f'deid_studio.gui.{name}' for name in late} & sys.modules.keys()\n"
        "from deid_studio.gui import studio\n"
        "heavy = {'numpy', 'scipy', 'rapidfuzz', 'stdnum', 'faker', 'spacy', 'charset_normalizer', 'lxml'}\n"
        "heavy |= {f'deid_studio.{name}' for name in ('detection.pipeline', 'release.surrogates.surrogates')}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"XDG_CONFIG_HOME": str(tmp_path)})


def test_a_window_that_was_shown_empty_is_filled_as_another_is(qapp, qtbot, preannotator, preferences_path, reports):
    preferences = Preferences(preferences_path)
    window = MainWindow(preferences)
    window.show_at_once()
    assert window.isVisible() and window.centralWidget().text() == "Starting…"
    assert not window.close() and window.isVisible()  # nothing that could be saved or asked is there yet
    controller = ReviewController(
        shipped_tagset(DETECTED), paths.default_model(), "Dra. Prueba", make_preannotator=preannotator
    )
    controller.setParent(window)
    window.fill(Workbench(window, controller, preferences), FEATURES)
    page = window.workbench.page
    qtbot.waitUntil(lambda: page.open_button.isVisible())
    reports_panel = window.workbench.docks.named("reports")
    qtbot.waitUntil(lambda: 0 < reports_panel.width() < 0.3 * window.width())  # not half of it, as Qt would have it
    with qtbot.waitSignal(controller.report_opened):
        window.workbench.paths_wanted.emit([reports])
    assert window.close() and not window.isVisible()
    window.deleteLater()
