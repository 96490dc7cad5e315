"""Release windows to drive."""

from __future__ import annotations

import pytest

from deid_studio import paths
from deid_studio.gui.features.releasing.work import release_work as work
from deid_studio.release import vault as vault_module
from tests.gui.features.releasing.release_driver import (
    OTHER,
    TEXT,
    Release,
    sign,
)


@pytest.fixture
def reports(tmp_path, monkeypatch):
    """Three reports; in `2-otro` a name stands a second time, which the tests' detector does not see."""
    monkeypatch.setattr(paths, "user_policies", lambda: tmp_path / "policies")
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})
    for wait in ("_PREVIEW_AFTER_MS", "_CHECK_AFTER_MS"):
        monkeypatch.setattr(work, wait, 1)
    folder = tmp_path / "informes"
    folder.mkdir()
    for name, text in (("1-uno", TEXT), ("2-otro", OTHER), ("3-nada", "Sin datos.\n")):
        (folder / f"{name}.txt").write_bytes(text.encode())
    return folder


@pytest.fixture
def signed(studio, reports):
    """A release window on a folder with one signed-off report."""
    studio.open(reports)
    sign(studio, "1-uno")
    return Release(studio)


@pytest.fixture
def leaking(studio, reports):
    """A release window on two signed-off reports, in one of which a name is left."""
    studio.window.preferences.change(follow_decisions=False)  # what leaks would be suggested
    studio.open(reports)
    sign(studio, "1-uno", "2-otro")
    return Release(studio)
