"""The versions of models in the window: chosen for a folder and for all, and back; handed on and taken in."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from deid_studio import paths
from deid_studio.detection.model_files import MANIFEST
from deid_studio.gui.features.models.models_dialog import ModelsDialog
from deid_studio.learning.importance import IMPORTANCE
from deid_studio.learning.model_writing import manifest_bytes
from deid_studio.learning.store.model_card import Figure, ModelCard
from deid_studio.learning.store.model_store import ModelStore


@pytest.fixture
def candidate(tmp_path: Path) -> Path:
    """A model of another fingerprint than the shipped one, which nobody audited."""
    folder = tmp_path / "candidate"
    shutil.copytree(paths.default_model(), folder)
    (folder / IMPORTANCE).unlink()  # it is of the shipped one alone
    manifest = json.loads((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_bytes(manifest_bytes({key: one for key, one in manifest.items() if key != "audit"}))
    return folder


def _shown(studio) -> ModelsDialog:
    studio.window.actions_by_id["models"].trigger()
    dialog = next(one for one in studio.window.findChildren(ModelsDialog) if one.isVisible())
    _wait(studio, dialog)
    return dialog


def _wait(studio, dialog: ModelsDialog) -> None:
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("models"))


def _used(dialog: ModelsDialog) -> list[tuple[str, str]]:
    items = (dialog.list.topLevelItem(place) for place in range(dialog.list.topLevelItemCount()))
    return [(item.text(0), item.text(1)) for item in items]


def _choose(dialog: ModelsDialog, place: int) -> None:
    dialog.list.setCurrentItem(dialog.list.topLevelItem(place))


def test_a_version_is_used_in_the_open_folder_and_one_click_leads_back(studio, reports, candidate, tmp_path):
    figure = Figure("3 signed reports", "recall", 0.91, 0.95, 0.01, 0.07)
    version = ModelStore().add(candidate, ModelCard("alta", figures=(figure,), note="probado con Ana"))
    studio.open(reports)
    studio.key("Return")
    before = studio.controller.folder
    dialog = _shown(studio)
    assert _used(dialog) == [("default", "in this folder, wherever none is chosen"), ("alta-1", "")]
    assert not dialog.use_here.isEnabled() and not dialog.back.isEnabled()
    _choose(dialog, 1)
    assert "probado con Ana" in dialog.card.toPlainText() and "0.950" in dialog.card.toPlainText()
    dialog.use_here.click()
    studio.qtbot.waitUntil(lambda: studio.controller.folder not in (None, before))
    assert studio.controller.folder.model == studio.controller.model == version.folder
    assert _used(dialog) == [("default", "wherever none is chosen"), ("alta-1", "in this folder")]
    studio.wait_shown("1-alta")
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos"]  # what was decided stays
    dialog.back.click()
    studio.qtbot.waitUntil(lambda: studio.controller.folder and studio.controller.folder.model == paths.default_model())
    assert not dialog.back.isEnabled()
    dialog.reject()

    # A folder is opened with its own model.
    ModelStore().choices.choose(version.id, reports)
    shutil.copytree(reports, tmp_path / "otra")
    studio.open(tmp_path / "otra")
    assert studio.controller.folder.model == paths.default_model()
    studio.open(reports)
    assert studio.controller.folder.model == version.folder == ModelStore().folder / "alta-1"

    # Choices that cannot be read are told, and the shipped model is used.
    studio.controller.close_folder()
    (paths.user_models() / "active.json").write_bytes(b"{")
    studio.open(reports)
    assert studio.controller.folder.model == paths.default_model()
    assert "cannot be read" in studio.window.messages.shown("models").text
    dialog = _shown(studio)
    assert "Move that file away" in dialog.problem.text()
    dialog.reject()


def test_models_are_chosen_for_all_handed_on_and_taken_in_without_any_folder(studio, candidate, tmp_path, monkeypatch):
    ModelStore().add(candidate, ModelCard("alta"))
    studio.window.actions_by_id["settings"].trigger()  # which lead to them
    page = QApplication.activeModalWidget()
    page.fields["model"].widget.click()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ModelsDialog)
    _wait(studio, dialog)
    _choose(dialog, 1)
    assert not dialog.use_here.isEnabled()
    dialog.use.click()
    _wait(studio, dialog)
    assert studio.window.preferences.model == ModelStore().folder / "alta-1"
    assert _used(dialog) == [("default", ""), ("alta-1", "wherever none is chosen")]
    dialog.back.click()
    _wait(studio, dialog)
    assert studio.window.preferences.model == paths.default_model()

    # One that is not clean leaves only when a person says so.
    file = tmp_path / "alta.deidmodel"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    _choose(dialog, 1)
    dialog.export.click()
    _wait(studio, dialog)
    assert not file.exists() and "not found clean" in studio.box().text()
    studio.choose("Export all the same")
    _wait(studio, dialog)
    assert file.stat().st_mode & 0o077 == 0

    # A file is taken in, and a hostile one is told.
    file.write_bytes(file.read_bytes()[:-30])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    dialog.take_in.click()
    _wait(studio, dialog)
    assert "Nothing was imported" in dialog.problem.text() and dialog.problem.isVisible()
    assert [name for name, _ in _used(dialog)] == ["default", "alta-1"] and dialog.take_in.isEnabled()
    dialog.reject()
