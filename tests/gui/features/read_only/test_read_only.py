"""A folder that another window holds: everything can be looked at, nothing decided, and one can try again."""

from __future__ import annotations

import pytest

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


def test_the_second_window_is_told_who_holds_the_folder(two):
    _, reader = two
    told = reader.window.messages.shown("read_only")
    assert "Dra. Prueba (on this computer) has had this folder open since" in told.text
    assert reader.window.windowTitle() == "informes (read only) – Deid Studio"
    assert reader.window.read_only.sign.isVisible()
    assert reader.texts("accepted") == ["Lucía Quintanar Ríos"]


def test_verbs_that_decide_are_refused_with_the_explanation(two, reports):
    owner, reader = two
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


def test_everything_can_be_looked_at_and_exported(two, reports, tmp_path):
    from deid_studio.progress import Progress
    from deid_studio.review.export import ExportRequest, export_copy

    _, reader = two
    reader.show("2-radiologia")
    assert "Martín Olmedo Sanz" in reader.texts("pending")
    reader.window.reports.filter.setText("alta")
    project = reader.controller.folder.project
    exported = export_copy(ExportRequest(project, ("1-alta",), tmp_path / "copia"), Progress())
    assert exported.copied == 1
    assert "Lucía" in (tmp_path / "copia" / "1-alta.ann").read_text(encoding="utf-8")


def test_the_second_window_follows_what_the_first_decides(two):
    owner, reader = two
    owner.key("Return")
    owner.save()
    reader.controller.saving.check_disk()
    reader.qtbot.waitUntil(lambda: _accepted(reader) == 2)
    assert reader.window.messages.shown("failed") is None
    assert not reader.controller.saving.conflict


def test_trying_again_once_the_other_closed_reads_everything_anew(two, reports):
    owner, reader = two
    reader.key("Ctrl+Down")
    reader.key("Return")
    assert reader.window.status.told.text() == "Read only: nothing was decided"
    reader.banner_button("read_only", "Try again").click()
    reader.qtbot.waitUntil(lambda: not reader.controller.jobs.running("folder"))
    reader.wait_shown("1-alta")
    assert reader.window.messages.shown("read_only") is not None, "it is still open there"
    owner.key("Return")
    owner.window.close()
    assert not (reports / PRIVATE / "owner.json").exists()
    reader.banner_button("read_only", "Try again").click()
    reader.qtbot.waitUntil(lambda: reader.window.messages.shown("read_only") is None)
    reader.qtbot.waitUntil(lambda: reader.controller.session is not None and not reader.controller.session.read_only)
    assert len(reader.texts("accepted")) == 2
    assert reader.window.windowTitle() == "informes – Deid Studio"
    assert reader.window.status.told.text() != "Read only: nothing was decided"
    reader.key("Return")
    assert len(reader.texts("accepted")) == 3


def test_a_folder_taken_meanwhile_refuses_the_first_decision(make_studio, reports):
    late, early = make_studio(), make_studio()
    late.open(reports)
    early.open(reports)
    early.show("2-radiologia")
    early.key("Return")
    late.key("Ctrl+Down")
    desk = late.controller.desk
    assert late.window.messages.shown("read_only") is None
    late.key("Del")
    assert late.window.messages.shown("read_only") is not None
    assert late.controller.desk == desk and late.window.messages.shown("failed") is None
    assert "read only" in late.window.windowTitle()


def test_a_folder_taken_meanwhile_is_told_where_the_other_decided(make_studio, reports):
    late, early = make_studio(), make_studio()
    late.open(reports)
    early.open(reports)
    early.key("Return")
    late.controller.saving.check_disk()
    late.qtbot.waitUntil(lambda: _accepted(late) == 1)
    assert late.window.messages.shown("read_only") is not None
    assert late.window.messages.shown("failed") is None


def test_reading_the_folder_anew_keeps_it_and_another_folder_frees_it(make_studio, reports, tmp_path):
    other = tmp_path / "otros"
    other.mkdir()
    (other / "x.txt").write_bytes(b"Fecha: 01/02/2020.\n")
    first, second = make_studio(), make_studio()
    first.open(reports)
    first.key("Return")
    folder = first.controller.folder
    first.controller.refresh_folder()
    first.qtbot.waitUntil(lambda: first.controller.folder not in (folder, None))
    first.wait_shown("1-alta")
    first.key("Return")
    assert len(first.texts("accepted")) == 2
    assert first.window.messages.shown("read_only") is None
    second.open(reports)
    assert second.controller.folder.project.read_only
    first.open(other)
    second.banner_button("read_only", "Try again").click()
    second.qtbot.waitUntil(lambda: not second.controller.folder.project.read_only)
    second.wait_shown("1-alta")


def test_who_holds_it_is_told_by_their_new_name(two):
    owner, reader = two
    owner.window.preferences.change(reviewer="Dra. Nueva")
    reader.banner_button("read_only", "Try again").click()
    reader.qtbot.waitUntil(lambda: not reader.controller.jobs.running("folder"))
    assert "Dra. Nueva (on this computer)" in reader.window.messages.shown("read_only").text
    reader.wait_shown("1-alta")


def test_closing_the_second_window_writes_nothing(two, reports):
    owner, reader = two
    owner.key("Return")  # decided, and not saved yet
    reader.controller.saving.check_disk()
    reader.qtbot.waitUntil(lambda: _accepted(reader) == 2)
    ann = (reports / "1-alta.ann").read_bytes()
    reader.window.close()
    assert (reports / "1-alta.ann").read_bytes() == ann
    owner.save()
    assert (reports / "1-alta.ann").read_bytes() != ann
