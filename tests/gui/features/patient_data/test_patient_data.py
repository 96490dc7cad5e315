"""What the hospital knows of a patient, typed or from a table: searched in the report, kept, and never in the way."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit

from deid_studio.gui.words.evidence_wording import evidence_summary
from deid_studio.model.patient_fields import FieldKind
from deid_studio.review.project import ReportState

SLIP = "Nota de urgencias.\nNombre: Ana Gil.\nAcompaña a arizubieta su hijo. Tel 600 111 22 3.\n"
TABLE = "informe;apellidos;teléfono;color\n1-slip.txt;Arrizubieta;600111223;azul\n77-otra;Ficticio;600333444;rojo\n"


@pytest.fixture
def slips(reports: Path) -> Path:
    """The invented reports, and before them one in which a surname is misspelt."""
    (reports / "1-slip.txt").write_text(SLIP, encoding="utf-8")
    return reports


def _patient(studio, **typed: str) -> None:
    """Type into fields of the panel, by the names of their kinds."""
    studio.key("Ctrl+Shift+P")
    for kind, text in typed.items():
        field = studio.window.patient.fields[FieldKind[kind]]
        field.setFocus()
        field.selectAll()
        studio.type(text, field)


def _shown(studio, kind: str) -> str:
    return studio.window.patient.fields[FieldKind[kind]].toPlainText()


def _on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in (folder / ".deid-studio").glob("project.db*"))


def test_a_surname_that_is_misspelt_in_the_report_is_found(studio, slips, qtbot):
    studio.open(slips, "1-slip")
    assert "arizubieta" not in studio.texts("pending")
    assert studio.window.docks[3].isHidden()
    _patient(studio, SURNAME="Arrizubieta")
    assert studio.window.patient.isVisible()
    studio.key("Esc", studio.window.patient.fields[FieldKind.SURNAME])
    assert studio.view.hasFocus()
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    found = studio.mention("arizubieta")
    assert found.span.phi_class == "NOMBRE_SUJETO_ASISTENCIA"
    told = evidence_summary(found.suggestion.evidence)
    assert told == "It is in the patient's record: surname (one letter or digit differs)."
    assert studio.window.patient.told.text() == "Suggestions that come from these data: 1."
    assert studio.texts("pending")[0] == "Ana Gil"  # what was suggested before is still there


def test_the_form_is_searched_once_it_is_left_or_at_return_and_what_is_emptied_is_forgotten(studio, slips, qtbot):
    studio.open(slips, "1-slip")
    panel = studio.window.patient
    _patient(studio, GIVEN_NAME="Ana", SURNAME="Gil")
    assert studio.controller.folder.patients == {}
    assert panel.search.isEnabled()
    panel.search.click()
    assert not panel.search.isEnabled()
    assert [v.text for v in studio.controller.folder.patients["1-slip"].values] == ["Ana", "Gil"]
    qtbot.waitUntil(lambda: not studio.controller.folder.awaits("1-slip"))
    # Return searches at once.
    _patient(studio, SURNAME="Arrizubieta")
    field = panel.fields[FieldKind.SURNAME]
    assert "Return" in field.placeholderText()
    studio.key("Return", field)
    assert field.toPlainText() == "Arrizubieta"  # no further line
    assert field.hasFocus()
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    # What is emptied is forgotten.
    field.selectAll()
    studio.key("Del", field)
    panel.search.click()
    qtbot.waitUntil(lambda: "arizubieta" not in studio.texts("pending"))
    studio.window.close()
    assert b"Arrizubieta" not in _on_disk(slips)


@pytest.mark.dressed
def test_values_are_one_a_line_or_between_semicolons(studio, slips, qtbot):
    studio.open(slips, "1-slip")
    field = studio.window.patient.fields[FieldKind.PHONE]
    _patient(studio, PHONE="600 111 223; 911 222 333")
    low = field.height()
    studio.key("Shift+Return", field)
    studio.type("922 000 111", field)
    assert field.height() > low
    studio.window.patient.search.click()
    assert _shown(studio, "PHONE") == "600 111 223\n911 222 333\n922 000 111"
    qtbot.waitUntil(lambda: "600 111 22 3" in studio.texts("pending"))


def test_decisions_are_never_touched(studio, slips, qtbot):
    studio.open(slips, "1-slip")
    studio.key("Del")
    studio.select_text("urgencias")
    studio.key("H")
    before = list(studio.controller.desk)
    _patient(studio, FULL_NAME="Ana Gil", SURNAME="Arrizubieta")
    studio.window.patient.search.click()
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    assert studio.texts("rejected") == ["Ana Gil"]  # known, and yet the person said no
    assert [m for m in studio.controller.desk if m in before] == before


def test_the_current_mention_stays_when_more_is_found_before_it(studio, slips, qtbot):
    (slips / "0-antes.txt").write_text("Avisa arizubieta.\nNombre: Ana Gil. NHC: 5566.\n")
    studio.open(slips, "0-antes")
    assert studio.current_text() == "Ana Gil"
    _patient(studio, SURNAME="Arrizubieta")
    studio.window.patient.search.click()
    qtbot.waitUntil(lambda: studio.texts("pending") == ["arizubieta", "Ana Gil", "5566"])
    assert studio.current_text() == "Ana Gil"


def test_a_signed_report_is_left_alone(studio, slips, qtbot):
    studio.open(slips, "10-nota")
    studio.key("Ctrl+Return")
    qtbot.waitUntil(lambda: studio.controller.session.name != "10-nota")
    studio.show("10-nota")
    _patient(studio, FULL_NAME="Nota de enfermeria")
    studio.window.patient.search.click()
    qtbot.waitUntil(lambda: "10-nota" in studio.controller.folder.results)
    assert studio.controller.session.signed and not len(studio.controller.desk)
    assert "signed off" in studio.window.patient.told.text()


def test_sign_off_with_words_just_typed_waits_for_what_they_find(studio, slips, preannotator):
    studio.open(slips, "1-slip")
    studio.controller.accept_all()
    preannotator.held = True
    _patient(studio, SURNAME="Arrizubieta")
    studio.key("Ctrl+Return", studio.window.patient.fields[FieldKind.SURNAME])
    assert "have not come yet" in studio.box().text()
    studio.choose("Wait")
    assert not studio.controller.session.signed


@pytest.mark.parametrize("leave", ["Ctrl+PgDown", "F5", "close"])
def test_what_was_typed_is_kept_however_the_report_is_left(make_studio, slips, qtbot, leave):
    first = make_studio()
    first.open(slips, "1-slip")
    _patient(first, SURNAME="Arrizubieta")
    if leave == "close":
        first.window.close()
    else:
        first.key(leave, first.window.patient.fields[FieldKind.SURNAME])
        qtbot.waitUntil(lambda: bool(first.controller.folder.patients))
    second = make_studio()
    second.open(slips, "1-slip")
    assert _shown(second, "SURNAME") == "Arrizubieta"
    qtbot.waitUntil(lambda: "arizubieta" in second.texts("pending"))
    assert not second.window.docks[3].isHidden()  # there are data
    assert not (slips / "1-slip.ann").exists()


def test_what_was_typed_is_in_the_private_file_and_nowhere_else(studio, slips, preferences_path, capfd):
    studio.open(slips, "1-slip")
    _patient(studio, SURNAME="Arrizubieta")
    studio.window.patient.search.click()
    studio.window.close()
    assert b"Arrizubieta" in _on_disk(slips)
    assert stat.S_IMODE((slips / ".deid-studio" / "project.db").stat().st_mode) == 0o600
    others = [p for p in (*slips.rglob("*"), *preferences_path.parent.rglob("*")) if p.is_file()]
    assert not [p for p in others if p.parent.name != ".deid-studio" and b"Arrizubieta" in p.read_bytes()]
    assert "Arrizubieta" not in "".join(capfd.readouterr())


def test_looking_writes_nothing(studio, slips):
    before = sorted(p.name for p in slips.rglob("*"))
    studio.open(slips, "1-slip")
    _patient(studio)
    field = studio.window.patient.fields[FieldKind.GIVEN_NAME]
    assert field.hasFocus()
    studio.type(" x", field)
    studio.key("Backspace", field)
    for _ in FieldKind:
        studio.key("Tab", field)
    studio.key("Ctrl+Shift+P", studio.view)
    studio.key("Ctrl+Shift+P", field)
    assert studio.view.hasFocus()
    studio.show("2-radiologia")
    studio.window.close()
    assert sorted(p.name for p in slips.rglob("*")) == before


def test_tab_goes_through_all_fields_to_the_button_and_the_windows_keys_work_in_them(studio, slips):
    studio.open(slips, "1-slip")
    _patient(studio)
    panel = studio.window.patient
    visited = []
    for _ in FieldKind:
        visited.append(studio.window.focusWidget())
        studio.key("Tab", visited[-1])
    assert visited == list(panel.fields.values())
    assert all(isinstance(field, QPlainTextEdit) and field.accessibleName() for field in visited)
    assert studio.window.focusWidget() is panel.table
    studio.press_all(studio.specs_in_fields("undo", "redo"), studio.window.patient.fields[FieldKind.GIVEN_NAME])


def test_a_value_that_cannot_be_used_is_told(studio, slips):
    studio.open(slips, "1-slip")
    panel = studio.window.patient
    _patient(studio, BIRTH_DATE="hace mucho")
    assert not panel.told.isVisible()  # not while it is being written
    panel.search.setFocus()
    panel.search.click()
    assert panel.told.text() == "The date of birth is not understood; write it like 03/04/1961."
    _patient(studio, BIRTH_DATE="3/4/1961")
    panel.search.setFocus()
    panel.search.click()
    assert "date" not in panel.told.text()
    panel.fields[FieldKind.STAFF].setPlainText("a" * 1001)
    panel.search.click()
    assert "longer than 1000" in panel.told.text()
    assert [v.text for v in studio.controller.folder.patients["1-slip"].values] == ["3/4/1961"]


def test_a_folder_that_cannot_be_written_says_so_and_loses_no_word(studio, slips, qtbot, monkeypatch):
    studio.open(slips, "1-slip")
    (slips / ".deid-studio").write_text("in the way")
    _patient(studio, SURNAME="Arrizubieta")
    studio.window.patient.search.click()
    assert studio.window.messages.shown("failed") is not None
    assert _shown(studio, "SURNAME") == "Arrizubieta"
    assert studio.controller.folder.patients == {}
    (slips / ".deid-studio").unlink()
    studio.window.patient.search.click()
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))


# --- tables ----------------------------------------------------------------------------------------------------


def _open_table(studio, path: Path) -> None:
    """Choose a table as the menu lets a person do."""
    studio.key("Ctrl+Shift+O")
    dialog = next(d for d in studio.window.findChildren(QFileDialog) if d.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.done(0)
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("patients"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "pacientes.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_a_table_tells_what_it_knows_and_what_it_is_not_of(studio, slips, table, qtbot):
    studio.open(slips, "2-radiologia")
    folder = studio.controller.folder
    assert folder.standing("1-slip").pending == 1
    _open_table(studio, table)
    banner = studio.window.messages.shown("patients")
    assert banner.text == "The table has patient data for 1 of 4 reports; they are searched in them now."
    assert banner.detail == (
        "\n• Rows of no report of this folder, not kept (1): 77-otra.\n• Columns that are not used: color."
    )
    assert b"Ficticio" not in _on_disk(slips)
    assert not studio.window.docks[3].isHidden()
    assert not studio.window.mentions.visibleRegion().isEmpty() and studio.window.patient.visibleRegion().isEmpty()
    # A report that nobody opened is listed with what is found in it.
    qtbot.waitUntil(lambda: folder.standing("1-slip").pending == 3)
    assert folder.standing("1-slip").state is ReportState.SUGGESTIONS_WAITING
    studio.show("1-slip")
    qtbot.waitUntil(lambda: {"arizubieta", "600 111 22 3"} <= set(studio.texts("pending")))
    assert (_shown(studio, "SURNAME"), _shown(studio, "PHONE")) == ("Arrizubieta", "600111223")
    # Twice it adds nothing.
    before = dict(folder.patients)
    _open_table(studio, table)
    assert folder.patients == before
    assert studio.window.messages.shown("patients").buttons == []


def test_a_table_does_not_keep_a_report_in_review_waiting(studio, slips, table, qtbot):
    studio.open(slips, "1-slip")
    studio.key("Return")
    studio.show("2-radiologia")
    _open_table(studio, table)
    qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    studio.show("1-slip")
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    assert studio.texts("accepted") == ["Ana Gil"]


def test_a_table_adds_to_what_was_typed_and_can_be_undone(studio, slips, table, qtbot):
    studio.open(slips, "1-slip")
    _patient(studio, SURNAME="Gil")
    _open_table(studio, table)  # what is typed and not yet searched is kept first
    assert _shown(studio, "SURNAME") == "Gil\nArrizubieta"
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    studio.banner_button("patients", "Undo").click()
    assert (_shown(studio, "SURNAME"), _shown(studio, "PHONE")) == ("Gil", "")
    qtbot.waitUntil(lambda: "arizubieta" not in studio.texts("pending"))
    assert studio.window.messages.shown("patients") is None


def test_a_table_of_another_folder_keeps_nothing(studio, slips, tmp_path):
    before = sorted(p.name for p in slips.rglob("*"))
    studio.open(slips, "1-slip")
    other = tmp_path / "otra.json"
    other.write_text('{"9-lejos": {"nombre": "Olalla"}, "8-lejos": {"nombre": "Ubaldo"}}')
    _open_table(studio, other)
    banner = studio.window.messages.shown("patients")
    assert banner.text == "The table holds nothing of the reports of this folder; nothing was kept."
    assert "called like “1-alta”" in banner.detail and "(2): 9-lejos, 8-lejos." in banner.detail
    assert sorted(p.name for p in slips.rglob("*")) == before


def test_a_wrong_table_says_what_is_wrong_and_changes_nothing(studio, slips, table):
    studio.open(slips, "1-slip")
    for content, told in (
        ("nombre,apellidos\nOlalla,Ficticio\n", "line 1: no column for the report"),
        ("informe,nombre\n1-slip,Olalla\n2,Ubaldo,de más\n", "line 3: 3 columns instead of 2"),
        ("", "line 1: the table is empty"),
        ("%PDF-1.4\x00\x00", "pacientes.csv"),
    ):
        table.write_text(content)
        _open_table(studio, table)
        banner = studio.window.messages.shown("patients")
        assert told in banner.text
        assert "Olalla" not in banner.text + banner.detail
        assert studio.controller.folder.patients == {}
        assert not (slips / ".deid-studio").exists()
        assert studio.window.docks[3].isHidden()
        studio.window.messages.clear("patients")


# --- the panel's place -----------------------------------------------------------------------------------------


def test_the_panel_that_was_closed_stays_closed(studio, slips, table):
    studio.open(slips, "1-slip")
    dock = studio.window.docks[3]
    _patient(studio)
    dock.toggleViewAction().trigger()
    assert dock.isHidden()
    _open_table(studio, table)
    assert dock.isHidden()
    dock.toggleViewAction().trigger()
    assert not studio.window.patient.visibleRegion().isEmpty()
    # So with every panel.
    for dock in studio.window.docks[:3]:
        dock.toggleViewAction().trigger()
        assert dock.isHidden()
        dock.toggleViewAction().trigger()
        assert not dock.widget().visibleRegion().isEmpty()


def test_the_panel_is_where_it_was_at_the_next_start(make_studio, slips):
    first = make_studio()
    first.open(slips, "1-slip")
    _patient(first)
    first.window.close()
    second = make_studio()
    assert not second.window.docks[3].isHidden()


def test_a_window_of_an_older_version_finds_its_panels(make_studio, slips, preferences_path):
    first = make_studio()
    window = first.window
    window.removeDockWidget(window.docks[3])
    window.preferences.keep_window_state(window.saveGeometry(), window.saveState())
    second = make_studio()
    second.open(slips, "1-slip")
    assert second.window.docks[3].isHidden()
    _patient(second)
    assert not second.window.patient.visibleRegion().isEmpty()
    assert second.window.docks[3] in second.window.tabifiedDockWidgets(second.window.docks[1])
