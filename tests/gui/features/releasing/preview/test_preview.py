"""How a report would leave, beside the report, and surrogates typed by hand."""

from __future__ import annotations

from click.testing import CliRunner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tqdm import tqdm

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


def test_what_is_selected_on_one_side_is_selected_on_the_other(signed):
    original, released = signed.preview.original, signed.preview.released
    signed.select("05/06/2021")
    assert released.current == original.current is not None
    signed.studio.key("Ctrl+Up", released)
    assert original.current == released.current
    start = TEXT.index("61 años")
    assert original.mentions.desk[original.current].span.start == start
    assert "61 años" in signed.preview.place.text()


def test_both_texts_scroll_together(studio, reports):
    long = TEXT + "".join(f"Línea {n}: visto el 05/06/20{n % 90 + 10}.\n" for n in range(300))
    (reports / "1-uno.txt").write_text(long)
    studio.open(reports)
    sign(studio, "1-uno")
    release = Release(studio)
    original, released = release.preview.original, release.preview.released
    original.verticalScrollBar().setValue(150)
    top = release.preview._checked.released.rewriting.new_offset(original.top())
    line = released.page.text.count("\n", 0, released.top())
    assert abs(line - released.page.text.count("\n", 0, top)) <= 1 and line > 50
    released.verticalScrollBar().setValue(released.verticalScrollBar().maximum())
    assert original.verticalScrollBar().value() == original.verticalScrollBar().maximum()


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
    done = CliRunner().invoke(verb, [str(reports), "--out", str(tmp_path / "cli"), "--policy", "research"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "cli" / "1-uno.txt").read_text() == shown


def test_what_is_no_surrogate_is_refused_in_words(signed):
    before = signed.texts()[1]
    for typed, told in (
        ("", "at least a letter"),
        ("lucia quintanar rios", "real data"),
        ("5566778", "real data"),
        ("Lucas Quintanar", "a word or figures of the original"),
    ):
        signed.type_surrogate("Lucía", typed)
        assert told in signed.preview.told.text() and signed.texts()[1] == before, typed
        assert signed.work.project.kept(SURROGATES) == {}
        QTest.keyClick(signed.preview.field, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is signed.preview.released and not signed.preview.told.isVisible()


def test_surrogates_typed_by_hand_are_taken_back_one_and_all(signed):
    made = signed.texts()[1]
    signed.type_surrogate("Lucía", TYPED)
    signed.type_surrogate("05/06/2021", "01/02/2003")
    signed.select("Lucía")
    signed.preview.reset.click()
    signed.wait()
    assert TYPED not in signed.texts()[1] and "01/02/2003" in signed.texts()[1]
    signed.preview.reset_all.click()
    signed.wait()
    assert signed.texts()[1] == made and not signed.preview.reset_all.isVisible()


def test_only_surrogates_are_typed(signed):
    signed.choose(NAME)
    signed.set_way(Way.TAG)
    signed.select("Lucía")
    signed.studio.key("F2", signed.preview.released)
    assert not signed.preview.field.isEnabled() and "[**NOMBRE" in signed.preview.field.text()


def test_a_double_click_edits_a_surrogate(signed):
    side = signed.preview.released
    signed.select("Lucía")
    box = side.cursorRect().center()
    QTest.mouseDClick(side.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, box)
    assert QApplication.focusWidget() is signed.preview.field


def test_a_surrogate_that_cannot_be_kept_is_told_and_not_shown(signed, monkeypatch):
    def refuse(self, setting, value):
        raise WriteError(path="project.db", detail="full")

    monkeypatch.setattr(Project, "keep", refuse)
    before = signed.texts()[1]
    signed.type_surrogate("Lucía", TYPED)
    assert signed.window.messages.shown("failed") is not None and signed.texts()[1] == before
