"""How a report would leave, beside the report, and surrogates typed by hand."""

from __future__ import annotations

from click.testing import CliRunner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tqdm import tqdm

from deid_studio import paths
from deid_studio.batch import gate_reading
from deid_studio.cli.release import release as verb
from deid_studio.errors import WriteError
from deid_studio.release.policy import Way
from deid_studio.review.kept_settings import SURROGATES
from deid_studio.review.project import Project
from tests.gui.features.releasing.release_driver import (
    NAME,
    TEXT,
    TYPED,
    Release,
    sign,
)


def test_both_sides_are_selected_and_scroll_together_and_surrogates_alone_are_edited(studio, reports):
    long = "".join(f"Línea {n}: visto el 05/06/20{n % 90 + 10}.\n" for n in range(120))
    (reports / "2-otro.txt").write_text(TEXT + long)
    studio.open(reports)
    sign(studio, "1-uno", "2-otro")
    release = Release(studio)
    original, released = release.preview.original, release.preview.released
    release.select("05/06/2021")
    assert released.current == original.current is not None
    studio.key("Ctrl+Up", released)
    assert original.current == released.current
    start = TEXT.index("61 años")
    assert original.mentions.desk[original.current].span.start == start
    assert "61 años" in release.preview.place.text()

    release.show("2-otro")
    original.verticalScrollBar().setValue(60)
    top = release.preview._checked.released.rewriting.new_offset(original.top())
    line = released.page.text.count("\n", 0, released.top())
    assert abs(line - released.page.text.count("\n", 0, top)) <= 1 and line > 50
    released.verticalScrollBar().setValue(released.verticalScrollBar().maximum())
    assert original.verticalScrollBar().value() == original.verticalScrollBar().maximum()

    # A double click edits a surrogate, and nothing else can be typed.
    release.show("1-uno")
    release.select("Lucía")
    box = released.cursorRect().center()
    QTest.mouseDClick(released.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, box)
    assert QApplication.focusWidget() is release.preview.field
    release.choose(NAME)
    release.set_way(Way.TAG)
    release.select("Lucía")
    studio.key("F2", released)
    assert not release.preview.field.isEnabled() and "[**NOMBRE" in release.preview.field.text()


def test_what_is_no_surrogate_is_refused_in_words_and_those_typed_by_hand_are_taken_back_one_and_all(
    signed, monkeypatch
):
    preview, made = signed.preview, signed.texts()[1]
    for typed, told in (
        ("", "at least a letter"),
        ("lucia quintanar rios", "real data"),
        ("5566778", "real data"),
        ("Lucas Quintanar", "a word or figures of the original"),
    ):
        signed.type_surrogate("Lucía", typed)
        assert told in preview.told.text() and signed.texts()[1] == made, typed
        assert signed.work.project.kept(SURROGATES) == {}
        QTest.keyClick(preview.field, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is preview.released and not preview.told.isVisible()

    # One that cannot be kept is told, and not shown.
    def refuse(self, setting, value):
        raise WriteError(path="project.db", detail="full")

    with monkeypatch.context() as full:
        full.setattr(Project, "keep", refuse)
        signed.type_surrogate("Lucía", TYPED)
    assert signed.window.messages.shown("failed") is not None and signed.texts()[1] == made

    signed.type_surrogate("Lucía", TYPED)
    signed.type_surrogate("05/06/2021", "01/02/2003")
    signed.select("Lucía")
    preview.reset.click()
    signed.wait()
    assert TYPED not in signed.texts()[1] and "01/02/2003" in signed.texts()[1]
    preview.reset_all.click()
    signed.wait()
    assert signed.texts()[1] == made and not preview.reset_all.isVisible()


def test_a_surrogate_typed_by_hand_is_remembered_and_used_by_the_command_line(
    signed, reports, tmp_path, make_studio, monkeypatch
):
    signed.type_surrogate("Lucía", TYPED)
    assert f"Nombre: {TYPED}." in signed.texts()[1]
    assert QApplication.focusWidget() is signed.preview.released and not signed.held.row
    signed.studio.window.close_anyway()
    again = make_studio()
    again.open(reports)
    release = Release(again)
    assert f"Nombre: {TYPED}." in release.texts()[1]
    shown = release.texts()[1]
    release.release(tmp_path / "out")
    again.window.close()
    assert (tmp_path / "out" / "1-uno.txt").read_text() == shown
    monkeypatch.setattr(tqdm, "monitor_interval", 0)  # no thread of its bar is to be left
    reader = again.controller.make_gate_reader(paths.default_model(), frozenset())
    monkeypatch.setattr(gate_reading, "BatchReader", lambda _answering: reader)
    done = CliRunner().invoke(verb, [str(reports), "--out", str(tmp_path / "cli"), "--policy", "research"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "cli" / "1-uno.txt").read_text() == shown
