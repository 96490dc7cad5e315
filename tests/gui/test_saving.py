"""Saving by itself, and what happens when another program changes the same files."""

from __future__ import annotations

import json

import pytest

from deid_studio.gui import saving as saving_module


def test_decisions_are_written_by_themselves_and_told(studio, reports, qtbot):
    studio.open(reports)
    with qtbot.waitSignal(studio.controller.saving.saved):
        studio.key("Return")
        studio.key("Return")
        assert not (reports / "1-alta.ann").exists()  # one write for a burst
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 2
    assert studio.window.status.told.text().startswith("Saved ")


def test_pending_suggestions_are_not_written(studio, reports):
    studio.open(reports)
    studio.key("Return")
    studio.key("Ctrl+S")
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 1


def test_switching_and_closing_save(studio, reports):
    studio.open(reports)
    studio.key("Return")
    studio.show("2-radiologia")
    assert (reports / "1-alta.ann").exists()
    studio.key("Return")
    studio.window.close()
    assert (reports / "2-radiologia.ann").exists()


THEIRS = "T1\tFECHAS 83 93\t03/04/2021\n"


def _theirs(invented) -> str:
    start = invented.alta.index("03/04/2021")
    return f"T1\tFECHAS {start} {start + 10}\t03/04/2021\n"


@pytest.fixture
def conflicted(studio, reports, invented):
    """A window whose report's `.ann` was just changed by another program."""
    studio.open(reports)
    studio.key("Return")
    studio.save()
    (reports / "1-alta.ann").write_text(_theirs(invented))
    studio.qtbot.waitUntil(lambda: bool(studio.controller.saving.conflict))
    return studio


def test_another_programs_ann_is_noticed_and_not_overwritten(conflicted, reports, invented):
    assert "changed the .ann" in conflicted.box().text()
    conflicted.choose("Decide later")
    assert conflicted.window.messages.shown("disk") is not None
    conflicted.key("Return")  # goes on in the journal
    conflicted.key("Ctrl+S")
    conflicted.choose("Decide later")
    assert (reports / "1-alta.ann").read_text() == _theirs(invented)
    conflicted.banner_button("disk", "Choose").click()
    conflicted.choose("Decide later")


def test_using_theirs_can_be_undone(conflicted, reports, invented):
    conflicted.choose("Use those")
    assert conflicted.texts("accepted") == ["03/04/2021"]
    assert conflicted.window.messages.shown("disk") is None
    conflicted.key("Ctrl+Z")
    assert conflicted.texts("accepted") == ["Lucía Quintanar Ríos"]
    conflicted.save()
    assert "NOMBRE_SUJETO" in (reports / "1-alta.ann").read_text()


def test_keeping_mine_puts_theirs_aside(conflicted, reports, invented):
    conflicted.choose("Keep those")
    assert "NOMBRE_SUJETO" in (reports / "1-alta.ann").read_text()
    aside = list((reports / ".deid-studio" / "replaced").iterdir())
    assert [p.read_text() for p in aside] == [_theirs(invented)]
    assert conflicted.window.messages.shown("disk") is None


def test_a_changed_text_can_only_be_read_until_the_person_chooses(studio, reports, invented):
    studio.open(reports)
    studio.key("Return")
    studio.key(".")
    studio.key("Return")  # "03/04/2021"
    studio.save()
    new = "Nueva cabecera\r\n" + invented.alta.replace("Lucía Quintanar Ríos. ", "")
    (reports / "1-alta.txt").write_bytes(new.encode())
    studio.qtbot.waitUntil(lambda: studio.controller.saving.text_conflict)
    studio.choose("Decide later")
    desk = studio.controller.desk
    studio.key("Return")
    assert studio.controller.desk == desk
    studio.choose("Continue with the new text")
    assert studio.controller.session.text == new
    assert studio.texts("accepted") == ["03/04/2021"]
    lost = studio.window.messages.shown("lost")
    assert "1" in lost.text and "Lucía Quintanar Ríos" in lost.detail
    assert studio.view.current == studio.controller.current
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    studio.key("Return")
    studio.save()
    assert (reports / "1-alta.txt").read_bytes() == new.encode()


def test_a_report_that_disappears_is_told(studio, reports):
    studio.open(reports)
    studio.key("Return")
    studio.save()
    (reports / "1-alta.txt").unlink()
    studio.qtbot.waitUntil(lambda: studio.controller.saving.text_conflict)
    studio.choose("Continue with the new text")
    assert "cannot be read" in studio.window.messages.shown("save").text
    studio.choose("Decide later") if studio.controller.saving.conflict and _has_box(studio) else None
    studio.show("2-radiologia")


def _has_box(studio) -> bool:
    try:
        studio.box()
    except AssertionError:
        return False
    return True


def test_a_change_while_the_program_was_closed_is_noticed(make_studio, reports, invented):
    first = make_studio()
    first.open(reports)
    first.key("Return")
    first.window.close()
    (reports / "1-alta.ann").write_text(_theirs(invented))
    second = make_studio()
    second.window.open_folder(reports)
    second.wait_shown("1-alta")
    second.qtbot.waitUntil(lambda: bool(second.controller.saving.conflict))
    second.choose("Use those")
    assert second.texts("accepted") == ["03/04/2021"]


def test_two_windows_on_one_report_do_not_overwrite_each_other(make_studio, reports):
    one, other = make_studio(), make_studio()
    one.open(reports)
    other.open(reports)
    one.key("Return")
    before = other.controller.desk
    other.key("Return")
    assert other.controller.desk == before
    assert other.window.messages.shown("failed") is not None or other.controller.saving.conflict


def test_own_writes_are_no_change_of_another_program(studio, reports, qtbot):
    studio.open(reports)
    for _ in range(3):
        studio.key("Return")
        studio.save()
        qtbot.wait(saving_module._SETTLE_MS + 100)
    assert not studio.controller.saving.conflict


def test_sign_off_while_the_ann_was_changed_asks_first(studio, reports, invented):
    studio.open(reports)
    studio.controller.accept_all()
    studio.save()
    (reports / "1-alta.ann").write_text(_theirs(invented))
    assert not studio.controller.sign_off()
    assert not studio.controller.session.signed
    studio.choose("Keep those")
    assert studio.controller.sign_off()
    manifest = json.loads((reports / "retraining" / "manifest.json").read_text())
    assert manifest["reports"][0]["spans"] == 5
