"""What is said of a mention, at the window: seen, followed, added, changed, taken out, and gone with a mention."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QInputDialog

from deid_studio.gui.features.relations.statement_dialog import StatementDialog, What
from deid_studio.model.edits import Reject, Several
from deid_studio.model.mentions import Decision
from tests.gui.conftest import Studio

TEXT = "Ana Gil, hermana de Luis Roa, ingresa en Lugo.\r\n"
ANN = (
    "T1\tTRIPULANTE 0 7\tAna Gil\r\nT2\tTRIPULANTE 20 28\tLuis Roa\r\nT3\tPUERTO 41 45\tLugo\r\n"
    "R1\tHermana Arg1:T1 Arg2:T2\r\nE1\tIngreso:T3 Quien:T1\r\nA1\tSeguro E1 poco\r\nA2\tDudoso T2\r\n"
)
ROWS = ANN.split("\r\n")[:-1]
CONF = """[entities]
GENTE
\tTRIPULANTE
PUERTO
[relations]
Hermana\tArg1:GENTE, Arg2:TRIPULANTE
Vive\tQuien:TRIPULANTE, Donde:PUERTO
Equiv\tArg1:<ENTITY>, Arg2:<ENTITY>, <REL-TYPE>:symmetric-transitive
[events]
Ingreso\tQuien:TRIPULANTE, Medico?:TRIPULANTE
[attributes]
Dudoso\tArg:TRIPULANTE
Seguro\tArg:<EVENT>, Value:poco|mucho
Grado\tArg:<ENTITY>, Value:alto|bajo
"""


def a_ship(folder: Path, conf: str) -> Path:
    """A folder of two reports with the same text and annotations."""
    folder.mkdir()
    for name in ("uno", "dos"):
        (folder / f"{name}.txt").write_bytes(TEXT.encode())
        (folder / f"{name}.ann").write_bytes(ANN.encode())
    (folder / "annotation.conf").write_text(conf)
    return folder


@pytest.fixture
def ship(tmp_path: Path) -> Path:
    return a_ship(tmp_path / "barco", CONF)


@pytest.fixture
def at_sea(studio: Studio, ship: Path) -> Studio:
    studio.open(ship, "uno")
    return studio


def choose(studio: Studio, text: str) -> None:
    studio.controller.select(studio.mention(text).id, show=True)
    studio.settle()


def rows(studio: Studio) -> list[tuple[str, str]]:
    tree = studio.window.relations.panel.list
    items = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
    return [(item.text(0), item.text(1)) for item in items]


def look(studio: Studio) -> None:
    studio.key("Ctrl+Shift+K")
    assert studio.window.relations.panel.isVisible()


def dialog() -> StatementDialog:
    (found,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, StatementDialog) and w.isVisible()]
    return found


def ann(studio: Studio) -> list[str]:
    """The rows of the report's annotations, saved."""
    studio.save()
    session = studio.controller.session
    return (studio.controller.folder.project.folder / f"{session.name}.ann").read_bytes().decode().split("\r\n")[:-1]


def test_what_is_said_of_a_mention_is_seen_leads_on_is_changed_taken_out_and_comes_back(
    at_sea: Studio, tmp_path
) -> None:
    choose(at_sea, "Ana Gil")
    assert "Relations and attributes: 2 (Ctrl+Shift+K)." in at_sea.window.details.evidence.text()
    look(at_sea)
    assert rows(at_sea) == [
        ("Hermana →", "Luis Roa"),
        ("Quien of Ingreso", "Lugo"),
        ("Seguro: poco", "of Ingreso"),
    ]
    at_sea.key("Down", at_sea.window.relations.panel.list)
    at_sea.key("Return", at_sea.window.relations.panel.list)
    assert at_sea.current_text() == "Lugo"
    assert rows(at_sea) == [("Ingreso (event)", ""), ("Ingreso, Quien:", "Ana Gil"), ("Seguro: poco", "of Ingreso")]
    choose(at_sea, "Luis Roa")
    assert rows(at_sea) == [("Hermana ←", "Ana Gil"), ("Dudoso", "")]

    # A key leads round the mentions that belong together.
    choose(at_sea, "Ana Gil")
    places = []
    for _ in range(4):
        at_sea.key("Ctrl+J")
        places.append(at_sea.current_text())
    assert places == ["Luis Roa", "Lugo", "Ana Gil", "Luis Roa"]

    # Mentions of which something is said have a hook.
    assert at_sea.view._painter.spoken_of == {1, 2, 3}
    choose(at_sea, "Luis Roa")
    look(at_sea)
    panel = at_sea.window.relations.panel
    at_sea.key("Down", panel.list)
    panel.remove.click()
    at_sea.key("Delete", panel.list)
    assert rows(at_sea) == [] and at_sea.view._painter.spoken_of == {1, 3}
    at_sea.key("Ctrl+Z")
    assert at_sea.view._painter.spoken_of == {1, 2, 3}

    # What goes with several mentions at once is told.
    at_sea.key("Ctrl+Z")
    at_sea.controller.perform(Several((Reject(1), Reject(3))))
    assert "Relations and events of those mentions went with them (2)" in at_sea.window.status.told.text()
    at_sea.key("Ctrl+Z")
    look(at_sea)
    choose(at_sea, "Ana Gil")
    assert len(rows(at_sea)) == 3

    # Nothing is said of what is not accepted.
    choose(at_sea, "Lugo")
    at_sea.key("Backspace")
    at_sea.choose("Take out all of it")
    choose(at_sea, "Lugo")
    at_sea.key("Ctrl+B")
    assert "Accept the mention first" in at_sea.window.status.told.text()

    # Changed, taken out and brought back.
    at_sea.open(a_ship(tmp_path / "otro barco", CONF), "uno")
    # A value is changed in its place.
    choose(at_sea, "Lugo")
    look(at_sea)
    at_sea.key("End", at_sea.window.relations.panel.list)
    at_sea.key("F2", at_sea.window.relations.panel.list)
    (box,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, QInputDialog) and w.isVisible()]
    assert box.textValue() == "poco"
    box.setTextValue("mucho")
    box.accept()
    assert ann(at_sea) == ANN.replace("poco", "mucho").split("\r\n")[:-1]

    # An argument is taken out of an event.
    at_sea.key("Ctrl+Z")
    assert ann(at_sea) == ROWS
    choose(at_sea, "Ana Gil")
    look(at_sea)
    for key in ("Home", "Down"):
        at_sea.key(key, at_sea.window.relations.panel.list)
    at_sea.window.relations.panel.remove.click()
    assert "E1\tIngreso:T3" in ann(at_sea)
    assert rows(at_sea) == [("Hermana →", "Luis Roa")]

    # An event goes with what speaks of it and comes back.
    at_sea.key("Ctrl+Z")
    assert ann(at_sea) == ROWS
    choose(at_sea, "Lugo")
    look(at_sea)
    at_sea.window.relations.panel.remove.click()
    assert ann(at_sea) == [row for row in ROWS if row[:2] not in ("E1", "A1")]
    at_sea.key("Ctrl+Z")
    assert sorted(ann(at_sea)) == sorted(ROWS)

    # Rejecting a mention that is needed asks, and one undo brings all back.
    at_sea.show("dos")
    choose(at_sea, "Ana Gil")
    at_sea.key("Backspace")
    assert "Hermana (Ana Gil, Luis Roa); Ingreso (Lugo, Ana Gil)" in at_sea.box().text()
    at_sea.choose("Keep the mention")
    assert at_sea.mention("Ana Gil").decision is Decision.ACCEPTED
    at_sea.key("Backspace")
    at_sea.choose("Take out all of it")
    assert at_sea.texts("rejected") == ["Ana Gil"]
    left = [row for row in ROWS if row[:2] not in ("T1", "R1")]
    assert ann(at_sea) == [row.replace(" Quien:T1", "") for row in left]
    at_sea.key("Ctrl+Z")
    assert sorted(ann(at_sea)) == sorted(ROWS)
    assert at_sea.current_text() == "Ana Gil"

    # An attribute goes with its mention unasked.
    choose(at_sea, "Luis Roa")
    look(at_sea)
    tree = at_sea.window.relations.panel.list
    tree.setCurrentItem(tree.topLevelItem(rows(at_sea).index(("Hermana ←", "Ana Gil"))))
    at_sea.window.relations.panel.remove.click()
    at_sea.key("Backspace")
    assert at_sea.texts("rejected") == ["Luis Roa"] and "A2\tDudoso T2" not in ann(at_sea)


def test_relations_attributes_events_and_references_are_said_by_the_types_of_the_folder(
    at_sea: Studio, tmp_path: Path
) -> None:
    choose(at_sea, "Luis Roa")
    at_sea.key("Ctrl+B")
    form = dialog()
    assert [form.type.itemText(at) for at in range(form.type.count())] == ["Hermana", "Equiv"]  # Ana Gil is nearest
    form.other.setCurrentIndex(form.other.findText("Lugo"))
    assert [form.type.itemText(at) for at in range(form.type.count())] == ["Vive", "Equiv"]
    form.turned.setChecked(True)
    assert [form.type.itemText(at) for at in range(form.type.count())] == ["Equiv"]
    form.turned.setChecked(False)
    form.type.setCurrentText("Vive")
    form.ok.click()
    assert ann(at_sea)[-1] == "R2\tVive Quien:T2 Donde:T3"
    assert ("Vive →", "Lugo") in rows(at_sea)
    at_sea.key("Ctrl+B")
    form = dialog()
    form.other.setCurrentIndex(form.other.findText("Lugo"))
    form.type.setCurrentText("Vive")
    assert not form.ok.isEnabled() and "already" in form.problem.text()
    form.type.setCurrentText("Equiv")
    form.ok.click()
    assert ann(at_sea)[-1] == "*\tEquiv T2 T3"

    at_sea.show("dos")
    for text, what, type, value, line in (
        ("Ana Gil", What.ATTRIBUTE, "Grado", "bajo", "A3\tGrado T1 bajo"),
        ("Ana Gil", What.ATTRIBUTE, "Grado", "alto", "A3\tGrado T1 alto"),
        ("Ana Gil", What.EVENT, "Ingreso", "", "E2\tIngreso:T1"),
        ("Luis Roa", What.ARGUMENT, "Medico", "", "E1\tIngreso:T3 Quien:T1 Medico:T2"),
        ("Lugo", What.REFERENCE, "Reference", "Wikidata:Q11125 Lugo", "N1\tReference T3 Wikidata:Q11125\tLugo"),
    ):
        choose(at_sea, text)
        at_sea.key("Ctrl+B")
        form = dialog()
        form.what.setCurrentIndex(form.what.findData(what))
        form.type.setCurrentText(type)
        form.value.setCurrentText(value)
        assert form.ok.isEnabled(), form.problem.text()
        form.ok.click()
        assert line in ann(at_sea)
    assert len(ann(at_sea)) == len(ROWS) + 3

    # Without types any name of brat's can be written.
    at_sea.open(a_ship(tmp_path / "otro", "[entities]\nTRIPULANTE\nPUERTO\n"), "uno")
    choose(at_sea, "Ana Gil")
    at_sea.key("Ctrl+B")
    form = dialog()
    for wrong in ("", "Hermana de", "Año"):
        form.type.setEditText(wrong)
        assert not form.ok.isEnabled() and form.problem.text()
    form.type.setEditText("Prima")
    form.ok.click()
    assert ann(at_sea)[-1] == "R2\tPrima Arg1:T1 Arg2:T2"
    at_sea.key("Ctrl+Z")
    assert ann(at_sea) == ROWS
