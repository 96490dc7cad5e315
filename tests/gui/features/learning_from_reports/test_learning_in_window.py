"""Learning from signed reports in the window: offered, done apart, looked at, adopted or refused, and back."""

from __future__ import annotations

import shutil

import pytest

from deid_studio import paths
from deid_studio.batch import learning_apart
from deid_studio.batch.learning_apart import Learned, LearningRequest, learn_apart
from deid_studio.detection.calibration import Calibration
from deid_studio.detection.judge.judge import Standard, Weights
from deid_studio.errors import CancelledError, TrainingDataError
from deid_studio.gui.application import install_language
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.evaluate import evaluate
from deid_studio.learning.rehearsal import Change, Compared, Rehearsal
from deid_studio.learning.store.model_store import ModelStore
from deid_studio.model.tagset import shipped_tagset
from deid_studio.progress import Progress


@pytest.fixture
def signed(studio, reports):
    studio.open(reports)
    for name in ("1-alta", "2-radiologia"):
        studio.show(name)
        studio.controller.accept_all()
        studio.controller.sign_off()
    studio.show("10-nota")
    return studio


def compared(documents, found, spans) -> Compared:
    def of(new: bool):
        return evaluate(documents, lambda doc: found.get((doc.id, new), ()))

    return Compared(of(False), of(True), spans)


def learned_of(request: LearningRequest, worse: bool = False, at_home: bool = True) -> Learned:
    documents = read_corpus(request.folders)
    all_of = {(doc.id, new): doc.spans for doc in documents for new in (False, True)}
    without = all_of | {(doc.id, worse): doc.spans[1:] for doc in documents}
    changes = {doc.id: (Change(doc.spans[0], not worse, True),) for doc in documents if doc.spans}
    shutil.copytree(paths.default_model(), request.out, dirs_exist_ok=True)
    own, home = compared(documents, without, changes), compared(documents if at_home else [], all_of, {})
    return Learned(request, Rehearsal(own, home, Calibration(), Standard(Weights(0.0, {}))), tuple(documents))


def _is_told(studio, *words: str) -> bool:
    told = studio.window.messages.shown("learning")
    return told is not None and any(one in told.text for one in words)


def begin(studio, monkeypatch, worse: bool = False):
    monkeypatch.setattr(learning_apart, "learn_apart", lambda request, _: learned_of(request, worse))
    studio.window.actions_by_id["learn"].trigger()
    studio.qtbot.waitUntil(lambda: _is_told(studio, "has learned", "ha aprendido"))
    assert studio.window.learning.dialog is None  # it would take the keys of who writes elsewhere
    studio.window.messages.shown("learning").buttons[0].click()
    studio.qtbot.waitUntil(lambda: studio.window.learning.dialog is not None)
    return studio.window.learning.dialog


def test_learning_is_offered_told_in_the_windows_language_and_refused_where_it_is_worse(signed, qapp, monkeypatch):
    dialog = begin(signed, monkeypatch, worse=True)
    assert "refused" in dialog.verdict.text() and not dialog.adopt.isEnabled()
    dialog.refuse.click()
    assert not (paths.user_models() / ".learned").exists()
    assert [one.id for one in ModelStore().versions()] == ["default"]

    install_language(qapp, "es")
    try:
        dialog = begin(signed, monkeypatch)
    finally:
        install_language(qapp, "en")
    cells = [dialog.measures.item(0, column).text() for column in (2, 3, 4)]
    assert all("," in cell and "." not in cell for cell in cells), cells
    every = [dialog.measures.item(row, 4).text() for row in range(dialog.measures.rowCount())]
    assert not [cell for cell in every if "-" in cell]  # the sign of minus, as wide as that of plus
    shares = [dialog.classes.item(row, 3).text() for row in range(dialog.classes.rowCount())]
    assert shares and all(cell == "–" or cell.count(" %") == 3 for cell in shares), shares
    dialog.refuse.click()

    # It is offered once enough reports are signed.
    monkeypatch.setattr("deid_studio.gui.features.learning_from_reports.learning._WORTH_OFFERING", 1)
    assert signed.window.messages.shown("learning") is None
    signed.controller.accept_all()
    signed.controller.sign_off()
    signed.qtbot.waitUntil(lambda: signed.window.messages.shown("learning") is not None)
    assert "Enough reports are signed" in signed.window.messages.shown("learning").text


def test_what_was_learned_is_looked_at_adopted_for_the_folder_and_taken_back(signed, monkeypatch, reports):
    dialog = begin(signed, monkeypatch)
    assert dialog.isVisible() and not dialog.isModal()
    assert "Better" in dialog.verdict.text()
    assert dialog.changes.rowCount() == 2 and dialog.changes.item(0, 3).text() == "newly found"
    dialog.changes.itemActivated.emit(dialog.changes.item(1, 1))
    signed.wait_shown(dialog.changes.item(1, 0).text())
    signed.qtbot.waitUntil(lambda: signed.window.workbench.selected_text() == dialog.changes.item(1, 1).text())
    dialog.note.setText("ensayado con dos")
    dialog.adopt.click()
    signed.qtbot.waitUntil(lambda: signed.window.messages.shown("learning") is not None)
    assert ModelStore().active(reports).card.note == "ensayado con dos"
    adopted = ModelStore().folder / "informes-1"
    signed.qtbot.waitUntil(lambda: signed.controller.folder and signed.controller.folder.model == adopted)
    assert not (paths.user_models() / ".learned").exists()
    signed.wait_shown(signed.controller.shown)
    signed.banner_button("learning", "Go back").click()
    shipped = paths.default_model()
    signed.qtbot.waitUntil(lambda: signed.controller.folder and signed.controller.folder.model == shipped)
    assert signed.controller.folder.signed_off == 2


def test_what_was_measured_on_no_report_is_not_shown(studio, own_classes, monkeypatch):
    studio.open(own_classes)
    for name in ("1-alta", "2-radiologia"):
        studio.show(name)
        studio.controller.accept_all()
        studio.controller.sign_off()
    # No invented report has classes of one's own.
    monkeypatch.setattr(learning_apart, "learn_apart", lambda request, _: learned_of(request, at_home=False))
    studio.window.actions_by_id["learn"].trigger()
    studio.qtbot.waitUntil(lambda: _is_told(studio, "has learned"))
    studio.window.workbench.actions.do("learn")  # the way there for who closed the message
    dialog = studio.window.learning.dialog
    assert {dialog.measures.item(row, 0).text() for row in range(dialog.measures.rowCount())} == {"Your reports"}
    dialog.refuse.click()


@pytest.mark.slow
def test_the_process_tells_what_is_wrong_and_stops_when_asked(tmp_path):
    (tmp_path / "a.txt").write_text("Ana Gil", encoding="utf-8")
    (tmp_path / "a.ann").write_text("T1\tNOMBRE_SUJETO_ASISTENCIA 0 7\tAna Gil\n", encoding="utf-8")
    tagset = shipped_tagset("meddocan")
    request = LearningRequest((tmp_path,), paths.default_model(), tmp_path / "m", tagset)

    def stop(*_: object) -> bool:
        return True

    with pytest.raises(CancelledError):
        learn_apart(request, Progress(cancelled=stop))
    with pytest.raises(TrainingDataError):
        learn_apart(request, Progress())
    assert not (tmp_path / "m").exists()
