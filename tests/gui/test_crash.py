"""A window that is killed in mid-review: the next one finds every decision and can undo it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deid_studio import paths

ROOT = Path(__file__).resolve().parents[2]

_VICTIM = """
import sys, time
from pathlib import Path
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from deid_studio import paths
from deid_studio.gui import studio
from deid_studio.gui.application import make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.model.tagset import load_tagset
from tests.gui.parts import Window


class Nobody:
    def __init__(self, model, ready, result): pass
    def start(self): pass
    def know(self, patients): pass
    def turn_off(self, rules): pass
    def suggest_in(self, tagset): pass
    def submit(self, reports): pass
    def urgent(self, name, path): pass
    def cancel(self): pass
    def stop(self): pass


folder = Path(sys.argv[1])
app = make_application(["victim"])
tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
controller = ReviewController(tagset, paths.default_model(), "Dra. Prueba", make_preannotator=Nobody)
window = Window(controller, Preferences(folder / "settings.toml"))
window.show()
window.activateWindow()
window.open_folder(folder)
while controller.session is None:
    app.processEvents()
text = controller.session.text
for word, key in (("Quintanar", "N"), ("556677", "I"), ("Villabrezo", "T"), ("Elvira", "R")):
    window.view.setFocus()
    window.view.selection.select(text.index(word), text.index(word) + len(word))
    QTest.keySequence(window.view, QKeySequence(key))
    app.processEvents()
    print(word, flush=True)
QTest.keySequence(window.view, QKeySequence("Ctrl+Z"))
app.processEvents()
print("undone", flush=True)
while True:  # the automatic save never comes
    time.sleep(1)
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX's")
def test_a_killed_window_loses_no_decision(make_studio, reports, tmp_path, preannotator):
    script = tmp_path / "victim.py"
    script.write_text(_VICTIM)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    victim = subprocess.Popen(
        [sys.executable, script, reports], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    )
    try:
        assert victim.stdout is not None
        said = [victim.stdout.readline().decode().strip() for _ in range(5)]
        assert said == ["Quintanar", "556677", "Villabrezo", "Elvira", "undone"]
    finally:
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        victim.stdout.close()
    assert not (reports / "1-alta.ann").exists()

    preannotator.held = True  # suggestions that come would end what can be redone
    studio = make_studio()
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    assert "1" in studio.window.status.told.text()
    assert studio.texts("accepted") == ["Quintanar", "556677", "Villabrezo"]
    ann = (reports / "1-alta.ann").read_text(encoding="utf-8")
    assert [line.rpartition("\t")[2] for line in ann.splitlines()] == ["Quintanar", "556677", "Villabrezo"]
    studio.key("Ctrl+Shift+Z")
    assert "Elvira" in studio.texts("accepted")
    for _ in range(4):
        studio.key("Ctrl+Z")
    assert studio.texts("accepted") == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX's")
def test_the_shipped_models_worker_that_dies_again_and_again_is_told_and_the_window_goes_on(
    make_studio, reports, monkeypatch
):
    if not (paths.default_model() / "manifest.json").exists():
        pytest.skip("resources/models/default is not there: the real worker has nothing to load")
    from deid_studio.batch.preannotation import Preannotator

    made: list[Preannotator] = []

    class Dying(Preannotator):
        """Its first process lives until the test kills it; every later one dies before the model is loaded."""

        spawned = 0

        def _spawn(self) -> None:
            super()._spawn()
            made.append(self)
            type(self).spawned += 1
            if type(self).spawned > 1:
                os.kill(self._process.pid, signal.SIGKILL)

    studio = make_studio()
    monkeypatch.setattr(studio.controller, "_make_preannotator", Dying)
    messages, wait = studio.window.messages, studio.qtbot.waitUntil
    studio.window.open_folder(reports)
    wait(lambda: studio.controller.folder is not None and studio.controller.folder.preannotated == (3, 3))
    studio.wait_shown("1-alta")
    assert "03/04/2021" in studio.texts("pending")
    assert not studio.controller.session.begun
    assert not (reports / ".deid-studio").exists()

    os.kill(made[0]._process.pid, signal.SIGKILL)
    wait(lambda: messages.shown("model") is not None)
    assert Dying.spawned == 2
    assert messages.shown("model").text == "No further suggestions are coming."
    assert "03/04/2021" in studio.texts("pending"), "what came before stays"

    studio.banner_button("model", "Retry").click()
    wait(lambda: Dying.spawned == 3 and messages.shown("model") is not None)
    wait(lambda: studio.controller.folder.model_problem is not None)
    assert not studio.controller.folder.preannotating

    studio.select_text("Elvira")
    studio.key("R")
    studio.key("Return")
    assert "Elvira" in studio.texts("accepted")
    studio.save()
    assert "\tElvira\n" in (reports / "1-alta.ann").read_text(encoding="utf-8")
    studio.key("Ctrl+PgDown")
    studio.wait_shown("2-radiologia")
    assert "Martín Olmedo Sanz" in studio.texts("pending")
