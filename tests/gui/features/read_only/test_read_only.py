"""A folder that another window holds: everything can be looked at, nothing decided, and one can try again."""

from __future__ import annotations

import shutil

import pytest

from deid_studio.formats.guidelines_file import OWN
from deid_studio.gui.features.guidelines.guideline_form import GuidelineForm
from deid_studio.progress import Progress
from deid_studio.review.export import ExportRequest, export_copy
from deid_studio.review.project import PRIVATE


@pytest.fixture
def two(make_studio, reports):
    """A window that decides on the folder, and a second one on it."""
    owner, reader = make_studio(), make_studio()
    owner.open(reports)
    owner.key("Return")
    owner.save()
    reader.open(reports)
    return owner, reader


def _accepted(studio) -> int:
    """How many are accepted on the screen; -1 while the report is read anew."""
    return -1 if studio.controller.session is None else len(studio.texts("accepted"))


def _events(studio) -> int:
    return len(studio.controller.folder.project.journal().events("1-alta"))


def test_the_second_window_is_told_who_holds_the_folder_decides_nothing_and_writes_nothing(two, reports):
    owner, reader = two
    told = reader.window.messages.shown("read_only")
    assert "Dra. Prueba (on this computer) has had this folder open since" in told.text
    assert reader.window.windowTitle() == "informes (read only) – Deid Studio"
    assert reader.window.read_only.sign.isVisible()
    assert reader.texts("accepted") == ["Lucía Quintanar Ríos"]

    # Verbs that decide are refused with the explanation.
    before, desk = _events(owner), reader.controller.desk
    files = {p: p.read_bytes() for p in reports.rglob("*.ann")}
    reader.key("Ctrl+Down")
    for keys in ("Return", "Del", "F", "Ctrl+Z", "Ctrl+Return", "Ctrl+S"):
        reader.key(keys)
    reader.select_text("Elvira")
    reader.key("R")
    assert reader.controller.desk == desk and _events(owner) == before
    assert reader.window.messages.shown("failed") is None, "said once, by the message that stays"
    assert reader.window.messages.shown("read_only") is not None
    assert reader.window.status.told.text() == "Read only: nothing was decided"
    reader.window.signing_off.begin()
    reader.window.dialogs.note()
    reader.window.alike.decide()
    reader.window.choose_class()
    assert not any(w.isVisible() for w in reader.window.findChildren(type(reader.window.dialogs.parent())))
    assert {p: p.read_bytes() for p in reports.rglob("*.ann")} == files
    assert not any(field.isEnabled() for field in reader.window.patient.fields.values())
    _change_no_guideline(reader, reports)

    # It follows what the first one decides, and writes nothing when it is closed.
    owner.key("Return")
    owner.save()
    _wait_accepted(reader, 2)
    assert reader.window.messages.shown("failed") is None
    assert not reader.controller.saving.conflict
    owner.key("Return")  # decided, and not saved yet
    _wait_accepted(reader, 3)
    ann = (reports / "1-alta.ann").read_bytes()
    reader.window.close()
    assert (reports / "1-alta.ann").read_bytes() == ann
    owner.save()
    assert (reports / "1-alta.ann").read_bytes() != ann


def _wait_accepted(studio, count: int) -> None:
    studio.controller.saving.check_disk()
    studio.qtbot.waitUntil(lambda: _accepted(studio) == count)


def _change_no_guideline(studio, reports) -> None:
    studio.key("Shift+F1")
    guidelines = studio.window.features["guidelines"]
    page = guidelines.page
    page.change.click()
    assert not [form for form in page.findChildren(GuidelineForm) if form.isVisible()]
    guidelines._keep(page.chosen, None)
    assert not (reports / OWN).exists() and not page.undo.isEnabled()
    page.close()


def test_everything_can_be_looked_at_and_trying_again_once_the_other_closed_reads_everything_anew(
    two, reports, tmp_path
):
    owner, reader = two
    reader.show("2-radiologia")
    assert "Martín Olmedo Sanz" in reader.texts("pending")
    reader.window.reports.filter.setText("alta")
    project = reader.controller.folder.project
    exported = export_copy(ExportRequest(project, ("1-alta",), tmp_path / "copia"), Progress())
    assert exported.copied == 1
    assert "Lucía" in (tmp_path / "copia" / "1-alta.ann").read_text(encoding="utf-8")
    reader.window.reports.filter.clear()
    reader.show("1-alta")

    def try_again() -> None:
        reader.banner_button("read_only", "Try again").click()

    # Who holds it is told by their new name.
    owner.window.preferences.change(reviewer="Dra. Nueva")
    reader.key("Ctrl+Down")
    reader.key("Return")
    assert reader.window.status.told.text() == "Read only: nothing was decided"
    try_again()
    reader.qtbot.waitUntil(lambda: not reader.controller.jobs.running("folder"))
    reader.wait_shown("1-alta")
    assert "Dra. Nueva (on this computer)" in reader.window.messages.shown("read_only").text, "it is still open there"

    owner.key("Return")
    owner.window.close()
    assert not (reports / PRIVATE / "owner.json").exists()
    try_again()
    reader.qtbot.waitUntil(lambda: reader.window.messages.shown("read_only") is None)
    reader.qtbot.waitUntil(lambda: reader.controller.session is not None and not reader.controller.session.read_only)
    assert len(reader.texts("accepted")) == 2
    assert reader.window.windowTitle() == "informes – Deid Studio"
    assert reader.window.status.told.text() != "Read only: nothing was decided"
    reader.key("Return")
    assert len(reader.texts("accepted")) == 3


def test_a_folder_taken_meanwhile_is_told_refuses_the_first_decision_and_is_freed_by_another_folder(
    make_studio, reports, tmp_path
):
    other = shutil.copytree(reports, tmp_path / "otros")
    late, early = make_studio(), make_studio()
    late.open(reports)
    early.open(reports)
    early.key("Return")
    _wait_accepted(late, 1)
    assert late.window.messages.shown("read_only") is not None
    assert late.window.messages.shown("failed") is None

    # Reading the folder anew keeps it.
    folder = early.controller.folder
    early.controller.refresh_folder()
    early.qtbot.waitUntil(lambda: early.controller.folder not in (folder, None))
    early.wait_shown("1-alta")
    early.key("Return")
    assert len(early.texts("accepted")) == 2
    assert early.window.messages.shown("read_only") is None
    late.open(reports)
    assert late.controller.folder.project.read_only

    # Another folder frees it.
    early.open(other)
    late.banner_button("read_only", "Try again").click()
    late.qtbot.waitUntil(lambda: not late.controller.folder.project.read_only)
    late.wait_shown("1-alta")

    # Once another window has decided, even in another report, a first decision is refused.
    late.open(other)
    early.show("2-radiologia")
    early.key("Return")
    late.key("Ctrl+Down")
    desk = late.controller.desk
    assert late.window.messages.shown("read_only") is None
    late.key("Del")
    assert late.window.messages.shown("read_only") is not None
    assert late.controller.desk == desk and late.window.messages.shown("failed") is None
    assert "read only" in late.window.windowTitle()
