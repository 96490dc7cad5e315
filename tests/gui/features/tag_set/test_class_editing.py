"""The classes of a folder changed in the window: asked, done in all reports, and shown everywhere at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from deid_studio.errors import WriteError
from deid_studio.formats.brat_conf import ANNOTATION, read_conf
from deid_studio.gui.features.tag_set.class_form import ClassForm
from deid_studio.model.tagset import shipped_tagset
from deid_studio.model.tagset_change import RenameClass
from deid_studio.progress import Progress
from deid_studio.release.policy import Way, load_policy
from deid_studio.review.folder_lock import Access
from deid_studio.review.project import Project
from deid_studio.review.tag_set import tag_set_changing
from deid_studio.review.tag_set.tag_set_changing import carry_out, planned

TEXT = "Paciente Elvira Sanjuán, vista el día cuatro en Toledo.\n"
ANN = "T1\tPACIENTE 9 23\tElvira Sanjuán\nT2\tLUGAR 48 54\tToledo\n"


def a_ward(folder: Path, *classes: str) -> Path:
    """A folder with two annotated reports in these classes of its own."""
    folder.mkdir()
    (folder / ANNOTATION).write_text("\n".join(("[entities]", *classes, "")))
    (folder / "kb_shortcuts.conf").write_text("P\tPACIENTE\nL\tLUGAR\n")
    for name in ("a", "b"):
        (folder / f"{name}.txt").write_text(TEXT)
        (folder / f"{name}.ann").write_text(ANN)
    return folder


@pytest.fixture
def ward(tmp_path: Path) -> Path:
    return a_ward(tmp_path / "planta", "PACIENTE", "FECHA", "LUGAR")


@pytest.fixture
def ward_studio(studio, ward: Path):
    studio.open(ward, "a")
    return studio


def shown(studio):
    """The dialog, with its counts."""
    studio.window.actions_by_id["tag_set"].trigger()
    dialog = studio.window.class_editing.shown
    studio.qtbot.waitUntil(lambda: bool(dialog.list.topLevelItem(0).text(5)))
    return dialog


def rows(dialog) -> list[str]:
    return [dialog.list.topLevelItem(row).text(1) for row in range(dialog.list.topLevelItemCount())]


def answered(studio, dialog, kind, fill) -> None:
    """Fill in what a button of the dialog has opened."""
    studio.qtbot.waitUntil(lambda: any(one.isVisible() for one in dialog.findChildren(kind)))
    fill(next(one for one in dialog.findChildren(kind) if one.isVisible()))


def waited(studio, told: str) -> None:
    """Wait until a change is done and the folder is shown anew."""
    dialog = studio.window.class_editing.shown
    studio.qtbot.waitUntil(lambda: told in dialog.told.text())
    studio.qtbot.waitUntil(lambda: studio.controller.session is not None)


def _box(studio) -> bool:
    try:
        return studio.box() is not None
    except AssertionError:
        return False


def renamed(studio, dialog, name: str, new: str) -> None:
    dialog.choose(name)
    dialog.rename.click()

    def fill(asked: QInputDialog) -> None:
        asked.setTextValue(new)
        asked.accept()

    answered(studio, dialog, QInputDialog, fill)


def test_a_class_is_renamed_everywhere_a_used_one_is_not_removed_and_what_cannot_follow_changes_nothing(
    ward_studio, ward: Path
) -> None:
    studio = ward_studio
    lock = studio.controller.folder.project.lock
    lock.access = Access.THEIRS  # where another window decides, the classes are not shown
    studio.window.actions_by_id["tag_set"].trigger()
    assert studio.window.class_editing.shown is None
    lock.access = Access.FREE
    dialog = shown(studio)
    assert [dialog.list.topLevelItem(row).text(5) for row in range(3)] == ["2", "0", "2"]
    renamed(studio, dialog, "PACIENTE", "ENFERMO")
    studio.qtbot.waitUntil(lambda: _box(studio))
    studio.choose("Cancel")  # what is declined changes nothing
    assert dialog.rename.isEnabled()
    assert (ward / "a.ann").read_text() == ANN
    assert not (ward / ".deid-studio").exists()
    renamed(studio, dialog, "PACIENTE", "ENFERMO")
    studio.qtbot.waitUntil(lambda: _box(studio))
    assert "Mentions that change: 2." in studio.box().informativeText()
    assert "signed" not in studio.box().informativeText()
    studio.choose("Change")
    waited(studio, "in the reports: 2.")
    assert rows(dialog) == ["ENFERMO", "FECHA", "LUGAR"]
    assert {(ward / f"{name}.ann").read_text() for name in "ab"} == {ANN.replace("PACIENTE", "ENFERMO")}
    assert studio.controller.session.name == "a"
    assert {one.span.phi_class for one in studio.controller.desk} >= {"ENFERMO", "LUGAR"}
    assert [one.name for one in studio.controller.tagset] == ["ENFERMO", "FECHA", "LUGAR"]
    assert len(studio.window.class_actions) == 3
    dialog.close()
    assert not studio.window.actions_by_id["undo"].isEnabled()
    assert {one.span.phi_class for one in studio.controller.desk} == {"ENFERMO", "LUGAR"}

    # An unused class is removed, and the order changes.
    dialog = shown(studio)
    dialog.choose("ENFERMO")
    assert not dialog.remove.isEnabled()
    dialog.choose("LUGAR")
    dialog.up.click()
    waited(studio, "Changed.")
    assert rows(dialog) == ["ENFERMO", "LUGAR", "FECHA"]
    studio.qtbot.waitUntil(lambda: bool(dialog.list.topLevelItem(0).text(5)))
    dialog.say("")
    dialog.choose("FECHA")
    dialog.remove.click()
    waited(studio, "Changed.")
    assert rows(dialog) == ["ENFERMO", "LUGAR"]
    dialog.close()

    # A report that cannot follow is told, and nothing changes.
    before = (ward / "a.ann").read_text()
    (ward / "b.ann").write_text("T1 broken\n")
    dialog = shown(studio)
    renamed(studio, dialog, "ENFERMO", "PACIENTE")
    studio.qtbot.waitUntil(lambda: "b.ann" in dialog.told.text())
    assert dialog.rename.isEnabled()
    assert (ward / "a.ann").read_text() == before


def test_a_class_is_added_by_keys_alone_and_signed_reports_to_be_signed_again_are_counted_before(
    ward_studio, ward: Path
) -> None:
    studio = ward_studio
    dialog = shown(studio)
    QTest.keyClick(dialog, Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)

    def fill(form: ClassForm) -> None:
        form.name.setText("TELÉFONO")
        assert not form.ok.isEnabled()
        form.name.clear()
        QTest.keyClicks(form.name, "TELEFONO")
        form.title_es.setText("Teléfono")
        QTest.keyClicks(form.title_en, "Telephone")
        QTest.keyClicks(form.key, "p")
        assert not form.ok.isEnabled()
        assert "PACIENTE" in form.problem.text()
        form.key.clear()
        QTest.keyClicks(form.key, "t")
        assert form.ok.isEnabled()
        QTest.keyClick(form, Qt.Key.Key_Return)

    answered(studio, dialog, ClassForm, fill)
    waited(studio, "Changed.")
    assert rows(dialog) == ["PACIENTE", "FECHA", "LUGAR", "TELEFONO"]
    assert read_conf(ward / ANNOTATION)["TELEFONO"].title["es"] == "Teléfono"
    assert dialog.list.topLevelItem(3).text(3) == "Telephone"  # its kind, which the name says
    dialog.close()
    studio.select_text("cuatro")
    studio.key("T")
    assert ("TELEFONO", 38) in {(one.span.phi_class, one.span.start) for one in studio.controller.desk}

    studio.controller.session.sign_off()
    dialog = shown(studio)
    dialog.choose("LUGAR")
    dialog.merge.click()

    def merge(asked: QInputDialog) -> None:
        asked.setTextValue(next(one for one in asked.comboBoxItems() if "FECHA" in one))
        asked.accept()

    answered(studio, dialog, QInputDialog, merge)
    studio.qtbot.waitUntil(lambda: _box(studio))
    assert "signed again: 1." in studio.box().informativeText()
    studio.choose("Change")
    waited(studio, "in the reports: 2.")
    assert rows(dialog) == ["PACIENTE", "FECHA", "TELEFONO"]


def test_colours_are_told_apart_kinds_are_chosen_and_what_was_cut_short_is_finished_when_a_folder_is_opened(
    studio, reports: Path, ward: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.open(reports)
    assert banner(studio) is None  # the classes say what they are
    dialog = shown(studio)
    assert len(rows(dialog)) == 29
    dialog.choose("FECHAS")
    dialog.alter.click()

    def fill(form: ClassForm) -> None:
        assert not form.name.isEnabled()
        form.colour.setText(studio.controller.tagset["HOSPITAL"].colour)
        assert "Hard to tell from" in form.told.text()
        form.colour.setText("#fefefe")
        assert "Hardly seen" in form.told.text()
        form.colour.setText("red")
        assert not form.ok.isEnabled()
        form.colour.setText("#005500")
        form.kind.setCurrentIndex(form.kind.findData("age"))
        form.ok.click()

    answered(studio, dialog, ClassForm, fill)
    waited(studio, "Changed.")
    assert (studio.controller.tagset["FECHAS"].colour, studio.controller.tagset["FECHAS"].kind) == ("#005500", "age")
    assert len(read_conf(reports / ANNOTATION).classes) == 29
    assert dialog.chosen == "FECHAS"
    dialog.close()

    # A change that was cut short is finished when the folder is opened.
    project = Project(ward, shipped_tagset("meddocan"), "Dra. Prueba")
    plan = planned(project, RenameClass("PACIENTE", "ENFERMO"), Progress())
    relabel = tag_set_changing._relabel

    def full(project: Project, name: str, *more: object) -> None:
        if name == "b":
            raise WriteError(path=ward / "b.ann", detail="full")
        relabel(project, name, *more)

    with monkeypatch.context() as patched, pytest.raises(WriteError):
        patched.setattr(tag_set_changing, "_relabel", full)
        carry_out(project, plan, Progress())
    project.close()
    assert (ward / "b.ann").read_text() == ANN
    studio.open(ward, "b")
    assert [one.name for one in studio.controller.tagset] == ["ENFERMO", "FECHA", "LUGAR"]
    assert {(ward / f"{name}.ann").read_text() for name in "ab"} == {ANN.replace("PACIENTE", "ENFERMO")}
    assert len(studio.controller.folder.project.journal().tag_set_changes()) == 1


def test_a_chosen_colour_a_new_group_and_what_always_stays_are_kept_in_the_configuration(
    ward_studio, ward: Path
) -> None:
    studio = ward_studio
    given = [one.colour for one in studio.controller.tagset]
    assert len(set(given)) == 3
    dialog = shown(studio)
    dialog.choose("LUGAR")
    dialog.up.click()
    waited(studio, "Changed.")
    assert "PACIENTE\tbgColor" not in (ward / "visual.conf").read_text()
    assert studio.controller.tagset["PACIENTE"].colour == given[0]
    dialog.choose("FECHA")
    dialog.alter.click()

    def fill(form: ClassForm) -> None:
        assert form.colour.text() == given[1]
        form.colour.setText("#005500")
        form.ok.click()

    answered(studio, dialog, ClassForm, fill)
    studio.qtbot.waitUntil(lambda: "FECHA\tbgColor:#005500" in (ward / "visual.conf").read_text())
    waited(studio, "Changed.")
    assert "PACIENTE\tbgColor" not in (ward / "visual.conf").read_text()

    # A new group, and a class that always stays.
    studio.qtbot.waitUntil(lambda: bool(dialog.list.topLevelItem(0).text(5)))
    dialog.say("")
    dialog.choose("LUGAR")
    dialog.alter.click()

    def first(form: ClassForm) -> None:
        form.group.setEditText("¿?")
        assert not form.ok.isEnabled() and "letters or digits" in form.problem.text()
        form.group.setEditText("Fecha")
        assert not form.ok.isEnabled() and "FECHA already" in form.problem.text()
        form.group.setEditText("Dónde está")
        form.release.setCurrentIndex(form.release.findData("keep"))
        form.ok.click()

    answered(studio, dialog, ClassForm, first)
    waited(studio, "Changed.")
    own = read_conf(ward / ANNOTATION)
    assert own["LUGAR"].group == "DONDE_ESTA" and own.groups == {"DONDE_ESTA": {"es": "Dónde está", "en": "Dónde está"}}
    assert "!DONDE_ESTA\n\tLUGAR\n" in (ward / ANNOTATION).read_text()
    assert load_policy("research").treatment("LUGAR", own).way is Way.KEEP
    studio.qtbot.waitUntil(lambda: bool(dialog.list.topLevelItem(0).text(5)))
    dialog.say("")
    dialog.choose("FECHA")
    dialog.alter.click()

    def second(form: ClassForm) -> None:
        assert [form.group.itemText(at) for at in range(form.group.count())] == ["none", "Dónde está"]
        form.group.setCurrentIndex(1)
        form.ok.click()

    answered(studio, dialog, ClassForm, second)
    waited(studio, "Changed.")
    assert {one.name for one in studio.controller.tagset if one.group == "DONDE_ESTA"} == {"FECHA", "LUGAR"}
    changes = [one.payload for one in studio.controller.folder.project.journal().tag_set_changes()[-2:]]
    assert [one["change"] for one in changes] == ["alter", "alter"] and changes[0]["group_title"] == "Dónde está"


def banner(studio):
    return studio.window.messages.shown("class_kinds")


def clicked(told, words: str) -> None:
    QTest.mouseClick(next(one for one in told.buttons if words in one.text()), Qt.MouseButton.LeftButton)


def test_what_the_classes_were_taken_for_is_told_until_a_person_says_that_it_is_right_or_what_they_are(
    studio, tmp_path
):
    def told_of(*classes: str):
        """What is told of these classes, once a folder with them is open."""
        opened.append(a_ward(tmp_path / f"planta-{len(opened)}", *classes))
        studio.open(opened[-1], "a")
        return banner(studio)

    def wait_written(words: str) -> None:
        studio.qtbot.waitUntil(lambda: words in (opened[-1] / ANNOTATION).read_text())
        studio.qtbot.waitUntil(lambda: studio.controller.session is not None)

    opened: list[Path] = []
    told = told_of("PACIENTE", "FECHA", "LUGAR")
    assert "PACIENTE: name of a person (the patient)" in told.detail and "FECHA: date" in told.detail
    clicked(told, "right")
    wait_written('kind="person"')
    assert not any(one.recognised for one in studio.controller.tagset)
    assert banner(studio) is None
    assert [one.kind for one in read_conf(opened[-1] / ANNOTATION)] == ["person", "date", "place"]

    # A class for patients is for everybody when a person says so.
    told = told_of("PACIENTE", "FECHA", "LUGAR")
    assert "who the staff is" in told.detail and "names of relatives" in told.detail
    clicked(told, "everybody")
    wait_written('# deid: PACIENTE kind="person" release')
    told = banner(studio)
    assert "PACIENTE" not in told.detail and "staff" not in told.detail and "FECHA: date" in told.detail

    # A class that no detector tells is told until a person has said what it is.
    told = told_of("NOMBRE", "HORA", "PACIENTE", "LUGAR")
    assert "Nothing is suggested as HORA." in told.detail
    clicked(told, "right")
    wait_written('subkind="part"')
    assert banner(studio) is None

    # A class that nobody understands leads to the classes.
    told = told_of("PACIENTE", "FECHA", "LUGAR", "RARO")
    assert "as RARO" in told.detail
    clicked(told, "Classes")
    assert studio.window.class_editing.shown.isVisible()
    studio.window.class_editing.shown.close()
