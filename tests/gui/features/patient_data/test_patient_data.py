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


@pytest.fixture
def more_slips(slips: Path) -> Path:
    """Further reports like `1-slip`: `3-slip` and `4-slip`."""
    for name in ("3-slip", "4-slip"):
        (slips / f"{name}.txt").write_text(SLIP, encoding="utf-8")
    return slips


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


def test_a_misspelt_surname_is_found_once_the_form_is_left_or_at_return_and_forgotten_when_emptied(
    studio, more_slips, qtbot
):
    studio.open(more_slips, "1-slip")
    panel, folder = studio.window.patient, studio.controller.folder
    surname = panel.fields[FieldKind.SURNAME]
    assert "arizubieta" not in studio.texts("pending")
    assert studio.window.docks[3].isHidden()
    _patient(studio, SURNAME="Arrizubieta")
    assert panel.isVisible()
    studio.key("Esc", surname)
    assert studio.view.hasFocus()
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    found = studio.mention("arizubieta")
    assert found.span.phi_class == "NOMBRE_SUJETO_ASISTENCIA"
    told = evidence_summary(found.suggestion.evidence)
    assert told == "It is in the patient's record: surname (one letter or digit differs)."
    assert panel.told.text() == "Suggestions that come from these data: 1."
    assert studio.texts("pending")[0] == "Ana Gil"  # what was suggested before is still there

    studio.show("3-slip")
    _patient(studio, GIVEN_NAME="Ana", SURNAME="Gil")
    assert set(folder.patients) == {"1-slip"}
    assert panel.search.isEnabled()
    panel.search.click()
    assert not panel.search.isEnabled()
    assert [v.text for v in folder.patients["3-slip"].values] == ["Ana", "Gil"]
    qtbot.waitUntil(lambda: not folder.awaits("3-slip"))
    # Return searches at once.
    _patient(studio, SURNAME="Arrizubieta")
    assert "Return" in surname.placeholderText()
    studio.key("Return", surname)
    assert surname.toPlainText() == "Arrizubieta"  # no further line
    assert surname.hasFocus()
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))

    # What is emptied is forgotten.
    for name in ("3-slip", "1-slip"):
        studio.show(name)
        qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
        surname.selectAll()
        studio.key("Del", surname)
        panel.search.click()
        qtbot.waitUntil(lambda: "arizubieta" not in studio.texts("pending"))
    studio.window.close()
    assert b"Arrizubieta" not in _on_disk(more_slips)


def test_decisions_and_the_current_mention_are_never_touched_nor_what_is_signed(
    studio, more_slips, qtbot, preannotator
):
    (more_slips / "0-antes.txt").write_text("Avisa arizubieta.\nNombre: Ana Gil. NHC: 5566.\n")
    studio.open(more_slips, "1-slip")
    panel = studio.window.patient
    studio.key("Del")
    studio.select_text("urgencias")
    studio.key("H")
    before = list(studio.controller.desk)
    _patient(studio, FULL_NAME="Ana Gil", SURNAME="Arrizubieta")
    panel.search.click()
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    assert studio.texts("rejected") == ["Ana Gil"]  # known, and yet the person said no
    assert [m for m in studio.controller.desk if m in before] == before

    # The current mention stays when more is found before it.
    studio.show("0-antes")
    assert studio.current_text() == "Ana Gil"
    _patient(studio, SURNAME="Arrizubieta")
    panel.search.click()
    qtbot.waitUntil(lambda: studio.texts("pending") == ["arizubieta", "Ana Gil", "5566"])
    assert studio.current_text() == "Ana Gil"

    # A signed report is left alone.
    studio.show("10-nota")
    studio.key("Ctrl+Return")
    qtbot.waitUntil(lambda: studio.controller.session.name != "10-nota")
    studio.show("10-nota")
    _patient(studio, FULL_NAME="Nota de enfermeria")
    panel.search.click()
    qtbot.waitUntil(lambda: "10-nota" in studio.controller.folder.results)
    assert studio.controller.session.signed and not len(studio.controller.desk)
    assert "signed off" in panel.told.text()

    # Sign-off with words just typed waits for what they find.
    studio.show("3-slip")
    studio.controller.accept_all()
    preannotator.held = True
    _patient(studio, SURNAME="Arrizubieta")
    studio.key("Ctrl+Return", panel.fields[FieldKind.SURNAME])
    assert "have not come yet" in studio.box().text()
    studio.choose("Wait")
    assert not studio.controller.session.signed


def test_what_was_typed_is_kept_in_the_private_file_and_nowhere_else_however_the_report_is_left(
    make_studio, more_slips, preferences_path, qtbot, capfd
):
    first = make_studio()
    first.open(more_slips, "1-slip")
    folder, surname = first.controller.folder, first.window.patient.fields[FieldKind.SURNAME]
    _patient(first, SURNAME="Arrizubieta")
    first.key("Ctrl+PgDown", surname)
    qtbot.waitUntil(lambda: "1-slip" in folder.patients)
    first.show("3-slip")
    _patient(first, SURNAME="Arrizubieta")
    first.key("F5", surname)
    qtbot.waitUntil(lambda: "3-slip" in folder.patients)
    first.wait_shown("3-slip")

    def is_known_to(studio, name: str) -> None:
        studio.show(name)
        assert _shown(studio, "SURNAME") == "Arrizubieta", name
        qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
        assert not studio.window.docks[3].isHidden(), name  # there are data
        assert not (more_slips / f"{name}.ann").exists()

    second = make_studio()
    second.open(more_slips)
    is_known_to(second, "1-slip")
    is_known_to(second, "3-slip")
    second.controller.close_folder()
    first.show("4-slip")
    _patient(first, SURNAME="Arrizubieta")
    first.window.close()
    second.open(more_slips)
    is_known_to(second, "4-slip")
    second.window.close()

    assert b"Arrizubieta" in _on_disk(more_slips)
    assert stat.S_IMODE((more_slips / ".deid-studio" / "project.db").stat().st_mode) == 0o600
    others = [p for p in (*more_slips.rglob("*"), *preferences_path.parent.rglob("*")) if p.is_file()]
    assert not [p for p in others if p.parent.name != ".deid-studio" and b"Arrizubieta" in p.read_bytes()]
    assert "Arrizubieta" not in "".join(capfd.readouterr())


@pytest.mark.dressed
def test_what_cannot_be_kept_or_used_is_told_and_values_are_one_a_line_or_between_semicolons(studio, slips, qtbot):
    studio.open(slips, "1-slip")
    panel, folder = studio.window.patient, studio.controller.folder
    # A folder that cannot be written says so and loses no word.
    (slips / ".deid-studio").write_text("in the way")
    _patient(studio, SURNAME="Arrizubieta")
    panel.search.click()
    assert studio.window.messages.shown("failed") is not None
    assert _shown(studio, "SURNAME") == "Arrizubieta"
    assert folder.patients == {}
    (slips / ".deid-studio").unlink()
    panel.search.click()
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))

    field = panel.fields[FieldKind.PHONE]
    _patient(studio, PHONE="600 111 223; 911 222 333")
    low = field.height()
    studio.key("Shift+Return", field)
    studio.type("922 000 111", field)
    assert field.height() > low
    panel.search.click()
    assert _shown(studio, "PHONE") == "600 111 223\n911 222 333\n922 000 111"
    qtbot.waitUntil(lambda: "600 111 22 3" in studio.texts("pending"))

    # A value that cannot be used is told.
    studio.show("2-radiologia")
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
    assert [v.text for v in folder.patients["2-radiologia"].values] == ["3/4/1961"]


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


def test_looking_and_tables_that_are_wrong_or_of_another_folder_write_nothing(studio, slips, table, tmp_path):
    before = sorted(p.name for p in slips.rglob("*"))
    studio.open(slips, "1-slip")
    panel, messages = studio.window.patient, studio.window.messages
    for content, told in (
        ("nombre,apellidos\nOlalla,Ficticio\n", "line 1: no column for the report"),
        ("informe,nombre\n1-slip,Olalla\n2,Ubaldo,de más\n", "line 3: 3 columns instead of 2"),
        ("", "line 1: the table is empty"),
        ("%PDF-1.4\x00\x00", "pacientes.csv"),
    ):
        table.write_text(content)
        _open_table(studio, table)
        banner = messages.shown("patients")
        assert told in banner.text
        assert "Olalla" not in banner.text + banner.detail
        assert studio.controller.folder.patients == {}
        assert not (slips / ".deid-studio").exists()
        assert studio.window.docks[3].isHidden()
        messages.clear("patients")

    other = tmp_path / "otra.json"
    other.write_text('{"9-lejos": {"nombre": "Olalla"}, "8-lejos": {"nombre": "Ubaldo"}}')
    _open_table(studio, other)
    banner = messages.shown("patients")
    assert banner.text == "The table holds nothing of the reports of this folder; nothing was kept."
    assert "called like “1-alta”" in banner.detail and "(2): 9-lejos, 8-lejos." in banner.detail
    assert sorted(p.name for p in slips.rglob("*")) == before

    # Tab goes through all fields to the button, and the window's keys work in them.
    _patient(studio)
    field = panel.fields[FieldKind.GIVEN_NAME]
    assert field.hasFocus()
    visited = []
    for _ in FieldKind:
        visited.append(studio.window.focusWidget())
        studio.key("Tab", visited[-1])
    assert visited == list(panel.fields.values())
    assert all(isinstance(one, QPlainTextEdit) and one.accessibleName() for one in visited)
    assert studio.window.focusWidget() is panel.table
    studio.type(" x", field)
    studio.key("Backspace", field)
    for _ in FieldKind:
        studio.key("Tab", field)
    studio.key("Ctrl+Shift+P", studio.view)
    studio.key("Ctrl+Shift+P", field)
    assert studio.view.hasFocus()
    studio.show("2-radiologia")
    studio.press_all(studio.specs_in_fields("undo", "redo"), field)
    studio.window.close()
    assert sorted(p.name for p in slips.rglob("*")) == before


def test_a_table_tells_what_it_knows_adds_to_what_was_typed_can_be_undone_and_keeps_no_report_waiting(
    studio, slips, table, qtbot, afresh
):
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

    # What was typed before.
    slips = afresh(slips)
    studio.open(slips, "1-slip")
    _patient(studio, SURNAME="Gil")
    _open_table(studio, table)  # what is typed and not yet searched is kept first
    assert _shown(studio, "SURNAME") == "Gil\nArrizubieta"
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    studio.banner_button("patients", "Undo").click()
    assert (_shown(studio, "SURNAME"), _shown(studio, "PHONE")) == ("Gil", "")
    qtbot.waitUntil(lambda: "arizubieta" not in studio.texts("pending"))
    assert studio.window.messages.shown("patients") is None

    # A report in review is not kept waiting.
    assert studio.current_text() == "Ana Gil"
    studio.key("Return")
    studio.show("2-radiologia")
    _open_table(studio, table)
    qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    studio.show("1-slip")
    qtbot.waitUntil(lambda: "arizubieta" in studio.texts("pending"))
    assert studio.texts("accepted") == ["Ana Gil"]
    studio.banner_button("patients", "Undo").click()

    # The panel that was closed stays closed, as every panel does.
    dock = studio.window.docks[3]
    dock.toggleViewAction().trigger()
    assert dock.isHidden()
    _open_table(studio, table)
    assert dock.isHidden()
    dock.toggleViewAction().trigger()
    assert not studio.window.patient.visibleRegion().isEmpty()
    for dock in studio.window.docks[:3]:
        dock.toggleViewAction().trigger()
        assert dock.isHidden()
        dock.toggleViewAction().trigger()
        assert not dock.widget().visibleRegion().isEmpty()


def test_a_window_of_an_older_version_finds_its_panels_and_the_next_one_has_them_where_they_were(make_studio, slips):
    window = make_studio().window
    window.removeDockWidget(window.docks[3])
    window.preferences.keep_window_state(window.saveGeometry(), window.saveState())
    second = make_studio()
    second.open(slips, "1-slip")
    dock = second.window.docks[3]
    assert dock.isHidden()
    _patient(second)
    assert not second.window.patient.visibleRegion().isEmpty()
    assert dock in second.window.tabifiedDockWidgets(second.window.docks[1])
    second.window.close()
    assert not make_studio().window.docks[3].isHidden()
