"""Releasing through the window: what leaves, how, what it looks like, what holds it back, where to, and back again."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QDate, QDir, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QPushButton
from tqdm import tqdm

from deid_studio import paths
from deid_studio.cli.release import release as verb
from deid_studio.errors import DocumentMacrosError, WriteError
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.gui.features.releasing.ledger_dialog import LedgerDialog
from deid_studio.gui.features.releasing.reveal_dialog import RevealDialog
from deid_studio.gui.features.releasing.work import release_work as work
from deid_studio.gui.features.releasing.work.release_work import CHECK, GATHER, PREVIEW, WRITE
from deid_studio.model.mentions import Decision
from deid_studio.release import released as released_module
from deid_studio.release import vault as vault_module
from deid_studio.release.facts import Fact
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Generalisation, Policy, Scope, Treatment, Way, load_policy, policy_toml
from deid_studio.release.surrogates.repeating import Repeat
from deid_studio.release.surrogates.surrogates import Surrogates
from deid_studio.review.certificate.ledger import Ledger
from deid_studio.review.handover import Environment, Handover
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.releasing import release_writing
from deid_studio.review.releasing.original_documents import DocumentCheck, OriginalDocuments

ONE, TWO = "tambor lluvia grapa piedra", "cometa bosque rueda ladrillo"
TEXT = (
    "Nombre: Lucía Quintanar Ríos. NHC: 5566778. Fecha: 03/04/2021.\n"
    "Edad: 61 años.\n"
    "\n"
    "Acude de nuevo. Control el 05/06/2021.\n"
)
OTHER = "Nombre: Martín Olmedo Sanz.\nFecha: 11/12/2020. Llama Martín Olmedo Sanz desde casa.\n"
NAME, DATES = "NOMBRE_SUJETO_ASISTENCIA", "FECHAS"


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


class Release:
    """The release window of a studio, driven as a person would."""

    def __init__(self, studio):
        self.studio = studio
        self.main = studio.window
        self.open()

    def open(self):
        self.main.actions_by_id["release"].trigger()
        self.window = self.main.releasing.shown
        self.work = self.window.work
        self.preview, self.held = self.window.preview, self.window.held
        self.destination, self.policy = self.window.destination, self.window.policy
        self.wait()

    def wait(self):
        """Wait until nothing is under way."""
        busy = (GATHER, PREVIEW, CHECK, WRITE)
        self.studio.qtbot.waitUntil(
            lambda: (
                not any(map(self.work.jobs.running, busy))
                and not self.work.checking
                and not self.work._preview_later.isActive()
            )
        )

    def show(self, name):
        row = next(r for r in range(self.preview.reports.count()) if name in self.preview.reports.item(r).text())
        self.preview.reports.setCurrentRow(row)
        self.wait()

    def texts(self):
        """The original and the release as they are shown."""
        return self.preview.original.page.text, self.preview.released.page.text

    def choose(self, *classes):
        """Choose rows of the table of classes."""
        self.policy.table.clearSelection()
        for name in classes:
            self.policy._rows[name].setSelected(True)

    def set_way(self, way):
        self.policy.options.way.setCurrentIndex(self.policy.options.way.findData(way))
        self.policy.options.way.activated.emit(self.policy.options.way.currentIndex())
        self.wait()

    def select(self, text):
        """Select the place of the original that holds a text, by a click on it."""
        side = self.preview.original
        side.set_current(side.marks.at(self.texts()[0].index(text)))

    def type_surrogate(self, original, text):
        self.select(original)
        self.studio.key("Return", self.preview.released)
        assert QApplication.focusWidget() is self.preview.field
        self.preview.field.clear()
        QTest.keyClicks(self.preview.field, text)
        QTest.keyClick(self.preview.field, Qt.Key.Key_Return)
        self.wait()

    def rows(self):
        """What the list of the check says, without its contexts."""
        tree = self.held.list
        return [(tree.topLevelItem(i).text(0), tree.topLevelItem(i).text(1)) for i in range(tree.topLevelItemCount())]

    def release(self, out):
        self.destination.folder.setText(str(out))
        assert self.window.problem == ""
        self.window.release.click()
        self.wait()


def sign(studio, *names):
    for name in names:
        studio.show(name)
        studio.controller.accept_all()
        studio.controller.sign_off()
    studio.show(names[0])


@pytest.fixture
def signed(studio, reports):
    """A release window on a folder with one signed-off report."""
    studio.open(reports)
    sign(studio, "1-uno")
    return Release(studio)


@pytest.fixture
def leaking(studio, reports):
    """A release window on two signed-off reports, in one of which a name is left."""
    studio.open(reports)
    sign(studio, "1-uno", "2-otro")
    return Release(studio)


def test_a_damaged_secret_is_told_where_the_window_would_open(studio, reports):
    studio.open(reports)
    sign(studio, "1-uno")
    project = studio.controller.folder.project
    project.journal().keep_setting("release_secret", "no hexadecimal")
    studio.window.releasing.show()
    told = studio.window.messages.shown("failed")
    assert studio.window.releasing.shown is None and "project.db" in told.accessibleName()


def say_who(release, words):
    """Say who reviewed annotations elsewhere, and how."""
    field = release.window.what.reviewed_by
    field.clear()
    release.studio.type(words, field)
    release.studio.key("Return", field)
    release.wait()


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


# --- what leaves -----------------------------------------------------------------------------------------------


def test_only_signed_reports_leave_and_it_is_said_why_the_others_stay(signed):
    what = signed.window.what
    assert what.count.text() == "Reports that leave: 1" and signed.work.names == ("1-uno",)
    top = what.list.topLevelItem(0)
    assert top.text(0) == "Not signed off: 2"
    assert [top.child(row).text(0) for row in range(2)] == ["2-otro", "3-nada"]
    assert not what.warning.isVisible()
    what.unreviewed.click()
    signed.wait()
    assert what.warning.isVisible() and what.count.text() == "Reports that leave: 3"
    assert signed.work.names == ("1-uno", "2-otro", "3-nada") and not what.list.isVisible()


def test_nothing_can_be_released_when_nothing_is_signed(studio, reports):
    studio.open(reports)
    release = Release(studio)
    assert release.work.names == () and not release.window.release.isEnabled()
    assert "No report may leave" in release.window.state.text()
    assert release.texts() == ("", "")


def test_looking_writes_nothing_where_nobody_has_decided_anything(studio, reports):
    (reports / "1-uno.ann").write_text(f"T1\t{NAME} 8 28\tLucía Quintanar Ríos\n")
    studio.open(reports)
    before = files(reports)
    release = Release(studio)
    assert release.work.names == ()
    say_who(release, "Dra. Prueba, dos lectores en brat")
    assert release.work.names == ("1-uno",) and release.texts()[0] == TEXT
    release.window.close()
    assert files(reports) == before


def test_a_report_that_stays_is_opened_for_review(signed):
    what = signed.window.what
    what.list.setCurrentItem(what.list.topLevelItem(0).child(0))
    signed.studio.key("Return", what.list)
    signed.studio.wait_shown("2-otro")


# --- how -------------------------------------------------------------------------------------------------------


def test_a_changed_class_is_seen_at_once_and_named_as_a_change(signed):
    assert "03/04/2021" not in signed.texts()[1] and "05/06/2021" not in signed.texts()[1]
    signed.choose(DATES)
    signed.set_way(Way.TAG)
    assert "[**FECHAS 1**]" in signed.texts()[1] and "[**FECHAS 2**]" in signed.texts()[1]
    assert signed.policy._rows[DATES].text(1) == "Class tag, numbered"
    assert signed.policy.choice.policies.currentText().endswith("(changed)")
    assert signed.work.policy.name == "research-changed"
    signed.policy.options.numbered.click()
    signed.wait()
    assert signed.texts()[1].count("[**FECHAS**]") == 2
    signed.set_way(Way.SURROGATE)
    assert signed.work.policy == load_policy("research") and not signed.policy.is_changed


def test_each_way_has_its_options(signed):
    policy = signed.policy
    signed.choose(NAME)
    signed.set_way(Way.MASK)
    policy.options.length.setValue(3)
    signed.wait()
    assert "Nombre: ███." in signed.texts()[1]
    signed.set_way(Way.REMOVE)
    assert "Nombre: ." in signed.texts()[1] and not policy.options.length.isVisible()
    signed.set_way(Way.CODE)
    assert "Nombre: [[" in signed.texts()[1]
    signed.set_way(Way.KEEP)
    assert "Nombre: Lucía Quintanar Ríos." in signed.texts()[1]
    signed.choose("EDAD_SUJETO_ASISTENCIA")
    signed.set_way(Way.GENERALISE)
    assert "Edad: 60-64 años" in signed.texts()[1]
    policy.options.band.setValue(10)
    signed.wait()
    assert "Edad: 60-69 años" in signed.texts()[1]
    signed.choose(DATES)
    signed.set_way(Way.GENERALISE)
    assert "Fecha: 2021." in signed.texts()[1]
    policy.options.to.setCurrentIndex(policy.options.to.findData(Generalisation.MONTH))
    policy.options.to.activated.emit(policy.options.to.currentIndex())
    signed.wait()
    assert "Fecha: abril de 2021." in signed.texts()[1]


def test_what_happened_stays_until_a_person_takes_it_off(signed):
    options = signed.policy.options
    signed.choose("EDAD_SUJETO_ASISTENCIA")
    assert "Edad: 61 años" in signed.texts()[1] and "Edad: 61 años" in signed.texts()[0]
    assert signed.policy._rows["EDAD_SUJETO_ASISTENCIA"].text(1) == "As written, under 90"
    shown = {fact for fact, box in options.facts.items() if box.isVisibleTo(options)}
    assert shown == {Fact.AGE, Fact.AGE_OF_RELATIVE, Fact.AGE_AT_EVENT} and options.facts[Fact.AGE].isChecked()
    options.facts[Fact.AGE].click()
    signed.wait()
    assert "Edad: [**EDAD 1**]" in signed.texts()[1] and signed.policy.is_changed
    assert signed.policy._rows["EDAD_SUJETO_ASISTENCIA"].text(1) == "Surrogate"
    options.facts[Fact.AGE].click()
    signed.wait()
    assert signed.work.policy == load_policy("research")
    signed.choose(NAME)
    assert not options.kept.isVisibleTo(options)


def test_a_group_is_changed_at_once_and_what_cannot_be_generalised_stays(signed):
    policy = signed.policy
    top = policy.table.topLevelItem(2)  # age and dates
    policy.table.clearSelection()
    top.setSelected(True)
    assert set(policy.classes) == {"EDAD_SUJETO_ASISTENCIA", DATES}
    signed.set_way(Way.GENERALISE)
    tagset = signed.work.tagset
    assert signed.work.policy.treatment(DATES, tagset).to is Generalisation.YEAR
    assert signed.work.policy.treatment("EDAD_SUJETO_ASISTENCIA", tagset).to is Generalisation.AGE_BAND
    signed.choose(NAME, DATES)
    assert policy.options.way.currentIndex() == -1
    signed.set_way(Way.GENERALISE)
    assert signed.work.policy.treatment(NAME, tagset).way is Way.SURROGATE
    signed.choose(NAME)
    assert not policy.options.way.model().item(policy.options.way.findData(Way.GENERALISE)).isEnabled()


def test_scope_dates_and_trimming_are_of_the_whole_policy(signed):
    policy = signed.policy
    policy.scope.setCurrentIndex(policy.scope.findData(Scope.PROJECT))
    policy.scope.activated.emit(0)
    policy.trims["header"].click()
    signed.wait()
    policy.repeat.setCurrentIndex(policy.repeat.findData(Repeat.FRESH))
    policy.repeat.activated.emit(0)
    signed.wait()
    assert signed.work.policy.scope is Scope.PROJECT and signed.work.policy.trim == {"header"}
    assert signed.work.policy.repeat is Repeat.FRESH
    assert "Nombre" not in signed.texts()[1] and "Acude de nuevo." in signed.texts()[1]


def test_keys_lead_from_the_table_to_the_ways(signed):
    signed.window.steps.setCurrentIndex(1)
    signed.choose(NAME)
    signed.studio.key("Return", signed.policy.table)
    view = signed.policy.options.way.view()
    assert view.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Return)
    signed.wait()
    assert signed.work.policy.treatment(NAME, signed.work.tagset).way is Way.KEEP


def test_a_policy_of_ones_own_is_saved_chosen_again_exported_imported_and_deleted(signed, tmp_path):
    policy = signed.policy
    signed.choose(NAME)
    signed.set_way(Way.MASK)
    policy.choice.save.click()
    asked = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QInputDialog) and w.isVisible())
    asked.setTextValue("Ensayo Próstata")
    asked.accept()
    assert signed.work.policy.name == "ensayo-prostata" and not policy.is_changed
    assert load_policy("ensayo-prostata") == signed.work.policy
    policy.choice.export_file(str(tmp_path / "other.toml"))
    assert (tmp_path / "other.toml").read_bytes() == policy_toml(signed.work.policy)
    signed.window.close()
    signed.open()
    assert signed.work.policy.name == "ensayo-prostata"
    policy = signed.policy
    policy.choice.save_as("Research")
    assert "another name" in policy.choice.told.text() and signed.work.policy.name == "ensayo-prostata"
    policy.choice.delete.trigger()
    signed.studio.choose("Delete")
    assert signed.work.policy.name == "research" and policy.choice.policies.findData("ensayo-prostata") == -1
    policy.choice.import_file(str(tmp_path / "other.toml"))
    assert signed.work.policy.treatment(NAME, signed.work.tagset) == Treatment(Way.MASK)
    (tmp_path / "other.toml").write_text("name = 3")
    policy.choice.import_file(str(tmp_path / "no.toml"))
    assert signed.window.messages.shown("failed") is not None


def test_a_policy_that_is_there_is_replaced_only_when_that_is_said(signed):
    signed.policy.choice.save_as("Ensayo")
    signed.policy.choice._choose(signed.policy.choice.policies.findData("research"))
    signed.choose(NAME)
    signed.set_way(Way.REMOVE)
    signed.policy.choice.save_as("ensayo")
    assert load_policy("ensayo").treatment(NAME, signed.work.tagset).way is Way.SURROGATE
    signed.studio.choose("Replace")
    assert load_policy("ensayo").treatment(NAME, signed.work.tagset).way is Way.REMOVE


# --- what it looks like ----------------------------------------------------------------------------------------


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
    signed.type_surrogate("Lucía", "Carmen Lagos Prieto")
    assert "Nombre: Carmen Lagos Prieto." in signed.texts()[1]
    assert QApplication.focusWidget() is signed.preview.released and not signed.held.row
    signed.studio.window._closing_anyway = True
    signed.studio.window.close()
    again = make_studio()
    again.open(reports)
    release = Release(again)
    assert "Nombre: Carmen Lagos Prieto." in release.texts()[1]
    shown = release.texts()[1]
    release.release(tmp_path / "out")
    again.window.close()
    assert (tmp_path / "out" / "1-uno.txt").read_text() == shown
    monkeypatch.setattr(tqdm, "monitor_interval", 0)  # no thread of its bar is to be left
    done = CliRunner().invoke(verb, [str(reports), "--out", str(tmp_path / "cli"), "--policy", "research"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "cli" / "1-uno.txt").read_text() == shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "at least a letter"), ("lucia quintanar rios", "real data"), ("5566778", "real data"),
        ("Lucas Quintanar", "a word or figures of the original"),
    ],
)  # fmt: skip
def test_what_is_no_surrogate_is_refused_in_words(signed, typed, told):
    before = signed.texts()[1]
    signed.type_surrogate("Lucía", typed)
    assert told in signed.preview.told.text() and signed.texts()[1] == before
    assert signed.work.project.surrogates() == {}
    QTest.keyClick(signed.preview.field, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is signed.preview.released and not signed.preview.told.isVisible()


def test_surrogates_typed_by_hand_are_taken_back_one_and_all(signed):
    made = signed.texts()[1]
    signed.type_surrogate("Lucía", "Carmen Lagos")
    signed.type_surrogate("05/06/2021", "01/02/2003")
    signed.select("Lucía")
    signed.preview.reset.click()
    signed.wait()
    assert "Carmen" not in signed.texts()[1] and "01/02/2003" in signed.texts()[1]
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
    def refuse(self, surrogates):
        raise WriteError(path="project.db", detail="full")

    monkeypatch.setattr(Project, "keep_surrogates", refuse)
    before = signed.texts()[1]
    signed.type_surrogate("Lucía", "Carmen Lagos")
    assert signed.window.messages.shown("failed") is not None and signed.texts()[1] == before


# --- what is still in it ---------------------------------------------------------------------------------------


def test_a_marked_word_that_would_survive_refuses_the_release_and_is_told_by_its_place(studio, reports, monkeypatch):
    monkeypatch.setattr(Surrogates, "of", lambda *_: "Elena Quintanar")
    monkeypatch.setattr(released_module._Entities, "tag", lambda *_, **__: "[**Quintanar**]")
    studio.open(reports)
    sign(studio, "1-uno")
    window = Release(studio).window
    told = window.messages.shown("failed").accessibleName()
    assert NAME in told and "line 1 of 1-uno" in told and "Quintanar" not in told
    assert not window.release.isEnabled()


def test_a_leak_holds_the_release_back_and_is_shown_beside_the_original(leaking, tmp_path):
    leaking.destination.folder.setText(str(tmp_path / "out"))
    assert leaking.rows() == [("2-otro", "Marked elsewhere: Patient name")]
    item = leaking.held.list.topLevelItem(0)
    assert "Martín Olmedo Sanz" in item.text(2) and "Martín Olmedo Sanz" in item.text(3)
    assert leaking.window.release.text() == "&Release (1)" and "Held" in leaking.window.state.text()
    assert "⚠ 1" in leaking.preview.reports.item(1).text()
    leaking.studio.key("Return", leaking.held.list)
    leaking.wait()
    original, released = leaking.preview.original, leaking.preview.released
    assert leaking.texts()[0] == OTHER and QApplication.focusWidget() is released
    place = original.mentions.desk[original.current].span
    assert (place.start, place.end) == (OTHER.rindex("Martín"), OTHER.rindex("Martín") + 18)
    assert original.mentions.desk[original.current].decision is Decision.PENDING
    assert "would leave as it is" in leaking.preview.told.text()


def test_what_fits_badly_is_listed_holds_nothing_back_and_is_typed_anew(studio, reports, tmp_path):
    for name in ("1-uno", "2-otro", "3-nada"):
        (reports / f"{name}.txt").unlink()
    (reports / "4-raro.txt").write_text("Vino de Banjul, Gambia.\n")
    (reports / "4-raro.ann").write_text("T1\tTERRITORIO 8 14\tBanjul\nT2\tPAIS 16 22\tGambia\n")
    studio.open(reports)
    release = Release(studio)
    say_who(release, "Dra. Prueba, dos lectores en brat")
    assert release.texts()[1] == "Vino de [**TERRITORIO 1**], Gambia.\n"
    assert [what for _, what in release.rows()] == ["No surrogate: Town"]
    assert "To read over: 1." in release.held.told.text()
    assert not release.held.allow.isEnabled() and not release.work.prepared.held
    studio.key("Return", release.held.list)
    release.wait()
    assert QApplication.focusWidget() is release.preview.released and release.preview.field.isEnabled()
    release.type_surrogate("Banjul", "Serekunda")
    assert release.texts()[1] == "Vino de Serekunda, Gambia.\n"
    assert release.rows() == []
    release.release(tmp_path / "out")
    assert (tmp_path / "out" / "4-raro.txt").read_text() == "Vino de Serekunda, Gambia.\n"


def test_what_is_no_personal_data_is_allowed_remembered_and_taken_back(leaking, tmp_path, reports):
    leaking.held.allow.click()
    assert leaking.rows() == [] and not leaking.work.prepared.held
    leaking.window.close()
    leaking.open()
    assert leaking.rows() == []
    leaking.held.answered.click()
    assert leaking.rows() == [("2-otro", "No personal data, said Dra. Prueba")]
    leaking.held.allow.click()
    leaking.held.answered.click()
    assert leaking.rows() == [("2-otro", "Marked elsewhere: Patient name")]
    assert not any(leaking.work.project.gate_answers().values())


def test_a_leak_is_marked_in_the_review_window_and_the_release_takes_it_up(leaking, tmp_path):
    studio = leaking.studio
    leaking.destination.folder.setText(str(tmp_path / "out"))
    leaking.held.open.click()
    studio.wait_shown("2-otro")
    start = OTHER.rindex("Martín")
    studio.qtbot.waitUntil(lambda: studio.view.selection.range() == (start, start + 18))
    studio.window.give_class(NAME)
    assert leaking.work.stale and not leaking.window.release.isEnabled()
    studio.controller.sign_off()
    studio.window.activateWindow()
    leaking.window.activateWindow()
    studio.qtbot.waitUntil(lambda: not leaking.work.stale)
    leaking.wait()
    assert leaking.rows() == [] and leaking.window.release.isEnabled()


def test_keys_answer_one_place_after_the_other_and_the_answer_says_who_and_why(signed):
    signed.window.what.unreviewed.click()
    signed.wait()
    listed = signed.held.list
    assert len(signed.rows()) == 2 and not signed.held.why.isVisibleTo(signed.held)
    signed.studio.key("?", listed)
    assert signed.held.why.isVisibleTo(signed.held) and signed.held.why.text()
    signed.held.reason.setCurrentIndex(1)
    signed.studio.key("N", listed)
    signed.wait()
    assert [what for _, what in signed.rows()] == ["Not decided: Dates"]
    (answer,) = signed.work.project.gate_answers()["2-otro"]
    assert (answer.who, answer.reason) == ("Dra. Prueba", "Ordinary word")
    assert OTHER[answer.start : answer.end] == "Martín Olmedo Sanz"
    assert QApplication.focusWidget() is listed
    signed.studio.key("N", listed)
    signed.wait()
    assert signed.rows() == [] and not signed.work.prepared.is_held


@pytest.mark.parametrize("shown", ["1-uno", "2-otro"])
def test_a_place_is_marked_and_its_report_signed_again_by_one_key(leaking, tmp_path, shown):
    """Whether it is open in the review window or not."""
    leaking.studio.show(shown)
    leaking.window.activateWindow()
    leaking.wait()
    assert leaking.held.phi_class.currentData() == NAME
    leaking.studio.key("S", leaking.held.list)
    leaking.wait()
    assert not leaking.work.prepared.is_held and leaking.work.names == ("1-uno", "2-otro")
    session = leaking.work.project.open("2-otro")
    assert session.signed and [one.reviewer for one in session.signatures] == ["Dra. Prueba"] * 2
    assert (OTHER.rindex("Martín"), NAME) in {(span.start, span.phi_class) for span in session.desk.decided_spans}
    leaking.release(tmp_path / "out")
    assert "Olmedo" not in (tmp_path / "out" / "2-otro.txt").read_text()


def test_a_mark_alone_leaves_the_report_to_be_signed(leaking):
    leaking.studio.key("M", leaking.held.list)
    leaking.wait()
    assert leaking.work.names == ("1-uno",) and not leaking.work.prepared.is_held
    assert not leaking.work.project.open("2-otro").signed


def test_held_reports_stay_and_the_others_leave_when_that_is_said(leaking, tmp_path):
    leaking.destination.folder.setText(str(tmp_path / "out"))
    leaking.window.release.click()
    assert not (tmp_path / "out").exists()
    leaking.studio.choose("Release the others")
    leaking.wait()
    assert {"1-uno.txt", "1-uno.ann"} <= set(files(tmp_path / "out"))
    assert "2-otro.txt" not in files(tmp_path / "out")
    assert json.loads((tmp_path / "out" / "certificate.json").read_bytes())["left_out"] == {"not-signed": 1, "held": 1}


def test_a_check_is_stopped_and_goes_on(leaking, monkeypatch):
    leaking.work.stop_check()
    assert leaking.held.stop.isVisibleTo(leaking.held) and "stopped" in leaking.held.told.text()
    assert leaking.window.problem and len(leaking.rows()) == 1  # what it found is still there to be answered
    leaking.held.stop.click()
    leaking.wait()
    assert leaking.work.prepared.is_held and not leaking.held.stop.isVisibleTo(leaking.held)


def test_a_report_whose_name_tells_is_numbered(studio, reports, tmp_path):
    (reports / "1-uno.txt").rename(reports / "lucia quintanar rios.txt")
    studio.open(reports)
    sign(studio, "lucia quintanar rios")
    release = Release(studio)
    release.destination.folder.setText(str(tmp_path / "out"))
    assert release.rows() == [("lucia quintanar rios", "The report's name tells whose it is")]
    assert "Number them" in release.destination.telling.text() and not release.window.release.isEnabled()
    release.held.allow.click()
    assert release.destination.numbered.isChecked() and release.rows() == []
    release.release(tmp_path / "out")
    assert "report-0001.txt" in files(tmp_path / "out")


# --- where to, and writing -------------------------------------------------------------------------------------


def test_a_release_is_written_with_its_certificate_and_can_be_opened(signed, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    shown = signed.texts()[1]
    signed.destination.formats[OutputFormat.JSONL].click()
    signed.release(tmp_path / "out")
    assert (tmp_path / "out" / "1-uno.txt").read_text() == shown
    assert {"1-uno.ann", "1-uno.txt", "certificate.html", "certificate.json", "reports.jsonl"} <= set(
        files(tmp_path / "out")
    )
    certificate = json.loads((tmp_path / "out" / "certificate.json").read_text())
    assert certificate["policy"]["name"] == "research"
    banner = signed.window.messages.shown("done")
    assert "Reports released: 1" in banner.accessibleName()
    for button in banner.buttons:
        button.click()
    assert opened == [QUrl.fromLocalFile(str(tmp_path / "out" / one)) for one in ("", "certificate.html")] or [
        url.toLocalFile().rstrip("/") for url in opened
    ] == [str(tmp_path / "out"), str(tmp_path / "out" / "certificate.html")]


def test_nothing_is_asked_of_word_documents_where_no_report_comes_from_one(signed):
    signed.destination.formats[OutputFormat.DOCX].click()
    assert not signed.destination.layout_kept.isVisibleTo(signed.destination)


def test_word_documents_leave_with_or_without_layout_and_pictures(signed, tmp_path, monkeypatch):
    signed.work.has_documents = True
    destination = signed.destination
    assert not destination.layout_kept.isVisibleTo(destination)
    destination.formats[OutputFormat.DOCX].click()
    assert destination.layout_kept.isVisibleTo(destination) and destination.layout_kept.isChecked()
    destination.folder.setText(str(tmp_path / "out"))
    asked = signed.work.request(destination.destination)
    assert asked.keep_layout and not asked.keep_pictures
    destination.pictures_kept.click()
    assert signed.work.request(destination.destination).keep_pictures
    destination.layout_kept.click()
    asked = signed.work.request(destination.destination)
    assert not asked.keep_layout and not asked.keep_pictures and not destination.pictures_kept.isEnabled()
    signed.wait()
    signed.release(tmp_path / "out")
    assert "1-uno.docx" in files(tmp_path / "out")


def test_a_word_document_that_cannot_leave_is_told_before_anything_is_released(signed, tmp_path, monkeypatch):
    error = DocumentMacrosError(path=tmp_path / "1-uno.docx")
    monkeypatch.setattr(
        OriginalDocuments, "checked", lambda _, doc, released, *rest: DocumentCheck(released, (0, 0, False), error)
    )
    signed.work.has_documents = True
    signed.destination.folder.setText(str(tmp_path / "out"))
    assert signed.rows() == [] and signed.window.problem == ""
    signed.destination.formats[OutputFormat.DOCX].click()
    signed.wait()
    ((reason, what),) = signed.rows()
    assert what == "Word document that cannot leave as it is"
    assert reason == "1-uno.docx holds macros and cannot be released in its layout."
    assert signed.held.list.topLevelItem(0).isFirstColumnSpanned()
    assert "holds the release back" in signed.window.problem and not signed.window.release.isEnabled()
    assert "hold the release back: 1" in signed.held.told.text()
    QTest.keyClick(signed.held.list, Qt.Key.Key_Return)  # there is no place to go to
    assert signed.held.allow.text().replace("&", "") == "Without the layout of Word"
    signed.held.allow.click()
    signed.wait()
    assert not signed.destination.layout_kept.isChecked() and signed.rows() == []
    signed.release(tmp_path / "out")
    assert "1-uno.docx" in files(tmp_path / "out")


def test_what_is_missing_is_said(signed, tmp_path):
    destination, window = signed.destination, signed.window
    assert window.state.text() == "Choose the folder of the release."
    destination.folder.setText("out")
    assert "whole path" in window.state.text()
    destination.folder.setText(str(tmp_path / "out"))
    destination.formats[OutputFormat.BRAT].click()
    assert "at least one form" in window.state.text()
    destination.formats[OutputFormat.TXT].click()
    destination.vault.click()
    assert "Type the passphrase" in window.state.text()
    destination.fields[0][0].setText("una frase bastante larga")
    assert "Strong" in destination.hints[0].text() and "twice" in window.state.text()
    destination.fields[0][0].setText("abc")
    assert "Weak" in destination.hints[0].text() and "four words" in window.state.text()
    destination.fields[0][0].setText("perro mesa azul norte")
    assert "Good" in destination.hints[0].text() and "twice" in window.state.text()
    destination.fields[0][0].setText("una frase bastante larga")
    destination.fields[0][1].setText("otra")
    assert "not the same" in destination.hints[0].text() and "twice" in window.state.text()
    destination.fields[0][1].setText("una frase bastante larga")
    assert window.problem == "" and window.release.isEnabled()
    destination.people.setCurrentIndex(1)
    assert "Type the passphrase" in window.state.text() and destination.fields[1][0].isVisibleTo(destination)
    destination.vault_path.selectAll()
    QTest.keyClicks(destination.vault_path, str(tmp_path / "informes" / "1-uno.txt"))
    assert "already" in window.state.text()


def test_a_folder_that_cannot_be_is_told_before_and_an_earlier_release_is_named(signed, reports, tmp_path):
    destination, window = signed.destination, signed.window
    (tmp_path / "file").write_text("")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.doc").write_text("")
    for folder, why in (
        (reports, "the original reports are there"),
        (tmp_path, "the original reports are there"),
        (reports / "out", "it is among the original reports"),
        (tmp_path / "file", "it is no folder"),
        (tmp_path / "file" / "out", "is a file"),
        (tmp_path / "mine", "it holds other files"),
    ):
        destination.folder.setText(str(folder))
        assert why in window.state.text() and not window.release.isEnabled()
        assert why in destination.folder_told.text() and destination.folder_told.isVisibleTo(destination)
    signed.release(tmp_path / "out")
    assert not destination.folder_told.isVisibleTo(destination) and window.release.isEnabled()
    signed.window.close()
    signed.open()
    assert "earlier release" in signed.destination.folder_told.text() and signed.window.release.isEnabled()
    signed.destination.folder.setText(str(tmp_path / "new"))
    assert not signed.destination.folder_told.isVisibleTo(signed.destination)


def test_a_folder_in_which_nobody_may_write_is_told_before(signed, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path / "closed")
    (tmp_path / "closed").mkdir()
    signed.destination.folder.setText(str(tmp_path / "closed" / "out"))
    assert f"may not write in {tmp_path / 'closed'}" in signed.window.state.text()
    assert not signed.window.release.isEnabled()


def test_where_it_goes_and_what_is_lost_is_said_before(signed, tmp_path):
    signed.destination.folder.setText(str(tmp_path / "out"))
    said = signed.window.state.text
    assert str(tmp_path / "out") in said() and "BRAT" in said() and "codes" not in said() and "replaced" not in said()
    signed.choose(NAME)
    signed.set_way(Way.CODE)
    assert "Without a vault nothing undoes the codes" in said()
    signed.destination.vault.click()
    assert "nothing undoes" not in said()


def test_an_earlier_release_is_replaced_only_when_that_is_said(signed, tmp_path):
    signed.release(tmp_path / "out")
    mine = tmp_path / "out" / "mine.txt"
    mine.write_text("")
    signed.window.close()
    signed.open()
    assert "is replaced" in signed.window.state.text() and signed.window.steps.currentIndex() == 0
    signed.window.release.click()
    asked = signed.studio.box()
    assert "were added later" in asked.informativeText() and asked.defaultButton() is asked.escapeButton()
    asked.escapeButton().click()
    signed.wait()
    assert mine.exists()
    signed.window.release.click()
    signed.studio.choose("Replace")
    signed.wait()
    assert not mine.exists() and (tmp_path / "out" / "1-uno.txt").exists()


def test_a_disk_that_refuses_is_told_and_everything_stays(signed, tmp_path, monkeypatch):
    def refuse(target):
        raise WriteError(path=target, detail="no space")

    monkeypatch.setattr(release_writing, "whole_folder", refuse)
    signed.destination.folder.setText(str(tmp_path / "out"))
    signed.window.release.click()
    signed.wait()
    told = signed.window.messages.shown("failed").accessibleName()
    assert "could not be written" in told and "Nothing was released" in told and "save again" not in told
    assert signed.window.release.isEnabled() and signed.window.messages.shown("done") is None


def test_what_no_program_opens_is_told(signed, tmp_path, monkeypatch):
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    signed.release(tmp_path / "out")
    signed.window.messages.shown("done").buttons[1].click()
    assert str(tmp_path / "out" / "certificate.html") in signed.window.messages.shown("failed").accessibleName()


def test_writing_can_be_cancelled_and_leaves_nothing(signed, tmp_path, monkeypatch, qtbot):
    import threading

    reached, go_on = threading.Event(), threading.Event()

    def slow(target):
        reached.set()
        go_on.wait(10)
        return whole_folder(target)

    monkeypatch.setattr(release_writing, "whole_folder", slow)
    signed.destination.folder.setText(str(tmp_path / "out"))
    signed.window.release.click()
    qtbot.waitUntil(reached.is_set)
    assert signed.window.cancel.isVisible() and not signed.window.release.isVisible()
    signed.window.cancel.click()
    assert not signed.window.cancel.isVisible() and signed.window.release.isVisible()
    go_on.set()
    signed.work.jobs._pool.waitForDone()
    assert not (tmp_path / "out").exists()
    assert sorted(path.name for path in tmp_path.iterdir() if "out" in path.name) == []


def test_what_was_released_comes_back_by_its_vault(signed, reports, tmp_path, qtbot):
    destination = signed.destination
    destination.vault.click()
    assert str(date.today()) in destination.vault_path.text() and PRIVATE in destination.vault_path.text()
    vault = tmp_path / "mine.vault"
    destination.vault_path.selectAll()
    QTest.keyClicks(destination.vault_path, str(vault))
    assert destination.vault_path.text() == str(vault)
    destination.people.setCurrentIndex(1)
    for pair, words in zip(destination.fields, (ONE, TWO), strict=True):
        for field in pair:
            field.setText(words)
    signed.release(tmp_path / "out")
    assert vault.exists() and all(field.text() == "" for pair in destination.fields for field in pair)
    signed.window.close()

    dialog = reveal(signed.main)
    dialog.out.setText(str(tmp_path / "back"))
    assert not dialog.passphrases[1].isVisible()
    dialog.folder.setText(str(tmp_path / "out"))
    assert dialog.vault.text() == str(vault)
    assert dialog.passphrases[1].isVisible() and not dialog.reveal.isEnabled()
    dialog.passphrases[0].setText(ONE)
    dialog.passphrases[1].setText("otra")
    dialog.reveal.click()
    wait_revealed(signed, qtbot)
    assert "passphrase" in dialog.told.text() and not (tmp_path / "back").exists()
    for field, words in zip(dialog.passphrases, (TWO, ONE), strict=True):  # in either order
        field.setText(words)
    dialog.reveal.click()
    wait_revealed(signed, qtbot)
    assert "1" in dialog.told.text() and dialog.open_folder.isVisible()
    assert (tmp_path / "back" / "1-uno.txt").read_bytes() == TEXT.encode()
    ann = (reports / "1-uno.ann").read_bytes()
    assert (tmp_path / "back" / "1-uno.ann").read_bytes() == ann and "annotations (.ann): 1" in dialog.told.text()
    openings = vault.with_name("mine.vault.openings.jsonl").read_text().splitlines()
    assert [(one["who"], one["what"]) for one in map(json.loads, openings)] == [
        ("Dra. Prueba", "passphrase"), ("Dra. Prueba", "opened"),
    ]  # fmt: skip
    (tmp_path / "out" / "1-uno.txt").write_text("another")
    dialog.out.setText(str(tmp_path / "again"))
    for field, words in zip(dialog.passphrases, (ONE, TWO), strict=True):
        field.setText(words)
    dialog.reveal.click()
    wait_revealed(signed, qtbot)
    assert "could not be brought back" in dialog.told.text() and "• 1-uno" in dialog.told.text()
    vault.write_text("{}")
    dialog.vault.setText("")
    dialog.vault.setText(str(vault))
    assert "damaged" in dialog.told.text()
    dialog.close()


def reveal(window):
    window.actions_by_id["reveal"].trigger()
    return next(one for one in window.findChildren(RevealDialog) if one.isVisible())


def wait_revealed(release, qtbot):
    qtbot.waitUntil(lambda: not release.main.controller.jobs.running("reveal"))


# --- the window ------------------------------------------------------------------------------------------------


def test_the_window_goes_with_its_folder_and_with_the_main_window(signed, reports):
    signed.studio.controller.refresh_folder()
    signed.studio.qtbot.waitUntil(lambda: signed.main.releasing.shown is None)
    signed.studio.qtbot.waitUntil(lambda: signed.studio.controller.session is not None)
    signed.open()
    shown = signed.window
    signed.studio.window.close()
    assert signed.main.releasing.shown is None and not shown.isVisible()


def test_it_is_asked_for_twice_and_there_once(signed):
    signed.main.actions_by_id["release"].trigger()
    assert signed.main.releasing.shown is signed.window
    signed.window.close()
    assert signed.main.releasing.shown is None
    assert not any(map(signed.main.controller.jobs.running, (GATHER, PREVIEW, CHECK, WRITE)))


def test_its_size_and_its_forms_are_remembered(signed, tmp_path):
    signed.destination.formats[OutputFormat.CSV].click()
    signed.release(tmp_path / "out")
    signed.window.resize(signed.window.width(), 700)
    signed.window.close()
    signed.open()
    assert signed.destination.formats[OutputFormat.CSV].isChecked()
    assert signed.window.height() == 700


def test_a_changed_policy_and_the_folder_are_there_again_when_the_window_was_closed(signed, tmp_path):
    signed.destination.folder.setText(str(tmp_path / "out"))
    signed.choose(NAME)
    signed.set_way(Way.REMOVE)
    signed.window.close()
    signed.open()
    assert signed.policy.is_changed and "Nombre: ." in signed.texts()[1]
    assert signed.policy.choice.policies.currentText().endswith("(changed)")
    assert signed.destination.folder.text() == str(tmp_path / "out")


def test_a_theme_is_followed(signed):
    signed.main.preferences.change(theme="dark")
    assert all(side.palette().base().color().lightness() < 100 for side in signed.preview.sides)


def test_no_text_of_a_report_is_in_the_windows_settings(signed, preferences_path, tmp_path):
    signed.type_surrogate("Lucía", "Carmen Lagos Prieto")
    signed.release(tmp_path / "out")
    signed.window.close()
    signed.main.preferences.window_file.sync()
    kept = [path.read_text() for path in preferences_path.parent.iterdir()]
    assert kept and not any(words in text for text in kept for words in ("Lucía", "Carmen", "5566778"))


def test_policies_of_the_table_are_those_of_the_file(signed):
    plain = Policy("p", default=Treatment(Way.REMOVE))
    signed.work.set_policy(plain)
    signed.wait()
    assert {row.text(1) for row in signed.policy._rows.values()} == {"Remove"}


def test_a_changed_policy_stays_beside_its_own_when_another_is_looked_at(signed):
    policies = signed.policy.choice.policies
    signed.choose(NAME)
    signed.set_way(Way.REMOVE)
    changed = policies.currentText()
    for name in ("safe-harbour", "research", "research-changed"):
        signed.policy.choice._choose(policies.findData(name))
        signed.wait()
        assert signed.work.policy.name == name and policies.currentData() == name
        assert policies.findText(changed) >= 0
    assert signed.policy.is_changed and "Nombre: ." in signed.texts()[1]
    signed.set_way(Way.SURROGATE)
    assert signed.work.policy == load_policy("research") and policies.findText(changed) == -1


def test_a_class_tag_is_explained_by_the_class_that_is_chosen(signed):
    signed.choose(NAME)
    signed.set_way(Way.TAG)
    assert "[**NOMBRE 1**]" in signed.policy.options.explained.text()
    signed.policy.options.numbered.click()
    assert "[**NOMBRE**]" in signed.policy.options.explained.text()


def test_what_a_policy_has_no_use_for_cannot_be_chosen(signed):
    policy = signed.policy
    assert policy.scope.isEnabled() and policy.repeat.isEnabled() and policy.dates.isEnabled()
    policy.choice._choose(policy.choice.policies.findData("safe-harbour"))
    assert policy.scope.isEnabled() and not policy.repeat.isEnabled() and not policy.dates.isEnabled()
    signed.work.set_policy(Policy("p", default=Treatment(Way.REMOVE)))
    assert not policy.scope.isEnabled() and "Without effect" in policy.scope.toolTip()


def test_escape_closes_the_message_and_then_the_window_but_loses_no_passphrase(signed, tmp_path):
    signed.release(tmp_path / "out")
    window = signed.window
    signed.studio.key("Escape", window.close_button)
    assert window.messages.shown("done") is None and window.isVisible()
    signed.destination.vault.click()
    signed.destination.fields[0][0].setText("una frase")
    signed.studio.key("Escape", signed.destination.folder)
    assert window.isVisible()
    signed.destination.fields[0][0].clear()
    signed.studio.key("Escape", signed.destination.folder)
    assert signed.main.releasing.shown is None


def test_a_step_that_is_chosen_by_its_key_begins_at_its_first_field(signed):
    for key, field in (("3", signed.destination.folder), ("2", signed.policy.choice.policies),
                       ("1", signed.window.what.reviewed), ("4", signed.window.handover.recipient)):  # fmt: skip
        signed.studio.key(f"Alt+{key}", QApplication.focusWidget())
        assert QApplication.focusWidget() is field


def test_no_step_is_cut(signed):
    destination = signed.destination
    destination.formats[OutputFormat.DOCX].setChecked(True)
    signed.work.has_documents = True
    destination.vault.setChecked(True)
    window = signed.window
    window.resize(1024, 700)
    for step in range(window.steps.count()):
        window.steps.setCurrentIndex(step)
        area = window.steps.currentWidget()
        assert area.viewport().width() >= area.widget().minimumSizeHint().width()


def test_a_held_place_leaves_the_window_its_width(leaking):
    leaking.window.resize(1024, 700)
    QApplication.processEvents()
    assert leaking.held.isVisible() and leaking.window.minimumSizeHint().width() <= 1280
    assert leaking.held.minimumSizeHint().width() <= 860


# --- what was suggested and nobody decided ----------------------------------------------------------------------


def test_what_is_suggested_and_not_decided_holds_unsigned_reports_back(signed, tmp_path):
    what = signed.window.what
    assert not what.undecided.isVisibleTo(what)
    signed.window.what.unreviewed.click()
    signed.wait()
    assert "nobody has decided: 2" in what.undecided.text() and what.undecided.isVisibleTo(what)
    assert signed.rows() == [
        ("2-otro", "Not decided: Patient name"), ("2-otro", "Not decided: Dates"),
    ]  # fmt: skip
    signed.destination.folder.setText(str(tmp_path / "out"))
    assert "(2)" in signed.window.release.text()  # the others may leave
    signed.held.open.click()
    signed.studio.wait_shown("2-otro")
    signed.studio.controller.accept_all()
    signed.studio.window.activateWindow()
    signed.window.activateWindow()
    signed.studio.qtbot.waitUntil(lambda: not signed.work.stale)
    signed.wait()
    assert not what.undecided.isVisibleTo(what)
    # Now that it is decided, the name that the detector did not see a second time is found.
    assert signed.rows() == [("2-otro", "Marked elsewhere: Patient name")]


def test_a_suggestion_that_is_no_personal_data_is_allowed(signed):
    signed.window.what.unreviewed.click()
    signed.wait()
    signed.held.allow.click()
    assert signed.rows() == [("2-otro", "Not decided: Dates")]


def test_a_suggestion_of_a_class_that_stays_holds_nothing_back(signed):
    signed.window.what.unreviewed.click()
    signed.choose(NAME)
    signed.set_way(Way.KEEP)
    assert [what for _, what in signed.rows()] == ["Not decided: Dates"]


def test_keys_walk_the_hits_and_each_is_seen_in_the_preview(studio, reports):
    (reports / "2-otro.txt").write_text(f"{OTHER}Ref. 123456789.\n")
    studio.open(reports)
    sign(studio, "1-uno", "2-otro")
    release = Release(studio)
    assert len(release.rows()) == 2 and release.texts()[0] == TEXT
    tree, released = release.held.list, release.preview.released
    studio.key("Down", tree)
    release.wait()
    assert "123456789" in release.texts()[0] and QApplication.focusWidget() is tree
    span = released.mentions.desk[released.current].span
    assert released.page.text[span.start : span.end] == "123456789"
    studio.key("Up", tree)
    assert released.page.text[released.mentions.desk[released.current].span.start :].startswith("Martín")


def test_it_is_said_of_how_many_patients_something_is_known(signed, monkeypatch):
    what, asked = signed.window.what, []
    assert "known: 0 of 1" in what.patients.text()
    monkeypatch.setattr(signed.main.patient_tables, "choose", lambda: asked.append(True))
    what.open_table.click()
    assert asked == [True]


def test_what_stays_as_it_was_is_drawn_by_a_broken_line(signed):
    signed.choose(NAME)
    signed.set_way(Way.KEEP)
    original, released = signed.preview.original, signed.preview.released
    for side in (original, released):
        drawn = {side.page.text[m.span.start : m.span.end]: m.decision for m in side.mentions.desk}
        assert drawn.pop("Lucía Quintanar Ríos") is drawn.pop("61 años") is Decision.PENDING
        assert set(drawn.values()) == {Decision.ACCEPTED}
    assert "broken line" in signed.preview.told.text()
    signed.select("Lucía")
    assert "Leave as it is" in signed.preview.place.text()


# --- bringing back ---------------------------------------------------------------------------------------------


@pytest.fixture
def with_vault(signed, tmp_path):
    """A release with a vault where the program proposes it; its folder."""
    destination = signed.destination
    destination.vault.click()
    for field in destination.fields[0]:
        field.setText(ONE)
    signed.release(tmp_path / "out")
    signed.window.close()
    return tmp_path / "out"


def test_the_vault_of_a_release_is_found(signed, with_vault, reports, tmp_path, qtbot):
    vault = next((reports / PRIVATE).glob("*.vault"))
    dialog = reveal(signed.main)
    dialog.folder.setText(str(tmp_path))
    assert dialog.vault.text() == ""
    dialog.folder.setText(str(with_vault))
    assert dialog.vault.text() == str(vault)
    dialog.folder.setText(str(tmp_path))
    assert dialog.vault.text() == ""
    moved = vault.rename(tmp_path / "moved.vault")
    dialog.folder.setText(str(with_vault))
    assert dialog.vault.text() == str(moved)
    dialog.passphrases[0].setText(ONE)
    dialog.out.setText(str(tmp_path / "back"))
    dialog.reveal.click()
    wait_revealed(signed, qtbot)
    assert (tmp_path / "back" / "1-uno.txt").read_bytes() == TEXT.encode()
    assert "personal data again" in dialog.told.text()
    dialog.close()


def test_a_vault_that_a_person_names_stays(signed, with_vault, tmp_path):
    dialog = reveal(signed.main)
    QTest.keyClicks(dialog.vault, "/mine.vault")
    dialog.folder.setText(str(with_vault))
    assert dialog.vault.text() == "/mine.vault"
    dialog.close()


def test_looking_for_a_vault_begins_where_vaults_are_and_shows_them(signed, with_vault, reports):
    dialog = reveal(signed.main)
    dialog.findChildren(QPushButton)[1].click()
    chooser = dialog.findChild(QFileDialog)
    assert Path(chooser.directory().path()) == reports / PRIVATE
    assert chooser.filter() & QDir.Filter.Hidden
    chooser.reject()
    dialog.close()


def test_the_dialog_grows_with_what_it_tells(signed, tmp_path):
    dialog = reveal(signed.main)
    dialog.resize(640, 10)
    vault = tmp_path / "two.vault"
    vault_module.write_vault(vault, vault_module.VaultContent({}, {}), [ONE, TWO])
    dialog.vault.setText(str(vault))
    QApplication.processEvents()
    assert dialog.passphrases[1].isVisible()
    for field in (*dialog.passphrases, dialog.vault):
        assert field.height() >= field.minimumSizeHint().height()
    vault.write_text("{}" * 5)
    dialog.vault.setText("")
    dialog.vault.setText(str(vault))
    QApplication.processEvents()
    assert dialog.told.height() >= dialog.told.heightForWidth(dialog.told.width())
    dialog.close()


# --- for whom ---------------------------------------------------------------------------------------------------


def test_a_policy_of_the_european_law_wants_to_know_for_whom_a_release_is(signed, tmp_path):
    page = signed.window.handover
    signed.policy.fill("eu-pseudonymisation")
    signed.wait()
    signed.destination.folder.setText(str(tmp_path / "out"))
    assert "the recipient, the purpose" in page.problem and not signed.window.release.isEnabled()
    page.recipient.setText("Biobanco")
    page.purpose.setText("Sepsis")
    page.environment.setCurrentIndex(page.environment.findData(Environment.OPEN))
    assert "not public" in page.problem
    page.environment.setCurrentIndex(page.environment.findData(Environment.CONTROLLED))
    assert page.problem == "" == signed.window.problem and not page.wanted.isVisible()
    said, denied = load_policy("eu-pseudonymisation").claims_in("en")
    claims = signed.policy.claims
    assert (claims.claims.text(), claims.denials.text()) == (f"✓ {said}", f"✗ {denied}")
    claims.shown.click()
    assert claims.claims.isHidden() and claims.denials.isHidden()


def test_a_policy_that_somebody_changed_claims_nothing(signed):
    signed.choose(NAME)
    signed.set_way(Way.MASK)
    assert signed.work.policy.claims_in("en") == ("", "")
    assert "claims nothing" in signed.policy.claims.claims.text()


def test_what_was_said_of_a_release_is_certified_and_proposed_for_the_next(signed, tmp_path):
    page = signed.window.handover
    page.recipient.setText("Biobanco")
    page.environment.setCurrentIndex(page.environment.findData(Environment.CONTROLLED))
    page.agreement.setText("convenio 7")
    page.expires.setDate(QDate(2099, 1, 31))
    signed.release(tmp_path / "out")
    handover = json.loads((tmp_path / "out" / "certificate.json").read_bytes())["handover"]
    assert (handover["recipient"], handover["expires"]) == ("Biobanco", "2099-01-31")
    assert handover["environment"] == "controlled"
    signed.window.close()
    signed.open()
    again = signed.window.handover.handover
    assert (again.recipient, again.agreement) == ("Biobanco", "convenio 7")
    assert again.expires == date.today() + timedelta(days=365)


def test_past_releases_are_listed_and_a_copy_is_compared(signed, tmp_path):
    signed.window.handover.recipient.setText("Biobanco")
    signed.release(tmp_path / "out")
    qtbot = signed.studio.qtbot
    signed.window.handover.ledger.click()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, LedgerDialog))
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 1)
    row = dialog.list.topLevelItem(0)
    assert [row.text(column) for column in (1, 3)] == ["Biobanco", "1"] and "⚠" not in row.text(4)
    assert dialog.entries[0].number in dialog.details.text()
    dialog.compare(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "as they left" in dialog.checked.text())
    (tmp_path / "out" / "1-uno.txt").write_text("another text")
    dialog.compare(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "1-uno.txt: changed" in dialog.checked.text())
    dialog.compare(str(tmp_path / "informes"))
    qtbot.waitUntil(lambda: "none of the releases" in dialog.checked.text())
    dialog.close()


def test_an_expired_release_is_marked_and_one_left_open_is_settled_at_the_start(signed, studio, reports, tmp_path):
    signed.release(tmp_path / "out")
    signed.window.close()
    project = studio.controller.folder.project
    (entry,) = Ledger(project).entries()
    Ledger(project).note(replace(entry, handover=Handover(expires=date(2001, 1, 1))))
    project.keep_release(f"{entry.number}:made", "")  # as a program leaves it that was killed
    studio.window.open_folder(reports)
    studio.qtbot.waitUntil(lambda: studio.controller.folder.project is not project)
    signed.main.actions_by_id["ledger"].trigger()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, LedgerDialog))
    studio.qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 1)
    assert "⚠ expired 1 Jan 2001" in dialog.list.topLevelItem(0).text(4)
    assert dialog.entries[0].settled
    dialog.close()
